// The machine in real time: runs it, and updates picture and sound. The panels of the page listen to its events.

import { sentence } from "./dom.ts";
import type { State } from "./girafa.ts";
import { LoggedMachine } from "./log.ts";
import type { Action, Notice } from "./notices.ts";
import { Screen } from "./screen.ts";
import { Sound } from "./sound.ts";
import { t } from "./translate.ts";

/** The events for the panels. */
export interface Events {
    /** A picture was drawn. */
    frame: State;
    /** Another program, snapshot or tape was loaded. */
    loaded: { name: string };
    /** Time is about to move backward or forward. */
    rewinds: undefined;
    /** A message for the user. */
    notice: Notice;
    /** A switch such as pause or turbo was changed. */
    switched: undefined;
}

/** Milliseconds per picture that turbo may use. */
const TURBO_MS = 12;
/** Frames between checks of the clock in turbo. */
const TURBO_FRAMES = 10;
/** Names of files that are inserted as tapes. */
const TAPE_NAME = /\.(tap|tzx|pzx)$/i;

/** The machine and its clock. */
export class Seat {
    machine = new LoggedMachine();
    readonly sound = new Sound();
    /** The state of the machine when the last picture was drawn. */
    state: State = this.machine.doing;
    /** Whether tapes are loaded from their pulses at real speed. */
    realTape = false;
    #screen: Screen;
    #listeners: { [E in keyof Events]?: ((event: Events[E]) => void)[] } = {};
    #paused = false;
    #turbo = false;
    /** Whether the user holds the time, for example with the time line. */
    #held = false;
    #requestedFrame: number | undefined;
    #stale = true;
    #isScheduled = false;
    /** Number of pictures drawn, the frames that ran for them, and their total time in milliseconds. */
    readonly drawn = { pictures: 0, frames: 0, milliseconds: 0 };

    constructor(canvas: HTMLCanvasElement) {
        this.#screen = new Screen(canvas);
        this.draw();
        this.#schedule();
    }

    /** Draws pictures while time runs, and once after each change. */
    #schedule(): void {
        if (this.#isScheduled) {
            return;
        }
        this.#isScheduled = true;
        const tick = (now: number) => {
            this.#isScheduled = false;
            this.#tick(now);
            if (this.#runs || this.#isChanged) {
                this.#schedule();
            }
        };
        // Wait until a frame is due: displays refresh more often, each refresh costs something, and most frames change
        // nothing. While the page is hidden, wait for the display instead.
        if (this.#runs && !this.#turbo && !this.#isChanged && !document.hidden) {
            // Timers have a resolution of whole milliseconds.
            setTimeout(() => tick(performance.now()), Math.ceil(this.machine.wait(performance.now())));
        } else {
            requestAnimationFrame(tick);
        }
    }

    /** Whether something must be drawn, even if time is stopped. */
    get #isChanged(): boolean {
        return this.#stale || this.#requestedFrame !== undefined;
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

    notice(text: string, isError = false, actions?: readonly Action[]): void {
        this.emit("notice", { text, isError, actions });
    }

    /** Does something, and shows its error as a notice. */
    attempt(act: () => void): void {
        try {
            act();
        } catch (error) {
            this.notice(sentence(error), true);
        }
    }

    /** Whether the machine has stopped before a statement, as at a breakpoint, and not between two pictures. */
    get isAtStatement(): boolean {
        return this.#paused && this.state.next > this.state.now;
    }

    get paused(): boolean {
        return this.#paused;
    }

    set paused(paused: boolean) {
        this.#paused = paused;
        this.sound.isSilent = true;
        this.#schedule();
        this.emit("switched", undefined);
    }

    get turbo(): boolean {
        return this.#turbo;
    }

    set turbo(turbo: boolean) {
        this.#turbo = turbo;
        this.emit("switched", undefined);
    }

    /** Makes a change to the machine, and shows it even if time is stopped. */
    change<T>(change: (machine: LoggedMachine) => T): T {
        const done = change(this.machine);
        this.#stale = true;
        this.#schedule();
        return done;
    }

    /** Loads a file of any format and runs it. Throws if that fails. */
    load(name: string, bytes: Uint8Array): void {
        const notices = this.change((machine) => {
            if (this.realTape && TAPE_NAME.test(name)) {
                machine.load_really(name, bytes);
                return [];
            }
            return JSON.parse(machine.load(name, bytes)) as string[];
        });
        this.#requestedFrame = undefined;
        this.paused = false;
        this.emit("loaded", { name });
        notices.forEach((text) => this.notice(text));
    }

    /** Runs a listing. Throws if it has errors. */
    run(listing: string, name = "listing.bas"): void {
        this.load(name, new TextEncoder().encode(listing));
    }

    /** While held, time is stopped, whether or not it is paused. */
    set held(held: boolean) {
        this.#held = held;
        this.sound.isSilent = true;
        this.#schedule();
    }

    /** Goes to a frame before the next picture is drawn. Of several requests until then, the last one counts. */
    goTo(frame: number): void {
        this.emit("rewinds", undefined);
        this.#requestedFrame = Math.max(0, Math.round(frame));
        this.#schedule();
    }

    /** Stops before these lines. */
    setBreakpoints(lines: number[]): void {
        this.machine.set_breakpoints(new Uint16Array(lines));
    }

    /** Runs until the next statement begins. */
    step(): void {
        this.machine.step();
        this.paused = false;
    }

    /** Goes back to the start of the previous statement. */
    stepBack(): void {
        this.#goBack((machine) => machine.step_back());
    }

    /** Goes back to the last breakpoint. */
    runBack(): void {
        this.#goBack((machine) => machine.run_back());
    }

    /** Goes to a moment within a frame and pauses there. */
    goToMoment(frame: number, tstate: number): void {
        this.#goBack((machine) => (machine.go_to_moment(frame, tstate), true));
    }

    /** Goes to another moment and pauses. `go` returns false if it has reached the start of the history. */
    #goBack(go: (machine: LoggedMachine) => boolean): void {
        this.emit("rewinds", undefined);
        const isThere = this.change(go);
        this.paused = true;
        if (!isThere) {
            this.notice(t`This is the start of the recorded run.`);
        }
    }

    #tick(now: number): void {
        const began = performance.now();
        let frames = 0;
        let hasStopped = false;
        if (this.#requestedFrame !== undefined) {
            this.machine.go_to(this.#requestedFrame);
            this.#requestedFrame = undefined;
            this.#stale = true;
        }
        const runs = this.#runs;
        this.sound.isSilent = !runs || this.#turbo;
        if (runs && this.#turbo) {
            while (!hasStopped && performance.now() - began < TURBO_MS) {
                hasStopped = this.machine.frames_to_stop(TURBO_FRAMES);
                frames += TURBO_FRAMES;
            }
            this.machine.take_samples();
        } else if (runs) {
            frames = this.machine.due(now, this.sound.waiting, this.sound.target);
            if (frames > 0) {
                hasStopped = this.machine.frames_to_stop(frames);
                this.sound.push(this.machine.take_samples());
            }
        }
        if (frames > 0 || this.#stale) {
            this.#stale = false;
            this.drawn.pictures += 1;
            this.drawn.frames += frames;
            this.draw();
            this.state = this.machine.doing;
            if (hasStopped) {
                this.paused = true;
            }
            this.emit("frame", this.state);
            this.drawn.milliseconds += performance.now() - began;
        }
    }

    draw(): void {
        this.#screen.draw(this.machine);
    }
}
