// Comparisons with the native reference and with the book, whose text is only available if GIRAFA_BOOK names
// it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { drop, listing, noticed, open, shows, until } from "./page.mjs";

const BOOK_PATH = process.env.GIRAFA_BOOK;
const withBook = { skip: BOOK_PATH ? false : "GIRAFA_BOOK names no text" };

const compared = (page) =>
    until(page, () => /sessions, \d+ rows/.test(document.querySelector(".compare [role=status]").textContent));

test("a program's sessions are compared with the reference, rows side by side", async (t) => {
    const page = await open(t);
    await page.click("#programs button");
    await page.fill("input[type=search]", "hanoi");
    await page.click(".detail >> text=Compare");
    await compared(page);
    assert.match(await page.textContent(".compare [role=status]"), /^hanoi: 9 sessions, \d+ rows: all agree$/);
    await page.click(".verdict summary");
    await until(page, () => document.querySelector(".sides"));
    const heads = await page.locator(".sides >> nth=0 >> thead th").allTextContents();
    assert.deepEqual(heads, ["Row", "Girafa's edition", "native reference"]);
    const rows = await page.locator(".sides >> nth=0 >> tbody tr").evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
    );
    assert.ok(rows.length > 3);
    rows.forEach(([one, other]) => assert.equal(one, other));
});

test("a comparison can be stopped, and the page stays usable while it runs", async (t) => {
    const page = await open(t);
    await page.click("#tab-compare");
    await page.selectOption(".compare select", "rainhas");
    await page.click(".compare >> text=Compare");
    await page.click(".compare >> text=Stop");
    await shows(page, ".compare [role=status]", "rainhas: stopped after");
    await page.selectOption(".compare select", "cnp");
    await page.click(".compare >> text=Compare");
    await compared(page);
    assert.match(await page.textContent(".compare [role=status]"), /^cnp: /);
});

test("another text is not the book", async (t) => {
    const page = await open(t);
    await drop(page, [{ name: "outro.txt", bytes: Buffer.from("Era uma vez um computador.\n".repeat(4_000)) }]);
    await until(page, () => document.querySelector("#notices.error"));
    assert.match(await noticed(page), /^outro\.txt: neither the book's text nor a listing or scan/);
});

test("the book's listings are restored, run, and compared; nothing leaves the machine", withBook, async (t) => {
    const page = await open(t);
    const requests = [];
    page.on("request", (request) => requests.push(request));
    await drop(page, [{ name: "livro.txt", bytes: readFileSync(BOOK_PATH) }]);
    await shows(page, ".compare", "21 listings");
    await shows(page, ".compare", "none of it is sent anywhere");
    assert.equal(await page.locator(".restored li").count(), 21);
    await page.click(".restored >> text=hanoi >> nth=0");
    await shows(page, "#status", "waits for an answer");
    await page.keyboard.type("2\n1\n3\n");
    await shows(page, "#panel-transcript", "TRANSPORTE");
    assert.match(await listing(page), /TRANSPORTE/);
    await page.click("#programs button");
    await page.fill("input[type=search]", "hanoi");
    await until(page, () => [...document.querySelectorAll(".grid img")].every(({ naturalWidth }) => naturalWidth > 0));
    assert.equal(await page.locator(".grid [role=option]").count(), 4);
    await shows(page, ".grid [aria-selected=true]", "the book's listing");
    await page.click(".detail >> text=Compare");
    await compared(page);
    await shows(page, ".compare [role=status]", "hanoi: 9 sessions");
    await shows(page, ".compare [role=status]", "all agree");
    await shows(page, ".verdict", "the book's listing");
    const isOurs = (request) => /^(?:blob:|http:\/\/127\.0\.0\.1)/.test(request.url());
    const sent = requests.filter((request) => request.postData() || !isOurs(request));
    assert.deepEqual(sent.map((request) => request.url()), []);
});

test("a book's text that was changed is named as that", withBook, async (t) => {
    const page = await open(t);
    const text = readFileSync(BOOK_PATH, "utf8").replaceAll("GO SUB", "GO SUM");
    await drop(page, [{ name: "livro.txt", bytes: Buffer.from(text) }]);
    await until(page, () => document.querySelector("#notices.error"));
    assert.match(await noticed(page), /^livro\.txt: this is the book's text, but it was changed/);
});
