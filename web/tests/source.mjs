// Loads a module of the page's source for tests that need neither a machine nor a document.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Loads the module `src/NAME`. */
export async function source(name) {
    const entry = fileURLToPath(new URL(`../src/${name}`, import.meta.url));
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
