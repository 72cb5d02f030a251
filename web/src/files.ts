// Files, opened, dropped or pasted anywhere: programs, tapes, snapshots, screens, scans, pictures of pages, the book's text.

import { Helper } from "./ask.ts";
import type { App } from "./app.ts";
import { byId, element, sentence } from "./dom.ts";
import { listingOf, type State } from "./girafa.ts";
import { t } from "./translate.ts";

/** Maximum size of a file in bytes. */
export const MAX_FILE_BYTES = 64 << 20;
/** Maximum size of a listing or scan in bytes; longer texts may be a book's. */
const MAX_SCAN_BYTES = 1 << 20;
/** Maximum size of a book's text in bytes. */
const MAX_BOOK_BYTES = 16 << 20;
/** At least one in this many rows of a listing begins with a number. */
const MAX_ROWS_PER_NUMBER = 5;
/** Maximum number of files opened together. */
const MAX_FILES = 100;

const PROGRAM_EXTENSIONS = ["bas", "tap", "tzx", "pzx", "sna", "z80", "szx", "scr", "zip", "gz"];
const TAPE_EXTENSIONS = ["tap", "tzx", "pzx"];
const TEXT_EXTENSIONS = ["txt", "text"];
const FIXES_EXTENSIONS = ["toml"];
/** Pictures of pages. */
export const PICTURE_EXTENSIONS = ["png", "jpg", "jpeg", "webp", "tif", "tiff", "pbm", "pgm", "ppm", "pnm"];

/** A name without its extension, and the extension in lower case. */
export function split(name: string): [string, string] {
    const dot = name.lastIndexOf(".");
    return dot > 0 ? [name.slice(0, dot), name.slice(dot + 1).toLowerCase()] : [name, ""];
}

interface Named {
    name: string;
}

export function isPicture({ name }: Named): boolean {
    return PICTURE_EXTENSIONS.includes(split(name)[1]);
}

export function isFixes({ name }: Named): boolean {
    return FIXES_EXTENSIONS.includes(split(name)[1]);
}

/** Whether a text may be a listing or a scan of one: enough rows begin with a number. */
export function isNumbered(text: string): boolean {
    const rows = text.split("\n").filter((row) => row.trim() !== "");
    return rows.filter((row) => /^\s*\d/.test(row)).length * MAX_ROWS_PER_NUMBER >= rows.length;
}

/** Maximum number of bytes to read from a file with this extension. */
function maxBytes(extension: string): number {
    if (TEXT_EXTENSIONS.includes(extension)) {
        return MAX_BOOK_BYTES;
    }
    return extension === "bas" || FIXES_EXTENSIONS.includes(extension) ? MAX_SCAN_BYTES : MAX_FILE_BYTES;
}

/** Files sorted by purpose: the program to run, further tapes, texts, and reasons why others are rejected. */
export interface SortedFiles<F> {
    run: F | undefined;
    tapes: F[];
    texts: F[];
    pictures: F[];
    fixes: F[];
    rejected: string[];
}

/** Sorts files by their names and sizes, before reading them. */
export function sortFiles<F extends { name: string; size: number }>(files: readonly F[]): SortedFiles<F> {
    const sorted: SortedFiles<F> = { run: undefined, tapes: [], texts: [], pictures: [], fixes: [], rejected: [] };
    for (const file of files.slice(0, MAX_FILES)) {
        const [, extension] = split(file.name);
        const limit = maxBytes(extension);
        if (file.size > limit) {
            const size = Math.ceil(file.size / (1 << 20));
            sorted.rejected.push(t`${file.name}: ${size} MiB; the limit is ${limit >> 20} MiB`);
        } else if (TEXT_EXTENSIONS.includes(extension)) {
            sorted.texts.push(file);
        } else if (isPicture(file)) {
            sorted.pictures.push(file);
        } else if (isFixes(file)) {
            sorted.fixes.push(file);
        } else if (!PROGRAM_EXTENSIONS.includes(extension)) {
            sorted.rejected.push(t`${file.name}: unsupported file; expected .${PROGRAM_EXTENSIONS.join(", .")} .txt, or a picture of a page`);
        } else if (!sorted.run) {
            sorted.run = file;
        } else if (TAPE_EXTENSIONS.includes(extension)) {
            sorted.tapes.push(file);
        } else {
            sorted.rejected.push(t`${file.name}: ignored, because ${sorted.run.name} runs`);
        }
    }
    if (files.length > MAX_FILES) {
        sorted.rejected.push(t`${files.length - MAX_FILES} more files ignored: at most ${MAX_FILES} at once`);
    }
    return sorted;
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
    const fail = (reason: string) => failed.push(reason);
    const showFailures = () => {
        if (failed.length > 0) {
            seat.notice(failed.splice(0).join("\n"), true);
        }
    };

    const openProgram = async (file: File): Promise<void> => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const [name, extension] = split(file.name);
        queue.length = 0;
        let listing: string | undefined;
        try {
            listing = listingOf(file.name, bytes);
        } catch (error) {
            if (extension === "bas") {
                throw error;
            }
            // Pictures, machine code games and damaged files contain no BASIC program: keep the listing.
        }
        if (listing !== undefined) {
            app.edit(name, listing);
        }
        seat.load(file.name, bytes);
        app.screen.focus();
    };

    const openText = async (file: File): Promise<void> => {
        const listing = new TextDecoder().decode(await file.arrayBuffer());
        const [name] = split(file.name);
        if (await app.book?.restore(file.name, listing)) {
            return;
        }
        if (listing.length > MAX_SCAN_BYTES || !isNumbered(listing)) {
            throw new Error(t`neither the book's text nor a listing or scan: few of its rows start with a line number`);
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
        const { run, tapes, texts, pictures, fixes, rejected } = sortFiles(files);
        // An open dialog would hide a message.
        document.querySelectorAll<HTMLDialogElement>("dialog[open]").forEach((dialog) => dialog.close());
        rejected.forEach(fail);
        const attempt = async (file: File, take: (file: File) => Promise<void>): Promise<void> => {
            try {
                await take(file);
            } catch (error) {
                const reason = sentence(error);
                fail(reason.startsWith(file.name) ? reason : `${file.name}: ${reason}`);
            }
        };
        if (run) {
            await attempt(run, openProgram);
        }
        for (const file of texts) {
            await attempt(file, openText);
        }
        if (pictures.length > 0) {
            await app.scan?.openPictures(pictures);
        }
        for (const file of fixes) {
            await attempt(file, async (file) => app.scan?.fix(await file.text()));
        }
        for (const file of tapes) {
            await attempt(file, async ({ name }) => {
                queue.push({ name, bytes: new Uint8Array(await file.arrayBuffer()) });
            });
        }
        if (queue.length > 0 && failed.length === 0) {
            seat.notice(t`Next tapes: ${queue.map(({ name }) => name).join(", ")}`);
        }
        showFailures();
    };
    app.open = open;

    // Insert the next tape when the one in the recorder has ended.
    seat.on("frame", ({ tape, runs }: State) => {
        const [next] = queue;
        if (next && (runs || !tape) && (!tape || tape.taken >= tape.blocks)) {
            queue.shift();
            seat.attempt(() => {
                seat.change((machine) => machine.insert_tape(next.name, next.bytes));
                seat.notice(t`Inserted tape: ${next.name}`);
            });
        }
    });

    const input = element("input", {
        type: "file",
        multiple: true,
        accept: [...PROGRAM_EXTENSIONS, ...TEXT_EXTENSIONS, ...FIXES_EXTENSIONS, ...PICTURE_EXTENSIONS].map((extension) => `.${extension}`).join(),
        "aria-label": t`Files`,
        hidden: true,
        change: () => {
            void open([...(input.files ?? [])]);
            input.value = "";
        },
    });
    const kinds = `.${[...PROGRAM_EXTENSIONS, ...TEXT_EXTENSIONS, ...PICTURE_EXTENSIONS].join(" .")}`;
    const title = t`Programs, tapes, snapshots, screens, scans, pictures of pages, the book's text (or drop or paste them anywhere): ${kinds}`;
    byId("files").append(input, element("button", { type: "button", title, click: () => input.click() }, t`Open…`));
    openDroppedFiles(open);
    // A picture, for example a screenshot of a page.
    addEventListener("paste", (event) => {
        const { files: pasted = [], types = [] } = event.clipboardData ?? {};
        // Some programs add a picture to a text that is copied.
        if (pasted.length > 0 && !types.includes("text/plain")) {
            event.preventDefault();
            event.stopPropagation();
            void open([...pasted]);
        }
    }, { capture: true });
}

/** Opens files that are dropped anywhere on the page, and highlights the page during the drag. */
function openDroppedFiles(open: (files: File[]) => Promise<void>): void {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const highlight = (isOn: boolean) => document.body.classList.toggle("dropping", isOn);
    // Handle the drop before the editor, which would insert the file's text.
    const options = { capture: true };
    addEventListener("dragover", (event) => {
        if (hasFiles(event)) {
            event.preventDefault();
            highlight(true);
        }
    }, options);
    addEventListener("dragleave", (event) => event.relatedTarget === null && highlight(false), options);
    addEventListener("drop", (event) => {
        highlight(false);
        if (hasFiles(event)) {
            event.preventDefault();
            event.stopPropagation();
            void open([...(event.dataTransfer?.files ?? [])]);
        }
    }, options);
}
