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

/** Waits until the service worker has all files. */
function cached(page) {
    return page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        while (active.state !== "activated") {
            await new Promise((changed) => active.addEventListener("statechange", changed, { once: true }));
        }
    });
}

test("the first visit fetches no file twice, and the next one none", async (t) => {
    const server = await serve();
    const page = await open(t, { url: server.url, first: true });
    t.after(() => server.close());
    await until(page, () => [...document.querySelectorAll(".card img")].every((image) => image.complete));
    await cached(page);
    const { sent } = server;
    assert.ok(sent.includes("girafa.wasm") && sent.includes("tools.wasm") && sent.includes("programs/nim.png"), sent.join());
    assert.deepEqual(sent.filter((name, at) => sent.indexOf(name) < at), []);
    const count = sent.length;
    await page.reload();
    await page.waitForFunction(() => document.body.dataset.ready !== undefined);
    await page.click("#programs button");
    await shows(page, "dialog.gallery[open] header", "36 programs");
    assert.deepEqual(sent.slice(count), []);
});

test("after the first visit the page needs no network", async (t) => {
    const server = await serve();
    const page = await open(t, { url: server.url, provokes: /Failed to load resource|ERR_CONNECTION_REFUSED/ });
    await cached(page);
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
        const page = await open(t, { url: server.url, ready: false, provokes: /Failed to load resource/ });
        t.after(() => server.close());
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
        const page = await open(t, { init, stopped: true });
        await page.keyboard.press("Tab");
        assert.match(await noticed(page), /^no sound: /);
        await write(page, "10 BEEP .1,1: GO TO 10");
        await page.keyboard.press("Control+Enter");
        await page.clock.runFor(1_000);
        const now = () => page.evaluate(() => girafa.state().now);
        const first = await now();
        await page.clock.runFor(10_000);
        // The machine runs 50.08 frames per second.
        const frames = (await now()) - first;
        assert.ok(frames === 500 || frames === 501, `${frames} frames in 10 s`);
    });
}

for (const [turbo, most] of [[false, 5], [true, 20]]) {
    test(`a program that never ends leaves the page to its user${turbo ? ", in turbo" : ""}`, async (t) => {
        const page = await open(t);
        await page.evaluate((turbo) => {
            girafa.turbo(turbo);
            const { girafaSeat: seat } = globalThis;
            if (turbo) {
                // A clock on which a frame takes 1 ms, so that the load of this computer does not count.
                let time = performance.now();
                const frames = seat.machine.frames_to_stop.bind(seat.machine);
                seat.machine.frames_to_stop = (count) => ((time += count), frames(count));
                performance.now = () => time;
            }
            globalThis.most = 0;
            let before = seat.drawn.frames;
            seat.on("frame", () => {
                globalThis.most = Math.max(globalThis.most, seat.drawn.frames - before);
                before = seat.drawn.frames;
            });
        }, turbo);
        await write(page, "10 PRINT 1;: POKE 23692,255: GO TO 10");
        await page.keyboard.press("Control+Enter");
        await until(page, () => girafa.state().now > 200);
        // Number of frames without a response of the page.
        const frames = await page.evaluate(() => globalThis.most);
        assert.ok(frames >= 1 && frames <= most, `${frames} frames for a picture`);
        await keys(page, "");
        await page.keyboard.press("Escape");
        await shows(page, "#status", "BREAK");
    });
}
