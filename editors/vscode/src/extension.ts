// Girafa in VS Code: the language server, the debugger, panels for the screen and the paper, commands for programs,
// and the Test Explorer.

import * as vscode from "vscode";
import * as debug from "./debug";
import * as language from "./language";
import { Pictures } from "./pictures";
import * as programs from "./programs";
import { Server } from "./server";
import * as sessions from "./sessions";

/** Called by VS Code when a file that may be a listing is opened, or a program is debugged. */
export function activate(context: vscode.ExtensionContext): void {
    const server = new Server();
    const pictures = new Pictures();
    context.subscriptions.push(
        server,
        pictures,
        ...debug.register(pictures),
        ...programs.register(),
        ...sessions.register(),
        vscode.commands.registerCommand("girafa.showScreen", () => pictures.show("screen")),
        vscode.commands.registerCommand("girafa.showPaper", () => pictures.show("paper")),
        vscode.commands.registerCommand("girafa.restartServer", () => server.restart()),
        vscode.workspace.onDidChangeConfiguration(async (change) => {
            if (change.affectsConfiguration("girafa.path") && server.isWanted) {
                await server.restart();
            }
        }),
        language.register(() => void server.restart()),
    );
}
