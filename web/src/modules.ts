// Loads the WebAssembly modules: the one that the page starts with, and the tools on first use.

import { element, sentence } from "./dom.ts";

declare global {
    // The module in `NAME.wasm.js`, for a page that was opened from a disk.
    var girafaWasm: Record<string, string> | undefined;
}

/** The names of the modules. */
export type Name = "girafa" | "tools";

const loadingModules = new Map<Name, Promise<WebAssembly.Module>>();

/** The compiled module. If loading failed, the next call tries again. */
export function module(name: Name): Promise<WebAssembly.Module> {
    let loading = loadingModules.get(name);
    if (!loading) {
        loading = load(name);
        loadingModules.set(name, loading);
        loading.catch(() => loadingModules.delete(name));
    }
    return loading;
}

/** Fetches and compiles a module; takes it from a script if the page may not fetch. */
async function load(name: Name): Promise<WebAssembly.Module> {
    // A page opened from a disk, or in a frame with the attribute sandbox.
    if (origin !== "null" && location.protocol !== "file:") {
        const response = await fetch(`${name}.wasm`).catch((error: unknown) => error);
        if (!(response instanceof Response && response.ok)) {
            const why = response instanceof Response ? `HTTP ${response.status}` : sentence(response);
            throw new Error(`${name}.wasm cannot be fetched (${why}): reload the page, or report it to its provider`);
        }
        return WebAssembly.compile(await response.arrayBuffer());
    }
    await new Promise((loaded, failed) => {
        const error = () => failed(new Error(`${name}.wasm.js cannot be loaded: reload the page, or report it to its provider`));
        document.head.append(element("script", { src: `${name}.wasm.js`, load: loaded, error }));
    });
    const text = atob(globalThis.girafaWasm?.[name] ?? "");
    return WebAssembly.compile(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}
