// The packaged extension in VS Code's own workbench, with code-server in Chromium: `.ci/code-server.sh` runs
// this.
//
//     node editors/tests/vscode.mjs CODE_SERVER VSIX GIRAFA [PICTURE.png]
//
// PICTURE.png is the file for a picture of the workbench, as docs/guides/debugging.md shows it.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const [codeServer, vsix, girafa, picture] = process.argv.slice(2).map((path) => resolve(path));
const MISSPELT_LISTING = "10 LET total=0: PIRNT total\n20 let total=total+1 : goto 20\n";
const DEBUGGED_LISTING = [
    "10 BORDER 1: PAPER 6: CLS",
    "20 LET n=3: PRINT AT 5,8;\"GIRAFA\"",
    "30 FOR i=1 TO n: GO SUB 100: NEXT i",
    "40 LPRINT \"papel \";n: LPRINT \"fim\"",
    "50 INPUT \"Quanto? \";d",
    "60 PRINT d*2",
    "70 STOP",
    "100 PRINT TAB 8;i*i",
    "110 RETURN",
    "",
].join("\n");

const room = mkdtempSync(join(tmpdir(), "girafa-code-server-"));
const at = (...parts) => join(room, ...parts);
mkdirSync(at("work"));
mkdirSync(at("data", "User"), { recursive: true });
writeFileSync(at("work", "p.bas"), MISSPELT_LISTING);
writeFileSync(at("work", "q.bas"), DEBUGGED_LISTING);
writeFileSync(at("work", "game.bas"), '10 BORDER 5: IF INKEY$<>"q" THEN GO TO 10\n20 BORDER 4: INPUT n: IF n<>42 THEN STOP\n30 BORDER 2: BEEP .5,0: GO TO 30\n');
writeFileSync(at("work", "q.toml"), '[[session]]\nname = "vinte e um"\nanswers = ["21"]\nreport = "9 STOP statement, 70:1"\n');
// The expert system with a typing error in a rule, which docs/guides/debugging.md searches for.
const expert = readFileSync(new URL("../../basic-listings/girafa.bas", import.meta.url), "utf8");
writeFileSync(at("work", "animais.bas"), expert.replace('"TEM PENAS"', '"TEM PENNAS"'));
writeFileSync(
    at("data", "User", "settings.json"),
    JSON.stringify({
        "security.workspace.trust.enabled": false,
        "workbench.startupEditor": "none",
        "editor.minimap.enabled": false,
        "editor.quickSuggestions": { other: "off" },
    }),
);
// On a server, VS Code reads settings of machine scope, such as `girafa.path`, from a separate file.
mkdirSync(at("data", "Machine"));
writeFileSync(at("data", "Machine", "settings.json"), JSON.stringify({ "girafa.path": girafa }));
const where = ["--user-data-dir", at("data"), "--extensions-dir", at("extensions"), "--config", at("config.yaml")];
writeFileSync(at("config.yaml"), "auth: none\n");
execFileSync(process.execPath, [codeServer, ...where, "--install-extension", vsix], { stdio: "pipe" });

/** A port on which nothing listens. */
function freePort() {
    return new Promise((done) => {
        const server = createServer().listen(0, "127.0.0.1", () => {
            const { port } = server.address();
            server.close(() => done(port));
        });
    });
}

const port = await freePort();
const options = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
const server = spawn(process.execPath, [codeServer, ...where, ...options], { stdio: "pipe", detached: true });
let output = "";
server.stdout.on("data", (text) => (output += text));
server.stderr.on("data", (text) => (output += text));

let browser;
let checks = 0;
/** Waits until a condition holds. */
async function until(what, condition) {
    const end = Date.now() + 60_000;
    for (;;) {
        const seen = await condition();
        if (seen) {
            checks += 1;
            return seen;
        }
        if (Date.now() > end) {
            throw new Error(`${what}: not after a minute`);
        }
        await new Promise((done) => setTimeout(done, 100));
    }
}

/** Waits until an element of the workbench contains a text. */
async function shows(page, place, text) {
    const read = async () => (await page.locator(place).allInnerTexts().catch(() => [])).join("\n").replaceAll("\u00A0", " ");
    return until(`${text} in ${place}`, async () => (await read()).includes(text));
}

/** Follows docs/guides/debugging.md with the expert system. */
async function asked(page, palette) {
    await page.locator(".explorer-viewlet, .debug-viewlet").first().waitFor();
    await palette("Control+P", "animais.bas");
    await shows(page, ".monaco-editor .view-lines", "GIRAFA");
    await page.keyboard.press("F5");
    await shows(page, ".debug-call-stack", "10:1 REM");
    await page.keyboard.press("F5");
    await shows(page, ".repl", "INPUT waits: SIM(S),NAO(N)");
    await page.keyboard.press("F6");
    await shows(page, ".debug-call-stack", "540:1 INPUT");
    await page.locator(".repl-input-wrapper").click();
    await page.keyboard.type("why p$(m)");
    await page.keyboard.press("Enter");
    await shows(page, ".repl", "LET p$(v)=x$  (");
    await shows(page, ".repl", "READ x$  (");
    if (picture) {
        await palette("F1", "Girafa: Show the Screen");
        await until("the screen", () => pixels(page, "Spectrum: Screen"));
        await page.locator(".repl-input-wrapper").click();
        await page.screenshot({ path: picture });
    }
}

/** The width and height of a panel's picture, and the number of pixels per colour. */
async function pixels(page, title) {
    for (const frame of page.frames()) {
        const found = await frame
            .evaluate((title) => {
                const image = document.querySelector(`img[alt="${title}"]`);
                if (!image || image.hidden || !image.complete || image.naturalWidth === 0) {
                    return null;
                }
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
                const context = canvas.getContext("2d");
                context.drawImage(image, 0, 0);
                const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
                const colours = {};
                for (let at = 0; at < data.length; at += 4) {
                    const colour = data.slice(at, at + 3).join();
                    colours[colour] = (colours[colour] ?? 0) + 1;
                }
                return { width: canvas.width, height: canvas.height, colours };
            }, title)
            .catch(() => null);
        if (found) {
            return found;
        }
    }
    return undefined;
}

/** Debugs with F5. */
async function debugged(page, palette, goTo) {
    const seen = (place, text) => shows(page, place, text);
    const tool = (icon) => page.locator(`.debug-toolbar .codicon-debug-${icon}`).click();
    const ink = ({ colours } = { colours: {} }) => colours["0,0,0"] ?? 0;
    const [screen, paper] = ["Spectrum: Screen", "Spectrum: Paper"];

    await palette("Control+P", "q.bas");
    await seen(".monaco-editor .view-lines", "GO SUB 100");
    await goTo("8:1");
    await page.keyboard.press("F9");
    await until("the breakpoint", async () => (await page.locator(".codicon-debug-breakpoint").count()) > 0);
    await page.keyboard.press("F5");
    await page.waitForSelector(".debug-toolbar");
    await seen(".debug-call-stack", "10:1 BORDER 1");
    await until("the screen", () => pixels(page, screen));

    // Run to the breakpoint.
    await page.keyboard.press("F5");
    await seen(".debug-call-stack", "100:1 PRINT TAB 8;i*i");
    await seen(".debug-call-stack", "30:2 GO SUB 100");
    await until("the line is marked", async () => (await page.locator(".debug-top-stack-frame-line").count()) > 0);
    await seen(".debug-variables", "i");
    const variable = async (row) =>
        until(`the variable ${row}`, async () => (await page.locator(".debug-variables .monaco-list-row").allInnerTexts()).some((text) => text.replace(/\s+/g, "") === row));
    await variable("i=1");
    await variable("n=3");
    // The picture is the machine's: blue border, yellow paper, the word.
    const stopped = await until("the screen in colour", async () => {
        const found = await pixels(page, screen);
        return found && found.width === 352 && found.colours["0,0,215"] > 40_000 && found.colours["215,215,0"] > 40_000 && found;
    });
    assert.ok(ink(stopped) > 50);

    // Step forwards and back.
    await page.keyboard.press("F10");
    await seen(".debug-call-stack", "110:1 RETURN");
    await until("another number on the screen", async () => ink(await pixels(page, screen)) > ink(stopped));
    await tool("step-back");
    await seen(".debug-call-stack", "100:1 PRINT TAB 8;i*i");
    await until("the screen of before", async () => ink(await pixels(page, screen)) === ink(stopped));
    await page.keyboard.press("F5");
    await variable("i=2");
    await tool("reverse-continue");
    await variable("i=1");

    // Evaluate in the console, and answer INPUT there.
    await goTo("8:1");
    await page.keyboard.press("F9");
    await until("no breakpoint", async () => (await page.locator(".monaco-editor .codicon-debug-breakpoint").count()) === 0);
    await page.keyboard.press("F5");
    await seen(".repl", "INPUT waits");
    const printed = await until("the paper", () => pixels(page, paper));
    assert.equal(printed.width, 256);
    assert.ok(printed.height === 16 && ink(printed) > 50, JSON.stringify(printed));
    await page.locator(".repl-input-wrapper").click();
    await page.keyboard.type("21");
    await page.keyboard.press("Enter");
    await seen(".repl", "42");
    await until("the session's end", async () => (await page.locator(".debug-toolbar").count()) === 0 || !(await page.locator(".debug-toolbar").isVisible()));
    // The last pictures stay, and there are no error messages.
    assert.deepEqual(await page.locator(".notification-list-item-message").allInnerTexts(), []);
    assert.ok(await pixels(page, paper));
}

/** Runs without debugging, with the button of the editor: a breakpoint does not stop it. */
async function ranByButton(page, palette, goTo) {
    await palette("Control+P", "q.bas");
    await goTo("8:1");
    await page.keyboard.press("F9");
    await until("the breakpoint", async () => (await page.locator(".codicon-debug-breakpoint").count()) > 0);
    await page.locator(".editor-actions .codicon-play").first().click();
    await page.waitForSelector(".debug-toolbar");
    const waits = async () => (await page.locator(".repl").allInnerTexts()).join("\n").split("INPUT waits").length;
    await until("INPUT waits", async () => (await waits()) > 1);
    await page.locator(".repl-input-wrapper").click();
    await page.keyboard.type("11");
    await page.keyboard.press("Enter");
    await shows(page, ".repl", "22");
    await until("the session's end", async () => !(await page.locator(".debug-toolbar").isVisible()));
    assert.deepEqual(await page.locator(".notification-list-item-message").allInnerTexts(), []);
}

/** Plays a program: the panel takes the keys, and plays the sound. */
async function played(page, palette) {
    const border = (colour) => until(`the border ${colour}`, async () => ((await pixels(page, "Spectrum: Screen"))?.colours[colour] ?? 0) > 40_000);
    await palette("Control+P", "game.bas");
    await shows(page, ".monaco-editor .view-lines", "INKEY$");
    await palette("F1", "Girafa: Play");
    await page.waitForSelector(".debug-toolbar");
    await border("0,215,215");
    // The panel has the keyboard.
    await page.keyboard.press("q", { delay: 200 });
    await border("0,215,0");
    for (const key of ["4", "2", "Enter"]) {
        await page.keyboard.press(key, { delay: 100 });
    }
    await border("215,0,0");
    const plays = async (frame) => frame.evaluate("context.state === 'running' && end > 0").catch(() => false);
    await until("the sound", async () => (await Promise.all(page.frames().map(plays))).some(Boolean));
    await page.locator(".debug-toolbar .codicon-debug-stop").click();
    await until("the session's end", async () => !(await page.locator(".debug-toolbar").isVisible()));
    // The listings are in the first group of editors.
    await page.keyboard.press("Control+1");
    assert.deepEqual(await page.locator(".notification-list-item-message").allInnerTexts(), []);
}

/** Attaches to a player in a terminal, stops it, and leaves it. */
async function attached(page, palette, goTo) {
    const playerPort = await freePort();
    const player = spawn("script", ["-qec", `stty rows 24 cols 80; '${girafa}' play q.bas --listen ${playerPort}`, "/dev/null"], { cwd: at("work"), stdio: "pipe" });
    let shown = "";
    player.stdout.on("data", (text) => (shown += text));
    try {
        await until("the player", () => shown.includes("\x1b[?1049h"));
        const configuration = { type: "girafa", request: "attach", name: "Attach", port: playerPort, program: at("work", "q.bas") };
        mkdirSync(at("work", ".vscode"), { recursive: true });
        writeFileSync(at("work", ".vscode", "launch.json"), JSON.stringify({ version: "0.2.0", configurations: [configuration] }));
        await palette("Control+P", "q.bas");
        await goTo("6:1");
        await page.keyboard.press("F9");
        await palette("F1", "Debug: Select and Start Debugging");
        await page.locator(".quick-input-list .monaco-list-row", { hasText: "Attach" }).first().click();
        await page.waitForSelector(".debug-toolbar");
        // The player waits for the answer at INPUT: its user types it.
        player.stdin.write("21\r");
        await shows(page, ".debug-call-stack", "60:1 PRINT d*2");
        await until("the player's pause", () => shown.includes("paused"));
        await page.locator(".debug-toolbar .codicon-debug-disconnect").click();
        await until("the session's end", async () => !(await page.locator(".debug-toolbar").isVisible()));
        await until("the answer", () => shown.includes("42"));
        assert.deepEqual(await page.locator(".notification-list-item-message").allInnerTexts(), []);
        player.stdin.write("\x11");
        await until("the player's end", () => player.exitCode === 0);
    } finally {
        player.kill("SIGKILL");
        rmSync(at("work", ".vscode"), { recursive: true });
    }
}

/** Runs a session in the Test Explorer. */
async function tested(page, palette) {
    await palette("F1", "Test: Run All Tests");
    await until("the result", async () => (await page.locator(".codicon-testing-passed-icon").count()) > 0);
}

try {
    await until("code-server", async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => ({ ok: false }))).ok);
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(at("work"))}`);
    await page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
    const palette = async (key, text) => {
        await page.keyboard.press(key);
        await page.waitForSelector(".quick-input-widget input", { state: "visible" });
        await page.keyboard.type(text);
        const wanted = text.includes(":") && key === "Control+G" ? "line" : text;
        const first = page.locator(".quick-input-list .monaco-list-row").first();
        await until(`${text} in the list`, async () => (await first.innerText().catch(() => "")).includes(wanted));
        await page.keyboard.press("Enter");
    };
    await until("the file", async () => (await page.locator(".explorer-folders-view").innerText().catch(() => "")).includes("p.bas"));
    await palette("Control+P", "p.bas");
    const lines = page.locator(".monaco-editor .view-line");
    await until("the listing", async () => (await lines.count()) === 3);
    await until("its language", async () => (await page.locator(".statusbar").innerText()).includes("Sinclair BASIC"));

    // The server's diagnostics.
    await until("a squiggle", async () => (await page.locator(".squiggly-error").count()) > 0);
    // The quick fix, by a key.
    const goTo = async (place) => palette("Control+G", place);
    await goTo("1:18");
    await page.keyboard.press("Control+.");
    await until("the repair", async () => (await page.locator(".action-widget").innerText().catch(() => "")).includes("PRINT"));
    await page.keyboard.press("Enter");
    await until("no mistake", async () => (await page.locator(".squiggly-error").count()) === 0);

    // Hover.
    await goTo("2:9");
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Control+I");
    await until("a hover", async () => {
        const shown = await page.locator(".monaco-hover").allInnerTexts();
        return shown.some((text) => text.includes("total: a number"));
    });
    await page.keyboard.press("Escape");

    // Rename.
    await page.keyboard.press("F2");
    await page.waitForFunction(() => document.activeElement?.closest(".rename-box") !== null);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("sum");
    await page.keyboard.press("Enter");
    const text = async () => (await lines.allInnerTexts()).join("\n").replaceAll("\u00A0", " ");
    await until("the new name", async () => (await text()).includes("20 let sum=sum+1"));

    // Format and save.
    await page.keyboard.press("Control+Shift+I");
    await until("the layout", async () => (await text()).includes("20 LET sum=sum+1: GO TO 20"));
    await page.keyboard.press("Control+S");
    await until("the file is written", () => readFileSync(at("work", "p.bas"), "utf8") === "10 LET sum=0: PRINT sum\n20 LET sum=sum+1: GO TO 20\n");

    // The screen's panel.
    await palette("F1", "Girafa: Show the Screen");
    await until("the panel", async () => {
        for (const frame of page.frames()) {
            const shown = await frame.locator("body").innerText({ timeout: 500 }).catch(() => "");
            if (shown.includes("The screen is shown while you debug a program.")) {
                return true;
            }
        }
        return false;
    });

    await debugged(page, palette, goTo);
    await ranByButton(page, palette, goTo);
    await played(page, palette);
    await attached(page, palette, goTo);
    await asked(page, palette);
    await tested(page, palette);
    console.log(`vscode: ${checks} checks`);
} catch (error) {
    for (const page of browser?.contexts()[0]?.pages() ?? []) {
        await page.screenshot({ path: join(tmpdir(), "girafa-code-server.png") });
    }
    console.error(output.slice(-2000));
    console.error(error);
    process.exitCode = 1;
} finally {
    await browser?.close();
    try {
        process.kill(-server.pid, "SIGKILL");
    } catch {
        // The process has already ended.
    }
    rmSync(room, { recursive: true, force: true, maxRetries: 5 });
}
assert.ok(checks > 0);
