#!/usr/bin/env python3
"""Generates the README of each library from the documentation at the top of its crate.

    .ci/readmes.py           writes the READMEs
    .ci/readmes.py --check   fails if a README is stale, and prints its name

The crate's documentation is the source, because rustdoc checks its links and runs its examples. A handwritten
README (of a command, the ROM or the listings) does not start with the generated line and is not changed.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GENERATED_LINE = "<!-- Made by .ci/readmes.py from the documentation of the crate. -->"


def packages():
    command = ["cargo", "metadata", "--no-deps", "--format-version=1", "--locked"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE)
    return json.loads(done.stdout)["packages"] if done.returncode == 0 else sys.exit("cargo metadata failed")


def documentation(library):
    """Returns the lines of the `//!` comments at the top of a source."""
    lines = []
    for line in library.read_text(encoding="utf-8").splitlines():
        if not line.startswith("//!"):
            break
        lines.append(line[3:].removeprefix(" "))
    return lines


def plain_links(line):
    """Replaces rustdoc links in a line, [`name`], [`name`](path) and [text](path::to::item), by their
    text."""
    line = re.sub(r"\[(`[^`\]]+`)\](?:\([^)]*\)|\[[^\]]*\])?", r"\1", line)
    return re.sub(r"\[([^\]]+)\]\((?:crate|self|super|[\w]+)(?:::\w+)+\)", r"\1", line)


def readme(package):
    library = next(target for target in package["targets"] if {"lib", "rlib"} & set(target["kind"]))
    lines, block = [], None
    for line in documentation(Path(library["src_path"])):
        if line.startswith("```"):
            # A block without a language is a Rust example; attributes such as `no_run` are rustdoc's own.
            block = None if block else line[3:] or "rust"
            rust = block and block.split(",")[0] in ("rust", "no_run", "should_panic", "ignore", "compile_fail")
            lines.append("```" + (("rust" if rust else block) if block else ""))
        elif block is None:
            lines.append(plain_links(re.sub(r"^#+ ", lambda heading: "#" + heading[0], line)))
        elif not (rust and re.match(r"# |#$", line)):
            lines.append(line)
    head = [GENERATED_LINE, f"# {package['name']}", ""]
    foot = ["", f"Part of Girafa. Licence: {package['license']}."]
    return "\n".join(head + lines + foot) + "\n"


def main():
    check = sys.argv[1:] == ["--check"]
    stale = []
    for package in packages():
        path = Path(package["manifest_path"]).parent / "README.md"
        old = path.read_text(encoding="utf-8") if path.exists() else GENERATED_LINE
        if not old.startswith(GENERATED_LINE) or old == (new := readme(package)):
            continue
        stale.append(path.relative_to(ROOT))
        if not check:
            path.write_text(new, encoding="utf-8")
    for path in stale:
        print(f"{path}: {'stale: run .ci/readmes.py' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
