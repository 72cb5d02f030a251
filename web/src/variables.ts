// The current values of the program's variables.

import type { App } from "./app.ts";
import { debugTools } from "./debug.ts";
import { element, textButton } from "./dom.ts";
import type { Variable } from "./girafa.ts";
import { t } from "./translate.ts";

/** Milliseconds between updates. */
const UPDATE_INTERVAL_MS = 200;
/** Maximum number of array elements to show. */
const MAX_ELEMENTS = 1_000;
/** Maximum number of characters of a string to show. */
const MAX_STRING_CHARACTERS = 500;

const TYPE_LABELS = {
    number: t`number`,
    string: t`string`,
    numbers: t`array`,
    characters: t`array`,
    for: "FOR",
} as const;

/** Formats a value as BASIC prints it, but with quotes around strings. */
function formatted(value: number | string | undefined): string {
    if (typeof value !== "string") {
        return String(value ?? "");
    }
    const cut = value.length > MAX_STRING_CHARACTERS ? t`${value.slice(0, MAX_STRING_CHARACTERS)}… (${value.length} characters)` : value;
    return `"${cut}"`;
}

/** A row of the table, kept as long as its variable exists. */
class Row {
    readonly element: HTMLTableRowElement;
    #value = element("td");
    #details = element("details");
    #elements = element("span");
    #variable: Variable;
    #text = "";

    /** `explain` is called with the name as BASIC writes it when the name is clicked. */
    constructor(variable: Variable, explain: (name: string) => void) {
        const { name, type, dimensions } = variable;
        this.#variable = variable;
        const size = dimensions ? `(${dimensions.join(",")})` : "";
        this.element = element(
            "tr",
            {},
            element("th", { scope: "row" }, textButton(`${name}${size}`, t`Which statement has set this variable, and from what`, () => explain(dimensions && !name.endsWith("$") ? `${name}()` : name))),
            element("td", { class: "faint" }, TYPE_LABELS[type]),
            this.#value,
        );
        if (variable.values) {
            this.#details.append(element("summary", {}, t`${variable.values.length} elements`), this.#elements);
            this.#details.addEventListener("toggle", () => this.update(this.#variable));
            this.#value.append(this.#details);
        }
        this.update(variable);
    }

    update(variable: Variable): void {
        this.#variable = variable;
        const { values, value, limit, step, line, statement } = variable;
        if (values) {
            // Do not format the values while they are folded.
            const text = this.#details.open ? this.#list(values) : "";
            this.#set(this.#elements, text);
            return;
        }
        const loop = variable.type === "for" ? t` to ${limit}, step ${step}, body at ${line}:${statement}` : "";
        this.#set(this.#value, formatted(value) + loop);
    }

    #list(values: (number | string)[]): string {
        const more = values.length > MAX_ELEMENTS ? t` … and ${values.length - MAX_ELEMENTS} more` : "";
        return values.slice(0, MAX_ELEMENTS).map(formatted).join(" ") + more;
    }

    #set(where: HTMLElement, text: string): void {
        if (text !== this.#text) {
            this.#text = where.textContent = text;
        }
    }
}

export function variables(app: App): void {
    const { seat, panels } = app;
    const debug = debugTools(app);
    const body = element("tbody");
    const heads = [t`Name`, t`Type`, t`Now`].map((name) => element("th", { scope: "col" }, name));
    const table = element("table", { class: "variables" }, element("thead", {}, element("tr", {}, ...heads)), body);
    const empty = element("p", { class: "faint" }, t`The program has no variables now.`);
    let rows = new Map<string, Row>();
    let lastUpdate = 0;
    let lastJson = "";

    const show = () => {
        lastUpdate = performance.now();
        const json = seat.machine.variables();
        if (json === lastJson) {
            return;
        }
        lastJson = json;
        const now = new Map<string, Row>();
        for (const variable of JSON.parse(json) as Variable[]) {
            const key = `${variable.name} ${variable.type} ${variable.dimensions?.join()} ${variable.values?.length}`;
            const row = rows.get(key) ?? new Row(variable, debug.explain);
            row.update(variable);
            now.set(key, row);
        }
        if ([...now.keys()].join("\n") !== [...rows.keys()].join("\n")) {
            body.replaceChildren(...[...now.values()].map((row) => row.element));
        }
        rows = now;
        table.hidden = rows.size === 0;
        empty.hidden = rows.size > 0;
    };
    panels.add("variables", t`Variables`, element("div", {}, debug.element, table, empty), show);
    show();
    seat.on("frame", () => {
        const isDue = seat.paused || performance.now() - lastUpdate >= UPDATE_INTERVAL_MS;
        if (isDue && panels.isOpen("variables")) {
            show();
        }
    });
}
