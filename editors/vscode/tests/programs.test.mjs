// Tests the commands for programs, the tasks and the Test Explorer with a stub of VS Code and of the command.

import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Uri, load } from "./stub.mjs";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const directory = mkdtempSync(join(tmpdir(), "girafa-programs-"));

/** A command that prints its arguments, or does what the test wants. */
function girafa(script) {
    const path = join(mkdtempSync(join(directory, "bin-")), "girafa");
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
}

async function active(path) {
    const around = await load("extension");
    Object.assign(around.settings, { path });
    await around.module.activate({ subscriptions: [] });
    const does = (name, ...options) => around.seen.commands.get(`girafa.${name}`)(...options);
    return { ...around, does };
}

const file = (name) => new Uri({ path: join(directory, name) });

test("Run, Debug and Play start the file of the menu, or the open one", async () => {
    const { seen, vscode, does } = await active("girafa");
    await does("run", file("a.bas"));
    const launch = {
        type: "girafa", request: "launch", name: "Run", program: join(directory, "a.bas"), internalConsoleOptions: "openOnSessionStart",
    };
    assert.deepEqual(seen.started, [[undefined, launch, { noDebug: true }]]);
    vscode.window.activeTextEditor = { document: { isUntitled: false, uri: file("b.tap") } };
    await does("debug");
    assert.deepEqual(seen.started[1].slice(1), [
        { ...launch, name: "Debug", program: join(directory, "b.tap") },
        { noDebug: false },
    ]);
    await does("play");
    assert.deepEqual(seen.started[2].slice(1), [
        { ...launch, name: "Play", program: join(directory, "b.tap"), realTime: true, internalConsoleOptions: "neverOpen" },
        { noDebug: true },
    ]);
    vscode.window.activeTextEditor = { document: { isUntitled: true } };
    await does("run");
    await does("debug", new Uri({ scheme: "https", path: "/x.bas" }));
    assert.equal(seen.started.length, 3);
    assert.deepEqual(seen.errors, Array(2).fill("Girafa: no program. Open a saved listing."));
});

test("code lenses give the file as text: Run, and Test in a terminal", async () => {
    const { seen, does } = await active("/opt/girafa");
    await does("run", file("a%20b.bas").toString());
    assert.equal(seen.started[0][1].program, join(directory, "a b.bas"));
    await does("test", file("a%20b.toml").toString());
    const [{ name, execution, matcher }] = seen.executed;
    assert.deepEqual([name, execution.command, execution.args, matcher], ["test", "/opt/girafa", ["test", "--", join(directory, "a b.toml")], "$girafa"]);
});

test("a listing is written to a tape, or the error is shown", async () => {
    const { seen, settings, vscode, does } = await active(girafa('[ "$1 $2 $4" = "tap --out --" ] && cp "$5" "$3"'));
    writeFileSync(join(directory, "a.b.bas"), "10 CLS");
    await does("makeTape", file("a.b.bas"));
    assert.equal(readFileSync(join(directory, "a.b.tap"), "utf8"), "10 CLS");
    assert.deepEqual(seen.infos, [`Girafa: wrote ${join(directory, "a.b.tap")}`]);
    settings.path = girafa("echo 'a.b.bas has mistakes' >&2; exit 5");
    await does("makeTape", file("a.b.bas"));
    settings.path = "/nowhere/girafa";
    await does("makeTape", file("a.b.bas"));
    assert.equal(seen.errors[0], "Girafa: a.b.bas has mistakes");
    assert.match(seen.errors[1], /`\/nowhere\/girafa` does not run .*girafa\.path/);
    vscode.window.showSaveDialog = async () => undefined;
    await does("makeTape", file("a.b.bas"));
    assert.deepEqual([seen.errors.length, seen.infos.length], [2, 1]);
});

test("the listing of a tape is shown", async () => {
    const { seen, settings, does } = await active(girafa('echo "  10 REM $1 $2 $3"'));
    await does("showListing", file("x.tap"));
    const text = `  10 REM list -- ${join(directory, "x.tap")}\n`;
    assert.deepEqual(seen.shown, [{ text, languageId: "sinclair-basic" }]);
    settings.path = girafa("echo 'x.tap: no BASIC program' >&2; exit 5");
    await does("showListing", file("x.tap"));
    assert.deepEqual([seen.shown.length, seen.errors], [1, ["Girafa: x.tap: no BASIC program"]]);
});

test("tasks check and test each folder, and their findings are problems", async () => {
    const { seen } = await active("/opt/girafa");
    const tasks = seen.tasks.get("girafa").provideTasks();
    const run = ({ name, execution, matcher }) => [name, execution.command, ...execution.args, execution.options.cwd, matcher];
    assert.deepEqual(tasks.map(run), [
        ["check", "/opt/girafa", "check", ".", "/w", "$girafa"],
        ["test", "/opt/girafa", "test", ".", "/w", "$girafa"],
    ]);
    const [{ name, pattern }] = manifest.contributes.problemMatchers;
    const rows = ["error[G100]: expected a keyword", " --> bad.bas:1:4"];
    const found = pattern.map(({ regexp }, at) => [...new RegExp(regexp).exec(rows[at])].slice(1));
    assert.deepEqual([name, ...found], ["girafa", ["error", "G100", "expected a keyword"], ["bad.bas", "1", "4"]]);
    assert.equal(new RegExp(pattern[0].regexp).exec("warning: a")[3], "a");
});

test("only listings are claimed, by their first line", () => {
    const [language] = manifest.contributes.languages;
    assert.equal(language.extensions, undefined);
    const first = new RegExp(language.firstLine);
    for (const row of ["10 REM x", "  10 PRINT", "9999 STOP", "# a listing"]) {
        assert.match(row, first);
    }
    for (const row of ['Attribute VB_Name = "Module1"', "#include \"x.bi\"", "' comment", "PRINT 1", "12345 PRINT", "Option Explicit"]) {
        assert.doesNotMatch(row, first);
    }
});

const SESSIONS = `reference = ["x"]

[[session]]
name = "Um \\"dois\\""
variables = { name = 1 }
[session.registers]
name = "no"

# A comment.
[[ session ]]
answers = ["name = \\"x\\""]
name = 'três'
`;

test("the Test Explorer shows the sessions of all files, and runs them", async () => {
    const verdicts = [
        { session: 'Um "dois"', verdict: "agrees", failure: null, differences: [], remarks: [] },
        {
            session: "três", verdict: "differs", failure: null, remarks: ["a remark"],
            differences: [{ part: "transcript", left: { way: "listing", rows: ["4"] }, right: { way: "expected", rows: ["3", ""] } }],
        },
    ];
    writeFileSync(join(directory, "out.json"), JSON.stringify(verdicts));
    const works = girafa(`[ "$1 $2 $3" = "test --json --" ] && cat ${join(directory, "out.json")}; exit 1`);
    const { seen, settings, files, written, deleted } = await active(works);
    writeFileSync(join(directory, "p.toml"), SESSIONS);
    writeFileSync(join(directory, "other.toml"), "[package]\nname = \"x\"\n");
    files.push(file("p.toml"), file("other.toml"), file("gone.toml"));
    const { controller } = seen;
    await controller.resolveHandler(undefined);
    const shown = () => [...controller.items.values()].map(({ label, children }) => [label, ...[...children.values()].map(({ id, range }) => [id, range.numbers[0]])]);
    assert.deepEqual(shown(), [["p", ['Um "dois"', 2], ["três", 9]]]);

    const goes = { isCancellationRequested: false, onCancellationRequested: () => {} };
    await controller.run({}, goes);
    const message = "transcript\nlisting:\n  4\nexpected:\n  3\n  \n\na remark";
    assert.deepEqual(seen.results.splice(0), [['Um "dois"', "passed"], ["três", "failed", message], "end"]);
    const [{ children }] = controller.items.values();
    await controller.run({ include: [children.get("três")] }, goes);
    assert.deepEqual(seen.results.splice(0), [["três", "failed", message], "end"]);
    const [all] = controller.items.values();
    await controller.run({ include: [all], exclude: [children.get("três")] }, goes);
    assert.deepEqual(seen.results.splice(0), [['Um "dois"', "passed"], "end"]);
    // What cannot be run is an error, and what was stopped is skipped.
    settings.path = girafa("echo 'p.bas: no such file' >&2; exit 5");
    await controller.run({ include: [children.get("três")] }, goes);
    assert.deepEqual(seen.results.splice(0), [["três", "errored", "p.bas: no such file"], "end"]);
    settings.path = girafa("exec sleep 100");
    let stop;
    const token = { isCancellationRequested: false, onCancellationRequested: (listener) => (stop = listener) };
    const running = controller.run({ include: [children.get("três")] }, token);
    token.isCancellationRequested = true;
    stop();
    await running;
    assert.deepEqual(seen.results.splice(0), [["três", "skipped"], "end"]);
    // A file that has changed, or is gone.
    writeFileSync(join(directory, "p.toml"), '[[session]]\nname = "novo"\n');
    await Promise.all(written.fire(file("p.toml")));
    assert.deepEqual(shown(), [["p", ["novo", 0]]]);
    deleted.fire(file("p.toml"));
    assert.deepEqual(shown(), []);
});
