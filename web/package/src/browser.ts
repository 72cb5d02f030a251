// For browsers, and other runtimes with `fetch`: the WebAssembly is next to this file.

import { start } from "../../src/girafa.ts";

const url = new URL("girafa.wasm", import.meta.url);
const response = await fetch(url);
if (!response.ok) {
    throw new Error(`${url} cannot be fetched (HTTP ${response.status}): expected it next to the script`);
}
start(await WebAssembly.compile(await response.arrayBuffer()));

export * from "./index.ts";
