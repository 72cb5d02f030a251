// The command that runs the server and the debugger.

import * as vscode from "vscode";

/** The `girafa` command from the settings. */
export function command(): string {
    const named = vscode.workspace.getConfiguration("girafa").get<string>("path", "girafa").trim();
    return named === "" ? "girafa" : named;
}
