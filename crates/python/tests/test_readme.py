"""Runs the Python examples of the READMEs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("file", ["README.md", "crates/python/README.md"])
def test_examples_run(file, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    examples = re.findall(r"^```python\n(.*?)^```", ROOT.joinpath(file).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, file, "exec"), {})
    assert capsys.readouterr().out
