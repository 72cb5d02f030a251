// Embedding the page in other pages: its API in the page and by messages, and the empty machine.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { open, serve, shows, site, SMALL_VIEWPORT, until } from "./page.mjs";

const INPUT_LISTING = '10 INPUT "Numero? ";n\n20 FOR i=1 TO 3: PRINT i*n: NEXT i\n30 LET a$="fim": STOP';

test("the example page runs a program in the machine that it embeds", async (t) => {
    const page = await open(t, { url: `${(await site()).url}examples/embed.html`, ready: false });
    await page.fill("#number", "12");
    await page.click("#run");
    await until(page, () => document.querySelector("#printed").value === "12\n24\n36\n48\n60\n");
    await shows(page, "#end", "0 OK, 20:3");
    const machine = page.frameLocator("iframe");
    await machine.getByRole("application").waitFor();
    assert.equal(await machine.locator("#editor, #bar, #panels").filter({ visible: true }).count(), 0);
    assert.deepEqual(await machine.getByRole("button").filter({ visible: true }).allTextContents(), [
        "Pause",
        "Mute",
        "Reset",
        "Full screen",
    ]);
    const [whole] = await Promise.all([page.waitForEvent("popup"), machine.getByText("Open in Girafa").click()]);
    await whole.waitForURL(/#program=/);
    await until(whole, () => document.querySelector(".cm-content")?.textContent.includes("i*n"));
});

test("the empty machine fits where it is embedded", async (t) => {
    const page = await open(t, { at: "?embed", viewport: SMALL_VIEWPORT });
    for (const viewport of [SMALL_VIEWPORT, { width: 640, height: 400 }]) {
        await page.setViewportSize(viewport);
        const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
        assert.ok(size[0] <= viewport.width && size[1] <= viewport.height, `${size} at ${viewport.width} x ${viewport.height}`);
    }
});

test("the API on the page: every call", async (t) => {
    const page = await open(t);
    const seen = await page.evaluate((listing) => {
        const events = [];
        const off = girafa.on("printed", (rows) => {
            // On a slow computer, rows come in several events.
            const isFirst = events.at(-1)?.[0] !== "printed";
            isFirst ? events.push(["printed", rows]) : (events.at(-1)[1] += rows);
        });
        girafa.on("asks", (state) => events.push(["asks", state.line]));
        girafa.on("ended", (state) => events.push(["ended", state.status]));
        girafa.pause();
        girafa.run(listing, "triplo");
        girafa.pause();
        girafa.frames(60);
        const asks = girafa.state();
        girafa.type("1");
        girafa.press("4");
        girafa.press("Enter");
        girafa.frames(100);
        const end = girafa.state();
        const variables = girafa.variables();
        girafa.poke(30_000, 77);
        const memory = girafa.memory();
        const text = girafa.transcript();
        const found = { screenText: girafa.screenText(), listing: girafa.listing(), png: [...girafa.screen()] };
        girafa.goTo(asks.now);
        const again = girafa.state();
        const screens = { then: girafa.screenText() };
        off();
        girafa.type("5\n");
        girafa.frames(100);
        screens.now = girafa.transcript();
        const saved = girafa.save();
        girafa.turbo();
        girafa.turbo(false);
        girafa.hold("A");
        girafa.release("A");
        girafa.reset();
        girafa.frames(1);
        return {
            ...{ events, asks, end, variables, text, again, screens, ...found },
            ...{ poked: [girafa.peek(30_000), memory[30_000]], length: memory.length, saved: String.fromCharCode(...saved.slice(0, 4)) },
            ...{ reset: girafa.transcript(), findings: girafa.check("10 PIRNT")[0].severity },
        };
    }, INPUT_LISTING);
    assert.equal(seen.asks.asks, true);
    assert.equal(seen.text, "14\n28\n42\n");
    assert.equal(seen.end.status, "9 STOP statement, 30:2");
    // After going back, the program does not ask again and ends once more; after the reset it asks again.
    const ended = ["ended", seen.end.status];
    assert.deepEqual(seen.events.slice(0, 4), [["asks", 10], ["printed", "14\n28\n42\n"], ended, ended]);
    assert.deepEqual(seen.variables.find(({ name }) => name === "a$")?.value, "fim");
    assert.match(seen.listing, /30 LET a\$="fim"/);
    assert.equal(Buffer.from(seen.png.slice(1, 4)).toString(), "PNG");
    assert.deepEqual([seen.poked[1], seen.length], [77, 65_536]);
    assert.equal(seen.again.now, seen.asks.now);
    assert.match(seen.screens.then, /Numero\?/);
    assert.equal(seen.screens.now, "5\n10\n15\n");
    assert.equal(seen.saved, "ZXST");
    assert.equal(seen.findings, "error");
    assert.equal(await page.evaluate(() => document.querySelector(".cm-content").textContent.includes("INPUT")), true);
});

test("a call with wrong arguments is an error that names them, and changes nothing", async (t) => {
    const page = await open(t);
    const errors = await page.evaluate(() => {
        const calls = [
            () => girafa.load("a.tap", 5),
            () => girafa.load(5, ""),
            () => girafa.load("a.tap", new Uint8Array([1, 2, 3])),
            () => girafa.run(undefined),
            () => girafa.run("10 PIRNT"),
            () => girafa.type(5),
            () => girafa.type("\u{1f600}"),
            () => girafa.answer({}),
            () => girafa.press(null),
            () => girafa.frames(1e9),
            () => girafa.frames(-1),
            () => girafa.frames(NaN),
            () => girafa.peek(65_536),
            () => girafa.poke(0, 256),
            () => girafa.goTo("x"),
            () => girafa.save("exe"),
            () => girafa.on("all", () => {}),
        ];
        return calls.map((call) => {
            try {
                call();
                return `nothing said: ${call}`;
            } catch (error) {
                return error.constructor.name === "Error" ? "" : `${call}: ${error}`;
            }
        });
    });
    assert.deepEqual(errors.filter(Boolean), []);
    await page.evaluate(() => girafa.run("10 PRINT 6"));
    await shows(page, "#panel-transcript", "6");
});

/** Opens a page of another origin that embeds the machine's page; `query` is a text, or a function of the origin. */
async function around(t, query) {
    const { url } = await site();
    const other = await serve(undefined, {
        "around.html": (_, response) =>
            response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>Around</title>
                <iframe src="${url}${typeof query === "string" ? query : query(new URL(other.url).origin)}" title="machine"></iframe>
                <script>
                    globalThis.received = [];
                    addEventListener("message", ({ data }) => received.push(data));
                    globalThis.say = (message) => frames[0].postMessage(message, "*");
                </script>`),
    });
    const page = await open(t, { url: `${other.url}around.html`, ready: false });
    t.after(() => other.close());
    return { page, origin: new URL(other.url).origin };
}

test("messages of a page of another origin are answered", async (t) => {
    const { page } = await around(t, "?embed");
    await until(page, () => received.some(({ girafa }) => girafa === "ready"));
    const answer = async (girafa, call, ...args) => {
        await page.evaluate((message) => say(message), { girafa, call, arguments: args });
        return until(page, (girafa) => received.find((message) => message.girafa === girafa), girafa);
    };
    assert.deepEqual(await answer(1, "run", INPUT_LISTING), { girafa: 1, result: undefined });
    assert.deepEqual(await answer("two", "on", "ended"), { girafa: "two", result: true });
    await answer(3, "answer", "2");
    await until(page, () => received.some(({ event, detail }) => event === "ended" && /STOP/.test(detail.status)));
    assert.equal((await answer(4, "transcript")).result, "2\n4\n6\n");
    const png = await page.evaluate(() => {
        say({ girafa: "png", call: "screen" });
        return new Promise((resolve) => addEventListener("message", ({ data }) => data.girafa === "png" && resolve([...data.result])));
    });
    assert.match(createHash("sha256").update(Buffer.from(png)).digest("hex"), /^[0-9a-f]{64}$/);
    assert.equal(Buffer.from(png.slice(1, 4)).toString(), "PNG");
    assert.match((await answer(5, "nothing")).error, /unknown call nothing/);
    assert.match((await answer(6, "constructor")).error, /unknown call/);
    assert.match((await answer(7, "__proto__")).error, /unknown call/);
    assert.match((await answer(8, "run", "10 PIRNT")).error, /PIRNT/);
    assert.match((await answer(9, "peek", "x")).error, /integer/);
    // Messages that are not calls get no answer.
    await page.evaluate(() => [null, 5, "x", {}, { girafa: {} }, { girafa: 10 }, { girafa: 11, call: "state", arguments: 5 }].forEach(say));
    assert.match((await answer(12, "state")).result.status, /STOP/);
    assert.equal(await page.evaluate(() => received.filter(({ girafa }) => girafa === 10 || girafa === 11).length), 0);
});

test("the origin that may call is named with or without a slash", async (t) => {
    for (const suffix of ["", "/"]) {
        const { page } = await around(t, (origin) => `?embed&origin=${origin}${suffix}`);
        await until(page, () => received.some(({ girafa }) => girafa === "ready"));
        await page.evaluate(() => say({ girafa: 1, call: "peek", arguments: [0] }));
        await until(page, () => received.some(({ girafa }) => girafa === 1));
    }
    const page = await open(t, { at: "?embed" });
    assert.equal(await page.textContent("#notices"), "");
    const { page: other } = await around(t, "?embed&origin=nothing");
    await shows(other.frames()[1], "#notices", "?embed&origin=nothing: expected an origin, such as https://example.org");
});

test("on a touch screen, an embedded machine has a keyboard and a field for answers", async (t) => {
    const page = await open(t, { at: "?embed", viewport: { width: 390, height: 844 }, touch: true });
    await page.evaluate(() => girafa.run('10 INPUT "Nome? "; LINE n$: PRINT "Ola, ";n$: INPUT a: PRINT a: PAUSE 0: PRINT "fim"'));
    await page.tap("[aria-label=Answer]");
    await page.fill("[aria-label=Answer]", "Ana “b”");
    await page.keyboard.press("Enter");
    await until(page, () => girafa.transcript().includes('Ola, Ana "b"'));
    await page.fill("[aria-label=Answer]", "5");
    await page.tap("text=ENTER");
    await until(page, () => girafa.transcript().includes("5\n") && girafa.state().waits);
    await page.tap("#controls >> text=Keys");
    await page.tap(".key-a");
    await until(page, () => girafa.transcript().includes("fim"));
    await page.tap("#controls >> text=Keys");
    assert.ok(await page.isHidden(".key-a"));
});

test("only the origin that is named may call, and only a page around a bare machine", async (t) => {
    const silent = async (query) => {
        const { page } = await around(t, query);
        await page.frames()[1].waitForFunction(() => document.body?.dataset.ready !== undefined);
        await page.evaluate(() => say({ girafa: 1, call: "state" }));
        await page.waitForTimeout(500);
        assert.deepEqual(await page.evaluate(() => received), [], query);
    };
    await silent("");
    await silent("?embed&origin=https://example.org");
    // A window that opens the page does not embed it.
    const opener = await open(t);
    const address = `${(await site()).url}?embed`;
    const [opened] = await Promise.all([
        opener.waitForEvent("popup"),
        opener.evaluate((url) => void (globalThis.other = window.open(url)), address),
    ]);
    await opened.waitForFunction(() => document.body?.dataset.ready !== undefined);
    await opener.evaluate(() => {
        globalThis.received = [];
        addEventListener("message", ({ data }) => received.push(data));
        other.postMessage({ girafa: 1, call: "state" }, "*");
    });
    await opener.waitForTimeout(500);
    assert.deepEqual(await opener.evaluate(() => received), []);
});
