// Links: their content, and opening it again.

import assert from "node:assert/strict";
import test from "node:test";
import { drop, keys, noticed, open, saved, serve, shows, site, until, write } from "./page.mjs";

const INPUT_LISTING = '10 INPUT "Nome? ";n$: PRINT "Ola, ";n$\n20 PRINT INKEY$;: IF INKEY$<>"x" THEN GO TO 20\n30 STOP';

/** The link with these contents that the dialog "Save or share" makes, and its note. */
async function shared(page, contents = "moment") {
    await page.click("text=Save, share…");
    await page.check(`dialog[open] input[value=${contents}]`);
    await until(page, () => document.querySelector("dialog[open]:not([aria-busy])"));
    const made = await page.evaluate(() => {
        const find = (selector) => document.querySelector(`dialog[open] ${selector}`);
        return { url: find("[aria-label=Link]").value, frame: find("[aria-label='For another page']").value, note: find("> [role=status]").textContent };
    });
    await page.keyboard.press("Escape");
    return made;
}

test("a link opens at the moment that it was made at, and goes on from there", async (t) => {
    const page = await open(t);
    await write(page, INPUT_LISTING);
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "waits for an answer");
    await keys(page, "Ana\n");
    await shows(page, "#panel-transcript", "Ola, Ana");
    await page.evaluate(() => girafa.pause());
    const was = await page.evaluate(() => ({ now: girafa.state().now, memory: [...girafa.memory()], text: girafa.transcript() }));
    const { url, note } = await shared(page);
    assert.match(url, /#program=[\w-]+$/);
    assert.equal(note, "");

    const other = await open(t, { url });
    await shows(other, "#notices", "This is the moment of the link");
    const is = await other.evaluate(() => ({ now: girafa.state().now, memory: [...girafa.memory()], text: girafa.transcript() }));
    assert.deepEqual(is, was);
    assert.equal(await other.evaluate(() => girafa.listing()), await page.evaluate(() => girafa.listing()));
    assert.ok(await other.isVisible("#resume"));
    await keys(other, "x");
    assert.ok(await other.isHidden("#resume"));
    await shows(other, "#status", "9 STOP statement");
});

test("a moment of the past is shared without what came after it", async (t) => {
    const page = await open(t);
    await page.evaluate((listing) => {
        girafa.pause();
        girafa.run(listing);
        girafa.pause();
        girafa.answer("Ana", "never asked for");
        girafa.frames(150);
        girafa.hold("X");
        girafa.frames(20);
        girafa.release("X");
        girafa.frames(100);
    }, INPUT_LISTING);
    assert.match(await page.evaluate(() => girafa.state().status), /9 STOP statement/);
    for (const frame of [120, 150, 160, 270]) {
        const [url, sum] = await page.evaluate(async (frame) => {
            girafa.goTo(frame);
            return [await girafa.link(), girafa.memory().join()];
        }, frame);
        const other = await open(t, { url });
        await shows(other, "#notices", "This is the moment of the link");
        assert.equal(await other.evaluate(() => girafa.state().now), frame);
        assert.ok((await other.evaluate(() => girafa.memory().join())) === sum, `another machine at ${frame}`);
    }
});

test("a listing that was changed is shared without the machine's moment", async (t) => {
    const page = await open(t);
    await write(page, "10 PRINT 1");
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "0 OK");
    await write(page, "10 PRINT 2");
    const { url, note } = await shared(page);
    assert.match(note, /Without the moment: the listing has changed since it was run/);
    const other = await open(t, { url });
    await shows(other, "#status", "0 OK");
    await shows(other, "#panel-transcript", "2");
});

test("what is too long is left out, and said", async (t) => {
    const page = await open(t);
    const noise = (count) => Array.from({ length: count }, (_, at) => `${at + 1} REM ${Math.sin(at)}${Math.cos(at)}`).join("\n");
    const program = noise(190);
    await page.evaluate((listing) => (girafa.run(listing), girafa.pause(), girafa.frames(10)), program);
    assert.equal(await page.evaluate(async () => (await girafa.link()).length > 2_000), true);
    await page.evaluate(() => {
        for (let at = 0; at < 3_000; at++) {
            girafa.poke(50_000 + Math.floor(Math.abs(Math.sin(at)) * 9_999), at % 251);
        }
    });
    const { url, note } = await shared(page);
    assert.match(note, /Without the moment: with its keys the link has .* The link is too long for a QR code\.$/);
    assert.ok(url.split("#")[1].length <= 8_192);
    await page.evaluate((listing) => girafa.run(listing), noise(900));
    assert.match((await shared(page)).note, /too long for a link \(\d+ char/);
});

test("of a tape that was loaded from its pulses the program is shared, and why no moment", async (t) => {
    const page = await open(t);
    await write(page, '10 PRINT "UM"');
    const tape = await saved(page, ".tap");
    await page.evaluate(() => (girafaSeat.realTape = true));
    await drop(page, [tape]);
    assert.match((await shared(page)).note, /Without the moment: the tape was loaded in real time\.$/);
});

test("a file that is no listing is shared as it is", async (t) => {
    const page = await open(t);
    const url = await page.evaluate(() => {
        girafa.pause();
        girafa.run("10 LET a=6*7: PRINT a\n20 PAUSE 0");
        girafa.pause();
        girafa.frames(200);
        girafa.load("moment.z80", girafa.save("z80"));
        girafa.pause();
        girafa.frames(50);
        return girafa.link();
    });
    const other = await open(t, { url });
    await shows(other, "#notices", "This is the moment of the link");
    assert.match(await other.evaluate(() => girafa.screenText()), /42/);
    assert.equal(await other.evaluate(() => girafa.peek(23635)), await page.evaluate(() => girafa.peek(23635)));
});

test("the link, the frame's code and the QR code are those of the chosen contents", async (t) => {
    const page = await open(t);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await write(page, '10 INPUT "Nome? ";n$: PRINT "Ola, ";n$');
    await page.click("text=Save, share…");
    await page.click("dialog[open] >> text=The program with answers");
    await page.fill("dialog[open] textarea", "Ana\n");
    await page.click("[aria-label='Copy: Link']");
    await shows(page, "dialog[open]", "Copied");
    const url = await page.evaluate(() => navigator.clipboard.readText());
    const other = await open(t, { url });
    await shows(other, "#panel-transcript", "Ola, Ana");
    const read = async () => page.evaluate(() => document.querySelector("dialog[open] canvas").toDataURL());
    const code = await read();
    await page.check("dialog[open] input[value=program]");
    await until(page, (url) => document.querySelector("dialog[open] [aria-label=Link]").value !== url, url);
    assert.notEqual(await read(), code);
    const third = await open(t, { url: await page.inputValue("[aria-label=Link]") });
    await shows(third, "#status", "waits for an answer");
    assert.ok(await third.isHidden("#resume"));
});

test("without a clipboard the link is selected", async (t) => {
    const page = await open(t, { init: () => delete Navigator.prototype.clipboard });
    await write(page, "10 PRINT 3");
    await page.click("text=Save, share…");
    await until(page, () => document.querySelector("dialog[open] [aria-label=Link]").value);
    await page.click("[aria-label='Copy: Link']");
    await shows(page, "dialog[open]", "Selected: copy it");
    const url = await page.evaluate(() => getSelection().toString() || document.activeElement.value);
    const other = await open(t, { url });
    await shows(other, "#panel-transcript", "3");
});

test("a frame with the given code runs the program, also without the page's own origin", async (t) => {
    const page = await open(t);
    await write(page, '10 PRINT "QUADRO"');
    const { frame } = await shared(page, "program");
    assert.match(frame, /^<iframe src="http[^"]*\/\?embed#program=[\w-]+" .* title="listing on a ZX Spectrum"><\/iframe>$/);
    for (const attributes of ["", ' sandbox="allow-scripts"']) {
        const { page: outer } = await around(t, frame.replace("<iframe", `<iframe${attributes}`));
        const inner = outer.frames()[1];
        await inner.waitForFunction(() => globalThis.girafa?.transcript().includes("QUADRO"));
    }
});

test("whatever changes the machine is noted for a link", async (t) => {
    const page = await open(t);
    const [all, logged] = await page.evaluate(() => {
        const { machine } = girafaSeat;
        const machines = Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(machine)));
        return [machines, Object.getPrototypeOf(machine)].map((prototype) => Object.getOwnPropertyNames(prototype));
    });
    // Methods that only read the machine, or do not affect its future.
    const readers = new Set([
        ...["constructor", "free", "__destroy_into_raw", "answers_left", "due", "saved", "set_rate", "take_samples", "picture", "draw", "pixels_at", "wait"],
        ...["screen_png", "screen_text", "transcript", "printed_after", "unfinished_row", "prompt", "paper", "paper_png", "save", "listing", "variables", "peek", "memory", "state", "session"],
        ...["polls_keyboard", "set_breakpoints", "step", "why"],
    ]);
    assert.ok(all.includes("poke") && all.includes("frames"));
    assert.deepEqual(all.filter((name) => !readers.has(name) && !logged.includes(name)), []);
});

test("an empty page has nothing to share", async (t) => {
    const page = await open(t);
    assert.match((await shared(page)).note, /nothing to share: write a program or open one/);
});

test("a link that is cut, damaged or not ours gives one message, and the page goes on", async (t) => {
    const whole = await open(t);
    await whole.evaluate(() => girafa.run("10 PRINT 4"));
    const fragment = new URL(await whole.evaluate(() => girafa.link())).hash;
    const { url } = await site();
    const damaged = [
        fragment.slice(0, -1),
        fragment.slice(0, fragment.length / 2),
        fragment.replace(/.(?=.{20}$)/, (character) => (character === "A" ? "B" : "A")),
        `${fragment}AAAA`,
        "#program=",
        "#program=%%%",
        `#program=${"A".repeat(20_000)}`,
        `#program=${await deflated("null")}`,
        `#program=${await deflated(JSON.stringify({ girafa: 1, name: "a", program: 5, answers: [] }))}`,
        `#program=${await deflated(JSON.stringify({ girafa: 1, name: "a", program: "", answers: [], moment: { frame: 1e12 } }))}`,
        `#program=${await deflated(`{"girafa":1,"name":"${" ".repeat(4 << 20)}"}`)}`,
    ];
    for (const hash of damaged) {
        const page = await open(t, { url: url + hash });
        assert.match(await until(page, () => document.querySelector("#notices.error")?.textContent), /this link/, hash.slice(0, 60));
        await write(page, "10 PRINT 5");
        await page.keyboard.press("Control+Enter");
        await shows(page, "#panel-transcript", "5");
        assert.equal(await page.textContent("#notices"), "");
        await page.context().close();
    }
});

test("a link with a program that has mistakes shows it, and what is wrong", async (t) => {
    const { url } = await site();
    const held = { girafa: 1, name: "a.bas", program: "10 PIRNT", answers: [] };
    const page = await open(t, { url: `${url}#program=${await deflated(JSON.stringify(held))}` });
    assert.match(await noticed(page), /PIRNT/);
    assert.match(await page.textContent(".cm-content"), /PIRNT/);
});

/** Opens a page of another origin with a frame. */
async function around(t, frame) {
    const other = await serve(undefined, {
        "around.html": (_, response) =>
            response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>Around</title>${frame}`),
    });
    const page = await open(t, { url: `${other.url}around.html`, ready: false });
    t.after(() => other.close());
    return { page };
}

async function deflated(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
    return Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url");
}
