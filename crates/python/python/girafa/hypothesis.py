"""Hypothesis strategies for BASIC programs: `conversations` draws an answer whenever a program asks for input,
`games` draws keys that a program reads with INKEY$.

    from hypothesis import given
    from girafa.hypothesis import conversations

    @given(conversations("nim"))
    def test_nim_never_fails(conversation):
        assert not conversation.failed, conversation

Hypothesis shrinks a failure to fewer and simpler answers, or to fewer keys that are held more briefly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Optional

from hypothesis import strategies as st

import girafa

Answers = Callable[[str, Sequence[str]], "st.SearchStrategy[str]"]

# Reports that are not errors: OK, STOP statement and BREAK, which only a key press can cause.
SUCCESS_REPORTS = ("0", "9", "D", "L")
# Common answers to yes-or-no questions.
YES_NO_ANSWERS = ("s", "n", "S", "N", "")
# Maximum number of frames until a program runs.
MAX_START_FRAMES = 100
# The keys that programs read: letters, digits, SPACE and ENTER.
KEYS = ("SPACE", "ENTER", *"0123456789abcdefghijklmnopqrstuvwxyz")


@dataclass
class Run:
    """A run with drawn input."""

    transcript: str = ""
    """The text that the program printed."""
    report: Optional[str] = None
    """The ROM's report with details; None if the program did not stop."""

    @property
    def failed(self) -> bool:
        """Whether the program stopped with an error."""
        return self.report is not None and not self.report.startswith(SUCCESS_REPORTS)


@dataclass
class Conversation(Run):
    """A run with the answers drawn for it."""

    answers: list[str] = field(default_factory=list)
    """The answers typed, in order."""
    prompts: list[str] = field(default_factory=list)
    """The program's prompt for each answer."""
    end: str = "time"
    """How the run ended: a reason of `Machine.run`, or `asking` if the program still asked for input."""

    def __str__(self) -> str:
        return f"{self.report}, after the answers {', '.join(self.answers)}"


def likely(prompt: str, before: Sequence[str]) -> st.SearchStrategy[str]:
    """Returns a strategy for plausible answers to a prompt: small numbers, numbers near those in the prompt,
    and yes or no if the program expects a string. It draws no names where a number is expected, because an
    undefined variable stops any program."""
    named = {int(number) for number in re.findall(r"\d{1,4}", prompt)}
    near = sorted({max(0, number + more) for number in named for more in (-1, 0, 1)})
    small = st.integers(0, 12).map(str)
    kinds = [small, st.integers(-2, 300).map(str)]
    # INPUT shows its cursor between quotes where it needs a string.
    if prompt.rstrip().endswith('"'):
        kinds.append(st.sampled_from(YES_NO_ANSWERS))
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
    """Draws a run of a program. Whenever INPUT asks, draws an answer from `answers(prompt, before)`, where
    `before` is the answers so far. Stops after `most` answers, or if the program runs for `seconds` emulated
    seconds without asking."""
    machine = girafa.Machine(target, listing=listing)
    conversation = Conversation()
    while True:
        stop = machine.run(seconds)
        if stop == "key":
            # The next run presses ENTER.
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


@dataclass
class Game(Run):
    """A run with the keys drawn for it."""

    moves: list[tuple[str, int]] = field(default_factory=list)
    """The keys held, one after the other, each with its number of frames of 1/50 s. With the empty text, no key is held."""

    def __str__(self) -> str:
        moves = (f"{key or 'no key'} for {frames} frames" for key, frames in self.moves)
        return f"{self.report}, after {', '.join(moves)}"


@st.composite
def games(
    draw: st.DrawFn,
    target: Optional[str] = None,
    *,
    listing: Optional[str] = None,
    keys: Sequence[str] = KEYS,
    most: int = 50,
    frames: int = 50,
) -> Game:
    """Draws a run of a program that reads the keyboard: at most `most` moves, each of them none of `keys` or one, or
    several such as `"q+o"`, held for 1 to `frames` frames. Stops when the program does."""
    moves = st.tuples(st.sampled_from(["", *keys]), st.integers(1, frames))
    machine = girafa.Machine(target, listing=listing, history=False)
    # RUN is typed before any other key. Machine code has no statement to wait for.
    for _ in range(MAX_START_FRAMES):
        if machine.place is not None or machine.report is not None:
            break
        machine.frames(1)
    game = Game()
    for key, length in draw(st.lists(moves, max_size=most)):
        if machine.report is not None:
            break
        game.moves.append((key, length))
        if key:
            machine.hold(key)
        for _ in range(length):
            machine.frames(1)
            # From now on, keys would go to the ROM's editor, and clear the report.
            if machine.report is not None:
                break
        machine.release()
    game.transcript = machine.transcript
    game.report = machine.report
    return game
