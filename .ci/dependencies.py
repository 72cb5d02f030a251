#!/usr/bin/env python3
r"""docs/dependencies.md: the crates and npm's packages of others, what each is for, and how much `unsafe` code the crates bring.

    .ci/dependencies.py           writes it; the reasons in it stay, and a new dependency gets an empty one
    .ci/dependencies.py --check   fails where it is stale, a dependency has no reason, or a reason has no dependency

Each Cargo manifest of the repository is looked at, those of the workspaces of their own as well, and the manifests of npm. The reasons are written by hand, into
the page; all else comes from the manifests, the lock files and the sources of the crates.
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

`.ci/dependencies.py` makes this page; only the reasons are written by hand. `.ci/run` checks that each direct dependency has a
reason. `cargo deny` checks the licences; `NOTICES.md` has their texts.

## What each is for

"Where" lists the crates that depend on it, in brackets if only tests, benches or a build script need it.

| crate | licence | where | reason |
| --- | --- | --- | --- |
"""
NPM = """
## What the page and the extension need from npm

The versions are in `web/package-lock.json` and `editors/vscode/package-lock.json`. Brackets mark packages that only build or test. The
`NOTICES.txt` of the page and of the extension have the licences of what they ship.

| package | licence | where | reason |
| --- | --- | --- | --- |
"""
UNSAFE = """
## `unsafe` code

No crate of the project has any (`unsafe_code` is a lint of the workspace). In what the commands are linked with on Linux
(`{platform}`), or what runs while they are built (macros, build scripts), these crates have it: `unsafe` blocks,
functions, traits and implementations, counted in all sources of a crate without comments and strings, also in what is compiled
for other systems only. The other crates have none.

"""


def output(*command):
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return done.stdout if done.returncode == 0 else sys.exit(f"{' '.join(command)} failed")


def metadata(manifest, *more):
    """What Cargo knows of a workspace: its packages, and who uses whom. For other platforms it would fetch more packages."""
    arguments = ["--format-version=1", "--locked", "--filter-platform", PLATFORM, "--manifest-path", manifest, *more]
    return json.loads(output("cargo", "metadata", *arguments))


def direct():
    """The direct dependencies of all manifests: by name the crates that need it, and whether only for tests or building."""
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
    """The licence of each of the direct dependencies."""
    found = {}
    for manifest in WORKSPACES:
        for package in metadata(manifest)["packages"]:
            if package["name"] in names and package["source"] is not None:
                found[package["name"]] = package["license"] or "its own"
    return found


def from_npm():
    """The packages that the manifests of npm's parts name: by name the licence, and where they are used."""
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
    """The ids of the packages that a command is linked with, or that run while it is built."""
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
    r"""A source without its comments and strings.

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
    """How many there are of each kind in the sources of a package that its targets are made from."""
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
    """A table for each command, of the crates that those before it do not bring."""
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
        which = f"`{command}`" + ("" if command == COMMANDS[0] else f", besides what `{COMMANDS[0]}` brings")
        out.append(f"### {which}\n\n{len(new)} crates, of which {len(rows)} have `unsafe` code.\n\n")
        out.append(f"| crate | version | {' | '.join(KINDS)} |\n| --- | --- |{' ---: |' * len(KINDS)}\n")
        for name, version, counts in rows:
            out.append(f"| {name} | {version} | {' | '.join(str(counts[kind]) for kind in KINDS)} |\n")
        out.append(f"| all | | {' | '.join(f'{sums[kind]:,}' for kind in KINDS)} |\n\n")
    return "".join(out).rstrip("\n") + "\n"


def reasons():
    """The reasons that the page gives, by crate."""
    if not FILE.exists():
        return {}
    table = FILE.read_text(encoding="utf-8").partition("## `unsafe` code")[0]
    rows = [re.split(r"(?<!\\)\|", row)[1:-1] for row in table.splitlines() if row.startswith("| ")]
    cells = [[cell.strip() for cell in row] for row in rows]
    return {row[0]: row[3] for row in cells[1:] if len(row) == 4 and row[0] not in ("---", "package")}


def main():
    if doctest.testmod().failed:
        sys.exit("a source is not read as it should be")
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
    mistakes += [f"docs/dependencies.md has a reason for {name}, which nothing uses" for name in sorted(given.keys() - used)]
    if "--check" in sys.argv[1:]:
        if not FILE.exists() or FILE.read_text(encoding="utf-8") != made:
            mistakes.append("docs/dependencies.md is stale: run .ci/dependencies.py")
    else:
        FILE.write_text(made, encoding="utf-8")
    sys.exit("\n".join(mistakes) or None)


if __name__ == "__main__":
    main()
