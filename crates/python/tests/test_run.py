"""Tests of girafa.run."""

import functools
import operator
import os
import signal
import threading
import time
import warnings

import pytest

import girafa


def test_text_in_transcript_out():
    result = girafa.run(listing='10 INPUT "Nome? ";n$\n20 PRINT "Ola, ";n$', answers=["Ana"])
    assert (result.transcript, result.report, result.ok) == ("Ola, Ana\n", "0 OK, 20:1", True)
    assert (result.line, result.statement, result.end) == (20, 1, "report")
    assert result.prompts and "Nome?" in result.prompts[0]
    assert result.tstates > 0 and result.seconds == pytest.approx(result.tstates / 3_500_000)


def test_the_same_inputs_give_the_same_bytes():
    first, second = (girafa.run("retrato") for _ in range(2))
    assert first.snapshot == second.snapshot and first.screen == second.screen


def test_what_is_wrong_with_a_file_is_a_warning(tmp_path):
    """Why: the command prints these messages, which were lost here."""
    with pytest.warns(girafa.GirafaWarning, match="variables saved by BASinC"):
        result = girafa.run(listing="Var a: NumArray = 1\n10 PRINT 1\n")
    assert result.transcript == "1\n"
    program = bytes.fromhex("000a0200e20d")  # 10 STOP
    header = bytes([0, 0, *b"p".ljust(10), *(len(program), 0), 10, 0, len(program), 0])
    blocks = [header, b"\xff" + program, b"\xffnever asked for\x00"]
    sums = [functools.reduce(operator.xor, data) for data in blocks[:2]] + [0]
    tape = b"".join(
        (len(data) + 1).to_bytes(2, "little") + data + bytes([sum]) for data, sum in zip(blocks, sums)
    )
    (tmp_path / "t.tap").write_bytes(tape)
    with pytest.warns(girafa.GirafaWarning, match="block 3 has a wrong checksum"):
        girafa.Machine(tmp_path / "t.tap")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert girafa.run("retrato").ok
    with warnings.catch_warnings(), pytest.raises(girafa.GirafaWarning):
        warnings.simplefilter("error")
        girafa.run(tmp_path / "t.tap")


def test_variables_are_values():
    listing = '10 DIM a(2,3): LET a(2,3)=1.5: LET b=7: LET c$="x": DIM d$(2,4): LET d$(1)="ab": FOR i=1 TO 3: NEXT i: LET long=-2.25'
    variables = girafa.run(listing=listing).variables
    assert variables["b"] == 7 and isinstance(variables["b"], int)
    assert variables["a()"] == [[0, 0, 0], [0, 0, 1.5]]
    assert variables["c$"] == "x"
    assert variables["d$()"] == ["ab  ", "    "]
    assert variables["i"] == 4 and variables["long"] == -2.25


def test_pictures():
    result = girafa.run(listing="10 BORDER 2: PAPER 6: CLS : LPRINT 1")
    picture = result.screen
    assert (picture.width, picture.height, picture.shape) == (352, 288, (288, 352, 3))
    assert len(picture.rgb) == 352 * 288 * 3 and picture.rgb[:3] == bytes([0xD7, 0, 0])
    assert picture.png().startswith(b"\x89PNG") and result._repr_png_() == picture.png()
    numpy = pytest.importorskip("numpy")
    array = numpy.asarray(picture)
    assert array.shape == (288, 352, 3) and tuple(array[144, 176]) == (0xD7, 0xD7, 0)
    # Without a copy.
    assert numpy.shares_memory(array, numpy.frombuffer(picture.rgb, numpy.uint8))
    pytest.importorskip("PIL")
    assert picture.to_pil().getpixel((176, 144)) == (0xD7, 0xD7, 0)
    assert result.paper.width == 256 and result.printed[0] == "1"
    assert girafa.run(listing="10 STOP").paper is None


def test_coverage_and_profile():
    result = girafa.run(listing="10 FOR i=1 TO 3: NEXT i\n20 IF i=9 THEN PRINT 1", coverage=True, profile=True)
    assert result.coverage == {(10, 1): 1, (10, 2): 3, (20, 1): 1, (20, 2): 0}
    lines = {line: (runs, tstates) for line, runs, tstates, _, _ in result.profile}
    assert lines[10][0] == 1 and lines[10][1] > 0 and lines[20][1] > 0
    plain = girafa.run(listing="10 STOP")
    assert plain.coverage is None and plain.profile is None


def test_sound():
    assert girafa.run(listing="10 BEEP 1,0").audio == b""
    samples = girafa.run(listing="10 BEEP 1,0", audio=True).audio
    assert isinstance(samples, memoryview) and samples.format == "h" and girafa.SAMPLE_RATE == 44_100
    assert len(samples) / girafa.SAMPLE_RATE > 1.0 and min(samples) < 0 < max(samples)


def test_errors_of_programs():
    result = girafa.run(listing="10 PRINT x")
    assert not result.ok and result.report.startswith("2 Variable not found") and result.line == 10
    assert "x" in result.fault


def test_out_of_answers():
    with pytest.raises(girafa.OutOfAnswers) as raised:
        girafa.run(listing='10 INPUT "Quantos? ";n\n20 PRINT n: GO TO 10', answers=["3"])
    assert "Quantos?" in raised.value.prompt
    assert raised.value.result.transcript == "3\n"


def test_listings_with_mistakes():
    with pytest.raises(girafa.ListingError) as raised:
        girafa.run(listing="10 CLS\n20 PIRNT 1")
    error = raised.value
    assert (error.file, error.line, error.column) == ("listing.bas", 2, 4)
    assert error.diagnostics[0].severity == "error" and "20 PIRNT 1" in str(error)


@pytest.mark.parametrize(
    "arguments, raised",
    [
        ({"target": "none.bas"}, FileNotFoundError),
        ({"target": "no-such-id"}, girafa.GirafaError),
        ({"target": "\ud800.bas"}, UnicodeEncodeError),
        ({"target": 5}, TypeError),
        ({}, TypeError),
        ({"target": "nim", "listing": "10 STOP"}, TypeError),
        ({"listing": "10 STOP", "seconds": 0}, ValueError),
        ({"listing": "10 STOP", "seconds": float("nan")}, ValueError),
        ({"listing": "10 STOP", "frames": 0}, ValueError),
        ({"listing": "10 STOP", "frames": 5, "seconds": 5}, TypeError),
        ({"listing": "10 STOP", "answers": ["\u20ac"]}, ValueError),
        ({"listing": "10 STOP", "keys": "nothing+of"}, ValueError),
        ({"listing": "10 STOP", "tape": b"x"}, girafa.GirafaError),
        ({"listing": "10 STOP", "rom": "none.rom"}, FileNotFoundError),
    ],
)
def test_bad_input(arguments, raised):
    with pytest.raises(raised) as error:
        girafa.run(**arguments)
    assert str(error.value) and "\x1b" not in str(error.value)


def test_files_that_cannot_be_run(tmp_path):
    """Each error message names the file."""
    tape = girafa.tokenise("10 PRINT 1\n")
    files = {
        "cut.tap": tape[:-3],
        "cut.tzx": b"ZXTape!\x1a\x01\x14\x10\x00",
        "text.szx": b"no snapshot",
        "short.sna": bytes(1_000),
        "tape.z80": tape,
        "empty.bas": b"",
        "picture.bas": b"\x89PNG\r\n\x1a\n" + bytes(100),
        "letter.txt": b"Dear sir,\n",
        "what.xyz": b"10 PRINT 1\n",
    }
    for name, data in files.items():
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(girafa.GirafaError) as error:
            girafa.run(path)
        assert str(path) in str(error.value), name
        with pytest.raises(girafa.GirafaError):
            girafa.Machine(path)
    with pytest.raises(girafa.GirafaError):
        girafa.run(tmp_path / "nothing")
    with pytest.raises(IsADirectoryError):
        girafa.run(tmp_path)
    tmp_path.joinpath("wrong.bas").write_text("10 CLS\n20 PRINT 1\n30 LET 5=a\n")
    with pytest.raises(girafa.ListingError) as error:
        girafa.run(tmp_path / "wrong.bas")
    assert (error.value.file, error.value.line, error.value.column) == (str(tmp_path / "wrong.bas"), 3, 8)
    with pytest.raises(girafa.ListingError) as error:
        girafa.Machine(tmp_path / "wrong.bas")
    assert error.value.line == 3 and str(tmp_path / "wrong.bas") in str(error.value)


def test_the_time_limit():
    result = girafa.run(listing="10 GO TO 10", seconds=2)
    assert result.end == "frames" and not result.ok and result.seconds == pytest.approx(2, abs=0.1)


def test_ctrl_c_stops_a_run(interruptible):
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        girafa.run(listing="10 GO TO 10", seconds=86_400)
    assert time.monotonic() - began < 10


def test_threads_run_side_by_side():
    """The interpreter's lock is released while a machine runs, so other threads continue."""
    done = threading.Event()
    thread = threading.Thread(target=lambda: (girafa.run(listing="10 GO TO 10", seconds=600), done.set()))
    thread.start()
    counted = 0
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 10


def test_files_are_names_or_bytes(tmp_path):
    """ROMs, tapes and snapshots."""
    listing = '10 SAVE "a" CODE 0,1: PRINT PEEK 3'
    first = girafa.run(listing=listing)
    tape, rom, snapshot = first.saved, bytes(girafa.Machine().memory[:0x4000]), first.snapshot
    files = {"tape": tape, "rom": rom, "snapshot": snapshot}
    for name, data in files.items():
        tmp_path.joinpath(name).write_bytes(data)
    load = '10 LOAD "a" CODE 40000: PRINT PEEK 40000'
    for given in [tape, tmp_path / "tape", str(tmp_path / "tape")]:
        assert girafa.run(listing=load, tape=given).transcript.endswith(f"{rom[0]}\n")
    for given in [rom, tmp_path / "rom", str(tmp_path / "rom")]:
        assert girafa.run(listing=listing, rom=given).transcript == first.transcript
        assert bytes(girafa.Machine(rom=given).memory[:0x4000]) == rom
        for saved in [snapshot, tmp_path / "snapshot"]:
            assert girafa.Machine.of_snapshot(saved, rom=given, tape=tape).rows == first.rows
    for wrong in [{"rom": b"x"}, {"rom": tmp_path / "tape"}, {"tape": tmp_path / "rom"}]:
        with pytest.raises(girafa.GirafaError):
            girafa.run(listing=listing, **wrong)
    for wrong in [{"rom": 5}, {"tape": [1.5]}]:
        with pytest.raises(TypeError, match=next(iter(wrong))):
            girafa.run(listing=listing, **wrong)


def test_texts_have_the_characters_that_the_command_shows():
    listing = '10 PRINT CHR$ 144;CHR$ 143;INVERSE 1;"x": LPRINT CHR$ 131\n20 INPUT (CHR$ 129);a$'
    machine = girafa.Machine(listing=listing)
    machine.answer("b")
    machine.run()
    result = girafa.run(listing=listing, answers=["b"])
    assert result.transcript == machine.transcript == "\u24b6\u2588x\n"
    assert result.rows[0] == machine.rows[0] == "A\u2588x"
    assert result.printed == ["\u2580"] and result.prompts == ["\u259d"]
