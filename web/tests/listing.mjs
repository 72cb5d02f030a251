// The page's main feature: a listing runs next to its machine, with the keyboard alone.

import assert from "node:assert/strict";
import test from "node:test";
import { keys, LARGE_VIEWPORT, listing, noticed, open, shows, SMALL_VIEWPORT, until, write } from "./page.mjs";

for (const viewport of [SMALL_VIEWPORT, LARGE_VIEWPORT]) {
    test(`a listing runs, asks and is answered at ${viewport.width} x ${viewport.height}`, async (t) => {
        const page = await open(t, { viewport });
        const program = '10 INPUT "Nome? ";n$\n20 PRINT "Ola, ";n$;"!"';
        await write(page, program);
        assert.equal(await listing(page), program);
        await page.keyboard.press("Control+Enter");
        await shows(page, "#status", "waits for an answer");
        assert.equal(await page.evaluate(() => document.activeElement.id), "screen");
        await keys(page, "Ana\n");
        await shows(page, "#status", "0 OK, 20:1");
        await shows(page, "#panel-transcript", "Ola, Ana!");
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it scrolls sideways");
    });
}

test("a listing with a mistake does not run, and its place is shown", async (t) => {
    const page = await open(t);
    await write(page, "10 PIRNT 2");
    await page.keyboard.press("Control+Enter");
    assert.match(await noticed(page), /PIRNT/);
    await until(page, () => document.querySelector(".cm-lintRange-error"));
});
