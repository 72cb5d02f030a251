"""A machine run piece by piece."""

import pickle
import random

import pytest

import girafa

CONTA = "10 LET n=0\n20 LET n=n+1: LET d=n*2\n30 PRINT n\n40 GO TO 20"


def test_frames_and_time():
    machine = girafa.Machine(listing=CONTA)
    before = machine.tstates
    assert machine.frames(50) == 50
    # The last instruction may go on into the next frame.
    assert machine.tstates - before == pytest.approx(50 * 69_888, abs=30)
    assert machine.variables["n"] > 1 and machine.transcript.startswith("1\n2\n")
    assert machine.place[0] in (20, 30, 40)
    assert machine.listing.startswith("  10 LET n=0") or "10 LET n=0" in machine.listing


def test_a_conversation():
    machine = girafa.Machine(listing='10 INPUT "Nome? ";n$\n20 PRINT "Ola, ";n$: PAUSE 0: PRINT INKEY$')
    assert machine.run() == "input"
    machine.answer("Ana")
    assert machine.run() == "key"
    assert machine.transcript == "Ola, Ana\n"
    machine.press("y")
    assert machine.run() == "ended"
    assert machine.report == "0 OK, 20:3"


def test_typing_at_the_keyboard():
    machine = girafa.Machine()
    machine.frames(120)
    machine.type("p2+2\n")
    machine.frames(100)
    assert machine.rows[0] == "4"


def test_scheduled_keys():
    machine = girafa.Machine(listing='10 LET a$=INKEY$: IF a$="" THEN GO TO 10\n20 PRINT a$\n30 PAUSE 10: GO TO 10')
    machine.keys([(60, "b"), (20, "a")])
    machine.frames(100)
    printed = machine.transcript.replace("\n", "")
    assert printed.strip("b") and set(printed.strip("b")) == {"a"} and printed.endswith("b")


def test_memory_is_live():
    machine = girafa.Machine(listing=CONTA)
    memory = machine.memory
    assert isinstance(memory, memoryview) and len(memory) == 65_536
    assert memory[0:16_384].tobytes() == bytes(machine.peek(address) for address in range(16_384))
    machine.frames(20)
    before = memory[23672]
    machine.frames(1)
    assert memory[23672] == (before + 1) % 256 and machine.peek(23672) == memory[23672]
    memory[40_000] = 77
    assert machine.peek(40_000) == 77
    machine.poke(40_001, 78)
    assert memory[40_001] == 78
    memory[0] = memory[0] ^ 0xFF
    machine.frames(1)
    assert memory[0] == machine.peek(0)
    numpy = pytest.importorskip("numpy")
    array = numpy.frombuffer(memory, numpy.uint8)
    machine.poke(40_001, 79)
    assert array[40_001] == 79


def test_state_and_restore():
    machine = girafa.Machine(listing=CONTA)
    machine.frames(30)
    state, seen = machine.state(), machine.variables["n"]
    machine.frames(100)
    later = machine.snapshot()
    machine.restore(state)
    assert machine.variables["n"] == seen
    machine.frames(100)
    assert machine.snapshot() == later


def test_back_to_a_moment():
    machine = girafa.Machine(listing=CONTA)
    machine.frames(100)
    moment, then = machine.moment, machine.snapshot()
    machine.frames(300)
    machine.goto(moment)
    assert machine.moment == moment and machine.snapshot() == then
    assert machine.step(back=True) is not None
    assert machine.step() is not None
    line, _ = machine.step("line")
    assert line in (20, 30, 40)
    with pytest.raises(ValueError):
        machine.step("leap")


def test_why():
    machine = girafa.Machine(listing=CONTA)
    machine.frames(60)
    why = machine.why("d")
    assert (why.line, why.statement, why.text) == (20, 2, "LET d=n*2") and why.reads[0][0] == "n"
    machine.goto(why.moment)
    assert machine.place == (20, 2)
    with pytest.raises(KeyError):
        machine.why("nunca")


def test_evaluate_and_set():
    machine = girafa.Machine(listing=CONTA)
    machine.frames(30)
    n = machine.variables["n"]
    assert machine.evaluate("n*2+1") == 2 * n + 1 and machine.evaluate('"a"+STR$ n') == f"a{n}"
    before = machine.snapshot()
    machine.evaluate("d+1")
    assert machine.snapshot() == before
    machine.set("n", 1000)
    assert machine.variables["n"] == 1000
    for wrong in ["1/0", "(", "nunca+1"]:
        with pytest.raises(ValueError):
            machine.evaluate(wrong)
    with pytest.raises(ValueError):
        machine.set("n", "text")
    with pytest.raises(TypeError):
        machine.set("n", [])


def test_hooks():
    machine = girafa.Machine(listing=CONTA)
    seen = []
    line = machine.on_line(30, lambda machine: seen.append(machine.variables["n"]))
    machine.frames(20)
    assert seen == list(range(1, len(seen) + 1)) and len(seen) > 2
    machine.remove_hook(line)
    with pytest.raises(KeyError):
        machine.remove_hook(line)
    changes = []
    machine.on_variable("d", lambda machine: changes.append(machine.variables["d"]) or len(changes) == 3)
    assert machine.run() == "hook"
    assert len(changes) == 3 and changes[2] == changes[0] + 4
    with pytest.raises(ZeroDivisionError):
        machine.on_line(40, lambda _: 1 / 0)
        machine.frames(50)
    conditional = girafa.Machine(listing=CONTA)
    conditional.on_line(30, lambda _: True, condition="n=5")
    assert conditional.run() == "hook" and conditional.variables["n"] == 5


def test_pickled_machines_go_on_alike():
    machine = girafa.Machine(listing=CONTA)
    machine.frames(77)
    with pytest.raises(TypeError):
        machine.on_line(30, 5)
    other = pickle.loads(pickle.dumps(machine))
    assert other.snapshot() == machine.snapshot()
    machine.frames(100), other.frames(100)
    assert other.snapshot() == machine.snapshot() and other.screen == machine.screen


def test_snapshots():
    machine = girafa.Machine(listing=CONTA)
    machine.frames(50)
    for format in ["szx", "z80", "sna"]:
        other = girafa.Machine.of_snapshot(machine.snapshot(format), format)
        assert other.variables["n"] == machine.variables["n"]
    for wrong in [(b"", "szx"), (b"x" * 100, "z80"), (b"", "tap")]:
        with pytest.raises((girafa.GirafaError, ValueError)):
            girafa.Machine.of_snapshot(*wrong)


@pytest.mark.parametrize("seed", range(3))
def test_random_calls(seed):
    """No call ends the interpreter, whatever it is given."""
    chosen = random.Random(seed)
    machine = girafa.Machine(listing=CONTA)
    values = [0, 1, -1, 70_000, 2**70, 1.5, float("nan"), "", "n", "a$", "10", "\0", b"", None, [], (1, 2), (2**40, 2**20), machine, print]
    names = [name for name in dir(machine) if not name.startswith("__") or name == "__reduce__"]
    for _ in range(2_000):
        name = chosen.choice(names)
        try:
            member = getattr(machine, name)
            if callable(member):
                arguments = [chosen.choice(values) for _ in range(chosen.randrange(4))]
                if name in ("run", "step", "frames"):
                    arguments = [min(arguments[0], 20) if isinstance(arguments[0], (int, float)) else arguments[0]] if arguments else [1]
                    arguments = [0.2] if name == "run" else arguments
                member(*arguments)
        except Exception as error:  # Whatever it is: an exception, not the end.
            assert not isinstance(error, SystemError), (name, error)
            assert "panicked" not in str(error), (name, error)
    assert machine.frames(1) == 1
