// Shows the output of two backends side by side, with differing rows marked.

import { element } from "./dom.ts";
import type { Numbered, Sides, Backend } from "./tools.ts";
import { t } from "./translate.ts";

/** Maximum number of rows to show: a long session would take minutes to display. */
const MAX_ROWS = 2_000;

/** The names of the backends. */
export const BACKEND_NAMES: Record<Backend, string> = {
    original: t`the book's listing`,
    edition: t`Girafa's edition`,
    reference: t`native reference`,
};

/** A table of two outputs. Long outputs show only the first rows and those that differ. */
export function sideBySide({ part, left, right, agrees, rows }: Sides): HTMLElement {
    const heads = [t`Row`, BACKEND_NAMES[left], BACKEND_NAMES[right]].map((text) => element("th", { scope: "col" }, text));
    const differs = (row: Sides["rows"][number]) => row.left?.text !== row.right?.text;
    const isShown = (row: Sides["rows"][number], index: number) => index < MAX_ROWS / 2 || differs(row);
    const shown = rows.length <= MAX_ROWS ? rows : rows.filter(isShown).slice(0, MAX_ROWS);
    const cell = (side: Numbered | null) => element("td", { class: side ? "" : "none" }, side?.text ?? "");
    const body = shown.map((row) => {
        const number = row.left?.number ?? row.right?.number ?? "";
        return element(
            "tr",
            { class: differs(row) && "differs" },
            element("th", { scope: "row" }, `${differs(row) ? "≠ " : ""}${number}`),
            cell(row.left),
            cell(row.right),
        );
    });
    const label = `${part}: ${BACKEND_NAMES[left]} next to ${BACKEND_NAMES[right]}`;
    return element(
        "div",
        {},
        element("p", { class: "part" }, `${part}: ${agrees ? t`all rows agree` : t`differs`}`),
        element(
            "div",
            { class: "sides", tabindex: "0", role: "group", "aria-label": label },
            element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...body)),
        ),
        shown.length < rows.length ? element("p", {}, t`${rows.length - shown.length} more rows are not shown.`) : "",
    );
}
