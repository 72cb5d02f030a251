// The Test Explorer: the sessions of the workspace's programs, as `girafa test` runs them.

import { basename, dirname } from "node:path";
import * as vscode from "vscode";
import { ran } from "./command";

const SESSION_FILES = "**/*.toml";

/** A session of a file: its name, and its first row from 0. */
export interface Session {
    name: string;
    row: number;
}

/** The sessions of a session file's text. */
export function sessionsOf(text: string): Session[] {
    const sessions: Session[] = [];
    let begun: number | undefined;
    text.split("\n").forEach((line, row) => {
        if (/^\s*\[\[\s*session\s*\]\]/.test(line)) {
            begun = row;
        }
        const named = /^\s*name\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/.exec(line);
        if (named !== null && begun !== undefined) {
            sessions.push({ name: named[2] ?? unescaped(named[1] ?? ""), row: begun });
            begun = undefined;
        }
    });
    return sessions;
}

/** A basic string of TOML, whose common escapes are those of JSON. */
function unescaped(text: string): string {
    try {
        return JSON.parse(`"${text}"`) as string;
    } catch {
        return text;
    }
}

/** One side of a difference, as `girafa test --json` writes it. */
interface Side {
    way: string;
    rows: string[];
}

/** A session's result, as `girafa test --json` writes it. */
export interface Verdict {
    session: string;
    verdict: string;
    failure: string | null;
    remarks: string[];
    differences: { part: string; left: Side; right: Side }[];
}

/** What is wrong, for the user; undefined if nothing is. */
export function failureOf(verdict: Verdict): string | undefined {
    if (verdict.verdict === "agrees") {
        return undefined;
    }
    const side = ({ way, rows }: Side) => `${way}:\n${rows.map((row) => `  ${row}`).join("\n")}`;
    const differences = verdict.differences.map(({ part, left, right }) => `${part}\n${side(left)}\n${side(right)}`);
    const parts = [...(verdict.failure === null ? [] : [verdict.failure]), ...differences, ...verdict.remarks];
    return parts.join("\n\n") || "the session has no expectations";
}

/** Shows the sessions in the Test Explorer. */
export function register(): vscode.Disposable[] {
    const controller = vscode.tests.createTestController("girafa", "Girafa");
    const look = async (uri: vscode.Uri): Promise<void> => {
        let sessions: Session[] = [];
        try {
            sessions = sessionsOf(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
        } catch {
            // The file is gone.
        }
        if (sessions.length === 0) {
            controller.items.delete(uri.toString());
            return;
        }
        const file = controller.createTestItem(uri.toString(), basename(uri.fsPath, ".toml"), uri);
        for (const { name, row } of sessions) {
            const item = controller.createTestItem(name, name, uri);
            item.range = new vscode.Range(row, 0, row, 0);
            file.children.add(item);
        }
        controller.items.add(file);
    };
    const lookForAll = async (): Promise<void> => {
        await Promise.all((await vscode.workspace.findFiles(SESSION_FILES)).map(look));
    };
    controller.resolveHandler = async (item) => {
        if (item === undefined) {
            await lookForAll();
        }
    };
    const run = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => {
        const testRun = controller.createTestRun(request);
        if (request.include === undefined) {
            // The view of the tests may not have been opened.
            await lookForAll();
        }
        const wanted = new Map<vscode.TestItem, vscode.TestItem[]>();
        const want = (file: vscode.TestItem, items: vscode.TestItem[]) =>
            wanted.set(file, [...(wanted.get(file) ?? []), ...items]);
        const chosen: vscode.TestItem[] = [];
        controller.items.forEach((item) => chosen.push(item));
        for (const item of request.include ?? chosen) {
            const items: vscode.TestItem[] = [];
            item.children.forEach((child) => items.push(child));
            want(item.parent ?? item, item.parent === undefined ? items : [item]);
        }
        for (const [file, items] of wanted) {
            const left = items.filter((item) => request.exclude?.includes(item) !== true);
            left.forEach((item) => testRun.started(item));
            const path = file.uri?.fsPath ?? "";
            const done = await ran(["test", "--json", "--", path], dirname(path), token);
            const verdicts = new Map(verdictsOf(done.out).map((verdict) => [verdict.session, verdict]));
            for (const item of left) {
                const verdict = verdicts.get(item.id);
                if (token.isCancellationRequested) {
                    testRun.skipped(item);
                } else if (verdict === undefined) {
                    testRun.errored(item, new vscode.TestMessage(done.message || "girafa test gave no result"));
                } else {
                    const failure = failureOf(verdict);
                    if (failure === undefined) {
                        testRun.passed(item);
                    } else {
                        testRun.failed(item, new vscode.TestMessage(failure));
                    }
                }
            }
        }
        testRun.end();
    };
    controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, run, true);
    const watcher = vscode.workspace.createFileSystemWatcher(SESSION_FILES);
    watcher.onDidCreate(look);
    watcher.onDidChange(look);
    watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
    return [controller, watcher];
}

/** The results in the command's output; none if it could not read the program. */
function verdictsOf(out: string): Verdict[] {
    try {
        return JSON.parse(out) as Verdict[];
    } catch {
        return [];
    }
}
