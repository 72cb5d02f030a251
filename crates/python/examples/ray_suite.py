"""Runs `girafa test` in parts on all machines of a Ray cluster, and merges the results.

    python crates/python/examples/ray_suite.py programs --parts 8 --junit results.xml

Each part is a task that runs `girafa test PATH... --partition K/N --json`. If a worker dies, another one runs
its part again. With `--address` or RAY_ADDRESS, it joins that cluster; otherwise it starts Ray on this machine. All
machines need the command and the programs under the same paths. The exit code is that of
the whole suite.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def part(command: list[str], directory: str, partition: str) -> bytes:
    """Runs one part and returns its JSON."""
    done = subprocess.run([*command, "--partition", partition, "--json"], cwd=directory, capture_output=True)
    if not done.stdout:
        raise RuntimeError(f"part {partition}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def suite(girafa: str, arguments: list[str], parts: int, *, method: str = "hash", merge: tuple[str, ...] = ()) -> subprocess.CompletedProcess[bytes]:
    """Runs `girafa test` with these arguments in parts, on the cluster that `ray.init` has connected to.
    Returns the result of the merge, which gets the options `merge`."""
    import ray

    remote = ray.remote(max_retries=3, num_cpus=1)(part)
    command = [girafa, "test", *arguments]
    running = [remote.remote(command, os.getcwd(), f"{method}:{number}/{parts}") for number in range(1, parts + 1)]
    with tempfile.TemporaryDirectory() as directory:
        files = [Path(directory, f"{number}.json") for number in range(1, parts + 1)]
        for file, json in zip(files, ray.get(running)):
            file.write_bytes(json)
        return subprocess.run([girafa, "test", *merge, "--merge", *map(str, files)], capture_output=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="directories, programs or session files")
    parser.add_argument("--parts", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--address", help="the Ray cluster to join, such as HOST:6379 (default: RAY_ADDRESS)")
    parser.add_argument("--junit", metavar="FILE", help="also write a JUnit XML report")
    parser.add_argument("--girafa", default="girafa", metavar="FILE", help="the command")
    options = parser.parse_args()
    # The workers do not need its imports.
    from ray_search import cluster

    with cluster(options.address, None):
        merged = suite(options.girafa, options.paths, options.parts, merge=("--junit", options.junit) if options.junit else ())
    sys.stdout.buffer.write(merged.stdout)
    sys.stderr.buffer.write(merged.stderr)
    return merged.returncode


if __name__ == "__main__":
    sys.exit(main())
