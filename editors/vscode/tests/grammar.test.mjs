// Tests the grammar with VS Code's own engine.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const SCOPE = "source.sinclair-basic";
const FILE = new URL("../syntaxes/sinclair-basic.tmLanguage.json", import.meta.url);

const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length));
const registry = new Registry({
    onigLib: Promise.resolve({
        createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
        createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => (scope === SCOPE ? parseRawGrammar(readFileSync(FILE, "utf8"), FILE.pathname) : null),
});
const grammar = await registry.loadGrammar(SCOPE);

/** The words of a row with the last part of their scope's name. */
function words(row, stack = INITIAL) {
    const { tokens, ruleStack } = grammar.tokenizeLine(row, stack);
    const named = tokens
        .map(({ startIndex, endIndex, scopes }) => [row.slice(startIndex, endIndex), scopes.at(-1).replace(".sinclair-basic", "")])
        .filter(([text, scope]) => text.trim() !== "" && scope !== "source");
    // Join a string's quotes, which the engine returns as separate tokens, with its text.
    const joined = [];
    for (const [text, scope] of named) {
        const last = joined.at(-1);
        if (last && last[1] === scope && scope.startsWith("string")) {
            last[0] += text;
        } else {
            joined.push([text, scope]);
        }
    }
    return Object.assign(joined, { ruleStack });
}

test("a line's words", () => {
    assert.deepEqual([...words('10 LET a1$="x": IF SIN a>=.5e-3 THEN GOTO 20')], [
        ["10", "entity.name.label"], ["LET", "keyword.control"], ["a1$", "variable.other"], ["=", "keyword.operator"],
        ['"x"', "string.quoted.double"], ["IF", "keyword.control"], ["SIN", "support.function"], ["a", "variable.other"],
        [">=", "keyword.operator"], [".5e-3", "constant.numeric"], ["THEN", "keyword.control"], ["GOTO", "keyword.control"],
        ["20", "constant.numeric"],
    ]);
});

test("labels", () => {
    assert.deepEqual([...words('@for: PRINT "@x": GO TO @for')], [
        ["@for", "entity.name.label"], ["PRINT", "keyword.control"], ['"@x"', "string.quoted.double"], ["GO TO", "keyword.control"],
        ["@for", "entity.name.label"],
    ]);
});

test("strings and remarks hide what is in them, to the end of the row", () => {
    const remark = words('10 REM PRINT "x');
    assert.deepEqual([...remark].slice(1), [["REM", "keyword.control"], [' PRINT "x', "comment.line.rem"]]);
    const open = words('10 PRINT "a: PRINT');
    assert.deepEqual([...open].at(-1), ['"a: PRINT', "string.quoted.double"]);
    assert.deepEqual([...words("20 CLS", open.ruleStack)], [["20", "entity.name.label"], ["CLS", "keyword.control"]]);
    assert.deepEqual([...words("# 10 PRINT")], [["# 10 PRINT", "comment.line.number-sign"]]);
    assert.deepEqual([...words('10 PRINT "\\{65}\\*"')].slice(2).map(([text]) => text), ['"', "\\{65}", "\\*", '"']);
});

test("each keyword is one, in any spelling, and a name that begins with one is a name", () => {
    const source = readFileSync(new URL("../../../crates/basic/src/token.rs", import.meta.url), "utf8");
    const table = source.slice(source.indexOf("keywords! { 0xA5:"));
    const keywords = [...table.slice(0, table.indexOf("}")).matchAll(/"([A-Z][^"]*)"/g)].map(([, word]) => word);
    assert.equal(keywords.length, 88);
    for (const word of keywords) {
        for (const spelled of [word, word.toLowerCase(), word.replace(" ", "")]) {
            const [, [text, scope]] = words(`10 ${spelled} `);
            assert.equal(text.trim(), spelled);
            assert.match(scope, /^(keyword\.control|support\.function)$/, spelled);
        }
    }
    for (const name of ["printer", "total", "x1", "lettuce"]) {
        assert.deepEqual(words(`10 LET ${name}=1`)[2], [name, "variable.other"]);
    }
});
