// Shared code of the tests of the machine on the page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { until } from "./page.mjs";

/** A program that asks for a name and prints it. */
export const INPUT_LISTING = '10 INPUT "Nome? "; LINE n$\n20 PRINT "OLA ";n$\n30 GO TO 10';

/** Resolves a path from this directory. */
export const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Loads a module of the page that works without the page. */
export async function module(name) {
    const { outputFiles } = buildSync({ entryPoints: [here(`../src/${name}.ts`)], bundle: true, format: "esm", write: false });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Runs a listing and waits until a text is on the screen. */
export async function run(page, listing, text) {
    await page.evaluate((listing) => globalThis.girafaSeat.run(listing), listing);
    await onScreen(page, text);
}

/** Waits until a text is on the Spectrum's screen. */
export function onScreen(page, text) {
    return until(page, (text) => globalThis.girafaSeat.machine.screen_text().includes(text), text);
}

/** The girafa command; the test is skipped without it, or fails with GIRAFA_REQUIRE_ALL=1. */
export function command(t) {
    const built = ["release", "debug"].map((profile) => here(`../../target/${profile}/girafa`)).filter(existsSync);
    // The most recent build.
    const [newest] = built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
    const girafa = process.env.GIRAFA ?? newest;
    if (!girafa) {
        assert.ok(process.env.GIRAFA_REQUIRE_ALL !== "1", "GIRAFA_REQUIRE_ALL=1, but no girafa command");
        t.skip("no girafa command: cargo build, or GIRAFA=");
    }
    return girafa;
}

/** The file that `girafa run LISTING OPTION FILE` writes after `frames` frames. */
export function made(t, girafa, listing, option, frames) {
    const directory = mkdtempSync(join(tmpdir(), "girafa-"));
    t.after(() => rmSync(directory, { recursive: true }));
    const [program, file] = [join(directory, "listing.bas"), join(directory, "made")];
    writeFileSync(program, listing);
    try {
        execFileSync(girafa, ["run", program, option, file, "--frames", String(frames)], { stdio: "pipe" });
    } catch (error) {
        assert.equal(error.status, 3, "it ends by its limit");
    }
    return readFileSync(file);
}
