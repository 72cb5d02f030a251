#!/usr/bin/env python3
"""Builds the command of another commit and compares what both builds print, byte for byte.

    .ci/same_runs.py BASE [--only REGEX] [--show N]

BASE is a commit. It is checked out and built in target/same-runs. Each run is a command line that both builds
run in the repository's root; standard output and exit code must be equal. Standard error is not compared.

The runs are: all sessions and conformance cases as JSON, with their T-states; `run --json` of each session of our
editions, with its answers; `trace --tstates` of the first session of each program, and `debug` scripts.
--only selects runs by their name; --show prints the first N different lines of each run (default 4).
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK_DIRECTORY = TARGET / "same-runs"
SECONDS_PER_RUN = 1_800
# Emulated time of a trace: a longer trace has megabytes of the same loop.
TRACE_TIME = "20s"

DEBUG_SCRIPTS = {
    "forwards": ["break 20", "c", "vars", "s", "n", "where", "info"],
    "backwards": ["c", "rs", "rs", "info", "vars", "r", "info"],
    "to the end": ["c", "c", "c", "info", "screen"],
}


def sessions():
    """Yields each session of our editions: the program, the session's name and its options."""
    for file in sorted((ROOT / "tests/sessions").glob("*.toml")):
        for session in tomllib.loads(file.read_text(encoding="utf-8"))["session"]:
            # Replacement lines only fit the book's listing.
            if "lines" not in session:
                options = [part for answer in session.get("answers", []) for part in ("--answer", str(answer))]
                yield file.stem, session["name"], [*options, "--time", session.get("time", "1h")]


def runs():
    """Yields the name and the arguments of each run."""
    yield "compare --all", ["compare", "--all", "--json"]
    for cases in ("cases", "entries"):
        yield f"conform {cases}", ["conform", f"tests/conformance/{cases}.jsonl", "--json"]
    seen = set()
    for program, name, options in sessions():
        yield f"run {program}: {name}", ["run", program, "--json", *options]
        if program in seen:
            continue
        seen.add(program)
        options = options[:-2]
        yield f"trace {program}", ["trace", program, "--tstates", *options, "--time", TRACE_TIME]
        for kind, commands in DEBUG_SCRIPTS.items():
            arguments = [part for command in commands for part in ("-c", command)]
            yield f"debug {program}: {kind}", ["debug", program, *options, *arguments, "--time", "2m"]


def build(directory, target):
    command = ["cargo", "build", "--release", "--locked", "--quiet", "--bin", "girafa", "--target-dir", target]
    subprocess.run(command, cwd=directory, check=True)
    return Path(target) / "release/girafa"


def base(commit):
    """Checks out a commit and builds it. Returns the path of its command."""
    tree = WORK_DIRECTORY / "base"
    if not tree.exists():
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
    subprocess.run(["git", "checkout", "--quiet", "--detach", commit], cwd=tree, check=True)
    return build(tree, WORK_DIRECTORY / "target")


def result(command, arguments):
    """Returns the standard output and the exit code of a run as text."""
    try:
        done = subprocess.run(
            [command, *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS_PER_RUN
        )
    except subprocess.TimeoutExpired:
        return f"still running after {SECONDS_PER_RUN} s"
    return f"{done.stdout.decode(errors='replace')}\nexit code {done.returncode}\n"


def differing(before, after, count):
    """Returns the first `count` lines that differ."""
    # A JSON array is a single line: split it.
    lines = [re.sub(r"([{}\[\]],?)", r"\1\n", text).splitlines() for text in (before, after)]
    changes = (line for line in difflib.unified_diff(*lines, "base", "here", n=0, lineterm="") if line[:1] in "-+")
    return [line[:200] for line, _ in zip(changes, range(count + 2))][2:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", metavar="BASE")
    parser.add_argument("--only", metavar="REGEX", default="")
    parser.add_argument("--show", metavar="N", type=int, default=4)
    options = parser.parse_args()
    chosen = [run for run in runs() if re.search(options.only, run[0])]
    if not chosen:
        sys.exit(f"same_runs.py: no run matches {options.only!r}")
    commands = base(options.base), build(ROOT, TARGET)

    def both(run):
        return [result(command, run[1]) for command in commands]

    different = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (name, _), (before, after) in zip(chosen, pool.map(both, chosen)):
            if before != after:
                different += 1
                print(f"DIFFERS  {name}", *differing(before, after, options.show), sep="\n    ")
    print(f"{len(chosen)} runs, {different} different")
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
