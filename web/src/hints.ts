// Help while you type: keyword meanings, current values of variables, and completion.

import {
    autocompletion,
    type Completion,
    type CompletionContext,
    type CompletionResult,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { element } from "./dom.ts";
import { keywords, type Meaning, names as listingNames, type Variable } from "./girafa.ts";
import { t } from "./translate.ts";

/** Maximum number of array elements to show. */
const MAX_ELEMENTS = 60;
/** Minimum number of letters before completions are offered. */
const MIN_COMPLETION_LETTERS = 2;

/** The data for hints: keyword meanings, and the current variables. */
export interface Source {
    meaning(keyword: string): Meaning | null;
    variables(): Variable[];
}

/** A word of a listing and its position. */
interface Word {
    text: string;
    kind: string;
    from: number;
    to: number;
}

/** The word at a position, as the language splits words. */
function wordAt(state: EditorState, at: number): Word | undefined {
    for (const side of [1, -1] as const) {
        const { name, from, to } = syntaxTree(state).resolveInner(at, side);
        if ((name === "keyword" || name === "variableName") && from <= at && at <= to) {
            return { text: state.sliceDoc(from, to), kind: name, from, to };
        }
    }
    return undefined;
}

function quoted(value: unknown): string {
    return typeof value === "string" ? `"${value}"` : String(value);
}

/** The rows of an array; the last dimension runs across. */
function table(values: unknown[], dimensions: number[], isText: boolean): string {
    const across = isText ? 1 : (dimensions.at(-1) ?? 1);
    const rows: string[] = [];
    for (let at = 0; at < Math.min(values.length, MAX_ELEMENTS); at += across) {
        rows.push(values.slice(at, at + across).map(quoted).join(" "));
    }
    return rows.join("\n") + (values.length > MAX_ELEMENTS ? "\n..." : "");
}

/** The value of a variable as text. */
export function valueText(variable: Variable): string {
    const { name, type, value, dimensions = [], values = [] } = variable;
    switch (type) {
        case "for":
            return t`${name} = ${value}, FOR to ${variable.limit} step ${variable.step}, from line ${variable.line}`;
        case "numbers":
        case "characters":
            return `${name}(${dimensions.join(", ")})\n${table(values, dimensions, type === "characters")}`;
        default:
            return `${name} = ${quoted(value)}`;
    }
}

/** The variables that a name in a listing may refer to: a number and an array may share a name. */
export function matchingVariables(variables: Variable[], name: string, isArray: boolean): Variable[] {
    const found = variables.filter((variable) => variable.name.toLowerCase() === name.toLowerCase());
    const arrays = found.filter(({ type }) => type === "numbers" || type === "characters");
    // A string and a character array cannot share a name.
    return isArray && arrays.length > 0 ? arrays : found;
}

/** The description of a keyword, starting with its syntax. */
function description(meaning: Meaning | null): string | undefined {
    return meaning ? `${meaning.syntax}\n${meaning.text}` : undefined;
}

/** The hint for the word at a position. */
function hint(source: Source, state: EditorState, at: number): Tooltip | null {
    const word = wordAt(state, at);
    if (!word) {
        return null;
    }
    let text: string | undefined;
    if (word.kind === "keyword") {
        text = description(source.meaning(word.text));
    } else {
        const isArray = /^\s*\(/.test(state.sliceDoc(word.to, word.to + 8));
        const values = matchingVariables(source.variables(), word.text, isArray);
        text = values.length > 0 ? values.map(valueText).join("\n") : t`${word.text} has no value now`;
    }
    if (!text) {
        return null;
    }
    const shown = text;
    return {
        pos: word.from,
        end: word.to,
        above: false,
        create: () => ({ dom: element("div", { class: "hint", role: "status" }, shown) }),
    };
}

const setHint = StateEffect.define<Tooltip | null>();

/** The hint requested with a key; the next key closes it. */
const requestedHint = StateField.define<Tooltip | null>({
    create: () => null,
    update(shown, transaction) {
        for (const effect of transaction.effects) {
            if (effect.is(setHint)) {
                return effect.value;
            }
        }
        return transaction.docChanged || transaction.selection ? null : shown;
    },
    provide: (field) => showTooltip.from(field),
});

/** Completions for a word: keywords, names in the listing, and variables of the running program. */
function complete(source: Source, words: Completion[], context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/[A-Za-z][A-Za-z0-9]*\$?/);
    if (!word || (!context.explicit && word.text.length < MIN_COMPLETION_LETTERS)) {
        return null;
    }
    const inside = syntaxTree(context.state).resolveInner(context.pos, -1).name;
    if (inside === "string" || inside === "lineComment") {
        return null;
    }
    const names = new Map<string, Completion>();
    for (const { name, type } of source.variables()) {
        names.set(name.toLowerCase(), { label: name, type: "variable", detail: type });
    }
    for (const { name, is_function, uses } of listingNames(context.state.doc.toString())) {
        const key = name.toLowerCase();
        // If its line can be parsed, the incomplete word itself is already one of the names.
        const isTyped = uses === 1 && key === word.text.toLowerCase();
        if (!isTyped && !names.has(key)) {
            names.set(key, { label: name, type: is_function ? "function" : "variable" });
        }
    }
    const offered = [...words, ...names.values()];
    return { from: word.from, options: offered, validFor: /^[A-Za-z0-9$]*$/ };
}

/** An editor extension with hints on hover, with F1, and as you type. */
export function hints(source: Source): Extension {
    const words = keywords()
        .filter((word) => /[A-Z]/.test(word))
        .map((label): Completion => {
            const info = () => element("div", {}, description(source.meaning(label)) ?? label);
            return { label, type: "keyword", info };
        });
    return [
        hoverTooltip((view, at) => hint(source, view.state, at)),
        requestedHint,
        keymap.of([
            {
                key: "F1",
                run: (view) => {
                    const found = hint(source, view.state, view.state.selection.main.head);
                    view.dispatch({ effects: setHint.of(found) });
                    return true;
                },
            },
            {
                key: "Escape",
                run: (view) => {
                    const isShown = view.state.field(requestedHint) !== null;
                    view.dispatch({ effects: setHint.of(null) });
                    return isShown;
                },
            },
        ]),
        // Enter ends the row, unless a completion was selected.
        autocompletion({
            override: [(context) => complete(source, words, context)],
            selectOnOpen: false,
            icons: false,
        }),
        EditorView.theme({
            ".hint, .cm-completionInfo": {
                padding: "0.4em 0.6em",
                whiteSpace: "pre-wrap",
                maxHeight: "20em",
                overflow: "auto",
            },
        }),
    ];
}
