// Bundles the extension into one file, with the licences of its third-party code.

import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listed } from "../../web/notices.mjs";

const { metafile } = await build({
    entryPoints: ["src/extension.ts"],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["vscode"],
    minify: true,
    legalComments: "none",
    metafile: true,
    outfile: "dist/extension.js",
});
// The innermost package of each file.
const directories = Object.keys(metafile.inputs)
    .map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
    .filter((directory) => directory !== undefined);
const packages = [...new Set(directories)].sort().map((directory) => {
    const { name, version, license } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    return { name, version, license, directory };
});
writeFileSync("dist/NOTICES.txt", listed("dist/extension.js contains these third-party packages:", packages) + "\n");
