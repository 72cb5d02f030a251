// Loads the WebAssembly modules: the one that the page starts with, and the tools on first use.

import { loadScript, sentence } from "./dom.ts";
import { t } from "./translate.ts";

/** Bytes of the module that the page starts with. */
declare const MODULE_BYTES: number;

declare global {
    // The module in `NAME.wasm.js`, for a page that was opened from a disk.
    var girafaWasm: Record<string, string> | undefined;
}

/** The names of the modules. */
export type Name = "girafa" | "tools";

const loadingModules = new Map<Name, Promise<WebAssembly.Module>>();

/**
 * The compiled module. `progress` is called with the part of the first module that has arrived, from 0 to 1. If
 * loading failed, the next call tries again.
 */
export function module(name: Name, progress?: (part: number) => void): Promise<WebAssembly.Module> {
    let loading = loadingModules.get(name);
    if (!loading) {
        loading = load(name, progress);
        loadingModules.set(name, loading);
        loading.catch(() => loadingModules.delete(name));
    }
    return loading;
}

/** The body of a response, whose length is reported while it arrives. */
function observed({ body }: Response, progress: ((part: number) => void) | undefined): ReadableStream<Uint8Array> | null {
    let length = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
            length += bytes.length;
            progress?.(Math.min(1, length / MODULE_BYTES));
            controller.enqueue(bytes);
        },
    });
    return body && progress ? body.pipeThrough(counter) : body;
}

/** The bytes of a module. */
async function fetched(name: Name, progress?: (part: number) => void): Promise<ArrayBuffer> {
    let why = "";
    // The second time without the browser's cache: it may drop a large file while it is read, for example if the
    // service worker reads it at the same time.
    for (const cache of ["default", "no-store"] as const) {
        try {
            const response = await fetch(`${name}.wasm`, { cache });
            if (response.ok) {
                return await new Response(observed(response, progress)).arrayBuffer();
            }
            why = `HTTP ${response.status}`;
        } catch (error) {
            why = sentence(error);
        }
    }
    throw new Error(t`${name}.wasm cannot be fetched (${why}): reload the page, or report it to its provider`);
}

/** Fetches and compiles a module; takes it from a script if the page may not fetch. */
async function load(name: Name, progress?: (part: number) => void): Promise<WebAssembly.Module> {
    // A page opened from a disk, or in a frame with the attribute sandbox.
    if (origin !== "null" && location.protocol !== "file:") {
        return WebAssembly.compile(await fetched(name, progress));
    }
    await loadScript(`${name}.wasm.js`);
    const text = atob(globalThis.girafaWasm?.[name] ?? "");
    return WebAssembly.compile(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}
