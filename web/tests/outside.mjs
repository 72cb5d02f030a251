// Unusual environments: a page opened from disk, no network, no WebAssembly, no sound, a program without end.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { dist, keys, noticed, open, serve, shows, until, write } from "./page.mjs";

/** Writes, runs and answers a program. */
async function play(page) {
    await write(page, '10 INPUT "Nome? ";n$\n20 PRINT "Ola, ";n$');
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "waits for an answer");
    await keys(page, "Ana\n");
    await shows(page, "#panel-transcript", "Ola, Ana");
}

test("a page from a disk works, but for what a browser keeps from it", async (t) => {
    const at = mkdtempSync(join(tmpdir(), "girafa page "));
    t.after(() => rmSync(at, { recursive: true }));
    cpSync(dist, at, { recursive: true });
    const page = await open(t, { url: pathToFileURL(join(at, "index.html")).href });
    await play(page);
    const sound = await page.evaluate(() => document.querySelector("#notices").textContent);
    assert.match(sound, /^(?:no sound: .+)?$/);
});

test("after the first visit the page needs no network", async (t) => {
    const server = await serve();
    const page = await open(t, { url: server.url, provokes: /Failed to load resource|ERR_CONNECTION_REFUSED/ });
    await page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        while (active.state !== "activated") {
            await new Promise((changed) => active.addEventListener("statechange", changed, { once: true }));
        }
    });
    await server.close();
    for (const at of ["", "?embed", "index.html"]) {
        await page.goto(server.url + at);
        await page.waitForFunction(() => document.body.dataset.ready !== undefined);
    }
    await page.goto(server.url);
    await page.waitForFunction(() => document.body.dataset.ready !== undefined);
    await play(page);
});

test("without WebAssembly there is one message", async (t) => {
    const page = await open(t, { init: () => delete globalThis.WebAssembly, ready: false });
    assert.match(await noticed(page), /^Girafa cannot start: this browser does not support WebAssembly/);
});

test("without its module there is one message", async (t) => {
    const routes = {
        gone: [(_, response) => response.writeHead(404).end(), /cannot be fetched \(HTTP 404\)/],
        cut: [(_, response) => response.writeHead(200).end(Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0])), /CompileError|compile|wasm/i],
        refused: [(request) => request.socket.destroy(), /cannot be fetched/],
    };
    for (const [why, [route, message]] of Object.entries(routes)) {
        const server = await serve(dist, { "girafa.wasm": route });
        t.after(() => server.close());
        const page = await open(t, { url: server.url, ready: false, provokes: /Failed to load resource/ });
        const said = await noticed(page);
        assert.match(said, /^Girafa cannot start: /, why);
        assert.match(said, message, why);
    }
});

for (const [why, init] of [
    ["no device", () => (globalThis.AudioContext = class { constructor() { throw new Error("there is no device"); } })],
    ["no worklets", () => delete AudioContext.prototype.audioWorklet && delete BaseAudioContext.prototype.audioWorklet],
]) {
    test(`without sound (${why}) there is one message, and the machine runs at its speed`, async (t) => {
        const page = await open(t, { init });
        await page.keyboard.press("Tab");
        assert.match(await noticed(page), /^no sound: /);
        await write(page, "10 BEEP .1,1: GO TO 10");
        await page.keyboard.press("Control+Enter");
        // The machine runs 50.08 frames per second. A busy computer may be slower in some intervals of two
        // seconds; no interval may be faster.
        for (let window = 1; ; window += 1) {
            const [frames, time] = await page.evaluate(async () => {
                const [began, first] = [performance.now(), girafa.state().now];
                await new Promise((passed) => setTimeout(passed, 2_000));
                return [girafa.state().now - first, performance.now() - began];
            });
            const [rate, said] = [frames / time, `${frames} frames in ${time} ms`];
            assert.ok(rate - 0.05 < 0.01, said);
            if (rate - 0.05 > -0.01) break;
            assert.ok(window < 20, said);
        }
    });
}

for (const turbo of [false, true]) {
    test(`a program that never ends leaves the page to its user${turbo ? ", in turbo" : ""}`, async (t) => {
        const page = await open(t);
        await page.evaluate((turbo) => girafa.turbo(turbo), turbo);
        await write(page, "10 PRINT 1;: POKE 23692,255: GO TO 10");
        await page.keyboard.press("Control+Enter");
        await until(page, () => girafa.state().now > 100);
        // Measure the longest time without a response of the page within two seconds.
        const longest = await page.evaluate(async () => {
            let longest = 0;
            const began = performance.now();
            for (let last = began; last - began < 2_000; ) {
                await new Promise((next) => setTimeout(next));
                const now = performance.now();
                longest = Math.max(longest, now - last);
                last = now;
            }
            return longest;
        });
        assert.ok(longest < 500, `${longest} ms`);
        await keys(page, "");
        await page.keyboard.press("Escape");
        await shows(page, "#status", "BREAK");
    });
}
