// The texts of the page's sources, as the dictionary has them: with {0}, {1} and so on for values.

import { readdirSync, readFileSync } from "node:fs";

/** The text of the template that begins at a position, after its first quote. */
function template(source, at) {
    let text = "";
    let values = 0;
    while (source[at] !== "`") {
        if (source[at] === "\\") {
            text += source[at + 1];
            at += 2;
        } else if (source.startsWith("${", at)) {
            let depth = 0;
            do {
                depth += { "{": 1, "}": -1 }[source[at + 1]] ?? 0;
                at += 1;
            } while (depth > 0);
            text += `{${values++}}`;
            at += 1;
        } else {
            text += source[at++];
        }
    }
    return text.replace(/\n\s+/g, " ");
}

/** All texts that the page translates. */
export function texts() {
    const found = new Set();
    for (const file of readdirSync("src").filter((name) => name.endsWith(".ts") && name !== "translate.ts")) {
        const source = readFileSync(`src/${file}`, "utf8");
        for (const { index } of source.matchAll(/(?<![\w`])t`/g)) {
            found.add(template(source, index + 2));
        }
    }
    const html = readFileSync("static/index.html", "utf8").replace(/<noscript>.*<\/noscript>|<title>.*<\/title>/g, "");
    for (const [, label, text] of html.matchAll(/aria-label="([^"]+)"|>\s*([^<>\s][^<>]*?)\s*</g)) {
        found.add(label ?? text);
    }
    return found;
}
