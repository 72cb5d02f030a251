"""Tests of the command that the wheel has: `python -m girafa`."""

import signal
import subprocess
import sys

import girafa

COMMAND = [sys.executable, "-m", "girafa"]


def command(*arguments, given="", cwd=None):
    return subprocess.run([*COMMAND, *arguments], input=given, cwd=cwd, capture_output=True, text=True, timeout=120)


def test_it_is_the_command(tmp_path):
    assert command("--version").stdout == f"girafa {girafa.__version__}\n"
    done = command("run", "-", given='10 PRINT "Ola"\n20 PRINT 1/0\n')
    assert done.returncode == 1 and done.stdout.startswith("Ola\n") and "6 Number too big" in done.stdout + done.stderr
    tmp_path.joinpath("é.bas").write_text("10 PRINT 2")
    assert command("tap", "é.bas", "-o", "é.tap", cwd=tmp_path).returncode == 0
    assert tmp_path.joinpath("é.tap").read_bytes() == girafa.tokenise("10 PRINT 2", name="é")
    wrong = command("rnu", "x")
    assert wrong.returncode == 2 and "unrecognized subcommand" in wrong.stderr and not wrong.stdout
    absent = command("run", "none.bas")
    assert absent.returncode == 5 and absent.stderr.startswith("girafa: none.bas: ")


def test_ctrl_c_ends_it(tmp_path):
    tmp_path.joinpath("a.bas").write_text('10 PRINT "ola"\n20 GO TO 20')
    pipe = subprocess.PIPE
    running = subprocess.Popen([*COMMAND, "run", "a.bas", "--time", "20h"], cwd=tmp_path, stdout=pipe, stderr=pipe, text=True)
    assert running.stdout.readline() == "ola\n"
    running.send_signal(signal.SIGINT)
    _, message = running.communicate(timeout=60)
    assert running.returncode == -signal.SIGINT and "Traceback" not in message
