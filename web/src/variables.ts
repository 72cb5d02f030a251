// The current values of the program's variables.

import type { App } from "./app.ts";
import { element } from "./dom.ts";
import type { Variable } from "./girafa.ts";

/** Milliseconds between updates. */
const OFTEN = 200;
/** Maximum number of array elements to show. */
const MOST = 1_000;
/** Maximum number of characters of a string to show. */
const LONGEST = 500;

const TYPES = {
    number: "number",
    string: "string",
    numbers: "array",
    characters: "array",
    for: "FOR",
} as const;

/** Formats a value as BASIC prints it, but with quotes around strings. */
function shown(value: number | string | undefined): string {
    if (typeof value !== "string") {
        return String(value ?? "");
    }
    const cut = value.length > LONGEST ? `${value.slice(0, LONGEST)}… (${value.length} characters)` : value;
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

    constructor(variable: Variable) {
        const { name, type, dimensions } = variable;
        this.#variable = variable;
        const size = dimensions ? `(${dimensions.join(",")})` : "";
        this.element = element(
            "tr",
            {},
            element("th", { scope: "row" }, `${name}${size}`),
            element("td", { class: "faint" }, TYPES[type]),
            this.#value,
        );
        if (variable.values) {
            this.#details.append(element("summary", {}, `${variable.values.length} elements`), this.#elements);
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
        const loop = variable.type === "for" ? ` to ${limit}, step ${step}, body at ${line}:${statement}` : "";
        this.#set(this.#value, shown(value) + loop);
    }

    #list(values: (number | string)[]): string {
        const more = values.length > MOST ? ` … and ${values.length - MOST} more` : "";
        return values.slice(0, MOST).map(shown).join(" ") + more;
    }

    #set(where: HTMLElement, text: string): void {
        if (text !== this.#text) {
            this.#text = where.textContent = text;
        }
    }
}

export function variables({ seat, panels }: App): void {
    const body = element("tbody");
    const heads = ["Name", "Type", "Now"].map((name) => element("th", { scope: "col" }, name));
    const table = element("table", { class: "variables" }, element("thead", {}, element("tr", {}, ...heads)), body);
    const empty = element("p", { class: "faint" }, "The program has no variables now.");
    let rows = new Map<string, Row>();
    let looked = 0;
    let known = "";

    const show = () => {
        looked = performance.now();
        const json = seat.machine.variables();
        if (json === known) {
            return;
        }
        known = json;
        const now = new Map<string, Row>();
        for (const variable of JSON.parse(json) as Variable[]) {
            const key = `${variable.name} ${variable.type} ${variable.dimensions?.join()} ${variable.values?.length}`;
            const row = rows.get(key) ?? new Row(variable);
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
    panels.add("variables", "Variables", element("div", {}, table, empty), show);
    show();
    seat.on("frame", () => {
        const isDue = seat.paused || performance.now() - looked >= OFTEN;
        if (isDue && panels.isOpen("variables")) {
            show();
        }
    });
}
