// Two texts side by side.

import assert from "node:assert/strict";
import test from "node:test";
import { source } from "./source.mjs";

const { pairs } = await source("rows.ts");

test("equal rows stand beside each other, others alone or beside what took their place", () => {
    assert.deepEqual(pairs(["a", "b", "c"], ["a", "b", "c"]), [["a", "a"], ["b", "b"], ["c", "c"]]);
    assert.deepEqual(pairs(["a", "b", "c"], ["a", "x", "c"]), [["a", "a"], ["b", "x"], ["c", "c"]]);
    assert.deepEqual(pairs(["a", "c"], ["a", "b", "c"]), [["a", "a"], [undefined, "b"], ["c", "c"]]);
    assert.deepEqual(pairs(["a", "b", "c"], ["c"]), [["a", undefined], ["b", undefined], ["c", "c"]]);
    assert.deepEqual(pairs(["a"], []), [["a", undefined]]);
    assert.deepEqual(pairs([], []), []);
});

test("texts without a row in common are paired in good time", () => {
    const left = Array.from({ length: 20_000 }, (_, row) => `l${row}`);
    const right = Array.from({ length: 20_000 }, (_, row) => `r${row}`);
    const began = performance.now();
    assert.equal(pairs(left, right).length, 20_000);
    assert.ok(performance.now() - began < 2_000);
});
