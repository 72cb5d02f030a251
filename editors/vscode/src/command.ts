// The command that all of it is done by.

import * as vscode from "vscode";

/** The command `girafa`, as the settings name it. */
export function command(): string {
    const named = vscode.workspace.getConfiguration("girafa").get<string>("path", "girafa").trim();
    return named === "" ? "girafa" : named;
}
