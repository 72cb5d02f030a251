// A part of the page's source without the page, for what needs neither a machine nor a document.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The module `src/NAME`. */
export async function source(name) {
    const entry = fileURLToPath(new URL(`../src/${name}`, import.meta.url));
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
