// Runs long tasks in a worker thread. It receives the compiled module, and then names of functions with their
// arguments.

import type { Question, Reply } from "./ask.ts";
import { check, run, start } from "./girafa.ts";
import { accept, compare, readPages, restoreBook, startTools, typein } from "./tools.ts";

const functions = { accept, check, compare, readPages, restoreBook, run, typein };
/** The functions that can be called. */
export type WorkerFunctions = typeof functions;

const thread = globalThis as unknown as {
    onmessage: (event: MessageEvent<Question>) => void;
    postMessage(reply: Reply): void;
};

thread.onmessage = ({ data }) => {
    if ("module" in data) {
        start(data.module);
        return;
    }
    if ("tools" in data) {
        startTools(data.tools);
        return;
    }
    const { id, name, args } = data;
    try {
        const call = functions[name] as (...args: unknown[]) => unknown;
        thread.postMessage({ id, answer: call(...args) });
    } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) {
            // The module must not be used after a panic: the caller terminates the thread.
            throw new Error(`a fault in Girafa itself (${error.message}): please report what you gave it`);
        }
        thread.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
};
