// Girafa in VS Code: the language server, the debugger, and panels for the screen and the paper.

import * as vscode from "vscode";
import * as debug from "./debug";
import { Pictures } from "./pictures";
import { Server } from "./server";

/** Called by VS Code when a listing is opened or debugged. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
    const server = new Server();
    const pictures = new Pictures();
    context.subscriptions.push(
        server,
        pictures,
        ...debug.register(pictures),
        vscode.commands.registerCommand("girafa.showScreen", () => pictures.show("screen")),
        vscode.commands.registerCommand("girafa.showPaper", () => pictures.show("paper")),
        vscode.commands.registerCommand("girafa.restartServer", () => server.restart()),
        vscode.workspace.onDidChangeConfiguration(async (change) => {
            if (change.affectsConfiguration("girafa.path")) {
                await server.restart();
            }
        }),
    );
    await server.restart();
}
