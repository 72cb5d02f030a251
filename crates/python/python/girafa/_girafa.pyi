from os import PathLike
from types import TracebackType
from typing import Any, Callable, Literal, Optional, Sequence, Union, final

__all__ = [
    "Diagnostic",
    "Doubt",
    "Fix",
    "GirafaError",
    "GirafaWarning",
    "ListingError",
    "Machine",
    "OutOfAnswers",
    "Picture",
    "Repair",
    "Result",
    "SAMPLE_RATE",
    "Scan",
    "Sessions",
    "State",
    "Verdict",
    "Why",
    "__version__",
    "_command",
    "_rebuild",
    "check",
    "compare",
    "llist",
    "run",
    "tokenise",
    "typein",
]

_Path = Union[str, PathLike[str]]
_File = Union[_Path, bytes]
_Pace = Literal["original", "rom"]
_Format = Literal["szx", "z80", "sna"]

__version__: str
SAMPLE_RATE: int

class GirafaError(Exception):
    """Something could not be run, read or written; the message has the reason, the place, and what to do."""

class ListingError(GirafaError):
    """A listing has errors. `file`, `line` and `column` (from 1, of the text) describe the first, `diagnostics` has all."""
    file: str
    line: Optional[int]
    column: Optional[int]
    diagnostics: list[Diagnostic]

class OutOfAnswers(GirafaError):
    """The program asks for more input than it was given. `prompt` is what it asks, `result` the result so far."""
    prompt: str
    result: Result

class GirafaWarning(UserWarning):
    """A program is run, but something about its file is wrong; the message says what."""

@final
class Fix:
    """A fix: a range of the text and its replacement."""
    @property
    def title(self) -> str:
        """A short description of the fix."""
    @property
    def span(self) -> tuple[int, int]:
        """The range of characters in the text: the start, from 0, and the exclusive end."""
    @property
    def replacement(self) -> str:
        """The text that replaces the range."""
    def apply(self, text: str) -> str:
        """Returns `text` with the fix applied."""

@final
class Diagnostic:
    """An error, a warning or a note about a listing."""
    @property
    def severity(self) -> str:
        """`error`, `warning` or `note`."""
    @property
    def code(self) -> Optional[str]:
        """The code of the finding, such as `G001`; None for errors of the tokeniser."""
    @property
    def message(self) -> str:
        """The problem, in one sentence."""
    @property
    def label(self) -> str:
        """The label of the marked text, such as what was expected; may be empty."""
    @property
    def help(self) -> Optional[str]:
        """How to solve the problem."""
    @property
    def line(self) -> int:
        """The line of the text, from 1."""
    @property
    def column(self) -> int:
        """The column of the first marked character, from 1."""
    @property
    def span(self) -> tuple[int, int]:
        """The range of characters in the text: the start, from 0, and the exclusive end."""
    @property
    def fixes(self) -> list[Fix]:
        """Probable fixes, most likely first."""

@final
class Picture:
    """A picture: `height` rows of `width` pixels, each with a red, green and blue value.

    Notebooks display it. `numpy.asarray(picture)` returns an array of shape (height, width, 3) without a
    copy; `to_pil()` returns a PIL.Image.
    """
    @property
    def width(self) -> int:
        """Width in pixels."""
    @property
    def height(self) -> int:
        """Height in pixels."""
    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the array: (height, width, 3)."""
    @property
    def rgb(self) -> bytes:
        """The red, green and blue values of the pixels, row by row: `height * width * 3` bytes."""
    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def png(self) -> bytes:
        """Returns the picture as the bytes of a PNG file."""
    def save(self, path: _Path) -> None:
        """Writes the picture to a PNG file."""
    def to_pil(self) -> Any:
        """Returns the picture as a PIL.Image; needs Pillow."""
    def to_numpy(self) -> Any:
        """Returns the picture as a numpy.ndarray of shape (height, width, 3), without a copy; needs NumPy."""

@final
class Result:
    """The result of a run: all that can be observed at its end. It can be pickled."""
    @property
    def transcript(self) -> str:
        """The text that the program printed on the upper screen; each row ends with a newline."""
    @property
    def end(self) -> str:
        """How the run ended: `report`, `frames` (the time limit), `keys exhausted`, `tape ran out`,
        `output limit` or `idle`; `input exhausted` in the result of OutOfAnswers.
        """
    @property
    def report(self) -> str:
        """The ROM's report, such as `9 STOP statement, 20:1`; empty if the program did not stop."""
    @property
    def ok(self) -> bool:
        """Whether the program stopped with the report `0 OK` or `9 STOP statement`, or by NEW."""
    @property
    def line(self) -> Optional[int]:
        """The number of the line where the run ended; None if no line was running."""
    @property
    def statement(self) -> Optional[int]:
        """The number of the statement in `line`, from 1; None if no line was running."""
    @property
    def fault(self) -> Optional[str]:
        """The runtime error with its line and details; None if there was none."""
    @property
    def variables(self) -> dict[str, Any]:
        """The variables at the end of the run: numbers as int or float, strings as str, arrays as nested lists
        with names such as `a()` and `a$()`.
        """
    @property
    def tstates(self) -> int:
        """T-states from the start of the program to the end of the last frame; 3,500,000 are one second."""
    @property
    def seconds(self) -> float:
        """Emulated time in seconds."""
    @property
    def screen(self) -> Picture:
        """The final screen with its border, 352 x 288 pixels."""
    @property
    def rows(self) -> list[str]:
        """The 24 rows of the screen as text."""
    @property
    def paper(self) -> Optional[Picture]:
        """The ZX Printer's paper, 256 pixels wide; None if nothing was printed on it."""
    @property
    def printed(self) -> list[str]:
        """The paper as text, one row of text per eight rows of dots."""
    @property
    def prompts(self) -> list[str]:
        """The text on the lower screen at each INPUT, up to the cursor; rows are separated by newlines."""
    @property
    def answers_left(self) -> list[str]:
        """Answers that the program did not ask for."""
    @property
    def snapshot(self) -> bytes:
        """The final machine as the bytes of a .szx snapshot, for `Machine` and other emulators."""
    @property
    def saved(self) -> bytes:
        """The cassette that SAVE recorded on, as the bytes of a .tap file; empty if there is nothing on it."""
    @property
    def audio(self) -> memoryview:
        """The sound of the beeper and the tape: a memoryview of int16, mono, `SAMPLE_RATE` samples per second.
        Empty unless the run had `audio=True`.
        """
    @property
    def coverage(self) -> Optional[dict[tuple[int, int], int]]:
        """How often each statement ran: a dict from (line, statement) to a count, without statements that do
        nothing. None unless the run had `coverage=True`.
        """
    @property
    def profile(self) -> Optional[list[tuple[int, int, int, int, str]]]:
        """The time spent in each line, most T-states first: a list of (line, runs, tstates, waiting, text),
        where `waiting` is the T-states spent waiting for a key. None unless the run had `profile=True`.
        """

@final
class Repair:
    """A repair of a doubt."""
    @property
    def title(self) -> str:
        """A short description of the repair."""
    @property
    def changes(self) -> list[tuple[int, str, str]]:
        """The changes: (row, wrong text, right text)."""

@final
class Doubt:
    """A doubt: a place that is probably misread."""
    @property
    def severity(self) -> str:
        """`error` or `warning`."""
    @property
    def message(self) -> str:
        """The problem, in one sentence."""
    @property
    def row(self) -> int:
        """The row of the text, from 1."""
    @property
    def column(self) -> int:
        """The character in the row, from 1."""
    @property
    def page(self) -> Optional[str]:
        """The picture, with the page number if the file has several pages; None if the scan is a text."""
    @property
    def at(self) -> Optional[tuple[float, float]]:
        """The centre of the character in the picture: x and y in pixels from the top left corner."""
    @property
    def corners(self) -> Optional[list[tuple[float, float]]]:
        """The corners of the character's cell in the picture: top left, top right, bottom right, bottom left."""
    @property
    def repairs(self) -> list[Repair]:
        """Probable repairs, most likely first."""

@final
class Scan:
    """The result of reading a scanned listing."""
    @property
    def text(self) -> str:
        """The text of the scan or of the pictures, one printed row per line. Rows, columns and corrections refer
        to it.
        """
    @property
    def width(self) -> Optional[int]:
        """Width of the paper in columns; None if lines are not split into rows."""
    @property
    def listing(self) -> Optional[str]:
        """The listing; None if there are doubts."""
    @property
    def doubts(self) -> list[Doubt]:
        """The doubts, in the order of the text."""
    @property
    def notes(self) -> list[tuple[int, str]]:
        """Notes about the listing, such as statements that need an Interface 1: (row, message)."""
    @property
    def suggested(self) -> str:
        """The text of a fixes file with the most likely repair of each doubt, for `typein(fixes=...)`."""

@final
class Verdict:
    """The verdict of a session: the comparison of all its runs."""
    @property
    def session(self) -> str:
        """The session's name."""
    @property
    def agrees(self) -> bool:
        """Whether all runs agree; also False if there was nothing to compare with."""
    @property
    def rows(self) -> int:
        """Number of rows that were compared."""
    @property
    def ways(self) -> list[str]:
        """The names of the backends that ran the session."""
    @property
    def differences(self) -> list[str]:
        """The differences, side by side as the command shows them."""
    @property
    def remarks(self) -> list[str]:
        """Additional notes on the differences."""
    @property
    def failure(self) -> Optional[str]:
        """Why the session could not be run or compared; None if it could."""
    @property
    def first(self) -> Optional[str]:
        """The first difference, or the failure, in one line; None if there is neither."""
    @property
    def written(self) -> list[str]:
        """What an update wrote, with the name of the file."""
    def __bool__(self) -> bool: ...

@final
class Sessions:
    """A program's file and the session file next to it, as `girafa test` runs them."""
    def __new__(cls, path: _Path) -> Sessions: ...
    @property
    def names(self) -> list[str]:
        """The names of the sessions, in the order of the file."""
    @property
    def coverage(self) -> tuple[int, int, list[tuple[str, str]]]:
        """The coverage of the sessions run so far: the number of statements that have run, the number of all
        statements, and a list of those that have not run, each as `line:statement` and its text.
        """
    def place(self, name: str) -> tuple[int, list[str]]:
        """The line of a session in the file, from 1, and its answers.

        Raises KeyError if there is no session `name`.
        """
    def judge(self, name: str, *, update: bool = ...) -> Verdict:
        """Runs a session, checks its expectations and returns the verdict. With `update`, updates the session
        file to the observed results, unless the run ended early.

        Raises KeyError if there is no session `name`, and GirafaError if a file cannot be written.
        """

@final
class State:
    """A saved state of a machine, for `Machine.restore`. Pickled, it loses its transcript, its paper and the details
    of its report, and keeps the rest of its tape at the ROM's speed.
    """

@final
class Why:
    """Why a variable has its value."""
    @property
    def name(self) -> str:
        """The name of the variable."""
    @property
    def value(self) -> Optional[str]:
        """Its value, in BASIC notation; None if the variable does not exist."""
    @property
    def line(self) -> Optional[int]:
        """The line of the statement that set the variable; None if it was set from outside the program."""
    @property
    def statement(self) -> Optional[int]:
        """The number of the statement in the line, from 1; None if it was set from outside the program."""
    @property
    def text(self) -> str:
        """The text of the statement, or `a change from outside the program`."""
    @property
    def moment(self) -> tuple[int, int]:
        """The start of the statement, for `goto`: a frame, and T-states in that frame."""
    @property
    def reads(self) -> list[tuple[str, Optional[str]]]:
        """The variables that the statement read: names and values."""
    @property
    def data(self) -> Optional[int]:
        """The line of the DATA statement that the value was read from; None for other statements."""
    @property
    def is_answer(self) -> bool:
        """Whether the value was typed as an answer to INPUT."""

@final
class Machine:
    """A Spectrum with a program and its history.

    `target` is a file or the id of an included program; `listing` is the text of a listing instead. Without
    either, the machine has just been switched on. It is deterministic: the same calls at the same times give
    the same results. It can be pickled, without its history and its hooks.

    With `history=False`, it runs as fast as `run` and records no history: `goto`, `step`, `why`, `on_line` and
    `on_variable` raise GirafaError.
    """
    def __new__(
        cls,
        target: Optional[_Path] = ...,
        *,
        listing: Optional[str] = ...,
        rom: Optional[_File] = ...,
        printer: bool = ...,
        late: bool = ...,
        pace: _Pace = ...,
        audio: bool = ...,
        history: bool = ...,
    ) -> Machine: ...
    @staticmethod
    def of_snapshot(
        snapshot: _File,
        format: _Format = ...,
        *,
        rom: Optional[_File] = ...,
        tape: Optional[_File] = ...,
        pace: _Pace = ...,
        audio: bool = ...,
        history: bool = ...,
    ) -> Machine:
        """Creates a machine from a snapshot: a .szx, .z80 or .sna file, or its bytes."""
    def __enter__(self) -> Machine: ...
    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None: ...
    def frames(self, count: int = ...) -> int:
        """Runs `count` frames of 1/50 s, even if the program waits. Answers from `answer` are typed when INPUT
        asks. Returns the number of frames that have run: fewer if a hook returned a true value.
        """
    def run(
        self, seconds: float = ...
    ) -> Literal["input", "key", "ended", "dead", "tape", "output", "recording", "hook", "time"]:
        """Runs until the program waits or ends, and returns why it has stopped: `input`, `key`, `ended`, `dead`
        if nothing more can happen, `tape` if it waits at the end of a tape, `output` if it has printed more
        than is kept, `hook` if a hook returned a true value, or `time` after `seconds` emulated seconds.
        """
    def step(
        self, step: Literal["statement", "line", "over", "out"] = ..., *, back: bool = ...
    ) -> Optional[tuple[int, int]]:
        """Steps to the next `statement` or `line`, `over` a GO SUB, or `out` of one; with `back`, steps
        backward. Returns the line and the statement reached; None if there is none. A forward step calls
        hooks and ends at the first one.
        """
    def type(self, text: str) -> None:
        """Types a text on the keyboard now, with newlines as ENTER; also in a program's INPUT."""
    def answer(self, text: Union[str, int]) -> None:
        """Adds an answer, a text or a whole number, which is typed with ENTER when INPUT asks."""
    def press(self, keys: str) -> None:
        """Presses keys in the notation of `girafa run --keys`, such as `"q+o 2s LEFT*3"`: one after the other,
        from now on, while the machine runs.
        """
    def hold(self, keys: str) -> None:
        """Holds a key, or several such as `"q+o"`, from the next frame on until `release`."""
    def release(self, keys: Optional[str] = ...) -> None:
        """Releases a key, or several, that `hold` holds; all of them by default."""
    def press_at(self, schedule: Sequence[tuple[int, str]]) -> None:
        """Presses keys later: pairs of a number of frames from now and a key, such as `[(0, "y"), (25, "ENTER")]`."""
    def peek(self, address: int) -> int:
        """Returns the byte at `address`."""
    def poke(self, address: int, value: int) -> None:
        """Writes a byte to `address`; the ROM does not change. Deletes the history after this moment."""
    @property
    def memory(self) -> memoryview:
        """The machine's 65,536 bytes as a live memoryview, to read and to write. Writes to the ROM have no
        effect.
        """
    @property
    def registers(self) -> dict[str, int]:
        """The processor's registers as a dict. 16 bits: `pc`, `sp`, `af`, `bc`, `de`, `hl`, `ix`, `iy`, and the
        alternate set as `af_` and so on. 8 bits: `i` and `r`. `im` is the interrupt mode, 0 to 2. `iff1`
        (whether interrupts are enabled) and `halted` are bools.
        """
    @property
    def audio(self) -> memoryview:
        """The sound of the beeper and the tape since the last access: a memoryview of int16, mono, `SAMPLE_RATE`
        samples per second, at most the last 60 seconds. Frames that run again after `goto` are recorded
        again. Empty unless the machine was created with `audio=True`.
        """
    @property
    def screen(self) -> Picture:
        """The screen with its border, 352 x 288 pixels."""
    @property
    def rows(self) -> list[str]:
        """The 24 rows of the screen as text."""
    @property
    def transcript(self) -> str:
        """The text that the program has printed so far, including the unfinished row."""
    @property
    def paper(self) -> Optional[Picture]:
        """The ZX Printer's paper; None if nothing was printed on it."""
    @property
    def variables(self) -> dict[str, Any]:
        """The variables: numbers as int or float, strings as str, arrays as nested lists with names such as
        `a()` and `a$()`.
        """
    @property
    def listing(self) -> Optional[str]:
        """The program in memory as a listing; None if there is none."""
    @property
    def place(self) -> Optional[tuple[int, int]]:
        """The current line and statement, running or about to run; None if no statement of the program is."""
    @property
    def report(self) -> Optional[str]:
        """The report on the screen, with details of an error; None if there is none."""
    @property
    def tstates(self) -> int:
        """T-states since the machine was switched on; 3,500,000 are one second."""
    @property
    def moment(self) -> tuple[int, int]:
        """The current moment of the history: a frame, and T-states in that frame."""
    def evaluate(self, expression: str) -> Union[int, float, str]:
        """Evaluates a BASIC expression by running the ROM on a copy of the machine; returns an int, float or
        str.

        Raises ValueError if the expression is not valid or has an error.
        """
    def set(self, name: str, value: Union[int, float, str]) -> None:
        """Sets a variable to an int, float or str. Deletes the history after this moment.

        Raises ValueError if the name is not a variable or its type differs, and TypeError for other values.
        """
    def state(self) -> State:
        """Returns the current state, for `restore`."""
    def restore(self, state: State) -> None:
        """Continues from a state. Deletes the history after this moment, and appends the state to it."""
    def goto(self, moment: Union[int, tuple[int, int]]) -> None:
        """Goes to a moment of the history, backward or forward, or to the nearest known one. `moment` is a value
        of the property `moment`, or the number of a frame.
        """
    def why(self, name: str) -> Why:
        """Explains why a variable has its current value.

        Raises KeyError if no recorded statement has set the variable.
        """
    def on_line(
        self,
        line: int,
        callback: Callable[[Machine], Any],
        *,
        statement: Optional[int] = ...,
        condition: Optional[str] = ...,
    ) -> int:
        """Calls `callback(machine)` whenever `statement` of the line (default: the first) is about to run and
        the BASIC expression `condition` is true. Without `statement`, a missing line stands for the next one.
        If the callback returns a true value, the run stops. Returns the hook's number.
        """
    def on_variable(self, name: str, callback: Callable[[Machine], Any]) -> int:
        """Calls `callback(machine)` whenever a statement has changed a variable. If the callback returns a true
        value, the run stops. Returns the hook's number.
        """
    def on_address(
        self, address: int, callback: Callable[[Machine], Any], *, condition: Optional[str] = ...
    ) -> int:
        """Calls `callback(machine)` whenever the processor is about to execute the instruction at `address` (0
        to 65,535), in the ROM or in machine code, and the BASIC expression `condition` is true. If the
        callback returns a true value, the run stops. Returns the hook's number.

        Raises ValueError if `condition` is not a BASIC expression.
        """
    def remove_hook(self, number: int) -> None:
        """Removes a hook by its number."""
    def snapshot(self, format: _Format = ...) -> bytes:
        """Returns the machine as the bytes of a snapshot; `format` is `szx`, `z80` or `sna`."""

def run(
    target: Optional[_Path] = ...,
    *,
    listing: Optional[str] = ...,
    answers: Sequence[Union[str, int]] = ...,
    keys: str = ...,
    tape: Optional[_File] = ...,
    rom: Optional[_File] = ...,
    seconds: Optional[float] = ...,
    frames: Optional[int] = ...,
    coverage: bool = ...,
    profile: bool = ...,
    audio: bool = ...,
    printer: bool = ...,
    late: bool = ...,
    pace: _Pace = ...,
) -> Result:
    """Runs a program to its end and returns the result.

    `target` is a file (.bas, .tap, .tzx, .pzx, .sna, .z80, .szx) or the id of an included program; `listing`
    is the text of a listing instead. `answers`, texts or whole numbers, are typed when INPUT asks. `keys` are
    pressed when the program reads the keyboard, in the notation of `girafa run --keys`. `seconds` or `frames`
    limits the emulated time. `printer=False` disconnects the ZX Printer; `late=True` emulates late timing.
    `pace`, `original` or `rom`, is how long the routines of the included ROM take: about as long as those of an
    original ROM, or their own time.

    Raises ListingError if the listing has errors, OutOfAnswers if the program asks for more answers than it
    was given, FileNotFoundError if a file does not exist, and GirafaError if the program cannot be run.
    Ctrl+C stops the run.
    """
def tokenise(listing: str, *, name: str = ...) -> bytes:
    """Returns the bytes of a .tap file with the listing's program, as `girafa tap` writes it. The program is
    called `name` and starts at its first line.

    Raises ListingError if the listing has errors.
    """
def check(listing: str) -> list[Diagnostic]:
    """Returns all diagnostics of a listing, in the order of its text, as `girafa check` finds them."""
def llist(listing: str, *, width: int = ...) -> list[str]:
    """Returns the rows that LLIST prints for a listing, `width` columns wide.

    Raises ListingError if the listing has errors, and ValueError if the width is not from 6 to 1,000.
    """
def typein(
    scan: Union[_Path, Sequence[_Path]],
    *,
    width: Optional[int] = ...,
    fixes: str = ...,
    page: Optional[int] = ...,
    font: Union[str, PathLike[str], Sequence[Union[str, PathLike[str]]], None] = ...,
    rom: Optional[_File] = ...,
) -> Scan:
    """Reads a scanned listing as `girafa typein` does, and returns the listing or its doubts.

    `scan` is the text of the scan, one printed row per line; the name of its file (a `pathlib.Path`, or a str
    of one row that ends in `.txt`); or pictures of its pages: the name of a PNG, JPEG, WebP, TIFF or PNM
    file, or a list of such names in order. `width` is the width of the paper in columns, or 0 if each row is
    a whole line; by default it is detected. `fixes` is the text of a fixes file.

    The other options are for pictures only, where each doubt also has its position in the picture. `page` is
    the only page to read of a TIFF file with several pages, from 1. `font` is a font if the characters
    are not the ROM's: its text (`girafa typein --learn` makes one), or a `pathlib.Path` of such a text or of a
    snapshot or tape that contains the font; or a list of fonts, of which the best-fitting glyphs are used.
    `rom` is the name of a ROM of 16,384 bytes that has the font. By default, the font is from the ROM of
    GIRAFA_ROM, or else from the built-in ROM.

    Raises FileNotFoundError if a file does not exist; ValueError if the width is not 0 or from 6 to 1,000;
    and GirafaError if the scan is too long, a picture cannot be read or has no listing, or a correction does
    not fit.
    """
def compare(id: str, *, session: Optional[str] = ...) -> list[Verdict]:
    """Runs the sessions of an included program and returns a verdict for each: whether all backends print the
    same. The backends are the book's listing (if the book is imported) and our edition on the machine, and
    the native reference. `session` selects one session.

    Raises GirafaError if the program or the session does not exist.
    """

def _command(arguments: Sequence[str]) -> int:
    """Runs the command with these arguments, of which the first is its name. Returns its exit code."""

# Rebuilds pickled objects.
def _rebuild(class_: str, values: tuple[Any, ...], /) -> Any:
    """Rebuilds an object of a class of this module from the values that `__reduce__` returned."""
