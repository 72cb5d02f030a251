// The panels of the screen and of the printer's paper.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** The kinds of pictures. */
export type Kind = "screen" | "paper";

const TITLES: Record<Kind, string> = { screen: "Spectrum: Screen", paper: "Spectrum: Paper" };
const EMPTY_MESSAGES: Record<Kind, string> = {
    screen: "The screen is shown while you debug a program.",
    paper: "Nothing has been printed yet.",
};
/** Maximum size of a picture in base64 characters. */
export const MAX_PNG_CHARACTERS = 16 << 20;
/** The signature of a PNG in base64, without the bits of an incomplete character. */
const PNG_SIGNATURE = "iVBORw0KGg";

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
        /^[A-Za-z0-9+/]+={0,2}$/.test(found);
    return isPng ? found : undefined;
}

/** The HTML of a panel. It runs only its own script and receives pictures only by messages. */
export function page(kind: Kind, nonce: string): string {
    const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
    const width = kind === "screen" ? "width: 100%; max-height: 96vh; object-fit: contain;" : "width: 100%; max-width: 512px;";
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${TITLES[kind]}</title>
<style nonce="${nonce}">
body { margin: 0; padding: 8px; }
img { ${width} }
img[hidden], p[hidden] { display: none; }
</style>
</head>
<body>
<p>${EMPTY_MESSAGES[kind]}</p>
<img alt="${TITLES[kind]}" hidden>
<script nonce="${nonce}">
const [text, image] = [document.querySelector("p"), document.querySelector("img")];
// Dots of one or two pixels, side by side, make letters hard to read.
const fit = () => {
    image.style.imageRendering = image.clientWidth * devicePixelRatio < 2 * image.naturalWidth ? "auto" : "pixelated";
};
addEventListener("resize", fit);
addEventListener("message", ({ data }) => {
    text.hidden = data.png !== null;
    image.hidden = data.png === null;
    if (data.png !== null) {
        const isAtEnd = innerHeight + scrollY >= document.body.scrollHeight - 8;
        image.onload = () => { fit(); if (${kind === "paper"} && isAtEnd) scrollTo(0, document.body.scrollHeight); };
        image.src = "data:image/png;base64," + data.png;
    }
});
acquireVsCodeApi().postMessage("ready");
</script>
</body>
</html>
`;
}

/** The two panels and their pictures. */
export class Pictures implements vscode.Disposable {
    private readonly panels = new Map<Kind, vscode.WebviewPanel>();
    private readonly pictures = new Map<Kind, string>();
    /** The debug session of the pictures. */
    private session: string | undefined;
    /** Whether the session has printed: the panel was opened then, and may be closed since. */
    private hasPrinted = false;

    /** Opens a panel next to the listing, or brings it to the front. */
    show(kind: Kind): void {
        const open = this.panels.get(kind);
        if (open) {
            open.reveal(undefined, true);
            return;
        }
        const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
        const panel = vscode.window.createWebviewPanel(`girafa.${kind}`, TITLES[kind], where, {
            enableScripts: true,
            localResourceRoots: [],
        });
        this.panels.set(kind, panel);
        panel.onDidDispose(() => this.panels.delete(kind));
        // A hidden panel loses its picture: its page sends a message when it is shown again.
        panel.webview.onDidReceiveMessage(() => this.send(kind));
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

    /** Discards the pictures of any other debug session. */
    begin(session: string): void {
        if (session === this.session) {
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

    private send(kind: Kind): void {
        void this.panels.get(kind)?.webview.postMessage({ png: this.pictures.get(kind) ?? null });
    }
}
