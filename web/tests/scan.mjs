// The page's tool for scanned listings.

import assert from "node:assert/strict";
import test from "node:test";
import { downloaded, drop, LARGE_VIEWPORT, listing, noticed, open, screenshot, shows, SMALL_VIEWPORT, until } from "./page.mjs";

/** A listing in 32 columns with typical scan errors: letters instead of digits. */
const SCANNED_LISTING = `  10 REM soma dos numeros de 1 a
 n
  20 INPUT "Quantos? ";n
  30 LET soma=0
  40 FOR i=l TO n
  50 LET soma=soma+i
  60 NEXT i
  70 PRINT "A soma dos primeiros
";n;" numeros e' ";soma
  8O GO TO 20
`;
const CORRECTED_LISTING = `10 REM soma dos numeros de 1 an
20 INPUT "Quantos? ";n
30 LET soma=0
40 FOR i=1 TO n
50 LET soma=soma+i
60 NEXT i
70 PRINT "A soma dos primeiros";n;" numeros e' ";soma
80 GO TO 20
`;

const scanned = async (t, options = {}) => {
    const page = await open(t, options);
    await drop(page, [{ name: "soma.txt", bytes: Buffer.from(SCANNED_LISTING) }]);
    await shows(page, ".scan-status", "2 places are uncertain");
    return page;
};
const result = (page) => page.textContent(".scan-side pre");

test("a scan is repaired by clicks: its repairs stand in order, with the rows that they make", async (t) => {
    const page = await scanned(t);
    await shows(page, ".doubt", "1 of 2: row 5, column 12");
    const repairs = await page.locator(".doubt li").allTextContents();
    assert.match(repairs[0], /`1` for `l`.*40 FOR i=l TO n *40 FOR i=1 TO n17 of 32/);
    assert.match(repairs[1], /`i` for `l`/);
    // A click selects an uncertain place.
    await page.click(".doubtful.error");
    await shows(page, ".doubt", "2 of 2: row 10");
    await page.click(".doubt li button");
    await shows(page, ".scan-status", "1 place is uncertain");
    await page.click(".doubt li button");
    await shows(page, ".scan-status", "No places are uncertain");
    assert.equal((await result(page)).replace("1 a n", "1 an"), CORRECTED_LISTING);
    await page.click("dialog.scan >> text=Run");
    await shows(page, "#status", "waits for an answer");
    assert.match(await listing(page), /40 FOR i=1 TO n/);
});

test("a scan is repaired by keys alone, and corrections are undone", async (t) => {
    const page = await scanned(t);
    await page.keyboard.press("Alt+ArrowDown");
    await shows(page, ".doubt", "2 of 2");
    await page.keyboard.press("Control+.");
    await shows(page, ".scan-status", "1 place is uncertain");
    await page.keyboard.press("Alt+2");
    await shows(page, ".scan-status", "No places are uncertain");
    assert.match(await result(page), /40 FOR i=i TO n/);
    await page.click("dialog.scan >> text=Undo");
    await shows(page, ".scan-status", "1 place is uncertain");
    await page.click("text=Accept the row as it is");
    await shows(page, ".scan-status", "No places are uncertain");
    assert.match(await result(page), /40 FOR i=l TO n/);
});

test("the scan is edited: corrections go along with their rows, and what no longer fits is said", async (t) => {
    const page = await scanned(t);
    await page.click("text=Accept most likely");
    await shows(page, ".scan-status", "No places are uncertain");
    await page.focus(".scan-text .cm-content");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("   5 REM antes\n");
    await until(page, () => document.querySelector(".scan-side pre").textContent.startsWith("5 REM antes\n"));
    assert.match(await result(page), /40 FOR i=1 TO n\n[^]*80 GO TO 20/);
    // Overwrite the corrected row, so that its correction no longer fits.
    for (let row = 0; row < 9; row++) {
        await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+Home");
    await page.keyboard.type("  80 STOP");
    await shows(page, ".scan-status", "the correction of line 11 does not fit");
    await page.click("text=Remove the fixes of row 11");
    await until(page, () => document.querySelector(".scan-side pre").textContent.endsWith("80 STOP\n"));
});

test("corrections are saved as a fixes file, and are taken from one", async (t) => {
    const page = await scanned(t);
    await page.keyboard.press("Control+.");
    await shows(page, ".scan-status", "1 place is uncertain");
    const { name, bytes } = await downloaded(page, () => page.click("text=Save fixes"));
    assert.equal(name, "soma.toml");
    assert.match(String(bytes), /^\[\[correction\]\]\nline = 5\nwrong = "l"\nright = "1"\n/m);
    // Undo one fix, so that the next result is recognisable by its status.
    await page.click("dialog.scan >> text=Undo");
    await shows(page, ".scan-status", "2 places are uncertain");
    await page.keyboard.press("Escape");
    await drop(page, [{ name: "soma.toml", bytes }, { name: "soma.txt", bytes: Buffer.from(SCANNED_LISTING) }]);
    await shows(page, ".scan-status", "1 place is uncertain");
    await page.keyboard.press("Escape");
    await drop(page, [{ name: "mau.toml", bytes: Buffer.from("[[correction]]\nline = 0.5") }]);
    await shows(page, ".scan-status.error", "fixes: ");
});

for (const viewport of [SMALL_VIEWPORT, LARGE_VIEWPORT]) {
    test(`the reader fits in ${viewport.width} x ${viewport.height}`, async (t) => {
        const page = await scanned(t, { viewport });
        const fits = await page.evaluate(() => {
            const { left, right } = document.querySelector("dialog.scan").getBoundingClientRect();
            const { scrollWidth, clientWidth } = document.querySelector("dialog.scan");
            return left >= 0 && right <= innerWidth && scrollWidth <= clientWidth;
        });
        assert.ok(fits, "it goes over the window's edge");
        await screenshot(page, `scan-${viewport.width}`);
    });
}

test("a text that is neither a listing nor its scan is said to be that", async (t) => {
    const page = await open(t);
    await drop(page, [{ name: "prosa.txt", bytes: Buffer.from("Era uma vez\num computador\n") }]);
    assert.match(await noticed(page), /^prosa\.txt: neither the book's text nor a listing or scan/);
});
