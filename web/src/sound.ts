// The sound of the machine, by an AudioWorklet: samples are sent to it as they are made, and it says how many it has played.

import worklet from "./worklet.ts?inline";

/** Samples a second. */
export const RATE = 44_100;
/** Samples that should wait for the device: the pictures come some 17 ms apart, and frames 20. */
export const WANTED = Math.round(0.06 * RATE);

/** The device, once the user has touched the page: no browser lets a page sound before. */
export class Sound {
    #context?: AudioContext;
    #node?: AudioWorkletNode;
    #sent = 0;
    #played = 0;
    #muted = false;
    /** What the worklet has given to the device since `record`, where it is wanted. */
    played: Float32Array[] | undefined;

    /** Begins to sound. Gives why it cannot, for the user. */
    async start(): Promise<string | undefined> {
        if (this.#context) {
            await this.#context.resume();
            return undefined;
        }
        try {
            const context = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
            this.#context = context;
            const url = URL.createObjectURL(new Blob([worklet], { type: "text/javascript" }));
            await context.audioWorklet.addModule(url);
            URL.revokeObjectURL(url);
            const node = new AudioWorkletNode(context, "girafa", { numberOfInputs: 0, outputChannelCount: [1] });
            node.port.onmessage = ({ data }: MessageEvent<{ played: number; samples?: Float32Array }>) => {
                this.#played = data.played;
                if (data.samples) {
                    this.played?.push(data.samples);
                }
            };
            node.connect(context.destination);
            await context.resume();
            this.#sent = this.#played = 0;
            this.#node = node;
            return undefined;
        } catch (error) {
            return `no sound: ${error instanceof Error ? error.message : String(error)}`;
        }
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
        this.#node?.port.postMessage({ muted });
    }

    /** Sends samples on. */
    push(samples: Int16Array): void {
        if (this.#node && samples.length > 0) {
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
