// A doubt of a scan with its repairs, each with the resulting rows.

import { element } from "./dom.ts";
import type { Change, Doubt, Repair, ScannedRow } from "./tools.ts";
import { t } from "./translate.ts";

/** Number of shortcuts for accepting a repair: Alt+1 to Alt+9. */
const SHORTCUT_COUNT = 9;

/** The position of a doubt among all doubts, with buttons to go to the others. */
export function place(doubt: Doubt, index: number, count: number, next: (step: 1 | -1) => void): HTMLElement {
    const step = (text: string, title: string, by: 1 | -1) => {
        const disabled = count < 2;
        return element("button", { type: "button", title, "aria-label": title, disabled, click: () => next(by) }, text);
    };
    return element(
        "div",
        { role: "group", "aria-label": t`Uncertain places` },
        step("‹", t`Previous place (Alt+Up)`, -1),
        element("strong", {}, t`${index + 1} of ${count}: row ${doubt.row}, column ${doubt.column}`),
        step("›", t`Next place (Alt+Down)`, 1),
    );
}

/**
 * The description of a doubt, and its repairs in order. `accept` receives the changes of the selected repair, or
 * none to accept the row as it is.
 */
export function doubtDetails(doubt: Doubt, width: number | null, accept: (changes: Change[]) => void): Node[] {
    const { message, label, help, repairs } = doubt;
    const reported = [message, label, help && t`help: ${help}`].filter(Boolean).join("\n");
    const nodes: HTMLElement[] = [element("p", { class: "reported", role: "status" }, reported)];
    if (repairs.length > 0) {
        const item = (repair: Repair, index: number) => repairItem(repair, index, width, accept);
        nodes.push(element("ol", { "aria-label": t`Fixes, most likely first` }, ...repairs.map(item)));
    } else {
        nodes.push(element("p", {}, t`No fix is known: correct the row on the left as printed on the page.`));
    }
    // An error cannot be accepted: the row does not parse.
    if (doubt.severity !== "error") {
        nodes.push(
            element(
                "button",
                { type: "button", title: t`Nothing in this row is uncertain any more`, click: () => accept([]) },
                t`Accept the row as it is`,
            ),
        );
    }
    return nodes;
}

function repairItem(
    repair: Repair,
    index: number,
    width: number | null,
    accept: (changes: Change[]) => void,
): HTMLElement {
    const key = index < SHORTCUT_COUNT ? t` (Alt+${index + 1})` : "";
    const button = { type: "button", title: t`Apply this fix${key}`, click: () => accept(repair.changes) };
    return element(
        "li",
        {},
        element("p", {}, repair.title),
        repair.rows.length > 0 ? rows(repair.rows, width) : "",
        element("button", button, t`Accept`),
    );
}

/** The rows of the line as scanned and as listed, with their columns. */
function rows(rows: ScannedRow[], width: number | null): HTMLElement {
    const heads = [t`Row`, t`Scanned`, t`Listed`, t`Columns`].map((text) => element("th", { scope: "col" }, text));
    const body = rows.map(({ row, scanned, listed, columns }) => {
        const isFull = width !== null && columns === width;
        return element(
            "tr",
            { class: scanned.trim() !== listed.trim() && "changed-row" },
            element("th", { scope: "row" }, String(row)),
            element("td", {}, scanned),
            element("td", {}, listed),
            element("td", { class: isFull && "full" }, width === null ? String(columns) : t`${columns} of ${width}`),
        );
    });
    return element(
        "div",
        { class: "scan-rows", tabindex: "0", role: "group", "aria-label": t`The rows as scanned and as listed` },
        element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...body)),
    );
}
