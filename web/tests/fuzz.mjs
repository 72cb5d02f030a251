// Random calls of the API: each succeeds or fails with an error message, and the page keeps running.
//
//     SEED=7 CALLS=100000 node tests/fuzz.mjs

import assert from "node:assert/strict";
import test from "node:test";
import { open } from "./page.mjs";

const SEED = Number(process.env.SEED ?? 1987);
const CALLS = Number(process.env.CALLS ?? 3_000);

test(`${CALLS} random calls from seed ${SEED}`, async (t) => {
    // Runtime errors of a listing do not count: only errors of the page do.
    const page = await open(t);
    const done = await page.evaluate(
        async ([seed, calls]) => {
            let state = seed >>> 0;
            // Mulberry32.
            const random = () => {
                state = (state + 0x6d2b79f5) >>> 0;
                let mixed = Math.imul(state ^ (state >>> 15), state | 1);
                mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
                return (mixed ^ (mixed >>> 14)) >>> 0;
            };
            const below = (limit) => random() % limit;
            const one = (list) => list[below(list.length)];
            const bytes = () => Uint8Array.from({ length: below(400) }, () => below(256));
            const words = ["10 ", "PRINT ", "INPUT a$", "LPRINT ", "\n", '"', "GO TO 10", ": ", "CLEAR 23900", "SAVE \"\"", "é", "\u0000", "\ud800", "\u202e"];
            const listings = ['10 INPUT a: PRINT a: GO TO 10', "10 BEEP 1,1: LPRINT 2: COPY", "10 RANDOMIZE USR 0", '10 SAVE "a" CODE 0,65535: LOAD "" CODE'];
            const texts = () => one([() => Array.from({ length: below(12) }, () => one(words)).join(""), () => one(listings), () => "x".repeat(below(3_000))])();
            const numbers = () => one([0, 1, -1, 50, 255, 256, 23_606, 23_613, 65_535, 65_536, 1e9, 2 ** 53, NaN, Infinity, 0.5, -0, below(65_536)]);
            const things = () => one([undefined, null, {}, [], true, () => {}, Symbol("s"), new Date(0), 1n]);
            const files = ["a.tap", "b.tzx", "c.pzx", "d.sna", "e.z80", "f.szx", "g.scr", "h.bas", "i", ""];
            const keys = ["a", "Enter", "ArrowLeft", "Shift", "F1", "Escape", "é", "", "Caps", "Symbol"];
            const any = () => one([texts, numbers, things, bytes, () => one(files), () => one(keys)])();
            const plausible = {
                load: () => [one(files), one([bytes, texts])()],
                run: () => [texts()],
                check: () => [texts()],
                type: () => [texts()],
                answer: () => Array.from({ length: below(4) }, texts),
                press: () => [one(keys)],
                hold: () => [one(keys)],
                release: () => [one(keys)],
                frames: () => [below(20)],
                peek: () => [numbers()],
                poke: () => [numbers(), numbers()],
                goTo: () => [numbers()],
                pause: () => [one([true, false])],
                turbo: () => [one([true, false])],
                save: () => [one(["szx", "z80", "sna", "tap"])],
                on: () => [one(["printed", "asks", "ended", "x"]), () => {}],
            };
            const prototype = Object.getPrototypeOf(girafa);
            const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");
            const faults = [];
            let refused = 0;
            for (let call = 0; call < calls; call++) {
                const name = one(names);
                const given = below(3) === 0 ? Array.from({ length: below(4) }, any) : (plausible[name]?.() ?? []);
                try {
                    await girafa[name](...given);
                } catch (error) {
                    refused += 1;
                    const isSaid = error instanceof Error && !(error instanceof WebAssembly.RuntimeError) && error.message.length > 3;
                    // These messages are from JavaScript or WebAssembly itself: an argument was not checked.
                    if (!isSaid || /unreachable|null pointer|recursive|undefined \(reading|is not a function/.test(error.message)) {
                        const shown = (value) => { try { return JSON.stringify(value)?.slice(0, 200) ?? String(value); } catch { return String(value); } };
                        faults.push(`call ${call}: ${name}(${given.map(shown)}): ${error}`);
                    }
                }
                if (call % 50 === 0) {
                    await new Promise((next) => setTimeout(next));
                }
            }
            girafa.turbo(false);
            girafa.pause(false);
            girafa.run("10 PRINT 6*7");
            girafa.frames(100);
            return { names: names.length, refused, faults, after: girafa.transcript() };
        },
        [SEED, CALLS],
    );
    t.diagnostic(`${done.names} functions, ${done.refused} of ${CALLS} calls refused`);
    assert.deepEqual(done.faults, []);
    assert.match(done.after, /^42\n/);
    assert.ok(done.refused > CALLS / 20 && done.refused < CALLS);
});
