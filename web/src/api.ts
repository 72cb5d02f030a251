// What scripts can do with the page: `window.girafa` on it, and by messages from a page that embeds it. README.md has it all.

import type { App } from "./app.ts";
import { check, type Finding, listingOf, type State, type Variable } from "./girafa.ts";
import { link } from "./share.ts";

/** What can be listened to. */
export interface ApiEvents {
    /** Rows that the program has printed since the last event. */
    printed: string;
    /** The program waits at INPUT. */
    asks: State;
    /** The program has ended: its report is the status. */
    ended: State;
}

/** Maximum number of frames per call: the page is blocked in the meantime. */
const MAX_FRAMES_PER_CALL = 15_000;
/** Milliseconds between checks of the printed text. */
const CHECK_INTERVAL_MS = 50;

/**
 * The state of a program that has not been observed: bytes of printed rows, a row that was reported before it was
 * complete, how often it has asked, whether it runs, and the time of the last check.
 */
const INITIAL_OBSERVATION = { printed: 0, unfinished: "", questions: 0, runs: false, at: 0 };

function text(value: unknown, what: string): string {
    if (typeof value !== "string") {
        throw new Error(`expected ${what} as a string`);
    }
    return value;
}

function integer(value: unknown, what: string, max: number): number {
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > max) {
        throw new Error(`expected ${what} as an integer from 0 to ${max}`);
    }
    return value;
}

function bytes(value: unknown): Uint8Array {
    if (typeof value === "string") {
        return new TextEncoder().encode(value);
    }
    // This also works for objects of another window.
    const kind = Object.prototype.toString.call(value);
    if (kind === "[object ArrayBuffer]" || ArrayBuffer.isView(value)) {
        const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(value) ? value : new DataView(value as ArrayBuffer);
        return new Uint8Array(buffer, byteOffset, byteLength);
    }
    throw new Error("expected a file as a Uint8Array, an ArrayBuffer or a string");
}

/** Whether a value is the name of an event. */
export function isEvent(name: unknown): name is keyof ApiEvents {
    return name === "printed" || name === "asks" || name === "ended";
}

export class Api {
    #app: App;
    #listeners: { [E in keyof ApiEvents]?: Set<(detail: ApiEvents[E]) => void> } = {};
    #lastObservation = { ...INITIAL_OBSERVATION };

    constructor(app: App) {
        this.#app = app;
        app.seat.on("loaded", () => {
            // The program may end before the first check.
            this.#lastObservation = { ...INITIAL_OBSERVATION, runs: true };
        });
        app.seat.on("frame", (state) => this.#observe(state, performance.now()));
    }

    /** Takes in a file of any format by its name, and runs it: its program is in the editor then. */
    load(name: string, file: Uint8Array | ArrayBuffer | string): void {
        const app = this.#app;
        const contents = bytes(file);
        text(name, "a name");
        let program = "";
        try {
            program = listingOf(name, contents);
        } catch {
            // A file without a program runs all the same.
        }
        const goBack = app.edit(name.replace(/\.[^.]*$/, ""), program);
        try {
            app.seat.load(name, contents);
        } catch (error) {
            goBack();
            throw error;
        }
    }

    /** Runs a listing. Throws where it has mistakes. */
    run(listing: string, name = "listing"): void {
        this.load(`${text(name, "a name")}.bas`, text(listing, "a listing"));
    }

    /** What is wrong with a listing or doubtful in it. */
    check(listing: string): Finding[] {
        return check(text(listing, "a listing"));
    }

    /** Types a text, newlines as ENTER. */
    type(typed: string): void {
        this.#app.seat.machine.type_text(text(typed, "what is typed"));
    }

    /** Gives answers, each to be typed with ENTER when INPUT asks. */
    answer(...answers: string[]): void {
        answers.forEach((answer) => this.#app.seat.machine.answer(text(answer, "an answer")));
    }

    /** Presses a key by what it means: a character, or a name as in KeyboardEvent.key. Returns whether there is such a key. */
    press(key: string): boolean {
        return this.#app.seat.machine.press(text(key, "a key"), false, false);
    }

    /**
     * Presses a key of the Spectrum and holds it: a letter, a digit, `Enter`, `Space`, `Caps`, `Symbol`; or of a Kempston
     * joystick: `JoystickUp`, `JoystickDown`, `JoystickLeft`, `JoystickRight`, `JoystickFire`.
     */
    hold(key: string): boolean {
        return this.#app.seat.machine.hold(text(key, "a key"));
    }

    /** Releases a held key. */
    release(key: string): boolean {
        return this.#app.seat.machine.release(text(key, "a key"));
    }

    /** Runs so many frames at once, also while time stands still. Returns what the machine is doing then. */
    frames(count = 1): State {
        integer(count, "the number of frames", MAX_FRAMES_PER_CALL);
        const { seat } = this.#app;
        const hasListeners = Object.values(this.#listeners).some((listeners) => listeners.size > 0);
        for (let left = count; left > 0; left -= hasListeners ? 1 : left) {
            seat.change((machine) => machine.frames(hasListeners ? 1 : left));
            if (hasListeners) {
                this.#observe(this.state(), performance.now());
            }
        }
        seat.machine.take_samples();
        return this.state();
    }

    /** The picture with its border as a PNG. */
    screen(): Uint8Array {
        return this.#app.seat.machine.screen_png();
    }

    /** The 24 rows of the screen as text. */
    screenText(): string {
        return this.#app.seat.machine.screen_text();
    }

    /** All that was printed, and the row that is being printed. */
    transcript(): string {
        return this.#app.seat.machine.transcript();
    }

    /** All 65,536 bytes. */
    memory(): Uint8Array {
        return this.#app.seat.machine.memory();
    }

    /** The byte at an address. */
    peek(address: number): number {
        return this.#app.seat.machine.peek(integer(address, "an address", 0xffff));
    }

    /** Changes the byte at an address. */
    poke(address: number, byte: number): void {
        integer(address, "an address", 0xffff);
        integer(byte, "a byte", 0xff);
        this.#app.seat.change((machine) => machine.poke(address, byte));
    }

    /** The variables of the program. */
    variables(): Variable[] {
        return this.#app.seat.machine.values;
    }

    /** The program in memory as a listing. */
    listing(): string | undefined {
        return this.#app.seat.machine.listing();
    }

    /** What the machine is doing. */
    state(): State {
        return this.#app.seat.machine.doing;
    }

    /**
     * Goes to the moment before a frame, from `state().first` to `state().last`. It goes on from there as it went, until a
     * key is put in; answers wait for that.
     */
    goTo(frame: number): void {
        integer(frame, "a frame", 0xffff_ffff);
        this.#app.seat.emit("rewinds", undefined);
        this.#app.seat.change((machine) => machine.go_to(frame));
        this.#resetObservation();
    }

    /** Starts what was loaded from its beginning. */
    reset(): void {
        this.#app.seat.change((machine) => machine.reset());
    }

    /** Lets time stand still, or go on. */
    pause(on = true): void {
        this.#app.seat.paused = Boolean(on);
    }

    /** As fast as the computer can, or as fast as a Spectrum. */
    turbo(on = true): void {
        this.#app.seat.turbo = Boolean(on);
    }

    /** The machine as a snapshot: `szx`, `z80` or `sna`. */
    save(format = "szx"): Uint8Array {
        return this.#app.seat.machine.save(text(format, "a format"));
    }

    /** A link to the program at this moment, as far as one can hold it. */
    async link(): Promise<string> {
        return (await link(this.#app, "moment")).url;
    }

    /** Calls a listener at each event of a name. Returns a function that ends that. */
    on<E extends keyof ApiEvents>(name: E, listener: (detail: ApiEvents[E]) => void): () => void {
        if (!isEvent(name)) {
            throw new Error("expected one of the events printed, asks, ended");
        }
        const listeners = ((this.#listeners as Record<E, Set<typeof listener>>)[name] ??= new Set());
        listeners.add(listener);
        return () => void listeners.delete(listener);
    }

    #emit<E extends keyof ApiEvents>(name: E, detail: ApiEvents[E]): void {
        this.#listeners[name]?.forEach((listener) => listener(detail));
    }

    /** Reports new events. */
    #observe(state: State, now: number): void {
        const observation = this.#lastObservation;
        // A report on the screen means that the program has ended.
        const hasEnded = observation.runs && state.status !== null;
        const asks = state.asks && state.questions !== observation.questions;
        observation.runs = state.status === null && (observation.runs || state.runs);
        observation.questions = state.questions;
        // Report printed text before later events.
        if (this.#listeners.printed?.size && (hasEnded || asks || now - observation.at >= CHECK_INTERVAL_MS)) {
            observation.at = now;
            this.#reportPrinted(state, hasEnded);
        }
        if (asks) {
            this.#emit("asks", state);
        }
        if (hasEnded) {
            this.#emit("ended", state);
        }
    }

    #reportPrinted({ printed }: State, isAll: boolean): void {
        const observation = this.#lastObservation;
        if (printed === observation.printed && !isAll) {
            return;
        }
        const { machine } = this.#app.seat;
        const row = isAll ? machine.unfinished_row() : "";
        // After a step back on the time line, nothing is reported until there is new text.
        const text = printed >= observation.printed ? machine.printed_after(observation.printed) + row : "";
        const known = text.startsWith(observation.unfinished) ? observation.unfinished.length : 0;
        Object.assign(observation, { printed, unfinished: row });
        if (text.length > known) {
            this.#emit("printed", text.slice(known));
        }
    }

    /** Moments of the past cause no events. */
    #resetObservation(): void {
        const { runs, status, questions, printed } = this.state();
        this.#lastObservation = { ...INITIAL_OBSERVATION, printed, questions, runs: runs && status === null };
    }
}
