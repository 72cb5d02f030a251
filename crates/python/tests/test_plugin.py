"""Tests of the pytest plugin."""

import pytest

pytest_plugins = ["pytester"]

SOMA = '10 INPUT "n? ";n\n20 PRINT n+1\n30 IF n=99 THEN PRINT "nunca"\n'
SESSIONS = '[[session]]\nname = "Dois"\nanswers = ["2"]\ntranscript = "3\\n"\n'


@pytest.fixture
def program(pytester):
    pytester.path.joinpath("soma.bas").write_text(SOMA)
    pytester.path.joinpath("soma.toml").write_text(SESSIONS)
    return pytester


def test_sessions_are_collected_and_pass(program):
    result = program.runpytest("-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*soma.bas::Dois PASSED*", "*coverage of BASIC statements*", "soma.bas: 3 of 4 statements, not 30:2"])


def test_a_difference_is_shown_side_by_side_and_blessed(program):
    program.path.joinpath("soma.bas").write_text(SOMA.replace("n+1", "n+2"))
    result = program.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*3*4*"])
    program.runpytest("--girafa-update").assert_outcomes(passed=1)
    assert '\n4\n' in program.path.joinpath("soma.toml").read_text()
    program.runpytest().assert_outcomes(passed=1)


def test_files_that_cannot_be_read(program):
    program.path.joinpath("soma.bas").write_text("10 PIRNT\n")
    result = program.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*expected a keyword*"])


def test_a_failure_begins_with_the_place_the_answers_and_the_difference(program):
    program.path.joinpath("soma.bas").write_text(SOMA.replace("n+1", "n+2"))
    result = program.runpytest()
    result.stdout.fnmatch_lines(['soma.toml:1: Dois, answers [[]\'2\'[]]: transcript, row 1: listing "4", expected "3"'])
    program.path.joinpath("soma.bas").write_text("5 LET a=1/0\n" + SOMA)
    result = program.runpytest()
    result.stdout.fnmatch_lines(["soma.toml:1: Dois, answers*: transcript, row 1: listing has no such row, expected *"])


def test_a_run_that_ended_early_is_not_written(program):
    sessions = program.path.joinpath("soma.toml")
    text = SESSIONS.replace('["2"]', "[]")
    sessions.write_text(text)
    result = program.runpytest("--girafa-update")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(['*not written, because the run ended early: to expect that, add end = "input exhausted"*'])
    assert sessions.read_text() == text
    sessions.write_text(text + 'end = "input exhausted"\n')
    result = program.runpytest("--girafa-update")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*updated session files*", "*soma.toml: Dois (transcript)"])
    assert 'transcript = ""' in sessions.read_text()


def test_data_beside_a_listing_is_not_collected(program):
    program.path.joinpath("soma.tap").write_bytes(b"\x00\x01")
    program.runpytest().assert_outcomes(passed=1)


def test_markers_and_options(program):
    program.path.joinpath("test_um.py").write_text("def test_um(): pass\n")
    program.runpytest("-m", "girafa", "--strict-markers").assert_outcomes(passed=1, deselected=1)
    program.makeini("[pytest]\ngirafa_coverage = false\n")
    result = program.runpytest()
    result.assert_outcomes(passed=2)
    result.stdout.no_fnmatch_line("*coverage of BASIC statements*")
    program.makeini("[pytest]\ngirafa_sessions = lento_*.toml\n")
    program.runpytest().assert_outcomes(passed=1)


def test_the_fixture_makes_machines(program):
    program.path.joinpath("test_soma.py").write_text(
        "def test_soma(girafa_machine):\n"
        "    machine = girafa_machine('soma.bas', history=False)\n"
        "    machine.answer(2)\n"
        "    assert machine.run() == 'ended' and machine.transcript == '3\\n'\n"
        "    assert girafa_machine('nim').run() in ('input', 'key')\n"
        "    assert girafa_machine(listing='10 PRINT 1').run() == 'ended'\n"
    )
    program.runpytest("test_soma.py").assert_outcomes(passed=1)


@pytest.mark.parametrize("distribution", ["load", "worksteal", "loadscope"])
def test_workers_update_all_sessions_and_report_coverage(pytester, distribution):
    pytest.importorskip("xdist")
    names = ["um", "dois", "tres"]
    for name in names:
        pytester.path.joinpath(f"{name}.bas").write_text(SOMA.replace("n+1", "n+2"))
        sessions = [SESSIONS.replace("3", "x").replace("Dois", f"s{n}").replace('"2"', f'"{n}"') for n in range(20)]
        pytester.path.joinpath(f"{name}.toml").write_text("".join(sessions))
    workers = ["-n", "2", "--dist", distribution]
    result = pytester.runpytest_subprocess("--girafa-update", *workers)
    result.assert_outcomes(passed=60)
    result.stdout.fnmatch_lines(["*updated session files*", "dois.toml: s0 (transcript)"])
    for name in names:
        text = pytester.path.joinpath(f"{name}.toml").read_text()
        assert all(f"\n{n + 2}\n" in text for n in range(20))
    pytester.path.joinpath("um.toml").write_text(text.replace('"19"', '"99"').replace("\n21\n", "\n101\nnunca\n"))
    result = pytester.runpytest_subprocess(*workers)
    result.assert_outcomes(passed=60)
    result.stdout.fnmatch_lines(["dois.bas: 3 of 4 statements, not 30:2", "tres.bas: *", "um.bas: 4 of 4 statements"])
