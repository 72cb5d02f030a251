// The host's keyboard, mapped by meaning (a key types its character) or by position (a key is the Spectrum key in its
// place).

import type { Keys } from "./keys.ts";
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

/** Handles keys while the screen has the focus. */
export class Keyboard {
    readonly settings = new Settings<{ mapping: Mapping }>("girafa.keys", { mapping: "automatic" }, ({ mapping }) => MAPPINGS.includes(mapping));
    #seat: Seat;
    #keys: Keys;
    /** The host's key that was pressed by meaning, while it is kept down. */
    #keptCode: string | undefined;

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
            if (code === this.#keptCode) {
                this.#letUp();
            }
        });
        screen.addEventListener("blur", () => {
            this.#letUp();
            keys.releaseAll();
        });
        seat.on("rewinds", () => this.#letUp());
        seat.on("loaded", () => (this.#keptCode = undefined));
        seat.on("switched", () => seat.turbo && this.#letUp());
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
        // The ROM repeats a key that is kept down.
        if (event.repeat) {
            return this.#keptCode === event.code;
        }
        const caps = symbol && event.shiftKey;
        // In turbo, the ROM would repeat it many times.
        if (this.#seat.turbo) {
            return this.#keys.press(meaning, caps, symbol);
        }
        const isAccepted = this.#keys.keep(meaning, caps, symbol);
        if (isAccepted) {
            this.#keptCode = event.code;
        }
        return isAccepted;
    }

    /** Lets the key go up that was pressed by meaning. */
    #letUp(): void {
        this.#keptCode = undefined;
        this.#seat.machine.let_up();
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
