// The host's keyboard: by meaning (a key types what stands on it) or by position (a key is the Spectrum's in its place).

import type { Seat } from "./seat.ts";

/** Keys of a Spectrum by their place on the host's keyboard. */
const PLACES: Record<string, string> = { Enter: "Enter", Space: "Space", ShiftLeft: "Caps", ShiftRight: "Symbol" };
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
    PLACES[`Key${letter}`] = letter;
}
for (const digit of "0123456789") {
    PLACES[`Digit${digit}`] = digit;
}

/** Chords of two keys that hosts have one key for: down together while it is. */
const PAIRS: Record<string, [string, string]> = {
    Backspace: ["Caps", "0"],
    ArrowLeft: ["Caps", "5"],
    ArrowDown: ["Caps", "6"],
    ArrowUp: ["Caps", "7"],
    ArrowRight: ["Caps", "8"],
    Escape: ["Caps", "Space"],
};

/** Listens to the keys while the screen has the focus. */
export class Keyboard {
    byPosition = false;
    #down = new Map<string, string[]>();

    constructor(seat: Seat, screen: HTMLElement) {
        screen.addEventListener("keydown", (event) => {
            // The page's and the browser's own keys, and Tab, which leaves the screen.
            if (event.metaKey || event.key === "Tab" || event.key.startsWith("F") && event.key.length > 1) {
                return;
            }
            if (this.byPosition ? this.#hold(seat, event) : this.#press(seat, event)) {
                event.preventDefault();
            }
        });
        screen.addEventListener("keyup", (event) => this.#release(seat, event.code));
        screen.addEventListener("blur", () => [...this.#down.keys()].forEach((code) => this.#release(seat, code)));
        screen.addEventListener("paste", (event) => {
            const text = event.clipboardData?.getData("text/plain");
            if (text) {
                event.preventDefault();
                try {
                    seat.machine.type_text(text);
                } catch (error) {
                    seat.notice(error instanceof Error ? error.message : String(error), true);
                }
            }
        });
    }

    #press(seat: Seat, event: KeyboardEvent): boolean {
        if (event.ctrlKey && !event.altKey) {
            return false;
        }
        // A held key repeats as the host has it; the ROM takes it in its own time.
        return seat.machine.press(event.key, false, event.altKey);
    }

    #hold(seat: Seat, event: KeyboardEvent): boolean {
        const place = PLACES[event.code];
        const keys = place ? [place] : PAIRS[event.code];
        if (!keys || event.ctrlKey || event.altKey) {
            return false;
        }
        if (!this.#down.has(event.code)) {
            this.#down.set(event.code, [...keys]);
            keys.forEach((key) => seat.machine.hold(key));
        }
        return true;
    }

    #release(seat: Seat, code: string): void {
        this.#down.get(code)?.forEach((key) => seat.machine.release(key));
        this.#down.delete(code);
    }
}
