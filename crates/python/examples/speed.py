"""Compares the speed of girafa.run and of Machine.frames with that of the command, for the same programs.

    cargo build --release -p girafa && maturin develop --release --manifest-path crates/python/Cargo.toml
    python crates/python/examples/speed.py target/release/girafa

Each program runs several times for a number of frames, in all ways in turn; the best time of each counts.
Times are processor time (user and system), which depends least on other load. The time to start is measured
by a run of one frame and subtracted. Fails if the speed of girafa.run, or of a machine without history, is
below 0.95 of the command's.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import girafa

PROGRAMS = {
    "numbers": "10 LET s=0\n20 FOR i=1 TO 1000: LET s=s+SQR i*2: NEXT i\n30 GO TO 20",
    "strings": '10 LET a$=""\n20 FOR i=1 TO 100: LET a$=a$+CHR$ (65+i-26*INT (i/26)): NEXT i\n30 PRINT a$(1 TO 32): POKE 23692,255: GO TO 10',
    "drawing": "10 FOR x=0 TO 255 STEP 5: PLOT x,0: DRAW 0,175: NEXT x: CLS : GO TO 10",
}
REPETITIONS = 5
MIN_SPEED_RATIO = 0.95


def of_command(command: Path, program: Path, frames: int) -> float:
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([command, "run", program, "--frames", str(frames)], capture_output=True)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime
    # Exit code 3: the program did not end within the time limit.
    if done.returncode not in (0, 3):
        sys.exit(done.stderr.decode())
    return took


def of_run(program: Path, frames: int) -> float:
    began = time.process_time()
    girafa.run(program, frames=frames)
    return time.process_time() - began


def of_machine(history: bool, program: Path, frames: int) -> float:
    began = time.process_time()
    girafa.Machine(program, history=history).frames(frames)
    return time.process_time() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=Path, help="the command, built with the same profile as the module")
    parser.add_argument("--frames", type=int, default=20_000)
    options = parser.parse_args()
    ways: dict[str, Callable[[Path, int], float]] = {
        "command": partial(of_command, options.command),
        "run": of_run,
        "frames": partial(of_machine, False),
        "frames with history": partial(of_machine, True),
    }
    slow = 0
    with tempfile.TemporaryDirectory() as directory:
        for name, listing in PROGRAMS.items():
            program = Path(directory) / f"{name}.bas"
            program.write_text(listing)
            of_run(program, 1)
            starts: dict[str, list[float]] = {way: [] for way in ways}
            times: dict[str, list[float]] = {way: [] for way in ways}
            for _ in range(REPETITIONS):
                for way, measure in ways.items():
                    starts[way].append(measure(program, 1))
                    times[way].append(measure(program, options.frames))
            took = {way: min(times[way]) - min(starts[way]) for way in ways}
            speeds = {way: took["command"] / took[way] for way in ways}
            slow += min(speeds["run"], speeds["frames"]) < MIN_SPEED_RATIO
            shown = ", ".join(f"{way} {speeds[way]:.2f}" for way in ways if way != "command")
            start = ", ".join(f"{way} {min(starts[way]) * 1000:.1f} ms" for way in ways)
            print(f"{name}: speed relative to the command: {shown}; time to start: {start}")
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
