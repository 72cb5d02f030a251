#!/usr/bin/env python3
"""Builds the command reproducibly, as for a release: the same bytes on any machine, without local paths.

    .ci/reproducible.py build [--profile P] [--target T]
                                  builds target/P/girafa, or target/T/P/girafa for target T; the default
                                  for P is `dist`. The last line has the SHA-256 and the path
    .ci/reproducible.py [--profile P]
                                  builds the commit twice, with different directories, HOME and CARGO_HOME;
                                  fails if the two differ or contain a local path (minutes)
    .ci/reproducible.py rom       builds the ROM twice in this way, and compares it with the committed image

The same commit (with its Cargo.lock), rustc and linker give the same bytes. A plain `cargo build --release`
differs only in the source paths in panic messages.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE, BINARY = "girafa", "girafa"
# Replacements for local directories in the program.
WORKSPACE, CARGO, RUST = "/girafa", "/cargo", "/rust"


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def cargo_home(environment):
    return environment.get("CARGO_HOME") or str(Path(environment.get("HOME", "/")) / ".cargo")


def build(directory, profile, environment, triple=None):
    """Builds the command of the workspace in `directory`, for the target `triple` if given. Returns its
    path."""
    names = {directory: WORKSPACE, cargo_home(environment): CARGO, output("rustc", "--print", "sysroot"): RUST}
    remap = [f"--remap-path-prefix={path}={name}" for path, name in names.items()]
    # The builder's own flags would change the program. This variable separates flags by a byte that no path
    # contains.
    ours = {
        name: value
        for name, value in environment.items()
        if not name.startswith(("CARGO_PROFILE_", "CARGO_BUILD_", "RUSTC_")) and name != "RUSTFLAGS"
    }
    ours |= {"CARGO_ENCODED_RUSTFLAGS": "\x1f".join(remap), "CARGO_INCREMENTAL": "0"}
    command = ["cargo", "build", "--locked", "--profile", profile, "-p", PACKAGE]
    if triple:
        command += ["--target", triple]
        if triple.endswith("-linux-musl"):
            # rustc includes musl and a linker: any machine links the same program, even for another
            # processor.
            ours[f"CARGO_TARGET_{triple.upper().replace('-', '_')}_LINKER"] = "rust-lld"
    if subprocess.run(command, cwd=directory, env=ours).returncode != 0:
        sys.exit("cargo build failed")
    target = Path(directory) / ours.get("CARGO_TARGET_DIR", "target") / (triple or "")
    windows = "windows" in triple if triple else os.name == "nt"
    return target / ("debug" if profile == "dev" else profile) / (BINARY + ".exe" * windows)


def unpack(commit, directory):
    """Extracts the files of a commit to a new directory."""
    Path(directory).mkdir(parents=True)
    archive = subprocess.Popen(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", directory], stdin=archive.stdout, check=True)
    if archive.wait() != 0:
        sys.exit("git archive failed")


def stranger(directory, name):
    """Returns the environment of another user: a new HOME, and a new CARGO_HOME with the downloaded
    crates."""
    home = Path(directory) / name / "home"
    registry = home / "cargo" / "registry"
    registry.mkdir(parents=True)
    for part in ("index", "cache"):
        shared = Path(cargo_home(os.environ)) / "registry" / part
        if shared.is_dir():
            (registry / part).symlink_to(shared)
    rustup = os.environ.get("RUSTUP_HOME") or str(Path.home() / ".rustup")
    environment = {name: value for name, value in os.environ.items() if name not in ("CARGO_TARGET_DIR", "TMPDIR")}
    return environment | {"HOME": str(home), "CARGO_HOME": str(home / "cargo"), "RUSTUP_HOME": rustup, "USER": name}


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def compare(profile):
    commit = output("git", "-C", str(ROOT), "rev-parse", "HEAD")
    with tempfile.TemporaryDirectory(prefix="girafa-reproducible-") as scratch:
        hashes, failures = {}, []
        # Use names of different lengths, and one with a space.
        for name, place in [("ana", "a/girafa"), ("bernardo", "b/another place/of work")]:
            environment = stranger(scratch, name)
            directory = str(Path(scratch) / place)
            unpack(commit, directory)
            binary = build(directory, profile, environment)
            contents = binary.read_bytes()
            hashes[directory] = digest(binary)
            print(f"{hashes[directory]}  {len(contents):,} bytes  {directory}", flush=True)
            sysroot = output("rustc", "--print", "sysroot")
            for path in (scratch, environment["HOME"], environment["CARGO_HOME"], sysroot, str(Path.home()) + "/", str(ROOT)):
                if path.encode() in contents:
                    failures.append(f"{binary} contains the path {path}")
            shutil.rmtree(directory)
        if len(set(hashes.values())) > 1:
            failures.append("the two builds differ")
    sys.exit("\n".join(failures) or None)


def rom():
    image = ROOT / "roms-open" / "girafa48.rom"
    with tempfile.TemporaryDirectory(prefix="girafa-rom-") as scratch:
        for name, locale, zone in [("ana", "C", "UTC"), ("another place", "pt_PT.UTF-8", "Asia/Kathmandu")]:
            directory = Path(scratch) / name
            shutil.copytree(ROOT / "roms-open", directory, ignore=shutil.ignore_patterns("build", "*.rom"))
            environment = os.environ | {"HOME": str(directory), "LC_ALL": locale, "TZ": zone, "PYTHONHASHSEED": "random"}
            done = subprocess.run([sys.executable, "build.py"], cwd=directory, env=environment, stdout=subprocess.DEVNULL)
            built = directory / "build" / "girafa48.rom"
            if done.returncode != 0 or built.read_bytes() != image.read_bytes():
                sys.exit(f"roms-open/girafa48.rom differs from a build in another directory ({name})")
    print(f"{digest(image)}  roms-open/girafa48.rom, the same in two builds")


def main():
    parser = argparse.ArgumentParser(description="Build the command reproducibly, or check that builds are reproducible.")
    parser.add_argument("what", nargs="?", choices=["compare", "build", "rom"], default="compare")
    parser.add_argument("--profile", default="dist")
    parser.add_argument("--target", metavar="TRIPLE", help="with `build`: the target to build for")
    given = parser.parse_args()
    if given.what == "rom":
        rom()
    elif given.what == "build":
        binary = build(str(ROOT), given.profile, dict(os.environ), given.target)
        print(f"{digest(binary)}  {binary}")
    else:
        compare(given.profile)


main()
