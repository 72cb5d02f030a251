// The page: its parts put together.

import type { App } from "./app.ts";
import { controls } from "./controls.ts";
import { byId, element, sentence } from "./dom.ts";
import { Editor } from "./editor.ts";
import { embed } from "./embed.ts";
import { start } from "./girafa.ts";
import { Keyboard } from "./keyboard.ts";
import { Panels } from "./panels.ts";
import { Seat } from "./seat.ts";
import { share } from "./share.ts";
import { transcript } from "./transcript.ts";

declare global {
    // What girafa.wasm.js brings to a page that was opened from a disk.
    var girafaWasm: string | undefined;
}

/** The module, fetched; from a script where the page may fetch nothing. */
async function module(): Promise<BufferSource> {
    if (location.protocol !== "file:") {
        const response = await fetch("girafa.wasm").catch((error: unknown) => error);
        if (!(response instanceof Response && response.ok)) {
            const why = response instanceof Response ? `HTTP ${response.status}` : sentence(response);
            throw new Error(`girafa.wasm cannot be fetched (${why}): load the page again, or ask who serves it`);
        }
        return response.arrayBuffer();
    }
    await new Promise((loaded, failed) => {
        const script = element("script", { src: "girafa.wasm.js", load: loaded, error: failed });
        document.head.append(script);
    });
    return Uint8Array.from(atob(globalThis.girafaWasm ?? ""), (character) => character.charCodeAt(0));
}

/** Shows a message for a while; an error stays until the next one. */
function notice(text: string, isError = false): void {
    const notices = byId("notices");
    notices.textContent = text;
    notices.className = isError ? "error" : "";
    if (!isError) {
        setTimeout(() => notices.textContent === text && notices.replaceChildren(), 6_000);
    }
}

async function begin(): Promise<void> {
    if (typeof WebAssembly === "undefined") {
        throw new Error("this browser has no WebAssembly, which the machine is made of: any of the last years has it");
    }
    // Compiled aside: the page's own thread may compile nothing of this size in some browsers.
    start(await WebAssembly.compile(await module()));
    const screen = byId<HTMLCanvasElement>("screen");
    const seat = new Seat(screen);
    performance.mark("picture");
    seat.on("notice", ({ text, isError }) => notice(text, isError));
    const keyboard = new Keyboard(seat, screen);
    const editor = new Editor(byId("editor"), () => app.run(), () => {});
    const app: App = {
        seat,
        editor,
        keyboard,
        panels: new Panels(byId("panels")),
        screen,
        name: "listing",
        run() {
            try {
                seat.run(editor.text, `${app.name}.bas`);
                byId("notices").replaceChildren();
                screen.focus();
            } catch (error) {
                notice(sentence(error), true);
            }
        },
        edit(name, listing) {
            app.name = name;
            editor.text = listing;
        },
    };
    byId("actions").append(
        element("button", { type: "button", class: "main", title: "Run the listing (Ctrl+Enter)", click: app.run }, "Run"),
    );
    // The last one opens what the address holds: all others are there to show it.
    for (const part of [controls, transcript, embed, share]) {
        part(app);
    }
    seat.on("frame", (state) => editor.mark(state.line, state.is_error));
    // No browser lets a page sound before the user has touched it.
    const wake = () => void seat.sound.start().then((why) => why && notice(why));
    for (const event of ["pointerdown", "keydown"]) {
        document.addEventListener(event, wake, { once: true });
    }
    if ("serviceWorker" in navigator && location.protocol !== "file:") {
        // Without it the page works too, but not without a network.
        navigator.serviceWorker.register("sw.js").catch(() => {});
    }
    document.body.dataset.ready = "";
    performance.mark("ready");
}

begin().catch((error) => notice(`Girafa cannot start: ${sentence(error)}`, true));
