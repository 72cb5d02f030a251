// The settings, and the command that runs the server and the debugger, and does everything else.

import { execFile } from "node:child_process";
import * as vscode from "vscode";

/** Maximum length of what the command prints, in bytes. */
const MAX_OUTPUT = 64 << 20;
/** Maximum length of a message that is shown, in characters. */
const MAX_MESSAGE = 1_000;

/** The `girafa` command from the settings. */
export function command(): string {
    const named = vscode.workspace.getConfiguration("girafa").get<string>("path", "girafa").trim();
    return named === "" ? "girafa" : named;
}

/** The settings for programs that are run or debugged. */
export interface Settings {
    /** The file with the ROM; empty for the one of the command. */
    rom: string;
    realTime: boolean;
    sound: boolean;
}

export function settings(): Settings {
    const all = vscode.workspace.getConfiguration("girafa");
    return {
        rom: all.get<string>("rom", "").trim(),
        realTime: all.get<boolean>("realTime", false),
        sound: all.get<boolean>("sound", true),
    };
}

/** What a run of the command gave. */
export interface Done {
    /** The exit code; undefined if it did not run or was ended. */
    code: number | undefined;
    out: string;
    /** The message for the user, if it failed. */
    message: string;
}

/** Runs the command in the directory `cwd` (default: any) to its end, or until it is cancelled. */
export function ran(args: string[], cwd?: string, token?: vscode.CancellationToken): Promise<Done> {
    return new Promise((resolve) => {
        const name = command();
        const child = execFile(name, args, { cwd, maxBuffer: MAX_OUTPUT }, (error, out, errors) => {
            const code = error === null ? 0 : error.code;
            const isEnd = typeof code === "number";
            const message = isEnd
                ? errors.trim().slice(0, MAX_MESSAGE)
                : `\`${name}\` does not run (${error?.message ?? ""}). Is girafa on the PATH? The setting girafa.path names it.`;
            resolve({ code: isEnd ? code : undefined, out, message });
        });
        token?.onCancellationRequested(() => child.kill());
    });
}
