// What games need: keys by position, the pad, gamepads, a Kempston joystick, and sound after any gesture.

import assert from "node:assert/strict";
import { test } from "node:test";
import { onScreen, run } from "./machine.mjs";
import { isFirefox, ONLY_CHROMIUM, open, SMALL_VIEWPORT, until } from "./page.mjs";

/** Prints the keys that are down of O, P, Q, A and Space by reading their half-rows, as games in machine code do. */
const KEYS = `10 LET a=IN 57342: LET b=IN 64510: LET c=IN 65022: LET d=IN 32766
20 DEF FN d(x,p)=INT (x/p)-2*INT (x/p/2)
30 PRINT AT 0,0;("O" AND FN d(a,2)=0);("P" AND FN d(a,1)=0);("Q" AND FN d(b,1)=0);("A" AND FN d(c,1)=0);("S" AND FN d(d,1)=0);".    "
40 GO TO 10`;
const JOYSTICK = '10 PRINT AT 0,0;IN 31;"   ": GO TO 10';

const isFirstRow = (row) => girafaSeat.machine.screen_text().split("\n")[0].trim() === row;

test("in a game two keys held together are both seen; at INPUT a key types its character", async (t) => {
    const page = await open(t);
    await run(page, KEYS, ".");
    await page.focus("#screen");
    await page.keyboard.down("KeyO");
    await page.keyboard.down("KeyQ");
    await until(page, isFirstRow, "OQ.");
    await page.keyboard.up("KeyO");
    await until(page, isFirstRow, "Q.");
    await page.keyboard.up("KeyQ");
    await until(page, isFirstRow, ".");
    // As a French keyboard sends it: by position it is Q.
    const down = (key, code) => page.evaluate(([key, code]) => {
        const screen = document.querySelector("#screen");
        for (const kind of ["keydown", "keyup"]) {
            screen.dispatchEvent(new KeyboardEvent(kind, { key, code, cancelable: true }));
        }
    }, [key, code]);
    await run(page, '10 LET k$=INKEY$: IF k$="" THEN GO TO 10\n20 PRINT k$: PAUSE 20: INPUT n$: PRINT n$: PAUSE 0: PRINT "end"', "");
    await until(page, () => girafa.state().runs);
    await down("a", "KeyQ");
    await onScreen(page, "q");
    await until(page, () => girafa.state().asks);
    await down("a", "KeyQ");
    await down("Enter", "Enter");
    await onScreen(page, "q\na");
});

test("the mapping of keys is chosen, and remembered", async (t) => {
    const page = await open(t);
    const choose = async (name) => {
        await page.click("[aria-label=More]");
        await page.getByLabel("Key mapping").selectOption(name);
        await page.keyboard.press("Escape");
    };
    await choose("meaning");
    await page.reload();
    await until(page, () => document.body.dataset.ready !== undefined);
    await run(page, KEYS, ".");
    await page.focus("#screen");
    await page.keyboard.down("KeyO");
    await until(page, isFirstRow, "O.");
    await page.keyboard.down("KeyQ");
    await until(page, isFirstRow, "Q.");
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("girafa.keys")).mapping), "meaning");
});

/** Touches: `touch` gives all fingers that are down, or at "touchEnd" those that are lifted, without any the last one. */
async function fingers(page) {
    const cdp = await page.context().newCDPSession(page);
    return {
        at: async (selector, dx = 0, dy = 0, id = 1) => {
            const { x, y, width, height } = await page.locator(selector).boundingBox();
            return { x: x + (width / 2) * (1 + dx), y: y + (height / 2) * (1 + dy), id };
        },
        touch: (type, ...touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints }),
    };
}

test("the pad presses the keys that are chosen, in eight directions, with a second finger to fire", { skip: isFirefox && ONLY_CHROMIUM }, async (t) => {
    const page = await open(t, { viewport: { width: 390, height: 844 }, touch: true });
    await run(page, KEYS, ".");
    await page.click("#tab-keys");
    await page.getByLabel("Pad for games").check();
    assert.equal(await page.isVisible(".keyboard"), false);
    const { at, touch } = await fingers(page);
    const left = await at(".stick", -0.8, 0);
    await touch("touchStart", left);
    await until(page, isFirstRow, "O.");
    const upRight = await at(".stick", 0.6, -0.6);
    await touch("touchMove", upRight);
    await until(page, isFirstRow, "PQ.");
    const fire = await at(".pad .fire", 0, 0, 2);
    await touch("touchStart", upRight, fire);
    await until(page, isFirstRow, "PQS.");
    await touch("touchEnd", fire);
    await until(page, isFirstRow, "PQ.");
    await touch("touchEnd");
    await until(page, isFirstRow, ".");
    // A tap that is shorter than a frame is seen, too.
    await run(page, '10 LET k$=INKEY$: IF k$="" THEN GO TO 10\n20 PRINT k$;: GO TO 10', "");
    await until(page, () => girafa.state().runs);
    await page.locator("#panel-keys select").selectOption("cursor");
    await touch("touchStart", await at(".pad .fire"));
    await touch("touchEnd");
    await onScreen(page, "0");
    // With a keyboard or a screen reader.
    await page.focus(".stick .up");
    await page.keyboard.press("Enter");
    await onScreen(page, "7");
    // Both are remembered.
    await page.reload();
    await until(page, () => document.body.dataset.ready !== undefined);
    await page.click("#tab-keys");
    assert.equal(await page.isVisible(".pad"), true);
    assert.equal(await page.locator("#panel-keys select").inputValue(), "cursor");
});

test("a Kempston joystick is at port 31 while it is chosen, also in a link to the moment", async (t) => {
    const page = await open(t, { viewport: SMALL_VIEWPORT });
    await page.evaluate((listing) => girafa.run(listing), JOYSTICK);
    await onScreen(page, "255");
    await page.click("#tab-keys");
    await page.getByLabel("Pad for games").check();
    await page.locator("#panel-keys select").selectOption("kempston");
    await until(page, isFirstRow, "0");
    await page.locator(".stick").scrollIntoViewIfNeeded();
    const { x, y, width, height } = await page.locator(".stick").boundingBox();
    await page.mouse.move(x + width * 0.1, y + height * 0.9);
    await page.mouse.down();
    await until(page, isFirstRow, "6");
    await page.mouse.move(x + width * 0.9, y + height * 0.1);
    await until(page, isFirstRow, "9");
    const url = await page.evaluate(() => {
        girafa.pause();
        return girafa.link();
    });
    const other = await open(t, { url });
    await until(other, isFirstRow, "9");
    await page.evaluate(() => girafa.pause(false));
    await page.mouse.up();
    await until(page, isFirstRow, "0");
    // The next program finds it at its start.
    await page.evaluate(() => girafa.run("10 PRINT IN 31: STOP"));
    await until(page, isFirstRow, "0");
    const session = await page.evaluate(() => {
        try {
            return girafaSeat.machine.session();
        } catch (error) {
            return error.message;
        }
    });
    assert.match(session, /something other than keys has changed the run: .*a joystick/);
});

test("a gamepad is a joystick: its stick, its cross and its buttons", async (t) => {
    const page = await open(t, {
        init: () => {
            const buttons = Array.from({ length: 17 }, () => ({ pressed: false }));
            globalThis.gamepad = { index: 0, axes: [0, 0], buttons };
            navigator.getGamepads = () => [null, globalThis.gamepad];
        },
    });
    await run(page, KEYS, ".");
    const state = (axes, ...pressed) => page.evaluate(([axes, pressed]) => {
        gamepad.axes = axes;
        gamepad.buttons = gamepad.buttons.map((_, index) => ({ pressed: pressed.includes(index) }));
    }, [axes, pressed]);
    await state([-1, 0]);
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(isFirstRow, "."), true, "it is not read before it is connected");
    await page.evaluate(() => dispatchEvent(new Event("gamepadconnected")));
    await until(page, () => document.querySelector("#notices").textContent.includes("A gamepad is connected. It presses: O P Q A, Space."));
    await until(page, isFirstRow, "O.");
    await state([0.3, -0.9], 1);
    await until(page, isFirstRow, "QS.");
    await state([0, 0], 13, 15);
    await until(page, isFirstRow, "PA.");
    await page.evaluate(() => {
        navigator.getGamepads = () => [null, null];
        dispatchEvent(Object.assign(new Event("gamepaddisconnected"), { gamepad }));
    });
    await until(page, isFirstRow, ".");
});

test("sound starts at the end of a gesture, and again at the next one if it was stopped", async (t) => {
    const page = await open(t, {
        init: () => {
            // A device that starts at the third request only, and that the test stops.
            globalThis.requests = 0;
            AudioContext.prototype.resume = ((resume) => function () {
                globalThis.context = this;
                requests += 1;
                return requests < 3 ? new Promise(() => {}) : resume.call(this);
            })(AudioContext.prototype.resume);
            Object.defineProperty(AudioContext.prototype, "state", { get: () => (globalThis.requests < 3 || globalThis.stopped ? "interrupted" : "running") });
        },
    });
    const state = () => page.evaluate(() => [requests, girafaSeat.sound.waiting !== undefined]);
    assert.deepEqual(await state(), [0, false], "not before a gesture");
    await page.mouse.click(5, 5);
    await until(page, () => requests >= 3 || document.body.click());
    await until(page, () => girafaSeat.sound.waiting !== undefined);
    await page.evaluate(() => (globalThis.stopped = true));
    const before = (await state())[0];
    await page.keyboard.press("a");
    await until(page, (before) => requests > before, before);
});
