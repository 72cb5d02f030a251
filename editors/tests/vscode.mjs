// The packaged extension in VS Code's own workbench, as code-server brings it, in Chromium: `.ci/code-server.sh` runs this.
//
//     node editors/tests/vscode.mjs CODE_SERVER VSIX GIRAFA

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const [codeServer, vsix, girafa] = process.argv.slice(2).map((path) => resolve(path));
const LISTING = "10 PIRNT total\n20 let total=total+1 : goto 20\n";

const room = mkdtempSync(join(tmpdir(), "girafa-code-server-"));
const at = (...parts) => join(room, ...parts);
mkdirSync(at("work"));
mkdirSync(at("data", "User"), { recursive: true });
writeFileSync(at("work", "p.bas"), LISTING);
writeFileSync(
    at("data", "User", "settings.json"),
    JSON.stringify({
        "girafa.path": girafa,
        "security.workspace.trust.enabled": false,
        "workbench.startupEditor": "none",
        "editor.quickSuggestions": { other: "off" },
    }),
);
const where = ["--user-data-dir", at("data"), "--extensions-dir", at("extensions"), "--config", at("config.yaml")];
writeFileSync(at("config.yaml"), "auth: none\n");
execFileSync(process.execPath, [codeServer, ...where, "--install-extension", vsix], { stdio: "pipe" });

const port = await new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
        const { port } = server.address();
        server.close(() => done(port));
    });
});
const options = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
const server = spawn(process.execPath, [codeServer, ...where, ...options], { stdio: "pipe", detached: true });
let said = "";
server.stdout.on("data", (text) => (said += text));
server.stderr.on("data", (text) => (said += text));

let browser;
let checks = 0;
/** Waits until something is as it should be. */
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
    // Its repair, by a key.
    const goTo = async (place) => palette("Control+G", place);
    await goTo("1:5");
    await page.keyboard.press("Control+.");
    await until("the repair", async () => (await page.locator(".action-widget").innerText().catch(() => "")).includes("PRINT"));
    await page.keyboard.press("Enter");
    await until("no mistake", async () => (await page.locator(".squiggly-error").count()) === 0);

    // What a name is.
    await goTo("2:9");
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Control+I");
    await until("a hover", async () => {
        const shown = await page.locator(".monaco-hover").allInnerTexts();
        return shown.some((text) => text.includes("total: a number"));
    });
    await page.keyboard.press("Escape");

    // Another one.
    await page.keyboard.press("F2");
    await page.waitForFunction(() => document.activeElement?.closest(".rename-box") !== null);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("sum");
    await page.keyboard.press("Enter");
    const text = async () => (await lines.allInnerTexts()).join("\n").replaceAll("\u00A0", " ");
    await until("the new name", async () => (await text()).includes("20 let sum=sum+1"));

    // The layout, and the file.
    await page.keyboard.press("Control+Shift+I");
    await until("the layout", async () => (await text()).includes("20 LET sum=sum+1: GO TO 20"));
    await page.keyboard.press("Control+S");
    await until("the file is written", () => readFileSync(at("work", "p.bas"), "utf8") === "10 PRINT sum\n20 LET sum=sum+1: GO TO 20\n");

    // The screen's panel.
    await palette("F1", "Girafa: Show the Screen");
    await until("the panel", async () => {
        for (const frame of page.frames()) {
            const shown = await frame.locator("body").innerText({ timeout: 500 }).catch(() => "");
            if (shown.includes("The screen is shown while a program is debugged.")) {
                return true;
            }
        }
        return false;
    });
    console.log(`vscode: ${checks} checks`);
} catch (error) {
    for (const page of browser?.contexts()[0]?.pages() ?? []) {
        await page.screenshot({ path: join(tmpdir(), "girafa-code-server.png") });
    }
    console.error(said.slice(-2000));
    console.error(error);
    process.exitCode = 1;
} finally {
    await browser?.close();
    try {
        process.kill(-server.pid, "SIGKILL");
    } catch {
        // It has ended.
    }
    rmSync(room, { recursive: true, force: true, maxRetries: 5 });
}
assert.ok(checks > 0);
