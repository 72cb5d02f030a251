// Builds the page into dist/ and the package for Node into package/dist/, from the TypeScript sources and the
// files that `cargo xtask web` generates from crates/web.
//
//     node build.mjs DIRECTORY [--serve PORT]

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, context } from "esbuild";
import { notices } from "./notices.mjs";
import { programs } from "./programs.mjs";

const [generated, ...options] = process.argv.slice(2);
const port = options[0] === "--serve" ? Number(options[1]) : undefined;
const dist = resolve("dist");

const shared = {
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
    alias: { "girafa-wasm": resolve(generated, "girafa.js"), "girafa-tools": resolve(generated, "tools.js"), "girafa-programs": resolve(generated, "programs.json") },
    // The module is passed explicitly, so no URL next to the script is needed.
    define: { "import.meta.url": '""' },
};

// Worker scripts are embedded as text in the page's script: a page opened from disk may not load them.
const inline = {
    name: "inline",
    setup(plugin) {
        plugin.onResolve({ filter: /\?inline$/ }, ({ path, resolveDir }) => ({
            path: resolve(resolveDir, path.replace(/\?inline$/, "")),
            namespace: "inline",
        }));
        plugin.onLoad({ filter: /./, namespace: "inline" }, async ({ path }) => {
            const { outputFiles } = await build({ ...shared, entryPoints: [path], write: false });
            return { contents: outputFiles[0].text, loader: "text", watchFiles: [path] };
        });
    },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
cpSync("static", dist, { recursive: true });
cpSync("examples", join(dist, "examples"), { recursive: true });
for (const name of ["girafa", "tools"]) {
    const wasm = readFileSync(join(generated, `${name}_bg.wasm`));
    writeFileSync(join(dist, `${name}.wasm`), wasm);
    // A page opened from disk cannot fetch files, but can load scripts.
    writeFileSync(join(dist, `${name}.wasm.js`), `(globalThis.girafaWasm??={}).${name}="${wasm.toString("base64")}";\n`);
}
const wasm = readFileSync(join(dist, "girafa.wasm"));

await programs(generated, dist);

// The service worker caches the page's own files, under a name that changes with any of them.
const UNCACHED_FILES = /^(?:sw\.js|(?:girafa|tools)\.wasm\.js|NOTICES\.txt|examples\/.*)$/;
const keep = {
    name: "keep",
    setup(plugin) {
        plugin.onEnd(async () => {
            const entries = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
            const name = (entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll("\\", "/");
            const files = entries.map(name).filter((file) => !UNCACHED_FILES.test(file)).sort();
            const hash = createHash("sha256");
            files.forEach((file) => hash.update(readFileSync(join(dist, file))));
            const version = hash.digest("hex").slice(0, 16);
            const define = { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) };
            await build({ ...shared, define, entryPoints: ["src/sw.ts"], outfile: join(dist, "sw.js") });
        });
    },
};

const page = await context({
    ...shared,
    define: { ...shared.define, MODULE_BYTES: String(wasm.length) },
    entryPoints: { girafa: "src/main.ts" },
    outdir: dist,
    plugins: [inline, keep],
});
await page.rebuild();
execFileSync(process.platform === "win32" ? "python" : "python3", ["../.ci/notices.py", "page", "package"], { stdio: "inherit" });
writeFileSync(join(dist, "NOTICES.txt"), notices(readFileSync("package/NOTICES.md", "utf8")));
await buildPackage();
const size = (bytes) => `${Math.round(bytes.length / 1024)} KiB`;
console.log(`web/dist: wasm ${size(wasm)}, gzipped ${size(gzipSync(wasm, { level: 9 }))}`);
if (port === undefined) {
    await page.dispose();
} else {
    await page.watch();
    await page.serve({ servedir: dist, host: "127.0.0.1", port });
    console.log(`http://127.0.0.1:${port}/`);
}

/** Builds the package: two entry points that load the same WebAssembly, and the types of its API. */
async function buildPackage() {
    const to = resolve("package", "dist");
    rmSync(to, { recursive: true, force: true });
    await build({
        ...shared,
        define: {},
        minify: false,
        format: "esm",
        splitting: true,
        chunkNames: "girafa-[hash]",
        entryPoints: ["package/src/node.ts", "package/src/browser.ts"],
        external: ["node:*"],
        outdir: to,
    });
    writeFileSync(join(to, "girafa.wasm"), wasm);
    const types = join(generated, "types");
    execFileSync("node_modules/.bin/tsc", ["-p", "package/tsconfig.json", "--outDir", types], { stdio: "inherit" });
    const declared = (file) => readFileSync(join(types, file), "utf8");
    const published = (file) => {
        const names = declared(file).replaceAll('"girafa-wasm"', '"./wasm.js"');
        return names.replaceAll(/"(?:\.\/|\.\.\/\.\.\/src\/)(\w+)\.ts"/g, '"./$1.js"');
    };
    for (const file of ["package/src/index.d.ts", "package/src/programs.d.ts", "src/girafa.d.ts", "src/included.d.ts"]) {
        writeFileSync(join(to, basename(file)), published(file));
    }
    // Cut off the loading functions after the API: the package has its own.
    const [api] = readFileSync(join(generated, "girafa.d.ts"), "utf8").split(/^export type InitInput/m);
    writeFileSync(join(to, "wasm.d.ts"), `/// <reference lib="esnext.disposable" />\n${api}`);
}
