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
