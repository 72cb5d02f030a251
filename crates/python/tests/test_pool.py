"""Tests of pool_search.py."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "examples" / "pool_search.py"
LISTING = '10 INPUT "Quantos (1 a 9)? ";n\n20 PRINT 10/(n-7): GO TO 10\n'


@pytest.mark.parametrize("threads", [[], ["--threads"]])
def test_a_search_with_a_pool(tmp_path, threads):
    tmp_path.joinpath("quantos.bas").write_text(LISTING)

    def search(sessions):
        command = [sys.executable, str(SCRIPT), "quantos.bas", "--sessions", str(sessions), "--workers", "2", *threads]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return [row for row in done.stdout.splitlines() if ": session " in row]

    assert search(50)[0].startswith("6 Number too big")
    # Finished chunks are not run again.
    whole = search(100)
    assert len(whole) == 1 and whole[0].endswith(" 7")
    done = [json.loads(row)["first"] for row in tmp_path.joinpath("found.jsonl").read_text().splitlines()]
    assert sorted(done) == [0, 25, 50, 75]
