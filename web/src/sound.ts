// The sound of the machine, by an AudioWorklet: samples are sent to it as they are made, and it says how many it has played.

import worklet from "./worklet.ts?inline";

/** Samples a second. */
export const RATE = 44_100;
/** Samples that should wait for the device: the pictures come some 17 ms apart, and frames 20. */
const WANTED = Math.round(0.06 * RATE);
/** Where pictures come later than that, so many more wait after each gap, up to as many as are not yet heard as late. */
const MORE = 1.5;
const MOST_WANTED = Math.round(0.2 * RATE);
/** Milliseconds after which a device that has not begun is taken for none. */
const PATIENCE = 5_000;

/** What the worklet reports. */
interface Report {
    played: number;
    gaps: number;
    samples?: Float32Array;
}

/** The device, once the user has touched the page: no browser lets a page sound before. */
export class Sound {
    #context?: AudioContext;
    #node?: AudioWorkletNode;
    #gain?: GainNode;
    #starting?: Promise<string | undefined>;
    #sent = 0;
    #played = 0;
    #muted = false;
    #volume = 1;
    /** What the worklet has given to the device since `record`, without the silence of gaps, where it is required. */
    played: Float32Array[] | undefined;
    /** How often it had nothing to play although the machine ran. */
    gaps = 0;
    #gaps = 0;
    /** Samples that should wait for the device. */
    wanted = WANTED;
    /** Nothing is to be heard: time stands still, or runs too fast. */
    resting = false;

    /** Begins to sound. Gives why it cannot, for the user: once. */
    async start(): Promise<string | undefined> {
        if (this.#starting) {
            void this.#context?.resume();
            return undefined;
        }
        this.#starting = this.#begin();
        return this.#starting;
    }

    async #begin(): Promise<string | undefined> {
        try {
            if (typeof AudioContext === "undefined") {
                throw new Error("this browser has no AudioContext");
            }
            const context = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
            this.#context = context;
            if (!context.audioWorklet) {
                throw new Error("AudioWorklet is not available: serve the page by https or from this computer");
            }
            await context.audioWorklet.addModule(address(worklet));
            // Where there is no device this waits for ever.
            const late = new Promise((_, fail) => setTimeout(() => fail(new Error("no sound device starts")), PATIENCE));
            await Promise.race([context.resume(), late]);
            this.#connect(context);
            return undefined;
        } catch (error) {
            const why = error instanceof Error ? error.message : String(error);
            return `no sound: ${why}; everything else works`;
        }
    }

    #connect(context: AudioContext): void {
        const node = new AudioWorkletNode(context, "girafa", {
            numberOfInputs: 0,
            outputChannelCount: [1],
            processorOptions: { wanted: this.wanted },
        });
        node.port.onmessage = ({ data }: MessageEvent<Report>) => {
            this.#played = data.played;
            if (data.gaps > this.#gaps && !this.resting && !document.hidden) {
                this.gaps += data.gaps - this.#gaps;
                this.wanted = Math.min(MOST_WANTED, Math.round(this.wanted * MORE));
                node.port.postMessage({ wanted: this.wanted });
            }
            this.#gaps = data.gaps;
            if (data.samples) {
                this.played?.push(data.samples);
            }
        };
        this.#gain = context.createGain();
        node.connect(this.#gain).connect(context.destination);
        this.#sent = this.#played = 0;
        this.#node = node;
        this.#level();
    }

    /** Samples that wait for the device; nothing where there is none. */
    get waiting(): number | undefined {
        return this.#node && this.#context?.state === "running" ? Math.max(0, this.#sent - this.#played) : undefined;
    }

    get muted(): boolean {
        return this.#muted;
    }

    set muted(muted: boolean) {
        this.#muted = muted;
        this.#level();
    }

    /** How loud, 0 to 1. */
    get volume(): number {
        return this.#volume;
    }

    set volume(volume: number) {
        this.#volume = Math.min(1, Math.max(0, volume));
        this.#level();
    }

    #level(): void {
        if (this.#gain) {
            // As an ear has it: half way is half as loud.
            this.#gain.gain.value = this.#muted ? 0 : this.#volume ** 2;
        }
    }

    /** Sends samples on. */
    push(samples: Int16Array): void {
        if (this.#node && this.#context?.state === "running" && samples.length > 0) {
            this.#sent += samples.length;
            this.#node.port.postMessage({ samples }, [samples.buffer]);
        }
    }

    /** Begins to keep what is played, as the device is given it. */
    record(): void {
        this.played = [];
        this.#node?.port.postMessage({ record: true });
    }
}

/** The address of a script: a page opened from a disk may load none that it has made. */
function address(script: string): string {
    return location.protocol === "file:"
        ? `data:text/javascript,${encodeURIComponent(script)}`
        : URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}
