// The page: its parts put together.

import type { App } from "./app.ts";
import { controls } from "./controls.ts";
import { byId, element, sentence } from "./dom.ts";
import { Editor } from "./editor.ts";
import { start } from "./girafa.ts";
import { Keyboard } from "./keyboard.ts";
import { Keys } from "./keys.ts";
import { layout } from "./layout.ts";
import { Panels } from "./panels.ts";
import { paper } from "./paper.ts";
import { Seat } from "./seat.ts";
import { time } from "./time.ts";
import { touch } from "./touch.ts";
import { transcript } from "./transcript.ts";
import { variables } from "./variables.ts";

declare global {
    // What girafa.wasm.js brings to a page that was opened from a disk.
    var girafaWasm: string | undefined;
    // For measurements, and for the console.
    var girafaSeat: Seat | undefined;
}

/** The module, fetched; from a script where the page may fetch nothing. */
async function module(): Promise<BufferSource> {
    if (location.protocol !== "file:") {
        const response = await fetch("girafa.wasm");
        if (!response.ok) {
            throw new Error(`girafa.wasm cannot be fetched (${response.status})`);
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
    start(await module());
    const screen = byId<HTMLCanvasElement>("screen");
    const seat = new Seat(screen);
    performance.mark("picture");
    seat.on("notice", ({ text, isError }) => notice(text, isError));
    const keys = new Keys(seat);
    const keyboard = new Keyboard(seat, screen, keys);
    const editor = new Editor(byId("editor"), () => app.run(), () => {});
    const app: App = {
        seat,
        editor,
        keyboard,
        keys,
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
    for (const part of [layout, controls, time, transcript, touch, paper, variables]) {
        part(app);
    }
    byId("actions").append(
        element("button", { type: "button", class: "main", title: "Run the listing (Ctrl+Enter)", click: app.run }, "Run"),
    );
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
    globalThis.girafaSeat = seat;
    document.body.dataset.ready = "";
}

begin().catch((error) => notice(`Girafa cannot start: ${sentence(error)}`, true));
