// The language server, `girafa lsp`.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { command } from "./command";
import { LANGUAGE } from "./language";

/** The language server, while the extension is active. */
export class Server implements vscode.Disposable {
    /** Whether it was started: not before a listing is open. */
    isWanted = false;
    private client: LanguageClient | undefined;
    /** The last operation on the client: operations run one after the other. */
    private turn: Promise<void> = Promise.resolve();

    /** Restarts the server. A command that cannot be started is reported, not thrown. */
    restart(): Promise<void> {
        this.isWanted = true;
        return this.then(async () => {
            await this.stop();
            const run = { command: command(), args: ["lsp"] };
            const client = new LanguageClient("girafa", "Girafa", run, {
                documentSelector: [
                    { scheme: "file", language: LANGUAGE },
                    { scheme: "untitled", language: LANGUAGE },
                ],
            });
            this.client = client;
            try {
                await client.start();
            } catch (error) {
                this.client = undefined;
                const why = error instanceof Error ? error.message : String(error);
                void vscode.window.showErrorMessage(
                    `Girafa: \`${run.command} lsp\` cannot be started (${why}). Is girafa on the PATH? The setting girafa.path names it.`,
                );
            }
        });
    }

    dispose(): Promise<void> {
        return this.then(() => this.stop());
    }

    private then(step: () => Promise<void>): Promise<void> {
        this.turn = this.turn.then(step);
        return this.turn;
    }

    private async stop(): Promise<void> {
        const client = this.client;
        this.client = undefined;
        try {
            await client?.stop();
        } catch {
            // A crashed server need not be stopped.
        }
    }
}
