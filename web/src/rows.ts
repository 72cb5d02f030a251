// Two texts side by side, rows that differ marked.

import { element } from "./dom.ts";

/** The rows of a side. */
export interface Side {
    way: string;
    rows: string[];
}

/** A row of each side, where it has one. */
export type Pair = [string | undefined, string | undefined];

/** Rows that are looked through at most for a row that is alike: texts are far longer only if all of them differs. */
const REACH = 200;

/** The rows of two texts in pairs: equal ones beside each other, by the next row that both have. */
export function pairs(left: readonly string[], right: readonly string[]): Pair[] {
    const made: Pair[] = [];
    let [l, r] = [0, 0];
    while (l < left.length || r < right.length) {
        if (left[l] === right[r]) {
            made.push([left[l++], right[r++]]);
            continue;
        }
        const [skipLeft, skipRight] = nearest(left, right, l, r);
        const common = Math.min(skipLeft, skipRight);
        for (let at = 0; at < Math.max(skipLeft, skipRight); at++) {
            if (at < common) {
                made.push([left[l++], right[r++]]);
            } else if (skipLeft > skipRight) {
                made.push([left[l++], undefined]);
            } else {
                made.push([undefined, right[r++]]);
            }
        }
    }
    return made;
}

/** How many rows of each side stand before the next that are alike. */
function nearest(left: readonly string[], right: readonly string[], l: number, r: number): [number, number] {
    const [restLeft, restRight] = [left.length - l, right.length - r];
    for (let sum = 1; sum <= Math.min(REACH, restLeft + restRight); sum++) {
        for (let skip = Math.max(0, sum - restRight); skip <= Math.min(sum, restLeft); skip++) {
            const one = left[l + skip];
            if (one !== undefined && one === right[r + sum - skip]) {
                return [skip, sum - skip];
            }
        }
    }
    return [restLeft, restRight];
}

/** A table of two sides. */
export function sideBySide({ part, left, right }: { part?: string; left: Side; right: Side }): HTMLElement {
    const head = [part ?? "", left.way, right.way].map((text) => element("th", { scope: "col" }, text));
    const rows = pairs(left.rows, right.rows).map(([one, other], index) => {
        const differs = one !== other;
        const cell = (text: string | undefined) => element("td", { class: text === undefined ? "none" : "" }, text ?? "");
        return element(
            "tr",
            { class: differs && "differs" },
            element("th", { scope: "row" }, differs ? `≠ ${index + 1}` : String(index + 1)),
            cell(one),
            cell(other),
        );
    });
    return element(
        "div",
        { class: "sides", tabindex: "0", role: "region", "aria-label": `${left.way} beside ${right.way}` },
        element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
    );
}
