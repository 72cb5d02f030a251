// The listings that the browser keeps: nothing that somebody wrote is lost.

import assert from "node:assert/strict";
import test from "node:test";
import { drop, listing, open, shows, site, until, write } from "./page.mjs";

const ready = (page) => until(page, () => document.body.dataset.ready !== undefined);
const reload = async (page) => {
    await page.reload();
    await ready(page);
};
/** Opens another tab of the same browser. */
async function tab(page, at = "") {
    const other = await page.context().newPage();
    await other.goto((await site()).url + at);
    await ready(other);
    return other;
}
/** Waits until a listing with a text is stored. */
const stored = (page, text) => until(page, (text) => JSON.stringify(localStorage).includes(text), text);
const name = (page) => page.textContent(".name-of-listing");
/** Opens the dialog and returns the names in it. */
async function names(page) {
    await page.click(".name-of-listing");
    const found = await page.locator(".listings li button:first-child").allTextContents();
    await page.keyboard.press("Escape");
    return found.sort();
}
/** A link's fragment with a listing. */
async function fragment(page, name, listing) {
    const held = JSON.stringify({ girafa: 1, name: `${name}.bas`, program: listing, answers: [] });
    const stream = new Blob([held]).stream().pipeThrough(new CompressionStream("deflate"));
    return `#program=${Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url")}`;
}

test("several listings are kept with their names and their undo histories", async (t) => {
    const page = await open(t);
    await write(page, "10 REM um");
    // Edits within half a second are undone together.
    await page.waitForTimeout(600);
    await write(page, "10 REM dois");
    await page.click("text=New");
    assert.equal(await listing(page), "");
    await write(page, "10 REM outro");
    assert.deepEqual(await names(page), ["listing", "listing 2"]);
    await page.click(".name-of-listing");
    await page.click('.listings button[title="Rename listing"]');
    await page.keyboard.type("soma");
    await page.keyboard.press("Enter");
    await page.click(".listings >> text=soma");
    assert.equal(await listing(page), "10 REM dois");
    assert.match(await name(page), /^soma /);
    assert.match(await page.title(), /^soma /);
    await reload(page);
    assert.equal(await listing(page), "10 REM dois");
    await page.focus(".cm-content");
    await page.keyboard.press("Control+z");
    assert.equal(await listing(page), "10 REM um");
    await page.keyboard.press("Control+y");
    assert.equal(await listing(page), "10 REM dois");
});

test("a deleted listing can be restored", async (t) => {
    const page = await open(t);
    await write(page, "10 REM um");
    await page.click(".name-of-listing");
    await page.click('.listings button[title="Delete listing"]');
    await shows(page, ".listings", "None yet");
    await page.click("dialog[open] >> text=Undo");
    await page.click(".listings >> text=listing");
    assert.equal(await listing(page), "10 REM um");
    await reload(page);
    assert.equal(await listing(page), "10 REM um");
});

test("a link, a file and a program are other listings, and there is a way back", async (t) => {
    const page = await open(t);
    await write(page, "10 REM meu");
    const at = await fragment(page, "ligado", '10 PRINT "LIGADO"');
    await page.evaluate((hash) => (location.hash = hash), at);
    await shows(page, "#panel-transcript", "LIGADO");
    assert.match(await name(page), /^ligado /);
    await page.click("#notices >> text=Back to listing");
    assert.equal(await listing(page), "10 REM meu");

    await drop(page, [{ name: "ficheiro.bas", bytes: Buffer.from('10 PRINT "FICHEIRO"') }]);
    await shows(page, "#panel-transcript", "FICHEIRO");
    await page.click("#notices >> text=Back to listing");
    assert.equal(await listing(page), "10 REM meu");

    await page.click("#programs button");
    await page.fill("dialog.gallery input", "galo");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await until(page, () => girafa.state().runs);
    const program = await listing(page);
    assert.notEqual(program, "10 REM meu");
    // What was opened and not edited is no work: there is no way back to it.
    await page.evaluate((hash) => (location.hash = hash), `${at}`);
    assert.ok((await names(page)).includes("listing"));
});

test("a reload opens the link again, until its listing is edited", async (t) => {
    const page = await open(t);
    const url = (await site()).url + (await fragment(page, "ligado", "10 PRINT 1"));
    const other = await page.context().newPage();
    await other.goto(url);
    await ready(other);
    await shows(other, "#panel-transcript", "1");
    await reload(other);
    await shows(other, "#panel-transcript", "1");
    assert.deepEqual(await names(other), ["ligado"]);
    await write(other, "10 PRINT 2");
    await until(other, () => location.hash === "");
    await reload(other);
    assert.equal(await listing(other), "10 PRINT 2");
    // The same link again: the edited listing stays.
    await other.goto(url);
    await shows(other, "#panel-transcript", "1");
    assert.deepEqual(await names(other), ["ligado", "ligado 2"]);
});

test("two tabs that open each other's links and edit the same listing lose nothing", async (t) => {
    const one = await open(t);
    await write(one, "10 REM um");
    await stored(one, "um");
    const other = await tab(one);
    assert.equal(await listing(other), "10 REM um");
    await write(other, "10 REM do outro");
    await stored(other, "do outro");
    await write(one, "10 REM do um");
    await shows(one, "#notices", "Another tab has changed listing: what you have here is kept as listing 2");
    assert.deepEqual(await names(one), ["listing", "listing 2"]);
    const links = await Promise.all([one, other].map((page) => page.evaluate(() => girafa.link())));
    await one.goto(links[1]);
    await other.goto(links[0]);
    await shows(one, ".cm-content", "do outro");
    await shows(other, ".cm-content", "do um");
    await write(one, "10 REM do outro, mudado");
    await write(other, "10 REM do um, mudado");
    await Promise.all([reload(one), reload(other)]);
    const kept = await one.evaluate(() => JSON.stringify(localStorage));
    for (const text of ["do outro, mudado", "do um, mudado"]) {
        assert.ok(kept.includes(text), text);
    }
});

test("a new tab shows the listing that was last edited", async (t) => {
    const page = await open(t);
    await write(page, "10 REM fica");
    await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    assert.equal(await listing(await tab(page)), "10 REM fica");
});

test("the listing of an earlier version of the page is kept", async (t) => {
    const page = await open(t, {
        init: () => {
            if (!localStorage.getItem("girafa.seen")) {
                localStorage.setItem("girafa.seen", "1");
                localStorage.setItem("girafa.listing", '{"name":"antigo","text":"10 REM antigo"}');
            }
        },
    });
    assert.equal(await listing(page), "10 REM antigo");
    assert.match(await name(page), /^antigo /);
    await reload(page);
    assert.deepEqual(await names(page), ["antigo"]);
});

/** Fills the storage to its last character. */
function fill() {
    let text = "x".repeat(1 << 20);
    for (let at = 0; text.length > 0; at++) {
        try {
            localStorage.setItem(`filler ${at}`, text);
        } catch {
            text = text.slice(text.length >> 1 || 1);
        }
    }
}

test("without room in the storage there is a message, and what is written is kept until the page is closed", async (t) => {
    const page = await open(t);
    await page.evaluate(fill);
    await write(page, "10 PRINT 7");
    await shows(page, "#notices.error", "The browser's storage is full");
    await page.keyboard.press("Control+Enter");
    await shows(page, "#panel-transcript", "7");
    await page.click("text=New");
    await write(page, "10 PRINT 8");
    assert.deepEqual(await names(page), ["listing", "listing 2"]);
    await page.click(".name-of-listing");
    await page.click('.listings button:first-child >> text="listing"');
    assert.equal(await listing(page), "10 PRINT 7");
    // With room again, it is stored.
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("filler")).forEach((key) => localStorage.removeItem(key)));
    await write(page, "10 PRINT 9");
    await stored(page, "PRINT 9");
    await reload(page);
    assert.equal(await listing(page), "10 PRINT 9");
});

test("the listing of an earlier version is not lost if there is no room to move it", async (t) => {
    const page = await open(t);
    const old = JSON.stringify({ name: "antigo", text: "10 REM antigo" });
    await page.evaluate((old) => localStorage.setItem("girafa.listing", old), old);
    await page.evaluate(fill);
    await reload(page);
    assert.equal(await listing(page), "10 REM antigo");
    assert.equal(await page.evaluate(() => localStorage.getItem("girafa.listing")), old);
});

test("damaged data in the storage does not stop the page", async (t) => {
    const page = await open(t, {
        init: () => {
            const values = ["", "null", "{", "[]", '{"name":1}', '{"name":"a","text":"10 REM","history":{"done":5},"changed":"x"}'];
            values.forEach((value, at) => localStorage.setItem(`girafa.listing.${at}`, value));
            localStorage.setItem("girafa.listing", "{");
            localStorage.setItem("girafa.last", "5");
        },
    });
    assert.equal(await listing(page), "10 REM");
    assert.deepEqual(await names(page), ["a"]);
});

test("a stored listing that is too long for the editor is named, and the page goes on", async (t) => {
    const page = await open(t, {
        init: () => {
            localStorage.setItem("girafa.listing.1", JSON.stringify({ name: "longa", text: "1".repeat(600_000) }));
            localStorage.setItem("girafa.last", "1");
        },
    });
    await shows(page, "#notices.error", "longa: row 1 has 600000 characters");
    await write(page, "10 PRINT 7");
    await page.keyboard.press("Control+Enter");
    await shows(page, "#panel-transcript", "7");
});

test("a file with other ends of its rows is the same listing", async (t) => {
    const page = await open(t);
    for (const end of ["\n", "\r\n", "\r"]) {
        await drop(page, [{ name: "a.bas", bytes: Buffer.from(["10 PRINT 1", "20 PRINT 2"].join(end)) }]);
        await shows(page, "#panel-transcript", "1\n2");
        assert.deepEqual(await names(page), ["a"], JSON.stringify(end));
    }
});

test("what stopped the page on the last visit is not opened without a question", async (t) => {
    const page = await open(t);
    await write(page, "10 REM lento");
    await stored(page, "lento");
    // As a page that was killed leaves it.
    const killed = () => {
        const id = localStorage.getItem("girafa.last");
        window.addEventListener("pagehide", () => localStorage.setItem("girafa.opening", id));
    };
    await page.evaluate(killed);
    await reload(page);
    assert.equal(await listing(page), "");
    await shows(page, "#notices.error", "The listing listing was being opened when the page stopped");
    await page.click("text=Open it again");
    assert.equal(await listing(page), "10 REM lento");
    await reload(page);
    assert.equal(await listing(page), "10 REM lento");
});
