"""Searches for answers that stop a program with an error, on all machines of a Ray cluster.

    python crates/python/examples/ray_search.py nim --sessions 10000
    python crates/python/examples/ray_search.py nim --sessions 10000 --resume found.jsonl
    python crates/python/examples/ray_search.py quantos.bas --address 10.0.0.1:6379

With `--address` or RAY_ADDRESS, it joins that cluster, whose machines need the module `girafa`; otherwise it starts
Ray on this machine. A listing is sent to the workers; another file must have the same path on all machines.
Sessions are numbered. Session n draws its answers from a generator seeded with n, so any machine can
reproduce it. Workers run the sessions in chunks. If a worker dies, another one runs its chunk again. A file
lists the finished chunks; a stopped search continues from it. Errors are merged by report, with the shortest
conversation for each.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import os
import random
import re
import sys
import time
from pathlib import Path
from typing import Any, Iterator, Optional

import girafa

CHUNK_SESSIONS = 25
MAX_ANSWERS = 40
# Emulated seconds between two answers.
SECONDS_PER_ANSWER = 60.0
SUCCESS_REPORTS = ("0", "9")


# An id or the name of a file, or the text of a listing.
Program = tuple[Optional[str], Optional[str]]


def opened(program: str) -> Program:
    """Reads a listing, so that it can be sent to other machines."""
    path = Path(program)
    return (None, path.read_text(encoding="utf-8")) if path.suffix == ".bas" else (program, None)


def session(program: Program, number: int) -> dict[str, Any]:
    """Runs one session and returns its number, its answers and its error report, if any."""
    rng = random.Random(number)
    target, listing = program
    machine = girafa.Machine(target, listing=listing)
    answers: list[str] = []
    while True:
        stop = machine.run(SECONDS_PER_ANSWER)
        if stop == "key":
            continue
        if stop != "input" or len(answers) == MAX_ANSWERS:
            break
        prompt = " ".join(row for row in machine.rows[16:] if row)
        named = [int(text) for text in re.findall(r"\d{1,3}", prompt)] or [3]
        kinds = [rng.randint(1, 10), rng.choice(named), max(0, rng.choice(named) - 1)]
        answers.append("S" if prompt.endswith('"') else str(rng.choice(kinds)))
        machine.answer(answers[-1])
    report = machine.report if stop == "ended" else None
    # A report is an error unless it is `0 OK` or `9 STOP statement`.
    failed = report is not None and not report.startswith(SUCCESS_REPORTS)
    return {"session": number, "answers": answers, "report": report if failed else None}


def chunk(program: Program, first: int, dies: Optional[str] = None) -> list[dict[str, Any]]:
    """Runs a chunk of sessions and returns those that failed. `dies` is a file for tests: the first worker
    that removes it exits, as if it had crashed."""
    if dies:
        with contextlib.suppress(FileNotFoundError):
            # Only one worker can remove the file.
            Path(dies).unlink()
            os._exit(1)
    done = (session(program, number) for number in range(first, first + CHUNK_SESSIONS))
    return [one for one in done if one["report"]]


class Found:
    """The errors found so far and the finished chunks, stored in a file of JSON lines."""

    def __init__(self, path: Path, program: str) -> None:
        self.path, self.program = path, program
        self.chunks: set[int] = set()
        self.errors: dict[str, dict[str, Any]] = {}
        if path.exists():
            for row in path.read_text(encoding="utf-8").splitlines():
                try:
                    known = json.loads(row)
                except ValueError:
                    # The search was stopped while it wrote this row: run that chunk again.
                    continue
                if known["program"] != program:
                    sys.exit(f"{path}: is a search of {known['program']}; use another file for {program}")
                self.take(known["first"], known["failed"])

    def take(self, first: int, failed: list[dict[str, Any]]) -> None:
        self.chunks.add(first)
        for one in failed:
            known = self.errors.get(one["report"])
            if known is None or (len(one["answers"]), one["session"]) < (len(known["answers"]), known["session"]):
                self.errors[one["report"]] = one

    def add(self, first: int, failed: list[dict[str, Any]]) -> None:
        self.take(first, failed)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"program": self.program, "first": first, "failed": failed}) + "\n")


@contextlib.contextmanager
def cluster(address: Optional[str], workers: Optional[int]) -> Iterator[int]:
    """Joins the Ray cluster at `address` or RAY_ADDRESS; without either, starts Ray on this machine. Yields the number
    of workers: by default, all that there are."""
    import ray

    address = address or os.environ.get("RAY_ADDRESS")
    local = {"num_cpus": workers or os.cpu_count() or 1, "include_dashboard": False}
    ray.init(logging_level=logging.ERROR, log_to_driver=False, **({"address": address} if address else local))
    try:
        yield workers or int(ray.cluster_resources().get("CPU", 1))
    finally:
        ray.shutdown()


def search(given: str, sessions: int, found: Found, address: Optional[str], workers: Optional[int], dies: Optional[str] = None) -> tuple[float, int]:
    """Runs all unfinished chunks and returns the sessions per second, and the number of workers."""
    import ray

    program = opened(given)
    with cluster(address, workers) as workers:
        remote = ray.remote(max_retries=3, num_cpus=1)(chunk)
        # The first call on each worker loads the module.
        ray.get([remote.remote(program, -CHUNK_SESSIONS * (worker + 1)) for worker in range(workers)])
        began = time.monotonic()
        wanted = [first for first in range(0, sessions, CHUNK_SESSIONS) if first not in found.chunks]
        todo = iter(wanted)
        running: dict[Any, int] = {}
        done = 0
        while True:
            # Submit just enough chunks to keep all workers busy, so that a million tasks do not wait in
            # memory.
            while len(running) < 2 * workers and (first := next(todo, None)) is not None:
                running[remote.remote(program, first, dies)] = first
            if not running:
                break
            (ready, *_), _ = ray.wait(list(running), num_returns=1)
            first = running.pop(ready)
            found.add(first, ray.get(ready))
            done += CHUNK_SESSIONS
            if sys.stderr.isatty():
                rate = done / (time.monotonic() - began)
                print(f"\r{done} of {CHUNK_SESSIONS * len(wanted)} sessions, {rate:.0f} a second, {len(found.errors)} errors", end="", file=sys.stderr)
        return done / max(time.monotonic() - began, 1e-9), workers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the id of an included program, or a file")
    parser.add_argument("--sessions", type=int, default=1_000)
    parser.add_argument("--address", help="the Ray cluster to join, such as HOST:6379 (default: RAY_ADDRESS)")
    parser.add_argument("--workers", type=int, help="the number of workers (default: all that there are)")
    parser.add_argument("--resume", type=Path, default=Path("found.jsonl"), metavar="FILE", help="file of finished chunks, which are not run again")
    parser.add_argument("--dies", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    found = Found(options.resume, options.program)
    rate, workers = search(options.program, options.sessions, found, options.address, options.workers, options.dies)
    print(f"{rate:.0f} sessions a second, {workers} workers")
    for report, one in sorted(found.errors.items()):
        print(f"{report}: session {one['session']}, answers {' '.join(one['answers'])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
