// The Spectrum's keys that are held, by which source, and their minimum duration.

import { KEYBOARD } from "./legends.ts";
import type { Seat } from "./seat.ts";

/**
 * Minimum duration of a key press in frames: the ROM reads the keyboard every frame, a game perhaps every second one.
 */
const MIN_PRESS_FRAMES = 4;

interface HeldKeys {
    keys: readonly string[];
    /** Number of frames that had run when the keys were pressed. */
    since: number;
    released: boolean;
}

/**
 * Sources that hold one or more keys, each with a unique name. A key is released when no source holds it.
 */
export class Keys {
    #seat: Seat;
    #sources = new Map<string, HeldKeys>();

    constructor(seat: Seat) {
        this.#seat = seat;
        seat.on("frame", () => this.#releaseDue());
        seat.on("rewinds", () => this.releaseAll());
        seat.on("loaded", () => this.#sources.clear());
    }

    /** Holds keys for a source. As any key, it ends a pause. */
    hold(source: string, keys: readonly string[]): void {
        this.#sources.set(source, { keys, since: this.#seat.drawn.frames, released: false });
        this.#sendInput(() => keys.map((key) => this.#seat.machine.hold(key)).some(Boolean));
    }

    /** Presses a key by meaning, as `Machine.press` does. Returns whether there is such a key. */
    press(key: string, caps = false, symbol = false): boolean {
        return this.#sendInput(() => this.#seat.machine.press(key, caps, symbol));
    }

    /** Presses a key by meaning, and keeps it down, as `Machine.keep` does. Returns whether there is such a key. */
    keep(key: string, caps: boolean, symbol: boolean): boolean {
        return this.#sendInput(() => this.#seat.machine.keep(key, caps, symbol));
    }

    /** Types a text. Throws if a character has no key. */
    type(text: string): void {
        this.#sendInput(() => (this.#seat.machine.type_text(text), true));
    }

    /**
     * Sends input. If this is in the past, the recorded future is discarded: releases the keys that were held there by
     * others.
     */
    #sendInput(send: () => boolean): boolean {
        const { now, last } = this.#seat.state;
        const isAccepted = send();
        if (isAccepted && this.#seat.paused) {
            this.#seat.paused = false;
        }
        if (isAccepted && now < last) {
            const keys = KEYBOARD.flat().map(({ key }) => key);
            keys.filter((key) => !this.isDown(key)).forEach((key) => this.#seat.machine.release(key));
        }
        return isAccepted;
    }

    /** Releases a source's keys, after their minimum duration. */
    release(source: string): void {
        const held = this.#sources.get(source);
        if (held) {
            held.released = true;
            this.#releaseDue();
        }
    }

    /** Whether this source holds any keys. */
    isHolding(source: string): boolean {
        return this.#sources.has(source);
    }

    /** Whether any source holds a key, or has not released it yet. */
    isDown(key: string): boolean {
        return [...this.#sources.values()].some(({ keys }) => keys.includes(key));
    }

    /** Releases all keys immediately. */
    releaseAll(): void {
        for (const source of [...this.#sources.keys()]) {
            this.#remove(source);
        }
    }

    #releaseDue(): void {
        for (const [source, { since, released }] of [...this.#sources]) {
            if (released && this.#seat.drawn.frames - since >= MIN_PRESS_FRAMES) {
                this.#remove(source);
            }
        }
    }

    #remove(source: string): void {
        const keys = this.#sources.get(source)?.keys ?? [];
        this.#sources.delete(source);
        keys.filter((key) => !this.isDown(key)).forEach((key) => this.#seat.machine.release(key));
    }
}
