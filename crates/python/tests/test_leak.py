"""Memory does not grow: a short run of leak.py."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("leak.py")
REPETITIONS = {"run": 1_500, "past": 300, "hooks": 300}


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not report current memory use")
@pytest.mark.parametrize("kind", ["run", "results", "errors", "machine", "past", "pickles", "hooks", "scans"])
def test_memory_stays_flat(kind):
    times = REPETITIONS.get(kind, 500)
    done = subprocess.run([sys.executable, str(SCRIPT), kind, str(times)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(rf"^{kind}: {times} done, \d+ a second, \d+ KiB$", done.stdout, re.MULTILINE)


def test_a_leak_is_found():
    """The script detects a leak."""
    leaks = f"""
import sys
sys.path.insert(0, {str(SCRIPT.parent)!r})
import leak
kept = []
leak.OPERATIONS["run"] = lambda: kept.append(bytearray(100_000))
sys.argv = ["leak.py", "run", "200"]
sys.exit(leak.main())
"""
    done = subprocess.run([sys.executable, "-c", leaks], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "it has grown by" in done.stderr
