"""Random calls of the whole API: no arguments crash the interpreter.

    GIRAFA_FUZZ_SECONDS=600 pytest -s crates/python/tests/test_random_calls.py

Without that variable, it runs a few rounds of some hundred calls. A failed round prints its seed; set
GIRAFA_FUZZ_SEED to start with it.
"""

import faulthandler
import itertools
import os
import pickle
import random
import time
from pathlib import Path

import pytest

import girafa

CONTA = "10 LET n=0\n20 LET n=n+1: LET d=n*2\n30 PRINT n\n40 GO TO 20"
LISTINGS = [
    CONTA,
    '10 INPUT "Nome? ";n$\n20 PRINT n$: BEEP .01,1: GO TO 10',
    "10 PRINT 1/0",
    "10 GO SUB 20\n20 GO SUB 10",
    "10 LPRINT 1: PAUSE 0: CLS : GO TO 10",
    "10 PIRNT",
    "10 DATA 1,2\n20 READ a,b: RESTORE : GO TO 20",
    "10 RANDOMIZE USR 0",
    "10 POKE 23672,1: RANDOMIZE USR 40000",
    "",
    "é\0\ud800",
]
CALLS_PER_ROUND = 400
MIN_ROUNDS = 6
# Functions that a round calls.
FUNCTIONS = ["run", "check", "tokenise", "llist", "typein", "Machine", "Sessions"]
# Some keyword arguments of the module.
KEYWORDS = ["listing", "answers", "keys", "tape", "rom", "coverage", "profile", "audio", "printer", "late", "pace", "width", "fixes", "page", "font", "name", "format", "back", "condition", "statement", "update"]
MAX_OBJECTS = 30
# Maximum number of hook calls in a round, so that hooks that cause hook calls come to an end.
MAX_HOOK_CALLS = 200


class Round:
    """Random calls from a seed."""

    def __init__(self, seed, files):
        self.rng = random.Random(seed)
        self.objects = [girafa.Machine(listing=CONTA)]
        self.files = files
        self.hook_calls = 0
        self.calls = []

    def value(self, depth=0):
        rng = self.rng
        kinds = [
            lambda: rng.choice([0, 1, -1, 2, 10, 20, 30, 255, 256, 16_384, 23_672, 65_535, 65_536, 2**31, 2**64, -(2**70)]),
            lambda: rng.choice([0.5, 1.5, -0.0, 1e300, float("nan"), float("inf")]),
            lambda: rng.choice(["", "n", "a$", "a(1)", "10", "n*2", "1/0", "szx", "z80", "sna", "over", "out", "line", "q+o 2s LEFT*3", "ENTER", "\0", "\ud800", "€", "x" * 5_000]),
            lambda: rng.choice(LISTINGS),
            lambda: rng.choice(self.files),
            lambda: str(rng.choice(self.files)),
            lambda: rng.choice([b"", b"\0", bytes(100), bytes(49_179), None, True, False, print, object()]),
            lambda: rng.choice(self.objects),
            lambda: self.hook,
            lambda: bytes(rng.randrange(256) for _ in range(rng.randrange(60))),
        ]
        if depth < 2:
            kinds += [
                lambda: [self.value(depth + 1) for _ in range(rng.randrange(4))],
                lambda: tuple(self.value(depth + 1) for _ in range(2)),
                lambda: [(rng.randrange(100), rng.choice("abq"))],
            ]
        return rng.choice(kinds)()

    def likely(self, name):
        """Returns plausible arguments of a function, or None if there are none for it."""
        rng = self.rng
        states = [it for it in self.objects if isinstance(it, girafa.State)]
        line = rng.choice([10, 20, 30, 40])
        known = {
            "on_line": [line, self.hook],
            "on_variable": [rng.choice(["n", "d", "n$", "a(1)"]), self.hook],
            "on_address": [rng.choice([0x10, 0x38, 0, 40_000, rng.randrange(65_536)]), self.hook],
            "remove_hook": [rng.randrange(8)],
            "poke": [rng.choice([23_606, 23_677, rng.randrange(65_536)]), rng.randrange(256)],
            "goto": [rng.choice([rng.randrange(300), (rng.randrange(300), rng.randrange(70_000))])],
            "type": [rng.choice(["\n", "p2+2\n", "7\n", "r\n", "10p1\n"])],
            "answer": [rng.choice(["7", "Ana", "1/0", ""])],
            "press": [rng.choice(["y", "ENTER 5f a", "CAPS+SPACE", "q*20"])],
            "press_at": [[(rng.randrange(50), rng.choice("abnq"))]],
            "evaluate": [rng.choice(["n", "n*2", "1/0", "PEEK 23672", "n$+n$"])],
            "set": [rng.choice(["n", "d", "n$"]), rng.choice([1, -0.5, "x"])],
            "why": [rng.choice(["n", "d", "n$"])],
            "restore": [rng.choice(states)] if states else None,
            "step": [rng.choice(["statement", "line", "over"])],
            "Machine": [rng.choice(self.files)],
            "typein": [rng.choice(self.files)],
            "Sessions": [self.files[0].parent / "one.bas"],
            "judge": ["a"],
        }
        return known.get(name)

    def hook(self, *_):
        """A hook that sometimes makes another call, and sometimes stops the run."""
        self.hook_calls += 1
        if self.hook_calls > MAX_HOOK_CALLS:
            return True
        if self.rng.random() < 0.3:
            self.call()
        return self.rng.random() < 0.1

    def target(self):
        """Returns the name and value of a random function or attribute."""
        if self.rng.random() < 0.15:
            name = self.rng.choice(FUNCTIONS)
            return name, getattr(girafa, name)
        it = self.rng.choice(self.objects)
        names = [name for name in dir(it) if not name.startswith("__") or name in ("__reduce__", "__repr__", "__eq__", "__array_interface__")]
        name = self.rng.choice(names)
        return name, getattr(it, name)

    def call(self):
        name, member = self.target()
        done = member
        if callable(member):
            arguments = [self.value() for _ in range(self.rng.randrange(4))]
            keywords = {self.rng.choice(KEYWORDS): self.value() for _ in range(self.rng.choice([0, 0, 1, 2]))}
            if self.rng.random() < 0.6 and (likely := self.likely(name)) is not None:
                arguments, keywords = likely, {}
                if name == "step" and self.rng.random() < 0.5:
                    keywords["back"] = True
            if member in (girafa.run, girafa.Machine):
                arguments = arguments[:1]
            if member is girafa.run:
                # Limit the run: an emulated hour takes a second or more.
                keywords.setdefault("frames", self.rng.randrange(200))
            if name == "frames":
                arguments = [self.rng.choice([0, 1, 20, -1, 2**40])]
            if name == "run" and member is not girafa.run:
                arguments = [self.rng.choice([0.2, 0, float("nan"), 2.0])]
            if name == "save":
                arguments = [self.rng.choice(self.files)]
            self.calls.append((name, arguments, keywords))
            done = member(*arguments, **keywords)
        else:
            self.calls.append((name,))
        if type(done).__module__.startswith("girafa") or isinstance(done, memoryview):
            if len(self.objects) < MAX_OBJECTS:
                self.objects.append(done)
            else:
                self.objects[self.rng.randrange(MAX_OBJECTS)] = done

    def once(self):
        self.calls.clear()
        try:
            self.call()
            if self.rng.random() < 0.01:
                pickle.loads(pickle.dumps(self.rng.choice(self.objects)))
        except Exception as error:  # Any exception is allowed; a crash is not.
            assert not isinstance(error, (SystemError, MemoryError)), (self.calls, error)
            assert "panicked" not in str(error), (self.calls, error)


def random_calls(seed, files):
    round = Round(seed, files)
    try:
        for _ in range(CALLS_PER_ROUND):
            round.once()
        # All machines are still usable.
        for it in round.objects:
            if isinstance(it, girafa.Machine):
                round.hook_calls = MAX_HOOK_CALLS
                it.frames(1)
    except BaseException as error:
        # A panic is not an Exception.
        calls = repr(round.calls)[:2_000]
        raise AssertionError(f"seed {seed}, {calls}: {type(error).__name__}: {error}") from error


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("one.bas").write_text(CONTA)
    tmp_path.joinpath("one.toml").write_text('[[session]]\nname = "a"\nframes = 20\n')
    tmp_path.joinpath("one.tap").write_bytes(girafa.tokenise(CONTA))
    tmp_path.joinpath("one.png").write_bytes(girafa.run(listing="10 LLIST").paper.png())
    tmp_path.joinpath("one.txt").write_text("10 PR1NT 1\n2O GO TO 10\n")
    yield [*tmp_path.iterdir(), tmp_path, Path("none.bas"), Path("made.png"), Path("nim")]
    faulthandler.cancel_dump_traceback_later()


def test_random_calls(files):
    first = int(os.environ.get("GIRAFA_FUZZ_SEED", "0"))
    seconds = float(os.environ.get("GIRAFA_FUZZ_SECONDS", "0"))
    end = time.monotonic() + seconds
    for done in itertools.count():
        # If a call hangs, print a traceback.
        faulthandler.dump_traceback_later(300)
        if done >= MIN_ROUNDS and time.monotonic() > end:
            break
        random_calls(first + done, files)
    print(f"{done} rounds of {CALLS_PER_ROUND} calls, seeds from {first}")
