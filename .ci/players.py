"""Controls both players for `.ci/soak.py`: starts them, types, reads their output, and checks what they
leave."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Timeout in seconds for expected events, on a busy machine.
TIMEOUT_SECONDS = 60
# Child processes are killed when this process ends for any reason.
KILL_WITH_PARENT = ["setpriv", "--pdeathsig", "KILL"]
# A program with sound, printer output, occasional screen copies and a tape recording; it never ends.
PROGRAM = """\
10 LET n=0
20 LET n=n+1: PRINT INKEY$;n;" ";: POKE 23692,255
30 IF RND<.2 THEN BEEP .02,RND*40
40 IF RND<.2 THEN LPRINT n,RND
50 IF RND<.01 THEN COPY
60 IF RND<.003 THEN SAVE "x" CODE 0,900
70 GO TO 20
"""


class Failure(Exception):
    """A failed check of a player."""


def wait(what, condition, timeout=TIMEOUT_SECONDS):
    """Waits until `condition` returns a true value, and returns it."""
    start = time.monotonic()
    while not (found := condition()):
        if time.monotonic() > start + timeout:
            raise Failure(f"{what}: not within {timeout} s")
        time.sleep(0.02)
    return found


class Player:
    """A running player, in a temporary directory."""

    def __init__(self, rng):
        self.rng = rng
        self.temporary = tempfile.TemporaryDirectory(prefix="girafa-soak-")
        self.directory = Path(self.temporary.name)
        (self.directory / "soak.bas").write_text(PROGRAM)
        self.child = None

    def check_alive(self):
        if self.child.poll() is not None:
            raise Failure(f"the player has ended with exit code {self.child.returncode}: {self.last_output()}")

    def resident(self):
        try:
            return int(Path(f"/proc/{self.child.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError):
            return 0

    def files(self, pattern):
        return sorted(self.directory.glob(pattern))

    def end(self):
        """Quits the player with its key."""
        self.press(["^q"])
        try:
            self.child.wait(TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            raise Failure("the player does not end") from None
        if self.child.returncode != 0:
            raise Failure(f"exit code {self.child.returncode}: {self.last_output()}")
        self.check_files()

    def check_files(self):
        """Checks that all files in the directory are complete, and that there are no others."""
        for file in self.directory.iterdir():
            check_complete(file)

    def close(self):
        if self.child and self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        self.temporary.cleanup()


def check_complete(file):
    """Checks that a file written by a player is complete, by its format."""
    bytes, at = file.read_bytes(), 0
    if file.suffix == ".szx":
        at = 8
        while at + 8 <= len(bytes):
            at += 8 + struct.unpack_from("<I", bytes, at + 4)[0]
        is_complete = bytes.startswith(b"ZXST") and at == len(bytes) > 8
    elif file.suffix == ".tap":
        while at + 2 <= len(bytes):
            at += 2 + struct.unpack_from("<H", bytes, at)[0]
        is_complete = at == len(bytes)
    elif file.suffix == ".png":
        is_complete = bytes.endswith(b"IEND\xaeB`\x82")
    else:
        is_complete = file.suffix == ".bas" or file.name.startswith("Xvfb_screen")
    if not is_complete:
        raise Failure(f"{file.name} is incomplete or unexpected, with {len(bytes)} bytes")


class Terminal(Player):
    """`girafa play` in a pseudo-terminal, with or without image output."""

    BYTES = {
        "Return": "\r", "BackSpace": "\x7f", "Tab": "\t", "Left": "\x1b[D", "Down": "\x1b[B", "Up": "\x1b[A",
        "Right": "\x1b[C", "Home": "\x1b[H", "End": "\x1b[F", "Prior": "\x1b[5~", "Next": "\x1b[6~", "Insert": "\x1b[2~",
        "F1": "\x1bOP", "F9": "\x1b[20~", "F11": "\x1b[23~", "F12": "\x1b[24~",
        "shift+F7": "\x1b[18;2~", "shift+F8": "\x1b[19;2~", "shift+F11": "\x1b[23;2~",
    }  # fmt: skip
    # The terminal's modes: the sequence that sets each, and the one that resets it.
    MODES = [
        (b"\x1b[?1049h", b"\x1b[?1049l"),
        (b"\x1b[?2004h", b"\x1b[?2004l"),
        (b"\x1b[?2026h", b"\x1b[?2026l"),
        (b"\x1b[?25l", b"\x1b[?25h"),
    ] + [(b"\x1b[?%dh" % mouse, b"\x1b[?%dl" % mouse) for mouse in (1000, 1002, 1003, 1006)]
    CLOCK = re.compile(rb"\x1b\[2J.*?(?:(\d+):)?(\d+):(\d\d)(?: |\x1b\[\d+;\d+H)x\d", re.DOTALL)
    MAX_OUTPUT_BYTES = 1 << 18

    def __init__(self, rng, binaries, pixels="off"):
        super().__init__(rng)
        cassette = b"".join(path.read_bytes() for path in sorted((ROOT / "examples").glob("*.tap")))
        (self.directory / "tape.tap").write_bytes(cassette)
        self.master, self.slave = os.openpty()
        self.size = (80, 24)
        self.set_size(self.size)
        self.before = termios.tcgetattr(self.slave)
        self.output, self.count, self.lock = b"", 0, threading.Lock()
        command = [*KILL_WITH_PARENT, binaries / "girafa", "play", "soak.bas", "--turbo", *f"--tape tape.tap --pixels {pixels}".split()]
        environment = {**os.environ, "TERM": "xterm-256color"}
        self.child = subprocess.Popen(
            command, cwd=self.directory, env=environment, process_group=0,
            stdin=self.slave, stdout=self.slave, stderr=self.slave,
        )  # fmt: skip
        os.set_blocking(self.master, False)
        self.closed = False
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        while not self.closed:
            if select.select([self.master], [], [], 0.2)[0]:
                bytes = os.read(self.master, 1 << 16)
                with self.lock:
                    self.output = (self.output + bytes)[-self.MAX_OUTPUT_BYTES :]
                    self.count += len(bytes)

    def write(self, bytes, timeout=TIMEOUT_SECONDS):
        """Types bytes as fast as the player reads them; drops those not read within `timeout` seconds."""
        end = time.monotonic() + timeout
        while bytes and time.monotonic() < end:
            if select.select([], [self.master], [], 0.1)[1]:
                try:
                    bytes = bytes[os.write(self.master, bytes[:4096]) :]
                except BlockingIOError:
                    pass
            if self.child.poll() is not None:
                return
        if bytes and timeout == TIMEOUT_SECONDS:
            raise Failure(f"{len(bytes)} typed bytes are not read")

    def press(self, keys):
        def of(key):
            return chr(ord(key[1]) & 31) if len(key) == 2 and key[0] == "^" else self.BYTES.get(key, key)

        self.write("".join(map(of, keys)).encode())

    def paste(self, text, timeout=TIMEOUT_SECONDS):
        self.write(b"\x1b[200~" + text.encode() + b"\x1b[201~", timeout)

    def garbage(self):
        """Types random bytes, and spaces that complete an unfinished UTF-8 character."""
        self.write(bytes(self.rng.choice(range(0x20, 0x100)) for _ in range(20)) + b"    ")

    def set_size(self, size):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("4H", size[1], size[0], 0, 0))

    def resize(self, smallest=(1, 1)):
        before = self.size
        while self.size[0] == before[0]:
            self.size = self.rng.randint(smallest[0], 250), self.rng.randint(smallest[1], 80)
        self.set_size(self.size)
        # This is not the process's controlling terminal, so the kernel sends it no signal.
        self.child.send_signal(signal.SIGWINCH)

    def clock(self):
        """Returns the emulated seconds since the start or restart. Resizes the terminal to get the whole
        status."""
        mark = self.count
        self.resize((110, 26))

        def shown():
            with self.lock:
                news = self.output[-max(self.count - mark, 1) :]
            return self.CLOCK.search(news)

        found = wait("the status line", shown, 3)
        return seconds(found.groups())

    def last_output(self):
        with self.lock:
            return repr(self.output[-300:])

    def is_raw(self):
        return not termios.tcgetattr(self.slave)[3] & (termios.ICANON | termios.ECHO)

    def drain_output(self):
        """Waits until all output is read."""
        while select.select([self.master], [], [], 0.05)[0]:
            time.sleep(0.01)

    def check_files(self):
        super().check_files()
        self.check_terminal_restored()

    def check_terminal_restored(self):
        self.drain_output()
        if termios.tcgetattr(self.slave) != self.before:
            raise Failure("the terminal's settings are not restored")
        with self.lock:
            left = [on for on, off in self.MODES if self.output.rfind(on) > self.output.rfind(off)]
        if left:
            raise Failure(f"the terminal still has the modes {left}: {self.last_output()}")

    def close(self):
        super().close()
        self.closed = True
        self.reader.join()
        os.close(self.master)
        os.close(self.slave)


class Display:
    """An X server without a screen (Xvfb)."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="girafa-soak-")
        self.screen = Path(self.temporary.name) / "Xvfb_screen0"
        command = [*KILL_WITH_PARENT, "Xvfb", "-displayfd", "1", "-screen", "0", "1900x1000x24", "-noreset", "-nolisten", "tcp", "-fbdir"]
        self.server = subprocess.Popen(
            [*command, self.temporary.name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.name = f":{self.server.stdout.readline().strip()}"

    def xdotool(self, *arguments):
        done = subprocess.run(
            ["xdotool", *map(str, arguments)], env={**os.environ, "DISPLAY": self.name}, capture_output=True, text=True
        )
        return done.stdout

    def row(self, x, y, width):
        """Returns the pixels of a row as numbers, from Xvfb's screen file: a header of big-endian words, a
        colour table, pixels of four bytes."""
        with self.screen.open("rb") as file:
            words = struct.unpack(">25I", file.read(100))
            file.seek(words[0] + words[19] * 12 + y * words[12] + x * 4)
            return struct.unpack(f"<{width}I", file.read(width * 4))

    def close(self):
        self.server.kill()
        self.server.wait()
        self.temporary.cleanup()


class Window(Player):
    """`girafa-desktop` on an Xvfb display."""

    # Sizes of the picture, of the status below it and of a pane, in the machine's pixels.
    PICTURE, STATUS, PANE = (352, 288), 20, 272
    NAMES = {
        " ": "space", '"': "quotedbl", "+": "plus", "-": "minus", "*": "asterisk", "/": "slash", "=": "equal", "<": "less",
        ">": "greater", "(": "parenleft", ")": "parenright", ";": "semicolon", ":": "colon", ",": "comma", ".": "period",
        "?": "question", "!": "exclam", "#": "numbersign", "%": "percent", "&": "ampersand", "'": "apostrophe",
        "_": "underscore", "@": "at",
    }  # fmt: skip

    def __init__(self, rng, binaries, display):
        super().__init__(rng)
        self.display = display
        self.log = (self.directory.parent / f"{self.directory.name}.txt").open("w+")
        tapes = sorted((ROOT / "basic-listings").glob("*.bas"))
        tapes = [path for path in rng.sample(tapes, 3)] + sorted((ROOT / "examples").glob("*.tap"))
        self.child = subprocess.Popen(
            [*KILL_WITH_PARENT, binaries / "girafa-desktop", "soak.bas", *tapes, *"--turbo --tape tape.tap --mute --scale 1".split()],
            cwd=self.directory, env={**os.environ, "DISPLAY": display.name}, stdin=subprocess.DEVNULL,
            # In its own process group, as shells do: SIGTSTP stops no other process.
            stdout=self.log, stderr=self.log, process_group=0,
        )  # fmt: skip
        rom = (ROOT / "roms-open/girafa48.rom").read_bytes()
        self.glyphs = {rom[at : at + 8]: chr(32 + (at - 0x3D00) // 8) for at in range(0x3D00, 0x4000, 8)}

    def place_of_window(self):
        """Returns the window's id, left, top, width and height; False if there is no window."""
        shell = self.display.xdotool("search", "--name", "Girafa", "getwindowgeometry", "--shell")
        values = dict(line.split("=") for line in shell.splitlines() if "=" in line)
        names = ("WINDOW", "X", "Y", "WIDTH", "HEIGHT")
        return all(name in values for name in names) and [int(values[name]) for name in names]

    def ready(self):
        wait("a window", lambda: self.check_alive() or self.place_of_window())
        # Without a window manager, keys go to the window under the pointer, and all windows are near the
        # centre.
        self.display.xdotool("mousemove", 950, 500)

    def press(self, keys):
        names = [f"ctrl+{key[1]}" if len(key) == 2 and key[0] == "^" else self.NAMES.get(key, key) for key in keys]
        self.display.xdotool("key", "--delay", 4, *names)

    def paste(self, text):
        """Types the start of the text, as the window does not support pasting."""
        self.display.xdotool("type", "--delay", 1, text[:2000])

    def garbage(self):
        """Clicks, and presses keys that the Spectrum does not have. Does not use the left button, which could
        set a breakpoint and stop the emulation."""
        self.display.xdotool("click", self.rng.choice([2, 3, 4, 5]), "key", "--delay", 4, "eacute", "Menu", "alt+k", "KP_5")

    def resize(self, smallest=(1, 1)):
        width, height = self.rng.randint(max(smallest[0], 40), 1800), self.rng.randint(max(smallest[1], 40), 950)
        place = self.place_of_window()
        if place:
            left, top = (1900 - width) // 2, (1000 - height) // 2
            self.display.xdotool("windowsize", place[0], width, height, "windowmove", place[0], left, top)

    def clock(self):
        """Returns the emulated seconds since the start or restart, read from the pixels of the status
        line."""
        self.resize((900, 310))
        return wait("the status line", self.shown_clock, 3)

    def shown_clock(self):
        place = self.place_of_window()
        if not place:
            return None
        _, x, y, width, height = place
        for panes in range(4):
            across, down = self.PICTURE[0] + panes * self.PANE, self.PICTURE[1] + self.STATUS
            scale = max(min(width // across, height // down), 1)
            left = x + max(width - across * scale, 0) // 2 + 4 * scale
            top = y + max(height - down * scale, 0) // 2 + (self.PICTURE[1] + 1) * scale
            rows = [self.display.row(left, top + row * scale, 43 * 8 * scale)[::scale] for row in range(8)]
            paper = rows[0][0]
            bits = [[pixel != paper for pixel in row] for row in rows]
            cell = lambda at: bytes(sum(row[at * 8 + x] << 7 - x for x in range(8)) for row in bits)
            text = "".join(self.glyphs.get(cell(at), "\0") for at in range(43))
            if found := re.search(r"(\d+):(\d\d):(\d\d)  \d+%", text):
                # 0:00:00 must not be falsy.
                return max(seconds(found.groups()), 1e-9)
        return None

    def last_output(self):
        self.log.flush()
        return repr(Path(self.log.name).read_text()[-300:])

    def close(self):
        super().close()
        self.log.close()
        os.unlink(self.log.name)


def seconds(groups):
    hours, minutes, rest = (int(group or 0) for group in groups)
    return hours * 3600 + minutes * 60 + rest
