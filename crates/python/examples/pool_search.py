"""Runs the search of ray_search.py on one machine, with Python's own pools.

    python crates/python/examples/pool_search.py nim --sessions 10000
    python crates/python/examples/pool_search.py nim --sessions 10000 --threads

Processes or threads run the chunks: the interpreter's lock is released while a machine runs. The file of
finished chunks has the format of ray_search.py, so a search can start here and continue on a cluster.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

from ray_search import CHUNK_SESSIONS, Found, Program, chunk, opened


def search(program: Program, sessions: int, found: Found, pool: Executor, workers: int) -> float:
    """Runs all unfinished chunks and returns the sessions per second."""
    # The first call of each worker loads the module.
    list(pool.map(chunk, [program] * workers, [-CHUNK_SESSIONS * (worker + 1) for worker in range(workers)]))
    began = time.monotonic()
    todo = iter([first for first in range(0, sessions, CHUNK_SESSIONS) if first not in found.chunks])
    running: dict[Future[list[dict[str, Any]]], int] = {}
    done = 0
    while True:
        # Submit just enough chunks to keep all workers busy, so that a million tasks do not wait in memory.
        for first in itertools.islice(todo, 2 * workers - len(running)):
            running[pool.submit(chunk, program, first)] = first
        if not running:
            return done / max(time.monotonic() - began, 1e-9)
        for ready in wait(running, return_when=FIRST_COMPLETED).done:
            found.add(running.pop(ready), ready.result())
            done += CHUNK_SESSIONS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the id of an included program, or a file")
    parser.add_argument("--sessions", type=int, default=1_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--threads", action="store_true", help="threads instead of processes")
    parser.add_argument("--resume", type=Path, default=Path("found.jsonl"), metavar="FILE", help="file of finished chunks, which are not run again")
    options = parser.parse_args()
    found = Found(options.resume, options.program)
    kind = ThreadPoolExecutor if options.threads else ProcessPoolExecutor
    with kind(options.workers) as pool:
        rate = search(opened(options.program), options.sessions, found, pool, options.workers)
    print(f"{rate:.0f} sessions a second, {options.workers} {'threads' if options.threads else 'processes'}")
    for report, one in sorted(found.errors.items()):
        print(f"{report}: session {one['session']}, answers {' '.join(one['answers'])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
