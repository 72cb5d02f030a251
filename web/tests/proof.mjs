// The proof sheet of `girafa typein --proof`: an uncertain character is corrected on it, and the command
// accepts the fixes that it saves.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { command } from "./machine.mjs";
import { downloaded, open } from "./page.mjs";

test("a proof sheet's corrections are taken", async (t) => {
    const girafa = command(t);
    if (!girafa) {
        return;
    }
    const directory = mkdtempSync(join(tmpdir(), "girafa-"));
    t.after(() => rmSync(directory, { recursive: true }));
    const run = (...asked) => {
        const done = spawnSync(girafa, asked, { cwd: directory, encoding: "utf8" });
        assert.equal(done.status, 0, done.stderr);
        return done.stdout;
    };
    const rest = [3, 4, 5, 6, 7, 8, 9].map((line) => `${line}0 REM UMA LINHA COMO AS OUTRAS, QUE VAI ALEM DA LARGURA DO PAPEL\n`).join("");
    writeFileSync(join(directory, "soma.bas"), `10 LET a=5: PRINT "SOMA ";a+2\n15 PRINT "2 \\\\ 2"\n${rest}`);
    run("hardcopy", "--llist", "soma.bas", "-o", "page.png", "--style", "paper");
    run("typein", "page.png", "--proof", "sheet.html", "--text", "page.txt", "-o", "before.bas");
    const page = await open(t, { url: pathToFileURL(join(directory, "sheet.html")).href, ready: false });
    assert.equal(await page.getByRole("button", { name: /: 2 \(/ }).count(), 3);
    page.on("dialog", (dialog) => dialog.accept("3"));
    const at = (line) => page.getByRole("button", { name: new RegExp(`^line ${line}, .*: 2 \\(`) });
    await at(1).click();
    // A backslash is between the changed characters: it must be escaped.
    await at(2).first().click();
    await at(2).first().click();
    assert.match(await page.textContent("#count"), /3 reviewed/);
    const { name, bytes } = await downloaded(page, () => page.click("text=Save corrections"));
    assert.equal(name, "fixes.toml");
    writeFileSync(join(directory, name), bytes);
    run("typein", "page.png", "--fixes", name, "-o", "after.bas");
    assert.equal(readFileSync(join(directory, "after.bas"), "utf8"), `10 LET a=5: PRINT "SOMA ";a+3\n15 PRINT "3 \\\\ 3"\n${rest}`);
});
