// Breakpoints of the listing: marks in the margin. A click there or F9 sets and removes one.

import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { EditorView, gutter, GutterMarker, keymap, ViewPlugin } from "@codemirror/view";
import { numberOf } from "./numbers.ts";
import { t } from "./translate.ts";

const toggle = StateEffect.define<number>();

class Mark extends GutterMarker {
    override toDOM(): Node {
        return document.createTextNode("●");
    }
}
const MARK = new Mark();

/** The rows with a breakpoint, by their starts. */
const marks = StateField.define<RangeSet<Mark>>({
    create: () => RangeSet.empty,
    update(set, transaction) {
        let moved = set.map(transaction.changes);
        for (const effect of transaction.effects) {
            if (effect.is(toggle)) {
                const at = transaction.state.doc.lineAt(effect.value).from;
                const isSet = hasMark(moved, at);
                moved = moved.update(isSet ? { filter: (from) => from !== at } : { add: [MARK.range(at)] });
            }
        }
        return moved;
    },
});

function hasMark(set: RangeSet<Mark>, at: number): boolean {
    let found = false;
    set.between(at, at, (from) => {
        found ||= from === at;
    });
    return found;
}

/** The lines with a breakpoint, in the order of the listing. */
function linesOf(state: EditorState): number[] {
    const found: number[] = [];
    state.field(marks).between(0, state.doc.length, (at) => {
        const number = numberOf(state.doc.lineAt(at).text);
        if (number !== undefined) {
            found.push(number);
        }
    });
    return found;
}

/** Sets or removes the breakpoint of the row at a position. */
function toggleAt(view: EditorView, at: number, refused: (reason: string) => void): true {
    const { from, text } = view.state.doc.lineAt(at);
    const number = numberOf(text);
    if (number === undefined) {
        refused(t`a breakpoint needs a row that begins with a line number`);
        return true;
    }
    const isSet = hasMark(view.state.field(marks), from);
    const said = isSet ? t`No breakpoint at line ${number}` : t`Breakpoint at line ${number}`;
    view.dispatch({ effects: [toggle.of(from), EditorView.announce.of(said)] });
    return true;
}

/** The margin. `changed` gets the lines with a breakpoint of each listing, and after each change, `refused` why there can be none in a row. */
export function breakpoints(changed: (lines: number[]) => void, refused: (reason: string) => void): Extension {
    return [
        marks,
        gutter({
            class: "cm-breakpoints",
            markers: (view) => view.state.field(marks),
            initialSpacer: () => MARK,
            domEventHandlers: { mousedown: (view, { from }) => toggleAt(view, from, refused) },
        }),
        keymap.of([{ key: "F9", run: (view) => toggleAt(view, view.state.selection.main.head, refused) }]),
        // A plugin, not a listener: it is created again for another listing, whose state has its own marks.
        ViewPlugin.define(({ state }) => {
            let lines = linesOf(state);
            changed(lines);
            return {
                update({ state }) {
                    const before = lines;
                    lines = linesOf(state);
                    if (lines.join() !== before.join()) {
                        changed(lines);
                    }
                },
            };
        }),
    ];
}
