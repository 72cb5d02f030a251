// Somebody at the machine: time, picture and sound go on together here. The panels of the page listen.

import type { State } from "./girafa.ts";
import { LoggedMachine } from "./log.ts";
import { Screen } from "./screen.ts";
import { Sound } from "./sound.ts";

/** What the panels can listen to. */
export interface Events {
    /** A picture was drawn. */
    frame: State;
    /** Another program, snapshot or tape was taken in. */
    loaded: { name: string };
    /** Time is about to go back or forth. */
    rewinds: undefined;
    /** Something for the user to read. */
    notice: { text: string; isError?: boolean };
    /** Pause, turbo or the like were switched. */
    switched: undefined;
}

/** Milliseconds of a picture's time that turbo may use. */
const TURBO = 12;
/** Frames between two looks at the clock in turbo. */
const TURBO_FRAMES = 10;
/** Files that a recorder takes. */
const TAPES = /\.(tap|tzx|pzx)$/i;

/** The machine with its clock. */
export class Seat {
    machine = new LoggedMachine();
    readonly sound = new Sound();
    /** What the machine was doing when the last picture was drawn. */
    state: State = this.machine.doing;
    /** Whether tapes are loaded from their pulses, in their own time. */
    realTape = false;
    #screen: Screen;
    #listeners: { [E in keyof Events]?: ((event: Events[E]) => void)[] } = {};
    #paused = false;
    #turbo = false;
    /** Time is held by hand, until it is let go. */
    #held = false;
    #wanted: number | undefined;
    #stale = true;
    #awake = false;
    /** Pictures drawn, the frames run for them, and what they took, in milliseconds. */
    readonly drawn = { pictures: 0, frames: 0, milliseconds: 0 };

    constructor(canvas: HTMLCanvasElement) {
        this.#screen = new Screen(canvas);
        this.draw();
        this.#wake();
    }

    /** Pictures are drawn while time goes on, and once after each change. */
    #wake(): void {
        if (this.#awake) {
            return;
        }
        this.#awake = true;
        const tick = (now: number) => {
            this.#awake = false;
            this.#tick(now);
            if (this.#runs || this.#isChanged) {
                this.#wake();
            }
        };
        // A frame when it is due: the display has more pictures, each of which costs the browser something, and most frames
        // change nothing. What cannot be seen waits for the display.
        if (this.#runs && !this.#turbo && !this.#isChanged && !document.hidden) {
            // A timer counts whole milliseconds.
            setTimeout(() => tick(performance.now()), Math.ceil(this.machine.wait(performance.now())));
        } else {
            requestAnimationFrame(tick);
        }
    }

    /** Something is to be shown, whether or not time goes on. */
    get #isChanged(): boolean {
        return this.#stale || this.#wanted !== undefined;
    }

    get #runs(): boolean {
        return !this.#paused && !this.#held;
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
        this.sound.resting = true;
        this.#wake();
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
        this.#wake();
        return done;
    }

    /** Takes in a file of any format and runs it. Throws where it cannot. */
    load(name: string, bytes: Uint8Array): void {
        const notices = this.change((machine) => {
            if (this.realTape && TAPES.test(name)) {
                machine.load_really(name, bytes);
                return [];
            }
            return JSON.parse(machine.load(name, bytes)) as string[];
        });
        this.#wanted = undefined;
        this.paused = false;
        this.emit("loaded", { name });
        notices.forEach((text) => this.notice(text));
    }

    /** Runs a listing. Throws where it has mistakes. */
    run(listing: string, name = "listing.bas"): void {
        this.load(name, new TextEncoder().encode(listing));
    }

    /** Time stands still while it is held by hand, whether or not it is paused. */
    set held(held: boolean) {
        this.#held = held;
        this.sound.resting = true;
        this.#wake();
    }

    /** Goes to a frame, when the next picture is drawn: of all that are asked for until then, to the last. */
    goTo(frame: number): void {
        this.emit("rewinds", undefined);
        this.#wanted = Math.max(0, Math.round(frame));
        this.#wake();
    }

    #tick(now: number): void {
        const began = performance.now();
        let frames = 0;
        if (this.#wanted !== undefined) {
            this.machine.go_to(this.#wanted);
            this.#wanted = undefined;
            this.#stale = true;
        }
        const runs = this.#runs;
        this.sound.resting = !runs || this.#turbo;
        if (runs && this.#turbo) {
            while (performance.now() - began < TURBO) {
                this.machine.frames(TURBO_FRAMES);
                frames += TURBO_FRAMES;
            }
            this.machine.take_samples();
        } else if (runs) {
            frames = this.machine.due(now, this.sound.waiting, this.sound.wanted);
            if (frames > 0) {
                this.machine.frames(frames);
                this.sound.push(this.machine.take_samples());
            }
        }
        if (frames > 0 || this.#stale) {
            this.#stale = false;
            this.drawn.pictures += 1;
            this.drawn.frames += frames;
            this.draw();
            this.state = this.machine.doing;
            this.emit("frame", this.state);
            this.drawn.milliseconds += performance.now() - began;
        }
    }

    draw(): void {
        this.#screen.draw(this.machine);
    }
}
