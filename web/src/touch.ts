// The Spectrum's keyboard on the page, for touch, mouse, and looking up keywords.

import type { App } from "./app.ts";
import { element } from "./dom.ts";
import { settings } from "./joystick.ts";
import type { Keys } from "./keys.ts";
import { COLOURS, KEYBOARD, type Legends } from "./legends.ts";
import { joystickChoice, pad } from "./pad.ts";
import type { Seat } from "./seat.ts";
import { t } from "./translate.ts";

/** Maximum duration in milliseconds of a tap on a shift, which holds it for the next key. */
const MAX_TAP_MS = 350;
/** Frames for which both shifts are held for extended mode. */
const EXTENDED_MODE_FRAMES = 5;

/** Short forms of legends that are wider than a key. */
const SHORT_LEGENDS: Record<string, string> = {
    RANDOMIZE: "RAND",
    CONTINUE: "CONT",
    "CAPS LOCK": "CAPS LCK",
    "TRUE VIDEO": "TRUE VID",
    "INV. VIDEO": "INV VID",
};

/**
 * The legends of a key, above, on and below it, as on a Spectrum. Screen readers get them in order, each with its
 * purpose.
 */
function legendElements({ name, command, symbol, extended, extendedSymbol }: Legends): HTMLElement[] {
    const part = (kind: string, text: string) => element("span", { class: kind }, text);
    const spoken = (text: string) => part("spoken", text);
    if (name.length > 1) {
        const [first = "", second = ""] = name.split(" ");
        return [part("top named", first), part("bottom", second || command)];
    }
    const isDigit = /^\d$/.test(name);
    const colour = isDigit ? (COLOURS[Number(name)] ?? "") : "";
    const parts = [part("top", name), spoken(isDigit ? t`, Caps Shift: ` : ", ")];
    const short = SHORT_LEGENDS[command];
    if (short) {
        const visible = part("bottom", short);
        visible.setAttribute("aria-hidden", "true");
        parts.push(visible, spoken(command));
    } else {
        parts.push(part("bottom", command));
    }
    parts.push(spoken(t`, Symbol Shift: `), part(symbol.length > 2 ? "symbol word" : "symbol", symbol));
    if (extended) {
        parts.push(spoken(t`, extended: `), part("above", extended));
    } else if (colour) {
        parts.push(spoken(t`, colour: `), part(`above colour-${colour.toLowerCase()}`, colour));
    } else {
        parts.push(part("above", ""));
    }
    if (extendedSymbol) {
        parts.push(spoken(t`, extended with Symbol Shift: `));
    }
    return [...parts, part("below", extendedSymbol)];
}

/** The shifts that stay held for the next key after a tap. */
class Shifts {
    #keys: Keys;
    #seat: Seat;
    #sticky = new Set<string>();
    #since = new Map<string, number>();
    /** Shifts that were held together with another key, and so are not taps. */
    #used = new Set<string>();
    /** Number of frames that had run when the second of both shifts was tapped. */
    #both: number | undefined;
    readonly changed: () => void;

    constructor(seat: Seat, keys: Keys, changed: () => void) {
        this.#seat = seat;
        this.#keys = keys;
        this.changed = changed;
        const clear = () => {
            this.#sticky.clear();
            changed();
        };
        seat.on("loaded", clear);
        seat.on("rewinds", clear);
        seat.on("frame", () => this.#extend());
    }

    isDown(key: string): boolean {
        return this.#sticky.has(key) || this.#since.has(key);
    }

    down(key: string, time: number): void {
        this.#since.set(key, time);
        this.#used.delete(key);
        if (this.#sticky.delete(key)) {
            this.#used.add(key);
        }
        this.#keys.hold(`shift-${key}`, [key]);
        this.changed();
    }

    up(key: string, time: number): void {
        const isTap = time - (this.#since.get(key) ?? 0) < MAX_TAP_MS && !this.#used.has(key);
        this.#since.delete(key);
        if (isTap) {
            this.#sticky.add(key);
            this.#both = this.#sticky.size === 2 ? this.#seat.drawn.frames : undefined;
        } else {
            this.#keys.release(`shift-${key}`);
        }
        this.changed();
    }

    /** Prepares a press of another key by `source`: pending shifts join it, and are released with it. */
    press(source: string, key: string): void {
        [...this.#since.keys()].forEach((key) => this.#used.add(key));
        this.#keys.hold(source, [...this.#sticky, key]);
        this.#releaseSticky();
    }

    #releaseSticky(): void {
        for (const key of this.#sticky) {
            this.#keys.release(`shift-${key}`);
        }
        this.#sticky.clear();
        this.#both = undefined;
        this.changed();
    }

    #extend(): void {
        if (this.#both !== undefined && this.#seat.drawn.frames - this.#both >= EXTENDED_MODE_FRAMES) {
            this.#releaseSticky();
        }
    }
}

/** Adds the panel with the keyboard. */
export function touch({ seat, panels, keys, joystick }: App): void {
    const buttons = new Map<string, HTMLButtonElement>();
    const show = () => {
        for (const key of ["Caps", "Symbol"]) {
            buttons.get(key)?.setAttribute("aria-pressed", String(shifts.isDown(key)));
        }
        board.classList.toggle("caps", shifts.isDown("Caps"));
        board.classList.toggle("symbol-shift", shifts.isDown("Symbol"));
    };
    const shifts = new Shifts(seat, keys, () => show());
    const isShift = (key: string) => key === "Caps" || key === "Symbol";
    // The time is that of the event: the page may be late.
    const down = (source: string, key: string, { timeStamp }: Event) => {
        if (isShift(key)) {
            shifts.down(key, timeStamp);
        } else {
            shifts.press(source, key);
        }
        buttons.get(key)?.classList.add("down");
    };
    const up = (source: string, key: string, { timeStamp }: Event) => {
        if (isShift(key)) {
            shifts.up(key, timeStamp);
        } else {
            keys.release(source);
        }
        buttons.get(key)?.classList.remove("down");
    };

    const row = (legends: Legends[]) => element("div", { class: "keys" }, ...legends.map(make));
    const make = (legends: Legends): HTMLElement => {
        const { key } = legends;
        const made = element("button", { type: "button", class: `key key-${key.toLowerCase()}`, tabindex: "-1" });
        made.append(...legendElements(legends));
        if (isShift(key)) {
            made.setAttribute("aria-pressed", "false");
        }
        buttons.set(key, made);
        const release = (event: PointerEvent) => up(`pointer-${event.pointerId}`, key, event);
        made.addEventListener("pointerdown", (event) => {
            // Keep the focus where it is, so that both keyboards can be used.
            event.preventDefault();
            if (event.button === 0) {
                made.setPointerCapture(event.pointerId);
                made.addEventListener("lostpointercapture", release, { once: true });
                down(`pointer-${event.pointerId}`, key, event);
            }
        });
        made.addEventListener("mousedown", (event) => event.preventDefault());
        made.addEventListener("contextmenu", (event) => event.preventDefault());
        // Activated by keyboard or screen reader: a short press.
        made.addEventListener("click", (event) => {
            if (event.detail === 0) {
                down("click", key, event);
                up("click", key, event);
            }
        });
        return made;
    };
    const board = element("div", { class: "keyboard", role: "group", "aria-label": t`The Spectrum's keyboard` }, ...KEYBOARD.map(row));
    roving(board);
    const stick = pad(joystick);
    const change = () => {
        settings.change({ showsPad: shown.checked });
        arrange();
    };
    const shown = element("input", { type: "checkbox", change, checked: settings.current.showsPad });
    const arrange = () => {
        board.hidden = shown.checked;
        stick.hidden = !shown.checked;
    };
    arrange();
    const choice = element("div", { class: "row" }, element("label", {}, shown, t`Pad for games`), joystickChoice(joystick));
    panels.add("keys", t`Keys`, element("div", { class: "keys-panel" }, board, stick, choice, help()));
}

/** Roving focus: Tab reaches one key, and the arrows move to the others. */
function roving(board: HTMLElement): void {
    const grid = [...board.children].map((row) => [...row.children] as HTMLElement[]);
    const first = grid[1]?.[0];
    if (first) {
        first.tabIndex = 0;
    }
    board.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
        const y = grid.findIndex((row) => row.includes(event.target as HTMLElement));
        const x = grid[y]?.indexOf(event.target as HTMLElement) ?? 0;
        const next = step && grid[y + (step[0] ?? 0)]?.[x + (step[1] ?? 0)];
        if (next) {
            event.preventDefault();
            grid.flat().forEach((key) => (key.tabIndex = key === next ? 0 : -1));
            next.focus();
        }
    });
}

/** Help on the host's keys. */
function help(): HTMLElement {
    const rows = [
        ["Esc, Ctrl+C", "BREAK"],
        ["Backspace", "DELETE"],
        ["`", t`extended mode`],
        ["Alt", "SYMBOL SHIFT"],
        ["Alt+Shift", t`extended, SYMBOL SHIFT`],
        ["Home", "EDIT"],
        ["End", "CAPS LOCK"],
        ["Insert", "GRAPHICS"],
        ["PgUp, PgDn", t`TRUE and INV. VIDEO`],
    ].map(([key = "", does = ""]) => element("div", {}, element("dt", {}, element("kbd", {}, key)), element("dd", {}, does)));
    return element(
        "details",
        { class: "help" },
        element("summary", {}, t`With this computer's keyboard`),
        element("p", { class: "faint" }, t`Characters type themselves while the screen has the focus. Tap both shifts one after the other for extended mode.`),
        element("dl", {}, ...rows),
        element("p", { class: "faint" }, t`In games, and always if chosen under More, by position: the left Shift is CAPS SHIFT, the right one SYMBOL SHIFT, and the arrows are CAPS SHIFT with 5 to 8.`),
    );
}
