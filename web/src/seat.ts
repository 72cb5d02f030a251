// Somebody at the machine: time, picture and sound go on together here. The panels of the page listen.

import { Machine, type State } from "./girafa.ts";
import { LoggedMachine } from "./log.ts";
import { Sound, WANTED } from "./sound.ts";

/** What the panels can listen to. */
export interface Events {
    /** A picture was drawn. */
    frame: State;
    /** Another program, snapshot or tape was taken in. */
    loaded: { name: string };
    /** Something for the user to read. */
    notice: { text: string; isError?: boolean };
    /** Pause, turbo or the like were switched. */
    switched: undefined;
}

/** Milliseconds of a picture's time that turbo may use. */
const TURBO = 12;
/** Frames between two looks at the clock in turbo. */
const TURBO_FRAMES = 10;

/** The machine with its clock. */
export class Seat {
    machine = new LoggedMachine();
    readonly sound = new Sound();
    #canvas: HTMLCanvasElement;
    #listeners: { [E in keyof Events]?: ((event: Events[E]) => void)[] } = {};
    #paused = false;
    #turbo = false;
    #stale = true;
    /** Pictures drawn, and what they and their frames took, in milliseconds. */
    readonly drawn = { pictures: 0, frames: 0, milliseconds: 0 };

    constructor(canvas: HTMLCanvasElement) {
        this.#canvas = canvas;
        canvas.width = Machine.width();
        canvas.height = Machine.height();
        this.draw();
        const tick = (now: number): void => {
            requestAnimationFrame(tick);
            this.#tick(now);
        };
        requestAnimationFrame(tick);
    }

    on<E extends keyof Events>(name: E, listener: (event: Events[E]) => void): void {
        const listeners: ((event: Events[E]) => void)[] = (this.#listeners[name] ??= []);
        listeners.push(listener);
    }

    emit<E extends keyof Events>(name: E, event: Events[E]): void {
        this.#listeners[name]?.forEach((listener) => listener(event));
    }

    notice(text: string, isError = false): void {
        this.emit("notice", { text, isError });
    }

    get paused(): boolean {
        return this.#paused;
    }

    set paused(paused: boolean) {
        this.#paused = paused;
        this.emit("switched", undefined);
    }

    get turbo(): boolean {
        return this.#turbo;
    }

    set turbo(turbo: boolean) {
        this.#turbo = turbo;
        this.emit("switched", undefined);
    }

    /** Makes a change to the machine, and shows it even while time stands still. */
    change<T>(change: (machine: LoggedMachine) => T): T {
        const done = change(this.machine);
        this.#stale = true;
        return done;
    }

    /** Takes in a file of any format and runs it. Throws where it cannot. */
    load(name: string, bytes: Uint8Array): void {
        const notices = JSON.parse(this.change((machine) => machine.load(name, bytes))) as string[];
        this.paused = false;
        this.emit("loaded", { name });
        notices.forEach((text) => this.notice(text));
    }

    /** Runs a listing. Throws where it has mistakes. */
    run(listing: string, name = "listing.bas"): void {
        this.load(name, new TextEncoder().encode(listing));
    }

    #tick(now: number): void {
        const began = performance.now();
        let frames = 0;
        if (!this.#paused && this.#turbo) {
            while (performance.now() - began < TURBO) {
                this.machine.frames(TURBO_FRAMES);
                frames += TURBO_FRAMES;
            }
            this.machine.take_samples();
        } else if (!this.#paused) {
            frames = this.machine.due(now, this.sound.waiting, WANTED);
            this.machine.frames(frames);
            this.sound.push(this.machine.take_samples());
        }
        if (frames > 0 || this.#stale) {
            this.#stale = false;
            this.draw();
            this.emit("frame", this.machine.doing);
            this.drawn.pictures += 1;
            this.drawn.frames += frames;
            this.drawn.milliseconds += performance.now() - began;
        }
    }

    draw(): void {
        const pixels = new Uint8ClampedArray(this.machine.picture());
        const picture = new ImageData(pixels, this.#canvas.width, this.#canvas.height);
        this.#canvas.getContext("2d")?.putImageData(picture, 0, 0);
    }
}
