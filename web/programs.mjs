// The included programs as data, and their pictures: the screen after the first session of each, rendered with the
// WebAssembly module of the tools.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Maximum emulated time in seconds until a picture is taken. */
const MAX_EMULATED_SECONDS = 60;

/**
 * Writes `generated/programs.json`, `dist/programs.js` and `dist/programs/ID.png`. Reuses those of the last build if the
 * module is unchanged.
 */
export async function programs(generated, dist) {
    const wasm = readFileSync(join(generated, "tools_bg.wasm"));
    const hash = createHash("sha256").update(wasm).digest("hex").slice(0, 16);
    const cached = join(generated, "pictures", hash);
    if (!existsSync(cached)) {
        rmSync(join(generated, "pictures"), { recursive: true, force: true });
        // Write to a temporary directory first: an incomplete set must not be reused.
        const temporary = `${cached}.begun`;
        mkdirSync(temporary, { recursive: true });
        const { comparable, initSync, programs, run } = await import(pathToFileURL(resolve(generated, "tools.js")));
        initSync({ module: wasm });
        const included = { programs: JSON.parse(programs()), comparable: JSON.parse(comparable()) };
        writeFileSync(join(generated, "programs.json"), JSON.stringify(included));
        for (const { id, listing, sessions } of included.programs) {
            const options = { answers: sessions[0]?.answers ?? [], seconds: MAX_EMULATED_SECONDS };
            const result = run(`${id}.bas`, new TextEncoder().encode(listing), JSON.stringify(options));
            writeFileSync(join(temporary, `${id}.png`), result.screen);
            result.free();
        }
        renameSync(temporary, cached);
    }
    cpSync(cached, join(dist, "programs"), { recursive: true });
    // A page opened from a disk cannot fetch files, but can load scripts.
    writeFileSync(join(dist, "programs.js"), `globalThis.girafaPrograms=${readFileSync(join(generated, "programs.json"), "utf8")};\n`);
}
