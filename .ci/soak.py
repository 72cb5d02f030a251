#!/usr/bin/env python3
"""Hours at both players, at turbo, with random keys, sizes, pastes, tapes and states, and signals at random moments.

    .ci/soak.py                          24 emulated hours in the terminal and in the window, both at the same time
    .ci/soak.py --minutes 10             ten minutes of it
    .ci/soak.py --player terminal --seed 7

The players are target/debug's (--bin DIR has others); the window opens on an Xvfb of its own and is typed at with xdotool.
Everything is outside of the players: the emulated time is what their status lines show, memory is what the system says.
Exit code 1 where a player ends, stands still, grows by more than BOUND after a tenth of the time, shows another screen
after a state is restored, leaves a terminal other than it was or a file that is not whole.
"""

import argparse
import fcntl
import os
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Bytes that resident memory may grow by between a tenth of the time and the end.
BOUND = 32 << 20
# Seconds that something that must happen may take, on a machine that does much else.
PATIENCE = 60
# Sound, paper, a screen copied now and then, a tape recorded; it never ends.
PROGRAM = """\
10 LET n=0
20 LET n=n+1: PRINT INKEY$;n;" ";: POKE 23692,255
30 IF RND<.2 THEN BEEP .02,RND*40
40 IF RND<.2 THEN LPRINT n,RND
50 IF RND<.01 THEN COPY
60 IF RND<.003 THEN SAVE "x" CODE 0,900
70 GO TO 20
"""
TYPED = "abcdefghijklmnopqrstuvwxyz0123456789 ABCXYZ\"+-*/=<>();:,.?!#%&'_@"
NAMED = ["Return", "Return", "BackSpace", "Tab", "Left", "Down", "Up", "Right", "Home", "End", "Prior", "Next", "Insert", "^c"]
# All of the player's own keys but those that end it, stop it, restart it or change its speed.
OWN = ["^g", "^d", "^u", "^s", "^o", "^l", "^v", "^b", "^e", "^n", "^a", "^k", "^y", "F1", "F9", "F11", "F12"]
COUNTED = ["rounds", "keys", "resizes", "pastes", "bytes pasted", "tapes changed", "states saved", "states restored"]
# A child does not outlive this process, however that ends.
TIED = ["setpriv", "--pdeathsig", "KILL"]


class Failure(Exception):
    """What went wrong."""


def wait(what, wanted, patience=PATIENCE):
    """What `wanted` gives, as soon as that is something."""
    start = time.monotonic()
    while not (found := wanted()):
        if time.monotonic() > start + patience:
            raise Failure(f"{what}: not within {patience} s")
        time.sleep(0.02)
    return found


class Player:
    """One of the players, playing in a directory of its own."""

    def __init__(self, dice):
        self.dice = dice
        self.place = tempfile.TemporaryDirectory(prefix="girafa-soak-")
        self.directory = Path(self.place.name)
        (self.directory / "soak.bas").write_text(PROGRAM)
        self.child = None

    def check_alive(self):
        if self.child.poll() is not None:
            raise Failure(f"it has ended with {self.child.returncode}: {self.last_words()}")

    def resident(self):
        try:
            return int(Path(f"/proc/{self.child.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError):
            return 0

    def files(self, pattern):
        return sorted(self.directory.glob(pattern))

    def end(self):
        """Ends it as its user does."""
        self.press(["^q"])
        try:
            self.child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failure("it does not end") from None
        if self.child.returncode != 0:
            raise Failure(f"exit code {self.child.returncode}: {self.last_words()}")
        self.check_left()

    def check_left(self):
        """What it leaves in its directory is whole, and nothing else is there."""
        for file in self.directory.iterdir():
            check_whole(file)

    def close(self):
        if self.child and self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        self.place.cleanup()


def check_whole(file):
    """A file that a player wrote is complete, by its format."""
    bytes, at = file.read_bytes(), 0
    if file.suffix == ".szx":
        at = 8
        while at + 8 <= len(bytes):
            at += 8 + struct.unpack_from("<I", bytes, at + 4)[0]
        whole = bytes.startswith(b"ZXST") and at == len(bytes) > 8
    elif file.suffix == ".tap":
        while at + 2 <= len(bytes):
            at += 2 + struct.unpack_from("<H", bytes, at)[0]
        whole = at == len(bytes)
    elif file.suffix == ".png":
        whole = bytes.endswith(b"IEND\xaeB`\x82")
    else:
        whole = file.suffix == ".bas" or file.name.startswith("Xvfb_screen")
    if not whole:
        raise Failure(f"{file.name} is left behind, with {len(bytes)} bytes")


class Terminal(Player):
    """`girafa play` in a terminal of our own, which shows no images."""

    BYTES = {
        "Return": "\r", "BackSpace": "\x7f", "Tab": "\t", "Left": "\x1b[D", "Down": "\x1b[B", "Up": "\x1b[A",
        "Right": "\x1b[C", "Home": "\x1b[H", "End": "\x1b[F", "Prior": "\x1b[5~", "Next": "\x1b[6~", "Insert": "\x1b[2~",
        "F1": "\x1bOP", "F9": "\x1b[20~", "F11": "\x1b[23~", "F12": "\x1b[24~",
    }  # fmt: skip
    # The terminal's modes: how each is set, and how it is taken back.
    MODES = [
        (b"\x1b[?1049h", b"\x1b[?1049l"),
        (b"\x1b[?2004h", b"\x1b[?2004l"),
        (b"\x1b[?2026h", b"\x1b[?2026l"),
        (b"\x1b[?25l", b"\x1b[?25h"),
    ] + [(b"\x1b[?%dh" % mouse, b"\x1b[?%dl" % mouse) for mouse in (1000, 1002, 1003, 1006)]
    CLOCK = re.compile(rb"\x1b\[2J.*?(?:(\d+):)?(\d+):(\d\d)(?: |\x1b\[\d+;\d+H)x\d", re.DOTALL)
    TAIL = 1 << 18

    def __init__(self, dice, binaries, turbo=True):
        super().__init__(dice)
        cassette = b"".join(path.read_bytes() for path in sorted((ROOT / "examples").glob("*.tap")))
        (self.directory / "tape.tap").write_bytes(cassette)
        self.master, self.slave = os.openpty()
        self.size = (80, 24)
        self.set_size(self.size)
        self.before = termios.tcgetattr(self.slave)
        self.sent, self.count, self.lock = b"", 0, threading.Lock()
        command = [*TIED, binaries / "girafa", "play", "soak.bas", "--tape", "tape.tap", "--pixels", "off"]
        environment = {**os.environ, "TERM": "xterm-256color"}
        self.child = subprocess.Popen(
            command + ["--turbo"] * turbo, cwd=self.directory, env=environment, process_group=0,
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
                    self.sent = (self.sent + bytes)[-self.TAIL :]
                    self.count += len(bytes)

    def write(self, bytes, patience=PATIENCE):
        """Types, as fast as it is taken; what is not within `patience` is left out."""
        end = time.monotonic() + patience
        while bytes and time.monotonic() < end:
            if select.select([], [self.master], [], 0.1)[1]:
                try:
                    bytes = bytes[os.write(self.master, bytes[:4096]) :]
                except BlockingIOError:
                    pass
            if self.child.poll() is not None:
                return
        if bytes and patience == PATIENCE:
            raise Failure(f"{len(bytes)} bytes typed are not taken")

    def press(self, keys):
        def of(key):
            return chr(ord(key[1]) & 31) if len(key) == 2 and key[0] == "^" else self.BYTES.get(key, key)

        self.write("".join(map(of, keys)).encode())

    def paste(self, text, patience=PATIENCE):
        self.write(b"\x1b[200~" + text.encode() + b"\x1b[201~", patience)

    def garbage(self):
        """Bytes that are no keys, and as many spaces as the longest character that they may have begun lacks."""
        self.write(bytes(self.dice.choice(range(0x20, 0x100)) for _ in range(20)) + b"    ")

    def set_size(self, size):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("4H", size[1], size[0], 0, 0))

    def resize(self, smallest=(1, 1)):
        before = self.size
        while self.size[0] == before[0]:
            self.size = self.dice.randint(smallest[0], 250), self.dice.randint(smallest[1], 80)
        self.set_size(self.size)
        # The terminal does not control the process: the kernel sends it no signal.
        self.child.send_signal(signal.SIGWINCH)

    def clock(self):
        """Emulated seconds since the start or restart: a terminal of another size is sent the whole status."""
        mark = self.count
        self.resize((110, 26))

        def shown():
            with self.lock:
                news = self.sent[-max(self.count - mark, 1) :]
            return self.CLOCK.search(news)

        found = wait("the status line", shown, 3)
        return seconds(found.groups())

    def last_words(self):
        with self.lock:
            return repr(self.sent[-300:])

    def is_raw(self):
        return not termios.tcgetattr(self.slave)[3] & (termios.ICANON | termios.ECHO)

    def settle(self):
        """Waits until all that was sent is read."""
        while select.select([self.master], [], [], 0.05)[0]:
            time.sleep(0.01)

    def check_left(self):
        super().check_left()
        self.check_given_back()

    def check_given_back(self):
        self.settle()
        if termios.tcgetattr(self.slave) != self.before:
            raise Failure("the terminal's settings are not what they were")
        with self.lock:
            left = [on for on, off in self.MODES if self.sent.rfind(on) > self.sent.rfind(off)]
        if left:
            raise Failure(f"the terminal is left with {left}: {self.last_words()}")

    def close(self):
        super().close()
        self.closed = True
        self.reader.join()
        os.close(self.master)
        os.close(self.slave)


class Display:
    """An X server of its own."""

    def __init__(self):
        self.place = tempfile.TemporaryDirectory(prefix="girafa-soak-")
        self.screen = Path(self.place.name) / "Xvfb_screen0"
        command = [*TIED, "Xvfb", "-displayfd", "1", "-screen", "0", "1900x1000x24", "-noreset", "-nolisten", "tcp", "-fbdir"]
        self.server = subprocess.Popen(
            [*command, self.place.name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.name = f":{self.server.stdout.readline().strip()}"

    def xdotool(self, *arguments):
        done = subprocess.run(
            ["xdotool", *map(str, arguments)], env={**os.environ, "DISPLAY": self.name}, capture_output=True, text=True
        )
        return done.stdout

    def row(self, x, y, width):
        """Pixels of a row, as numbers, from the file that Xvfb keeps its screen in: a header of big-endian words, a colour
        table, pixels of four bytes."""
        with self.screen.open("rb") as file:
            words = struct.unpack(">25I", file.read(100))
            file.seek(words[0] + words[19] * 12 + y * words[12] + x * 4)
            return struct.unpack(f"<{width}I", file.read(width * 4))

    def close(self):
        self.server.kill()
        self.server.wait()
        self.place.cleanup()


class Window(Player):
    """`girafa-desktop` on a display of ours."""

    # The picture and the status below it, and what a pane adds, in the machine's pixels.
    PICTURE, STATUS, PANE = (352, 288), 20, 272
    NAMES = {
        " ": "space", '"': "quotedbl", "+": "plus", "-": "minus", "*": "asterisk", "/": "slash", "=": "equal", "<": "less",
        ">": "greater", "(": "parenleft", ")": "parenright", ";": "semicolon", ":": "colon", ",": "comma", ".": "period",
        "?": "question", "!": "exclam", "#": "numbersign", "%": "percent", "&": "ampersand", "'": "apostrophe",
        "_": "underscore", "@": "at",
    }  # fmt: skip

    def __init__(self, dice, binaries, display, turbo=True):
        super().__init__(dice)
        self.display = display
        self.words = (self.directory.parent / f"{self.directory.name}.txt").open("w+")
        tapes = sorted((ROOT / "basic-listings").glob("*.bas"))
        tapes = [path for path in dice.sample(tapes, 3)] + sorted((ROOT / "examples").glob("*.tap"))
        self.child = subprocess.Popen(
            [*TIED, binaries / "girafa-desktop", "soak.bas", *tapes, "--tape", "tape.tap", "--mute", "--scale", "1"]
            + ["--turbo"] * turbo,
            cwd=self.directory, env={**os.environ, "DISPLAY": display.name}, stdin=subprocess.DEVNULL,
            stdout=self.words, stderr=self.words,
        )  # fmt: skip
        rom = (ROOT / "roms-open/girafa48.rom").read_bytes()
        self.glyphs = {rom[at : at + 8]: chr(32 + (at - 0x3D00) // 8) for at in range(0x3D00, 0x4000, 8)}

    def place_of_window(self):
        """Its window: id, left, top, width, height; nothing where there is none."""
        shell = self.display.xdotool("search", "--name", "Girafa", "getwindowgeometry", "--shell")
        values = dict(line.split("=") for line in shell.splitlines() if "=" in line)
        names = ("WINDOW", "X", "Y", "WIDTH", "HEIGHT")
        return all(name in values for name in names) and [int(values[name]) for name in names]

    def ready(self):
        wait("a window", lambda: self.check_alive() or self.place_of_window())
        # Without a window manager the keys go to the window under the pointer; all windows stand about the middle.
        self.display.xdotool("mousemove", 950, 500)

    def press(self, keys):
        names = [f"ctrl+{key[1]}" if len(key) == 2 and key[0] == "^" else self.NAMES.get(key, key) for key in keys]
        self.display.xdotool("key", "--delay", 4, *names)

    def paste(self, text):
        """A window takes no pastes: as much is typed as a user could stand to see."""
        self.display.xdotool("type", "--delay", 1, text[:2000])

    def garbage(self):
        """Shifts and clicks, keys that no Spectrum has."""
        self.display.xdotool("click", self.dice.choice([1, 2, 3, 4, 5]), "key", "--delay", 4, "eacute", "Menu", "alt+k", "KP_5")

    def resize(self, smallest=(1, 1)):
        width, height = self.dice.randint(max(smallest[0], 40), 1800), self.dice.randint(max(smallest[1], 40), 950)
        place = self.place_of_window()
        if place:
            left, top = (1900 - width) // 2, (1000 - height) // 2
            self.display.xdotool("windowsize", place[0], width, height, "windowmove", place[0], left, top)

    def clock(self):
        """Emulated seconds since the start or restart, read off the status line's pixels."""
        self.resize((900, 310))
        return wait("the status line", self.shown_clock, 3)

    def shown_clock(self):
        place = self.place_of_window()
        if not place:
            return None
        _, x, y, width, height = place
        for panes in range(3):
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
                # 0:00:00 is something too.
                return max(seconds(found.groups()), 1e-9)
        return None

    def last_words(self):
        self.words.flush()
        return repr(Path(self.words.name).read_text()[-300:])

    def close(self):
        super().close()
        self.words.close()
        os.unlink(self.words.name)


def seconds(groups):
    hours, minutes, rest = (int(group or 0) for group in groups)
    return hours * 3600 + minutes * 60 + rest


class Work(threading.Thread):
    """Something that is done to players, one at a time. `failure` is what went wrong."""

    def __init__(self, name, player, dice):
        super().__init__(name=name)
        self.player, self.dice = player, dice
        self.failure = None
        self.stops = threading.Event()

    def fail(self, failure):
        # What happens to a player that was stopped is no failure.
        if not self.stops.is_set():
            self.failure = f"{type(failure).__name__}: {failure}"

    def stop_at_once(self):
        self.stops.set()
        if self.player and self.player.child.poll() is None:
            self.player.child.kill()
        if self.ident:
            self.join()


class Soak(Work):
    """Plays for hours at one player."""

    def __init__(self, name, player, dice, hours, minutes):
        super().__init__(name, player, dice)
        self.wanted, self.until = hours * 3600, minutes and time.monotonic() + minutes * 60
        self.counts = dict.fromkeys(COUNTED, 0)
        # Emulated seconds before the last restart and since; when they last grew; resident bytes by them.
        self.past, self.now, self.grew, self.memory = 0, 0, time.monotonic(), []
        self.start_time = time.monotonic()

    @property
    def emulated(self):
        return self.past + self.now

    def run(self):
        try:
            if isinstance(self.player, Window):
                self.player.ready()
            else:
                wait("raw mode", lambda: self.player.check_alive() or self.player.is_raw())
            while self.emulated < self.wanted and not (self.until and time.monotonic() > self.until):
                if self.stops.is_set():
                    return
                self.round()
            self.player.end()
            self.check_memory()
        except (Failure, OSError) as failure:
            self.fail(failure)
        finally:
            self.player.close()

    def round(self):
        """A while of the program, then a while in which anything goes, then the program again."""
        self.counts["rounds"] += 1
        for _ in range(self.dice.randint(4, 16)):
            # What waits for a key, as SAVE does, gets one.
            self.press(self.dice.choice([["Return"], ["a"], ["5", "Return"]]))
            time.sleep(0.3)
        if self.counts["rounds"] % 4 == 0:
            self.restore_a_state()
        for _ in range(self.dice.randint(1, 3)):
            self.dice.choice([self.type, self.type, self.resize, self.resize, self.own, self.tapes, self.paste, self.garbage])()
        self.read_clock()
        self.player.press(["^r"])
        self.past, self.now = self.emulated, 0
        # A day's files would fill a disk; the tape stays.
        for file in self.player.files("soak-*.[ps][nz]*"):
            check_whole(file)
            self.counts["states saved"] += file.suffix == ".szx"
            file.unlink()

    def press(self, keys):
        self.player.check_alive()
        self.player.press(keys)
        self.counts["keys"] += len(keys)

    def type(self):
        keys = [self.dice.choice(NAMED if self.dice.random() < 0.2 else TYPED) for _ in range(self.dice.randint(1, 60))]
        self.press(keys)

    def own(self):
        self.press([self.dice.choice(OWN) for _ in range(self.dice.randint(1, 6))])

    def resize(self):
        for _ in range(self.dice.randint(1, 12)):
            self.player.resize()
            self.counts["resizes"] += 1
            time.sleep(self.dice.random() / 10)

    def paste(self):
        size = self.dice.choice([10, 300, 4000, 1 << 20])
        text = "".join(self.dice.choices(TYPED + "\n", k=size))
        self.player.paste(text)
        self.counts["pastes"] += 1
        self.counts["bytes pasted"] += min(size, 2000) if isinstance(self.player, Window) else size

    def garbage(self):
        self.player.garbage()

    def tapes(self):
        """Stops the program, changes the tape and loads what is next on it."""
        self.press(["^c", "^n", *self.dice.choice([[], ["^n"], ["^e"], ["^b"], ["^f", "^b", "^f"]])])
        self.counts["tapes changed"] += 1
        time.sleep(0.2)
        self.press(["Return", "j", '"', '"', "Return"])
        time.sleep(0.5)
        self.press(["r", "Return"])

    def restore_a_state(self):
        """Saves a state, goes on for a while, and restores it: screen and state are the same to the byte. The machine is
        paused meanwhile."""
        files = self.player.files
        for file in files("soak-state-*") + files("soak-screen-*"):
            file.unlink()
        # Two times: the last frame before the pause may have been drawn by the beam in more colours than the state has.
        self.press(["^p", "^d"])
        wait("a saved state", lambda: files("soak-state-1.szx"))
        self.press(["^u", "^s"])
        wait("a screen", lambda: files("soak-screen-1.png"))
        self.press(["^p"])
        time.sleep(0.2)
        self.type()
        self.press(["^p", "^u", "^s", "^d"])
        wait("a second state", lambda: files("soak-state-2.szx"))
        self.press(["^p"])
        self.counts["states saved"] += 2
        self.counts["states restored"] += 2
        for one, other in (files("soak-screen-*.png"), files("soak-state-*.szx")):
            if one.read_bytes() != other.read_bytes():
                kept = tempfile.mkdtemp(prefix="girafa-soak-failed-")
                shutil.copy(one, kept), shutil.copy(other, kept)
                raise Failure(f"a state is not what it was when it is restored: see {kept}")
        for file in files("soak-state-*"):
            file.unlink()

    def read_clock(self):
        for attempt in range(10):
            self.player.check_alive()
            try:
                now = self.player.clock()
                self.counts["resizes"] += 1
                break
            except Failure:
                # The help hides it; a key closes that. A message may stand in its place.
                self.press(["a"])
        else:
            raise Failure(f"no status line: {self.player.last_words()}")
        if now > self.now:
            self.grew = time.monotonic()
        elif time.monotonic() > self.grew + PATIENCE:
            raise Failure(f"it stands still at {clock(self.emulated)}: {self.player.last_words()}")
        self.now = max(now, self.now)
        self.memory.append((self.emulated, self.player.resident()))

    def resident_at(self, part):
        """Resident bytes when a part of the emulated time was over."""
        return next((bytes for emulated, bytes in self.memory if emulated >= self.emulated * part), 0)

    def check_memory(self):
        first, last = self.resident_at(0.1), self.resident_at(1.0)
        if last > first + BOUND:
            raise Failure(f"memory grows: {first >> 20} MiB after a tenth of the time, {last >> 20} MiB at the end")

    def line(self):
        wall = time.monotonic() - self.start_time
        resident = self.memory[-1][1] >> 20 if self.memory else 0
        return f"{self.name} {clock(self.emulated)} x{self.emulated / wall:.0f} {resident} MiB {self.counts['keys']} keys"

    def table(self):
        memory = [f"{self.resident_at(part) / (1 << 20):.1f}" for part in (0.1, 0.5, 1.0)]
        most = max((bytes for _, bytes in self.memory), default=0) / (1 << 20)
        yield "emulated", clock(self.emulated)
        yield "on the wall", clock(time.monotonic() - self.start_time)
        yield from self.counts.items()
        yield "MiB at 10 %, 50 %, 100 %, most", f"{', '.join(memory)}, {most:.1f}"


def clock(seconds):
    return f"{int(seconds) // 3600}:{int(seconds) // 60 % 60:02}:{int(seconds) % 60:02}"


class Signals(Work):
    """Sends each signal that can be caught to new players, again and again, whatever they are doing."""

    # Those of a program's own mistakes cannot be caught safely, and two of the terminal's stop what is in the background:
    # that is their purpose.
    LEFT_OUT = {signal.SIGSEGV, signal.SIGILL, signal.SIGFPE, signal.SIGBUS, signal.SIGKILL, signal.SIGSTOP} | {
        signal.SIGTTIN,
        signal.SIGTTOU,
    }
    UNNAMED = {16, signal.SIGIO, signal.SIGPWR, *range(signal.SIGRTMIN, signal.SIGRTMAX + 1)}
    # It lives on after these.
    HARMLESS = {signal.SIGWINCH, signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGPIPE, signal.SIGXFSZ}

    def __init__(self, players, dice, rounds, pause):
        super().__init__("signals", None, dice)
        self.players, self.rounds, self.pause = players, rounds, pause
        self.counts = {}

    def run(self):
        signals = sorted(set(signal.valid_signals()) - self.LEFT_OUT)
        try:
            while sum(self.counts.values()) < self.rounds and not self.stops.wait(self.pause):
                # All of them in turn, in another order each time.
                number = sum(self.counts.values()) % len(signals)
                if number == 0:
                    self.dice.shuffle(signals)
                self.round(signals[number])
        except (Failure, OSError) as failure:
            self.fail(failure)

    def round(self, sent):
        player = self.player = self.dice.choice(self.players)()
        name = signal.Signals(sent).name if sent in list(signal.Signals) else f"SIG{sent}"
        is_window = isinstance(player, Window)
        try:
            moment = self.dice.choice(["load", "load", "play", "paste", "state", "save", "resize"])
            if moment != "load" or sent in self.HARMLESS or sent == signal.SIGTSTP:
                player.ready() if is_window else wait("raw mode", lambda: player.check_alive() or player.is_raw())
            self.busy(player, moment)
            if sent == signal.SIGTSTP:
                self.stop(player, is_window)
                sent = signal.SIGTERM
            player.child.send_signal(sent)
            if sent in self.HARMLESS:
                player.check_alive()
                player.child.send_signal(signal.SIGTERM)
                sent = signal.SIGTERM
            try:
                code = player.child.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                raise Failure("it does not end") from None
            # What the players' library has no name for ends as in a shell, once it is caught.
            if code not in ((-sent, 128 + sent) if sent in self.UNNAMED else (-sent,)):
                raise Failure(f"it ends with {code}: {player.last_words()}")
            player.check_left()
        except Failure as failure:
            raise Failure(f"{name} during {moment}, {'window' if is_window else 'terminal'}: {failure}") from None
        finally:
            player.close()
        self.counts[name] = self.counts.get(name, 0) + 1

    def busy(self, player, moment):
        """Gets it to do something that takes a while, and comes back at some moment of that."""
        if moment == "paste" and isinstance(player, Terminal):
            player.paste("1" * (1 << 20), self.dice.random() / 4)
        elif moment == "state":
            for _ in range(self.dice.randint(1, 5)):
                player.press(["^d", "^s"])
        elif moment == "save":
            # BREAK, SAVE "x" CODE 0,49152.
            player.press(["^c", "Return", "s", '"', "x", '"', "Tab", "i", *"0,49152", "Return", "Return"])
        elif moment == "resize":
            for _ in range(self.dice.randint(1, 20)):
                player.resize()
        time.sleep(self.dice.random() * (0.5 if moment == "load" else 0.1))

    def stop(self, player, is_window):
        """As Ctrl+Z in a shell, and fg."""
        player.child.send_signal(signal.SIGTSTP)
        state = lambda: Path(f"/proc/{player.child.pid}/stat").read_text().rpartition(")")[2].split()[0]
        wait("being stopped", lambda: state() == "T")
        if not is_window:
            player.check_given_back()
        player.child.send_signal(signal.SIGCONT)
        if not is_window:
            wait("raw mode again", player.is_raw)

    def line(self):
        return f"signals {sum(self.counts.values())}"

    def table(self):
        yield "signals sent", sum(self.counts.values())
        yield "of them", ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", choices=["terminal", "window", "both"], default="both")
    parser.add_argument("--hours", type=float, default=24, help="emulated hours in each player (24)")
    parser.add_argument("--minutes", type=float, help="minutes on the wall, whatever is reached then")
    parser.add_argument("--signals", type=int, default=1000, help="signals sent at most (1000); 0 for none")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of all that is random")
    parser.add_argument("--bin", type=Path, default=ROOT / "target/debug", help="where the players are")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))

    dice = {name: random.Random(f"{options.seed} {name}") for name in ("terminal", "window", "signals")}
    binaries = options.bin.resolve()
    display = None if options.player == "terminal" else Display()
    # What the window needs comes last, so that each player has the same course whether the other is there or not.
    makers = {
        "terminal": lambda dice, turbo=True: Terminal(dice, binaries, turbo),
        "window": lambda dice, turbo=True: Window(dice, binaries, display, turbo),
    }
    names = [name for name in makers if options.player in (name, "both")]
    soaks = [Soak(name, makers[name](dice[name]), dice[name], options.hours, options.minutes) for name in names]
    display_of_signals = None if options.player == "terminal" else Display()
    killed = {
        "terminal": lambda: Terminal(dice["signals"], binaries),
        "window": lambda: Window(dice["signals"], binaries, display_of_signals),
    }
    signals = Signals([killed[name] for name in names], dice["signals"], options.signals, 0.5)
    threads = [*soaks, signals]
    try:
        for thread in threads:
            thread.start()
        due = time.monotonic()
        while any(soak.is_alive() for soak in soaks) and not any(thread.failure for thread in threads):
            time.sleep(0.2)
            if time.monotonic() > due:
                due += 15
                print(", ".join(thread.line() for thread in threads), flush=True)
    finally:
        for thread in threads:
            thread.stop_at_once()
        for server in filter(None, (display, display_of_signals)):
            server.close()
    for thread in threads:
        for what, figure in thread.table():
            print(f"{thread.name:10} {what:32} {figure}")
        if thread.failure:
            print(f"{thread.name}: {thread.failure}; --seed {options.seed}")
    return 1 if any(thread.failure for thread in threads) else 0


if __name__ == "__main__":
    sys.exit(main())
