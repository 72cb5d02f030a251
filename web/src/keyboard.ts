// The host's keyboard, mapped by meaning (a key types its character) or by position (a key is the Spectrum key in its
// place).

import type { Keys } from "./keys.ts";
import { chord } from "./legends.ts";
import type { Seat } from "./seat.ts";
import { Settings } from "./settings.ts";

/** How keys are mapped: `automatic` is by position while a program polls the keyboard, otherwise by meaning. */
export const MAPPINGS = ["automatic", "meaning", "position"] as const;
export type Mapping = (typeof MAPPINGS)[number];

/** The Spectrum's keys by their position on the host's keyboard. */
const KEYS_BY_POSITION: Record<string, readonly string[]> = {
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
    KEYS_BY_POSITION[`Key${letter}`] = [letter];
}
for (const digit of "0123456789") {
    KEYS_BY_POSITION[`Digit${digit}`] = KEYS_BY_POSITION[`Numpad${digit}`] = [digit];
}

/** Replacements for characters that the Spectrum does not have. */
const CHARACTER_REPLACEMENTS: Record<string, string> = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "´": "'", "–": "-", "—": "-", "−": "-",
    "\u00a0": " ", "×": "*", "÷": "/", "…": ".",
};

/** Converts a text to the Spectrum's characters where possible: letters without accents, straight quotes. */
export function spectrumText(text: string): string {
    const replacement = (character: string) => {
        const [letter = ""] = character.normalize("NFD");
        return CHARACTER_REPLACEMENTS[character] ?? (/[A-Za-z]/.test(letter) ? letter : character);
    };
    return [...text.normalize("NFC")].map(replacement).join("");
}

/** The name under which a key that was pressed by meaning is held. */
const TYPED_KEY_SOURCE = "meant";
/** Duration of a key press in frames. */
const PRESS_FRAMES = 4;
/**
 * Frames after a press until the keyboard is free again: while the ROM reads keys, which may take longer, and while a
 * program runs.
 */
const KEYBOARD_BUSY_FRAMES = 25;
const KEYBOARD_BUSY_FRAMES_RUNNING = 9;

/** A key that was pressed, and is still held on the host's keyboard. */
interface PressedKey {
    code: string;
    keys: string[];
    /** Number of frames that had run at the press. */
    at: number;
    /** Whether no other key was waiting to be pressed before it. */
    isFirst: boolean;
}

/** Handles keys while the screen has the focus. */
export class Keyboard {
    readonly settings = new Settings<{ mapping: Mapping }>("girafa.keys", { mapping: "automatic" }, ({ mapping }) => MAPPINGS.includes(mapping));
    #seat: Seat;
    #keys: Keys;
    #pressedKey: PressedKey | undefined;
    #lastPress = 0;

    constructor(seat: Seat, screen: HTMLElement, keys: Keys) {
        this.#seat = seat;
        this.#keys = keys;
        screen.addEventListener("keydown", (event) => {
            // Keys of the page and the browser, and Tab, which leaves the screen.
            if (event.metaKey || event.key === "Tab" || /^F\d+$/.test(event.key)) {
                return;
            }
            if (this.#isBreak(event) || (this.#isByPosition(event) && this.#hold(event)) || this.#press(event)) {
                event.preventDefault();
            }
        });
        screen.addEventListener("keyup", ({ code }) => {
            keys.release(code);
            if (code === this.#pressedKey?.code) {
                this.#release();
            }
        });
        screen.addEventListener("blur", () => {
            this.#pressedKey = undefined;
            keys.releaseAll();
        });
        seat.on("rewinds", () => (this.#pressedKey = undefined));
        seat.on("loaded", () => (this.#pressedKey = undefined));
        seat.on("frame", () => this.#holdPressedKey());
        screen.addEventListener("paste", (event) => {
            const text = event.clipboardData?.getData("text/plain");
            if (text) {
                event.preventDefault();
                seat.attempt(() => keys.type(spectrumText(text)));
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

    #isByPosition({ repeat, code }: KeyboardEvent): boolean {
        const { mapping } = this.settings.current;
        const isGame = () => (repeat ? this.#keys.isHolding(code) : this.#seat.machine.polls_keyboard());
        return mapping === "automatic" ? isGame() : mapping === "position";
    }

    #press(event: KeyboardEvent): boolean {
        // With AltGr, which Windows reports as Ctrl and Alt, the character is already the final one.
        const isAltGr = event.getModifierState("AltGraph") || (event.ctrlKey && event.altKey);
        if (event.ctrlKey && !isAltGr) {
            return false;
        }
        const symbol = event.altKey && !isAltGr;
        // With Alt, some hosts type other characters: use the key itself.
        const [place] = (symbol && KEYS_BY_POSITION[event.code]) || [];
        // A dead key is reported as "Dead" and types nothing; its character comes with the next key.
        const key = event.key === "`" ? "Tab" : event.key.length > 1 ? event.key : spectrumText(event.key);
        const meaning = place?.length === 1 ? place.toLowerCase() : key;
        if (event.repeat) {
            this.#holdPressedKey(true);
            return this.#pressedKey?.code === event.code;
        }
        const isAccepted = this.#keys.press(meaning, symbol && event.shiftKey, symbol);
        if (isAccepted) {
            this.#release();
            const { drawn, state } = this.#seat;
            const busyFrames = state.runs && !state.asks ? KEYBOARD_BUSY_FRAMES_RUNNING : KEYBOARD_BUSY_FRAMES;
            const keys = symbol ? (event.shiftKey || !place ? undefined : ["Symbol", place]) : chord(meaning);
            this.#pressedKey = keys && { code: event.code, keys, at: drawn.frames, isFirst: drawn.frames - this.#lastPress >= busyFrames };
            this.#lastPress = drawn.frames;
        }
        return isAccepted;
    }

    /**
     * Holds the pressed key as long as the host's key: for games, and because the ROM has its own key repeat.
     * Holding starts before the press ends if no other key is waiting, otherwise when the host repeats the key.
     */
    #holdPressedKey(repeats = false): void {
        const pressed = this.#pressedKey;
        const passed = this.#seat.drawn.frames - (pressed?.at ?? 0);
        if (!pressed || this.#seat.turbo || this.#keys.isHolding(TYPED_KEY_SOURCE)) {
            return;
        }
        if (repeats ? passed >= KEYBOARD_BUSY_FRAMES_RUNNING : pressed.isFirst && passed >= PRESS_FRAMES / 2 && passed <= PRESS_FRAMES) {
            this.#keys.hold(TYPED_KEY_SOURCE, pressed.keys);
        }
    }

    #release(): void {
        this.#pressedKey = undefined;
        this.#keys.releaseNow(TYPED_KEY_SOURCE);
    }

    #hold(event: KeyboardEvent): boolean {
        const keys = KEYS_BY_POSITION[event.code];
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
