"""Looks for answers with which programs of the book stop with an error, and shrinks them.

    python crates/python/examples/find_faults.py

Only plausible answers: numbers that the prompts allow. Known findings in the book: Nim with ten rows, and the tour of seven towns.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import Optional

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from girafa.hypothesis import Answers, Conversation, conversations

EXAMPLES = 400


def of_nim(prompt: str, before: Sequence[str]) -> st.SearchStrategy[str]:
    """Up to ten rows of one to nine matches; moves that are there."""
    if "FILAS" in prompt:
        return st.integers(2, 10).map(str)
    rows = {int(row): int(left) for row, left in re.findall(r"FILA +(\d+)--> *(\d+)", prompt)}
    if prompt.rstrip(" L").endswith("FILA -->"):
        return st.sampled_from([str(row) for row, left in rows.items() if left] or ["1"])
    return st.integers(1, 9).map(str)


def of_a_tour(ways: Callable[[int], list[tuple[int, int]]]) -> Answers:
    """Two to seven towns with these ways between them, of any length; then zeros, and S."""

    def answers(prompt: str, before: Sequence[str]) -> st.SearchStrategy[str]:
        if not before:
            return st.integers(2, 7).map(str)
        given = [(str(here), str(there), None) for here, there in ways(int(before[0]))]
        wanted = [part for way in [*given, ("0", "0", "0"), ("S",)] for part in way]
        answer = wanted[len(before) - 1] if len(before) <= len(wanted) else "S"
        return st.integers(1, 30).map(str) if answer is None else st.just(answer)

    return answers


def round_trip(towns: int) -> list[tuple[int, int]]:
    """From each town to the next."""
    return [(town, town % towns + 1) for town in range(1, towns + 1)]


def each_to_each(towns: int) -> list[tuple[int, int]]:
    """From each town to all others."""
    return [(here, there) for here in range(1, towns + 1) for there in range(1, towns + 1) if here != there]


SEARCHES = [
    ("nim", "up to ten rows", of_nim, 30),
    ("caixeiro", "a round trip", of_a_tour(round_trip), 30),
    ("caixeiro", "from each town to each", of_a_tour(each_to_each), 140),
]


def search(program: str, answers: Answers, most: int) -> Optional[Conversation]:
    """The simplest conversation with an error, where one is found."""
    found: list[Conversation] = []

    @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(conversations(program, answers=answers, most=most))
    def never_fails(conversation: Conversation) -> None:
        if conversation.failed:
            found.append(conversation)
        assert not conversation.failed

    try:
        never_fails()
    except AssertionError:
        # The last one is the simplest.
        return found[-1]
    return None


def main() -> int:
    missing = 0
    for program, what, answers, most in SEARCHES:
        began = time.monotonic()
        fault = search(program, answers, most)
        print(f"{program}, {what}: {fault or 'nothing found'} ({time.monotonic() - began:.1f} s)", flush=True)
        missing += fault is None
    return int(missing > 0)


if __name__ == "__main__":
    sys.exit(main())
