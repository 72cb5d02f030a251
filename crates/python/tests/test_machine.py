"""Tests of Machine."""

import functools
import gc
import operator
import os
import pickle
import signal
import struct
import threading
import time
import weakref

import pytest

import girafa

CONTA = "10 LET n=0\n20 LET n=n+1: LET d=n*2\n30 PRINT n\n40 GO TO 20"


def test_frames_and_time():
    machine = girafa.Machine(listing=CONTA)
    before = machine.tstates
    assert machine.frames(50) == 50
    # The last instruction may end in the next frame.
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
    machine.press_at([(60, "b"), (20, "a")])
    machine.frames(100)
    printed = machine.transcript.replace("\n", "")
    assert printed.strip("b") and set(printed.strip("b")) == {"a"} and printed.endswith("b")


def test_held_keys():
    listing = "10 LET n=n+1: LET k=IN 64510: IF k<>191 AND k<>255 THEN LET h=k: LET a$=a$+INKEY$\n20 GO TO 10"
    machine = girafa.Machine(listing="5 LET n=0: LET h=0: LET a$=\"\"\n" + listing)
    machine.frames(60)
    assert machine.variables["h"] == 0
    machine.hold("q")
    machine.frames(60)
    # Bit 0 of the row Q to T is low while Q is held.
    assert machine.variables["h"] % 2 == 0 and machine.variables["a$"].strip("q") == ""
    assert len(machine.variables["a$"]) > 5
    machine.hold("w+e"), machine.release("q")
    machine.frames(20)
    assert machine.variables["h"] % 8 == 1
    machine.release()
    machine.frames(10)
    at = machine.variables["a$"]
    machine.frames(60)
    assert machine.variables["a$"] == at
    for wrong in ("", "q w", "2s", "q:2s", "[x]"):
        with pytest.raises(ValueError, match="keys"):
            machine.hold(wrong)
    # In the middle of a frame.
    with girafa.Machine(listing="5 LET n=0: LET h=0: LET a$=\"\"\n" + listing) as machine:
        machine.on_line(20, lambda machine: (machine.hold("q"), machine.release(), False)[-1])
        machine.frames(60)
        assert machine.variables["n"] > 3 and machine.variables["a$"] == ""
    before = machine.variables["n"]
    machine.frames(60)
    assert machine.variables["n"] > before


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


def test_why_of_what_is_set_from_outside():
    machine = girafa.Machine(listing="10 LET a=1\n20 LET b=a+1\n30 GO TO 20")
    machine.frames(30)

    def set_by_memory():
        start = machine.evaluate("PEEK 23627+256*PEEK 23628")
        assert bytes(machine.memory[start : start + 1]) == b"a"
        machine.memory[start + 3] = 7

    for value, change in [(5, lambda: machine.set("a", 5)), (7, set_by_memory)]:
        change()
        machine.frames(3)
        why = machine.why("a")
        assert (why.value, why.line, why.statement) == (str(value), None, None)
        assert repr(why) == f"<a = {value}, by a change from outside the program>"
        machine.goto(why.moment)
        machine.frames(3)
        assert machine.why("b").reads == [("a", str(value))]


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


PRINT = 0x10
"""The ROM routine that prints the character in the accumulator."""


def test_hooks_on_addresses():
    plain = girafa.run(listing='10 PRINT "Ola"').snapshot
    machine = girafa.Machine(listing='10 PRINT "Ola"')
    seen = []

    def printed(machine):
        registers = machine.registers
        assert registers["pc"] == PRINT and registers["im"] == 1 and registers["iff1"] is True
        seen.append((chr(registers["af"] >> 8), machine.place, machine.moment))

    number = machine.on_address(PRINT, printed)
    assert machine.run() == "ended"
    assert "".join(character for character, place, _ in seen if place == (10, 1)).startswith("Ola")
    moments = [moment for _, _, moment in seen]
    assert moments == sorted(set(moments))
    assert machine.transcript == "Ola\n" and len(plain) > 0
    # A hook with a true result stops the machine at the address.
    machine.remove_hook(number)
    machine.goto(0)
    machine.on_address(PRINT, lambda machine: chr(machine.registers["af"] >> 8) == "O")
    assert machine.run() == "hook" and machine.registers["pc"] == PRINT and machine.place == (10, 1)
    machine.goto(moments[0])
    for wrong in [-1, 65_536, "x"]:
        with pytest.raises((OverflowError, TypeError)):
            machine.on_address(wrong, printed)
    with pytest.raises(ValueError):
        machine.on_address(PRINT, printed, condition="(")


def test_a_routine_in_machine_code():
    # INC A at 40000, called by USR with BC = the address: LD A,(40010); INC A; LD (40010),A; RET.
    code = [0x3A, 0x4A, 0x9C, 0x3C, 0x32, 0x4A, 0x9C, 0xC9]
    data = ",".join(map(str, code))
    listing = f"10 FOR i=0 TO 7: READ a: POKE 40000+i,a: NEXT i: POKE 40010,5\n20 RANDOMIZE USR 40000: RANDOMIZE USR 40000\n30 PRINT PEEK 40010\n40 DATA {data}"
    machine = girafa.Machine(listing=listing)
    calls = []
    machine.on_address(40_000, lambda machine: calls.append((machine.place, machine.peek(40_010))))
    # In the second call only, the hook replaces INC A, which has already run.
    machine.on_address(40_004, lambda machine: machine.poke(40_003, 0x3D), condition="PEEK 40010=6")
    assert machine.run() == "ended"
    assert calls == [((20, 1), 5), ((20, 2), 6)]
    assert machine.transcript == "7\n" and machine.peek(40_003) == 0x3D


def test_hooks_may_use_the_machine():
    """Hooks can inspect and move the machine; each hook is called exactly once per moment."""
    machine = girafa.Machine(listing=CONTA)
    seen = []

    def hook(machine):
        why = machine.why("n")
        before = machine.moment
        machine.goto(before[0] - 1)
        machine.goto(before)
        seen.append((machine.variables["n"], why.line))

    machine.on_address(PRINT, hook)
    machine.frames(20)
    assert len(seen) > 4 and {line for _, line in seen} <= {10, 20}
    assert [n for n, _ in seen] == sorted(n for n, _ in seen)
    # Hooks see each change and each line, also if the frames run one by one.
    one_by_one, at_once = girafa.Machine(listing=CONTA), girafa.Machine(listing=CONTA)
    counted = {one_by_one: [], at_once: []}
    for machine, all in counted.items():
        machine.on_variable("n", lambda machine, all=all: all.append(("n", machine.variables["n"])) and None)
        machine.on_variable("d", lambda machine, all=all: all.append(("d", machine.variables["d"])) and None)
        machine.on_line(30, lambda machine, all=all: all.append(("30", machine.variables["n"])) and None)
    for _ in range(40):
        one_by_one.frames()
    at_once.frames(40)
    assert counted[one_by_one] == counted[at_once]
    names = [name for name, _ in counted[at_once]]
    assert names[:7] == ["n", "n", "d", "30", "n", "d", "30"]


def test_a_hook_that_runs_the_machine():
    machine = girafa.Machine(listing=CONTA)
    number = machine.on_line(30, lambda machine: machine.remove_hook(number) or machine.frames(30) and None)
    assert machine.frames(20) == 20
    assert machine.step("statement") is not None
    # A step calls the hooks that it reaches.
    called = []
    machine.on_line(30, called.append)
    while not called:
        machine.step("line")
    assert called == [machine] and machine.place == (30, 1)


def test_hooks_that_know_their_machine_are_collected():
    class Known:
        pass

    known = Known()
    gone = weakref.ref(known)
    machine = girafa.Machine(listing=CONTA)
    machine.on_line(30, lambda _, machine=machine, known=known: None)
    del machine, known
    gc.collect()
    assert gone() is None


def test_sound():
    listing = "10 FOR i=0 TO 4: BEEP .2,i: NEXT i: PAUSE 0"
    machine = girafa.Machine(listing=listing, audio=True)
    machine.run()
    samples = machine.audio
    assert isinstance(samples, memoryview) and samples.format == "h" and samples.ndim == 1
    assert len(samples) / girafa.SAMPLE_RATE == pytest.approx(machine.tstates / 3_500_000, abs=2.5) and max(samples) > 5_000
    # The sound contains middle C: 261.6 Hz.
    rises = [at for at in range(len(samples) - 1) if samples[at] < 0 <= samples[at + 1]]
    periods = [after - before for before, after in zip(rises, rises[1:])]
    assert sum(abs(girafa.SAMPLE_RATE / period / 261.6 - 1) < 0.02 for period in periods) > 40
    assert len(machine.audio) == 0
    machine.frames(50)
    assert len(machine.audio) == pytest.approx(50 * 69_888 * 44_100 / 3_500_000, abs=2)
    # At most a minute is kept.
    machine.frames(60 * 80)
    assert len(machine.audio) / girafa.SAMPLE_RATE == pytest.approx(60, abs=5)
    copy = pickle.loads(pickle.dumps(machine))
    machine.audio, machine.frames(10), copy.frames(10)
    assert len(copy.audio) == pytest.approx(len(machine.audio), abs=2) and len(copy.audio) == 0
    assert len(girafa.Machine(listing=listing).audio) == 0
    numpy = pytest.importorskip("numpy")
    machine.frames(5)
    array = numpy.asarray(machine.audio)
    assert array.dtype == numpy.int16 and array.ndim == 1


def test_a_machine_in_two_threads():
    """While one thread runs a machine, other threads that use it get an exception."""
    machine = girafa.Machine(listing="10 GO TO 10")
    running = threading.Thread(target=machine.run, args=(1_000,), daemon=True)
    running.start()
    raised = []
    while running.is_alive() and not raised:
        for use in [machine.frames, machine.run, machine.step, lambda: machine.peek(0), lambda: machine.screen, lambda: pickle.dumps(machine)]:
            try:
                use()
                break
            except RuntimeError as error:
                raised.append(str(error))
    assert len(raised) > 3 and all("borrowed" in message for message in raised)
    running.join()
    assert machine.frames(1) == 1


def test_ctrl_c_stops_a_machine(interruptible):
    machine = girafa.Machine(listing="10 GO TO 10")
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        machine.run(86_400)
    assert time.monotonic() - began < 10
    assert machine.frames(1) == 1 and machine.variables == {}


def test_pickled_machines_go_on_alike():
    machine = girafa.Machine(listing=CONTA)
    machine.frames(77)
    with pytest.raises(TypeError):
        machine.on_line(30, 5)
    other = pickle.loads(pickle.dumps(machine))
    assert other.snapshot() == machine.snapshot()
    machine.frames(100), other.frames(100)
    assert other.snapshot() == machine.snapshot() and other.screen == machine.screen


def test_pickled_machines_keep_what_was_given():
    listing = "10 INPUT a: INPUT b: PRINT a+b\n20 LET a$=INKEY$: IF a$<>\"\" THEN PRINT a$;\n30 GO TO 20"
    machine = girafa.Machine(listing=listing)
    machine.frames(50)
    machine.answer(2), machine.answer("40")
    machine.press_at([(200, "x"), (300, "CAPS+y"), (400, "5")])
    other = pickle.loads(pickle.dumps(machine))
    machine.frames(600), other.frames(600)
    assert machine.variables["b"] == 40 and "x" in "".join(machine.rows)
    assert other.snapshot() == machine.snapshot()
    machine.hold("w"), machine.hold("q"), machine.release("w")
    other = pickle.loads(pickle.dumps(machine))
    machine.frames(50), other.frames(50)
    shown = "".join(machine.rows)
    assert "q" in shown and "w" not in shown
    assert other.snapshot() == machine.snapshot()


ECHO = '10 LET a$=INKEY$: IF a$<>"" THEN PRINT a$;\n20 GO TO 10'


def go_on_alike(machine, other, frames=120):
    """Both run, with the same results after each frame."""
    for _ in range(frames):
        machine.frames(1), other.frames(1)
        assert other.snapshot() == machine.snapshot()


@pytest.mark.parametrize("history", [True, False])
@pytest.mark.parametrize("frames", [0, 1, 3, 4, 5, 8])
def test_machines_that_are_typing_pickle(frames, history):
    """RUN is still being typed, then a text."""
    machine = girafa.Machine(listing=ECHO, history=history)
    machine.frames(frames)
    go_on_alike(machine, pickle.loads(pickle.dumps(machine)))
    machine.type("girafa")
    machine.frames(frames)
    other = pickle.loads(pickle.dumps(machine))
    go_on_alike(machine, other)
    assert "g" in other.rows[0] and other.place == machine.place
    bare = girafa.Machine(history=history)
    bare.type('PRINT "ola"\n')
    bare.frames(frames)
    go_on_alike(bare, pickle.loads(pickle.dumps(bare)))
    assert bare.rows[0].startswith("ola")


def test_machines_pickle_in_a_hook():
    """In the middle of a frame, with keys that go down and up after it."""
    others = []

    def hook(machine):
        machine.hold("a+s")
        machine.hold("d")
        machine.release("a")
        machine.release() if len(others) % 2 else machine.type("xy")
        state = machine.state()
        others.append((machine.moment, pickle.loads(pickle.dumps(machine)), pickle.loads(pickle.dumps(state))))
        return True

    machine = girafa.Machine(listing=ECHO)
    machine.frames(30)
    for frames in range(10):
        with machine:
            machine.on_line(20, hook)
            machine.frames(37)
        machine.frames(10 + frames)
    for moment, other, state in others[::-1]:
        machine.goto(moment)
        assert other.moment[1] == moment[1] and other.snapshot() == machine.snapshot()
        restored = girafa.Machine(listing=ECHO, history=False)
        restored.restore(state)
        assert restored.moment[1] == moment[1] and restored.snapshot() == machine.snapshot()
        start = other.moment
        go_on_alike(other, restored, 9)
        other.goto(start)
        assert other.moment == start and other.snapshot() == machine.snapshot()
        machine.frames(9), other.frames(9)
        assert other.snapshot() == machine.snapshot()
    assert len(others) == 10


def test_pickled_machines_keep_their_hardware():
    for printer in (True, False):
        machine = girafa.Machine(listing="10 LPRINT 1: GO TO 10", printer=printer)
        other = pickle.loads(pickle.dumps(machine))
        machine.frames(300), other.frames(300)
        assert (other.paper is not None) == (machine.paper is not None) == printer


def test_pickled_machines_keep_their_tape(tmp_path):

    def block(flag, data):
        body = bytes([flag, *data])
        checksum = functools.reduce(operator.xor, body)
        return (len(body) + 1).to_bytes(2, "little") + body + bytes([checksum])

    def code(value):
        header = struct.pack("<B10sHHH", 3, b"dado      ", 1, 40_000, 32_768)
        return block(0, header) + block(255, [value])

    program = '10 LET s=0\n20 LOAD ""CODE : LET s=s*10+PEEK 40000: GO TO 20'
    tape = tmp_path / "partes.tap"
    tape.write_bytes(girafa.tokenise(program) + code(1) + code(2) + code(3))
    machine = girafa.Machine(tape)
    others = [pickle.loads(pickle.dumps(machine))]
    machine.frames(1)
    others.append(pickle.loads(pickle.dumps(machine)))
    for other in [machine, *others]:
        assert other.run() == "tape" and other.variables["s"] == 123


def test_keys_that_are_too_many():
    machine = girafa.Machine(listing=ECHO)
    machine.frames(30)
    machine.type("x" * 4_000)
    with pytest.raises(ValueError, match="4096 keys"):
        machine.type("y" * 100)
    machine.type("y" * 96)
    raised = []

    def hook(machine):
        with pytest.raises(ValueError, match="too many"):
            for _ in range(5_000):
                machine.hold("q"), machine.release("q")
        raised.append(machine.moment)
        return True

    machine.on_line(20, hook)
    machine.frames(100)
    assert len(raised) == 1


def test_late_timing():
    machines = [girafa.Machine(listing=CONTA, late=late) for late in (False, True)]
    for machine in machines:
        machine.frames(50)
    assert machines[0].snapshot() != machines[1].snapshot()
    late = pickle.loads(pickle.dumps(machines[1]))
    machines[1].frames(50), late.frames(50)
    assert late.snapshot() == machines[1].snapshot()
    printed = "10 FOR i=1 TO 20: PRINT i;: NEXT i"
    early, late = [girafa.run(listing=printed, late=late, profile=True) for late in (False, True)]
    assert early.transcript == late.transcript and early.profile != late.profile


def test_pace():
    machines = [girafa.Machine(listing=CONTA, pace=pace) for pace in ("original", "rom")]
    for machine in machines:
        machine.frames(50)
    assert machines[0].snapshot() != machines[1].snapshot()
    for machine in machines:
        other = pickle.loads(pickle.dumps(machine))
        machine.frames(50), other.frames(50)
        assert other.snapshot() == machine.snapshot()
    listing = "10 FOR i=1 TO 100: NEXT i"
    default, own = girafa.run(listing=listing), girafa.run(listing=listing, pace="rom")
    assert default.tstates > own.tstates
    assert girafa.run(listing=listing, pace="original").tstates == default.tstates
    with pytest.raises(ValueError, match="original or rom"):
        girafa.run(listing=listing, pace="fast")


def test_a_machine_without_history():
    listing = "10 INPUT n: FOR i=1 TO n: PRINT i: BEEP .01,i: NEXT i\n20 PAUSE 0: GO TO 10"
    machines = [girafa.Machine(listing=listing, audio=True, history=history) for history in (True, False)]
    for machine in machines:
        machine.answer(3)
        assert machine.run() == "key" and machine.variables["i"] == 4
    machines[1] = pickle.loads(pickle.dumps(machines[1]))
    state = machines[1].state()
    for machine in machines:
        machine.poke(40_000, 7), machine.set("i", 9)
        machine.press_at([(5, "x")])
        machine.frames(100)
        machine.restore(machine.state())
        machine.answer("2")
        assert machine.run() == "key" and machine.variables["i"] == 3
    assert machines[0].snapshot() == machines[1].snapshot()
    assert machines[0].rows == machines[1].rows and len(machines[1].audio) > 0
    other = machines[1]
    reached = []
    other.on_address(0x03F8, reached.append)
    other.press_at([(5, "x")]), other.answer(1)
    other.run()
    assert len(reached) == 1
    for what, call in {
        "goto": lambda: other.goto(0),
        "step": lambda: other.step(),
        "why": lambda: other.why("i"),
        "on_line": lambda: other.on_line(10, print),
        "on_variable": lambda: other.on_variable("i", print),
    }.items():
        with pytest.raises(girafa.GirafaError, match=f"{what} needs the machine's history"):
            call()
    other.restore(state)
    assert other.variables["i"] == 4


def test_snapshots():
    machine = girafa.Machine(listing=CONTA)
    machine.frames(50)
    for format in ["szx", "z80", "sna"]:
        other = girafa.Machine.of_snapshot(machine.snapshot(format), format)
        assert other.variables["n"] == machine.variables["n"]
    for wrong in [(b"", "szx"), (b"x" * 100, "z80"), (b"", "tap")]:
        with pytest.raises((girafa.GirafaError, ValueError)):
            girafa.Machine.of_snapshot(*wrong)
    with pytest.warns(girafa.GirafaWarning, match="keeps PC on the stack"):
        girafa.Machine.of_snapshot(bytes(27 + 0xC000), "sna")
