// Pictures of the included programs: the screen after the first session of each, rendered with the
// WebAssembly module.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Maximum emulated time in seconds until a picture is taken. */
const SECONDS = 60;

/** Writes `dist/programs/ID.png`. Reuses the last build's pictures if the module is unchanged. */
export async function pictures(made, dist) {
    const wasm = readFileSync(join(made, "girafa_bg.wasm"));
    const hash = createHash("sha256").update(wasm).digest("hex").slice(0, 16);
    const kept = join(made, "pictures", hash);
    if (!existsSync(kept)) {
        rmSync(join(made, "pictures"), { recursive: true, force: true });
        // Write to a temporary directory first: an incomplete set must not be reused.
        const begun = `${kept}.begun`;
        mkdirSync(begun, { recursive: true });
        const { initSync, programs, run } = await import(pathToFileURL(resolve(made, "girafa.js")));
        initSync({ module: wasm });
        for (const { id, listing, sessions } of JSON.parse(programs())) {
            const wanted = { answers: sessions[0]?.answers ?? [], seconds: SECONDS };
            const shown = run(`${id}.bas`, new TextEncoder().encode(listing), JSON.stringify(wanted));
            writeFileSync(join(begun, `${id}.png`), shown.screen);
            shown.free();
        }
        renameSync(begun, kept);
    }
    cpSync(kept, join(dist, "programs"), { recursive: true });
}
