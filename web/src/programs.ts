// The programs that come with Girafa: a page loads them when they are asked for.

import { loadScript } from "./dom.ts";
import type { Included } from "./included.ts";

declare global {
    // The contents of `programs.js`.
    var girafaPrograms: Included | undefined;
}

let loading: Promise<Included> | undefined;

/** The included programs. If loading failed, the next call tries again. */
export function included(): Promise<Included> {
    loading ??= load();
    loading.catch(() => (loading = undefined));
    return loading;
}

async function load(): Promise<Included> {
    await loadScript("programs.js");
    if (!globalThis.girafaPrograms) {
        throw new Error("programs.js does not contain the programs: reload the page, or report it to its provider");
    }
    return globalThis.girafaPrograms;
}
