// The number of the next line, which Enter writes.

import type { EditorView } from "@codemirror/view";

/** Maximum difference to the number before. It is less if the two lines before are closer. */
const MAX_STEP = 10;
const MAX_LINE = 9_999;

/** The line number that a row begins with. */
export function numberOf(row: string | undefined): number | undefined {
    const digits = /^\s*(\d{1,4})(?!\d)/.exec(row ?? "")?.[1];
    return digits === undefined ? undefined : Number(digits);
}

/** The number for the row between `row` and `after`; undefined if no number is free. `before` is the row before `row`. */
export function nextNumber(before: string | undefined, row: string, after: string | undefined): number | undefined {
    const number = numberOf(row);
    if (number === undefined) {
        return undefined;
    }
    const last = numberOf(before);
    const step = last !== undefined && last < number ? Math.min(number - last, MAX_STEP) : MAX_STEP;
    const limit = numberOf(after) ?? MAX_LINE + 1;
    const next = number + step < limit ? number + step : Math.floor((number + limit) / 2);
    return next > number && next < limit ? next : undefined;
}

/** Enter at the end of a line of the program: begins the next one with its number. In a row with only a number, removes it. */
export function numberNextRow(view: EditorView): boolean {
    const { doc, selection } = view.state;
    const { empty, head } = selection.main;
    const row = doc.lineAt(head);
    if (!empty || head !== row.to || selection.ranges.length > 1) {
        return false;
    }
    if (/^\s*\d+\s*$/.test(row.text)) {
        view.dispatch({ changes: { from: row.from, to: row.to }, userEvent: "delete" });
        return true;
    }
    const text = (number: number) => (number >= 1 && number <= doc.lines ? doc.line(number).text : undefined);
    const next = nextNumber(text(row.number - 1), row.text, text(row.number + 1));
    if (next === undefined) {
        return false;
    }
    const insert = `\n${next} `;
    view.dispatch({ changes: { from: head, insert }, selection: { anchor: head + insert.length }, scrollIntoView: true, userEvent: "input" });
    return true;
}
