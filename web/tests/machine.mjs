// What tests of the machine on the page share.

import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { until } from "./page.mjs";

/** A program that asks, and answers with what it was given. */
export const ASKS = '10 INPUT "Nome? "; LINE n$\n20 PRINT "OLA ";n$\n30 GO TO 10';

/** A path, from this directory. */
export const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A module of the page that needs no page. */
export async function module(name) {
    const { outputFiles } = buildSync({ entryPoints: [here(`../src/${name}.ts`)], bundle: true, format: "esm", write: false });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Runs a listing, and waits until a text is on the screen. */
export async function run(page, listing, text) {
    await page.evaluate((listing) => globalThis.girafaSeat.run(listing), listing);
    await onScreen(page, text);
}

/** Waits until a text is on the Spectrum's screen. */
export function onScreen(page, text) {
    return until(page, (text) => globalThis.girafaSeat.machine.screen_text().includes(text), text);
}

/** Whether others keep this computer so busy that what is measured by the clock says little. */
export function isBusy() {
    return loadavg()[0] > cpus().length;
}
