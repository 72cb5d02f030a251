// Runs, shows and converts programs: the commands of the menus, and tasks.

import * as vscode from "vscode";
import { command, ran } from "./command";
import { DEBUG_TYPE } from "./debug";
import { LANGUAGE } from "./language";

/** The scheme of the listings of tapes and snapshots. */
const LISTING_SCHEME = "girafa-listing";

/** The file of a menu's command, or the open one. */
function fileOf(uri: vscode.Uri | undefined): vscode.Uri | undefined {
    const document = vscode.window.activeTextEditor?.document;
    const file = uri ?? (document?.isUntitled === false ? document.uri : undefined);
    if (file === undefined || file.scheme !== "file") {
        void vscode.window.showErrorMessage("Girafa: no program. Open a saved listing.");
        return undefined;
    }
    return file;
}

/** The ways to start a program. */
const STARTS = {
    // Answers to INPUT are typed in the debug console.
    run: { name: "Run", noDebug: true, more: { internalConsoleOptions: "openOnSessionStart" } },
    debug: { name: "Debug", noDebug: false, more: { internalConsoleOptions: "openOnSessionStart" } },
    // Answers and other keys are typed in the screen's panel.
    play: { name: "Play", noDebug: true, more: { realTime: true, internalConsoleOptions: "neverOpen" } },
};

/** Starts a program. */
async function start(uri: vscode.Uri | undefined, way: keyof typeof STARTS): Promise<void> {
    const file = fileOf(uri);
    if (file !== undefined) {
        const { name, noDebug, more } = STARTS[way];
        const configuration = { type: DEBUG_TYPE, request: "launch", name, program: file.fsPath, ...more };
        await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(file), configuration, { noDebug });
    }
}

/** Writes a listing to a tape. */
async function makeTape(uri: vscode.Uri | undefined): Promise<void> {
    const file = fileOf(uri);
    if (file === undefined) {
        return;
    }
    const proposed = file.with({ path: file.path.replace(/\.[^./]*$/, "") + ".tap" });
    const tape = await vscode.window.showSaveDialog({ defaultUri: proposed, filters: { Tapes: ["tap"] } });
    if (tape === undefined) {
        return;
    }
    const done = await ran(["tap", "--out", tape.fsPath, "--", file.fsPath]);
    if (done.code === 0) {
        void vscode.window.showInformationMessage(`Girafa: wrote ${tape.fsPath}`);
    } else {
        void vscode.window.showErrorMessage(`Girafa: ${done.message}`);
    }
}

/** Shows the listing of a tape or a snapshot. */
async function showListing(uri: vscode.Uri | undefined): Promise<void> {
    const file = fileOf(uri);
    if (file === undefined) {
        return;
    }
    try {
        const shown = await vscode.workspace.openTextDocument(file.with({ scheme: LISTING_SCHEME }));
        await vscode.languages.setTextDocumentLanguage(shown, LANGUAGE);
        await vscode.window.showTextDocument(shown);
    } catch (error) {
        void vscode.window.showErrorMessage(`Girafa: ${error instanceof Error ? error.message : String(error)}`);
    }
}

/** Runs the sessions of a session file, in a terminal. */
async function test(uri: vscode.Uri | undefined): Promise<void> {
    if (uri !== undefined) {
        const folder = vscode.workspace.getWorkspaceFolder(uri) ?? vscode.TaskScope.Workspace;
        const execution = new vscode.ProcessExecution(command(), ["test", "--", uri.fsPath]);
        await vscode.tasks.executeTask(new vscode.Task({ type: DEBUG_TYPE, command: "test" }, folder, "test", "girafa", execution, "$girafa"));
    }
}

/** What the task provider runs in each folder. */
const TASKS: [string, string[]][] = [
    ["check", ["check", "."]],
    ["test", ["test", "."]],
];

function tasks(): vscode.Task[] {
    return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) =>
        TASKS.map(([name, args]) => {
            const execution = new vscode.ProcessExecution(command(), args, { cwd: folder.uri.fsPath });
            return new vscode.Task({ type: DEBUG_TYPE, command: name }, folder, name, "girafa", execution, "$girafa");
        }),
    );
}

/** Registers the commands and tasks. */
export function register(): vscode.Disposable[] {
    // Code lenses give the URI as text.
    const named = (name: string, run: (uri?: vscode.Uri) => Promise<void>) =>
        vscode.commands.registerCommand(`girafa.${name}`, (uri?: vscode.Uri | string) =>
            run(typeof uri === "string" ? vscode.Uri.parse(uri) : uri),
        );
    return [
        named("run", (uri) => start(uri, "run")),
        named("debug", (uri) => start(uri, "debug")),
        named("play", (uri) => start(uri, "play")),
        named("test", test),
        named("makeTape", makeTape),
        named("showListing", showListing),
        vscode.workspace.registerTextDocumentContentProvider(LISTING_SCHEME, {
            async provideTextDocumentContent(uri) {
                const done = await ran(["list", "--", uri.with({ scheme: "file" }).fsPath]);
                if (done.code !== 0) {
                    throw new Error(done.message);
                }
                return done.out;
            },
        }),
        vscode.tasks.registerTaskProvider(DEBUG_TYPE, { provideTasks: tasks, resolveTask: () => undefined }),
    ];
}
