// The host's keyboard: by meaning (a key types what stands on it) or by position (a key is the Spectrum's in its place).

import { sentence } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { chord } from "./legends.ts";
import type { Seat } from "./seat.ts";

/** Keys of a Spectrum by their place on the host's keyboard. */
const PLACES: Record<string, readonly string[]> = {
    Enter: ["Enter"],
    NumpadEnter: ["Enter"],
    Space: ["Space"],
    ShiftLeft: ["Caps"],
    ShiftRight: ["Symbol"],
    // Chords of two keys that hosts have one key for: down together while it is.
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

/** Characters that hosts type for those that the Spectrum has. */
const LIKE: Record<string, string> = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "´": "'", "–": "-", "—": "-", "−": "-",
    "\u00a0": " ", "×": "*", "÷": "/", "…": ".",
};

/** A text in the Spectrum's characters, as far as it has them: letters without their accents, straight quotes. */
export function plain(text: string): string {
    const bare = (character: string) => {
        const [letter = ""] = character.normalize("NFD");
        return LIKE[character] ?? (/[A-Za-z]/.test(letter) ? letter : character);
    };
    return [...text.normalize("NFC")].map(bare).join("");
}

/** The finger by which a key that is held is down, by meaning. */
const MEANT = "meant";
/** Frames for which a pressed key is down. */
const PRESSED = 4;
/** Frames after a press when no other waits: where the ROM takes keys, which it may be late with, and elsewhere. */
const QUIET = 25;
const QUIET_RUNNING = 9;

/** A key that was pressed, and is still down on the host's keyboard. */
interface Down {
    code: string;
    keys: string[];
    /** Frames that had run. */
    at: number;
    /** No other waited to be pressed before it. */
    isFirst: boolean;
}

/** Listens to the keys while the screen has the focus. */
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
            // The page's and the browser's own keys, and Tab, which leaves the screen.
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

    /** Ctrl+C is BREAK, as in a terminal: Escape also leaves the full screen. What is selected is copied all the same. */
    #isBreak({ ctrlKey, altKey, shiftKey, code }: KeyboardEvent): boolean {
        if (!ctrlKey || altKey || shiftKey || code !== "KeyC" || !getSelection()?.isCollapsed) {
            return false;
        }
        return this.#keys.press("Escape");
    }

    #press(event: KeyboardEvent): boolean {
        // AltGr, which Windows reports as Ctrl and Alt, has already made another character.
        const isThird = event.getModifierState("AltGraph") || (event.ctrlKey && event.altKey);
        if (event.ctrlKey && !isThird) {
            return false;
        }
        const symbol = event.altKey && !isThird;
        // With Alt some hosts type other characters: the key itself is meant.
        const [place] = (symbol && PLACES[event.code]) || [];
        // A dead key comes as "Dead" and types nothing; the character that it makes comes with the next one.
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
     * What was pressed stays down while its key is: for games, and for the ROM, which repeats it in its own time. That is so
     * from before the press is over, if nothing else waits to be pressed; else when the host repeats the key.
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
        // With Ctrl or Alt it is the browser's.
        if (!keys || event.ctrlKey || event.altKey) {
            return false;
        }
        if (!event.repeat) {
            this.#keys.hold(event.code, keys);
        }
        return true;
    }
}
