#!/usr/bin/env python3
"""Generates NOTICES.md: the crates linked into the commands, with their licences and the required notices.
Also generates web/NOTICES.md for the page's WebAssembly, and crates/python/NOTICES.md for the Python module.

    .ci/notices.py           writes the files
    .ci/notices.py --check   fails if a file is stale
"""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The files, each with the subject of its first sentence and the packages that it covers.
FILES = {
    "NOTICES.md": ("The commands are", ["girafa", "girafa-desktop"]),
    "web/NOTICES.md": ("The WebAssembly is", ["girafa-web"]),
    "crates/python/NOTICES.md": ("The module for Python is", ["girafa-python"]),
}
HEAD = """# Notices

{what} linked with these crates of others. Each comes under one of the licences that it offers; the texts below are
those that the crates bring, each once. Made by `.ci/notices.py`.

"""


def metadata():
    command = ["cargo", "metadata", "--format-version=1", "--locked"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE)
    return json.loads(done.stdout) if done.returncode == 0 else sys.exit("cargo metadata failed")


def linked(data, made):
    """Returns the third-party packages that some of ours are linked with, on any system."""
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    names = {package["name"]: identity for identity, package in packages.items() if package["source"] is None}
    todo, seen = [names[name] for name in made], set()
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
    wanted = re.compile(r"(licen[cs]e|copying|notice|copyright)", re.IGNORECASE)
    for path in sorted(directory.iterdir()):
        if path.is_file() and wanted.match(path.name):
            text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip()
            # The text of the Apache licence is LICENSE-APACHE, except for names filled in.
            if "Apache License" not in text[:200]:
                yield text


def notices(data, what, made):
    packages = linked(data, made)
    out = [HEAD.format(what=what), "| crate | version | licence | source |\n| --- | --- | --- | --- |\n"]
    found = {}
    for package in packages:
        name, version = package["name"], package["version"]
        licence, source = package["license"] or "see below", package["repository"] or ""
        out.append(f"| {name} | {version} | {licence} | {source} |\n")
        for text in texts(package):
            key = hashlib.sha256(re.sub(r"\s+", " ", text).encode()).hexdigest()
            found.setdefault(key, (text, []))[1].append(name)
    out.append("\nThe Apache License 2.0 is in [LICENSE-APACHE](LICENSE-APACHE).\n")
    for text, names in found.values():
        fence = "~~~~"
        out.append(f"\n## {', '.join(dict.fromkeys(names))}\n\n{fence}text\n{text}\n{fence}\n")
    return "".join(out)


def main():
    data, stale = metadata(), []
    for name, (what, made) in FILES.items():
        text = notices(data, what, made)
        file = ROOT / name
        if "--check" not in sys.argv[1:]:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(f"{name} is stale: run .ci/notices.py")
    sys.exit("\n".join(stale) or None)


main()
