// Syntax highlighting of Sinclair BASIC for CodeMirror. It does not check for errors: `check` does that.

import type { StreamParser } from "@codemirror/language";
import { keywords } from "./girafa.ts";

interface State {
    /** Whether only spaces have been read on this row. */
    begins: boolean;
    isRemark: boolean;
}

/** The language, with the keywords of the tokeniser. */
export function language(): StreamParser<State> {
    // Longest first. A space within a keyword may be left out, as in GOTO.
    const words = [...keywords()].sort((a, b) => b.length - a.length);
    const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, " ?")).join("|");
    // Anchored, as all patterns here: the stream matches them with the rest of the row, which they would search to its
    // end for each token.
    const keyword = new RegExp(`^(?:${pattern})(?![A-Za-z])`, "i");
    return {
        name: "sinclair-basic",
        startState: () => ({ begins: true, isRemark: false }),
        copyState: (state) => ({ ...state }),
        token(stream, state) {
            if (stream.sol()) {
                Object.assign(state, { begins: true, isRemark: false });
            }
            if (stream.eatSpace()) {
                return null;
            }
            const { begins } = state;
            state.begins = false;
            if (state.isRemark || (begins && stream.peek() === "#")) {
                stream.skipToEnd();
                return "lineComment";
            }
            if (begins && stream.match(/^\d+/)) {
                return "labelName";
            }
            if (stream.match(/^"(?:[^"]|"")*"?/)) {
                return "string";
            }
            const found = stream.match(keyword) as RegExpMatchArray | null;
            if (found) {
                state.isRemark = /^rem$/i.test(found[0]);
                return "keyword";
            }
            if (stream.match(/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i)) {
                return "number";
            }
            if (stream.match(/^[A-Za-z][A-Za-z0-9]*\$?/)) {
                return "variableName";
            }
            return stream.match(/^(?:<=|>=|<>|[-+*/^<>=])/) ? "operator" : (stream.next(), null);
        },
        languageData: { closeBrackets: { brackets: ["(", '"'] } },
    };
}
