// The gallery, and opening or dropping files of all kinds.

import assert from "node:assert/strict";
import test from "node:test";
import { drop, LARGE_VIEWPORT, listing, noticed, open, saved, screenshot, shows, SMALL_VIEWPORT, until, write } from "./page.mjs";

const gallery = async (page) => {
    await page.click("#programs button");
    await until(page, () => document.querySelector("dialog.gallery[open]"));
};

for (const viewport of [SMALL_VIEWPORT, LARGE_VIEWPORT]) {
    test(`every program has its picture, at ${viewport.width} x ${viewport.height}`, async (t) => {
        const page = await open(t, { viewport });
        await gallery(page);
        // Images outside the viewport are loaded lazily.
        const count = await page.evaluate(async () => {
            const images = [...document.querySelectorAll(".grid img")];
            images.forEach((image) => (image.loading = "eager"));
            await Promise.all(images.map((image) => image.decode()));
            return images.filter(({ naturalWidth }) => naturalWidth >= 256).length;
        });
        const programs = await page.locator(".grid [role=option]").count();
        assert.ok(programs > 30);
        assert.equal(count, programs);
        const fits = await page.evaluate(() => {
            const { right, bottom } = document.querySelector("dialog.gallery").getBoundingClientRect();
            return right <= innerWidth && bottom <= innerHeight;
        });
        assert.ok(fits, "it goes over the window's edge");
        await screenshot(page, `gallery-${viewport.width}`);
    });
}

test("a program is found, chosen and run by keys alone", async (t) => {
    const page = await open(t);
    await gallery(page);
    await page.keyboard.type("combinações");
    await shows(page, "dialog.gallery [role=status]", "2 programs");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await shows(page, ".detail h3", "cnp-fatorial");
    await page.keyboard.press("ArrowLeft");
    await shows(page, ".detail h3", "cnp");
    await page.keyboard.press("Enter");
    await shows(page, "#status", "waits for an answer");
    assert.equal(await page.evaluate(() => document.activeElement.id), "screen");
    assert.match(await listing(page), /INPUT/);
});

test("a session is played: the answers are given as it asks", async (t) => {
    const page = await open(t);
    await gallery(page);
    await page.fill("input[type=search]", "hanoi");
    await page.selectOption(".detail select", { label: "3 rings from 1 to 3" });
    await shows(page, ".answers", "3 · 1 · 3");
    await page.click(".detail >> text=Play");
    await shows(page, "#status", "STOP statement");
});

const text = (name, content) => ({ name, bytes: Buffer.from(content) });

test("a tape that was saved comes back by dropping it, and a second one follows it", async (t) => {
    const page = await open(t);
    await write(page, '10 PRINT "UM": LOAD ""');
    const first = await saved(page, ".tap");
    await write(page, '10 PRINT "DOIS"');
    const second = await saved(page, ".tap");
    await drop(page, [
        { name: "um.tap", bytes: first.bytes },
        { name: "dois.tap", bytes: second.bytes },
    ]);
    await shows(page, "#notices", "Inserted tape: dois.tap");
    assert.match(await listing(page), /PRINT "UM": LOAD ""/);
    await page.click("text=Turbo");
    await shows(page, "#panel-transcript", "DOIS");
});

test("a snapshot goes on where it was saved", async (t) => {
    const page = await open(t);
    await write(page, '10 LET n=5\n20 PAUSE 0: PRINT "depois ";n');
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "waits for a key");
    const snapshot = await saved(page, ".szx");
    await write(page, "10 REM outro");
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "0 OK");
    await drop(page, [{ name: "antes.szx", bytes: snapshot.bytes }]);
    await shows(page, "#status", "waits for a key");
    await page.keyboard.press("x");
    await shows(page, "#panel-transcript", "depois 5");
    assert.match(await listing(page), /20 PAUSE 0/);
    await drop(page, [{ name: "pilha.sna", bytes: Buffer.alloc(27 + 0xc000) }]);
    await shows(page, "#notices", "keeps PC on the stack");
});

test("a listing as .txt is run, and a picture leaves the listing alone", async (t) => {
    const page = await open(t);
    await drop(page, [text("ola.txt", '10 PRINT "OLA"\n')]);
    await shows(page, "#panel-transcript", "OLA");
    const red = Buffer.concat([Buffer.alloc(6144), Buffer.alloc(768, 0x10)]);
    await drop(page, [{ name: "vermelho.scr", bytes: red }]);
    await until(page, () => {
        const [red, green] = document.querySelector("#screen").getContext("2d").getImageData(100, 100, 1, 1).data;
        return red > 150 && green < 50;
    });
    assert.equal(await listing(page), '10 PRINT "OLA"\n');
    assert.equal(await page.textContent("#notices"), "");
});

test("files are opened by the button too", async (t) => {
    const page = await open(t);
    const file = { name: "a.bas", mimeType: "text/plain", buffer: Buffer.from("10 PRINT 7") };
    await page.setInputFiles("#files input[type=file]", file);
    await shows(page, "#panel-transcript", "7");
});

test("what cannot be read is said in one message, and the page goes on", async (t) => {
    const page = await open(t);
    const damaged = [
        [[text("a.tap", "garbage")], /^a\.tap: not a valid \.tap file/],
        [[text("a.szx", "garbage")], /^a\.szx: not a valid \.szx file/],
        [[text("a.exe", "MZ")], /^a\.exe: unsupported file/],
        [[text("a.bas", "10 PIRNT 1")], /^a\.bas has mistakes/],
    ];
    const forget = () => page.evaluate(() => document.querySelector("#notices").replaceChildren());
    for (const [files, message] of damaged) {
        await forget();
        await drop(page, files);
        assert.match(await noticed(page), message);
    }
    assert.equal(await listing(page), "10 PIRNT 1");
    await forget();
    await drop(page, [text("a.bas", "10 PRINT 8"), text("b.bas", "10 PRINT 9"), text("c.exe", "MZ")]);
    assert.match(await noticed(page), /^b\.bas: ignored, because a\.bas runs\nc\.exe: unsupported file/);
    await shows(page, "#panel-transcript", "8");
});

test("a listing of more than 1 MiB is not read", async (t) => {
    const page = await open(t);
    await drop(page, [text("a.bas", "10 PRINT 1\n".repeat(100_000))]);
    assert.match(await noticed(page), /^a\.bas: 2 MiB; the limit is 1 MiB$/);
});

test("a file of more than 64 MiB is not read", async (t) => {
    const page = await open(t);
    await page.evaluate(() => {
        const file = new File([new Uint8Array((64 << 20) + 1)], "a.tap");
        file.arrayBuffer = () => {
            throw new Error("it was read");
        };
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(file);
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    assert.match(await noticed(page), /^a\.tap: 65 MiB; the limit is 64 MiB$/);
});

test("a file of 64 MiB is read, and the page goes on", async (t) => {
    const page = await open(t);
    await page.evaluate(() => {
        const bytes = new Uint8Array(64 << 20).fill(0x5a);
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([bytes], "a.tzx"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    assert.match(await noticed(page), /^a\.tzx: not a \.tzx file/);
    await drop(page, [text("a.bas", "10 PRINT 8")]);
    await shows(page, "#panel-transcript", "8");
});
