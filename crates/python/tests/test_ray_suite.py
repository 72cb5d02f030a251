"""Tests of ray_suite.py: a suite in parts on Ray gives the same result as on one machine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ray = pytest.importorskip("ray")
ROOT = Path(__file__).parents[3]
EXAMPLES = str(ROOT / "crates" / "python" / "examples")
sys.path.insert(0, EXAMPLES)
import ray_suite  # noqa: E402

SESSIONS = """coverage = 90
[[session]]
name = "um"
answers = ["1"]
transcript = "1"
[[session]]
name = "dois"
answers = ["2"]
transcript = "5"
[[session]]
name = "três"
answers = ["3"]
"""


@pytest.fixture(scope="module")
def girafa():
    """The newest command built by `cargo build` or `cargo test`."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [path for path in (target / "release" / "girafa", target / "debug" / "girafa") if path.is_file()]
    if not built:
        assert not os.environ.get("CI"), "girafa is not built: run `cargo build` first"
        pytest.skip("girafa is not built: run `cargo build` first")
    # An earlier build may have left an older one.
    return str(max(built, key=lambda path: path.stat().st_mtime))


@pytest.fixture(scope="module")
def cluster():
    with pytest.MonkeyPatch.context() as environment:
        # The workers import the example too.
        environment.setenv("PYTHONPATH", EXAMPLES)
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        yield
        ray.shutdown()


@pytest.mark.parametrize("method", ["count", "hash"])
@pytest.mark.parametrize("parts", [1, 2, 3, 7])
def test_parts_on_ray_give_what_one_machine_gives(girafa, cluster, tmp_path, monkeypatch, method, parts):
    for name in ("a", "b"):
        tmp_path.joinpath(f"{name}.bas").write_text("10 INPUT n: PRINT n*n\n20 IF n>2 THEN PRINT \"mais\"\n")
        tmp_path.joinpath(f"{name}.toml").write_text(SESSIONS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for options in ((), ("--json",), ("-v",)):
        one = subprocess.run([girafa, "test", ".", *options], capture_output=True)
        assert one.returncode == 1, one.stderr
        merged = ray_suite.suite(girafa, ["."], parts, method=method, merge=options)
        assert (merged.returncode, merged.stdout, merged.stderr) == (one.returncode, one.stdout, one.stderr)


def test_a_part_that_cannot_be_run_says_why(girafa, cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Exception, match=r"part hash:[12]/2: girafa: no-such: no such file"):
        ray_suite.suite(girafa, ["no-such"], 2)
