// The machine on the page: its screen, keys, time line, switches, paper, variables and sound.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { downloaded, keys, LARGE, noticed, open, screenshot, shows, SMALL, until } from "./page.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A module of the page that needs no page. */
async function module(name) {
    const { outputFiles } = buildSync({ entryPoints: [here(`../src/${name}.ts`)], bundle: true, format: "esm", write: false });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Runs a listing, and waits until a text is on the screen. */
async function run(page, listing, text) {
    await page.evaluate((listing) => globalThis.girafaSeat.run(listing), listing);
    await onScreen(page, text);
}

/** Waits until a text is on the Spectrum's screen. */
function onScreen(page, text) {
    return until(page, (text) => globalThis.girafaSeat.machine.screen_text().includes(text), text);
}

const ASKS = '10 INPUT "Nome? "; LINE n$\n20 PRINT "OLA ";n$\n30 GO TO 10';

test("what is written on the keys is what they type", async (t) => {
    const { KEYBOARD } = await module("legends");
    const page = await open(t);
    const wrong = await page.evaluate((legends) => {
        const Machine = globalThis.girafaSeat.machine.constructor;
        /** What stands in the lower screen after chords, from the start of a statement. */
        const typed = (...chords) => {
            const machine = new Machine();
            machine.frames(10);
            for (const chord of chords) {
                chord.forEach((key) => machine.hold(key));
                machine.frames(5);
                chord.forEach((key) => machine.release(key));
                machine.frames(6);
            }
            const text = machine.screen_text().trimEnd().split("\n").at(-1);
            machine.free();
            return text.trim();
        };
        const wrong = [];
        const same = (what, chords, legend) => {
            const text = typed(...chords);
            const is = legend === "^" ? /[\^↑]/.test(text) : text.startsWith(legend);
            if (legend && !is) {
                wrong.push(`${what}: ${legend} is written, ${text} typed`);
            }
        };
        const extended = ["Caps", "Symbol"];
        for (const { key, name, command, symbol, extended: above, extendedSymbol } of legends.flat()) {
            if (name.length === 1) {
                same(name, [[key]], /\d/.test(name) ? name : command);
                same(`symbol ${name}`, [["Symbol", key]], symbol);
                same(`extended ${name}`, [extended, [key]], above);
                same(`extended symbol ${name}`, [extended, ["Symbol", key]], extendedSymbol);
            }
        }
        // Both ways to be wrong are noticed.
        same("PRINT for LIST", [["K"]], "PRINT");
        return wrong;
    }, KEYBOARD);
    assert.deepEqual(wrong.length, 1, wrong.join("\n"));
    assert.match(wrong[0], /^PRINT for LIST: PRINT is written, LIST/);
});

test("a character is typed as it is, without what the Spectrum has not", async (t) => {
    const page = await open(t);
    await run(page, ASKS, "Nome?");
    await keys(page, 'Joao "X" 2<3?\n');
    await onScreen(page, 'OLA Joao "X" 2<3?');
    // As keyboards with dead keys and AltGr report them.
    await page.evaluate(() => {
        const screen = document.querySelector("#screen");
        const down = (key, more = {}) => screen.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true, ...more }));
        for (const key of ["Dead", "ã", "É", "“", "Shift", "Dead"]) {
            down(key);
        }
        down("@", { ctrlKey: true, altKey: true, modifierAltGraph: true });
        down("£", { altKey: true, code: "KeyK" });
        down("Enter");
    });
    await onScreen(page, 'OLA aE"@+');
    await page.evaluate(() => globalThis.girafaSeat.run("10 GO TO 10"));
    await page.keyboard.press("Control+c");
    await shows(page, "#status", "BREAK");
});

test("by position a key is down as long as it is held, and up when the screen is left", async (t) => {
    const page = await open(t);
    await run(page, '10 PRINT AT 0,0;INKEY$;"*  ": GO TO 10', "*");
    await page.click("[aria-label=More]");
    await page.getByLabel("Keys by position").check();
    await page.keyboard.press("Escape");
    await page.focus("#screen");
    await page.keyboard.down("KeyQ");
    await onScreen(page, "q*");
    await page.keyboard.down("ShiftLeft");
    await onScreen(page, "Q*");
    await page.keyboard.up("KeyQ");
    await page.keyboard.up("ShiftLeft");
    await until(page, () => globalThis.girafaSeat.machine.screen_text().startsWith("*"));
    await page.keyboard.down("KeyZ");
    await onScreen(page, "z*");
    await page.focus("#tab-transcript");
    await until(page, () => globalThis.girafaSeat.machine.screen_text().startsWith("*"));
});

test("the keyboard on the page: taps, shifts that stay, extended mode, several fingers", async (t) => {
    const page = await open(t, { viewport: SMALL });
    await page.click("#tab-keys");
    const lower = () => globalThis.girafaSeat.machine.screen_text().trimEnd().split("\n").at(-1);
    const types = async (selector, text) => {
        for (const key of selector) {
            await page.click(`.key-${key}`);
            await page.waitForTimeout(150);
        }
        await until(page, (text) => globalThis.girafaSeat.machine.screen_text().includes(text), text);
    };
    await types(["p"], "PRINT");
    await types(["symbol", "p", "caps", "a", "b", "symbol", "p"], 'PRINT "Ab"');
    assert.equal(await page.getAttribute(".key-symbol", "aria-pressed"), "false", "a shift is for one key");
    await types(["symbol", "k", "caps", "symbol", "u"], 'PRINT "Ab"+CHR$');
    await types(["caps", "symbol", "symbol", "k"], "SCREEN$");
    assert.match(await page.evaluate(lower), /^PRINT "Ab"\+CHR\$ SCREEN\$/);
    // Two fingers: SYMBOL SHIFT is held while a key is touched; then it types no more symbols.
    const cdp = await page.context().newCDPSession(page);
    const middle = async (key) => {
        const { x, y, width, height } = await page.locator(`.key-${key}`).boundingBox();
        return { x: x + width / 2, y: y + height / 2 };
    };
    const touch = (type, ...touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
    const [shift, letter] = [{ ...(await middle("symbol")), id: 1 }, { ...(await middle("b")), id: 2 }];
    await touch("touchStart", shift);
    await touch("touchStart", shift, letter);
    await page.waitForTimeout(150);
    await touch("touchEnd", shift);
    await touch("touchEnd");
    await until(page, () => globalThis.girafaSeat.machine.screen_text().includes("SCREEN$ *"));
    await page.waitForTimeout(150);
    await types(["b"], "*b");
    // By the host's keyboard, as a screen reader does.
    await page.focus(".key-q");
    await page.keyboard.press("ArrowRight");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^W, DRAW, Symbol Shift: <>/);
    await page.keyboard.press("Enter");
    await until(page, () => globalThis.girafaSeat.machine.screen_text().includes("*bw"));
});

test("the time line goes back, plays on, and forgets a future that is typed over", async (t) => {
    const page = await open(t);
    await run(page, ASKS, "Nome?");
    await keys(page, "Ana\n");
    await onScreen(page, "OLA Ana");
    await page.waitForTimeout(500);
    const slider = page.getByRole("slider", { name: "Time" });
    await page.evaluate(() => (globalThis.girafaSeat.paused = true));
    const { last } = await page.evaluate(() => globalThis.girafaSeat.machine.doing);
    const known = await page.evaluate(() => [...globalThis.girafaSeat.machine.picture()].join());
    // To the beginning, by the mouse.
    const { x, y, width, height } = await slider.boundingBox();
    await page.mouse.move(x + width - 8, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    await page.mouse.move(x + 2, y + height / 2, { steps: 5 });
    await page.mouse.up();
    await until(page, () => globalThis.girafaSeat.state.now === globalThis.girafaSeat.state.first);
    assert.doesNotMatch(await page.evaluate(() => globalThis.girafaSeat.machine.screen_text()), /Ana/);
    assert.equal(await page.locator(".clock.past").count(), 1);
    // By keys: a picture, a second, ten seconds, the end.
    const now = () => page.evaluate(() => globalThis.girafaSeat.state.now);
    await slider.focus();
    const first = await now();
    for (const [key, goes] of [["ArrowRight", 1], ["Shift+ArrowRight", 50], ["Shift+ArrowLeft", -50], ["ArrowLeft", -1]]) {
        const before = await now();
        await page.keyboard.press(key);
        await until(page, (at) => globalThis.girafaSeat.state.now === at, before + goes);
    }
    assert.equal(await now(), first);
    await page.keyboard.press("End");
    await until(page, (last) => globalThis.girafaSeat.state.now === last, last);
    assert.equal(await page.evaluate(() => [...globalThis.girafaSeat.machine.picture()].join()), known);
    // Back to the question; another answer.
    await page.keyboard.press("Home");
    await until(page, () => globalThis.girafaSeat.state.now === globalThis.girafaSeat.state.first);
    await page.evaluate(() => (globalThis.girafaSeat.paused = false));
    await onScreen(page, "Nome?");
    await keys(page, "Rui\n");
    await onScreen(page, "OLA Rui");
    assert.doesNotMatch(await page.evaluate(() => globalThis.girafaSeat.machine.transcript()), /Ana/);
    await until(page, () => document.querySelectorAll(".marks span").length === 1);
    assert.match(await slider.getAttribute("aria-valuetext"), /^\d+:\d\d of \d+:\d\d$/);
});

test("what is dragged is drawn once a picture", async (t) => {
    const page = await open(t);
    await run(page, "10 FOR i=1 TO 9999: PRINT AT 0,0;i: NEXT i", "100");
    const went = await page.evaluate(async () => {
        const seat = globalThis.girafaSeat;
        seat.paused = true;
        const { machine } = seat;
        const pictures = seat.drawn.pictures;
        let gone = 0;
        let took = 0;
        const goTo = machine.go_to.bind(machine);
        machine.go_to = (frame) => {
            const began = performance.now();
            gone += 1;
            goTo(frame);
            took += performance.now() - began;
        };
        const slider = document.querySelector("#timeline input");
        for (let at = 0; at < 100; at++) {
            slider.value = String(Number(slider.max) - at);
            slider.dispatchEvent(new Event("input"));
            if (at % 10 === 9) {
                await new Promise(requestAnimationFrame);
            }
        }
        await new Promise((done) => setTimeout(done, 100));
        return { gone, pictures: seat.drawn.pictures - pictures, mean: took / gone };
    });
    t.diagnostic(`going to a frame took ${went.mean.toFixed(1)} ms in the mean`);
    assert.ok(went.gone <= 12 && went.gone >= 8, `100 moves, ${went.gone} frames gone to`);
    assert.ok(went.pictures <= 13, `${went.pictures} pictures`);
});

test("the paper grows, goes back with time, is saved and printed", async (t) => {
    const page = await open(t);
    await page.click("#tab-paper");
    await shows(page, "#panel-paper", "LPRINT, LLIST and COPY print here");
    await page.evaluate(() => (globalThis.girafaSeat.turbo = true));
    await run(page, '10 FOR i=1 TO 70: LPRINT "LINHA ";i: NEXT i: PRINT "FIM"', "FIM");
    await shows(page, "#panel-paper", "70 lines");
    const drawn = () =>
        page.evaluate(() => {
            const rows = [];
            for (const canvas of document.querySelectorAll(".strip canvas")) {
                const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                for (let y = 0; y < canvas.height; y++) {
                    rows.push(Array.from({ length: 256 }, (_, x) => (data[(y * 256 + x) * 4 + 3] ? 1 : 0)).join(""));
                }
            }
            const bytes = globalThis.girafaSeat.machine.paper(0);
            const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
            return { same: rows.join("") === bits, rows: rows.length, has: bits.includes("1") };
        });
    const whole = await drawn();
    assert.deepEqual([whole.same, whole.has], [true, true]);
    assert.ok(whole.rows >= 70 * 8, `${whole.rows} rows: more than one canvas`);
    const { name, bytes } = await downloaded(page, () => page.click("text=Save as PNG"));
    const silver = await page.evaluate(() => [...globalThis.girafaSeat.machine.paper_png(true)]);
    assert.equal(name, "listing-paper.png");
    assert.deepEqual([...bytes], silver);
    // Time goes back to where some of it was out: 70 lines take half a minute.
    await page.evaluate(() => {
        const seat = globalThis.girafaSeat;
        seat.paused = true;
        seat.goTo(700);
    });
    await until(page, (rows) => globalThis.girafaSeat.state.paper < rows, whole.rows);
    const half = await drawn();
    assert.ok(half.same && half.rows > 0 && half.rows < whole.rows, `${half.rows} rows`);
    await page.evaluate(() => globalThis.girafaSeat.goTo(globalThis.girafaSeat.state.last));
    await until(page, (rows) => globalThis.girafaSeat.state.paper === rows, whole.rows);
    assert.deepEqual(await drawn(), whole);
    // What a printer is given: the paper, and nothing else, also while another panel is open.
    await page.click("#tab-variables");
    await page.emulateMedia({ media: "print" });
    const seen = await page.evaluate(() =>
        [...document.querySelectorAll("body *")].filter((part) => part.checkVisibility() && !part.querySelector("*")).map((part) => part.tagName),
    );
    assert.deepEqual([...new Set(seen)], ["CANVAS"]);
});

test("the variables are those of the moment; arrays are folded", async (t) => {
    const page = await open(t);
    await page.click("#tab-variables");
    await run(page, '10 DIM a(3): LET a(2)=7: LET t$="OLA": FOR i=1 TO 3: INPUT x: NEXT i', "");
    const cell = (name) =>
        page.evaluate((name) => {
            const row = [...document.querySelectorAll(".variables tbody tr")].find((row) => row.cells[0].textContent === name);
            return row && [row.cells[1].textContent, row.cells[2].innerText];
        }, name);
    await shows(page, ".variables", '"OLA"');
    assert.deepEqual(await cell("t$"), ["string", '"OLA"']);
    assert.deepEqual(await cell("a(3)"), ["array", "3 elements"]);
    assert.match((await cell("i"))[1], /^1 to 3, step 1, body at 10:/);
    await page.click("text=3 elements");
    await shows(page, ".variables", "0 7 0");
    await keys(page, "42\n");
    await shows(page, ".variables", "42");
    assert.match((await cell("i"))[1], /^2 to 3/);
    await shows(page, ".variables", "0 7 0");
});

test("the switches: states, tapes, printer, volume", async (t) => {
    const page = await open(t);
    await run(page, '5 DIM a(2)\n10 PRINT "PRIMEIRO": SAVE "dados" DATA a()', "PRIMEIRO");
    await until(page, () => globalThis.girafaSeat.state.waits || globalThis.girafaSeat.state.status);
    await page.click("[aria-label=Pause]");
    await page.focus("[aria-label=More]");
    await page.keyboard.press("Enter");
    const menu = page.getByRole("dialog", { name: "More switches" });
    await menu.waitFor();
    for (const format of ["szx", "z80", "sna"]) {
        const { name, bytes } = await downloaded(page, () => menu.getByText(`.${format}`, { exact: true }).click());
        const same = await page.evaluate((format) => [...globalThis.girafaSeat.machine.save(format)], format);
        assert.equal(name, `listing.${format}`);
        assert.deepEqual([...bytes], same);
    }
    const png = await downloaded(page, () => menu.getByText("Screenshot").click());
    assert.deepEqual([...png.bytes.subarray(1, 4)], [...Buffer.from("PNG")]);
    await page.keyboard.press("Escape");
    assert.equal(await menu.isVisible(), false);
    await page.click("[aria-label=Pause]");
    // SAVE waits for a key, and then it is on the tape.
    await keys(page, "\n");
    await until(page, () => globalThis.girafaSeat.state.saved > 0);
    await page.click("[aria-label=More]");
    const tap = await downloaded(page, () => menu.getByText("Save what SAVE recorded").click());
    assert.equal(tap.name, "listing-saved.tap");
    assert.match(tap.bytes.toString("latin1"), /dados/);
    // That tape goes into the recorder, and runs.
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu.getByText("Insert…").click()]);
    await chooser.setFiles({ name: "dados.tap", mimeType: "application/octet-stream", buffer: tap.bytes });
    await shows(page, "#more", "0 of 2 blocks taken, stopped");
    await menu.getByLabel("LOAD and SAVE at once").uncheck();
    await menu.getByText("Play", { exact: true }).click();
    await shows(page, "#more", "playing");
    assert.equal(await page.evaluate(() => globalThis.girafaSeat.machine.doing.tape.instant), false);
    await menu.getByText("Stop", { exact: true }).click();
    await shows(page, "#more", "stopped");
    await menu.getByLabel("Printer plugged in").uncheck();
    await until(page, () => !globalThis.girafaSeat.state.printer);
    // No tape: one message, and the page goes on.
    const [again] = await Promise.all([page.waitForEvent("filechooser"), menu.getByText("Insert…").click()]);
    await again.setFiles({ name: "bad.tap", mimeType: "application/octet-stream", buffer: Buffer.from([9, 9, 9]) });
    assert.match(await noticed(page), /bad\.tap|tape|block/);
    await page.keyboard.press("Escape");
    await page.click("[aria-label=Pause]");
    const { now } = await page.evaluate(() => globalThis.girafaSeat.state);
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => globalThis.girafaSeat.state.now), now, "time stands still");
    await page.click("[aria-label=Turbo]");
    await page.click("[aria-label=Pause]");
    await until(page, (now) => globalThis.girafaSeat.state.now > now + 100, now);
});

test("the sound is the command's, sample by sample", async (t) => {
    const command = ["release", "debug"].map((profile) => here(`../../target/${profile}/girafa`)).find(existsSync);
    const girafa = process.env.GIRAFA ?? command;
    if (!girafa) {
        t.skip("no girafa command: cargo build, or GIRAFA=");
        return;
    }
    const listing = "10 FOR i=0 TO 40\n20 BEEP .08,i-12\n30 NEXT i\n40 BORDER 3: PAUSE 25: GO TO 10\n";
    const directory = mkdtempSync(join(tmpdir(), "girafa-"));
    t.after(() => rmSync(directory, { recursive: true }));
    const [file, wav] = [join(directory, "s.bas"), join(directory, "s.wav")];
    writeFileSync(file, listing);
    try {
        execFileSync(girafa, ["run", file, "--wav", wav, "--frames", "600"], { stdio: "pipe" });
    } catch (error) {
        assert.equal(error.status, 3, "it ends by its limit");
    }
    const bytes = readFileSync(wav);
    const wanted = new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44));
    const page = await open(t);
    const why = await page.evaluate(async (listing) => {
        const seat = globalThis.girafaSeat;
        const why = await seat.sound.start();
        // Nothing of the machine that was there waits any more.
        seat.paused = true;
        await new Promise((done) => setTimeout(done, 500));
        seat.sound.gaps = 0;
        seat.sound.record();
        seat.run(listing);
        return why;
    }, listing);
    assert.equal(why, undefined);
    await page.waitForTimeout(11_500);
    const { played, gaps } = await page.evaluate(() => {
        const { sound } = globalThis.girafaSeat;
        return { played: sound.played.flatMap((part) => [...part].map((value) => Math.round(value * 32_768))), gaps: sound.gaps };
    });
    // A few samples of the machine before it may have waited: a level, and no tone.
    const begins = wanted.findIndex((sample) => sample !== wanted[0]);
    let start = 0;
    const fits = (at) => wanted.subarray(0, 4_000).every((sample, index) => sample === played[at + index]);
    while (start < 44_100 && !fits(start)) {
        start += 1;
    }
    assert.ok(start < 44_100, "the beginning of the sound is not there");
    assert.ok(begins >= 0);
    const count = Math.min(played.length - start, wanted.length);
    const differs = wanted.subarray(0, count).findIndex((sample, index) => sample !== played[start + index]);
    t.diagnostic(`${(count / 44_100).toFixed(2)} s, ${gaps} gaps`);
    assert.equal(differs, -1, `sample ${differs}`);
    assert.ok(count >= 10 * 44_100, `${count} samples in 11.5 s`);
    // None on a computer that has time for it; where others keep it busy, more samples wait after each.
    assert.ok(gaps <= 3, `${gaps} gaps`);
});

test("without sound there is one message, and the machine runs", async (t) => {
    const page = await open(t, { init: () => delete globalThis.AudioContext });
    await page.focus("#screen");
    await page.keyboard.press("p");
    assert.match(await noticed(page), /^no sound: .*AudioContext/);
    await onScreen(page, "PRINT");
    const page2 = await open(t, { init: () => Object.defineProperty(BaseAudioContext.prototype, "audioWorklet", { value: undefined }) });
    await page2.focus("#screen");
    await page2.keyboard.press("p");
    assert.match(await noticed(page2), /^no sound: .*AudioWorklet/);
});

test("it fits: small, large, and between", async (t) => {
    const sizes = [SMALL, LARGE, { width: 800, height: 1200 }, { width: 740, height: 360 }, { width: 1024, height: 768 }];
    for (const viewport of sizes) {
        const page = await open(t, { viewport });
        await run(page, '10 PRINT "OLA": LPRINT "OLA"', "OLA");
        const size = `${viewport.width} x ${viewport.height}`;
        for (const tab of await page.locator("[role=tab]:visible").all()) {
            await tab.click();
            const { wide, high } = await page.evaluate(() => ({
                wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
                high: document.documentElement.scrollHeight - document.documentElement.clientHeight,
            }));
            assert.ok(wide <= 0, `${size}, ${await tab.textContent()}: scrolls sideways`);
            assert.ok(high <= 0, `${size}, ${await tab.textContent()}: scrolls`);
            await screenshot(page, `seat-${viewport.width}-${await tab.getAttribute("id")}`);
        }
        const parts = ["#stage", "#timeline", "#controls", "#panels", ".tabs"];
        for (const part of parts) {
            const { x, y, width, height } = await page.locator(part).boundingBox();
            assert.ok(x >= 0 && y >= 0 && x + width <= viewport.width + 0.5 && y + height <= viewport.height + 0.5, `${size}: ${part}`);
        }
        // A dot is a whole number of pixels, or made smaller from the next one.
        const { scale, width } = await page.evaluate(() => {
            const screen = document.querySelector("#screen");
            return { scale: screen.width / 352, width: screen.getBoundingClientRect().width };
        });
        assert.ok(scale === 1 ? width < 352 || width % 352 === 0 : scale === Math.ceil(width / 352), `${size}: ${width}, ${scale}`);
        // All 256 x 192 dots are seen, and a character's width of border.
        const { inner, stage } = await page.evaluate(() => {
            const [screen, stage] = ["#screen", "#stage"].map((part) => document.querySelector(part).getBoundingClientRect());
            const dot = screen.width / 352;
            const [left, top] = [screen.left + 40 * dot, screen.top + 40 * dot];
            return { inner: { left, top, right: left + 272 * dot, bottom: top + 208 * dot }, stage: stage.toJSON() };
        });
        assert.ok(inner.left >= stage.left - 1 && inner.right <= stage.right + 1, `${size}: ${inner.left} to ${inner.right}`);
        assert.ok(inner.top >= stage.top - 1 && inner.bottom <= stage.bottom + 1, `${size}: ${inner.top} to ${inner.bottom}`);
        assert.ok(inner.right - inner.left > 0.6 * stage.width || inner.bottom - inner.top > 0.6 * stage.height, `${size}: small`);
    }
});

test("text has the contrast of AA", async (t) => {
    for (const viewport of [SMALL, LARGE]) {
        const page = await open(t, { viewport });
        await run(page, '10 DIM a(2): PRINT "OLA": LPRINT "OLA"', "OLA");
        for (const tab of await page.locator("[role=tab]:visible").all()) {
            await tab.click();
            const faint = await page.evaluate(() => {
                const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
                const light = ([red, green, blue]) =>
                    [red, green, blue]
                        .map((part) => part / 255)
                        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
                        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
                const behind = (part) => {
                    for (let at = part; at; at = at.parentElement) {
                        const { backgroundColor, backgroundImage } = getComputedStyle(at);
                        // The cap of a key is an image of one colour.
                        const [image] = backgroundImage.match(/rgb\([^)]*\)/) ?? [];
                        const colour = numbers(backgroundColor);
                        if (image || (colour[3] ?? 1) > 0.5) {
                            return image ? numbers(image) : colour;
                        }
                    }
                    return [0, 0, 0];
                };
                const faint = [];
                for (const part of document.querySelectorAll("body *")) {
                    const has = [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
                    if (!has || !part.checkVisibility() || part.matches(":disabled, .spoken, .spoken *")) {
                        continue;
                    }
                    const [one, other] = [light(numbers(getComputedStyle(part).color)), light(behind(part))];
                    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
                    if (contrast < 4.5) {
                        faint.push(`${part.tagName}.${part.className} ${part.textContent.slice(0, 20)}: ${contrast.toFixed(2)}`);
                    }
                }
                return faint;
            });
            assert.deepEqual(faint, [], `${viewport.width}, ${await tab.textContent()}`);
        }
    }
});

test("what can be pressed has a name", async (t) => {
    const page = await open(t, { viewport: SMALL });
    const nameless = await page.evaluate(() =>
        [...document.querySelectorAll("button, input, select, canvas[tabindex]")]
            .filter((part) => !part.hidden && !part.closest("#editor"))
            .filter((part) => !(part.getAttribute("aria-label") || part.labels?.length || part.textContent.trim() || part.title))
            .map((part) => part.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(nameless, []);
});

test("fifty frames a second cost little", async (t) => {
    const page = await open(t);
    await run(page, "10 FOR i=0 TO 40: PRINT i,: NEXT i: GO TO 10", "40");
    await page.evaluate(() => Object.assign(globalThis.girafaSeat.drawn, { pictures: 0, frames: 0, milliseconds: 0 }));
    await page.waitForTimeout(4_000);
    const { frames, milliseconds } = await page.evaluate(() => globalThis.girafaSeat.drawn);
    const part = milliseconds / (frames * 20);
    t.diagnostic(`${(frames / 4).toFixed(1)} frames a second, ${(milliseconds / frames).toFixed(2)} ms each: ${(part * 100).toFixed(1)} % of a core`);
    assert.ok(part < 0.15, `${milliseconds / frames} ms a frame`);
    assert.ok(frames > 150, `${frames} frames in 4 s`);
});
