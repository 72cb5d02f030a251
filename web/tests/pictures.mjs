// The pictures of the page in the documents: at both sizes, with one of our programs that draws, and on the first visit.

import { readFileSync } from "node:fs";
import test from "node:test";
import { LARGE_VIEWPORT, open, screenshot, shows, SMALL_VIEWPORT, until } from "./page.mjs";

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

test("a picture of the first visit", async (t) => {
    const page = await open(t, { viewport: { width: 1280, height: 800 }, colorScheme: "light", first: true });
    await page.click("#actions >> text=Run");
    await shows(page, "#status", "0 OK");
    await page.waitForTimeout(300);
    await screenshot(page, "page-first");
});
