// Actions for the listing: run, stop, renumber.

import type { App } from "./app.ts";
import { dialog } from "./dialog.ts";
import { byId, element } from "./dom.ts";
import { renumber, type State } from "./girafa.ts";
import { listingButtons } from "./listingbuttons.ts";
import { shareButton } from "./sharedialog.ts";
import { t } from "./translate.ts";

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
    const runTitle = t`Run the listing from its start (Ctrl+Enter)`;
    const run = element("button", { type: "button", class: "main", title: runTitle, click: () => app.run() }, t`Run`);
    const stopTitle = t`Stop the program (Ctrl+Shift+Enter)`;
    const halt = element("button", { type: "button", title: stopTitle, disabled: true, click: () => stop(app) }, t`Stop`);
    const listings = listingButtons(app.listings, () => app.editor.view.focus());
    // What changes its width is last, so that the others do not move.
    byId("actions").append(run, halt, listings, renumberButton(app), shareButton(app), findingsButton(app), changed);

    const show = () => {
        const isDisabled = app.seat.paused || !isRunning(app.seat.state);
        if (halt.disabled !== isDisabled) {
            halt.disabled = isDisabled;
        }
    };
    app.seat.on("frame", show);
    app.seat.on("switched", show);
    document.addEventListener("keydown", (event) => {
        const isOurs = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented;
        if (isOurs && !document.querySelector("dialog[open]")) {
            event.preventDefault();
            event.shiftKey ? stop(app) : app.run();
        }
    });

    let lastRunText: string | undefined;
    const showChanged = () => {
        const text = lastRunText === undefined || lastRunText === app.editor.text ? "" : t`changed since it was run`;
        if (changed.textContent !== text) {
            changed.textContent = text;
        }
    };
    app.seat.on("loaded", () => {
        lastRunText = app.editor.text;
        showChanged();
    });
    app.edited.push(showChanged);
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
            seat.notice(t`The program does not react to BREAK, so it is paused. Run starts it again.`);
        }
    });
}

/** A button with the number of errors and warnings. It lists them, for users without a pointer. */
function findingsButton({ editor }: App): HTMLElement {
    const title = t`List all findings with their fixes (Ctrl+Shift+M)`;
    const button = element("button", { type: "button", title, hidden: true, click: () => editor.list() });
    editor.onFindings = (found) => {
        const errors = found.filter(({ severity }) => severity === "error").length;
        const warnings = found.length - errors;
        const text = [
            errors > 0 && (errors === 1 ? t`1 error` : t`${errors} errors`),
            warnings > 0 && (warnings === 1 ? t`1 warning` : t`${warnings} warnings`),
        ]
            .filter(Boolean)
            .join(", ");
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
    const [firstLabel, first] = number(t`First line`, "first");
    const [stepLabel, step] = number(t`In steps of`, "step");
    const submit = (event: Event) => {
        event.preventDefault();
        prompt.close();
        app.seat.attempt(() => {
            const { listing, notes } = renumber(app.editor.text, first.valueAsNumber, step.valueAsNumber);
            app.editor.text = listing;
            const lines = notes.map(({ line, message }) => (line === null ? message : t`line ${line}: ${message}`));
            app.seat.notice([t`The listing was renumbered. Undo with Ctrl+Z.`, ...lines].join("\n"));
        });
    };
    const form = element("form", { submit }, firstLabel, stepLabel, element("button", { class: "main" }, t`Renumber`));
    const prompt = dialog(t`Renumber the listing`, "small", [], form);
    return element(
        "button",
        { type: "button", title: t`New line numbers, also in GO TO, GO SUB and so on`, click: () => prompt.showModal() },
        t`Renumber…`,
    );
}
