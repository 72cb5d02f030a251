// Plays the samples that come, one after the other; silence where there are none.

declare class AudioWorkletProcessor {
    readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: unknown): void;

/** Samples that may wait at most: what comes beyond is played all the same, and the oldest left out. */
const MOST = 44_100;
/** Blocks of the device between two reports. */
const OFTEN = 4;

interface Order {
    samples?: Int16Array;
    muted?: boolean;
    record?: boolean;
}

class Player extends AudioWorkletProcessor {
    waiting: Int16Array[] = [];
    at = 0;
    count = 0;
    played = 0;
    blocks = 0;
    muted = false;
    record = false;

    constructor() {
        super();
        this.port.onmessage = ({ data }: MessageEvent<Order>) => {
            this.muted = data.muted ?? this.muted;
            this.record = data.record ?? this.record;
            if (data.samples) {
                this.waiting.push(data.samples);
                this.count += data.samples.length;
            }
            while (this.count > MOST && this.waiting.length > 1) {
                this.next();
            }
        };
    }

    /** Leaves what is left of the first part. */
    next(): void {
        const left = (this.waiting.shift()?.length ?? 0) - this.at;
        this.at = 0;
        this.count -= left;
        this.played += left;
    }

    process(_inputs: unknown, [[output]]: [[Float32Array]]): boolean {
        for (let index = 0; index < output.length && this.waiting[0]; index++) {
            const sample = this.waiting[0][this.at++] ?? 0;
            output[index] = this.muted ? 0 : sample / 32_768;
            this.count -= 1;
            this.played += 1;
            if (this.at >= this.waiting[0].length) {
                this.waiting.shift();
                this.at = 0;
            }
        }
        this.blocks += 1;
        if (this.record || this.blocks % OFTEN === 0) {
            const { played } = this;
            this.port.postMessage(this.record ? { played, samples: output.slice() } : { played });
        }
        return true;
    }
}

registerProcessor("girafa", Player);
