"""A pytest plugin that runs the sessions of BASIC programs as tests.

It collects each `NAME.bas` (or `.tap`, `.tzx`, `.pzx`, if there is no listing) with a session file `NAME.toml`
next to it, with one test per session, which has the marker `girafa`. The first line of a failure has the place
and the answers of the session, and what differs; the rows follow side by side. `pytest --girafa-update` updates
the session files to the observed results, and lists what it wrote. The terminal summary shows the statement
coverage of each program. All of this works with pytest-xdist too.

The fixture `girafa_machine` makes machines whose files are next to the test.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Optional

import pytest

import girafa

PROGRAM_SUFFIXES = (".bas", ".tap", ".tzx", ".pzx")
# Maximum number of missing statements listed per program.
MAX_MISSING_STATEMENTS = 5


@dataclass
class Summary:
    """What the terminal summary shows, of this process or of all workers."""

    # For each program, the number of its statements and the places of those that have not run.
    coverage: dict[str, tuple[int, list[str]]] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)

    def add_coverage(self, program: str, total: int, missing: list[str]) -> None:
        _, known = self.coverage.get(program, (total, missing))
        still = set(missing)
        self.coverage[program] = total, [place for place in known if place in still]


SUMMARY_KEY = pytest.StashKey[Summary]()
SESSIONS_KEY = pytest.StashKey[dict[str, girafa.Sessions]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("girafa")
    group.addoption(
        "--girafa-update", action="store_true", help="update the session files of BASIC programs to the observed results"
    )
    parser.addini("girafa_coverage", "show the statement coverage of BASIC programs (default: true)", type="bool", default=True)
    parser.addini("girafa_sessions", "patterns of the session files to run (default: *.toml)", type="args", default=["*.toml"])


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "girafa: a session of a BASIC program")
    config.stash[SUMMARY_KEY] = Summary()
    config.stash[SESSIONS_KEY] = {}
    # Two workers that update one file would lose updates.
    if config.getoption("--girafa-update") and getattr(config.option, "dist", "no") != "no":
        config.option.dist = "loadfile"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[pytest.Collector]:
    if file_path.suffix.lower() not in PROGRAM_SUFFIXES:
        return None
    sessions = file_path.with_suffix(".toml")
    patterns = parent.config.getini("girafa_sessions")
    if not sessions.is_file() or not any(sessions.match(pattern) for pattern in patterns):
        return None
    suffixes = [*PROGRAM_SUFFIXES, *map(str.upper, PROGRAM_SUFFIXES)]
    programs = [file_path.with_suffix(suffix) for suffix in suffixes]
    # Another file beside a listing is its data.
    if file_path != next((program for program in programs if program.is_file()), file_path):
        return None
    return Program.from_parent(parent, path=file_path)


class Program(pytest.File):
    """A program with its session file."""

    def collect(self) -> Iterator[pytest.Item]:
        try:
            sessions = girafa.Sessions(self.path)
        except girafa.GirafaError as error:
            raise self.CollectError(str(error)) from None
        self.config.stash[SESSIONS_KEY][self.nodeid] = sessions
        for name in sessions.names:
            yield Session.from_parent(self, name=name, sessions=sessions)


class Session(pytest.Item):
    """One session of a program."""

    def __init__(self, *, sessions: girafa.Sessions, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sessions = sessions
        self.add_marker("girafa")

    def runtest(self) -> None:
        verdict = self.sessions.judge(self.name, update=self.config.getoption("--girafa-update"))
        self.config.stash[SUMMARY_KEY].written += verdict.written
        if not verdict.agrees:
            line, answers = self.sessions.place(self.name)
            given = f", answers {answers}" if answers else ""
            first = verdict.first or "the session has no expectations"
            place = f"{self.path.with_suffix('.toml').name}:{line}"
            rest = [*filter(None, [verdict.failure]), *verdict.differences, *verdict.remarks]
            raise Differs("\n".join([f"{place}: {self.name}{given}: {first}", *rest]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Differs):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, Optional[int], str]:
        line, _ = self.sessions.place(self.name)
        return self.path.with_suffix(".toml"), line - 1, f"{self.path.stem}: {self.name}"


class Differs(AssertionError):
    """A session failed."""


@pytest.fixture
def girafa_machine(request: pytest.FixtureRequest) -> Iterator[Callable[..., girafa.Machine]]:
    """A function that makes a `girafa.Machine`. A file with an extension is next to the test's file. After the test,
    the hooks of the machines are removed."""
    machines = []

    def make(target: Any = None, **options: Any) -> girafa.Machine:
        if target is not None and Path(target).suffix:
            target = request.path.parent / target
        machine = girafa.Machine(target, **options)
        machines.append(machine)
        return machine

    yield make
    for machine in machines:
        machine.__exit__(None, None, None)


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    summary = config.stash[SUMMARY_KEY]
    for name, sessions in config.stash[SESSIONS_KEY].items():
        _, total, missing = sessions.coverage
        if total:
            summary.add_coverage(name, total, [place for place, _ in missing])
    # A worker of pytest-xdist sends it to the process that shows it.
    if hasattr(config, "workeroutput"):
        config.workeroutput["girafa"] = (summary.coverage, summary.written)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: Any) -> None:
    summary = node.config.stash[SUMMARY_KEY]
    coverage, written = getattr(node, "workeroutput", {}).get("girafa", ({}, []))
    summary.written += written
    for name, (total, missing) in coverage.items():
        summary.add_coverage(name, total, missing)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    summary = config.stash[SUMMARY_KEY]
    if summary.written:
        terminalreporter.section("updated session files")
        for line in sorted(summary.written):
            terminalreporter.write_line(line.removeprefix(f"{config.rootpath}{os.sep}"))
    if not summary.coverage or not config.getini("girafa_coverage"):
        return
    terminalreporter.section("coverage of BASIC statements")
    for name, (total, missing) in sorted(summary.coverage.items()):
        listed = ", ".join(missing[:MAX_MISSING_STATEMENTS])
        more = ", ..." if len(missing) > MAX_MISSING_STATEMENTS else ""
        row = f"{name}: {total - len(missing)} of {total} statements"
        terminalreporter.write_line(row + (f", not {listed}{more}" if missing else ""))
