// Debugging: steps by statements in both directions, and where the value of a variable comes from.

import type { App } from "./app.ts";
import { element, sentence, textButton } from "./dom.ts";
import type { Source, Why } from "./girafa.ts";
import { clock } from "./time.ts";
import { t } from "./translate.ts";

/** The buttons for steps, and the field with the variable whose value is explained. */
export interface DebugTools {
    element: HTMLElement;
    /** Explains the value of a variable: `a`, `n$`, `a(2,3)`, or `a()` for the last element that was set. */
    explain(variable: string): void;
}

export function debugTools(app: App): DebugTools {
    const { seat } = app;
    const stepBack = () => seat.attempt(() => seat.stepBack());
    const step = () => seat.attempt(() => seat.step());
    const steps = element(
        "div",
        { class: "row", role: "group", "aria-label": t`Steps` },
        textButton(t`Step back`, t`Back to the statement before (Shift+F10)`, stepBack),
        textButton(t`Step`, t`Run one statement (F10)`, step),
        textButton(t`Run back`, t`Back to the last breakpoint`, () => seat.attempt(() => seat.runBack())),
    );
    document.addEventListener("keydown", (event) => {
        if (event.key === "F10" && !event.ctrlKey && !event.altKey && !document.querySelector("dialog[open]")) {
            event.preventDefault();
            event.shiftKey ? stepBack() : step();
        }
    });

    const variable = element("input", { type: "text", "aria-label": t`Variable`, placeholder: "a$, a(2,3)", size: "10", spellcheck: "false", autocapitalize: "off" });
    const origins = element("div", { class: "why", role: "status" });
    const explain = (name: string) => {
        variable.value = name;
        try {
            // The question stops time: the origins are those of this moment.
            seat.paused = true;
            origins.replaceChildren(...originRows(app, seat.change((machine) => machine.origins(name))));
        } catch (error) {
            origins.replaceChildren(element("p", { class: "error" }, sentence(error)));
        }
    };
    const submit = (event: Event) => {
        event.preventDefault();
        explain(variable.value);
    };
    const form = element("form", { class: "row", submit }, variable, element("button", { title: t`Which statement has set this variable, and from what` }, t`Why?`));
    return { element: element("div", { class: "debug" }, steps, form, origins), explain };
}

/** The statement that set a variable, and those that set what it read. */
function originRows(app: App, { name, value, set, is_answer, data, reads }: Why): HTMLElement[] {
    const row = (name: string, value: string | null, ...parts: (Node | string)[]) =>
        element("p", {}, element("strong", {}, name), ` = ${value ?? t`nothing`} `, ...parts);
    const rows = [row(name, value, source(app, set), is_answer ? ` ${t`an answer to INPUT`}` : "")];
    if (data) {
        rows.push(element("p", {}, t`from`, " ", source(app, data)));
    }
    return [...rows, ...reads.map((read) => row(read.name, read.value, read.set ? source(app, read.set) : t`not set before`))];
}

/** A button that goes to the moment at which a statement began. */
function source({ seat }: App, { line, statement, text, frame, tstate }: Source): HTMLElement {
    const place = line === null ? text : `${line}:${statement} ${text}`;
    const when = clock(frame);
    return textButton(`${place} (${when})`, t`Go to this moment`, () => seat.goToMoment(frame, tstate));
}
