// The first visit: what the page is, an example that is ready to run, programs, and a lesson.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { module } from "./machine.mjs";
import { dist, LARGE_VIEWPORT, listing, open, screenshot, serve, shows, SMALL_VIEWPORT, until, write } from "./page.mjs";

for (const viewport of [SMALL_VIEWPORT, LARGE_VIEWPORT]) {
    test(`the first visit at ${viewport.width} x ${viewport.height}`, async (t) => {
        const page = await open(t, { viewport, first: true });
        await shows(page, "#panel-start", "A ZX Spectrum in your browser.");
        assert.ok(await page.isVisible("#panel-start"));
        await until(page, () => [...document.querySelectorAll(".card img")].every((image) => image.complete && image.naturalWidth > 0));
        assert.equal(await page.locator(".card").count(), 5);
        await screenshot(page, `start-${viewport.width}`);
        if (viewport === SMALL_VIEWPORT) {
            await page.click("#tab-listing");
        }
        await page.click("#actions >> text=Run");
        await shows(page, "#panel-transcript", "OLA!");
        await page.reload();
        await until(page, () => document.body.dataset.ready !== undefined);
        assert.match(await listing(page), /^10 REM Carrega em Run/);
    });
}

test("a featured program runs at a click, and all are one click away", async (t) => {
    const page = await open(t, { first: true });
    await page.click(".card >> text=Noughts and crosses");
    await until(page, () => girafa.state().runs);
    assert.match(await page.textContent(".name-of-listing"), /^galo /);
    assert.ok(await page.isVisible("#panel-transcript"));
    await page.click("#tab-start");
    await page.click("#panel-start >> text=All 36 programs");
    await shows(page, "dialog.gallery[open] header", "36 programs");
    await page.fill("dialog.gallery input", "coins");
    await shows(page, "dialog.gallery[open] header", "3 programs");
    assert.equal(await page.textContent(".grid [lang=pt]"), "Jogo das moedas: quem tira a última perde");
});

test("each step of the lesson runs, and what was written is kept", async (t) => {
    const { LESSON } = await module("lesson");
    assert.equal(LESSON.length, 6);
    const page = await open(t, { first: true });
    await write(page, "10 REM meu");
    for (const [index, { title, text, listing: program }] of LESSON.entries()) {
        await page.click(`.start button >> text=${index + 1}. ${title}`);
        await shows(page, ".start section p", text);
        assert.equal(await listing(page), program);
        assert.deepEqual(await page.evaluate((program) => girafa.check(program), program), []);
        await page.click("#actions >> text=Run");
        await until(page, () => girafa.state().runs || girafa.state().status?.includes("OK"));
        assert.equal(await page.locator("#notices.error").count(), 0);
    }
    await page.click(".name-of-listing");
    await page.click(".listings >> text=exemplo");
    assert.equal(await listing(page), "10 REM meu");
});

test("all included programs have titles in both languages, and pictures", async (t) => {
    const { TITLES, FEATURED } = await module("titles");
    const page = await open(t);
    await page.click("#programs button");
    await page.waitForSelector("dialog.gallery[open]");
    const ids = await page.locator(".grid strong").allTextContents();
    assert.deepEqual(Object.keys(TITLES).sort(), ids.sort());
    for (const id of FEATURED) {
        assert.ok(ids.includes(id) && existsSync(join(dist, "programs", `${id}.png`)), id);
    }
});

test("while the page loads, it shows how much has arrived", async (t) => {
    let release;
    const released = new Promise((resolve) => (release = resolve));
    const wasm = readFileSync(join(dist, "girafa.wasm"));
    const server = await serve(dist, {
        "girafa.wasm": (_, response) => {
            response.writeHead(200, { "content-type": "application/wasm" });
            response.write(wasm.subarray(0, wasm.length / 2));
            void released.then(() => response.end(wasm.subarray(wasm.length / 2)));
        },
    });
    const page = await open(t, { url: server.url, ready: false });
    t.after(() => server.close());
    await shows(page, "#loading", "Loading the Spectrum");
    await until(page, () => document.querySelector("#loading progress").value > 0.4);
    assert.ok((await page.evaluate(() => document.querySelector("#loading progress").value)) < 0.6);
    release();
    await until(page, () => document.body.dataset.ready !== undefined && !document.querySelector("#loading"));
});

test("the colours, the size of the text and the wrapping are kept", async (t) => {
    const page = await open(t, { colorScheme: "light" });
    const look = () =>
        page.evaluate(() => {
            const { backgroundColor, fontSize } = getComputedStyle(document.querySelector(".cm-scroller"));
            const body = getComputedStyle(document.body).backgroundColor;
            return { body, backgroundColor, fontSize, wraps: document.querySelector(".cm-content").classList.contains("cm-lineWrapping") };
        });
    const before = await look();
    assert.deepEqual([before.body, before.fontSize, before.wraps], ["rgb(241, 243, 246)", "14px", true]);
    await page.click("text=More");
    await page.selectOption("label:has-text('Colours') select", "dark");
    await page.fill("#more [type=range][min='10']", "20");
    await page.uncheck("#more >> text=Wrap long rows");
    const after = await look();
    assert.deepEqual([after.body, after.fontSize, after.wraps], ["rgb(20, 22, 26)", "20px", false]);
    await page.reload();
    await until(page, () => document.body.dataset.ready !== undefined);
    assert.deepEqual(await look(), after);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.click("text=More");
    await page.selectOption("label:has-text('Colours') select", "system");
    await page.emulateMedia({ colorScheme: "light" });
    assert.equal((await look()).body, before.body);
});
