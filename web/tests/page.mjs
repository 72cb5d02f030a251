// The page in a browser, for tests: web/dist served on 127.0.0.1 below a path, and Debian's Chromium.
//
//     test("it runs", async (t) => {
//         const page = await open(t);
//         await write(page, '10 PRINT "OLA"');
//         await page.keyboard.press("Control+Enter");
//         await until(page, () => document.querySelector("#status").textContent.includes("0 OK"));
//     });
//
// A test fails if the page throws or logs an error, unless the test expects it (`provokes`).

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium, firefox } from "playwright-core";

/** Typical viewport sizes. */
export const SMALL_VIEWPORT = { width: 360, height: 640 };
export const LARGE_VIEWPORT = { width: 1600, height: 900 };

const web = fileURLToPath(new URL("..", import.meta.url));
export const dist = join(web, "dist");
/** Directory of screenshots: outside the repository by default. */
const pictures = process.env.GIRAFA_PICTURES ?? fileURLToPath(new URL("../../target/pictures", import.meta.url));
/** Chromium's cache in memory drops a large file if two read it at the same time; the page fetches it again. */
const CACHE_ERROR = /ERR_CACHE_WRITE_FAILURE/;
/** Whether the tests run in Firefox. */
export const isFirefox = process.env.GIRAFA_BROWSER === "firefox";
/** Why a test is skipped in Firefox. */
export const ONLY_CHROMIUM = "Playwright has no touch screen in Firefox";
/** Timeout of all waits in milliseconds. */
const TIMEOUT_MS = 30_000;

const CONTENT_TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
};

/**
 * Serves a directory at `url`, whose path is not the root. `routes` maps further paths to functions of the
 * request and the response. `sent` has the names of the files that were sent; `close` ends the server, even during
 * requests. A test closes it after its pages, which may still fetch files: what `t.after` is given first runs first.
 */
export async function serve(directory = dist, routes = {}) {
    const root = "/some/where/";
    assert.ok(existsSync(join(directory, "index.html")) || directory !== dist, "no web/dist: cargo xtask web builds it");
    const sent = [];
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url, "http://127.0.0.1").pathname);
        if (path === "/favicon.ico") {
            response.writeHead(204).end();
            return;
        }
        const name = path.startsWith(root) ? path.slice(root.length) || "index.html" : undefined;
        if (name !== undefined && routes[name]) {
            routes[name](request, response);
            return;
        }
        const file = name === undefined ? undefined : normalize(join(directory, name));
        if (!file?.startsWith(directory) || !existsSync(file) || !statSync(file).isFile()) {
            response.writeHead(404, { "content-type": "text/plain" }).end("there is no such file");
            return;
        }
        const type = CONTENT_TYPES[extname(file)] ?? "application/octet-stream";
        const bytes = readFileSync(file);
        // The headers that README.md recommends.
        const headers = { "content-type": type, "cache-control": "no-cache", etag: `"${createHash("sha1").update(bytes).digest("hex")}"` };
        if (request.headers["if-none-match"] === headers.etag) {
            response.writeHead(304, headers).end();
            return;
        }
        sent.push(name);
        response.writeHead(200, headers).end(bytes);
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    // It does not keep a test alive that has failed.
    server.unref();
    return {
        url: `http://127.0.0.1:${server.address().port}${root}`,
        sent,
        close: () => new Promise((closed) => (server.close(closed), server.closeAllConnections())),
    };
}

let started;
/** The browser of this test file: Chromium, or Firefox with GIRAFA_BROWSER=firefox. */
export function browser() {
    started ??= isFirefox ? launchFirefox() : launchChromium();
    return started;
}

function launchChromium() {
    const isRoot = process.getuid?.() === 0;
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        // Chromium's sandbox does not work for root, the usual user in containers.
        args: [...(isRoot ? ["--no-sandbox"] : []), "--autoplay-policy=no-user-gesture-required"],
    });
}

function launchFirefox() {
    // Channels that begin with moz- are released ones, not Playwright's own build.
    return firefox.launch({ channel: "moz-firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr" });
}

let served;
/** The server of web/dist for this test file. */
export function site() {
    served ??= serve();
    return served;
}

after(async () => {
    await (await started)?.close();
    await (await served)?.close();
});

/** Makes the page believe that there was a visit before. */
function visited() {
    try {
        localStorage["girafa.last"] ??= "none";
    } catch {
        // A frame that may not store.
    }
}

/**
 * Opens the page in a new browser context and waits until its machine has a picture. Options: `viewport`;
 * `at`, the suffix of the page's URL (`#...`, `?embed`); `url`, another page; `provokes`, a pattern of the
 * errors that the test expects; `init`, a function that runs in the page before its scripts; `ready`, false
 * if the page does not start; `touch`, true for a touch screen; `first`, true for the first visit, which shows an example;
 * `colorScheme`, `light` for the system's light colours; `locale`, the browser's language; `stopped`, true for a page whose clock stands still until `page.clock.runFor`.
 */
export async function open(t, options = {}) {
    const { viewport = LARGE_VIEWPORT, at = "", provokes, init, ready = true, stopped = false, touch = false, first = false, colorScheme = "dark", locale = "en-GB" } = options;
    const context = await (await browser()).newContext({ viewport, acceptDownloads: true, hasTouch: touch, isMobile: touch, colorScheme, locale });
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && !CACHE_ERROR.test(message.text()) && errors.push(message.text()));
    t.after(async () => {
        await context.close();
        assert.deepEqual(errors.filter((error) => !provokes?.test(error)), [], "errors in the page");
    });
    if (!first) {
        await context.addInitScript(visited);
    }
    if (init) {
        await context.addInitScript(init);
    }
    if (stopped) {
        await page.clock.install({ time: 0 });
    }
    await page.goto(options.url ?? (await site()).url + at);
    if (ready) {
        await page.waitForFunction(() => document.body.dataset.ready !== undefined);
    }
    if (stopped) {
        // An hour later than any page starts.
        await page.clock.pauseAt(3_600_000);
    }
    return page;
}

/** Waits until a function returns a truthy value in the page, and returns that value. */
export async function until(page, holds, argument) {
    const handle = await page.waitForFunction(holds, argument, { polling: 50 });
    return handle.jsonValue();
}

/** Waits until the element `selector` contains a text. */
export async function shows(page, selector, text) {
    await until(page, ([selector, text]) => document.querySelector(selector)?.textContent.includes(text), [selector, text]);
}

/** Types a text on the Spectrum, with newlines as ENTER. */
export async function keys(page, text) {
    await page.focus("#screen");
    await page.keyboard.type(text);
}

/** Replaces the editor's text by pasting: typed text would be indented and completed. */
export async function write(page, listing) {
    await page.focus(".cm-content");
    if (isFirefox) {
        // Playwright's insertText adds rows there.
        await page.evaluate((insert) => {
            const { view } = document.querySelector(".cm-content").cmTile;
            view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, selection: { anchor: insert.length }, userEvent: "input.paste" });
        }, listing);
        return;
    }
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(listing);
}

/** The text in the editor. */
export function listing(page) {
    return page.evaluate(() => document.querySelector(".cm-content").cmTile?.view.state.doc.toString()
        ?? [...document.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));
}

/** Drops files on an element: `{ name, bytes }`. */
export async function drop(page, files, selector = "body") {
    const held = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") }));
    const transfer = await page.evaluateHandle((held) => {
        const transfer = new DataTransfer();
        for (const { name, base64 } of held) {
            const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
            transfer.items.add(new File([bytes], name));
        }
        return transfer;
    }, held);
    for (const event of ["dragenter", "dragover", "drop"]) {
        await page.dispatchEvent(selector, event, { dataTransfer: transfer });
    }
}

/** The name and bytes of the file that the page downloads while `act` runs. */
export async function downloaded(page, act) {
    const [download] = await Promise.all([page.waitForEvent("download"), act()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Saves the listing or the machine as a file with this extension, through the dialog. */
export async function saved(page, extension) {
    await page.click("text=Save, share…");
    const file = await downloaded(page, () => page.click(`dialog[open] >> text=${extension}`));
    await page.keyboard.press("Escape");
    return file;
}

/** Saves a screenshot as `name`.png. */
export async function screenshot(page, name) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Waits for a message of the page and returns its text. */
export async function noticed(page) {
    return until(page, () => document.querySelector("#notices").textContent);
}
