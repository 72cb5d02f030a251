"""Searches for answers that stop programs of the book with an error, and shrinks them.

    python crates/python/examples/find_faults.py

It draws only plausible answers: numbers that the prompts allow. Known errors in the book: Nim with ten rows,
and the tour of seven towns.
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

MAX_EXAMPLES = 400


def of_nim(prompt: str, before: Sequence[str]) -> st.SearchStrategy[str]:
    """Strategy for Nim: two to ten rows of one to nine matches; moves in rows that still have matches."""
    if "FILAS" in prompt:
        return st.integers(2, 10).map(str)
    rows = {int(row): int(left) for row, left in re.findall(r"FILA +(\d+)--> *(\d+)", prompt)}
    if prompt.rstrip(" L").endswith("FILA -->"):
        return st.sampled_from([str(row) for row, left in rows.items() if left] or ["1"])
    return st.integers(1, 9).map(str)


def of_a_tour(roads: Callable[[int], list[tuple[int, int]]]) -> Answers:
    """Returns answers for two to seven towns with the roads `roads(towns)` of random lengths, then zeros and
    S."""

    def answers(prompt: str, before: Sequence[str]) -> st.SearchStrategy[str]:
        if not before:
            return st.integers(2, 7).map(str)
        given = [(str(here), str(there), None) for here, there in roads(int(before[0]))]
        wanted = [part for road in [*given, ("0", "0", "0"), ("S",)] for part in road]
        answer = wanted[len(before) - 1] if len(before) <= len(wanted) else "S"
        return st.integers(1, 30).map(str) if answer is None else st.just(answer)

    return answers


def round_trip(towns: int) -> list[tuple[int, int]]:
    """Returns a road from each town to the next one."""
    return [(town, town % towns + 1) for town in range(1, towns + 1)]


def each_to_each(towns: int) -> list[tuple[int, int]]:
    """Returns a road from each town to each other town."""
    return [(here, there) for here in range(1, towns + 1) for there in range(1, towns + 1) if here != there]


SEARCHES = [
    ("nim", "up to ten rows", of_nim, 30),
    ("caixeiro", "a round trip", of_a_tour(round_trip), 30),
    ("caixeiro", "from each town to each", of_a_tour(each_to_each), 140),
]


def search(program: str, answers: Answers, most: int) -> Optional[Conversation]:
    """Returns the simplest conversation with an error, or None if none was found."""
    found: list[Conversation] = []

    @settings(max_examples=MAX_EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(conversations(program, answers=answers, most=most))
    def never_fails(conversation: Conversation) -> None:
        if conversation.failed:
            found.append(conversation)
        assert not conversation.failed

    try:
        never_fails()
    except AssertionError:
        # Hypothesis runs the simplest one last.
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
