// Plays the received samples in order, or silence if there are none.

declare class AudioWorkletProcessor {
    readonly port: MessagePort;
    constructor(options?: unknown);
}
declare function registerProcessor(name: string, processor: unknown): void;

/** Maximum number of queued samples: if more arrive, the oldest are dropped. */
const MAX_QUEUED_SAMPLES = 44_100;
/** Device blocks between two reports. */
const BLOCKS_PER_REPORT = 8;

interface PlayerMessage {
    samples?: Int16Array;
    record?: boolean;
    target?: number;
}

class Player extends AudioWorkletProcessor {
    waiting: Int16Array[] = [];
    at = 0;
    count = 0;
    played = 0;
    blocks = 0;
    gaps = 0;
    record = false;
    /** Number of samples to queue before playing. */
    target: number;
    /** Whether it has run out of samples, and waits for enough: otherwise each late picture would be audible. */
    empty = true;

    constructor(options: { processorOptions: { target: number } }) {
        super(options);
        this.target = options.processorOptions.target;
        this.port.onmessage = ({ data }: MessageEvent<PlayerMessage>) => {
            this.record = data.record ?? this.record;
            this.target = data.target ?? this.target;
            if (data.samples) {
                this.waiting.push(data.samples);
                this.count += data.samples.length;
                this.empty &&= this.count < this.target;
            }
            while (this.count > MAX_QUEUED_SAMPLES && this.waiting.length > 1) {
                this.next();
            }
        };
    }

    /** Drops the rest of the first chunk. */
    next(): void {
        const left = (this.waiting.shift()?.length ?? 0) - this.at;
        this.at = 0;
        this.count -= left;
        this.played += left;
    }

    process(_inputs: unknown, [[output]]: [[Float32Array]]): boolean {
        let index = 0;
        for (; index < output.length && !this.empty; index++) {
            const samples = this.waiting[0];
            if (!samples) {
                this.empty = true;
                this.gaps += 1;
                break;
            }
            output[index] = (samples[this.at++] ?? 0) / 32_768;
            this.count -= 1;
            this.played += 1;
            if (this.at >= samples.length) {
                this.waiting.shift();
                this.at = 0;
            }
        }
        this.blocks += 1;
        if (this.record || this.blocks % BLOCKS_PER_REPORT === 0) {
            const { played, gaps } = this;
            this.port.postMessage(this.record ? { played, gaps, samples: output.slice(0, index) } : { played, gaps });
        }
        return true;
    }
}

registerProcessor("girafa", Player);
