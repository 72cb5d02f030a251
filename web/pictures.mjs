// The pictures of the programs that come with Girafa: the screen after the first session of each, made by the module
// itself.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Emulated seconds after which a picture is taken at the latest. */
const SECONDS = 60;

/** The pictures as `dist/programs/ID.png`. Those of the last build are taken where the module is the same. */
export async function pictures(made, dist) {
    const wasm = readFileSync(join(made, "girafa_bg.wasm"));
    const hash = createHash("sha256").update(wasm).digest("hex").slice(0, 16);
    const kept = join(made, "pictures", hash);
    if (!existsSync(kept)) {
        rmSync(join(made, "pictures"), { recursive: true, force: true });
        // Half of them are unused.
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
