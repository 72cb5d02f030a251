// A whole game with the keyboard: the page and the package for Node give the same output for the same
// answers.

import assert from "node:assert/strict";
import test from "node:test";
import { keys, open, shows, until } from "./page.mjs";

const { programs, run } = await import("../package/dist/node.js");

test("a whole game of Nim is played by keys", async (t) => {
    const nim = programs().find(({ id }) => id === "nim");
    const { answers } = nim.sessions[0];
    const wanted = run(nim.listing, { answers });
    assert.ok(wanted.ended_well && answers.length > 3, wanted.report);
    const page = await open(t);
    await page.click("#programs button");
    await page.fill("input[type=search]", "nim");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    for (const answer of answers) {
        await shows(page, "#status", "waits for an answer");
        await keys(page, answer);
        // Wait until INPUT shows the answer, then press ENTER.
        await until(page, (answer) => girafa.screenText().includes(answer), answer);
        await keys(page, "\n");
        const { now } = await page.evaluate(() => girafa.state());
        await until(page, (now) => girafa.state().now > now + 25, now);
    }
    await shows(page, "#status", wanted.report.replace(/,.*/, ""));
    assert.equal(await page.evaluate(() => girafa.transcript()), wanted.transcript);
});
