// The page's tool for scanned listings.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { command } from "./machine.mjs";
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

test("a second scan replaces the first, with its corrections and its width", async (t) => {
    const page = await scanned(t);
    await page.selectOption(".scan select", "32");
    await page.click("text=Accept most likely");
    await shows(page, ".scan-status", "No places are uncertain");
    await drop(page, [{ name: "outro.txt", bytes: Buffer.from("10 PRINT 1O\n") }]);
    await until(page, () => document.querySelector(".scan-text .cm-content").textContent === "10 PRINT 1O");
    await shows(page, ".doubt", "1 of 1: row 1");
    assert.equal(await page.inputValue(".scan select"), "");
    assert.equal(await page.isEnabled("dialog.scan >> text=Undo"), false);
    // The text of the first scan is not an earlier version of this one.
    await page.focus(".scan-text .cm-content");
    await page.keyboard.press("Control+z");
    assert.equal(await page.textContent(".scan-text .cm-content"), "10 PRINT 1O");
});

/** A directory with the girafa command's picture of a printed page. */
function printed(t, girafa, listing) {
    const directory = mkdtempSync(join(tmpdir(), "girafa-"));
    t.after(() => rmSync(directory, { recursive: true }));
    const run = (...asked) => spawnSync(girafa, asked, { cwd: directory, encoding: "utf8" });
    writeFileSync(join(directory, "pagina.bas"), listing);
    const done = run("hardcopy", "pagina.bas", "--llist", "-o", "pagina.png", "--style", "paper");
    assert.equal(done.status, 0, done.stderr);
    return { run, file: (name) => join(directory, name) };
}

/** A picture as a worse JPEG, as from a small camera. */
function photo(page, png) {
    return page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(Math.round(picture.width * 0.4), Math.round(picture.height * 0.4));
        const context = canvas.getContext("2d");
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.filter = "blur(1.5px)";
        context.rotate(0.01);
        context.drawImage(picture, 0, 0, canvas.width, canvas.height);
        const jpeg = await (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.4 })).arrayBuffer();
        return [...new Uint8Array(jpeg)];
    }, png.toString("base64")).then((bytes) => Buffer.from(bytes));
}

test("pictures of pages are read as the command reads them, from files, a camera and the clipboard", async (t) => {
    const girafa = command(t);
    if (!girafa) {
        return;
    }
    const { run, file } = printed(t, girafa, CORRECTED_LISTING);
    const page = await open(t, { viewport: { width: 390, height: 844 }, touch: true });
    const png = readFileSync(file("pagina.png"));
    await drop(page, [{ name: "pagina.png", bytes: png }]);
    await shows(page, ".scan-status", "No places are uncertain");
    assert.equal(await result(page), CORRECTED_LISTING);
    // A worse picture has the same text and the same uncertain places.
    const jpeg = await photo(page, png);
    writeFileSync(file("foto.jpg"), jpeg);
    const { doubts } = JSON.parse(run("typein", "foto.jpg", "--json", "--text", "foto.txt").stdout);
    assert.ok(doubts.length > 0);
    await page.setInputFiles("input[aria-label='A photo of a page']", { name: "foto.jpg", mimeType: "image/jpeg", buffer: jpeg });
    await shows(page, ".scan-status", `${doubts.length} place`);
    const rows = () => page.evaluate(() => [...document.querySelectorAll(".scan-text .cm-line")].map(({ textContent }) => `${textContent}\n`).join(""));
    assert.equal(await rows(), readFileSync(file("foto.txt"), "utf8").replace(/\n$/, "\n\n"));
    for (const [index, doubt] of doubts.entries()) {
        await shows(page, ".doubt", `${index + 1} of ${doubts.length}: row ${doubt.row}, column ${doubt.column}`);
        assert.ok((await page.textContent(".reported")).includes(doubt.message), doubt.message);
        if (index + 1 < doubts.length) {
            await page.click("[aria-label='Next place (Alt+Down)']");
        }
    }
    assert.ok(await page.isVisible("text=Camera…"));
    // Pasted, two pages: the second one continues the first.
    await page.keyboard.press("Escape");
    await page.evaluate((bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, [...png]);
    await shows(page, ".scan-status", "No places are uncertain");
    assert.equal(await result(page), CORRECTED_LISTING);
});

test("several pictures are pages in the order of their names; after an edit of a row, nothing in it is uncertain", async (t) => {
    const girafa = command(t);
    if (!girafa) {
        return;
    }
    const pictureOf = (listing) => readFileSync(printed(t, girafa, listing).file("pagina.png"));
    const [first, second] = ["10 LET a=1\n20 LET b=2\n", "30 PRINT a+b\n"].map(pictureOf);
    const page = await open(t);
    await drop(page, [{ name: "p10.png", bytes: second }, { name: "p9.png", bytes: first }]);
    await shows(page, ".scan-status", "No places are uncertain");
    assert.equal(await result(page), "10 LET a=1\n20 LET b=2\n30 PRINT a+b\n");
    const blurred = await photo(page, pictureOf(CORRECTED_LISTING));
    await drop(page, [{ name: "a.png", bytes: pictureOf("5 REM antes\n") }, { name: "b.jpg", bytes: blurred }]);
    await until(page, () => /[1-9] places? (is|are) uncertain/.test(document.querySelector(".scan-status").textContent));
    const before = await page.textContent(".doubt strong");
    assert.match(before, /row [2-9]/);
    await page.focus(".scan-text .cm-content");
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("1 CLS\n");
    await shows(page, ".doubt strong", before.replace(/row (\d+)/, (_, row) => `row ${Number(row) + 1}`));
    await page.focus(".scan-text .cm-content");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("10 PRINT 1\n");
    await shows(page, ".scan-status", "No places are uncertain");
});

test("a picture that is not of a listing is said to be that, and keeps the scan", async (t) => {
    const page = await scanned(t);
    const white = Buffer.from(await page.evaluate(async () => {
        const canvas = new OffscreenCanvas(300, 200);
        const context = canvas.getContext("2d");
        context.fillStyle = "white";
        context.fillRect(0, 0, 300, 200);
        return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    }));
    await drop(page, [{ name: "branco.png", bytes: white }]);
    await shows(page, ".scan-status.error", "branco.png: ");
    await drop(page, [{ name: "mau.jpg", bytes: Buffer.from([0xff, 0xd8, 0xff, 0]) }]);
    await shows(page, ".scan-status.error", "mau.jpg: ");
    assert.match(await page.textContent(".scan-text"), /soma dos numeros/);
});
