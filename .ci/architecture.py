#!/usr/bin/env python3
"""Generates the diagram of the crates in CONTRIBUTING.md, and checks the rules for their dependencies.

    .ci/architecture.py           updates the diagram and checks the rules
    .ci/architecture.py --check   fails if the diagram is stale or a rule is broken
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "CONTRIBUTING.md"
BEGIN = "<!-- crates: drawn by .ci/architecture.py -->"
END = "<!-- end of crates -->"
# Build dependency of packages that search for a system library.
SYSTEM_LIBRARY_FINDER = "pkg-config"
# Crates that a plain `cargo test` does not build: they need a system library, WebAssembly or Python.
NON_DEFAULT_CRATES = {"desktop", "web", "python"}
# crates.io ignores unknown categories without a warning. These are the valid ones in use.
CATEGORIES = {
    "algorithms", "command-line-utilities", "compilers", "computer-vision", "development-tools", "development-tools::debugging", "development-tools::testing", "emulators", "encoding", "games",
    "command-line-interface", "filesystem", "gui", "no-std::no-alloc", "parser-implementations", "simulation", "text-editors", "text-processing",
}  # fmt: skip


def output(*command):
    """Returns the standard output of a command. If it fails, its own message is on standard error."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return done.stdout if done.returncode == 0 else sys.exit(f"{' '.join(command)} failed")


def short(name):
    """Returns the name of a crate without the prefix `girafa-`."""
    return name.removeprefix("girafa-")


class Workspace:
    """The packages of the workspace by their short names, and their dependencies."""

    def __init__(self):
        # Without a platform, Cargo would download the packages for all platforms.
        host = re.search(r"^host: (.*)$", output("rustc", "-vV"), re.MULTILINE)[1]
        arguments = ("--format-version=1", "--locked", "--filter-platform", host)
        self.metadata = json.loads(output("cargo", "metadata", *arguments))
        self.by_id = {package["id"]: package for package in self.metadata["packages"]}
        members = [self.by_id[member] for member in self.metadata["workspace_members"]]
        self.crates = {short(package["name"]): package for package in members}
        self.default = {short(self.by_id[member]["name"]) for member in self.metadata["workspace_default_members"]}
        self.links = {
            node["id"]: {dep["pkg"] for dep in node["deps"] if any(kind["kind"] != "dev" for kind in dep["dep_kinds"])}
            for node in self.metadata["resolve"]["nodes"]
        }
        names = {package["id"]: name for name, package in self.crates.items()}
        self.uses = {
            name: {names[dep] for dep in self.links[package["id"]] if dep in names}
            for name, package in self.crates.items()
        }

    def below(self, name):
        """Returns the workspace crates that a crate depends on, directly or indirectly."""
        found, todo = set(), [name]
        while todo:
            new = self.uses[todo.pop()] - found
            found |= new
            todo += new
        return found

    def packages_below(self, name):
        """Returns all packages that a crate is built from, including third-party ones, without
        dev-dependencies."""
        start = self.crates[name]["id"]
        found, todo = {start}, [start]
        while todo:
            new = self.links[todo.pop()] - found
            found |= new
            todo += new
        return [self.by_id[package] for package in found]

    def depth(self, name):
        return 1 + max((self.depth(other) for other in self.uses[name]), default=-1)

    def arrows(self, name):
        """Returns the direct dependencies of a crate, without those that another one also depends on."""
        return sorted(self.uses[name] - {other for direct in self.uses[name] for other in self.below(direct)})

    def in_order(self):
        """Returns the published crates, dependents first."""
        published = [name for name, package in self.crates.items() if package["publish"] != []]
        return sorted(published, key=lambda name: (-self.depth(name), name))

    def directory(self, name):
        return Path(self.crates[name]["manifest_path"]).parent.relative_to(ROOT)


def knows_nothing_of(name, *others):
    """Rule: the crate does not depend on the others."""

    def broken(workspace):
        return [f"{name} uses {other}" for other in others if other in workspace.below(name)]

    listed = ", ".join(f"`{other}`" for other in others)
    return f"`{name}` does not depend on {listed}.", broken


def uses_only(name, *others):
    """Rule: the crate depends on no other workspace crate than these."""

    def broken(workspace):
        return [f"{name} uses {other}" for other in sorted(workspace.below(name) - set(others))]

    listed = ", ".join(f"`{other}`" for other in others)
    return f"`{name}` depends on no other crate{f' than {listed}' if others else ''}.", broken


def no_system_library(workspace):
    for name in workspace.crates:
        found = {package["name"] for package in workspace.packages_below(name)}
        if name != "desktop" and SYSTEM_LIBRARY_FINDER in found:
            yield f"{name} needs a system library"


def default_members(workspace):
    for name in workspace.crates:
        if (name in workspace.default) == (name in NON_DEFAULT_CRATES):
            yield f"{name} is {'' if name in workspace.default else 'not '}among the default members"


def only_there(name, tool):
    """Rule: only this crate is built with the tool; no crate depends on it, and it is not published."""

    def broken(workspace):
        if workspace.crates[name]["publish"] != []:
            yield f"{name} would be published to crates.io"
        for crate in sorted(workspace.crates):
            found = {below["name"] for below in workspace.packages_below(crate)}
            if tool in found and crate != name:
                yield f"{crate} is built with {tool}"
            if name in workspace.below(crate):
                yield f"{crate} uses {name}"

    return broken


def one_test_binary(workspace):
    for name in sorted(workspace.crates):
        tests = [target["name"] for target in workspace.crates[name]["targets"] if "test" in target["kind"]]
        if len(tests) > 1:
            yield f"{name} has {len(tests)} test binaries: {', '.join(tests)}"


def no_lost_test(workspace):
    """Rule: a library with `test = false` has no unit tests. Cargo would skip them silently."""
    for name, package in sorted(workspace.crates.items()):
        for target in package["targets"]:
            if set(target["kind"]) & {"lib", "rlib", "cdylib"} and not target["test"]:
                for path in Path(target["src_path"]).parent.rglob("*.rs"):
                    if "#[test]" in path.read_text(encoding="utf-8"):
                        yield f"{path.relative_to(ROOT)} has unit tests, and {name} has `test = false`"


def tests_only(workspace):
    for name, package in workspace.crates.items():
        for dependency in package["dependencies"]:
            if dependency["name"] == "girafa-test-support" and (dependency["kind"] != "dev" or dependency["req"] != "*"):
                yield f"{name} names test-support as {dependency['kind'] or 'a normal'} dependency, {dependency['req']}"


def version(text):
    return tuple(int(part) for part in (text or "0").split(".")[:2])


def rust_version(workspace):
    ours = {package["rust_version"] for package in workspace.crates.values()}
    if len(ours) != 1:
        yield f"the crates declare different Rust versions: {ours}"
    for name in workspace.crates:
        for package in workspace.packages_below(name):
            if version(package["rust_version"]) > version(min(ours)):
                yield f"{name} uses {package['name']}, which needs Rust {package['rust_version']}"


def described(workspace):
    for name in workspace.in_order():
        package = workspace.crates[name]
        for key in ("description", "readme", "license", "repository", "keywords", "categories"):
            if not package[key]:
                yield f"{name} has no {key}"
        if len(package["keywords"]) > 5 or not all(
            re.fullmatch(r"[a-z0-9][a-z0-9_+-]{0,19}", word) for word in package["keywords"]
        ):
            yield f"{name} has more than 5 keywords, or an invalid one"
        for category in set(package["categories"]) - CATEGORIES:
            yield f"{name} has the category {category}, which is not listed in .ci/architecture.py"


RULES = [
    uses_only("z80"),
    uses_only("tap"),
    uses_only("ula"),
    uses_only("rom-aot", "ula", "z80"),
    uses_only("spectrum", "rom-aot", "ula", "tap", "z80"),
    uses_only("rom", "spectrum", "rom-aot", "ula", "tap", "z80"),
    uses_only("basic", "tap"),
    uses_only("scan", "basic", "tap"),
    knows_nothing_of("books", "spectrum", "session"),
    knows_nothing_of("reference", "spectrum", "session"),
    knows_nothing_of("session", "reference", "scan", "books", "verify"),
    knows_nothing_of("frontend", "reference", "verify", "loader"),
    knows_nothing_of("dap", "reference", "verify", "loader"),
    knows_nothing_of("desktop", "girafa"),
    knows_nothing_of("girafa", "desktop"),
    knows_nothing_of("web", "girafa", "desktop", "cli-support"),
    knows_nothing_of("python", "desktop", "web"),
    ("Only `desktop` is built with a library of the system.", no_system_library),
    ("All but `desktop`, `web` and `python` are default members.", default_members),
    ("Only `web` is for pages (wasm-bindgen): nothing depends on it; it is published to npm (`web/package`), not to crates.io.", only_there("web", "wasm-bindgen")),
    ("Only `python` is for Python (PyO3): nothing depends on it; its wheel is published to PyPI, not to crates.io.", only_there("python", "pyo3")),
    ("The integration tests of a crate are one binary.", one_test_binary),
    ("A library with `test = false` has no unit tests.", no_lost_test),
    ("Only tests use `test-support`, without a version: it is not published.", tests_only),
    ("Nothing that is built needs a newer Rust than `rust-version`.", rust_version),
    ("Each published crate has what a registry needs: README, licence, repository, keywords, categories.", described),
]  # fmt: skip


def picture(workspace):
    order = workspace.in_order()
    yield "An arrow leads from a crate to one that it depends on; arrows that follow from others are left out.\n"
    yield "```mermaid\nflowchart TD"
    for name in order:
        for other in workspace.arrows(name):
            yield f"    {name} --> {other}"
    yield "```\n"
    yield "| crate | what it is | uses |\n| --- | --- | --- |"
    for name in order:
        uses = sorted(workspace.uses[name], key=order.index)
        description = workspace.crates[name]["description"]
        yield f"| `{workspace.directory(name)}` | {description} | {', '.join(uses) or 'none'} |"
    yield "\n`.ci/run` checks that:\n"
    for text, _ in RULES:
        yield f"- {text}"


def main():
    check = sys.argv[1:] == ["--check"]
    workspace = Workspace()
    document = DOCUMENT.read_text(encoding="utf-8")
    before, found, rest = document.partition(BEGIN)
    _, closed, after = rest.partition(END)
    if not (found and closed):
        sys.exit(f"{DOCUMENT.name}: missing {BEGIN} or {END}")
    drawn = "\n".join([before + BEGIN, *picture(workspace), END + after])
    complaints = [f"{text}\n    {broken}" for text, rule in RULES for broken in rule(workspace)]
    if drawn != document:
        if check:
            complaints.append(f"{DOCUMENT.name}: the diagram of the crates is stale: run .ci/architecture.py")
        else:
            DOCUMENT.write_text(drawn, encoding="utf-8")
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
