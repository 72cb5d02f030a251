"""A pytest plugin that runs the sessions of BASIC programs as tests.

It collects each `NAME.bas` (or `.tap`, `.tzx`, `.pzx`) with a session file `NAME.toml` next to it, with one
test per session. A failed session shows the expected and observed results side by side.
`pytest --girafa-update` updates the session files to the observed results. The terminal summary shows the
statement coverage of each program.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import pytest

import girafa

PROGRAM_SUFFIXES = (".bas", ".tap", ".tzx", ".pzx")
# Maximum number of missing statements listed per program.
MAX_MISSING_STATEMENTS = 5


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("girafa")
    group.addoption(
        "--girafa-update", action="store_true", help="update the session files of BASIC programs to the observed results"
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[pytest.Collector]:
    if file_path.suffix.lower() in PROGRAM_SUFFIXES and file_path.with_suffix(".toml").is_file():
        return Program.from_parent(parent, path=file_path)
    return None


class Program(pytest.File):
    """A program with its session file."""

    def collect(self) -> Iterator[pytest.Item]:
        try:
            sessions = girafa.Sessions(self.path)
        except girafa.GirafaError as error:
            raise self.CollectError(str(error)) from None
        collected = self.config.stash.setdefault(SESSIONS_KEY, {})
        collected[self.nodeid] = sessions
        for name in sessions.names:
            yield Session.from_parent(self, name=name, sessions=sessions)


class Session(pytest.Item):
    """One session of a program."""

    def __init__(self, *, sessions: girafa.Sessions, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sessions = sessions

    def runtest(self) -> None:
        update = self.config.getoption("--girafa-update")
        verdict = self.sessions.judge(self.name, update=update)
        if update and verdict.failure is None:
            return
        if not verdict.agrees:
            raise Differs(verdict)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Differs):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, Optional[int], str]:
        return self.path, None, f"{self.path.stem}: {self.name}"


class Differs(AssertionError):
    """A session failed."""

    def __init__(self, verdict: girafa.Verdict) -> None:
        parts = [verdict.failure] if verdict.failure else []
        parts += [*verdict.differences, *verdict.remarks]
        super().__init__("\n".join(parts) or "the session has no expectations")


SESSIONS_KEY = pytest.StashKey[dict]()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    rows = []
    for name, sessions in config.stash.get(SESSIONS_KEY, {}).items():
        run, total, missing = sessions.coverage
        if total:
            listed = ", ".join(place for place, _ in missing[:MAX_MISSING_STATEMENTS])
            more = ", ..." if len(missing) > MAX_MISSING_STATEMENTS else ""
            rows.append(f"{name}: {run} of {total} statements" + (f", not {listed}{more}" if missing else ""))
    if rows:
        terminalreporter.section("coverage of BASIC statements")
        for row in rows:
            terminalreporter.write_line(row)
