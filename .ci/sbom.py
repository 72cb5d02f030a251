#!/usr/bin/env python3
"""Writes the bills of materials of the commands: the crates of each, as CycloneDX 1.5 in JSON.

    .ci/sbom.py [DIR]    writes girafa.cdx.json and girafa-desktop.cdx.json to DIR (default: target/sbom)
    .ci/sbom.py --check  makes them twice, in different directories; fails if they differ or lack a crate

Requires `cargo install cargo-cyclonedx`. The output depends only on the commit: the time is the commit's,
there is no serial number, and the paths are relative to the repository. The files are made for releases and
not committed, as Cargo.lock has the same information.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
# The result depends on the target: some crates are for one system only.
TARGET = "x86_64-unknown-linux-gnu"
COMMANDS = ["girafa", "girafa-desktop"]


def output(*command, cwd=ROOT):
    return subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def boms(directory):
    """Returns the bill of each command as text. Uses a new directory, as the tool writes next to each
    manifest."""
    directory.mkdir(parents=True)
    archive = subprocess.Popen(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", directory], stdin=archive.stdout, check=True)
    if archive.wait() != 0:
        sys.exit("git archive failed")
    time = output("git", "log", "-1", "--format=%ct").strip()
    command = ["cargo", "cyclonedx", "-q", "--format", "json", "--spec-version", "1.5", "--target", TARGET]
    command += ["--override-filename", "bill"]
    subprocess.run(command, cwd=directory, env=os.environ | {"SOURCE_DATE_EPOCH": time}, check=True)
    data = json.loads(output("cargo", "metadata", "--no-deps", "--format-version=1", "--locked", cwd=directory))
    found = {}
    for package in data["packages"]:
        if package["name"] in COMMANDS:
            text = Path(package["manifest_path"]).with_name("bill.json").read_text(encoding="utf-8")
            found[package["name"]] = text.replace(f"file://{quote(str(directory))}/", "file:///girafa/")
    return found


def crates(command):
    """Returns the name and version of each crate that `cargo tree` lists for a command."""
    arguments = ["--package", command, "--edges", "normal,build", "--target", TARGET, "--prefix", "none", "--locked"]
    rows = output("cargo", "tree", *arguments, "--format", "{p}").splitlines()
    return {tuple(row.split()[:2]) for row in rows if row} - {(command, f"v{version(command)}")}


def version(command):
    return output("cargo", "pkgid", "--locked", "-p", command).strip().rpartition("@")[2].rpartition("#")[2]


def check(scratch, found):
    if boms(scratch / "another place") != found:
        sys.exit("the bills differ between two directories")
    for command, text in found.items():
        if str(scratch) in text or str(Path.home()) + "/" in text:
            sys.exit(f"the bill of {command} has a path of this machine")
        listed = {(component["name"], f"v{component['version']}") for component in json.loads(text)["components"]}
        if missing := crates(command) - listed:
            sys.exit(f"the bill of {command} lacks {sorted(missing)}")
        print(f"{command}: {len(listed)} crates")


def main():
    arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="girafa-sbom-") as scratch:
        found = boms(Path(scratch) / "girafa")
        if arguments == ["--check"]:
            return check(Path(scratch), found)
    out = Path(arguments[0]) if arguments else ROOT / "target" / "sbom"
    out.mkdir(parents=True, exist_ok=True)
    for command, text in found.items():
        (out / f"{command}.cdx.json").write_text(text, encoding="utf-8")
        print(out / f"{command}.cdx.json")


main()
