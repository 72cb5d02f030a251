// The Spectrum's keys that are held down, by whom, and for how long at least.

import { KEYBOARD } from "./legends.ts";
import type { Seat } from "./seat.ts";

/** Frames that a key is down at least: the ROM looks once a frame, and a game perhaps every second one. */
const SHORTEST = 4;

interface Held {
    keys: readonly string[];
    /** How many frames had run when they went down. */
    since: number;
    released: boolean;
}

/** Fingers, each with a name of its own, on one key or several. A key is up when no finger is on it. */
export class Keys {
    #seat: Seat;
    #fingers = new Map<string, Held>();

    constructor(seat: Seat) {
        this.#seat = seat;
        seat.on("frame", () => this.#settle());
        seat.on("rewinds", () => this.releaseAll());
        seat.on("loaded", () => this.#fingers.clear());
    }

    /** Puts a finger on keys. */
    hold(finger: string, keys: readonly string[]): void {
        this.#fingers.set(finger, { keys, since: this.#seat.drawn.frames, released: false });
        this.#takeOver(() => keys.map((key) => this.#seat.machine.hold(key)).some(Boolean));
    }

    /** Presses a key by what it means, as `Machine.press`. Gives whether there is such a key. */
    press(key: string, caps = false, symbol = false): boolean {
        return this.#takeOver(() => this.#seat.machine.press(key, caps, symbol));
    }

    /** Types a text. Throws where it has a character that no key has. */
    type(text: string): void {
        this.#takeOver(() => (this.#seat.machine.type_text(text), true));
    }

    /** Puts something in. In the past other fingers were on keys, and will not come off: what they did is forgotten now. */
    #takeOver(putIn: () => boolean): boolean {
        const { now, last } = this.#seat.state;
        const isTaken = putIn();
        if (isTaken && now < last) {
            const keys = KEYBOARD.flat().map(({ key }) => key);
            keys.filter((key) => !this.isDown(key)).forEach((key) => this.#seat.machine.release(key));
        }
        return isTaken;
    }

    /** Takes it off, after some frames where it has just come. */
    release(finger: string): void {
        const held = this.#fingers.get(finger);
        if (held) {
            held.released = true;
            this.#settle();
        }
    }

    /** Takes it off at once. */
    lift(finger: string): void {
        this.#off(finger);
    }

    /** Whether this finger is on any. */
    isOn(finger: string): boolean {
        return this.#fingers.has(finger);
    }

    /** Whether a finger is on a key, or has not yet come off. */
    isDown(key: string): boolean {
        return [...this.#fingers.values()].some(({ keys }) => keys.includes(key));
    }

    /** Takes all fingers off at once. */
    releaseAll(): void {
        for (const finger of [...this.#fingers.keys()]) {
            this.#off(finger);
        }
    }

    #settle(): void {
        for (const [finger, { since, released }] of [...this.#fingers]) {
            if (released && this.#seat.drawn.frames - since >= SHORTEST) {
                this.#off(finger);
            }
        }
    }

    #off(finger: string): void {
        const keys = this.#fingers.get(finger)?.keys ?? [];
        this.#fingers.delete(finger);
        keys.filter((key) => !this.isDown(key)).forEach((key) => this.#seat.machine.release(key));
    }
}
