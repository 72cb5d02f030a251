// The README's pictures of the page at both sizes, with one of our programs that draws.

import { readFileSync } from "node:fs";
import test from "node:test";
import { LARGE_VIEWPORT, open, screenshot, SMALL_VIEWPORT, until } from "./page.mjs";

const listing = readFileSync(new URL("../../basic-listings/retrato.bas", import.meta.url), "utf8");

for (const [name, viewport] of Object.entries({ page: LARGE_VIEWPORT, "page-small": SMALL_VIEWPORT })) {
    test(`a picture of the page at ${viewport.width} x ${viewport.height}`, async (t) => {
        const page = await open(t, { viewport });
        await page.evaluate((listing) => (girafa.run(listing, "retrato"), girafa.turbo()), listing);
        await until(page, () => girafa.state().status !== null || girafa.state().waits);
        await page.evaluate(() => girafa.turbo(false));
        await page.waitForTimeout(300);
        await screenshot(page, name);
    });
}
