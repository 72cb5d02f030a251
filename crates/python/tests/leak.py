"""Repeats an operation many times, and fails if the process grows.

    python crates/python/tests/leak.py run 1000000
    python crates/python/tests/leak.py all 2000        # each operation, in a separate process

Prints the number of repetitions, the rate per second and the resident memory in KiB. The first tenth covers
the memory that the interpreter, the booted ROM and the allocator keep. After that, the process must not grow
by more than MAX_GROWTH_KIB.
"""

from __future__ import annotations

import argparse
import gc
import pickle
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import girafa

# In KiB. A leak of 5 bytes per run shows in a million runs, one of 2 KB in two thousand.
MAX_GROWTH_KIB = 4 * 1024
# Number of memory measurements.
MEASUREMENT_COUNT = 20

PRINT_LISTING = "10 PRINT 1"
LOOP_LISTING = "10 LET n=0\n20 LET n=n+1: PRINT n: GO TO 20"


def run() -> None:
    assert girafa.run(listing=PRINT_LISTING, seconds=5).transcript == "1\n"


def results() -> None:
    """Reads all attributes of a result."""
    result = girafa.run(listing='10 LET a$="x": LPRINT a$: BEEP .01,0', seconds=5, coverage=True, profile=True, audio=True)
    for name in dir(result):
        if not name.startswith("__"):
            getattr(result, name)
    result.screen.png()


def errors() -> None:
    """Failed runs do not leak either."""
    for arguments in [{"listing": "10 PIRNT 1"}, {"listing": "10 INPUT a"}, {"listing": "10 PRINT x"}, {"target": "none.bas"}]:
        try:
            girafa.run(seconds=5, **arguments)
        except (girafa.GirafaError, FileNotFoundError):
            pass


def machine() -> None:
    made = girafa.Machine(listing=LOOP_LISTING, audio=True)
    made.frames(5)
    assert len(made.memory) == 65_536 and len(made.audio) > 4_000


def past() -> None:
    made = girafa.Machine(listing=LOOP_LISTING)
    made.frames(20)
    state = made.state()
    made.goto(10), made.step(back=True)
    assert made.why("n").line in (10, 20)
    made.restore(state)
    # After `restore`, no statement or the running one has set the variable: compare only the value.
    assert made.why("n").value == str(made.variables["n"])


def pickles() -> None:
    made = girafa.Machine(listing=LOOP_LISTING)
    made.frames(10)
    assert pickle.loads(pickle.dumps(made)).frames(1) == 1


def hooks() -> None:
    """Hooks that refer to their machine, which is a reference cycle."""
    made = girafa.Machine(listing=LOOP_LISTING)
    seen: list[object] = []
    made.on_line(20, lambda _: seen.append((made, made.place)))
    made.on_variable("n", lambda machine: seen.append(machine.variables["n"]))
    made.on_address(0x10, lambda machine: seen.append(machine.registers))
    made.frames(15)
    assert seen


def scans() -> None:
    assert girafa.typein("10 PR1NT 1\n2O GO TO 10\n", width=0).doubts
    assert girafa.check("10 PIRNT 1") and girafa.tokenise(PRINT_LISTING)


OPERATIONS: dict[str, Callable[[], None]] = {
    kind.__name__: kind for kind in (run, results, errors, machine, past, pickles, hooks, scans)
}


def resident() -> int:
    """Returns the resident memory of this process in KiB."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 1024
    except OSError:
        # The peak also shows growth.
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def measure(kind: str, times: int) -> int:
    """Returns the growth of the process in KiB after the first tenth of the repetitions."""
    once = OPERATIONS[kind]
    every = max(1, times // MEASUREMENT_COUNT)
    began = time.monotonic()
    first = None
    memory = 0
    for done in range(1, times + 1):
        once()
        if done % every == 0 or done == times:
            gc.collect()
            memory = resident()
            if first is None and done * 10 >= times:
                first = memory
            print(f"{kind}: {done} done, {done / (time.monotonic() - began):.0f} a second, {memory} KiB", flush=True)
    return memory - (first or memory)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=[*OPERATIONS, "all"])
    parser.add_argument("times", type=int)
    options = parser.parse_args()
    if options.kind == "all":
        return max(subprocess.call([sys.executable, __file__, kind, str(options.times)]) for kind in OPERATIONS)
    grown = measure(options.kind, options.times)
    if grown > MAX_GROWTH_KIB:
        print(f"{options.kind}: it has grown by {grown} KiB", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
