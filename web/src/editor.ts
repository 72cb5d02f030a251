// The listing's editor: CodeMirror with Sinclair BASIC, the findings of `girafa check` as you type, and the running
// line.

import { historyField, isolateHistory } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, forEachDiagnostic, linter, lintGutter, openLintPanel } from "@codemirror/lint";
import { EditorSelection, EditorState, type Extension, StateEffect, StateField, type Text, type Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import { type Helper, Stopped } from "./ask.ts";
import { check, type Finding, lines, statement } from "./girafa.ts";
import { language } from "./language.ts";
import type { Action } from "./notices.ts";
import { numberNextRow } from "./numbers.ts";
import { EDITOR_PORTUGUESE } from "./portuguese.ts";
import { LANGUAGE, t } from "./translate.ts";
import { followView, viewExtensions } from "./view.ts";

/** Milliseconds between the last key and the check of the listing. */
const CHECK_DELAY_MS = 200;
/** Minimum length in characters of listings that are checked in a worker thread, so that typing is not blocked. */
const MAX_MAIN_THREAD_CHARACTERS = 32_768;
/** Maximum number of findings to mark in the listing: more take the browser seconds. */
const MAX_MARKED_FINDINGS = 1_000;
/** Maximum number of characters of a listing, as for all commands. */
const MAX_CHARACTERS = 1 << 20;
/** Maximum number of characters of a row: a line of a program has at most 41,781 bytes, as text ten times as many characters. */
const MAX_ROW_CHARACTERS = 1 << 19;

/** A place in the program: the start of its row, and the statement if the machine has stopped before it. */
interface Place {
    at: number;
    isError: boolean;
    statement: [from: number, to: number] | null;
}

const setRunning = StateEffect.define<Place | undefined>();

/** The mark on the line that is running or has stopped. */
const running = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(marks, transaction) {
        for (const effect of transaction.effects) {
            if (effect.is(setRunning)) {
                const at = effect.value;
                if (!at || at.at > transaction.newDoc.length) {
                    return Decoration.none;
                }
                const line = transaction.newDoc.lineAt(at.at);
                const mark = Decoration.line({ class: at.isError ? "cm-stopped" : "cm-running" });
                const [from, to] = at.statement ?? [0, 0];
                const next = from < to && to <= transaction.newDoc.length ? [Decoration.mark({ class: "cm-next" }).range(from, to)] : [];
                return Decoration.set([mark.range(line.from), ...next], true);
            }
        }
        return marks.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
});

const colours = HighlightStyle.define([
    { tag: tags.keyword, color: "var(--code-keyword)" },
    { tag: tags.string, color: "var(--code-string)" },
    { tag: tags.number, color: "var(--code-number)" },
    { tag: tags.lineComment, color: "var(--faint)", fontStyle: "italic" },
    { tag: tags.labelName, color: "var(--code-line)" },
    { tag: tags.variableName, color: "var(--text)" },
    { tag: tags.operator, color: "var(--code-operator)" },
]);

/** The theme of all editors of the page. */
export const theme = EditorView.theme({
    "&": { backgroundColor: "var(--code-back)", color: "var(--text)" },
    ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "var(--text-size)" },
    ".cm-gutters": { backgroundColor: "var(--code-back)", color: "var(--faint)", borderRight: "1px solid var(--line)" },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--code-active)" },
    ".cm-running": { backgroundColor: "var(--chosen)" },
    ".cm-next": { outline: "1px solid var(--accent)", borderRadius: "2px" },
    ".cm-breakpoints": { minWidth: "1em", cursor: "pointer", color: "var(--error)", WebkitTapHighlightColor: "transparent" },
    ".cm-stopped": { backgroundColor: "var(--wrong)" },
    ".cm-tooltip": { maxWidth: "40em" },
    ".cm-placeholder": { color: "var(--faint)" },
    ".cm-panel.cm-panel-lint ul": { maxHeight: "9em" },
    ".cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]": {
        backgroundColor: "var(--chosen)",
    },
});

/** Why a text is too long for the editor; undefined if it is not. */
function lengthError(text: Text): string | undefined {
    if (text.length > MAX_CHARACTERS) {
        return t`the listing has ${text.length} characters; the limit is ${MAX_CHARACTERS}`;
    }
    let number = 0;
    for (const row of text.length > MAX_ROW_CHARACTERS ? text.iterLines() : []) {
        number += 1;
        if (row.length > MAX_ROW_CHARACTERS) {
            return t`row ${number} has ${row.length} characters; the limit is ${MAX_ROW_CHARACTERS}`;
        }
    }
    return undefined;
}

/** Refuses text that is too long, for example pasted by mistake. */
export function limit(refused: (reason: string) => void): Extension {
    return EditorState.transactionFilter.of((transaction: Transaction) => {
        const reason = transaction.docChanged ? lengthError(transaction.newDoc) : undefined;
        if (reason === undefined) {
            return transaction;
        }
        // The state must not change while it is computed.
        queueMicrotask(() => refused(reason));
        return [];
    });
}

/** Converts a finding to a CodeMirror diagnostic, with its fixes as actions. */
function diagnostic(finding: Finding, length: number): Diagnostic {
    const { code, message, label, help, severity } = finding;
    const reported = [code ? `${code}: ${message}` : message, label, help && `help: ${help}`];
    return {
        from: Math.min(finding.from, length),
        to: Math.min(Math.max(finding.to, finding.from), length),
        severity: severity === "note" ? "info" : severity,
        message: reported.filter(Boolean).join("\n"),
        actions: finding.fixes.map((fix) => ({
            name: fix.title,
            // The range may have moved since.
            apply: (view, from) => {
                const offset = from - finding.from;
                const to = Math.min(fix.to + offset, view.state.doc.length);
                view.dispatch({ changes: { from: Math.min(fix.from + offset, to), to, insert: fix.text } });
            },
        })),
    };
}

/** Applies the only fix for the cursor's line; if there are several, shows the list to choose from. */
function repair(view: EditorView): boolean {
    const row = view.state.doc.lineAt(view.state.selection.main.head);
    const fixes: (() => void)[] = [];
    forEachDiagnostic(view.state, ({ actions = [] }, from, to) => {
        if (from <= row.to && to >= row.from) {
            fixes.push(...actions.map((action) => () => action.apply(view, from, to)));
        }
    });
    return fixes.length === 1 ? (fixes[0]?.(), true) : openLintPanel(view);
}

/** Returns no findings if the thread was stopped. */
function ignoreStopped(error: unknown): never[] {
    if (error instanceof Stopped) {
        return [];
    }
    throw error;
}

/** The editor. */
export class Editor {
    readonly view: EditorView;
    #extensions: Extension[];
    #changed: () => void;
    /** Called with the findings after each check of the listing. */
    onFindings?: (findings: Finding[]) => void;
    #lineOffsets: Map<number, number> | undefined;
    #lastMark = "";

    #helper: Helper;

    /**
     * Creates the editor in `parent`. `helper` checks long listings, `run` is called for Ctrl+Enter, and `changed`
     * when the text has changed.
     */
    constructor(parent: HTMLElement, helper: Helper, run: () => void, changed: () => void, ...others: Extension[]) {
        this.#helper = helper;
        const runListing = () => {
            run();
            return true;
        };
        this.#changed = () => {
            this.#lineOffsets = undefined;
            changed();
        };
        this.#extensions = [
            others,
            keymap.of([
                { key: "Mod-Enter", run: runListing },
                { key: "Mod-.", run: repair },
                { key: "Enter", run: numberNextRow },
            ]),
            basicSetup,
            StreamLanguage.define(language()),
            syntaxHighlighting(colours),
            linter((view) => this.#findings(view), { delay: CHECK_DELAY_MS }),
            lintGutter(),
            running,
            theme,
            EditorState.phrases.of(LANGUAGE === "pt" ? EDITOR_PORTUGUESE : {}),
            placeholder(t`Type a listing, or drop a file here`),
            EditorView.contentAttributes.of({
                "aria-label": t`The listing, in Sinclair BASIC`,
                "aria-description":
                    t`Ctrl+Enter runs it, Ctrl+Shift+Enter stops it. F9: breakpoint, F10: step. F1: help for the word at the cursor.
                        Ctrl+.: apply the fix. Ctrl+Shift+M: all findings. Ctrl+Space: completion. Tab leaves the editor.`,
            }),
            EditorView.updateListener.of((update) => update.docChanged && this.#changed()),
        ];
        this.view = new EditorView({ parent, extensions: [viewExtensions(), this.#extensions] });
        followView(this.view);
    }

    async #findings(view: EditorView): Promise<readonly Diagnostic[]> {
        const { doc } = view.state;
        const text = doc.toString();
        // The result for an old version of the listing is not needed.
        this.#helper.stop();
        let findings: Finding[] = [];
        if (text.length > MAX_MAIN_THREAD_CHARACTERS) {
            findings = await this.#helper.ask("check", text).catch(ignoreStopped);
        } else if (text.trim() !== "") {
            findings = check(text);
        }
        if (view.state.doc === doc) {
            this.onFindings?.(findings);
        }
        return findings.slice(0, MAX_MARKED_FINDINGS).map((finding) => diagnostic(finding, doc.length));
    }

    get text(): string {
        return this.view.state.doc.toString();
    }

    /** Replaces the listing. Throws if it is too long. */
    set text(text: string) {
        this.#refuseLong(text);
        const { length } = this.view.state.doc;
        this.view.dispatch({
            changes: { from: 0, to: length, insert: text },
            selection: { anchor: 0 },
            scrollIntoView: true,
            // One undo restores the previous text.
            annotations: isolateHistory.of("full"),
        });
    }

    #refuseLong(text: string): void {
        const reason = lengthError(this.view.state.toText(text));
        if (reason !== undefined) {
            throw new Error(reason);
        }
    }

    /** The text and its undo history, for `restore`. */
    saved(): { text: string; history: unknown } {
        const { doc, history } = this.view.state.toJSON({ history: historyField }) as { doc: string; history: unknown };
        return { text: doc, history };
    }

    /** Shows another text with its undo history. Throws if it is too long. */
    restore(text: string, history: unknown): void {
        this.#refuseLong(text);
        const config = { extensions: [viewExtensions(), this.#extensions] };
        const selection = EditorSelection.single(0).toJSON() as unknown;
        let state: EditorState;
        try {
            const json = { doc: text, selection, ...(history !== undefined && { history }) };
            state = EditorState.fromJSON(json, config, { history: historyField });
        } catch {
            // The history is damaged, or of another version of the editor.
            state = EditorState.fromJSON({ doc: text, selection }, config);
        }
        this.view.setState(state);
        this.#changed();
    }

    /** For an error message with the place of a mistake in the listing: a button that goes there. */
    actionsFor(message: string): Action[] {
        const [, row = 0] = (/:(\d+):\d+: error: /.exec(message) ?? []).map(Number);
        if (row < 1 || row > this.view.state.doc.lines) {
            return [];
        }
        const act = () => {
            // The listing may be shorter by then.
            const { doc } = this.view.state;
            const { from } = doc.line(Math.min(row, doc.lines));
            this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
            this.view.focus();
        };
        return [{ text: t`Go to row ${row}`, act }];
    }

    /** Opens the list of all findings with their fixes. */
    list(): void {
        openLintPanel(this.view);
    }

    /** Marks line `line` of the program, if the listing contains it, and a statement of it that is about to run. */
    mark(line: number | null, isError: boolean, number?: number): void {
        const mark = `${line} ${isError} ${number}`;
        if (mark === this.#lastMark && this.#lineOffsets) {
            return;
        }
        this.#lastMark = mark;
        this.#lineOffsets ??= lines(this.text);
        const at = line === null ? undefined : this.#lineOffsets.get(line);
        const range = line === null || number === undefined ? null : statement(this.text, line, Math.max(number, 1));
        this.view.dispatch({ effects: setRunning.of(at === undefined ? undefined : { at, isError, statement: range }) });
    }
}
