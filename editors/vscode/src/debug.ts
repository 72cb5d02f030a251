// The debugger, `girafa dap`.

import * as vscode from "vscode";
import { command, settings, type Settings } from "./command";
import { LANGUAGE } from "./language";
import type { Pictures } from "./pictures";

/** The debugger's type in launch.json. */
export const DEBUG_TYPE = "girafa";

/**
 * Completes the configuration for F5 in a listing without launch.json, or without a program, and with the settings for
 * what it does not say.
 */
export function resolved(
    configuration: vscode.DebugConfiguration,
    file: { languageId: string; fileName: string; isUntitled: boolean } | undefined,
    settings: Settings,
): vscode.DebugConfiguration | string {
    const completed = { ...configuration };
    const isListing = file !== undefined && file.languageId === LANGUAGE && !file.isUntitled;
    if (!completed.type && !completed.request && !completed.name) {
        Object.assign(completed, { type: DEBUG_TYPE, request: "launch", name: "Run the listing", stopOnEntry: true });
    }
    if (completed["program"] === undefined && isListing) {
        completed["program"] = file.fileName;
    }
    if (completed.request === "attach") {
        return attached(completed);
    }
    if (typeof completed["program"] !== "string" || completed["program"] === "") {
        return "Girafa: no program. Open a saved listing, or set `program` in launch.json.";
    }
    const answers: unknown = completed["answers"] ?? [];
    if (!Array.isArray(answers) || answers.some((answer) => typeof answer !== "string")) {
        return "Girafa: `answers` in launch.json must be a list of strings, one for each INPUT.";
    }
    for (const name of ["keys", "tape", "rom"]) {
        if (completed[name] !== undefined && typeof completed[name] !== "string") {
            return `Girafa: \`${name}\` in launch.json must be a string.`;
        }
    }
    if (settings.rom !== "") {
        completed["rom"] ??= settings.rom;
    }
    if (settings.realTime) {
        completed["realTime"] ??= true;
    }
    return completed;
}

/** The address of the player to which a configuration attaches. */
function address(configuration: vscode.DebugConfiguration): { port: number; host: string } {
    return { port: Number(configuration["port"]), host: String(configuration["host"] ?? "127.0.0.1") };
}

/** Checks a configuration that attaches to a player. */
function attached(configuration: vscode.DebugConfiguration): vscode.DebugConfiguration | string {
    const { port } = address(configuration);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
        return "Girafa: `port` in launch.json must be the port at which the player listens, as with `girafa play --listen 4711`.";
    }
    for (const name of ["host", "program"]) {
        if (configuration[name] !== undefined && typeof configuration[name] !== "string") {
            return `Girafa: \`${name}\` in launch.json must be a string.`;
        }
    }
    return configuration;
}

/** Why a session has no adapter. */
function missing(configuration: vscode.DebugConfiguration, why: string): string {
    if (configuration.request === "attach") {
        const { port, host } = address(configuration);
        return `Girafa: no player can be reached at ${host}:${port} (${why}). Is \`girafa play --listen ${port}\` running?`;
    }
    return `Girafa: \`${command()} dap\` does not run (${why}). Is girafa on the PATH? The setting girafa.path names it.`;
}

/** Registers the debugger and shows the machine's pictures. */
export function register(pictures: Pictures): vscode.Disposable[] {
    return [
        vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, {
            resolveDebugConfiguration(_folder, configuration) {
                const completed = resolved(configuration, vscode.window.activeTextEditor?.document, settings());
                if (typeof completed === "string") {
                    void vscode.window.showErrorMessage(completed);
                    return undefined;
                }
                return completed;
            },
        }),
        vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
            createDebugAdapterDescriptor({ configuration }) {
                if (configuration.request === "attach") {
                    const { port, host } = address(configuration);
                    return new vscode.DebugAdapterServer(port, host);
                }
                return new vscode.DebugAdapterExecutable(command(), ["dap"]);
            },
        }),
        // VS Code reports nothing if an adapter cannot be started.
        vscode.debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, {
            createDebugAdapterTracker: ({ configuration }) => {
                let hasSentMessage = false;
                return {
                    onDidSendMessage: () => {
                        hasSentMessage = true;
                    },
                    // An adapter that has exited also causes a read error.
                    onError: (error) => {
                        if (!hasSentMessage) {
                            void vscode.window.showErrorMessage(missing(configuration, error.message));
                        }
                    },
                };
            },
        }),
        vscode.debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
            if (session.type !== DEBUG_TYPE) {
                return;
            }
            pictures.begin(session);
            if (event === "girafaScreen") {
                pictures.receive("screen", body);
            } else if (event === "girafaPaper") {
                pictures.receive("paper", body);
            } else if (event === "girafaSound") {
                pictures.play(body);
            }
        }),
        vscode.debug.onDidStartDebugSession((session) => {
            if (session.type === DEBUG_TYPE) {
                // The first picture may have arrived before.
                pictures.begin(session);
                // The user types at the screen of a program that runs in real time.
                pictures.show("screen", session.configuration["realTime"] !== true);
            }
        }),
    ];
}
