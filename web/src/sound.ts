// The sound of the machine. An AudioWorklet receives the samples as they are made, and reports how many it has played.

import { t } from "./translate.ts";
import worklet from "./worklet.ts?inline";

/** Samples per second. */
export const RATE = 44_100;
/** Target for queued samples: pictures are about 17 ms apart, and frames 20 ms. */
const TARGET_SAMPLES = Math.round(0.06 * RATE);
/** The target grows by this factor after each gap, if pictures come later, up to a delay that is not yet audible. */
const TARGET_GROWTH = 1.5;
const MAX_TARGET_SAMPLES = Math.round(0.2 * RATE);
/** Milliseconds without a start after which the sound device is considered missing. */
const DEVICE_TIMEOUT_MS = 5_000;

/** A report from the worklet. */
interface Report {
    played: number;
    gaps: number;
    samples?: Float32Array;
}

/** The sound device. It starts after the user has touched the page, as browsers require. */
export class Sound {
    #context?: AudioContext;
    #hasBegun = false;
    #node?: AudioWorkletNode;
    #gain?: GainNode;
    #sent = 0;
    #played = 0;
    #muted = false;
    #volume = 1;
    /** The samples played since `record`, without the silence of gaps; undefined if not recording. */
    played: Float32Array[] | undefined;
    /** Number of times that it ran out of samples while the machine was running. */
    gaps = 0;
    #gaps = 0;
    /** Target for queued samples. */
    target = TARGET_SAMPLES;
    /** Whether there should be silence: time is stopped or runs too fast. */
    isSilent = false;

    /**
     * Starts the sound, or continues it if the system has stopped it; to be called at each gesture. Returns why it
     * cannot, as a message for the user, but only once.
     */
    async start(): Promise<string | undefined> {
        if (this.#hasBegun) {
            if (this.#context && this.#context.state !== "running") {
                // If the gesture does not suffice, a later one does.
                this.#context.resume().catch(() => {});
            }
            return undefined;
        }
        this.#hasBegun = true;
        try {
            if (typeof AudioContext === "undefined") {
                throw new Error(t`this browser has no AudioContext`);
            }
            const context = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
            this.#context = context;
            if (!context.audioWorklet) {
                throw new Error(t`AudioWorklet is not available: serve the page by https or from this computer`);
            }
            await context.audioWorklet.addModule(address(worklet));
            this.#connect(context);
            // Without a device, this would wait forever.
            const timeout = new Promise((_, fail) => setTimeout(() => fail(new Error(t`no sound device starts`)), DEVICE_TIMEOUT_MS));
            await Promise.race([context.resume(), timeout]);
            return undefined;
        } catch (error) {
            const why = error instanceof Error ? error.message : String(error);
            return t`no sound: ${why}; everything else works`;
        }
    }

    #connect(context: AudioContext): void {
        const node = new AudioWorkletNode(context, "girafa", {
            numberOfInputs: 0,
            outputChannelCount: [1],
            processorOptions: { target: this.target },
        });
        node.port.onmessage = ({ data }: MessageEvent<Report>) => {
            this.#played = data.played;
            if (data.gaps > this.#gaps && !this.isSilent && !document.hidden) {
                this.gaps += data.gaps - this.#gaps;
                this.target = Math.min(MAX_TARGET_SAMPLES, Math.round(this.target * TARGET_GROWTH));
                node.port.postMessage({ target: this.target });
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

    /** Number of samples queued for the device; undefined if there is no device. */
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

    /** The volume, from 0 to 1. */
    get volume(): number {
        return this.#volume;
    }

    set volume(volume: number) {
        this.#volume = Math.min(1, Math.max(0, volume));
        this.#level();
    }

    #level(): void {
        if (this.#gain) {
            // Squared to match human hearing: half the value is about half as loud.
            this.#gain.gain.value = this.#muted ? 0 : this.#volume ** 2;
        }
    }

    /** Sends samples to the device. */
    push(samples: Int16Array): void {
        if (this.#node && this.#context?.state === "running" && samples.length > 0) {
            this.#sent += samples.length;
            this.#node.port.postMessage({ samples }, [samples.buffer]);
        }
    }

    /** Starts recording what is played. */
    record(): void {
        this.played = [];
        this.#node?.port.postMessage({ record: true });
    }
}

/** The URL of a script: a page opened from a disk cannot load scripts from blobs. */
function address(script: string): string {
    return location.protocol === "file:"
        ? `data:text/javascript,${encodeURIComponent(script)}`
        : URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}
