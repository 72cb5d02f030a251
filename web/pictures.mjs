// Pictures of the included programs: the screen after the first session of each, rendered with the
// WebAssembly module.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Maximum emulated time in seconds until a picture is taken. */
const MAX_EMULATED_SECONDS = 60;

/** Writes `dist/programs/ID.png`. Reuses the last build's pictures if the module is unchanged. */
export async function pictures(generated, dist) {
    const wasm = readFileSync(join(generated, "girafa_bg.wasm"));
    const hash = createHash("sha256").update(wasm).digest("hex").slice(0, 16);
    const cached = join(generated, "pictures", hash);
    if (!existsSync(cached)) {
        rmSync(join(generated, "pictures"), { recursive: true, force: true });
        // Write to a temporary directory first: an incomplete set must not be reused.
        const temporary = `${cached}.begun`;
        mkdirSync(temporary, { recursive: true });
        const { initSync, programs, run } = await import(pathToFileURL(resolve(generated, "girafa.js")));
        initSync({ module: wasm });
        for (const { id, listing, sessions } of JSON.parse(programs())) {
            const options = { answers: sessions[0]?.answers ?? [], seconds: MAX_EMULATED_SECONDS };
            const result = run(`${id}.bas`, new TextEncoder().encode(listing), JSON.stringify(options));
            writeFileSync(join(temporary, `${id}.png`), result.screen);
            result.free();
        }
        renameSync(temporary, cached);
    }
    cpSync(cached, join(dist, "programs"), { recursive: true });
}
