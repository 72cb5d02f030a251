// Files, opened or dropped anywhere: programs, tapes, snapshots, pictures, scans, the book's text.

import { Helper } from "./ask.ts";
import type { App } from "./app.ts";
import { byId, element, sentence } from "./dom.ts";
import { listingOf, type State } from "./girafa.ts";

/** Maximum size of a file in bytes. */
const LONGEST = 64 << 20;
/** Maximum size of a listing or scan in bytes; longer texts may be a book's. */
const LONGEST_SCAN = 1 << 20;
/** Maximum size of a book's text in bytes. */
const LONGEST_BOOK = 16 << 20;
/** At least one in this many rows of a listing begins with a number. */
const SOME = 5;
/** Maximum number of files opened together. */
const MOST = 100;

const PROGRAMS = ["bas", "tap", "tzx", "pzx", "sna", "z80", "szx", "scr", "zip", "gz"];
const TAPES = ["tap", "tzx", "pzx"];
const TEXTS = ["txt", "text"];
const FIXES = ["toml"];

/** A name without its extension, and the extension in lower case. */
export function split(name: string): [string, string] {
    const dot = name.lastIndexOf(".");
    return dot > 0 ? [name.slice(0, dot), name.slice(dot + 1).toLowerCase()] : [name, ""];
}

/** Whether a text may be a listing or a scan of one: enough rows begin with a number. */
export function isNumbered(text: string): boolean {
    const rows = text.split("\n").filter((row) => row.trim() !== "");
    return rows.filter((row) => /^\s*\d/.test(row)).length * SOME >= rows.length;
}

/** Maximum number of bytes to read from a file with this extension. */
function longest(extension: string): number {
    if (TEXTS.includes(extension)) {
        return LONGEST_BOOK;
    }
    return extension === "bas" || FIXES.includes(extension) ? LONGEST_SCAN : LONGEST;
}

/** Files sorted by purpose: the program to run, further tapes, texts, and reasons why others are rejected. */
export interface Sorted<F> {
    run: F | undefined;
    tapes: F[];
    texts: F[];
    fixes: F[];
    refused: string[];
}

/** Sorts files by their names and sizes, before reading them. */
export function sorted<F extends { name: string; size: number }>(files: readonly F[]): Sorted<F> {
    const made: Sorted<F> = { run: undefined, tapes: [], texts: [], fixes: [], refused: [] };
    for (const file of files.slice(0, MOST)) {
        const [, extension] = split(file.name);
        const most = longest(extension);
        if (file.size > most) {
            const size = Math.ceil(file.size / (1 << 20));
            made.refused.push(`${file.name}: ${size} MiB; the limit is ${most >> 20} MiB`);
        } else if (TEXTS.includes(extension)) {
            made.texts.push(file);
        } else if (FIXES.includes(extension)) {
            made.fixes.push(file);
        } else if (!PROGRAMS.includes(extension)) {
            made.refused.push(`${file.name}: unsupported file; expected .${PROGRAMS.join(", .")} or .txt`);
        } else if (!made.run) {
            made.run = file;
        } else if (TAPES.includes(extension)) {
            made.tapes.push(file);
        } else {
            made.refused.push(`${file.name}: ignored, because ${made.run.name} runs`);
        }
    }
    if (files.length > MOST) {
        made.refused.push(`${files.length - MOST} more files ignored: at most ${MOST} at once`);
    }
    return made;
}

/** A tape that waits until the one in the recorder ends. */
interface Queued {
    name: string;
    bytes: Uint8Array;
}

export function files(app: App): void {
    const { seat } = app;
    const queue: Queued[] = [];
    const failed: string[] = [];
    const fail = (why: string) => failed.push(why);
    const tell = () => {
        if (failed.length > 0) {
            seat.notice(failed.splice(0).join("\n"), true);
        }
    };

    const program = async (file: File): Promise<void> => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const [name, extension] = split(file.name);
        queue.length = 0;
        try {
            app.edit(name, listingOf(file.name, bytes));
        } catch (error) {
            if (extension === "bas") {
                throw error;
            }
            // Pictures, machine code games and damaged files contain no BASIC program: keep the listing.
        }
        seat.load(file.name, bytes);
        app.screen.focus();
    };

    const text = async (file: File): Promise<void> => {
        const listing = new TextDecoder().decode(await file.arrayBuffer());
        const [name] = split(file.name);
        if (await app.book?.restore(file.name, listing)) {
            return;
        }
        if (listing.length > LONGEST_SCAN || !isNumbered(listing)) {
            throw new Error("neither the book's text nor a listing or scan: few of its rows start with a line number");
        }
        const helper = new Helper(app.module);
        const findings = await helper.ask("check", listing).finally(() => helper.stop());
        if (!findings.some(({ severity }) => severity === "error")) {
            app.edit(name, listing);
            app.run();
        } else {
            app.scan?.open(name, listing);
        }
    };

    const open = async (files: File[]): Promise<void> => {
        const { run, tapes, texts, fixes, refused } = sorted(files);
        // An open dialog would hide a message.
        document.querySelectorAll<HTMLDialogElement>("dialog[open]").forEach((dialog) => dialog.close());
        refused.forEach(fail);
        const one = async (file: File, take: (file: File) => Promise<void>): Promise<void> => {
            try {
                await take(file);
            } catch (error) {
                const why = sentence(error);
                fail(why.startsWith(file.name) ? why : `${file.name}: ${why}`);
            }
        };
        if (run) {
            await one(run, program);
        }
        for (const file of texts) {
            await one(file, text);
        }
        for (const file of fixes) {
            await one(file, async (file) => app.scan?.fix(await file.text()));
        }
        for (const file of tapes) {
            await one(file, async ({ name }) => {
                queue.push({ name, bytes: new Uint8Array(await file.arrayBuffer()) });
            });
        }
        if (queue.length > 0 && failed.length === 0) {
            seat.notice(`Next tapes: ${queue.map(({ name }) => name).join(", ")}`);
        }
        tell();
    };
    app.open = open;

    // Insert the next tape when the one in the recorder has ended.
    seat.on("frame", ({ tape, runs }: State) => {
        const [next] = queue;
        if (next && (runs || !tape) && (!tape || tape.taken >= tape.blocks)) {
            queue.shift();
            try {
                seat.change((machine) => machine.insert_tape(next.name, next.bytes));
                seat.notice(`Inserted tape: ${next.name}`);
            } catch (error) {
                seat.notice(sentence(error), true);
            }
        }
    });

    const input = element("input", {
        type: "file",
        multiple: true,
        accept: [...PROGRAMS, ...TEXTS, ...FIXES].map((extension) => `.${extension}`).join(),
        "aria-label": "Files",
        hidden: true,
        change: () => {
            void open([...(input.files ?? [])]);
            input.value = "";
        },
    });
    const kinds = `.${PROGRAMS.join(" .")} .txt`;
    const title = `Programs, tapes, snapshots, pictures, scans, the book's text (or drop them anywhere): ${kinds}`;
    byId("files").append(input, element("button", { type: "button", title, click: () => input.click() }, "Open…"));
    dropping(open);
}

/** Opens files that are dropped anywhere on the page, and highlights the page during the drag. */
function dropping(open: (files: File[]) => Promise<void>): void {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const shade = (isOn: boolean) => document.body.classList.toggle("dropping", isOn);
    // Handle the drop before the editor, which would insert the file's text.
    const options = { capture: true };
    addEventListener("dragover", (event) => {
        if (hasFiles(event)) {
            event.preventDefault();
            shade(true);
        }
    }, options);
    addEventListener("dragleave", (event) => event.relatedTarget === null && shade(false), options);
    addEventListener("drop", (event) => {
        shade(false);
        if (hasFiles(event)) {
            event.preventDefault();
            event.stopPropagation();
            void open([...(event.dataTransfer?.files ?? [])]);
        }
    }, options);
}
