// The Spectrum's keys: their legends, the host's keyboard, and the keyboard on the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { INPUT_LISTING, module, onScreen, run } from "./machine.mjs";
import { keys, open, shows, SMALL_VIEWPORT, until } from "./page.mjs";

test("what is written on the keys is what they type", async (t) => {
    const { KEYBOARD } = await module("legends");
    const page = await open(t);
    const wrong = await page.evaluate((legends) => {
        const Machine = globalThis.girafaSeat.machine.constructor;
        /** The text of the lower screen after chords at the start of a statement. */
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
        // Check that a mismatch is detected: this one is the only entry expected.
        same("PRINT for LIST", [["K"]], "PRINT");
        return wrong;
    }, KEYBOARD);
    assert.deepEqual(wrong.length, 1, wrong.join("\n"));
    assert.match(wrong[0], /^PRINT for LIST: PRINT is written, LIST/);
});

test("a character is typed as it is, without what the Spectrum has not", async (t) => {
    const page = await open(t);
    await run(page, INPUT_LISTING, "Nome?");
    await keys(page, 'Joao "X" 2<3?\n');
    await onScreen(page, 'OLA Joao "X" 2<3?');
    // Events as keyboards with dead keys and AltGr send them.
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

test("a key that is held stays down, repeats as the ROM has it, and no longer", async (t) => {
    // Without sound the frames depend on the page's clock alone.
    const page = await open(t, { stopped: true, init: () => delete globalThis.AudioContext });
    const pass = (milliseconds) => page.clock.runFor(milliseconds);
    const start = async (listing) => {
        await page.evaluate((listing) => globalThis.girafaSeat.run(listing), listing);
        await pass(1_000);
        await page.focus("#screen");
    };
    const text = () => page.evaluate(() => globalThis.girafaSeat.machine.screen_text());
    const hold = async (milliseconds) => {
        // The host repeats a key after half a second, every 40 ms.
        await page.keyboard.down("x");
        await pass(500);
        for (let held = 500; held < milliseconds; held += 40) {
            await page.keyboard.down("x");
            await pass(40);
        }
        await page.keyboard.up("x");
    };
    // A program that counts how often the key is released.
    await start('10 LET k$="": LET n=0\n20 LET i$=INKEY$: IF i$="" AND k$="x" THEN LET n=n+1\n30 LET k$=i$: PRINT AT 0,0;k$;"*";n;" ": GO TO 20');
    await hold(2_000);
    await pass(200);
    assert.match(await text(), /^\*1\s/);
    await start(INPUT_LISTING);
    await hold(2_500);
    await pass(200);
    const typed = async () => (await text()).split("x").length - 1;
    const soon = await typed();
    assert.ok(soon > 5 && soon <= 30, `${soon} times`);
    await pass(1_000);
    assert.equal(await typed(), soon, "it went on after the key came up");
    // Fast typing produces each key exactly once.
    await keys(page, "\nabcabcaabbcc112233\n");
    await pass(5_000);
    assert.ok((await text()).includes("OLA abcabcaabbcc112233"));
});

test("by meaning a key is down as long as it is held, even if the page stalls after the press", async (t) => {
    const init = () => {
        delete globalThis.AudioContext;
        localStorage.setItem("girafa.keys", JSON.stringify({ mapping: "meaning" }));
    };
    const page = await open(t, { stopped: true, init });
    await page.evaluate(() => globalThis.girafaSeat.run('10 PRINT AT 0,0;INKEY$;"*": GO TO 10'));
    await page.clock.runFor(1_000);
    await page.focus("#screen");
    const row = async () => (await page.evaluate(() => globalThis.girafaSeat.machine.screen_text())).split("\n")[0].trim();
    await page.keyboard.down("x");
    // Several frames run at once.
    await page.clock.fastForward(150);
    await page.clock.runFor(1_000);
    assert.equal(await row(), "x*");
    await page.keyboard.up("x");
    await page.clock.runFor(200);
    assert.equal(await row(), "**");
});

test("by position a key is down as long as it is held, and up when the screen is left", async (t) => {
    const page = await open(t);
    await run(page, '10 PRINT AT 0,0;INKEY$;"*  ": GO TO 10', "*");
    await page.click("[aria-label=More]");
    await page.getByLabel("Key mapping").selectOption("position");
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
    const page = await open(t, { viewport: SMALL_VIEWPORT });
    await page.click("#tab-keys");
    const lower = () => globalThis.girafaSeat.machine.screen_text().trimEnd().split("\n").at(-1);
    const types = async (selector, text) => {
        for (const key of selector) {
            await page.hover(`.key-${key}`);
            // At once, so that a slow computer does not make it longer than a tap.
            await Promise.all([page.mouse.down(), page.mouse.up()]);
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
    // Two fingers: SYMBOL SHIFT is held while a key is touched, and no longer applies after its release.
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
    // With the host's keyboard, as users of a screen reader do.
    await page.focus(".key-q");
    await page.keyboard.press("ArrowRight");
    assert.match(await page.evaluate(() => document.activeElement.textContent), /^W, DRAW, Symbol Shift: <>, extended: COS, extended with Symbol Shift: ACS$/);
    await page.keyboard.press("Enter");
    await until(page, () => globalThis.girafaSeat.machine.screen_text().includes("*bw"));
});
