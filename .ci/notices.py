#!/usr/bin/env python3
"""Writes the licences that are shipped with a program: LICENSE-APACHE, LICENSE-MIT, and NOTICES.md with its
third-party crates.

    .ci/notices.py PROGRAM DIRECTORY   writes the files for a program: commands, page or python
    .ci/notices.py --check             fails if NOTICES.md of a program cannot be made

Used by `cargo xtask dist`, web/build.mjs, the container image, and for the Python package.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The subject of the first sentence, and our packages.
PROGRAMS = {
    "commands": ("The commands are", ["girafa", "girafa-desktop"]),
    "page": ("The WebAssembly is", ["girafa-web"]),
    "python": ("The Python module is", ["girafa-python"]),
}
HEAD = """# Notices

{what} linked with these third-party crates. The table has the licence of each crate. The texts of the licences and
notices follow, each once.

"""


def metadata():
    command = ["cargo", "metadata", "--format-version=1", "--locked"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE)
    return json.loads(done.stdout) if done.returncode == 0 else sys.exit("cargo metadata failed")


def linked(data, names_of_ours):
    """Returns the third-party packages that these packages of ours are linked with, on any system."""
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    names = {package["name"]: identity for identity, package in packages.items() if package["source"] is None}
    todo, seen = [names[name] for name in names_of_ours], set()
    while todo:
        identity = todo.pop()
        if identity in seen:
            continue
        seen.add(identity)
        for dependency in nodes[identity]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                todo.append(dependency["pkg"])
    others = [packages[identity] for identity in seen if packages[identity]["source"] is not None]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def texts(package):
    """Yields the texts of the licences and notices in a package."""
    directory = Path(package["manifest_path"]).parent
    licence_file = re.compile(r"(licen[cs]e|copying|notice|copyright)", re.IGNORECASE)
    for path in sorted(directory.iterdir()):
        if path.is_file() and licence_file.match(path.name):
            text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip()
            # The text of the Apache licence is LICENSE-APACHE, except for names filled in.
            if "Apache License" not in text[:200]:
                yield text


def notices(data, program):
    """Returns the notices of a program, in Markdown."""
    what, names_of_ours = PROGRAMS[program]
    out = [HEAD.format(what=what), "| crate | version | licence | source |\n| --- | --- | --- | --- |\n"]
    found = {}
    for package in linked(data, names_of_ours):
        name, version = package["name"], package["version"]
        own = list(texts(package))
        if not package["license"] and not own:
            sys.exit(f"{name} {version}: has neither a licence in its manifest nor a licence file")
        licence, source = package["license"] or "see below", package["repository"] or ""
        out.append(f"| {name} | {version} | {licence} | {source} |\n")
        for text in own:
            key = hashlib.sha256(re.sub(r"\s+", " ", text).encode()).hexdigest()
            found.setdefault(key, (text, []))[1].append(name)
    out.append("\nThe Apache License 2.0 is in LICENSE-APACHE.\n")
    for text, names in found.values():
        fence = "~~~~"
        out.append(f"\n## {', '.join(dict.fromkeys(names))}\n\n{fence}text\n{text}\n{fence}\n")
    return "".join(out)


def main():
    match sys.argv[1:]:
        case ["--check"]:
            data = metadata()
            for program in PROGRAMS:
                notices(data, program)
        case [program, directory] if program in PROGRAMS:
            text = notices(metadata(), program)
            directory = Path(directory)
            directory.mkdir(parents=True, exist_ok=True)
            for name in ("LICENSE-APACHE", "LICENSE-MIT"):
                shutil.copyfile(ROOT / name, directory / name)
            (directory / "NOTICES.md").write_bytes(text.encode("utf-8"))
        case _:
            sys.exit(f"usage: .ci/notices.py {'|'.join(PROGRAMS)} DIRECTORY, or .ci/notices.py --check")


main()
