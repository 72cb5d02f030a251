"""Compares the speed of girafa.run with that of the command, for the same programs.

    cargo build --release -p girafa && maturin develop --release --manifest-path crates/python/Cargo.toml
    python crates/python/examples/speed.py target/release/girafa

Each program runs several times for a number of frames, with the command and with Python in turn; the best
time of each counts. Times are processor time (user and system), which depends least on other load. The time
to start is measured by a run of one frame and subtracted on both sides. Fails if Python's speed is below 0.95
of the command's.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
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


def of_python(program: Path, frames: int) -> float:
    began = time.process_time()
    girafa.run(program, frames=frames)
    return time.process_time() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=Path, help="the command, built with the same profile as the module")
    parser.add_argument("--frames", type=int, default=20_000)
    options = parser.parse_args()
    slow = 0
    with tempfile.TemporaryDirectory() as directory:
        for name, listing in PROGRAMS.items():
            program = Path(directory) / f"{name}.bas"
            program.write_text(listing)
            of_python(program, 1)
            command, python = [], []
            starts: tuple[list[float], list[float]] = ([], [])
            for _ in range(REPETITIONS):
                starts[0].append(of_command(options.command, program, 1))
                starts[1].append(of_python(program, 1))
                command.append(of_command(options.command, program, options.frames))
                python.append(of_python(program, options.frames))
            times = min(command) - min(starts[0]), min(python) - min(starts[1])
            speed = times[0] / times[1]
            slow += speed < MIN_SPEED_RATIO
            print(
                f"{name}: the command {times[0]:.3f} s and {min(starts[0]) * 1000:.1f} ms to start, Python {times[1]:.3f} s and "
                f"{min(starts[1]) * 1000:.1f} ms: {speed:.2f} of its speed"
            )
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
