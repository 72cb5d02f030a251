// Tests the extension with stubs of VS Code and the language client.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, required, stub } from "./stub.mjs";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).toString("base64");
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** A stub of an open file. */
const opened = (fileName, row, languageId = "vb") => ({ fileName, languageId, uri: `file://${fileName}`, lineAt: () => ({ text: row }) });

/** The extension in VS Code with a listing open. */
async function active(settings = {}) {
    const around = await load("extension");
    Object.assign(around.settings, settings);
    around.vscode.workspace.textDocuments.push(opened("/p/a.bas", "10 CLS", "sinclair-basic"));
    const context = { subscriptions: [] };
    around.module.activate(context);
    await new Promise((done) => setTimeout(done));
    return { ...around, context };
}

test("files of other dialects stay theirs, and start no server", async () => {
    const around = await load("extension");
    const { seen, vscode, changed } = around;
    const module1 = opened("/p/Module1.bas", 'Attribute VB_Name = "Module1"');
    const rust = opened("/p/a.rs", "10 CLS", "rust");
    const listing = opened("/p/b.BAS", "10 CLS");
    vscode.workspace.textDocuments.push(module1, rust);
    around.module.activate({ subscriptions: [] });
    await Promise.all(changed.fire({ affectsConfiguration: () => true }));
    assert.deepEqual([module1.languageId, rust.languageId, seen.clients.length], ["vb", "rust", 0]);
    around.opened.fire(listing);
    assert.equal(listing.languageId, "sinclair-basic");
    // VS Code opens it again with its new language.
    around.opened.fire(listing);
    around.opened.fire(opened("/p/c.bas", "# other", "sinclair-basic"));
    await new Promise((done) => setTimeout(done));
    assert.equal(seen.clients.length, 1);
    // The user's choice stays.
    listing.languageId = "vb";
    around.opened.fire(listing);
    assert.equal(listing.languageId, "vb");
});

test("the server is started, started again when its path changes, and ended", async () => {
    const { seen, settings, changed, context } = await active();
    assert.deepEqual(seen.clients.map(({ run, state }) => [run, state]), [[{ command: "girafa", args: ["lsp"] }, "running"]]);
    const languages = seen.clients[0].options.documentSelector.map(({ language }) => language);
    assert.ok(languages.every((language) => language === manifest.contributes.languages[0].id));
    settings.path = "/opt/girafa";
    await Promise.all(changed.fire({ affectsConfiguration: (name) => name === "girafa.path" }));
    await Promise.all(changed.fire({ affectsConfiguration: () => false }));
    assert.deepEqual(seen.clients.map(({ run, state }) => [run.command, state]), [["girafa", "stopped"], ["/opt/girafa", "running"]]);
    await Promise.all(context.subscriptions.map((part) => part.dispose()));
    assert.equal(seen.clients[1].state, "stopped");
});

test("a command that is not there is reported, and the rest works", async () => {
    const { seen, settings } = await active({ path: "nowhere" });
    assert.match(seen.errors[0], /`nowhere lsp` cannot be started .*girafa\.path/);
    settings.path = "girafa";
    await seen.commands.get("girafa.restartServer")();
    assert.equal(seen.clients.at(-1).state, "running");
});

test("all commands of the manifest are there, and no other", async () => {
    const { seen } = await active();
    const named = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual([...seen.commands.keys()].sort(), named.sort());
});

test("the debugger is girafa dap", async () => {
    const { seen } = await active({ path: "/opt/girafa" });
    const { type } = manifest.contributes.debuggers[0];
    const { command, args } = seen.factories.get(type).createDebugAdapterDescriptor({ configuration: {} });
    assert.deepEqual([command, args], ["/opt/girafa", ["dap"]]);
    // VS Code does not report a missing adapter, so the extension does.
    const session = { configuration: {} };
    seen.trackers.get(type).createDebugAdapterTracker(session).onError(new Error("spawn /opt/girafa ENOENT"));
    assert.match(seen.errors.at(-1), /`\/opt\/girafa dap` does not run \(spawn .*girafa\.path/);
    // An adapter that has answered before it exits is not reported.
    const tracker = seen.trackers.get(type).createDebugAdapterTracker(session);
    tracker.onDidSendMessage({});
    tracker.onError(new Error("read error"));
    assert.equal(seen.errors.length, 1);
});

test("a configuration attaches to a player", async () => {
    const { seen, vscode } = await active();
    const resolve = (configuration) => seen.providers.get("girafa").resolveDebugConfiguration(undefined, configuration);
    const configuration = { type: "girafa", request: "attach", name: "x", port: 4711 };
    // The machine has the program, and the settings are for programs that are started.
    assert.deepEqual(resolve(configuration), configuration);
    vscode.window.activeTextEditor = { document: { languageId: "sinclair-basic", fileName: "/p/a.bas", isUntitled: false } };
    assert.equal(resolve(configuration).program, "/p/a.bas");
    for (const port of [undefined, "x", 0, 70_000]) {
        assert.equal(resolve({ ...configuration, port }), undefined);
        assert.match(seen.errors.at(-1), /`port` .*girafa play --listen 4711/);
    }
    assert.equal(resolve({ ...configuration, host: 1 }), undefined);
    const { port, host } = seen.factories.get("girafa").createDebugAdapterDescriptor({ configuration });
    assert.deepEqual([port, host], [4711, "127.0.0.1"]);
    seen.trackers.get("girafa").createDebugAdapterTracker({ configuration }).onError(new Error("connect ECONNREFUSED"));
    assert.match(seen.errors.at(-1), /no player can be reached at 127.0.0.1:4711 \(connect .*--listen 4711` running/);
});

test("what F5 does", async () => {
    const { seen, vscode, settings } = await active();
    const provider = seen.providers.get("girafa");
    const resolve = (configuration) => provider.resolveDebugConfiguration(undefined, configuration);
    assert.equal(resolve({}), undefined);
    assert.match(seen.errors.at(-1), /no program/);
    const document = { languageId: "sinclair-basic", fileName: "/p/a.bas", isUntitled: false };
    vscode.window.activeTextEditor = { document };
    assert.deepEqual(resolve({}), {
        type: "girafa", request: "launch", name: "Run the listing", stopOnEntry: true, program: "/p/a.bas",
    });
    const own = { type: "girafa", request: "launch", name: "x", program: "hanoi", answers: ["3"] };
    assert.deepEqual(resolve(own), own);
    assert.equal(resolve({ ...own, answers: [3] }), undefined);
    assert.match(seen.errors.at(-1), /answers/);
    assert.equal(resolve({ ...own, keys: ["a"] }), undefined);
    assert.match(seen.errors.at(-1), /`keys` in launch.json must be a string/);
    assert.equal(resolve({ ...own, tape: 1 }), undefined);
    vscode.window.activeTextEditor = { document: { ...document, languageId: "rust" } };
    assert.equal(resolve({}), undefined);
    // The settings are for what the configuration does not say.
    Object.assign(settings, { rom: "/a.rom", realTime: true });
    assert.deepEqual(resolve(own), { ...own, rom: "/a.rom", realTime: true });
    const complete = { ...own, rom: "/b.rom", realTime: false };
    assert.deepEqual(resolve(complete), complete);
});

test("the manifest has the settings, and the README describes them", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const names = Object.keys(manifest.contributes.configuration.properties);
    assert.deepEqual(names, ["girafa.path", "girafa.rom", "girafa.realTime", "girafa.sound"]);
    for (const name of names) {
        assert.ok(readme.includes(`| \`${name}\` |`), name);
    }
});

test("the panels show the pictures of the adapter", async () => {
    const { seen, custom, started } = await active();
    const session = { type: "girafa", id: "1", configuration: {} };
    // The adapter's first event may arrive before VS Code reports the session's start.
    custom.fire({ session, event: "girafaScreen", body: { png: PNG } });
    started.fire(session);
    assert.deepEqual(seen.panels.map(({ type }) => type), ["girafa.screen"]);
    const [screen] = seen.panels;
    assert.deepEqual(screen.posted, []);
    // The panel's page sends a message when it is ready.
    screen.messages.fire("ready");
    assert.deepEqual(screen.posted.at(-1), { png: PNG });
    custom.fire({ session, event: "girafaPaper", body: { png: PNG } });
    assert.deepEqual(seen.panels.map(({ type }) => type), ["girafa.screen", "girafa.paper"]);
    // A closed panel stays closed until the user opens it.
    seen.panels[1].dispose();
    custom.fire({ session, event: "girafaPaper", body: { png: PNG } });
    assert.equal(seen.panels.length, 2);
    seen.commands.get("girafa.showPaper")();
    seen.panels[2].messages.fire("ready");
    assert.deepEqual(seen.panels[2].posted, [{ png: PNG }]);
    seen.commands.get("girafa.showPaper")();
    assert.equal(seen.panels[2].revealed, 1);
    // Go back to before the printing, and forwards again.
    custom.fire({ session, event: "girafaPaper", body: { png: null } });
    assert.deepEqual(seen.panels[2].posted.at(-1), { png: null });
    custom.fire({ session, event: "girafaPaper", body: { png: PNG } });
    assert.deepEqual(seen.panels[2].posted.at(-1), { png: PNG });
    assert.deepEqual([seen.panels.length, seen.panels[2].revealed], [3, 1]);
    started.fire({ type: "girafa", id: "2", configuration: {} });
    assert.deepEqual(screen.posted.at(-1), { png: null });
});

test("what is no picture is not shown", async () => {
    const { seen, custom, started } = await active();
    const session = { type: "girafa", id: "1", configuration: {} };
    started.fire(session);
    for (const body of [undefined, null, 1, {}, { png: 1 }, { png: "" }, { png: "x" }, { png: `${PNG}"><script>` }, { png: PNG + "A".repeat(17 << 20) }]) {
        custom.fire({ session, event: "girafaScreen", body });
    }
    custom.fire({ session: { type: "other" }, event: "girafaScreen", body: { png: PNG } });
    custom.fire({ session, event: "other", body: { png: PNG } });
    started.fire({ type: "other" });
    assert.deepEqual(seen.panels.map(({ posted }) => posted), [[]]);
});

test("the screen's panel sends keys to a program that runs in real time, and plays its sound", async () => {
    const { seen, custom, started, settings } = await active();
    const sent = [];
    const session = (id, configuration) => ({
        type: "girafa", id, configuration,
        customRequest: (...request) => (sent.push(request), Promise.reject(new Error("no such key"))),
    });
    const [fast, real] = [session("1", {}), session("2", { realTime: true })];
    const key = { code: "KeyA", key: "a", symbol: false, isDown: true };
    started.fire(fast);
    const [screen] = seen.panels;
    screen.messages.fire(key);
    assert.deepEqual([sent, screen.where.preserveFocus], [[], true]);
    screen.dispose();
    started.fire(real);
    assert.equal(seen.panels[1].where.preserveFocus, false);
    seen.panels[1].messages.fire(key);
    assert.deepEqual(sent, [["girafaKey", key]]);
    const sound = { rate: 22050, samples: "AAAB" };
    custom.fire({ session: real, event: "girafaSound", body: sound });
    assert.deepEqual(seen.panels[1].posted.at(-1), { sound });
    const before = seen.panels[1].posted.length;
    for (const body of [undefined, null, 1, {}, { rate: 22050 }, { ...sound, rate: "1" }, { ...sound, rate: 1 }, { ...sound, samples: "<" }, { ...sound, samples: "A".repeat(1 << 18) }]) {
        custom.fire({ session: real, event: "girafaSound", body });
    }
    settings.sound = false;
    custom.fire({ session: real, event: "girafaSound", body: sound });
    assert.equal(seen.panels[1].posted.length, before);
});

test("a panel's page loads nothing from elsewhere", async () => {
    const { module } = await load("page");
    const page = module.page("paper", "abc");
    assert.match(page, /default-src 'none'; img-src data:; style-src 'nonce-abc'; script-src 'nonce-abc'/);
    assert.doesNotMatch(page, /https?:/);
    assert.equal(page.match(/nonce="abc"/g).length, 2);
});

test("what is packaged can be loaded", () => {
    // While loading, the language client uses many classes of `vscode`: any class will do.
    const { vscode } = stub();
    const any = new Proxy(vscode, { get: (known, name) => known[name] ?? class {} });
    const { activate } = required(new URL("../dist/extension.js", import.meta.url).pathname, { vscode: any });
    assert.equal(typeof activate, "function");
});

test("the manifest has what the adapter takes", () => {
    const { launch, attach } = manifest.contributes.debuggers[0].configurationAttributes;
    assert.deepEqual([Object.keys(attach.properties), attach.required], [["port", "host", "program", "stopOnEntry"], ["port"]]);
    const { properties, required } = launch;
    assert.deepEqual([Object.keys(properties), required], [
        ["program", "answers", "keys", "tape", "stopOnEntry", "stopAtEnd", "realTime", "corrected", "rom", "poke", "noPrinter", "late", "pace"],
        ["program"],
    ]);
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    for (const attribute of [...Object.keys(properties), ...Object.keys(attach.properties)]) {
        assert.ok(readme.includes(`| \`${attribute}\` |`), attribute);
    }
});
