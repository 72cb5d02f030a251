#!/usr/bin/env python3
"""Prints the areas that a change affects: page, python, editors, window. `.ci/run` tests these in full.

    .ci/areas.py [BASE]     compares the work tree with the commit BASE, or with $GIRAFA_CI_BASE

It prints all areas if the base is missing or not an ancestor of HEAD, or if a path is not in the table.
"""

import os
import re
import subprocess
import sys

ALL_AREAS = ["page", "python", "editors", "window"]

# The first pattern that matches the start of a path applies.
TABLE = [
    (r"(web|crates/web|xtask)/", ["page"]),
    (r"(crates/python|notebooks)/", ["python"]),
    (r"(editors|crates/lsp)/", ["editors"]),
    (r"crates/dap/", ["editors"]),
    (r"crates/desktop/", ["window"]),
    (r"crates/frontend/", ALL_AREAS),
    (r"crates/(session|inspect|debugger|loader|verify)/src/", ["page", "python", "window"]),
    (r"crates/(scan|books|pages|ocr)/src/", ["page", "python"]),
    (r"crates/(basic|spectrum|rom-aot|ula|z80|files|tap|reference)/src/|roms-open/|basic-listings/", ["page"]),
    # The command, tests, documents: `cargo test` and the smoke tests suffice.
    (r"crates/(girafa|cli-support)/|crates/[\w-]+/(tests|benches|examples)/|crates/[\w-]+/[\w.-]+\.md$", []),
    (r"(tests|docs|examples|fuzz|benches|packaging|\.github)/|[\w-]+\.(md|yml|cff)$|LICENSE-|\.gitignore$|deny\.toml$", []),
    (r"\.ci/(nightly|same_runs\.py|release_files\.py|soak\.py|reproducible\.py|sbom\.py)$", []),
]


def git(*arguments):
    done = subprocess.run(["git", *arguments], capture_output=True, text=True)
    return done.stdout.split("\n") if done.returncode == 0 else None


def touched(paths):
    """Returns the areas of these paths, in the order of ALL_AREAS."""
    found = set()
    for path in paths:
        found |= set(next((areas for pattern, areas in TABLE if re.match(pattern, path)), ALL_AREAS))
    return [area for area in ALL_AREAS if area in found]


def main():
    base = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("GIRAFA_CI_BASE", "")
    if not base or git("merge-base", "--is-ancestor", base, "HEAD") is None:
        areas = ALL_AREAS
    else:
        areas = touched(path for path in git("diff", "--name-only", base) or [] if path)
    print(" ".join(areas))


if __name__ == "__main__":
    main()
