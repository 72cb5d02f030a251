// For Node: the WebAssembly is a file next to this one.

import { readFileSync } from "node:fs";
import { start } from "../../src/girafa.ts";

start(readFileSync(new URL("girafa.wasm", import.meta.url)));

export * from "./index.ts";
