#!/usr/bin/env python3
r"""Generates docs/dependencies.md: third-party crates and npm packages, their reasons, and their `unsafe`
code.

    .ci/dependencies.py           writes the page; keeps its reasons, and adds empty ones for new dependencies
    .ci/dependencies.py --check   fails if the page is stale, or if a dependency or reason lacks the other

It reads the Cargo manifests of all workspaces in the repository, and the npm manifests. Only the reasons are
written by hand, in the page; all else is from the manifests, the lock files and the sources of the crates.
"""

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "dependencies.md"
WORKSPACES = ["Cargo.toml", "fuzz/Cargo.toml", "benches/peers/Cargo.toml", "xtask/Cargo.toml"]
# Directories that use npm packages, with their names in the document.
NPM_PARTS = {"web": "page", "editors/vscode": "extension"}
# The commands. Each table omits the crates of the commands before it.
COMMANDS = ["girafa", "girafa-desktop"]
PLATFORM = "x86_64-unknown-linux-gnu"
HEAD = """# Dependencies

`.ci/dependencies.py` generates this page; only the reasons are written by hand. `.ci/run` checks that each direct dependency has a
reason. `cargo deny` checks the licences. `NOTICES.md` in the files of a release has their texts; `.ci/notices.py` writes it.

## What each is for

"Where" lists the crates that depend on it, in brackets if only tests, benches or a build script need it.

| crate | licence | where | reason |
| --- | --- | --- | --- |
"""
NPM = """
## What the page and the extension need from npm

The versions are in `web/package-lock.json` and `editors/vscode/package-lock.json`. Brackets mark packages that only build or test. The
licences of what is shipped are in `NOTICES.txt` of the page and of the extension.

| package | licence | where | reason |
| --- | --- | --- | --- |
"""
UNSAFE = """
## `unsafe` code

No crate of the project has any (`unsafe_code` is a lint of the workspace). The tables list the third-party
crates that have some, among those that the commands are linked with on Linux (`{platform}`) or that run while
they are built (macros, build scripts). Unsafe blocks, functions, traits and implementations are counted in
all sources of a crate, without comments and strings, including code for other systems.

"""


def output(*command):
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return done.stdout if done.returncode == 0 else sys.exit(f"{' '.join(command)} failed")


def metadata(manifest, *more):
    """Returns Cargo's metadata of a workspace: packages and their dependencies, for PLATFORM only. For all
    platforms, Cargo would download more packages."""
    arguments = ["--format-version=1", "--locked", "--filter-platform", PLATFORM, "--manifest-path", manifest, *more]
    return json.loads(output("cargo", "metadata", *arguments))


def direct():
    """Returns the direct dependencies of all manifests by name. For each, the crates that use it, with True
    if only tests or builds need it."""
    found = {}
    for manifest in WORKSPACES:
        for package in metadata(manifest, "--no-deps")["packages"]:
            for dependency in package["dependencies"]:
                if dependency["source"] is not None:
                    users = found.setdefault(dependency["name"], {})
                    name = package["name"].removeprefix("girafa-")
                    is_helper = dependency["kind"] is not None or name == "test-support"
                    users[name] = users.get(name, True) and is_helper
    return found


def licences(names):
    """Returns the licences of the packages `names`."""
    found = {}
    for manifest in WORKSPACES:
        for package in metadata(manifest)["packages"]:
            if package["name"] in names and package["source"] is not None:
                found[package["name"]] = package["license"] or "its own"
    return found


def from_npm():
    """Returns the packages in the npm manifests by name, with the licence and the parts that use each."""
    found = {}
    for directory, part in NPM_PARTS.items():
        manifest = json.loads((ROOT / directory / "package.json").read_text(encoding="utf-8"))
        locked = json.loads((ROOT / directory / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        for key, where in (("dependencies", part), ("devDependencies", f"({part})")):
            for name in manifest[key]:
                licence, others = found.get(name, (locked[f"node_modules/{name}"].get("license", "its own"), []))
                found[name] = (licence, [*others, where])
    return {name: (licence, ", ".join(where)) for name, (licence, where) in found.items()}


def linked(data, command):
    """Returns the ids of the packages that are linked into a command, or run while it is built."""
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    start = next(package["id"] for package in data["packages"] if package["name"] == command)
    found, todo = {start}, [start]
    while todo:
        for dependency in nodes[todo.pop()]["deps"]:
            if any(kind["kind"] != "dev" for kind in dependency["dep_kinds"]) and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                todo.append(dependency["pkg"])
    return found


# Comments (block comments nest), strings and characters: the rest is code. A lifetime is not a character.
TOKENS = re.compile(
    r'//[^\n]*|/\*|\bb?c?r(#*)"|\b[bc]?"(?:\\.|[^"\\])*"|"(?:\\.|[^"\\])*"'
    r"|'(?:\\(?:x..|u\{[^}]*\}|.)|[^'\\\n])'",
    re.DOTALL,
)


def code(text):
    r"""Returns a source without its comments and strings.

    >>> code("a // unsafe {\nb /* x /* y */ unsafe { */ c").split()
    ['a', 'b', 'c']
    >>> code('f("unsafe {\\"", r#"unsafe " {"#, b\'"\', &\'a str) unsafe { 1 }').split()
    ['f(', ',', ',', 'b', ',', "&'a", 'str)', 'unsafe', '{', '1', '}']
    """
    out, at = [], 0
    while token := TOKENS.search(text, at):
        out.append(text[at : token.start()])
        at = token.end()
        if token[0] == "/*":
            depth = 1
            while depth and (edge := re.compile(r"/\*|\*/").search(text, at)):
                depth += 1 if edge[0] == "/*" else -1
                at = edge.end()
            at = at if not depth else len(text)
        elif token[1] is not None:
            end = text.find('"' + token[1], at)
            at = len(text) if end < 0 else end + 1 + len(token[1])
        out.append(" ")
    return "".join(out) + text[at:]


# Only functions with a name: the type of a function pointer does not count.
KINDS = {
    "blocks": re.compile(r"\bunsafe\s*(?:extern\s*)?\{"),
    "functions": re.compile(r"\bunsafe\s+(?:extern\s+)?fn\s+\w"),
    "traits": re.compile(r"\bunsafe\s+(?:auto\s+)?trait\b"),
    "implementations": re.compile(r"\bunsafe\s+impl\b"),
}


def unsafe_counts(package):
    """Returns the number of `unsafe` items of each kind in the sources of a package's targets."""
    directory = Path(package["manifest_path"]).parent
    counts = dict.fromkeys(KINDS, 0)
    for parent, names, files in os.walk(directory):
        if Path(parent) == directory:
            names[:] = [name for name in names if name not in ("tests", "benches", "examples", "fuzz", "ci", "target")]
        for name in files:
            if name.endswith(".rs"):
                text = code(Path(parent, name).read_text(encoding="utf-8", errors="replace"))
                for kind, pattern in KINDS.items():
                    counts[kind] += len(pattern.findall(text))
    return counts


def unsafe_tables():
    """Returns a table for each command, without the crates of the commands before it."""
    data = metadata("Cargo.toml")
    packages = {package["id"]: package for package in data["packages"]}
    out, before = [UNSAFE.format(platform=PLATFORM)], set()
    for command in COMMANDS:
        below = linked(data, command)
        new = [packages[identity] for identity in below - before if packages[identity]["source"] is not None]
        before |= below
        rows = [(package["name"], package["version"], unsafe_counts(package)) for package in new]
        rows = sorted(row for row in rows if any(row[2].values()))
        sums = {kind: sum(counts[kind] for _, _, counts in rows) for kind in KINDS}
        which = f"`{command}`" + ("" if command == COMMANDS[0] else f", without the crates of `{COMMANDS[0]}`")
        out.append(f"### {which}\n\n{len(new)} crates, of which {len(rows)} have `unsafe` code.\n\n")
        out.append(f"| crate | version | {' | '.join(KINDS)} |\n| --- | --- |{' ---: |' * len(KINDS)}\n")
        for name, version, counts in rows:
            out.append(f"| {name} | {version} | {' | '.join(str(counts[kind]) for kind in KINDS)} |\n")
        out.append(f"| all | | {' | '.join(f'{sums[kind]:,}' for kind in KINDS)} |\n\n")
    return "".join(out).rstrip("\n") + "\n"


def reasons():
    """Returns the reasons in the page, by crate."""
    if not FILE.exists():
        return {}
    table = FILE.read_text(encoding="utf-8").partition("## `unsafe` code")[0]
    rows = [re.split(r"(?<!\\)\|", row)[1:-1] for row in table.splitlines() if row.startswith("| ")]
    cells = [[cell.strip() for cell in row] for row in rows]
    return {row[0]: row[3] for row in cells[1:] if len(row) == 4 and row[0] not in ("---", "package")}


def main():
    if doctest.testmod().failed:
        sys.exit("the doctest of `code` failed")
    users, given = direct(), reasons()
    licence = licences(users)
    out = [HEAD]
    for name in sorted(users):
        where = ", ".join(f"({user})" if users[name][user] else user for user in sorted(users[name]))
        out.append(f"| {name} | {licence[name]} | {where} | {given.get(name, '')} |\n")
    out.append(NPM)
    packages = from_npm()
    for name, (licence_of, where) in sorted(packages.items()):
        out.append(f"| {name} | {licence_of} | {where} | {given.get(name, '')} |\n")
    made = "".join(out) + unsafe_tables()
    used = users.keys() | packages.keys()
    mistakes = [f"{name} has no reason in docs/dependencies.md" for name in sorted(used) if not given.get(name)]
    mistakes += [f"docs/dependencies.md has a reason for {name}, which is not a dependency" for name in sorted(given.keys() - used)]
    if "--check" in sys.argv[1:]:
        if not FILE.exists() or FILE.read_text(encoding="utf-8") != made:
            mistakes.append("docs/dependencies.md is stale: run .ci/dependencies.py")
    else:
        FILE.write_text(made, encoding="utf-8")
    sys.exit("\n".join(mistakes) or None)


if __name__ == "__main__":
    main()
