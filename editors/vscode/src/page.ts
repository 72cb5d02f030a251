// The pages of the two panels: the screen, which takes keys and plays the sound, and the printer's paper.

/** The kinds of panels. */
export type Kind = "screen" | "paper";

export const TITLES: Record<Kind, string> = { screen: "Spectrum: Screen", paper: "Spectrum: Paper" };
const EMPTY_MESSAGES: Record<Kind, string> = {
    screen: "The screen is shown while you debug a program.",
    paper: "Nothing has been printed yet.",
};

/** The page's script: shows the pictures that are sent to it. */
const PICTURES = `
const vscode = acquireVsCodeApi();
const [text, image] = [document.querySelector("p"), document.querySelector("img")];
// Dots of one or two pixels, side by side, make letters hard to read.
const fit = () => {
    image.style.imageRendering = image.clientWidth * devicePixelRatio < 2 * image.naturalWidth ? "auto" : "pixelated";
};
const show = (png) => {
    text.hidden = png !== null;
    image.hidden = png === null;
    if (png !== null) {
        const isAtEnd = innerHeight + scrollY >= document.body.scrollHeight - 8;
        image.onload = () => {
            fit();
            if (follows && isAtEnd) scrollTo(0, document.body.scrollHeight);
        };
        image.src = "data:image/png;base64," + png;
    }
};
addEventListener("resize", fit);
addEventListener("message", ({ data }) => (data.sound ? play(data.sound) : show(data.png)));
`;

/** The screen's part of the script: sends the keys, and plays the sound after a first key or click. */
const KEYS_AND_SOUND = `
const follows = false;
const down = new Set();
const send = (code, isDown, key = "", symbol = false) => vscode.postMessage({ code, key, symbol, isDown });
addEventListener("keydown", (event) => {
    // With AltGr, which Windows reports as Ctrl and Alt, the character is already the final one.
    const isAltGr = event.getModifierState("AltGraph") || (event.ctrlKey && event.altKey);
    if ((event.ctrlKey && !isAltGr) || event.metaKey || /^F[0-9]+$/.test(event.key)) {
        return;
    }
    // Otherwise VS Code would also take the key.
    event.preventDefault();
    event.stopImmediatePropagation();
    begin();
    // The ROM repeats a key that is kept down.
    if (event.repeat) {
        return;
    }
    down.add(event.code);
    const symbol = event.altKey && !isAltGr;
    // With Alt, some hosts type other characters: use the key itself.
    const place = /^(?:Key|Digit)(.)$/.exec(event.code);
    send(event.code, true, symbol && place ? place[1].toLowerCase() : event.key, symbol);
}, true);
const release = (code) => down.delete(code) && send(code, false);
addEventListener("keyup", ({ code }) => release(code), true);
addEventListener("blur", () => [...down].forEach(release));
addEventListener("pointerdown", () => begin());

// Seconds of sound that wait for the loudspeaker: pieces may come that much later than they should.
const [DELAY, MAX_DELAY] = [0.1, 0.4];
let context;
let end = 0;
const begin = () => {
    context ??= new AudioContext();
    context.resume();
};
const play = ({ rate, samples }) => {
    const bytes = Uint8Array.from(atob(samples), (character) => character.charCodeAt(0));
    const words = new Int16Array(bytes.buffer);
    if (context?.state !== "running" || words.length === 0) {
        return;
    }
    const buffer = context.createBuffer(1, words.length, rate);
    buffer.getChannelData(0).set(Float32Array.from(words, (word) => word / 32768));
    const now = context.currentTime;
    if (end < now) {
        end = now + DELAY;
    }
    if (end < now + MAX_DELAY) {
        const source = new AudioBufferSourceNode(context, { buffer });
        source.connect(context.destination);
        source.start(end);
        end += buffer.duration;
    }
};
`;

const PAPER = `
const follows = true;
`;

/** The HTML of a panel. It runs only its own script, and gets everything by messages. */
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
<script nonce="${nonce}">${PICTURES}${kind === "screen" ? KEYS_AND_SOUND : PAPER}vscode.postMessage("ready");
</script>
</body>
</html>
`;
}
