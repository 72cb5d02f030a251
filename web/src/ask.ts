// Runs long tasks in a worker thread, so that the machine continues in the meantime.

import { module } from "./modules.ts";
import { t } from "./translate.ts";
import script from "./worker.ts?inline";
import type { WorkerFunctions } from "./worker.ts";

/** The task was stopped: its result is not needed. */
export class Stopped extends Error {
    constructor() {
        super("stopped");
    }
}

/** Messages to the thread: first the module, then questions. */
export type Question =
    | { module: WebAssembly.Module }
    | { tools: WebAssembly.Module }
    | { id: number; name: keyof WorkerFunctions; args: unknown[] };
/** Messages from the thread. */
export type Reply = { id: number; answer: unknown } | { id: number; error: string };

/** The functions in the module that is loaded on first use. */
const TOOL_FUNCTIONS: ReadonlySet<keyof WorkerFunctions> = new Set(["accept", "compare", "readPages", "restoreBook", "typein"]);

interface Pending {
    resolve(answer: never): void;
    reject(error: Error): void;
}

/** A thread that answers one question at a time. */
export class Helper {
    #module: WebAssembly.Module;
    #worker: Worker | undefined;
    #pending = new Map<number, Pending>();
    #lastId = 0;
    #hasTools = false;

    /** `module` is the page's own module. The thread starts at the first question. */
    constructor(module: WebAssembly.Module) {
        this.#module = module;
    }

    /** Whether a question is pending. */
    get isBusy(): boolean {
        return this.#pending.size > 0;
    }

    /** Calls a function of crates/web in the thread. */
    ask<N extends keyof WorkerFunctions>(name: N, ...args: Parameters<WorkerFunctions[N]>): Promise<ReturnType<WorkerFunctions[N]>> {
        return new Promise((resolve, reject) => {
            try {
                this.#worker ??= this.#startWorker();
            } catch (error) {
                reject(new Error(t`this browser cannot start a worker thread: ${String(error)}`));
                return;
            }
            const id = ++this.#lastId;
            this.#pending.set(id, { resolve, reject });
            const question: Question = { id, name, args };
            if (!TOOL_FUNCTIONS.has(name)) {
                this.#worker.postMessage(question);
                return;
            }
            this.#loadTools().then(
                // Unless the task was stopped while the module was loading.
                () => this.#pending.has(id) && this.#worker?.postMessage(question),
                (error: unknown) => this.stop(error instanceof Error ? error : new Error(String(error))),
            );
        });
    }

    /** Sends the module with the tools to the thread, once. */
    async #loadTools(): Promise<void> {
        const worker = this.#worker;
        const tools = await module("tools");
        if (worker && worker === this.#worker && !this.#hasTools) {
            this.#hasTools = true;
            worker.postMessage({ tools } satisfies Question);
        }
    }

    /** Terminates the thread; the next question starts a new one. */
    stop(error: Error = new Stopped()): void {
        this.#worker?.terminate();
        this.#worker = undefined;
        this.#hasTools = false;
        const pending = [...this.#pending.values()];
        this.#pending.clear();
        pending.forEach(({ reject }) => reject(error));
    }

    #startWorker(): Worker {
        const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
        const worker = new Worker(url);
        worker.onmessage = ({ data }: MessageEvent<Reply>) => {
            const pending = this.#pending.get(data.id);
            this.#pending.delete(data.id);
            if ("error" in data) {
                pending?.reject(new Error(data.error));
            } else {
                pending?.resolve(data.answer as never);
            }
        };
        worker.onerror = (event) => {
            event.preventDefault();
            this.stop(new Error(event.message.replace(/^Uncaught (?:Error: )?/, "") || t`the worker thread failed`));
        };
        worker.postMessage({ module: this.#module } satisfies Question);
        // The script has been read by then.
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
        return worker;
    }
}
