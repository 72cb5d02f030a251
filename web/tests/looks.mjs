// The page at all sizes: it fits, is readable, and its controls have names.

import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "./machine.mjs";
import { LARGE_VIEWPORT, listing, open, screenshot, SMALL_VIEWPORT, write } from "./page.mjs";

test("it fits: small, large, and between", async (t) => {
    const sizes = [SMALL_VIEWPORT, LARGE_VIEWPORT, { width: 800, height: 1200 }, { width: 740, height: 360 }, { width: 1024, height: 768 }];
    for (const viewport of sizes) {
        const page = await open(t, { viewport });
        await run(page, '10 PRINT "OLA": LPRINT "OLA"', "OLA");
        const size = `${viewport.width} x ${viewport.height}`;
        for (const tab of await page.locator("[role=tab]:visible").all()) {
            await tab.click();
            const { wide, high } = await page.evaluate(() => ({
                wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
                high: document.documentElement.scrollHeight - document.documentElement.clientHeight,
            }));
            assert.ok(wide <= 0, `${size}, ${await tab.textContent()}: scrolls sideways`);
            assert.ok(high <= 0, `${size}, ${await tab.textContent()}: scrolls`);
            await screenshot(page, `seat-${viewport.width}-${await tab.getAttribute("id")}`);
        }
        const parts = ["#stage", "#timeline", "#controls", "#panels", ".tabs"];
        for (const part of parts) {
            const { x, y, width, height } = await page.locator(part).boundingBox();
            assert.ok(x >= 0 && y >= 0 && x + width <= viewport.width + 0.5 && y + height <= viewport.height + 0.5, `${size}: ${part}`);
        }
        // The scale is an integer, or the picture is scaled down from the next integer.
        const { scale, width } = await page.evaluate(() => {
            const screen = document.querySelector("#screen");
            return { scale: screen.width / 352, width: screen.getBoundingClientRect().width };
        });
        assert.ok(scale === 1 ? width < 352 || width % 352 === 0 : scale === Math.ceil(width / 352), `${size}: ${width}, ${scale}`);
        // All 256 x 192 dots are visible, with a border of one character.
        const { inner, stage } = await page.evaluate(() => {
            const [screen, stage] = ["#screen", "#stage"].map((part) => document.querySelector(part).getBoundingClientRect());
            const dot = screen.width / 352;
            const [left, top] = [screen.left + 40 * dot, screen.top + 40 * dot];
            return { inner: { left, top, right: left + 272 * dot, bottom: top + 208 * dot }, stage: stage.toJSON() };
        });
        assert.ok(inner.left >= stage.left - 1 && inner.right <= stage.right + 1, `${size}: ${inner.left} to ${inner.right}`);
        assert.ok(inner.top >= stage.top - 1 && inner.bottom <= stage.bottom + 1, `${size}: ${inner.top} to ${inner.bottom}`);
        assert.ok(inner.right - inner.left > 0.6 * stage.width || inner.bottom - inner.top > 0.6 * stage.height, `${size}: small`);
    }
});

test("text has the contrast of AA", async (t) => {
    for (const viewport of [SMALL_VIEWPORT, LARGE_VIEWPORT]) {
        const page = await open(t, { viewport });
        await run(page, '10 DIM a(2): PRINT "OLA": LPRINT "OLA"', "OLA");
        for (const tab of await page.locator("[role=tab]:visible").all()) {
            await tab.click();
            const faint = await page.evaluate(() => {
                const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
                const light = ([red, green, blue]) =>
                    [red, green, blue]
                        .map((part) => part / 255)
                        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
                        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
                const behind = (part) => {
                    for (let at = part; at; at = at.parentElement) {
                        const { backgroundColor, backgroundImage } = getComputedStyle(at);
                        // A keycap is an image of a single colour.
                        const [image] = backgroundImage.match(/rgb\([^)]*\)/) ?? [];
                        const colour = numbers(backgroundColor);
                        if (image || (colour[3] ?? 1) > 0.5) {
                            return image ? numbers(image) : colour;
                        }
                    }
                    return [0, 0, 0];
                };
                const faint = [];
                for (const part of document.querySelectorAll("body *")) {
                    const has = [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
                    if (!has || !part.checkVisibility() || part.matches(":disabled, .spoken, .spoken *")) {
                        continue;
                    }
                    const [one, other] = [light(numbers(getComputedStyle(part).color)), light(behind(part))];
                    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
                    if (contrast < 4.5) {
                        faint.push(`${part.tagName}.${part.className} ${part.textContent.slice(0, 20)}: ${contrast.toFixed(2)}`);
                    }
                }
                return faint;
            });
            assert.deepEqual(faint, [], `${viewport.width}, ${await tab.textContent()}`);
        }
    }
});

test("what can be pressed has a name", async (t) => {
    const page = await open(t, { viewport: SMALL_VIEWPORT });
    const nameless = await page.evaluate(() =>
        [...document.querySelectorAll("button, input, select, canvas[tabindex]")]
            .filter((part) => !part.hidden && !part.closest("#editor"))
            .filter((part) => !(part.getAttribute("aria-label") || part.labels?.length || part.textContent.trim() || part.title))
            .map((part) => part.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(nameless, []);
});

test("what is in the editor stays when the window becomes another", async (t) => {
    const page = await open(t, { viewport: LARGE_VIEWPORT });
    await write(page, "10 PRINT 1");
    for (const viewport of [SMALL_VIEWPORT, LARGE_VIEWPORT, SMALL_VIEWPORT]) {
        await page.setViewportSize(viewport);
        const tab = page.locator("#tab-listing");
        await tab.waitFor({ state: viewport === SMALL_VIEWPORT ? "visible" : "hidden" });
        if (viewport === SMALL_VIEWPORT) {
            await tab.click();
        }
        const { height } = await page.locator("#editor").boundingBox();
        assert.ok(height > 80, `the editor is ${height} high`);
        assert.equal(await listing(page), "10 PRINT 1");
        assert.equal(await page.locator("[role=tab][aria-selected=true]:visible").count(), 1);
    }
});
