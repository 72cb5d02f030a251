// The text of a scan: editable, with its doubts marked.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState, type Extension, StateEffect, StateField, type Text } from "@codemirror/state";
import {
    Decoration,
    type DecorationSet,
    EditorView,
    highlightActiveLine,
    keymap,
    lineNumbers,
    type ViewUpdate,
} from "@codemirror/view";
import { theme } from "./editor.ts";
import type { Doubt } from "./tools.ts";
import { t } from "./translate.ts";
import { followView, viewExtensions } from "./view.ts";

/** An edit in rows, which are counted from 1. */
export interface Edit {
    first: number;
    last: number;
    count: number;
}

function edits(update: ViewUpdate): Edit[] {
    const result: Edit[] = [];
    const row = (doc: Text, at: number) => doc.lineAt(at).number;
    update.changes.iterChanges((fromA, toA, fromB, toB) => {
        result.push({
            first: row(update.startState.doc, fromA),
            last: row(update.startState.doc, toA),
            count: row(update.state.doc, toB) - row(update.state.doc, fromB) + 1,
        });
    });
    return result.reverse();
}

/** Receives the events of the text. */
export interface Listener {
    /** The text was edited: the rows `first` to `last` were replaced by `count` rows. The last edit comes first. */
    changed(edits: Edit[]): void;
    /** The cursor entered a doubt. */
    chosen(index: number): void;
    /** The user goes to the next or the previous doubt. */
    next(step: 1 | -1): void;
    /** The user accepts a repair of the doubt; `index` is counted from 0. */
    accept(index: number): void;
}

/** The marks: doubts, the selected doubt, and corrected rows. */
type Marks = { doubts: Doubt[]; chosen: Doubt | undefined; corrected: number[] };
const setMarks = StateEffect.define<Marks>();

const marks = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(shown, transaction) {
        for (const effect of transaction.effects) {
            if (effect.is(setMarks)) {
                const { doubts, chosen, corrected } = effect.value;
                const doc = transaction.newDoc;
                const doubtMarks = doubts.flatMap((doubt) => {
                    // A doubt without characters marks its row.
                    const row = doc.lineAt(Math.min(doubt.from, doc.length));
                    const isPlace = doubt.to > doubt.from && doubt.to <= doc.length;
                    const [from, to] = isPlace ? [doubt.from, doubt.to] : [row.from, row.to];
                    const name = `doubtful ${doubt.severity}${doubt === chosen ? " chosen" : ""}`;
                    return from < to ? [Decoration.mark({ class: name }).range(from, to)] : [];
                });
                const rows = corrected
                    .filter((row) => row >= 1 && row <= doc.lines)
                    .map((row) => Decoration.line({ class: "corrected" }).range(doc.line(row).from));
                return Decoration.set([...doubtMarks, ...rows], true);
            }
        }
        return shown.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
});

/** The editor for a scan. */
export class ScanText {
    #view: EditorView;
    #extensions: Extension;
    #doubts: Doubt[] = [];
    #corrected: number[] = [];
    #chosen: Doubt | undefined;

    constructor(parent: HTMLElement, listener: Listener) {
        const handler = (act: () => void) => () => {
            act();
            return true;
        };
        this.#extensions = [
            keymap.of([
                { key: "Alt-ArrowDown", run: handler(() => listener.next(1)) },
                { key: "Mod-.", run: handler(() => listener.accept(0)) },
                { key: "Alt-ArrowUp", run: handler(() => listener.next(-1)) },
                ...Array.from({ length: 9 }, (_, index) => ({
                    key: `Alt-${index + 1}`,
                    run: handler(() => listener.accept(index)),
                })),
            ]),
            keymap.of([...defaultKeymap, ...historyKeymap]),
            history(),
            lineNumbers(),
            highlightActiveLine(),
            marks,
            theme,
            EditorView.contentAttributes.of({
                "aria-label": t`The scan, one printed row per line`,
                "aria-description":
                    t`Alt+Down and Alt+Up: next and previous uncertain place. Alt+1 to Alt+9: apply a fix.
                        Ctrl+.: accept the first.`,
                spellcheck: "false",
            }),
            EditorView.updateListener.of((update) => {
                if (update.docChanged) {
                    listener.changed(edits(update));
                } else if (update.selectionSet && update.transactions.some((one) => one.isUserEvent("select"))) {
                    const { head } = update.state.selection.main;
                    const row = update.state.doc.lineAt(head);
                    const isAt = ({ from, to }: Doubt) => from <= head && head <= to;
                    const isNear = ({ from }: Doubt) => row.from <= from && from <= row.to;
                    const at = this.#doubts.findIndex(isAt);
                    const near = at < 0 ? this.#doubts.findIndex(isNear) : at;
                    if (near >= 0) {
                        listener.chosen(near);
                    }
                }
            }),
        ];
        this.#view = new EditorView({ parent, extensions: [viewExtensions(true), this.#extensions] });
        followView(this.#view);
    }

    get text(): string {
        return this.#view.state.doc.toString();
    }

    /** Replaces the text by that of another scan, which is not an edit: it cannot be undone. */
    set text(text: string) {
        this.#view.setState(EditorState.create({ doc: text, extensions: [viewExtensions(true), this.#extensions] }));
    }

    focus(): void {
        this.#view.focus();
    }

    /** Marks the doubts and the corrected rows. */
    mark(doubts: Doubt[], corrected: number[]): void {
        this.#doubts = doubts;
        this.#corrected = corrected;
        this.#dispatch();
    }

    /** Highlights one doubt, and moves to it if `scrolls` is set. */
    choose(doubt: Doubt | undefined, scrolls: boolean): void {
        this.#chosen = doubt;
        this.#dispatch();
        if (doubt && scrolls) {
            const anchor = Math.min(doubt.from, this.#view.state.doc.length);
            this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
        }
    }

    #dispatch(): void {
        const marks = { doubts: this.#doubts, chosen: this.#chosen, corrected: this.#corrected };
        this.#view.dispatch({ effects: setMarks.of(marks) });
    }
}
