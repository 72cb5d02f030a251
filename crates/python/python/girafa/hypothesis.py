"""Answers for programs in BASIC, found by Hypothesis: a conversation is drawn as the program asks.

    from hypothesis import given
    from girafa.hypothesis import conversations

    @given(conversations("nim"))
    def test_nim_never_fails(conversation):
        assert not conversation.failed, conversation

What fails is shrunk: fewer and simpler answers, of which the program asks for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Optional

from hypothesis import strategies as st

import girafa

Answers = Callable[[str, Sequence[str]], "st.SearchStrategy[str]"]

# Reports of a program that has ended as it should: OK, STOP statement, and BREAK, which only somebody at the keyboard causes.
WELL = ("0", "9", "D", "L")
# What most programs take for yes and no.
WORDS = ("s", "n", "S", "N", "")


@dataclass
class Conversation:
    """A run with the answers drawn for it."""

    answers: list[str] = field(default_factory=list)
    """What was typed, in order."""
    prompts: list[str] = field(default_factory=list)
    """What the program asked, for each answer."""
    transcript: str = ""
    """What it printed."""
    report: Optional[str] = None
    """The report of the ROM with its details; None if the program had not stopped."""
    end: str = "time"
    """How it ended: `ended`, `time`, or `asking` if it still asked."""

    @property
    def failed(self) -> bool:
        """Whether the program stopped with an error."""
        return self.report is not None and not self.report.startswith(WELL)

    def __str__(self) -> str:
        return f"{self.report}, after the answers {', '.join(self.answers)}"


def likely(prompt: str, before: Sequence[str]) -> st.SearchStrategy[str]:
    """Answers that fit a prompt: numbers near those in the prompt, and small ones; for a string, yes and no too. Names are not drawn for numbers: an undefined variable stops any program."""
    named = {int(number) for number in re.findall(r"\d{1,4}", prompt)}
    near = sorted({max(0, number + more) for number in named for more in (-1, 0, 1)})
    small = st.integers(0, 12).map(str)
    kinds = [small, st.integers(-2, 300).map(str)]
    # INPUT shows its cursor between quotes where it needs a string.
    if prompt.rstrip().endswith('"'):
        kinds.append(st.sampled_from(WORDS))
    if near:
        kinds.insert(0, st.sampled_from([str(number) for number in near]))
    return st.one_of(kinds)


@st.composite
def conversations(
    draw: st.DrawFn,
    target: Optional[str] = None,
    *,
    listing: Optional[str] = None,
    answers: Answers = likely,
    most: int = 60,
    seconds: float = 120.0,
) -> Conversation:
    """Runs of a program. Whenever INPUT asks, an answer is drawn from `answers(prompt, before)`, `before` being those that were given:
    `most` of them at most, and as many emulated seconds between two."""
    machine = girafa.Machine(target, listing=listing)
    conversation = Conversation()
    while True:
        stop = machine.run(seconds)
        if stop == "key":
            # Running on gives it ENTER.
            continue
        if stop != "input" or len(conversation.answers) == most:
            break
        prompt = "\n".join(row for row in machine.rows[16:] if row)
        answer = draw(answers(prompt, conversation.answers))
        conversation.prompts.append(prompt)
        conversation.answers.append(answer)
        machine.answer(answer)
    conversation.end = "asking" if stop == "input" else stop
    conversation.transcript = machine.transcript
    conversation.report = machine.report if stop in ("ended", "dead") else None
    return conversation
