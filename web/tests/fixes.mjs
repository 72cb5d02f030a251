// Fixes files follow edits of their scan.

import assert from "node:assert/strict";
import test from "node:test";
import { source } from "./source.mjs";

const { moved, rowsOf, without } = await source("fixes.ts");

const block = (line) =>
    `[[correction]]\nline = ${line}\nwrong = "line = 9"\nright = "a"\nkind = "scan"\nreason = "b"\n\n`;
const fixes = `# line = 7: a comment\n\n${block(3)}${block(8)}[[doubt]]\nline = 12\nnote = "c"\n`;

test("fixes go along with their rows", () => {
    assert.deepEqual(rowsOf(fixes), [3, 8, 12]);
    assert.deepEqual(rowsOf(moved(fixes, 5, 5, 2)), [3, 9, 13]);
    assert.deepEqual(rowsOf(moved(fixes, 4, 6, 1)), [3, 6, 10]);
    assert.equal(moved(fixes, 8, 8, 1), fixes);
    // A fix stays with the first part of a row that is split into two.
    assert.deepEqual(rowsOf(moved(fixes, 8, 8, 2)), [3, 8, 13]);
    assert.ok(moved(fixes, 1, 1, 2).includes('wrong = "line = 9"'));
    assert.ok(moved(fixes, 1, 1, 2).startsWith("# line = 7: a comment"));
});

test("fixes of rows that are gone go with them", () => {
    assert.deepEqual(rowsOf(moved(fixes, 7, 9, 1)), [3, 10]);
    assert.deepEqual(rowsOf(without(fixes, 8)), [3, 12]);
    assert.deepEqual(rowsOf(without("", 8)), []);
});
