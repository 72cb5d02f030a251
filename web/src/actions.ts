// Actions for the listing: run, stop, renumber, save. The listing is kept for the next visit.

import type { App } from "./app.ts";
import { dialog } from "./dialog.ts";
import { byId, download, element, sentence } from "./dom.ts";
import { renumber, type State, tape } from "./girafa.ts";

/** The local storage key of the listing. */
const LISTING_STORAGE_KEY = "girafa.listing";
/** Milliseconds between the last change and saving it. */
const SAVE_DELAY_MS = 500;
/** Frames in which a program must stop after BREAK. */
const BREAK_TIMEOUT_FRAMES = 75;
/** The system variable FLAGX, and its bit for INPUT LINE. */
const FLAGX = 23_665;
const INPUT_LINE_BIT = 0x80;

/** Whether a program is running, with no report on the screen. */
function isRunning(state: State): boolean {
    return state.runs && state.status === null;
}

export function actions(app: App): void {
    const changed = element("span", { class: "changed", role: "status" });
    const toggle = element("button", { type: "button", class: "main", click: () => (canStop() ? stop(app) : app.run()) });
    const canStop = () => isRunning(app.seat.machine.doing) && !app.seat.paused;
    byId("actions").append(toggle, findingsButton(app), renumberButton(app), saveButtons(app), changed);

    let shown: boolean | undefined;
    const show = (isOn: boolean) => {
        if (isOn !== shown) {
            shown = isOn;
            toggle.textContent = isOn ? "Stop" : "Run";
            toggle.title = isOn ? "Stop the program (Ctrl+Shift+Enter)" : "Run the listing (Ctrl+Enter)";
        }
    };
    show(false);
    app.seat.on("frame", (state) => show(isRunning(state) && !app.seat.paused));
    app.seat.on("switched", () => show(canStop()));
    document.addEventListener("keydown", (event) => {
        const isOurs = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented;
        if (isOurs && !document.querySelector("dialog[open]")) {
            event.preventDefault();
            event.shiftKey ? stop(app) : app.run();
        }
    });

    const saveLater = persistListing(app);
    let lastRunText: string | undefined;
    const showChanged = () => {
        const text = lastRunText === undefined || lastRunText === app.editor.text ? "" : "changed since it was run";
        if (changed.textContent !== text) {
            changed.textContent = text;
        }
    };
    app.seat.on("loaded", () => {
        lastRunText = app.editor.text;
        showChanged();
    });
    app.edited.push(showChanged, saveLater);
}

/** Presses BREAK, or STOP at INPUT. If the program does not react, pauses the machine. */
function stop({ seat }: App): void {
    const { machine } = seat;
    if (!isRunning(machine.doing)) {
        return;
    }
    if (machine.doing.asks) {
        const keys = machine.peek(FLAGX) & INPUT_LINE_BIT ? ["ArrowDown"] : ["Home", "STOP", "Enter"];
        keys.forEach((key) => (key === "STOP" ? machine.press("a", false, true) : machine.press(key, false, false)));
    } else {
        machine.press("Escape", false, false);
    }
    const { now } = machine.doing;
    let isOver = false;
    seat.on("frame", (state) => {
        if (isOver || state.now < now + BREAK_TIMEOUT_FRAMES) {
            return;
        }
        isOver = true;
        if (seat.machine === machine && isRunning(state) && !seat.paused) {
            seat.paused = true;
            seat.notice("The program does not react to BREAK, so it is paused. Run starts it again.");
        }
    });
}

/** A button with the number of errors and warnings. It lists them, for users without a pointer. */
function findingsButton({ editor }: App): HTMLElement {
    const count = (number: number, name: string) => number > 0 && `${number} ${name}${number > 1 ? "s" : ""}`;
    const title = "List all findings with their fixes (Ctrl+Shift+M)";
    const button = element("button", { type: "button", title, hidden: true, click: () => editor.list() });
    editor.onFindings = (found) => {
        const errors = found.filter(({ severity }) => severity === "error").length;
        const text = [count(errors, "error"), count(found.length - errors, "warning")].filter(Boolean).join(", ");
        button.hidden = text === "";
        button.textContent = text;
    };
    return button;
}

/** The button and the dialog for renumbering. */
function renumberButton(app: App): HTMLElement {
    const number = (label: string, name: string) => {
        const input = element("input", { type: "number", name, min: "1", max: "9999", value: "10", required: true });
        return [element("label", {}, label, " ", input), input] as const;
    };
    const [firstLabel, first] = number("First line", "first");
    const [stepLabel, step] = number("Step", "step");
    const submit = (event: Event) => {
        event.preventDefault();
        prompt.close();
        try {
            const { listing, notes } = renumber(app.editor.text, first.valueAsNumber, step.valueAsNumber);
            app.editor.text = listing;
            const lines = notes.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`));
            app.seat.notice(["The listing was renumbered. Undo with Ctrl+Z.", ...lines].join("\n"));
        } catch (error) {
            app.seat.notice(sentence(error), true);
        }
    };
    const form = element("form", { submit }, firstLabel, stepLabel, element("button", { class: "main" }, "Renumber"));
    const prompt = dialog("Renumber the listing", "small", [], form);
    return element(
        "button",
        { type: "button", title: "New line numbers, also in GO TO, GO SUB and so on", click: () => prompt.showModal() },
        "Renumber…",
    );
}

/** The buttons that save. */
function saveButtons(app: App): HTMLElement {
    const save = (extension: string, title: string, bytes: () => BlobPart) =>
        element(
            "button",
            {
                type: "button",
                title,
                click: () => {
                    try {
                        download(`${app.name}.${extension}`, bytes());
                    } catch (error) {
                        app.seat.notice(sentence(error), true);
                    }
                },
            },
            `.${extension}`,
        );
    return element(
        "div",
        { role: "group", "aria-label": "Save" },
        element("span", { "aria-hidden": "true" }, "Save"),
        save("bas", "Save the listing as text", () => app.editor.text),
        save("tap", "Save the program as a tape", () => new Uint8Array(tape(app.name, app.editor.text))),
        save("szx", "Save the state of the machine", () => new Uint8Array(app.seat.machine.save("szx"))),
    );
}

/**
 * Restores the listing of the last visit. Returns a function that saves it, which does nothing if storage is
 * unavailable.
 */
function persistListing(app: App): () => void {
    if (new URLSearchParams(location.search).has("embed")) {
        return () => {};
    }
    try {
        const stored = JSON.parse(localStorage.getItem(LISTING_STORAGE_KEY) ?? "null") as { name?: unknown; text?: unknown } | null;
        if (typeof stored?.name === "string" && typeof stored.text === "string" && app.editor.text === "") {
            app.edit(stored.name, stored.text);
        }
    } catch {
        // Malformed data, or storage is not allowed.
    }
    let timer = 0;
    const saveNow = () => {
        clearTimeout(timer);
        try {
            localStorage.setItem(LISTING_STORAGE_KEY, JSON.stringify({ name: app.name, text: app.editor.text }));
        } catch {
            // Storage is full or not allowed.
        }
    };
    addEventListener("pagehide", saveNow);
    return () => {
        clearTimeout(timer);
        timer = window.setTimeout(saveNow, SAVE_DELAY_MS);
    };
}
