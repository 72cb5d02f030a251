#!/usr/bin/env python3
"""Checks rules inside the crates: no cyclic modules, no option names in libraries, non-exhaustive errors.

    .ci/modules.py    prints each violation; fails if there is one
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The command lines: their messages may name options and commands.
COMMANDS = {"girafa", "desktop", "cli-support"}
# Crates without a public API.
PRIVATE = COMMANDS | {"web", "python", "test-support"}
UNIT_TESTS = re.compile(r"#\[cfg\((?:test|all\(test\b[^\]]*)\)\]\s*(?:pub(?:\(crate\))? )?mod \w+ \{")
COMMENT = re.compile(r"//.*")
OPTION = re.compile(r'"(?:[^"\\\n]|\\.)*(?:(?<![\w-])--[a-z][a-z-]+|`girafa [a-z]+)(?:[^"\\\n]|\\.)*"')
ERROR_ENUM = re.compile(r"#\[derive\([^)]*\bError\b[^)]*\)\]\n((?:#\[.*\n|///.*\n)*)pub enum (\w+)")


def code_of(path):
    """Returns the code of a file without comments and unit tests."""
    return COMMENT.sub("", UNIT_TESTS.split(path.read_text(encoding="utf-8"))[0])


def modules(source):
    """Yields each module below a directory `src`: a tuple of names, and its code."""
    for path in sorted(source.rglob("*.rs")):
        names = path.relative_to(source).with_suffix("").parts
        if names[-1] in {"mod", "lib", "main"}:
            names = names[:-1]
        if not any("tests" in name for name in names):
            yield names, code_of(path)


def used_by(names, code):
    """Yields the paths in a module's code that start with `crate::` or `super::`."""
    for start, path in re.findall(r"\b(crate::|(?:super::)+)((?:\w+::)*\w+|\{[^}]*\})", code):
        base = () if start == "crate::" else names[: len(names) - start.count("super")]
        for one in path.strip("{}").split(",") if path.startswith("{") else [path]:
            yield base + tuple(one.strip().split("::"))


def are_relatives(one, other):
    """Whether one module is an ancestor of the other. The crate's root is an ancestor of all modules."""
    shorter = min(one, other, key=len)
    return one[: len(shorter)] == other[: len(shorter)]


def graph(source):
    """Returns the modules that each module uses, except its ancestors and descendants."""
    all_modules = dict(modules(source))
    edges = {}
    for names, code in all_modules.items():
        edges[names] = set()
        for path in used_by(names, code):
            while path and path not in all_modules:
                path = path[:-1]
            if not are_relatives(names, path):
                edges[names].add(path)
    return edges


def reachable(edges, start):
    found, todo = set(), [start]
    while todo:
        new = edges[todo.pop()] - found
        found |= new
        todo += new
    return found


def circles(crate):
    edges = graph(crate / "src")
    in_circle = sorted("::".join(names) for names in edges if names in reachable(edges, names))
    if in_circle:
        yield f"modules depend on each other in a cycle: {', '.join(in_circle)}"


def options(crate):
    if crate.name in COMMANDS | {"test-support"}:
        return
    for names, code in modules(crate / "src"):
        for text in OPTION.findall(code):
            yield f"{'::'.join(names)} names an option or a command: {text.strip()}"


def closed_errors(crate):
    if crate.name in PRIVATE:
        return
    for names, code in modules(crate / "src"):
        for attributes, name in ERROR_ENUM.findall(code):
            if "non_exhaustive" not in attributes:
                yield f"{'::'.join(names)}::{name} is not #[non_exhaustive]"


def main():
    broken = 0
    for crate in sorted((ROOT / "crates").iterdir()):
        for rule in (circles, options, closed_errors):
            for complaint in rule(crate):
                print(f"{crate.name}: {complaint}")
                broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
