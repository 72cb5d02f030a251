// The host's keyboard, mapped by meaning (a key types its character) or by position (a key is the Spectrum key in its
// place).

import { sentence } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { chord } from "./legends.ts";
import type { Seat } from "./seat.ts";

/** The Spectrum's keys by their position on the host's keyboard. */
const PLACES: Record<string, readonly string[]> = {
    Enter: ["Enter"],
    NumpadEnter: ["Enter"],
    Space: ["Space"],
    ShiftLeft: ["Caps"],
    ShiftRight: ["Symbol"],
    // Host keys that stand for a chord of two keys, which are held together.
    Backspace: ["Caps", "0"],
    ArrowLeft: ["Caps", "5"],
    ArrowDown: ["Caps", "6"],
    ArrowUp: ["Caps", "7"],
    ArrowRight: ["Caps", "8"],
    Escape: ["Caps", "Space"],
    Backquote: ["Caps", "Symbol"],
    Comma: ["Symbol", "N"],
    Period: ["Symbol", "M"],
    Semicolon: ["Symbol", "O"],
    Quote: ["Symbol", "P"],
    Slash: ["Symbol", "V"],
    Minus: ["Symbol", "J"],
    Equal: ["Symbol", "L"],
};
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
    PLACES[`Key${letter}`] = [letter];
}
for (const digit of "0123456789") {
    PLACES[`Digit${digit}`] = PLACES[`Numpad${digit}`] = [digit];
}

/** Replacements for characters that the Spectrum does not have. */
const LIKE: Record<string, string> = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "´": "'", "–": "-", "—": "-", "−": "-",
    "\u00a0": " ", "×": "*", "÷": "/", "…": ".",
};

/** Converts a text to the Spectrum's characters where possible: letters without accents, straight quotes. */
export function plain(text: string): string {
    const bare = (character: string) => {
        const [letter = ""] = character.normalize("NFD");
        return LIKE[character] ?? (/[A-Za-z]/.test(letter) ? letter : character);
    };
    return [...text.normalize("NFC")].map(bare).join("");
}

/** The name under which a key that was pressed by meaning is held. */
const MEANT = "meant";
/** Duration of a key press in frames. */
const PRESSED = 4;
/**
 * Frames after a press until the keyboard is free again: while the ROM reads keys, which may take longer, and while a
 * program runs.
 */
const QUIET = 25;
const QUIET_RUNNING = 9;

/** A key that was pressed, and is still held on the host's keyboard. */
interface Down {
    code: string;
    keys: string[];
    /** Number of frames that had run at the press. */
    at: number;
    /** Whether no other key was waiting to be pressed before it. */
    isFirst: boolean;
}

/** Handles keys while the screen has the focus. */
export class Keyboard {
    byPosition = false;
    #seat: Seat;
    #keys: Keys;
    #down: Down | undefined;
    #pressed = 0;

    constructor(seat: Seat, screen: HTMLElement, keys: Keys) {
        this.#seat = seat;
        this.#keys = keys;
        screen.addEventListener("keydown", (event) => {
            // Keys of the page and the browser, and Tab, which leaves the screen.
            if (event.metaKey || event.key === "Tab" || /^F\d+$/.test(event.key)) {
                return;
            }
            if (this.#isBreak(event) || (this.byPosition ? this.#hold(event) : this.#press(event))) {
                event.preventDefault();
            }
        });
        screen.addEventListener("keyup", ({ code }) => {
            keys.release(code);
            if (code === this.#down?.code) {
                this.#letGo();
            }
        });
        screen.addEventListener("blur", () => {
            this.#down = undefined;
            keys.releaseAll();
        });
        seat.on("rewinds", () => (this.#down = undefined));
        seat.on("loaded", () => (this.#down = undefined));
        seat.on("frame", () => this.#keep());
        screen.addEventListener("paste", (event) => {
            const text = event.clipboardData?.getData("text/plain");
            if (text) {
                event.preventDefault();
                try {
                    keys.type(plain(text));
                } catch (error) {
                    seat.notice(sentence(error), true);
                }
            }
        });
    }

    /**
     * Whether the keys are BREAK: Ctrl+C, as in a terminal, because Escape also leaves full screen. Selected text is
     * copied all the same.
     */
    #isBreak({ ctrlKey, altKey, shiftKey, code }: KeyboardEvent): boolean {
        if (!ctrlKey || altKey || shiftKey || code !== "KeyC" || !getSelection()?.isCollapsed) {
            return false;
        }
        return this.#keys.press("Escape");
    }

    #press(event: KeyboardEvent): boolean {
        // With AltGr, which Windows reports as Ctrl and Alt, the character is already the final one.
        const isThird = event.getModifierState("AltGraph") || (event.ctrlKey && event.altKey);
        if (event.ctrlKey && !isThird) {
            return false;
        }
        const symbol = event.altKey && !isThird;
        // With Alt, some hosts type other characters: use the key itself.
        const [place] = (symbol && PLACES[event.code]) || [];
        // A dead key is reported as "Dead" and types nothing; its character comes with the next key.
        const key = event.key === "`" ? "Tab" : event.key.length > 1 ? event.key : plain(event.key);
        const meant = place?.length === 1 ? place.toLowerCase() : key;
        if (event.repeat) {
            this.#keep(true);
            return this.#down?.code === event.code;
        }
        const isTaken = this.#keys.press(meant, symbol && event.shiftKey, symbol);
        if (isTaken) {
            this.#letGo();
            const { drawn, state } = this.#seat;
            const quiet = state.runs && !state.asks ? QUIET_RUNNING : QUIET;
            const keys = symbol ? (event.shiftKey || !place ? undefined : ["Symbol", place]) : chord(meant);
            this.#down = keys && { code: event.code, keys, at: drawn.frames, isFirst: drawn.frames - this.#pressed >= quiet };
            this.#pressed = drawn.frames;
        }
        return isTaken;
    }

    /**
     * Holds the pressed key as long as the host's key: for games, and because the ROM has its own key repeat.
     * Holding starts before the press ends if no other key is waiting, otherwise when the host repeats the key.
     */
    #keep(repeats = false): void {
        const down = this.#down;
        const passed = this.#seat.drawn.frames - (down?.at ?? 0);
        if (!down || this.#seat.turbo || this.#keys.isOn(MEANT)) {
            return;
        }
        if (repeats ? passed >= QUIET_RUNNING : down.isFirst && passed >= PRESSED / 2 && passed <= PRESSED) {
            this.#keys.hold(MEANT, down.keys);
        }
    }

    #letGo(): void {
        this.#down = undefined;
        this.#keys.lift(MEANT);
    }

    #hold(event: KeyboardEvent): boolean {
        const keys = PLACES[event.code];
        // With Ctrl or Alt, the key belongs to the browser.
        if (!keys || event.ctrlKey || event.altKey) {
            return false;
        }
        if (!event.repeat) {
            this.#keys.hold(event.code, keys);
        }
        return true;
    }
}
