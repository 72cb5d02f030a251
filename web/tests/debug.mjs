// Debugging in the page: breakpoints, steps in both directions, and where values come from.

import assert from "node:assert/strict";
import test from "node:test";
import { keys, noticed, open, shows, until, write } from "./page.mjs";

const LISTING = '10 LET a=2: LET b=3\n20 FOR i=1 TO 3\n30 LET a=a+b*i: PRINT a\n40 NEXT i\n50 READ c$\n60 DATA "x"\n';

/** Waits until the program has stopped before a statement, and that statement is marked in the listing. */
async function stopsBefore(page, place, text) {
    await shows(page, "#status", `stopped before ${place}`);
    await until(page, (text) => document.querySelector(".cm-next")?.textContent === text, text);
}

/** Clicks in the margin next to a row. */
async function clickMargin(page, row) {
    const { x, y, height } = await page.locator(".cm-line").nth(row - 1).boundingBox();
    const margin = await page.locator(".cm-breakpoints").boundingBox();
    assert.ok(margin.x < x);
    await page.mouse.click(margin.x + margin.width / 2, y + height / 2);
}

test("a breakpoint in the margin stops the program, which steps on and back from there", async (t) => {
    const page = await open(t);
    await write(page, LISTING);
    await clickMargin(page, 3);
    await page.keyboard.press("Control+Enter");
    await stopsBefore(page, "30:1", "LET a=a+b*i");
    assert.ok(await page.isHidden("#resume"));
    await page.keyboard.press("F10");
    await stopsBefore(page, "30:2", "PRINT a");
    const blank = await page.evaluate(() => girafa.screenText());
    await page.keyboard.press("F10");
    await stopsBefore(page, "40:1", "NEXT i");
    assert.notEqual(await page.evaluate(() => girafa.screenText()), blank);
    await page.keyboard.press("Shift+F10");
    await stopsBefore(page, "30:2", "PRINT a");
    assert.equal(await page.evaluate(() => girafa.screenText()), blank);
    await page.click("#controls >> text=Pause");
    await until(page, () => girafa.variables().find(({ name }) => name === "i").value === 2 && girafaSeat.paused);
    await stopsBefore(page, "30:1", "LET a=a+b*i");
    await page.click("#tab-variables");
    await page.click("text=Run back");
    await until(page, () => girafa.variables().find(({ name }) => name === "i").value === 1);
    await stopsBefore(page, "30:1", "LET a=a+b*i");
    await page.click("text=Run back");
    assert.equal(await noticed(page), "This is the start of the recorded run.");
    await clickMargin(page, 3);
    await page.click("#controls >> text=Pause");
    await shows(page, "#status", "0 OK, 60:1");
});

test("the picture shows what was printed before the statement at which the program has stopped", async (t) => {
    const page = await open(t);
    await write(page, '10 CLS\n20 PRINT AT 9,9;"X"\n30 CLS\n40 GO TO 20');
    await clickMargin(page, 3);
    await page.keyboard.press("Control+Enter");
    await stopsBefore(page, "30:1", "CLS");
    const dots = () => page.evaluate(() => {
        const { width, height } = document.querySelector("#screen");
        const { data } = document.querySelector("#screen").getContext("2d").getImageData(0, 0, width, height);
        return new Set(new Uint32Array(data.buffer)).size;
    });
    assert.equal(await dots(), 2);
});

test("breakpoints follow their rows, and F9 sets them by keys", async (t) => {
    const page = await open(t);
    await write(page, LISTING);
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("F9");
    assert.equal(await page.locator(".cm-breakpoints >> text=●").count(), 2, "one, and the hidden one that gives the margin its width");
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("5 REM\n");
    await page.keyboard.press("Control+Enter");
    await stopsBefore(page, "20:1", "FOR i=1 TO 3");
    await write(page, "PRINT 1");
    await page.keyboard.press("F9");
    assert.match(await noticed(page), /a breakpoint needs a row that begins with a line number/);
});

test("a click on a variable shows the statements that its value comes from, and goes to them", async (t) => {
    const page = await open(t);
    await write(page, LISTING);
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "0 OK, 60:1");
    await page.click("#tab-variables");
    await page.click(".variables th button:text-is('a')");
    const rows = await page.locator(".why p").allTextContents();
    assert.deepEqual(rows.map((row) => row.replace(/ \(\d:\d\d\)/, "")), [
        "a = 20 30:1 LET a=a+b*i",
        "a = 11 30:1 LET a=a+b*i",
        "b = 3 10:2 LET b=3",
        "i = 3 40:1 NEXT i",
    ]);
    await page.click(".why button >> nth=1");
    await stopsBefore(page, "30:1", "LET a=a+b*i");
    assert.equal(await page.evaluate(() => girafa.variables().find(({ name }) => name === "i").value), 2);
    await page.evaluate(() => girafaSeat.goTo(girafaSeat.machine.doing.last));
    await page.click(".variables th button:text-is('c$')");
    assert.match(await page.textContent(".why"), /c\$ = "x" 50:1 READ c\$.*from 60:1 DATA "x"/);
    await page.fill(".debug input", "q(2)");
    await page.click("text=Why?");
    assert.match(await page.textContent(".why .error"), /q\(2\)/);
});

test("a key that is pressed while the program has stopped is part of a link's moment", async (t) => {
    const page = await open(t);
    await write(page, '10 LET n=0\n20 LET n=n+1: LET k$=INKEY$: IF k$<>"" THEN PRINT n;k$\n30 GO TO 20');
    await clickMargin(page, 3);
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "stopped before 30:1");
    await page.click("text=Save, share…");
    await page.click("text=The run at this moment");
    await shows(page, "dialog[open]", "Without the moment: the program has stopped before a statement.");
    await page.keyboard.press("Escape");
    await clickMargin(page, 3);
    await keys(page, "x");
    await until(page, () => girafa.transcript().includes("x"));
    await page.click("#controls >> text=Pause");
    const shown = await page.evaluate(() => girafa.transcript());
    const link = await page.evaluate(() => girafa.link());
    const other = await open(t, { url: link });
    assert.match(await noticed(other), /This is the moment of the link/);
    assert.equal(await other.evaluate(() => girafa.transcript()), shown);
});

test("another listing has its own breakpoints", async (t) => {
    const page = await open(t);
    await write(page, LISTING);
    await clickMargin(page, 3);
    await page.click("#actions >> text=New");
    await write(page, "10 PRINT 1\n30 PRINT 2\n");
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "0 OK, 30:1");
});
