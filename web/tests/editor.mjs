// Work on the listing: quick fixes, hints, running and stopping, saving, keeping.

import assert from "node:assert/strict";
import test from "node:test";
import { drop, keys, listing, noticed, open, saved, shows, until, write } from "./page.mjs";

/** Whether the button that stops the program can be used. */
const canStop = (page) => page.isEnabled("#actions >> text=Stop");

test("the repair of the cursor's line is made by a key", async (t) => {
    const page = await open(t);
    await write(page, "10 PIRNT 2");
    await until(page, () => document.querySelector(".cm-lintRange-error"));
    await page.keyboard.press("Control+.");
    assert.equal(await listing(page), "10 PRINT 2");
});

test("a finding's repair is a button in its tooltip", async (t) => {
    const page = await open(t);
    await write(page, "10 PIRNT 2");
    await page.hover(".cm-lintRange-error");
    await page.click(".cm-tooltip .cm-diagnosticAction");
    assert.equal(await listing(page), "10 PRINT 2");
});

test("run and stop: BREAK, STOP at any INPUT, and a program that hears neither", async (t) => {
    const page = await open(t);
    const programs = [
        ["10 GO TO 10", "L BREAK into program, 10:1"],
        ["10 INPUT a", "H STOP in INPUT, 10:1"],
        ["10 INPUT a$", "H STOP in INPUT, 10:1"],
        ["10 INPUT LINE a$", "H STOP in INPUT, 10:1"],
    ];
    for (const [program, report] of programs) {
        await write(page, program);
        await page.keyboard.press("Control+Enter");
        await page.waitForSelector("#actions button:enabled >> text=Stop");
        await shows(page, "#status", program.includes("INPUT") ? "waits for an answer" : "line 10");
        if (program.includes("INPUT")) {
            await keys(page, "12");
        }
        await page.keyboard.press("Control+Shift+Enter");
        await shows(page, "#status", report);
        assert.equal(await canStop(page), false);
    }
    await write(page, "10 BEEP 9,1: GO TO 10");
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "line 10");
    await page.click("#actions >> text=Stop");
    assert.match(await noticed(page), /does not react to BREAK/);
    assert.equal(await canStop(page), false);
});

test("a changed listing is marked until it is run", async (t) => {
    const page = await open(t);
    await write(page, "10 PRINT 1");
    assert.equal(await page.textContent(".changed"), "");
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "0 OK");
    await write(page, "10 PRINT 2");
    assert.equal(await page.textContent(".changed"), "changed since it was run");
    await page.keyboard.press("Control+z");
    assert.equal(await page.textContent(".changed"), "");
});

test("what a variable holds now is shown by a key and by the pointer", async (t) => {
    const page = await open(t);
    const program = '10 DIM a(2,3): LET a(1,2)=7\n20 LET n$="ola": LET soma=12';
    await write(page, program);
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "0 OK");
    await page.focus(".cm-content");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("F1");
    await shows(page, ".hint", "soma = 12");
    await page.keyboard.press("Escape");
    await until(page, () => !document.querySelector(".hint"));
    await page.keyboard.press("Control+Home");
    for (let at = 0; at < 7; at++) {
        await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("F1");
    await shows(page, ".hint", "a(2, 3)\n0 7 0\n0 0 0");
    await page.keyboard.press("Escape");
    await page.hover('.cm-line >> text="n$"');
    await shows(page, ".hint", 'n$ = "ola"');
});

test("keywords and variables are completed, and Enter ends the row", async (t) => {
    const page = await open(t);
    await write(page, "10 LET contador=1\n20 ");
    await page.keyboard.type("RANDO");
    await shows(page, ".cm-tooltip-autocomplete", "RANDOMIZE");
    // The completion list ignores keys for a moment after it appears.
    await page.waitForTimeout(200);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.match(await listing(page), /20 RANDOMIZE$/);
    await page.keyboard.type(" con");
    await shows(page, ".cm-tooltip-autocomplete", "contador");
    await page.keyboard.press("Enter");
    assert.match(await listing(page), /20 RANDOMIZE con\n30 $/);
});

test("Run starts the listing as it is, also while a program runs", async (t) => {
    const page = await open(t);
    await write(page, "10 GO TO 10");
    await page.click("#actions >> text=Run");
    await page.waitForSelector("#actions button:enabled >> text=Stop");
    const place = () => page.evaluate(() => [...document.querySelectorAll("#actions > *")].map((part) => part.getBoundingClientRect().left).slice(0, 5));
    const before = await place();
    await write(page, "10 PRINT 8");
    await page.click("#actions >> text=Run");
    await shows(page, "#panel-transcript", "8");
    await write(page, "10 PIRNT");
    await shows(page, "#actions", "1 error");
    assert.deepEqual(await place(), before);
});

test("Enter begins the next line with its number", async (t) => {
    const page = await open(t);
    const cases = [
        ["10 CLS", "10 CLS\n20 "],
        ["10 CLS\n15 CLS", "10 CLS\n15 CLS\n20 "],
        ["100 CLS\n9990 CLS", "100 CLS\n9990 CLS\n9995 "],
        ["9999 CLS", "9999 CLS\n"],
        ["10 CLS\n20 ", "10 CLS\n"],
        ["# texto", "# texto\n"],
        ["", "\n"],
    ];
    for (const [before, after] of cases) {
        await write(page, before);
        await page.keyboard.press("Control+End");
        await page.keyboard.press("Enter");
        assert.equal(await listing(page), after);
    }
    // Between two lines: the number before the next one, or halfway to it.
    await write(page, "10 CLS\n20 CLS\n21 CLS");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    assert.equal(await listing(page), "10 CLS\n15 \n20 CLS\n21 CLS");
    await write(page, "10 CLS\n15 CLS\n20 CLS\n21 CLS");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    assert.equal(await listing(page), "10 CLS\n15 CLS\n20 CLS\n\n21 CLS");
});

test("Tab leaves the editor", async (t) => {
    const page = await open(t);
    await page.focus(".cm-content");
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => !document.activeElement.closest("#editor")));
});

test("it is saved as text, tape and snapshot, under its name", async (t) => {
    const page = await open(t);
    await write(page, '10 PRINT "OLA"');
    const bas = await saved(page, ".bas");
    assert.deepEqual([bas.name, String(bas.bytes)], ["listing.bas", '10 PRINT "OLA"']);
    const tap = await saved(page, ".tap");
    assert.equal(tap.name, "listing.tap");
    assert.equal(tap.bytes.readUInt16LE(0), 19);
    const szx = await saved(page, ".szx");
    assert.deepEqual([szx.name, String(szx.bytes.subarray(0, 4))], ["listing.szx", "ZXST"]);
    await write(page, "10 PIRNT");
    await page.click("text=Save, share…");
    await page.click("dialog[open] >> text=.tap");
    assert.match(await noticed(page), /PIRNT/);
});

test("the next visit finds the listing", async (t) => {
    const page = await open(t);
    await write(page, "10 REM fica");
    await page.reload();
    await until(page, () => document.body.dataset.ready !== undefined);
    assert.equal(await listing(page), "10 REM fica");
});

test("a keyword shows its description", async (t) => {
    const page = await open(t);
    await write(page, "10 PRINT 1");
    await page.hover('.cm-line >> text="PRINT"');
    await shows(page, ".hint", "PRINT items\nPrints values on the screen.");
});

test("renumbering keeps the jumps, tells what it cannot, and is undone at once", async (t) => {
    const page = await open(t);
    const before = "1 GO TO 3\n2 GO TO 10*n\n3 REM GO TO 1";
    await write(page, before);
    await page.click("text=Renumber…");
    await page.fill("input[name=first]", "100");
    await page.fill("input[name=step]", "5");
    await page.keyboard.press("Enter");
    await shows(page, "#notices", "line 105: ");
    assert.equal(await listing(page), "100 GO TO 110\n105 GO TO 10*n\n110 REM GO TO 1");
    await page.focus(".cm-content");
    await page.keyboard.press("Control+z");
    assert.equal(await listing(page), before);
    await page.click("text=Renumber…");
    await page.fill("input[name=step]", "9000");
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelector("#notices.error"));
    assert.equal(await listing(page), before);
});

test("all findings are listed by a key, and their repairs made by letters", async (t) => {
    const page = await open(t);
    await write(page, "10 PIRNT 2\n20 PIRNT 3");
    await until(page, () => document.querySelectorAll(".cm-lintRange-error").length === 2);
    await shows(page, "#actions", "2 errors");
    await page.keyboard.press("Control+Shift+M");
    await until(page, () => document.querySelector(".cm-panel-lint"));
    // The underlined letter in the quick fix is its key.
    await page.keyboard.press((await page.textContent(".cm-panel-lint .cm-diagnosticAction u")).toLowerCase());
    await until(page, () => document.querySelectorAll(".cm-lintRange-error").length === 1);
    assert.equal((await listing(page)).match(/PRINT/g)?.length, 1);
    await shows(page, "#actions", "1 error");
    // With the mouse: the button opens the list, which has the quick fix.
    await page.click(".cm-panel-lint button[name=close]");
    await page.click("#actions >> text=1 error");
    await page.click(".cm-panel-lint .cm-diagnosticAction");
    assert.equal((await listing(page)).match(/PRINT/g)?.length, 2);
});

test("a listing full of mistakes is checked while the machine and the keys still work", async (t) => {
    const page = await open(t);
    const row = (number) => `${number} PIRNT "a": LET b$=${number}: GOTO ${number}x: FOR i=1 TO\n`;
    const text = Array.from({ length: 9_000 }, (_, index) => row(index + 1)).join("");
    await drop(page, [{ name: "erros.bas", bytes: Buffer.from(text) }]);
    assert.match(await noticed(page), /^erros\.bas has mistakes:[^]*and \d+ more$/);
    // If the text changes during a check, only the last result is reported.
    await page.focus(".cm-content");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("1 REM ");
    assert.match(await listing(page), /^1 REM 1 PIRNT/);
    await shows(page, "#actions", "35997 errors");
    assert.ok((await page.locator(".cm-lintRange-error").count()) > 0);
    await write(page, "10 PRINT 4");
    await page.keyboard.press("Control+Enter");
    await shows(page, "#panel-transcript", "4");
});
