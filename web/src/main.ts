// The page: creates its parts and connects them.

import { actions } from "./actions.ts";
import { answerField } from "./answerfield.ts";
import type { App } from "./app.ts";
import { Helper } from "./ask.ts";
import { book } from "./book.ts";
import { breakpoints } from "./breakpoints.ts";
import { controls } from "./controls.ts";
import { byId, sentence } from "./dom.ts";
import { Editor, limit } from "./editor.ts";
import { embed } from "./embed.ts";
import { files } from "./files.ts";
import { gallery } from "./gallery.ts";
import { meaning, start as startModule } from "./girafa.ts";
import { hints } from "./hints.ts";
import { Joystick } from "./joystick.ts";
import { Keyboard } from "./keyboard.ts";
import { Keys } from "./keys.ts";
import { layout } from "./layout.ts";
import { Listings } from "./listings.ts";
import { module } from "./modules.ts";
import { Panels } from "./panels.ts";
import { closeError, showNotice } from "./notices.ts";
import { paper } from "./paper.ts";
import { scan } from "./scan.ts";
import { Seat } from "./seat.ts";
import { resume } from "./resume.ts";
import { openLinks } from "./share.ts";
import { start } from "./start.ts";
import { time } from "./time.ts";
import { touch } from "./touch.ts";
import { transcript } from "./transcript.ts";
import { t, translatePage } from "./translate.ts";
import { variables } from "./variables.ts";
import { applyView } from "./view.ts";

declare global {
    // For measurements and for the console.
    var girafaSeat: Seat | undefined;
}

async function begin(): Promise<void> {
    translatePage();
    if (typeof WebAssembly === "undefined") {
        throw new Error(t`this browser does not support WebAssembly: use a newer one`);
    }
    // Compile asynchronously: some browsers do not allow modules of this size to be compiled on the main thread.
    const loading = byId("loading");
    const compiled = await module("girafa", (share) => loading.querySelector("progress")?.setAttribute("value", String(share)));
    startModule(compiled);
    applyView();
    const screen = byId<HTMLCanvasElement>("screen");
    const seat = new Seat(screen);
    loading.remove();
    performance.mark("picture");
    seat.on("notice", showNotice);
    const keys = new Keys(seat);
    const keyboard = new Keyboard(seat, screen, keys);
    const refused = (reason: string) => seat.notice(reason, true);
    const setBreakpoints = (lines: number[]) => {
        try {
            seat.setBreakpoints(lines);
        } catch (error) {
            refused(sentence(error));
        }
    };
    const source = { meaning, variables: () => seat.machine.values };
    const changed = () => {
        listings.edited();
        app.edited.forEach((listener) => listener());
    };
    const editor = new Editor(byId("editor"), new Helper(compiled), () => app.run(), changed, hints(source), limit(refused), breakpoints(setBreakpoints, refused));
    const listings = new Listings(editor, showNotice);
    const app: App = {
        seat,
        editor,
        keyboard,
        keys,
        joystick: new Joystick(seat, keys),
        panels: new Panels(byId("panels")),
        screen,
        listings,
        get name() {
            return listings.name;
        },
        module: compiled,
        edited: [],
        run() {
            try {
                seat.run(editor.text, `${app.name}.bas`);
                closeError();
                screen.focus();
            } catch (error) {
                app.fail(error);
            }
        },
        fail(error) {
            const text = sentence(error);
            seat.notice(text, true, editor.actionsFor(text));
        },
        edit: (name, listing) => listings.open(name, listing),
    };
    listings.restore();
    const parts = [layout, controls, resume, time, start, transcript, touch, answerField, paper, variables, actions, files, gallery, book, scan];
    // The last part opens the link in the page's address, which requires all other parts.
    for (const part of [...parts, embed, openLinks]) {
        part(app);
    }
    seat.on("frame", (state) => editor.mark(state.line, state.is_error, seat.isAtStatement ? state.statement : undefined));
    // Browsers do not allow sound before the user has touched the page; for touch, some wait for the end of the gesture.
    // Systems stop it again, for example for a call.
    const wake = async () => {
        if (navigator.userActivation?.hasBeenActive === false) {
            return;
        }
        const why = await seat.sound.start();
        if (why) {
            seat.notice(why);
        }
    };
    for (const event of ["pointerdown", "pointerup", "touchend", "click", "keydown"]) {
        document.addEventListener(event, wake, { capture: true, passive: true });
    }
    // A page opened from a disk, or in a frame with the attribute sandbox, may not use it.
    if (origin !== "null" && location.protocol !== "file:" && "serviceWorker" in navigator) {
        // The page also works without it, but not offline.
        navigator.serviceWorker.register("sw.js").catch(() => {});
    }
    globalThis.girafaSeat = seat;
    document.body.dataset.ready = "";
    performance.mark("ready");
}

begin().catch((error) => showNotice({ text: t`Girafa cannot start: ${sentence(error)}`, isError: true }));
