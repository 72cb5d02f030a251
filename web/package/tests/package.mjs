// The package as its users see it: text in, transcript out, without a DOM.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { check, keywords, lines, listingOf, llist, Machine, programs, run, tape, version } from "girafa";

const directory = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
/** Maximum size of the packed package in bytes. */
const MAX_PACKAGE_BYTES = 3 << 20;

test("text in, transcript out", () => {
    const done = run('10 INPUT "Nome? ";n$\n20 PRINT "Ola, ";n$\n30 LPRINT "papel"', { answers: ["Ana"] });
    assert.equal(done.transcript, "Ola, Ana\n");
    assert.equal(done.report, "0 OK, 30:1");
    assert.equal(done.ended_well, true);
    assert.deepEqual(done.prompts, ["Nome? "]);
    assert.deepEqual(done.variables, [{ name: "n$", type: "string", value: "Ana" }]);
    for (const png of Object.values(done.png)) {
        assert.equal(Buffer.from(png.subarray(1, 4)).toString(), "PNG");
    }
    assert.equal(listingOf("a.szx", done.snapshot), '10 INPUT "Nome? ";n$\n20 PRINT "Ola, ";n$\n30 LPRINT "papel"\n');
});

test("an error of the program is in the outcome, with its place", () => {
    const done = run("10 LET a=b");
    assert.equal(done.ended_well, false);
    assert.equal(done.line, 10);
    assert.match(done.report, /^2 Variable not found/);
});

test("a run that never ends is ended", () => {
    assert.equal(run("10 GO TO 10", { seconds: 2 }).ended_well, false);
});

test("the ROM takes the time of an original ROM, or its own", () => {
    const listing = "10 FOR i=1 TO 100: NEXT i";
    const [original, own] = ["original", "rom"].map((pace) => run(listing, { pace }).tstates);
    assert.ok(original > own);
    assert.equal(run(listing).tstates, original);
    assert.throws(() => run(listing, { pace: "fast" }), /original/);
});

test("what cannot be run is an error with a message", () => {
    assert.throws(() => run("10 PIRNT"), /PIRNT/);
    assert.throws(() => run({ name: "a.tap", bytes: new Uint8Array([1, 2, 3]) }), /a\.tap/);
    assert.throws(() => run("10 PRINT 1", { answer: ["1"] }), /unknown field/);
    assert.throws(() => run("10 PRINT 1", { answers: ["\u{1f600}"] }), Error);
    assert.throws(() => new Machine().save("exe"), /exe/);
});

test("listings: diagnostics, tapes, rows", () => {
    const listing = '10 REM é\n15 PRINT "é"\n20 PIRNT 2';
    assert.deepEqual(check(listing).map(({ from, to, severity }) => [listing.slice(from, to), severity]), [
        ["é", "note"],
        ["é", "error"],
        ["PIRNT", "error"],
    ]);
    const made = tape("ola", '10 PRINT "Ola"');
    assert.equal(listingOf("ola.tap", made), '# girafa: name="ola" autostart=10\n10 PRINT "Ola"\n');
    assert.equal(run({ name: "ola.tap", bytes: made }).transcript.includes("Ola"), true);
    assert.match(llist('10 PRINT "Ola"', 32), /10 PRINT "Ola"/);
    assert.deepEqual([...lines("10 PRINT\n20 STOP")], [[10, 0], [20, 9]]);
    assert.equal(keywords().length, 256 - 0xa5);
    assert.ok(programs().some(({ id, sessions }) => id === "nim" && sessions.length > 0));
    assert.equal(version(), manifest.version);
});

test("a machine, frame by frame, and back", () => {
    const machine = new Machine();
    machine.run("10 INPUT n: LET q=n*n: PRINT q");
    machine.answer("12");
    machine.frames(200);
    assert.equal(machine.transcript(), "144\n");
    assert.equal(machine.doing.status, "0 OK, 10:3");
    assert.deepEqual(machine.values.map(({ name, value }) => [name, value]), [["n", 12], ["q", 144]]);
    const memory = machine.memory();
    assert.equal(memory.length, 65_536);
    machine.go_to(20);
    assert.equal(machine.transcript(), "");
    machine.frames(180);
    assert.deepEqual(machine.memory(), memory);
    machine.free();
});

test("the README's examples run", async () => {
    const readme = readFileSync(join(directory, "README.md"), "utf8");
    const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
    assert.equal(examples.length, 2);
    const at = mkdtempSync(join(tmpdir(), "girafa-"));
    try {
        const outputs = examples.map((code, index) => {
            const file = join(at, `${index}.mjs`);
            writeFileSync(file, code.replaceAll('"girafa"', JSON.stringify(import.meta.resolve("girafa"))));
            return execFileSync(process.execPath, [file], { cwd: at, encoding: "utf8" });
        });
        assert.equal(outputs[0], "Ola, Ana\n\n");
        assert.match(outputs[1], /^144/);
    } finally {
        rmSync(at, { recursive: true });
    }
});

test("what is published is what users need", () => {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const [packed] = JSON.parse(
        execFileSync(npm, ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: directory, stdio: ["ignore", "pipe", "ignore"] }),
    );
    const files = packed.files.map(({ path }) => path.replace(/girafa-\w+\.js$/, "girafa-HASH.js")).sort();
    assert.deepEqual(files, [
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "NOTICES.md",
        "README.md",
        "dist/browser.js",
        "dist/girafa-HASH.js",
        "dist/girafa.d.ts",
        "dist/girafa.wasm",
        "dist/included.d.ts",
        "dist/index.d.ts",
        "dist/node.js",
        "dist/programs.d.ts",
        "dist/wasm.d.ts",
        "package.json",
    ]);
    assert.ok(packed.size < MAX_PACKAGE_BYTES, `${packed.size} bytes packed`);
});

test("its types are those of a program without a DOM", () => {
    const at = mkdtempSync(join(directory, "../../target/types-"));
    try {
        writeFileSync(
            join(at, "user.ts"),
            `import { check, Machine, run, type Finding, type Outcome, type State } from "girafa";
            const done: Outcome = run("10 PRINT 1", { answers: ["1"], seconds: 2 });
            const found: Finding[] = check("10 PRINT 1");
            const machine = new Machine();
            const state: State = machine.doing;
            // @ts-expect-error: a listing is text
            run(5);
            export { done, found, state };`,
        );
        const options = {
            ...{ target: "ES2022", lib: ["ES2022"], types: [], module: "NodeNext", strict: true, noEmit: true },
            paths: { girafa: [join(directory, "dist/index.d.ts")] },
        };
        writeFileSync(join(at, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["user.ts"] }));
        const tsc = join(directory, "../node_modules/.bin/tsc");
        execFileSync(tsc, ["-p", at], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    } catch (error) {
        assert.fail(error.stdout ?? String(error));
    } finally {
        rmSync(at, { recursive: true });
    }
});
