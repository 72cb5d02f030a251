#!/usr/bin/env python3
"""Soak test of both players at turbo speed: random keys, sizes, pastes, tapes, saved states and signals.

    .ci/soak.py                          24 emulated hours in the terminal and in the window, at the same time
    .ci/soak.py --minutes 10             ten minutes of real time
    .ci/soak.py --player terminal --seed 7

The players are in target/debug, or in the directory of --bin. The window opens on an Xvfb display, and
xdotool types. All observations are from outside: the emulated time is read from the status line, memory is
from the system. The exit code is 1 if a player ends, stops advancing, grows by more than MAX_GROWTH_BYTES after a tenth
of the time, shows a different screen after it restores a state, does not restore the terminal, or leaves an
incomplete file.
"""

import argparse
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.dont_write_bytecode = True
from players import TIMEOUT_SECONDS, ROOT, Display, Failure, Terminal, Window, check_complete, wait  # noqa: E402

# Maximum growth of resident memory in bytes between a tenth of the time and the end.
MAX_GROWTH_BYTES = 32 << 20
TYPED_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789 ABCXYZ\"+-*/=<>();:,.?!#%&'_@"
NAMED_KEYS = ["Return", "Return", "BackSpace", "Tab", "Left", "Down", "Up", "Right", "Home", "End", "Prior", "Next", "Insert", "^c"]
# All of the player's own keys except those that quit, suspend, restart, rewind or change the speed.
PLAYER_KEYS = ["^g", "^d", "^u", "^s", "^o", "^l", "^v", "^b", "^e", "^n", "^a", "^k", "^y", "F1", "F9", "F11", "F12"]
PLAYER_KEYS += ["shift+F7", "shift+F8", "shift+F11"]
COUNTER_NAMES = ["rounds", "keys", "resizes", "pastes", "bytes pasted", "tapes changed", "states saved", "states restored"]


class Work(threading.Thread):
    """A thread that tests players, one at a time. `failure` is the message of a failure."""

    def __init__(self, name, player, rng):
        super().__init__(name=name)
        self.player, self.rng = player, rng
        self.failure = None
        self.stops = threading.Event()

    def fail(self, failure):
        """Records a failure, also one of this script."""
        # Ignore failures after a stop was requested.
        if not self.stops.is_set():
            self.failure = f"{type(failure).__name__}: {failure}"

    def stop_at_once(self):
        self.stops.set()
        if self.player and self.player.child.poll() is None:
            self.player.child.kill()
        if self.ident:
            self.join()


class Soak(Work):
    """Uses one player for hours."""

    def __init__(self, name, player, rng, hours, minutes):
        super().__init__(name, player, rng)
        self.target_seconds, self.deadline = hours * 3600, minutes and time.monotonic() + minutes * 60
        self.counts = dict.fromkeys(COUNTER_NAMES, 0)
        # Emulated seconds before the last restart and since then; time of their last increase; resident bytes
        # over emulated time.
        self.seconds_before_restart, self.now, self.last_increase, self.memory = 0, 0, time.monotonic(), []
        self.start_time, self.end_time = time.monotonic(), None

    @property
    def emulated(self):
        return self.seconds_before_restart + self.now

    def run(self):
        try:
            if isinstance(self.player, Window):
                self.player.ready()
            else:
                wait("raw mode", lambda: self.player.check_alive() or self.player.is_raw())
            while self.emulated < self.target_seconds and not (self.deadline and time.monotonic() > self.deadline):
                if self.stops.is_set():
                    return
                self.round()
            self.player.end()
            self.check_memory()
        except Exception as failure:
            self.fail(failure)
        finally:
            self.end_time = time.monotonic()
            self.player.close()

    def round(self):
        """Runs the program for a while, then random actions, then restarts the program."""
        self.counts["rounds"] += 1
        for _ in range(self.rng.randint(4, 16)):
            # Press a key for programs that wait for one, as SAVE does.
            self.press(self.rng.choice([["Return"], ["a"], ["5", "Return"]]))
            time.sleep(0.3)
        if self.counts["rounds"] % 4 == 0:
            self.restore_a_state()
        for _ in range(self.rng.randint(1, 3)):
            self.rng.choice([self.type, self.type, self.resize, self.resize, self.press_player_keys, self.tapes, self.paste, self.garbage])()
        self.read_clock()
        self.player.press(["^r"])
        self.seconds_before_restart, self.now = self.emulated, 0
        # Delete the files, which would fill a disk within a day; keep the tape.
        for file in self.player.files("soak-*.[ps][nz]*"):
            check_complete(file)
            self.counts["states saved"] += file.suffix == ".szx"
            file.unlink()

    def press(self, keys):
        self.player.check_alive()
        self.player.press(keys)
        self.counts["keys"] += len(keys)

    def type(self):
        keys = [self.rng.choice(NAMED_KEYS if self.rng.random() < 0.2 else TYPED_CHARACTERS) for _ in range(self.rng.randint(1, 60))]
        self.press(keys)

    def press_player_keys(self):
        self.press([self.rng.choice(PLAYER_KEYS) for _ in range(self.rng.randint(1, 6))])

    def resize(self):
        for _ in range(self.rng.randint(1, 12)):
            self.player.resize()
            self.counts["resizes"] += 1
            time.sleep(self.rng.random() / 10)

    def paste(self):
        size = self.rng.choice([10, 300, 4000, 1 << 20])
        text = "".join(self.rng.choices(TYPED_CHARACTERS + "\n", k=size))
        self.player.paste(text)
        self.counts["pastes"] += 1
        self.counts["bytes pasted"] += min(size, 2000) if isinstance(self.player, Window) else size

    def garbage(self):
        self.player.garbage()

    def tapes(self):
        """Stops the program, changes the tape and loads the next program on it."""
        self.press(["^c", "^n", *self.rng.choice([[], ["^n"], ["^e"], ["^b"], ["^f", "^b", "^f"]])])
        self.counts["tapes changed"] += 1
        time.sleep(0.2)
        self.press(["Return", "j", '"', '"', "Return"])
        time.sleep(0.5)
        self.press(["r", "Return"])

    def restore_a_state(self):
        """Saves a state, continues for a while and restores it. Checks that screen and state have the same
        bytes. The machine is paused while it saves and restores."""
        files = self.player.files
        for file in files("soak-state-*") + files("soak-screen-*"):
            file.unlink()
        self.press(["^p", "^d"])
        wait("a saved state", lambda: files("soak-state-1.szx"))
        # Take the screen after restoring the state: before, it may have changed during the frame, which a
        # state does not store.
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
                directory = tempfile.mkdtemp(prefix="girafa-soak-failed-")
                shutil.copy(one, directory), shutil.copy(other, directory)
                raise Failure(f"a restored state differs from the saved one: see {directory}")
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
                # The help may cover the status; a key closes it. A message may replace the status.
                self.press(["a"])
        else:
            raise Failure(f"no status line: {self.player.last_output()}")
        if now > self.now:
            self.last_increase = time.monotonic()
        elif time.monotonic() > self.last_increase + TIMEOUT_SECONDS:
            raise Failure(f"it stopped advancing at {clock(self.emulated)}: {self.player.last_output()}")
        self.now = max(now, self.now)
        self.memory.append((self.emulated, self.player.resident()))

    def resident_at(self, part):
        """Returns the resident bytes after a fraction of the emulated time."""
        return next((bytes for emulated, bytes in self.memory if emulated >= self.emulated * part), 0)

    def check_memory(self):
        first, last = self.resident_at(0.1), self.resident_at(1.0)
        if last > first + MAX_GROWTH_BYTES:
            raise Failure(f"memory grows: {first >> 20} MiB after a tenth of the time, {last >> 20} MiB at the end")

    def real_seconds(self):
        return (self.end_time or time.monotonic()) - self.start_time

    def line(self):
        resident = self.memory[-1][1] >> 20 if self.memory else 0
        return f"{self.name} {clock(self.emulated)} x{self.emulated / self.real_seconds():.0f} {resident} MiB {self.counts['keys']} keys"

    def table(self):
        memory = [f"{self.resident_at(part) / (1 << 20):.1f}" for part in (0.1, 0.5, 1.0)]
        peak = max((bytes for _, bytes in self.memory), default=0) / (1 << 20)
        yield "emulated", clock(self.emulated)
        yield "real time", clock(self.real_seconds())
        yield from self.counts.items()
        yield "MiB at 10 %, 50 %, 100 %, peak", f"{', '.join(memory)}, {peak:.1f}"


def clock(seconds):
    return f"{int(seconds) // 3600}:{int(seconds) // 60 % 60:02}:{int(seconds) % 60:02}"


class Signals(Work):
    """Sends each signal that can be caught to new players, repeatedly, during random actions."""

    # Signals of program errors cannot be caught safely, and SIGTTIN and SIGTTOU are meant to stop background
    # processes.
    EXCLUDED_SIGNALS = {signal.SIGSEGV, signal.SIGILL, signal.SIGFPE, signal.SIGBUS, signal.SIGKILL, signal.SIGSTOP} | {
        signal.SIGTTIN,
        signal.SIGTTOU,
    }
    UNNAMED_SIGNALS = {16, signal.SIGIO, signal.SIGPWR, *range(signal.SIGRTMIN, signal.SIGRTMAX + 1)}
    # The process survives these signals.
    HARMLESS_SIGNALS = {signal.SIGWINCH, signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGPIPE, signal.SIGXFSZ}

    def __init__(self, players, rng, rounds, pause):
        super().__init__("signals", None, rng)
        self.players, self.rounds, self.pause = players, rounds, pause
        self.counts = {}

    def run(self):
        signals = sorted(set(signal.valid_signals()) - self.EXCLUDED_SIGNALS)
        try:
            while sum(self.counts.values()) < self.rounds and not self.stops.wait(self.pause):
                # Send all signals in turn, in a new order each round.
                number = sum(self.counts.values()) % len(signals)
                if number == 0:
                    self.rng.shuffle(signals)
                self.round(signals[number])
        except Exception as failure:
            self.fail(failure)

    def round(self, sent):
        player = self.player = self.rng.choice(self.players)()
        name = signal.Signals(sent).name if sent in list(signal.Signals) else f"SIG{sent}"
        is_window = isinstance(player, Window)
        try:
            moment = self.rng.choice(["load", "load", "play", "paste", "state", "save", "resize"])
            if moment != "load" or sent in self.HARMLESS_SIGNALS or sent == signal.SIGTSTP:
                player.ready() if is_window else wait("raw mode", lambda: player.check_alive() or player.is_raw())
            self.start_activity(player, moment)
            if sent == signal.SIGTSTP:
                self.stop(player, is_window)
                sent = signal.SIGTERM
            player.child.send_signal(sent)
            if sent in self.HARMLESS_SIGNALS:
                player.check_alive()
                player.child.send_signal(signal.SIGTERM)
                sent = signal.SIGTERM
            try:
                code = player.child.wait(TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                raise Failure("the player does not end") from None
            # After catching a signal that signal-hook does not name, the process exits with the code that a
            # shell reports.
            if code not in ((-sent, 128 + sent) if sent in self.UNNAMED_SIGNALS else (-sent,)):
                raise Failure(f"unexpected exit code {code}: {player.last_output()}")
            player.check_files()
        except Failure as failure:
            raise Failure(f"{name} during {moment}, {'window' if is_window else 'terminal'}: {failure}") from None
        finally:
            player.close()
        self.counts[name] = self.counts.get(name, 0) + 1

    def start_activity(self, player, moment):
        """Makes the player do something that takes a while, and returns at a random moment."""
        if moment == "paste" and isinstance(player, Terminal):
            player.paste("1" * (1 << 20), self.rng.random() / 4)
        elif moment == "state":
            for _ in range(self.rng.randint(1, 5)):
                player.press(["^d", "^s"])
        elif moment == "save":
            # BREAK, SAVE "x" CODE 0,49152.
            player.press(["^c", "Return", "s", '"', "x", '"', "Tab", "i", *"0,49152", "Return", "Return"])
        elif moment == "resize":
            for _ in range(self.rng.randint(1, 20)):
                player.resize()
        time.sleep(self.rng.random() * (0.5 if moment == "load" else 0.1))

    def stop(self, player, is_window):
        """Stops and continues the player, as Ctrl+Z and fg in a shell."""
        player.child.send_signal(signal.SIGTSTP)
        state = lambda: Path(f"/proc/{player.child.pid}/stat").read_text().rpartition(")")[2].split()[0]
        wait("being stopped", lambda: state() == "T")
        if not is_window:
            player.check_terminal_restored()
        player.child.send_signal(signal.SIGCONT)
        if not is_window:
            wait("raw mode again", player.is_raw)

    def line(self):
        return f"signals {sum(self.counts.values())}"

    def table(self):
        yield "signals sent", sum(self.counts.values())
        yield "by name", ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", choices=["terminal", "window", "both"], default="both")
    parser.add_argument("--hours", type=float, default=24, help="emulated hours in each player (24)")
    parser.add_argument("--minutes", type=float, help="stop after this many minutes of real time")
    parser.add_argument("--signals", type=int, default=1000, help="maximum number of signals to send (1000)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="seed of the random generator")
    parser.add_argument("--bin", type=Path, default=ROOT / "target/debug", help="directory of the players")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    # A background process may have inherited these as ignored, and so would the players.
    for ignored in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP):
        signal.signal(ignored, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))

    missing = [tool for tool in ("setpriv", "Xvfb", "xdotool") if not shutil.which(tool)]
    missing += [str(path) for path in (options.bin / "girafa", options.bin / "girafa-desktop") if not path.exists()]
    if missing:
        sys.exit(f"{', '.join(missing)} not found: install it, or `cargo build -p girafa -p girafa-desktop`")

    # The signal tests use a separate display: keys go to the window under the pointer.
    binaries, displays = options.bin.resolve(), {}
    names = ["terminal", "window"] if options.player == "both" else [options.player]

    def maker(name, work, rng):
        pixels = ["off", "kitty", "sixel"] if work == "signals" else ["off"]
        if name == "terminal":
            return lambda: Terminal(rng, binaries, rng.choice(pixels))
        display = displays.setdefault(work, Display())
        return lambda: Window(rng, binaries, display)

    soaks = []
    for name in names:
        rng = random.Random(f"{options.seed} {name}")
        soaks.append(Soak(name, maker(name, "soak", rng)(), rng, options.hours, options.minutes))
    rng = random.Random(f"{options.seed} signals")
    signals = Signals([maker(name, "signals", rng) for name in names], rng, options.signals, 0.5)
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
        for display in displays.values():
            display.close()
    for thread in threads:
        for what, figure in thread.table():
            print(f"{thread.name:10} {what:32} {figure}")
        if thread.failure:
            print(f"{thread.name}: {thread.failure}; --seed {options.seed}")
    return 1 if any(thread.failure for thread in threads) else 0


if __name__ == "__main__":
    sys.exit(main())
