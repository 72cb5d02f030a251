"""Tests of ray_search.py with two workers, one of which is killed."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray")
SCRIPT = Path(__file__).parents[1] / "examples" / "ray_search.py"
LISTING = '10 INPUT "Quantos (1 a 9)? ";n\n20 PRINT 10/(n-7): GO TO 10\n'


def run(*arguments, cwd):
    done = subprocess.run([sys.executable, str(SCRIPT), *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    # Ignore Ray's own messages about the dead worker.
    return [row for row in done.stdout.splitlines() if ": session " in row]


def test_a_killed_worker_and_a_search_that_goes_on(tmp_path):
    tmp_path.joinpath("quantos.bas").write_text(LISTING)
    whole = run("quantos.bas", "--sessions", 100, "--workers", 2, "--resume", "whole.jsonl", cwd=tmp_path)
    assert len(whole) == 1 and whole[0].startswith("6 Number too big") and whole[0].endswith(" 7")
    # The first worker that takes a chunk dies; the result is the same.
    poison = tmp_path / "poison"
    poison.touch()
    killed = run("quantos.bas", "--sessions", 100, "--workers", 2, "--resume", "killed.jsonl", "--dies", poison, cwd=tmp_path)
    assert not poison.exists() and killed == whole
    chunks = lambda name: sorted(json.loads(row)["first"] for row in tmp_path.joinpath(name).read_text().splitlines())
    assert chunks("killed.jsonl") == chunks("whole.jsonl") == [0, 25, 50, 75]
    # With a truncated file, the missing chunks run again.
    rows = tmp_path.joinpath("whole.jsonl").read_text().splitlines()
    tmp_path.joinpath("cut.jsonl").write_text("\n".join(rows[:2]) + "\n" + rows[2][:20] + "\n")
    assert run("quantos.bas", "--sessions", 100, "--workers", 2, "--resume", "cut.jsonl", cwd=tmp_path) == whole
    assert len(tmp_path.joinpath("cut.jsonl").read_text().splitlines()) == 5


@pytest.fixture
def running():
    """The address of a running cluster with three workers."""
    ray = Path(sys.executable).with_name("ray")
    # Workers of the cluster import the module from where the tests do.
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--head", f"--port={port}", "--num-cpus=3", "--include-dashboard=false", "--disable-usage-stats"]
    environment = os.environ | {"RAY_AUTH_MODE": "disabled"}
    subprocess.run([ray, "start", *options], check=True, capture_output=True, timeout=120, env=environment)
    yield f"127.0.0.1:{port}"
    subprocess.run([ray, "stop", "--force"], check=True, capture_output=True, timeout=120)


@pytest.mark.parametrize("how", ["option", "variable"])
def test_a_running_cluster_is_joined(running, how, tmp_path, monkeypatch):
    tmp_path.joinpath("quantos.bas").write_text(LISTING)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    address = ["--address", running]
    if how == "variable":
        monkeypatch.setenv("RAY_ADDRESS", running)
        address = []
    arguments = [sys.executable, str(SCRIPT), "quantos.bas", "--sessions", "100", *address]
    done = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    rows = done.stdout.splitlines()
    assert rows[0].endswith(" sessions a second, 3 workers") and rows[1].startswith("6 Number too big")
