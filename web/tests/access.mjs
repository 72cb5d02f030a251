// The page with the keyboard alone and with a screen reader.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { drop, keys, LARGE_VIEWPORT, open, shows, SMALL_VIEWPORT, until, write } from "./page.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The violations of WCAG 2.2 AA that axe finds, one row per element. */
async function violations(page) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
        globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }),
    );
    // The legends of a key are arranged as on a Spectrum, but spoken in the order of their shifts.
    const isLegend = (id, { target }) => id === "label-content-name-mismatch" && /^\.key-/.test(target[0]);
    const places = ({ id, nodes }) => nodes.filter((node) => !isLegend(id, node)).map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`);
    return violations.flatMap(places);
}

const LOOKS = [
    [SMALL_VIEWPORT, "dark"],
    [LARGE_VIEWPORT, "dark"],
    [LARGE_VIEWPORT, "light"],
];

for (const [viewport, colorScheme] of LOOKS) {
    test(`axe finds nothing at ${viewport.width} x ${viewport.height}, ${colorScheme}`, async (t) => {
        const page = await open(t, { viewport, colorScheme });
        await write(page, '10 REM a remark\n20 LET a$="text": LET n=1.5\n30 GO TO 30\n40 PIRNT');
        await until(page, () => document.querySelector(".cm-lintRange-error"));
        assert.deepEqual(await violations(page), []);
        await page.evaluate(() => girafa.run("10 PRINT 1: LET a=b"));
        await shows(page, "#status", "Variable not found");
        assert.deepEqual(await violations(page), []);
        const tabs = await page.locator("[role=tab]:visible").all();
        for (const tab of tabs) {
            await tab.click();
            assert.deepEqual(await violations(page), [], await tab.textContent());
        }
    });
}

for (const [viewport, colorScheme] of LOOKS) {
    test(`axe finds nothing in the tools at ${viewport.width} x ${viewport.height}, ${colorScheme}`, async (t) => {
        const page = await open(t, { viewport, colorScheme });
        await page.click("#programs button");
        await shows(page, "dialog.gallery[open] .detail", "Sessions");
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press("Escape");
        await drop(page, [{ name: "a.txt", bytes: Buffer.from("  10 FOR i=l TO 5\n  2O NEXT i\n") }]);
        await until(page, () => document.querySelector(".doubt ol"));
        assert.deepEqual(await violations(page), []);
        await page.click("text=Accept most likely");
        await shows(page, ".scan-status", "No places are uncertain");
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press("Escape");
        await page.click("#tab-compare");
        await page.selectOption(".compare select", "cnp-fatorial");
        await page.click(".compare >> text=Compare");
        await shows(page, ".compare [role=status]", "all agree");
        await page.click(".verdict summary");
        await until(page, () => document.querySelector(".sides"));
        assert.deepEqual(await violations(page), []);
    });
}

test("axe finds nothing in the empty machine", async (t) => {
    const page = await open(t, { at: "?embed" });
    assert.deepEqual(await violations(page), []);
});

/** The page's accessibility tree. */
async function tree(page) {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const found = nodes.filter(({ ignored }) => !ignored).map(({ role, name, backendDOMNodeId, properties = [] }) => ({
        role: role?.value,
        name: name?.value ?? "",
        backendNodeId: backendDOMNodeId,
        ...Object.fromEntries(properties.map(({ name, value }) => [name, value.value])),
    }));
    // Elements that only a script can focus are not tab stops.
    for (const node of found.filter(({ focusable, role }) => focusable && role !== "RootWebArea")) {
        const { object } = await session.send("DOM.resolveNode", { backendNodeId: node.backendNodeId });
        const call = { objectId: object.objectId, functionDeclaration: "function () { return this.tabIndex; }", returnByValue: true };
        node.isStop = (await session.send("Runtime.callFunctionOn", call)).result.value >= 0;
    }
    await session.detach();
    return found;
}

test("all that can have the focus has a role and a name", async (t) => {
    const page = await open(t);
    const nodes = (await tree(page)).filter(({ isStop }) => isStop);
    assert.ok(nodes.length > 10);
    assert.deepEqual(nodes.filter(({ role, name }) => name.trim() === "" || role === "generic"), []);
});

test("a screen reader is given the rows that a program prints, once and in order", async (t) => {
    const page = await open(t);
    await page.evaluate(() => {
        globalThis.spoken = [];
        const log = document.querySelector("[role=log]");
        new MutationObserver(() => log.textContent && spoken.push(log.textContent)).observe(log, { childList: true, characterData: true, subtree: true });
    });
    const log = (await tree(page)).find(({ role }) => role === "log");
    assert.deepEqual([log.live, log.name], ["polite", "What the program prints"]);
    await page.evaluate(() => girafa.run('10 FOR i=1 TO 60: PRINT "row ";i: PAUSE 2: POKE 23692,255: NEXT i'));
    await shows(page, "#status", "0 OK");
    await until(page, () => spoken.join("").includes("0 OK"));
    const wanted = Array.from({ length: 60 }, (_, at) => `row ${at + 1}\n`).join("");
    assert.equal(await page.evaluate(() => spoken.join("")), `${wanted}0 OK, 10:5\n`);
});

test("a screen reader is given prompts and reports, but not the clock", async (t) => {
    const page = await open(t);
    await page.evaluate(() => {
        globalThis.spoken = [];
        const log = document.querySelector("[role=log]");
        new MutationObserver(() => log.textContent && spoken.push(log.textContent)).observe(log, { childList: true, characterData: true, subtree: true });
        girafa.run('10 INPUT "Nome? ";n$\n20 PRINT "Ola, ";n$: GO TO 10');
    });
    for (const name of ["Ana", "Rui"]) {
        await until(page, (name) => spoken.at(-1)?.endsWith("Nome? \n") && (name === "Ana" || spoken.join("").includes("Ana")), name);
        await keys(page, `${name}\n`);
    }
    await until(page, () => spoken.join("").includes("Rui"));
    await until(page, () => spoken.at(-1)?.endsWith("Nome? \n"));
    await page.keyboard.press("Control+Shift+Enter");
    await until(page, () => spoken.at(-1)?.startsWith("H STOP in INPUT"));
    const all = await page.evaluate(() => spoken.join(""));
    assert.equal(all, "Nome? \nOla, Ana\nNome? \nOla, Rui\nNome? \nH STOP in INPUT, 10:1\n");
    assert.equal(await page.getAttribute("#status", "aria-live"), "off");
    assert.equal(await page.evaluate(() => document.querySelector(".clock").closest("output, [aria-live], [role=status], [role=log], [role=alert]")), null);
});

test("a question is announced although many frames run between two pictures", async (t) => {
    const page = await open(t);
    await page.evaluate(() => {
        girafa.run('10 INPUT "Nome? ";n$: GO TO 10');
        girafa.pause();
    });
    for (const answer of ["", "a\n", "b\n"]) {
        await page.evaluate((answer) => {
            document.querySelector("#spoken").textContent = "";
            girafa.type(answer);
            girafa.frames(200);
        }, answer);
        await until(page, () => document.querySelector("#spoken").textContent === "Nome? \n");
    }
});

test("Portuguese parts say so", async (t) => {
    const page = await open(t);
    await page.click("#programs button");
    assert.equal(await page.getAttribute(".grid .title >> text=Jogo do galo", "lang"), "pt");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await until(page, () => girafa.state().runs);
    assert.equal(await page.getAttribute("#spoken", "lang"), "pt");
    assert.equal(await page.getAttribute("#panel-transcript pre", "lang"), "pt");
    await page.evaluate(() => girafa.run("10 PRINT 1"));
    assert.equal(await page.getAttribute("#spoken", "lang"), "");
});

/** Presses Tab until the element matches; returns the labels of the elements on the way. */
async function tabTo(page, isIt, key = "Tab") {
    const way = [];
    for (let count = 0; count < 120; count++) {
        await page.keyboard.press(key);
        const [label, found] = await page.evaluate((isIt) => {
            const { activeElement: at } = document;
            return [at.getAttribute("aria-label") ?? at.textContent.trim(), new Function("at", `return ${isIt}`)(at)];
        }, isIt);
        way.push(label);
        if (found) {
            return way;
        }
    }
    throw new Error(`never reached ${isIt}: ${way.join(", ")}`);
}

test("keys alone load, edit, run, answer, pause, save a picture and leave everything again", async (t) => {
    const page = await open(t);
    // The first tab stop is a link that skips the bar and leads to the listing.
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "To the listing");
    await page.keyboard.press("Enter");
    await tabTo(page, 'at.classList.contains("cm-content")');
    await page.keyboard.insertText('10 INPUT "Nome? ";n$\n20 PRINT "Ola, ";n$\n30 GO TO 30');
    await page.keyboard.press("Control+Enter");
    await shows(page, "#status", "waits for an answer");
    await page.keyboard.type("Ana\n");
    await shows(page, "#panel-transcript", "Ola, Ana");
    // Tab moves from the screen to the buttons.
    await tabTo(page, 'at.textContent === "Pause"');
    await page.keyboard.press("Space");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "true");
    const now = await page.evaluate(() => girafa.state().now);
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => girafa.state().now), now);
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        tabTo(page, 'at.textContent === "More"')
            .then(() => page.keyboard.press("Enter"))
            .then(() => tabTo(page, 'at.textContent === "Screenshot"'))
            .then(() => page.keyboard.press("Enter")),
    ]);
    assert.match(download.suggestedFilename(), /\.png$/);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "More");
    await tabTo(page, 'at.getAttribute("role") === "tab"');
    await tabTo(page, 'at.id === "screen"', "Shift+Tab");
    // Tab also leaves the editor, so there is no keyboard trap.
    await tabTo(page, 'at.classList.contains("cm-content")');
    await tabTo(page, 'at.textContent === "Pause"', "Shift+Tab");
    await page.keyboard.press("Space");
    await until(page, (now) => girafa.state().now > now, now);
});

test("what has the focus is seen to have it", async (t) => {
    const page = await open(t);
    const seen = new Map();
    for (let count = 0; count < 40; count++) {
        await page.keyboard.press("Tab");
        const [name, outline] = await page.evaluate(() => {
            const { activeElement: at } = document;
            const { outlineStyle, outlineWidth } = getComputedStyle(at.closest(".cm-editor, #stage") ?? at);
            return [at.id || at.textContent.slice(0, 20), outlineStyle !== "none" && parseFloat(outlineWidth) >= 1];
        });
        if (await page.evaluate(() => document.activeElement === document.body)) {
            // After the last element, the browser's own controls have the focus.
            break;
        }
        seen.set(name, outline);
    }
    assert.deepEqual([...seen].filter(([, outline]) => !outline), []);
});
