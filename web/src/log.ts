// A machine that records its inputs, so that a link can hold a moment. The machine is deterministic: the same program
// with the same inputs in the same frames leads to the same state.

import { Machine } from "./girafa.ts";
import { t } from "./translate.ts";

/** Keyboard input. In the past, new input discards the recorded future, with the inputs in it. */
const KEYBOARD_METHODS = ["press", "keep", "let_up", "hold", "release", "type_text", "type_answer"] as const;
/** Other changes: they are part of the moment at which they were made. */
const CHANGE_METHODS = ["reset", "switch_printer", "switch_pace", "insert_tape", "play_tape", "set_instant_tape", "poke"] as const;
type Method = (typeof KEYBOARD_METHODS)[number] | (typeof CHANGE_METHODS)[number];
type Argument = string | number | boolean | Uint8Array;

/** An input: the frame before which it was made, the method of the machine, and its arguments. */
export type Input = [frame: number, method: Method, ...args: Argument[]];

/** The loaded file. */
export interface File {
    name: string;
    bytes: Uint8Array;
}

/** A moment of a run: the frame that is about to run, and the inputs before it. */
export interface Moment {
    frame: number;
    inputs: Input[];
    /** A checksum of the memory, to verify that the same moment was reached. */
    sum: number;
}

/** Maximum number of recorded inputs. */
const MAX_INPUTS = 20_000;
/** Maximum frame of a moment: one hour. */
export const MAX_MOMENT_FRAME = 180_000;
/** Frames between checks of the clock during a replay. */
const REPLAY_STEP_FRAMES = 50;

export class LoggedMachine extends Machine {
    /** The running file; undefined if the machine was only switched on. */
    file: File | undefined;
    #inputs: Input[] = [];
    /** The reason why a link cannot hold a moment. */
    #noMomentReason: string | undefined;
    #answers = 0;

    override load(name: string, bytes: Uint8Array): string {
        // WebAssembly copies its arguments.
        const notices = super.load(name, bytes);
        this.#begin({ name, bytes });
        return notices;
    }

    override load_really(name: string, bytes: Uint8Array): void {
        super.load_really(name, bytes);
        this.#begin({ name, bytes });
        // A link would load the tape instantly.
        this.#noMomentReason = t`the tape was loaded in real time`;
    }

    override run(listing: string): void {
        this.load("listing.bas", new TextEncoder().encode(listing));
    }

    #begin(file: File): void {
        this.file = file;
        this.#inputs = [];
        this.#noMomentReason = undefined;
        this.#answers = 0;
    }

    override answer(text: string): void {
        super.answer(text);
        this.#answers += 1;
    }

    /** Answers that INPUT has not requested yet. */
    get answers(): string[] {
        return this.#answers > 0 ? (JSON.parse(this.answers_left()) as string[]) : [];
    }

    override frames(count: number): void {
        for (; this.#answers > 0 && count > 0; count--) {
            this.#frameWithAnswer(() => super.frames(1));
        }
        super.frames(count);
    }

    override frames_to_stop(count: number): boolean {
        for (; this.#answers > 0 && count > 0; count--) {
            if (this.#frameWithAnswer(() => super.frames_to_stop(1))) {
                return true;
            }
        }
        return super.frames_to_stop(count);
    }

    /** Runs a frame that may type an answer. A typed answer is recorded as an input and is no longer pending. */
    #frameWithAnswer<T>(run: () => T): T {
        const before = this.answers_left();
        const done = run();
        if (this.answers_left().length !== before.length) {
            const [answer] = JSON.parse(before) as string[];
            this.#answers -= 1;
            this.#inputs.push([this.doing.now, "type_answer", String(answer)]);
        }
        return done;
    }

    override go_to(frame: number): void {
        this.#forgetUnused();
        super.go_to(frame);
    }

    override go_to_moment(frame: number, tstate: number): void {
        this.#forgetUnused();
        super.go_to_moment(frame, tstate);
    }

    override step_back(): boolean {
        this.#forgetUnused();
        return super.step_back();
    }

    override run_back(): boolean {
        this.#forgetUnused();
        return super.run_back();
    }

    /** Inputs before a frame that never ran had no effect: they are lost when another moment is gone to. */
    #forgetUnused(): void {
        this.#inputs = this.#before(this.doing.last);
    }

    override press(key: string, caps: boolean, symbol: boolean): boolean {
        return this.#record(["press", key, caps, symbol], () => super.press(key, caps, symbol));
    }

    override keep(key: string, caps: boolean, symbol: boolean): boolean {
        return this.#record(["keep", key, caps, symbol], () => super.keep(key, caps, symbol));
    }

    override let_up(): boolean {
        return this.#record(["let_up"], () => super.let_up());
    }

    override hold(key: string): boolean {
        return this.#record(["hold", key], () => super.hold(key));
    }

    override release(key: string): boolean {
        return this.#record(["release", key], () => super.release(key));
    }

    override type_text(text: string): void {
        this.#record(["type_text", text], () => super.type_text(text));
    }

    override type_answer(text: string): void {
        this.#record(["type_answer", text], () => super.type_answer(text));
    }

    override reset(): void {
        this.#record(["reset"], () => super.reset());
    }

    override switch_printer(): string {
        return this.#record(["switch_printer"], () => super.switch_printer());
    }

    override switch_pace(): string {
        return this.#record(["switch_pace"], () => super.switch_pace());
    }

    override insert_tape(name: string, bytes: Uint8Array): void {
        this.#record(["insert_tape", name, bytes], () => super.insert_tape(name, bytes));
    }

    override play_tape(on: boolean): void {
        this.#record(["play_tape", on], () => super.play_tape(on));
    }

    override set_instant_tape(on: boolean): void {
        this.#record(["set_instant_tape", on], () => super.set_instant_tape(on));
    }

    override poke(address: number, byte: number): void {
        this.#record(["poke", address, byte], () => super.poke(address, byte));
    }

    /** Sends an input, and records it if it was accepted. */
    #record<T>([method, ...args]: [Method, ...Argument[]], send: () => T): T {
        const { next: now, last } = this.doing;
        const done = send();
        if (done !== false) {
            if (now < last) {
                this.#inputs = this.#before(now);
            }
            if (this.#inputs.length >= MAX_INPUTS) {
                this.#noMomentReason ??= t`too many keys were pressed`;
            } else if (this.#noMomentReason === undefined) {
                this.#inputs.push([now, method, ...args]);
            }
        }
        return done;
    }

    /** The inputs before frame `frame`. Of those in that frame, only those up to the last change are included. */
    #before(frame: number): Input[] {
        const isIncluded = ([at, method]: Input) => at < frame || (at === frame && CHANGE_METHODS.some((change) => change === method));
        return this.#inputs.slice(0, this.#inputs.findLastIndex(isIncluded) + 1);
    }

    /** The current moment, or the reason why there is none. */
    get moment(): Moment | string {
        const { now, next, last } = this.doing;
        if (!this.file) {
            return t`nothing was loaded`;
        }
        if (now < next) {
            return t`the program has stopped before a statement`;
        }
        if (this.#noMomentReason === undefined && now <= MAX_MOMENT_FRAME) {
            return { frame: now, inputs: now < last ? this.#before(now) : [...this.#inputs], sum: sum(this.memory()) };
        }
        return this.#noMomentReason ?? t`more than an hour has passed since the start`;
    }

    /** Replays the loaded file up to a moment. Yields the next frame at intervals. Returns whether the memory is the same. */
    *replay({ frame, inputs, sum: expectedSum }: Moment): Generator<number, boolean> {
        let now = 0;
        for (const [at, method, ...args] of [...inputs, [frame] as const]) {
            while (now < at) {
                const count = Math.min(REPLAY_STEP_FRAMES, at - now);
                this.frames(count);
                now += count;
                yield now;
            }
            if (method) {
                (this[method] as (...args: Argument[]) => unknown)(...args);
            }
        }
        super.let_up();
        this.take_samples();
        return sum(this.memory()) === expectedSum;
    }
}

/** Whether a value is an input, with arguments of the types that its method takes. */
export function isInput(value: unknown): value is Input {
    if (!Array.isArray(value)) {
        return false;
    }
    const [frame, method, ...args] = value as unknown[];
    const types: Record<Method, string[]> = {
        press: ["string", "boolean", "boolean"],
        keep: ["string", "boolean", "boolean"],
        let_up: [],
        hold: ["string"],
        release: ["string"],
        type_text: ["string"],
        type_answer: ["string"],
        reset: [],
        switch_printer: [],
        switch_pace: [],
        insert_tape: ["string", "object"],
        play_tape: ["boolean"],
        set_instant_tape: ["boolean"],
        poke: ["number", "number"],
    };
    const expectedTypes = typeof method === "string" && Object.hasOwn(types, method) ? types[method as Method] : undefined;
    return (
        Number.isSafeInteger(frame) &&
        expectedTypes?.length === args.length &&
        args.every((arg, index) => typeof arg === expectedTypes[index] && (typeof arg !== "object" || arg instanceof Uint8Array))
    );
}

/** FNV-1a. */
function sum(bytes: Uint8Array): number {
    return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x0100_0193), 0x811c_9dc5) >>> 0;
}
