// NOTICES.txt: the licences of the third-party code in the page, from npm and from crates.io.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The packages in the page's script, with their dependencies. */
function shipped() {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const found = new Map();
    const todo = Object.keys(packages[""].dependencies);
    while (todo.length > 0) {
        const name = todo.pop();
        const locked = packages[`node_modules/${name}`];
        if (!found.has(name)) {
            found.set(name, locked);
            todo.push(...Object.keys(locked.dependencies ?? {}));
        }
    }
    return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The text of a package's licence. A package without one must not be shipped. */
function licence(name, directory) {
    const file = readdirSync(directory).find((file) => /^(?:licen[cs]e|copying)/i.test(file));
    if (!file) {
        throw new Error(`${name} has no licence file: add its text before shipping`);
    }
    return readFileSync(join(directory, file), "utf8").replaceAll("\r\n", "\n").trim();
}

/** The separator between the parts of a text. */
const SEPARATOR = "\n\n" + "-".repeat(78) + "\n\n";

/** Packages with their licences: after `head` a row for each, then each text once. `packages` have name, version, license, directory. */
export function listed(head, packages) {
    const texts = new Map();
    const rows = packages.map(({ name, version, license, directory }) => {
        const text = licence(name, directory);
        texts.set(text, [...(texts.get(text) ?? []), name]);
        return `${name} ${version}: ${license}`;
    });
    const parts = [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text}`);
    return [head, rows.join("\n"), ...parts].join(SEPARATOR);
}

/** The text of NOTICES.txt. `crates` is the text about the crates, from `.ci/notices.py`. */
export function notices(crates) {
    const packages = shipped().map(([name, { version, license }]) => ({ name, version, license, directory: join("node_modules", name) }));
    return listed("The page's script contains these third-party packages:", packages) + SEPARATOR + crates.trim() + "\n";
}
