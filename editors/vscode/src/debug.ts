// The debugger, `girafa dap`.

import * as vscode from "vscode";
import { command } from "./command";
import type { Pictures } from "./pictures";

/** The debugger's type in launch.json. */
export const TYPE = "girafa";

/** Completes the configuration for F5 in a listing without launch.json, or without a program. */
export function resolved(
    configuration: vscode.DebugConfiguration,
    file: { languageId: string; fileName: string; isUntitled: boolean } | undefined,
): vscode.DebugConfiguration | string {
    const made = { ...configuration };
    const isListing = file !== undefined && file.languageId === "sinclair-basic" && !file.isUntitled;
    if (!made.type && !made.request && !made.name) {
        Object.assign(made, { type: TYPE, request: "launch", name: "Run the listing", stopOnEntry: true });
    }
    if (made["program"] === undefined && isListing) {
        made["program"] = file.fileName;
    }
    if (typeof made["program"] !== "string" || made["program"] === "") {
        return "Girafa: no program. Open a saved listing, or set `program` in launch.json.";
    }
    const answers: unknown = made["answers"] ?? [];
    if (!Array.isArray(answers) || answers.some((answer) => typeof answer !== "string")) {
        return "Girafa: `answers` in launch.json must be a list of strings, one for each INPUT.";
    }
    for (const name of ["keys", "tape", "rom"]) {
        if (made[name] !== undefined && typeof made[name] !== "string") {
            return `Girafa: \`${name}\` in launch.json must be a string.`;
        }
    }
    return made;
}

/** Registers the debugger and shows the machine's pictures. */
export function register(pictures: Pictures): vscode.Disposable[] {
    return [
        vscode.debug.registerDebugConfigurationProvider(TYPE, {
            resolveDebugConfiguration(_folder, configuration) {
                const made = resolved(configuration, vscode.window.activeTextEditor?.document);
                if (typeof made === "string") {
                    void vscode.window.showErrorMessage(made);
                    return undefined;
                }
                return made;
            },
        }),
        vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, {
            createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(command(), ["dap"]),
        }),
        // VS Code reports nothing if an adapter cannot be started.
        vscode.debug.registerDebugAdapterTrackerFactory(TYPE, {
            createDebugAdapterTracker: () => {
                let hasSpoken = false;
                return {
                    onDidSendMessage: () => {
                        hasSpoken = true;
                    },
                    // An adapter that has exited also causes a read error.
                    onError: (error) => {
                        if (!hasSpoken) {
                            void vscode.window.showErrorMessage(
                                `Girafa: \`${command()} dap\` does not run (${error.message}). Is girafa on the PATH? The setting girafa.path names it.`,
                            );
                        }
                    },
                };
            },
        }),
        vscode.debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
            if (session.type !== TYPE) {
                return;
            }
            pictures.begin(session.id);
            if (event === "girafaScreen") {
                pictures.receive("screen", body);
            } else if (event === "girafaPaper") {
                pictures.receive("paper", body);
            }
        }),
        vscode.debug.onDidStartDebugSession((session) => {
            if (session.type === TYPE) {
                // The first picture may have arrived before.
                pictures.begin(session.id);
                pictures.show("screen");
            }
        }),
    ];
}
