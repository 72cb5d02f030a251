// The page in Portuguese.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { transform } from "esbuild";
import { drop, isFirefox, noticed, ONLY_CHROMIUM, open, until } from "./page.mjs";
import { texts } from "./texts.mjs";

/** Texts that are the same in both languages: names, units, formats, symbols, keywords of BASIC. */
const SAME = new RegExp(
    [
        /^(?:Girafa|Turbo|Volume|Joystick|English|Português|Kempston|Esc|Esc, Ctrl\+C|Home|End|Alt|Alt\+Shift|Insert|Backspace|PgUp, PgDn)$/,
        /^(?:PRINT|INPUT|\d\. (?:PRINT|INPUT))$/,
        /^\.(?:szx|z80|sna|bas|tap)$/,
        /^[^a-z]*$/,
        /^[56] [78] [79] [68], 0 \(\w+\)$/,
        /^a\$, a\(2,3\)$/,
    ]
        .map(({ source }) => source)
        .join("|"),
);

/** Opens the dialogs that are created when they are first opened, so that all texts are on the page. */
async function openDialogs(page) {
    for (const opener of ["#programs button", "#files button:nth-of-type(2)", ".name-of-listing"]) {
        await page.click(opener);
        await page.waitForSelector("dialog[open]");
        await page.keyboard.press("Escape");
        await until(page, () => !document.querySelector("dialog[open]"));
    }
}

/** The texts of the page outside of the listing and of programs' titles, with those of attributes. */
function pageTexts(page) {
    return page.evaluate(() => {
        const found = [];
        const shown = (node) => !node.closest("script, style, .cm-content, .cm-gutters, .keyboard, .gallery strong, .gallery h3, [lang]:not(html), .verdicts, option[value*='-'], noscript");
        for (const element of [...document.body.querySelectorAll("*")].filter(shown)) {
            found.push(...["aria-label", "title", "placeholder", "aria-description"].map((name) => element.getAttribute(name)));
            found.push(...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data.trim()));
        }
        return [...new Set(found.filter(Boolean))];
    });
}

test("each text of the sources has a translation with the same values, and each translation a text", async () => {
    const { code } = await transform(readFileSync("src/portuguese.ts", "utf8"), { loader: "ts" });
    const { PORTUGUESE } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    assert.deepEqual([...texts()].sort(), Object.keys(PORTUGUESE).sort());
    const values = (text) => text.match(/\{\d\}/g)?.sort() ?? [];
    const edges = (text) => [/^\s*/.exec(text)[0], /\s*$/.exec(text)[0]];
    for (const [english, portuguese] of Object.entries(PORTUGUESE)) {
        assert.deepEqual(values(portuguese), values(english), english);
        assert.deepEqual(edges(portuguese), edges(english), english);
    }
});

test("a Portuguese browser shows a Portuguese page, with no English text left", async (t) => {
    const page = await open(t, { locale: "pt-PT" });
    assert.equal(await page.getAttribute("html", "lang"), "pt");
    assert.match(await page.textContent("#bar p"), /^Um ZX Spectrum no teu navegador/);
    await openDialogs(page);
    await page.focus(".cm-content");
    await page.keyboard.press("Control+f");
    assert.equal(await page.getAttribute(".cm-search input", "placeholder"), "Procurar");
    await page.keyboard.press("Escape");
    const english = await open(t);
    assert.equal(await english.getAttribute("html", "lang"), "en");
    await openDialogs(english);
    const translated = new Set(await pageTexts(page));
    assert.ok(translated.size > 150, `${translated.size} texts`);
    assert.deepEqual((await pageTexts(english)).filter((text) => translated.has(text) && !SAME.test(text)), []);
});

test("the language is chosen under More, and kept for the next visit", async (t) => {
    const page = await open(t);
    await page.click("#controls >> text=More");
    await page.selectOption("label:has-text('Language') select", "pt");
    await page.click("#notices >> text=Load it now");
    await page.waitForSelector("html[lang=pt] body[data-ready]");
    await drop(page, [{ name: "nota.doc", bytes: [1] }]);
    assert.match(await noticed(page), /^nota\.doc: tipo de ficheiro não suportado/);
    await page.reload();
    await page.waitForSelector("html[lang=pt] body[data-ready]");
});

test("embedded, and by touch, the page is in Portuguese too", { skip: isFirefox && ONLY_CHROMIUM }, async (t) => {
    const page = await open(t, { locale: "pt-BR", touch: true, at: "?embed" });
    await page.click("#controls >> text=Teclas");
    assert.ok(await page.isVisible("text=Abrir na Girafa"));
    assert.equal(await page.getAttribute("#panel-keys .keyboard", "aria-label"), "O teclado do Spectrum");
});
