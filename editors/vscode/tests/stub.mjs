// Stubs of `vscode` and the language client, which record how they are used.

import { build } from "esbuild";
import { createRequire } from "node:module";
import Module from "node:module";
import { tmpdir } from "node:os";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** An event like those of VS Code. */
function event() {
    const listeners = new Set();
    const listen = (listener) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
    };
    return { listen, fire: (value) => [...listeners].map((listener) => listener(value)) };
}

/** A stub of a webview panel. */
class Panel {
    constructor(type, title, where, options) {
        Object.assign(this, { type, title, where, options, posted: [], revealed: 0 });
        this.closed = event();
        this.messages = event();
        this.onDidDispose = this.closed.listen;
        this.webview = {
            html: "",
            onDidReceiveMessage: this.messages.listen,
            postMessage: (message) => this.posted.push(message),
        };
    }
    reveal() {
        this.revealed += 1;
    }
    dispose() {
        this.closed.fire();
    }
}

/** A stub of a file's URI. */
export class Uri {
    static parse(text) {
        const [, scheme, path] = /^([^:]*):\/\/(.*)$/.exec(text);
        return new Uri({ scheme, path: decodeURIComponent(path) });
    }
    constructor(parts) {
        Object.assign(this, { scheme: "file", ...parts });
        this.fsPath = this.path;
    }
    with(parts) {
        return new Uri({ ...this, ...parts });
    }
    toString() {
        return `${this.scheme}://${this.path}`;
    }
}

/** A stub of a collection of test items. */
class Items extends Map {
    add(item) {
        this.set(item.id, item);
    }
    forEach(act) {
        for (const item of this.values()) {
            act(item);
        }
    }
}

/** Creates new stubs. */
export function stub() {
    const seen = { infos: [], started: [], executed: [], shown: [], results: [], contents: new Map(), tasks: new Map(), panels: [], errors: [], commands: new Map(), factories: new Map(), trackers: new Map(), providers: new Map(), clients: [] };
    const settings = { path: "girafa" };
    const changed = event();
    const custom = event();
    const started = event();
    const [created, written, deleted, opened] = [event(), event(), event(), event()];
    const files = [];
    const vscode = {
        ViewColumn: { Beside: -2 },
        DebugAdapterExecutable: class {
            constructor(command, args) {
                Object.assign(this, { command, args });
            }
        },
        DebugAdapterServer: class {
            constructor(port, host) {
                Object.assign(this, { port, host });
            }
        },
        commands: {
            registerCommand(name, run) {
                seen.commands.set(name, run);
                return { dispose: () => seen.commands.delete(name) };
            },
        },
        debug: {
            registerDebugConfigurationProvider: (type, provider) => (seen.providers.set(type, provider), { dispose() {} }),
            registerDebugAdapterDescriptorFactory: (type, factory) => (seen.factories.set(type, factory), { dispose() {} }),
            registerDebugAdapterTrackerFactory: (type, factory) => (seen.trackers.set(type, factory), { dispose() {} }),
            onDidReceiveDebugSessionCustomEvent: custom.listen,
            onDidStartDebugSession: started.listen,
            startDebugging: async (...options) => seen.started.push(options),
        },
        languages: { setTextDocumentLanguage: async (document, languageId) => Object.assign(document, { languageId }) },
        tasks: {
            registerTaskProvider: (type, provider) => (seen.tasks.set(type, provider), { dispose() {} }),
            executeTask: async (task) => seen.executed.push(task),
        },
        TaskScope: { Workspace: 2 },
        Uri,
        Task: class {
            constructor(definition, folder, name, source, execution, matcher) {
                Object.assign(this, { definition, folder, name, source, execution, matcher });
            }
        },
        ProcessExecution: class {
            constructor(command, args, options) {
                Object.assign(this, { command, args, options });
            }
        },
        Range: class {
            constructor(...numbers) {
                this.numbers = numbers;
            }
        },
        TestMessage: class {
            constructor(message) {
                this.message = message;
            }
        },
        TestRunProfileKind: { Run: 1 },
        tests: {
            createTestController: () => {
                const controller = {
                    items: new Items(),
                    createTestItem: (id, label, uri) => {
                        const item = { id, label, uri, children: new Items() };
                        const add = item.children.add.bind(item.children);
                        item.children.add = (child) => add(Object.assign(child, { parent: item }));
                        return item;
                    },
                    createRunProfile: (name, kind, run) => Object.assign(controller, { run }),
                    createTestRun: () => ({
                        started: () => {},
                        passed: (item) => seen.results.push([item.id, "passed"]),
                        failed: (item, { message }) => seen.results.push([item.id, "failed", message]),
                        errored: (item, { message }) => seen.results.push([item.id, "errored", message]),
                        skipped: (item) => seen.results.push([item.id, "skipped"]),
                        end: () => seen.results.push("end"),
                    }),
                    dispose() {},
                };
                seen.controller = controller;
                return controller;
            },
        },
        window: {
            activeTextEditor: undefined,
            createWebviewPanel(...options) {
                const panel = new Panel(...options);
                seen.panels.push(panel);
                return panel;
            },
            showErrorMessage: (message) => seen.errors.push(message),
            showInformationMessage: (message) => seen.infos.push(message),
            showTextDocument: async (document) => seen.shown.push(document),
            showSaveDialog: async ({ defaultUri }) => defaultUri,
        },
        workspace: {
            getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }),
            onDidChangeConfiguration: changed.listen,
            workspaceFolders: [{ uri: new Uri({ path: "/w" }) }],
            getWorkspaceFolder: () => undefined,
            textDocuments: [],
            onDidOpenTextDocument: opened.listen,
            registerTextDocumentContentProvider: (scheme, provider) => (seen.contents.set(scheme, provider), { dispose() {} }),
            openTextDocument: async (uri) => ({ text: await seen.contents.get(uri.scheme).provideTextDocumentContent(uri) }),
            findFiles: async () => files,
            fs: { readFile: async (uri) => readFileSync(uri.fsPath) },
            createFileSystemWatcher: () => ({
                onDidCreate: created.listen, onDidChange: written.listen, onDidDelete: deleted.listen, dispose() {},
            }),
        },
    };
    const client = {
        LanguageClient: class {
            constructor(id, name, run, options) {
                Object.assign(this, { id, name, run, options, state: "new" });
                seen.clients.push(this);
            }
            async start() {
                if (this.run.command === "nowhere") {
                    throw new Error("spawn nowhere ENOENT");
                }
                this.state = "running";
            }
            async stop() {
                this.state = "stopped";
            }
        },
    };
    return { vscode, client, seen, settings, changed, custom, started, written, deleted, opened, files };
}

/** Compiles the extension's module `name` and loads it with new stubs. */
export async function load(name) {
    const around = stub();
    const outfile = join(mkdtempSync(join(tmpdir(), "girafa-vscode-")), `${name}.cjs`);
    await build({
        entryPoints: [join(ROOT, "src", `${name}.ts`)],
        bundle: true,
        platform: "node",
        format: "cjs",
        external: ["vscode", "vscode-languageclient/node"],
        outfile,
    });
    return { ...around, module: required(outfile, { vscode: around.vscode, "vscode-languageclient/node": around.client }) };
}

/** Loads a CommonJS file with these modules replaced. */
export function required(file, modules) {
    const original = Module._load;
    Module._load = function (request, ...rest) {
        return request in modules ? modules[request] : original.call(this, request, ...rest);
    };
    try {
        return createRequire(file)(file);
    } finally {
        Module._load = original;
    }
}
