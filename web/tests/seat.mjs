// The machine on the page: its timeline, paper, variables, switches and sound.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { INPUT_LISTING, command, made, onScreen, run } from "./machine.mjs";
import { downloaded, keys, noticed, open, shows, until } from "./page.mjs";

test("the time line goes back, plays on, and forgets a future that is typed over", async (t) => {
    const page = await open(t);
    await run(page, INPUT_LISTING, "Nome?");
    await keys(page, "Ana\n");
    await onScreen(page, "OLA Ana");
    await page.waitForTimeout(500);
    const slider = page.getByRole("slider", { name: "Time" });
    await page.evaluate(() => (globalThis.girafaSeat.paused = true));
    const { last } = await page.evaluate(() => globalThis.girafaSeat.machine.doing);
    const known = await page.evaluate(() => [...globalThis.girafaSeat.machine.picture()].join());
    // Go to the beginning with the mouse.
    const { x, y, width, height } = await slider.boundingBox();
    await page.mouse.move(x + width - 8, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    await page.mouse.move(x + 2, y + height / 2, { steps: 5 });
    await page.mouse.up();
    await until(page, () => globalThis.girafaSeat.state.now === globalThis.girafaSeat.state.first);
    assert.doesNotMatch(await page.evaluate(() => globalThis.girafaSeat.machine.screen_text()), /Ana/);
    assert.equal(await page.locator(".clock.past").count(), 1);
    // With keys: a frame, a second, the end.
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
    // Go back to the question and give another answer.
    await page.keyboard.press("Home");
    await until(page, () => globalThis.girafaSeat.state.now === globalThis.girafaSeat.state.first);
    const screen = () => page.evaluate(() => globalThis.girafaSeat.machine.screen_text());
    for (let at = first; !(await screen()).includes("Nome?"); at++) {
        await page.keyboard.press("ArrowRight");
        await until(page, (at) => globalThis.girafaSeat.state.now === at, at + 1);
    }
    // Type while paused: a running replay would type the first answer again, perhaps before this one.
    await keys(page, "Rui\n");
    await page.evaluate(() => (globalThis.girafaSeat.paused = false));
    await onScreen(page, "OLA Rui");
    assert.doesNotMatch(await page.evaluate(() => globalThis.girafaSeat.machine.transcript()), /Ana/);
    await until(page, () => document.querySelectorAll(".marks span").length === 1);
    assert.match(await slider.getAttribute("aria-valuetext"), /^\d+:\d\d of \d+:\d\d$/);
});

test("what is dragged is drawn once a picture", async (t) => {
    const page = await open(t);
    // Wait for a text that stays on the screen: a number that the next one replaces could be missed.
    await run(page, '10 FOR i=1 TO 9999: PRINT AT 0,0;i: IF i=100 THEN PRINT "CEM"\n20 NEXT i', "CEM");
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

test("what was played is a session that girafa test runs", async (t) => {
    const girafa = command(t);
    if (!girafa) {
        return;
    }
    const page = await open(t);
    const listing = '10 INPUT "Nome? "; LINE n$\n20 PRINT n$;"=";PEEK 23672\n30 PAUSE 0: PRINT "FIM ";PEEK 23672\n';
    await run(page, listing, "Nome?");
    await keys(page, "Ana\n");
    await onScreen(page, "Ana=");
    await keys(page, "x");
    await onScreen(page, "0 OK, 30:2");
    const printed = await page.evaluate(() => globalThis.girafaSeat.machine.transcript());
    await page.click("text=More");
    const { name, bytes } = await downloaded(page, () => page.click("#more >> text=Session"));
    assert.match(name, /\.toml$/);
    const directory = mkdtempSync(join(tmpdir(), "girafa-"));
    t.after(() => rmSync(directory, { recursive: true }));
    writeFileSync(join(directory, "game.bas"), listing);
    writeFileSync(join(directory, "game.toml"), bytes);
    const tested = execFileSync(girafa, ["test", directory], { encoding: "utf8" });
    assert.match(tested, /1 passed, 0 failed/);
    const session = bytes.toString();
    assert.equal(session.split("'''")[1].trim(), printed.trim());
    assert.match(session, /^keys = "CAPS\+a@/m);
    assert.match(session, /^prompts = \["Nome\?"\]$/m);
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
    // Go back to a time when part of the paper was printed: 70 lines take half a minute.
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
    // Printing the page prints only the paper, even while another panel is open.
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
    await shows(page, ".variables", "1 to 3, step 1, body at 10:");
    assert.deepEqual(await cell("t$"), ["string", '"OLA"']);
    assert.deepEqual(await cell("a(3)"), ["array", "3 elements"]);
    assert.match((await cell("i"))[1], /^1 to 3, step 1, body at 10:/);
    await page.click("text=3 elements");
    await shows(page, ".variables", "0 7 0");
    await keys(page, "42\n");
    await shows(page, ".variables", "2 to 3, step 1");
    assert.deepEqual(await cell("x"), ["number", "42"]);
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
    // SAVE waits for a key before it writes to the tape.
    await keys(page, "\n");
    await until(page, () => globalThis.girafaSeat.state.saved === 2);
    await page.click("[aria-label=More]");
    const tap = await downloaded(page, () => menu.getByText("Save what SAVE recorded").click());
    assert.equal(tap.name, "listing-saved.tap");
    assert.match(tap.bytes.toString("latin1"), /dados/);
    // Insert that tape and play it.
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu.getByText("Insert…").click()]);
    await chooser.setFiles({ name: "dados.tap", mimeType: "application/octet-stream", buffer: tap.bytes });
    await shows(page, "#more", "0 of 2 blocks taken, stopped");
    await menu.getByLabel("Instant LOAD and SAVE").uncheck();
    await menu.getByText("Play", { exact: true }).click();
    await shows(page, "#more", "playing");
    assert.equal(await page.evaluate(() => globalThis.girafaSeat.machine.doing.tape.instant), false);
    await menu.getByText("Stop", { exact: true }).click();
    await shows(page, "#more", "stopped");
    await menu.getByLabel("Printer plugged in").uncheck();
    await until(page, () => !globalThis.girafaSeat.state.printer);
    await menu.getByLabel("Pace of an original ROM").uncheck();
    await until(page, () => !globalThis.girafaSeat.state.paced);
    // An invalid tape causes one message, and the page keeps running.
    const [again] = await Promise.all([page.waitForEvent("filechooser"), menu.getByText("Insert…").click()]);
    await again.setFiles({ name: "bad.tap", mimeType: "application/octet-stream", buffer: Buffer.from([9, 9, 9]) });
    await until(page, () => document.querySelector("#notices.error")?.textContent);
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
    const girafa = command(t);
    if (!girafa) {
        return;
    }
    const listing = "10 FOR i=0 TO 40\n20 BEEP .08,i-12\n30 NEXT i\n40 BORDER 3: PAUSE 25: GO TO 10\n";
    const bytes = made(t, girafa, listing, "--wav", 600);
    const wanted = new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44));
    const page = await open(t);
    const why = await page.evaluate(async (listing) => {
        const seat = globalThis.girafaSeat;
        const why = await seat.sound.start();
        // Wait until the previous machine's samples have been played.
        seat.paused = true;
        await new Promise((done) => setTimeout(done, 500));
        seat.sound.gaps = 0;
        seat.sound.record();
        seat.run(listing);
        return why;
    }, listing);
    assert.equal(why, undefined);
    const seconds = 10.2;
    await until(
        page,
        (samples) => globalThis.girafaSeat.sound.played.reduce((sum, part) => sum + part.length, 0) >= samples,
        (1 + seconds) * 44_100,
    );
    const { played, gaps } = await page.evaluate(() => {
        const { sound } = globalThis.girafaSeat;
        return { played: sound.played.flatMap((part) => [...part].map((value) => Math.round(value * 32_768))), gaps: sound.gaps };
    });
    // A few samples of the previous machine may be left: a constant level, no tone.
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
    assert.ok(count >= seconds * 44_100, `${count} samples`);
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

test("the picture is the command's, byte by byte and dot by dot", async (t) => {
    const girafa = command(t);
    if (!girafa) {
        return;
    }
    const listing = '10 BORDER 2: FOR i=0 TO 7: PRINT INK i; PAPER 9-i; FLASH 1;"GIRAFA ";i: CIRCLE 25+i*28,90,20: NEXT i\n20 BORDER RND*7: GO TO 20\n';
    const page = await open(t);
    for (const frames of [1, 37, 200]) {
        const wanted = made(t, girafa, listing, "--screen", frames);
        const shown = await page.evaluate(
            async ([listing, frames]) => {
                const seat = globalThis.girafaSeat;
                seat.run(listing);
                seat.paused = true;
                seat.change((machine) => machine.frames(frames - machine.doing.now));
                await new Promise((drawn) => setTimeout(drawn, 200));
                const png = new Uint8Array(seat.machine.screen_png());
                const dots = (source) => {
                    const canvas = new OffscreenCanvas(source.width, source.height);
                    const context = canvas.getContext("2d");
                    context.drawImage(source, 0, 0);
                    return context.getImageData(0, 0, canvas.width, canvas.height).data.join();
                };
                const picture = await createImageBitmap(new Blob([png]));
                const canvas = document.querySelector("#screen");
                return { now: seat.state.now, png: [...png], same: dots(picture) === dots(canvas), size: [canvas.width, picture.width] };
            },
            [listing, frames],
        );
        assert.equal(shown.now, frames);
        assert.equal(shown.size[0], shown.size[1], "the canvas has a pixel a dot");
        assert.deepEqual(shown.png, [...wanted], `frame ${frames}`);
        assert.ok(shown.same, "the canvas shows another picture");
    }
});

test("the transcript shows user-defined graphics and inverse text as girafa run does", async (t) => {
    const girafa = command(t);
    if (!girafa) {
        return;
    }
    const directory = mkdtempSync(join(tmpdir(), "girafa-"));
    t.after(() => rmSync(directory, { recursive: true }));
    const file = join(directory, "udg.bas");
    const listing = '10 FOR i=0 TO 7: POKE USR "a"+i,85: NEXT i\n20 PRINT "A\\a"; INVERSE 1;"b"; INVERSE 0;CHR$ 129;"^"\n';
    writeFileSync(file, listing);
    const [row] = execFileSync(girafa, ["run", file], { encoding: "utf8" }).split("\n");
    assert.equal(row, "AⒶb▝↑");
    const page = await open(t);
    await run(page, listing, row);
    await page.click("#tab-transcript");
    await shows(page, "#panel-transcript pre", row);
});
