// The Spectrum's keys that are held, by which source, and their minimum duration.

import { KEYBOARD } from "./legends.ts";
import type { Seat } from "./seat.ts";

/**
 * Minimum duration of a key press in frames: the ROM reads the keyboard every frame, a game perhaps every second one.
 */
const SHORTEST = 4;

interface Held {
    keys: readonly string[];
    /** Number of frames that had run when the keys were pressed. */
    since: number;
    released: boolean;
}

/**
 * Sources ("fingers") that hold one or more keys, each with a unique name. A key is released when no finger holds it.
 */
export class Keys {
    #seat: Seat;
    #fingers = new Map<string, Held>();

    constructor(seat: Seat) {
        this.#seat = seat;
        seat.on("frame", () => this.#settle());
        seat.on("rewinds", () => this.releaseAll());
        seat.on("loaded", () => this.#fingers.clear());
    }

    /** Holds keys with a finger. */
    hold(finger: string, keys: readonly string[]): void {
        this.#fingers.set(finger, { keys, since: this.#seat.drawn.frames, released: false });
        this.#takeOver(() => keys.map((key) => this.#seat.machine.hold(key)).some(Boolean));
    }

    /** Presses a key by meaning, as `Machine.press` does. Returns whether there is such a key. */
    press(key: string, caps = false, symbol = false): boolean {
        return this.#takeOver(() => this.#seat.machine.press(key, caps, symbol));
    }

    /** Types a text. Throws if a character has no key. */
    type(text: string): void {
        this.#takeOver(() => (this.#seat.machine.type_text(text), true));
    }

    /**
     * Sends input. If this is in the past, the recorded future is discarded: releases the keys that were held there by
     * others.
     */
    #takeOver(putIn: () => boolean): boolean {
        const { now, last } = this.#seat.state;
        const isTaken = putIn();
        if (isTaken && now < last) {
            const keys = KEYBOARD.flat().map(({ key }) => key);
            keys.filter((key) => !this.isDown(key)).forEach((key) => this.#seat.machine.release(key));
        }
        return isTaken;
    }

    /** Releases a finger's keys, after their minimum duration. */
    release(finger: string): void {
        const held = this.#fingers.get(finger);
        if (held) {
            held.released = true;
            this.#settle();
        }
    }

    /** Releases a finger's keys immediately. */
    lift(finger: string): void {
        this.#off(finger);
    }

    /** Whether this finger holds any keys. */
    isOn(finger: string): boolean {
        return this.#fingers.has(finger);
    }

    /** Whether any finger holds a key, or has not released it yet. */
    isDown(key: string): boolean {
        return [...this.#fingers.values()].some(({ keys }) => keys.includes(key));
    }

    /** Releases all keys immediately. */
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
