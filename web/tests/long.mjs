// Long runs and long listings: the page stays as fast as at its start, in as little memory.

import assert from "node:assert/strict";
import test from "node:test";
import { downloaded, open, shows, site, until, write } from "./page.mjs";

const FRAMES_PER_MINUTE = 3_000;
/** Rows that the transcript shows until all of them are asked for, as in transcript.ts. */
const MAX_SHOWN_ROWS = 2_000;
/** Bytes that the heap may grow by after the first minutes. */
const MAX_GROWTH_BYTES = 4 << 20;

/** Bytes that are in use on JavaScript's heap. */
async function heap(page) {
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    await session.detach();
    return usedSize;
}

/** What the transcript shows: its rows, and the elements for them. */
function shown(page) {
    return page.evaluate(() => {
        const text = document.querySelector("#panel-transcript pre");
        return { rows: text.textContent.split("\n").length, elements: text.querySelectorAll("*").length };
    });
}

test("after 30 minutes of printing, a picture takes as long as at the start, and no more memory", async (t) => {
    const page = await open(t);
    // Turbo is as fast as the computer is.
    page.setDefaultTimeout(300_000);
    await page.evaluate(() => (girafa.run('10 PRINT AT 20,15;"X": GO TO 10'), girafa.turbo()));
    /** Milliseconds of a picture, and the heap, after these minutes of emulated time. */
    const after = async (minutes) => {
        await until(page, (frame) => girafa.state().now >= frame, minutes * FRAMES_PER_MINUTE);
        const picture = await page.evaluate(() => {
            const { drawn } = girafaSeat;
            const { pictures, milliseconds } = drawn;
            Object.assign(drawn, { pictures: 0, milliseconds: 0 });
            return milliseconds / pictures;
        });
        return { picture, heap: await heap(page) };
    };
    const early = await after(5);
    const late = await after(30);
    t.diagnostic(`a picture: ${early.picture.toFixed(1)} ms, then ${late.picture.toFixed(1)} ms`);
    t.diagnostic(`heap: ${(early.heap >> 10)} KiB, then ${(late.heap >> 10)} KiB`);
    assert.ok(late.heap - early.heap < MAX_GROWTH_BYTES, "the heap grows");
    const { rows, elements } = await shown(page);
    assert.ok(rows > 1_000 && rows <= MAX_SHOWN_ROWS + 1 && elements < 20, `${rows} rows in ${elements} elements`);
});

test("the transcript shows the last rows, and all of them on request", async (t) => {
    const page = await open(t);
    await page.evaluate(() => girafa.run("10 FOR i=1 TO 4000: PRINT i: POKE 23692,255: NEXT i: PRINT \"fim\";: PAUSE 0"));
    await page.evaluate(() => girafa.turbo());
    await shows(page, "#panel-transcript", "4000\nfim");
    const last = await shown(page);
    assert.ok(last.rows > 1_000 && last.rows <= MAX_SHOWN_ROWS + 1, `${last.rows} rows`);
    assert.doesNotMatch(await page.textContent("#panel-transcript pre"), /^1\n/);
    const text = await downloaded(page, () => page.click("#panel-transcript >> text=Save as text"));
    assert.deepEqual([text.name, String(text.bytes).split("\n").length], ["listing.txt", 4_001]);
    await page.click("#panel-transcript >> text=Show all");
    assert.equal((await shown(page)).rows, 4_001);
    assert.ok(await page.isHidden("#panel-transcript >> text=Show all"));
    assert.match(await page.textContent("#panel-transcript pre"), /^1\n2\n/);
});

test("the transcript has only what was printed up to the moment, and what replaces it", async (t) => {
    const page = await open(t);
    await page.evaluate(() => {
        girafa.pause();
        girafa.run('10 PRINT "um": PAUSE 0: PRINT INKEY$;"dois": PAUSE 0: PRINT "tres"');
        girafa.pause();
        girafa.frames(60);
        girafa.press("x");
        girafa.frames(60);
    });
    await shows(page, "#panel-transcript", "um\nxdois");
    await page.evaluate(() => girafa.goTo(60));
    await until(page, () => document.querySelector("#panel-transcript pre").textContent === "um\n");
    await page.evaluate(() => (girafa.press("y"), girafa.frames(60)));
    await until(page, () => document.querySelector("#panel-transcript pre").textContent === "um\nydois\n");
});

test("printed rows are reported once, also a row that went on after a report", async (t) => {
    const page = await open(t);
    const rows = await page.evaluate(() => {
        const rows = [];
        girafa.on("printed", (text) => rows.push(text));
        girafa.pause();
        girafa.run('10 PRINT "a": PRINT "b";: STOP\n20 PRINT "c": PRINT "d"');
        girafa.pause();
        girafa.frames(100);
        girafa.type("c\n");
        girafa.frames(200);
        return rows;
    });
    assert.equal(rows.join("").replaceAll("\n\n", "\n"), "a\nbc\nd\n");
});

for (const [name, program] of Object.entries({
    "brackets": `10 PRINT ${"(".repeat(500_000)}`,
    "colons": `10 ${":".repeat(500_000)}`,
    "signs": `10 PRINT ${"-".repeat(500_000)}`,
    "names": `10 PRINT ${"abcdefg ".repeat(60_000)}`,
})) {
    test(`a link with a row of ${name} does not stop the page`, async (t) => {
        const deflated = new Blob([JSON.stringify({ girafa: 1, name: "a.bas", program, answers: [] })]).stream();
        const bytes = await new Response(deflated.pipeThrough(new CompressionStream("deflate"))).arrayBuffer();
        const began = performance.now();
        const page = await open(t, { at: `#program=${Buffer.from(bytes).toString("base64url")}` });
        await until(page, () => document.querySelector("#notices.error"));
        await write(page, "10 PRINT 5");
        await page.keyboard.press("Control+Enter");
        await shows(page, "#panel-transcript", "5");
        t.diagnostic(`${((performance.now() - began) / 1_000).toFixed(1)} s from the link to the output of another program`);
    });
}

test("a text that is too long is refused before the editor has it", async (t) => {
    const { url } = await site();
    const page = await open(t, { url });
    await write(page, "10 PRINT 1");
    const refused = [
        ["1".repeat(600_000), /^row 1 has 6000\d\d characters; the limit is 524288$/],
        ["1 REM\n".repeat(200_000), /^the listing has 12000\d\d characters; the limit is 1048576$/],
    ];
    for (const [text, message] of refused) {
        await page.evaluate((text) => {
            const pasted = new DataTransfer();
            pasted.setData("text/plain", text);
            document.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }));
        }, text);
        await until(page, (source) => new RegExp(source).test(document.querySelector("#notices.error span")?.textContent ?? ""), message.source);
        await page.click("#notices .close");
        await until(page, () => document.querySelector("#notices").childElementCount === 0);
        const thrown = await page.evaluate((text) => {
            try {
                girafa.run(text);
            } catch (error) {
                return error.message;
            }
        }, text);
        assert.match(thrown, message);
    }
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "0 OK");
});

test("a long replay shows its progress, and can be cancelled", async (t) => {
    const maker = await open(t);
    const url = await maker.evaluate(() => {
        girafa.pause();
        girafa.run("10 GO TO 10");
        girafa.pause();
        for (let count = 0; count < 4; count++) {
            girafa.frames(15_000);
        }
        return girafa.link();
    });
    const page = await open(t, { url });
    await page.click("#notices >> text=Cancel");
    await shows(page, "#notices", "Stopped before the moment of the link");
    const frame = await page.evaluate(() => girafa.state().now);
    assert.ok(frame > 0 && frame < 60_000, `stopped at ${frame}`);
    await page.click("#resume");
    await until(page, (frame) => girafa.state().now > frame, frame);
});

test("a mistake in the listing is shown with a button that goes to its row", async (t) => {
    const page = await open(t);
    await write(page, Array.from({ length: 300 }, (_, at) => `${at + 1} ${at === 250 ? "PIRNT" : "PRINT"} 1`).join("\n"));
    await page.keyboard.press("Control+Enter");
    await page.click("#notices >> text=Go to row 251");
    await page.keyboard.type("REM ");
    await shows(page, ".cm-activeLine", "REM 251 PIRNT 1");
    assert.equal(await page.textContent("#notices"), "");
});
