// The panels of the screen and of the printer's paper: the pictures and the sound go there, and keys come from there.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { settings } from "./command";
import { TITLES, page, type Kind } from "./page";

/** Maximum size of a picture in base64 characters. */
export const MAX_PNG_CHARACTERS = 16 << 20;
/** The signature of a PNG in base64, without the bits of an incomplete character. */
const PNG_SIGNATURE = "iVBORw0KGg";
/** Maximum size of a piece of sound in base64 characters: more than a second. */
const MAX_SOUND_CHARACTERS = 1 << 17;

const isBase64 = (text: string) => /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** The base64 PNG of an event; `null` if there is none any more; `undefined` if invalid. */
export function png(body: unknown): string | null | undefined {
    const found: unknown = typeof body === "object" && body !== null ? (body as { png?: unknown }).png : undefined;
    if (found === null) {
        return null;
    }
    const isPng =
        typeof found === "string" &&
        found.length <= MAX_PNG_CHARACTERS &&
        found.startsWith(PNG_SIGNATURE) &&
        isBase64(found);
    return isPng ? found : undefined;
}

/** A piece of sound: samples per second, and 16-bit samples in base64. */
interface Sound {
    rate: number;
    samples: string;
}

/** The sound of an event; `undefined` if invalid. */
function sound(body: unknown): Sound | undefined {
    const { rate, samples } = (body ?? {}) as { rate?: unknown; samples?: unknown };
    const isSound =
        typeof rate === "number" && rate >= 8_000 && rate <= 96_000 &&
        typeof samples === "string" && samples.length <= MAX_SOUND_CHARACTERS && isBase64(samples);
    return isSound ? { rate, samples } : undefined;
}

/** The two panels and their pictures. */
export class Pictures implements vscode.Disposable {
    private readonly panels = new Map<Kind, vscode.WebviewPanel>();
    private readonly pictures = new Map<Kind, string>();
    /** The debug session of the pictures. */
    private session: vscode.DebugSession | undefined;
    /** Whether the session has printed: the panel was opened then, and may be closed since. */
    private hasPrinted = false;

    /** Opens a panel next to the listing, or brings it to the front. */
    show(kind: Kind, preserveFocus = true): void {
        const open = this.panels.get(kind);
        if (open) {
            open.reveal(undefined, preserveFocus);
            return;
        }
        const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus };
        const panel = vscode.window.createWebviewPanel(`girafa.${kind}`, TITLES[kind], where, {
            enableScripts: true,
            localResourceRoots: [],
        });
        this.panels.set(kind, panel);
        panel.onDidDispose(() => this.panels.delete(kind));
        panel.webview.onDidReceiveMessage((message: unknown) => {
            // A hidden panel loses its picture: its page sends this message when it is shown again.
            if (message === "ready") {
                this.send(kind);
            } else {
                this.press(message);
            }
        });
        panel.webview.html = page(kind, randomBytes(16).toString("base64url"));
    }

    /** Shows the picture of an event. The first one opens the paper's panel. */
    receive(kind: Kind, body: unknown): void {
        const picture = png(body);
        if (picture === undefined) {
            return;
        }
        if (picture === null) {
            this.pictures.delete(kind);
        } else {
            this.pictures.set(kind, picture);
            if (kind === "paper" && !this.hasPrinted) {
                this.hasPrinted = true;
                this.show(kind);
            }
        }
        this.send(kind);
    }

    /** Plays the sound of an event in the screen's panel. */
    play(body: unknown): void {
        const piece = sound(body);
        if (piece !== undefined && settings().sound) {
            void this.panels.get("screen")?.webview.postMessage({ sound: piece });
        }
    }

    /** Discards the pictures of any other debug session. */
    begin(session: vscode.DebugSession): void {
        if (session.id === this.session?.id) {
            return;
        }
        this.session = session;
        this.hasPrinted = false;
        this.pictures.clear();
        for (const kind of this.panels.keys()) {
            this.send(kind);
        }
    }

    dispose(): void {
        for (const panel of [...this.panels.values()]) {
            panel.dispose();
        }
    }

    /** Sends a key to a program that runs in real time. */
    private press(change: unknown): void {
        if (this.session?.configuration["realTime"] === true) {
            // The Spectrum may not have the key, and the program may have stopped.
            this.session.customRequest("girafaKey", change).then(undefined, () => {});
        }
    }

    private send(kind: Kind): void {
        void this.panels.get(kind)?.webview.postMessage({ png: this.pictures.get(kind) ?? null });
    }
}
