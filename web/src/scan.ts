// The scan reader: the scanned text with its doubts marked on the left, and repairs to accept on the right.

import { Helper, Stopped } from "./ask.ts";
import type { App } from "./app.ts";
import { dialog } from "./dialog.ts";
import { byId, download, element, hasTouch, sentence, textButton } from "./dom.ts";
import { isFixes, isPicture, MAX_FILE_BYTES, PICTURE_EXTENSIONS, split } from "./files.ts";
import { joined, moved, rowsOf, seenAfter, without } from "./fixes.ts";
import type { Change, Doubt, Pages, Scan, Seen } from "./tools.ts";
import { doubtDetails, place } from "./repairs.ts";
import { type Edit, ScanText } from "./scantext.ts";
import { t } from "./translate.ts";

/** Milliseconds between the last key and reading the scan. */
const READ_DELAY_MS = 400;
/** Maximum number of notes in the status. */
const MAX_NOTES = 3;
/** Maximum size of a scan in bytes. */
const MAX_SCAN_BYTES = 1 << 20;
/** The widths of the paper to choose from: empty detects the width, and 0 means that each row is a whole line. */
const WIDTH_LABELS = { "": t`Find the width`, 32: t`${32} columns`, 64: t`${64} columns`, 80: t`${80} columns`, 0: t`A row is a line` };

export function scan(app: App): void {
    let tool: ScanTool | undefined;
    // The tool is created on first use.
    const reader = () => (tool ??= new ScanTool(app));
    app.scan = {
        open: (name, text) => reader().open(name, text),
        openPictures: (files) => reader().openPictures(files),
        fix: (toml) => reader().fix(toml),
    };
    const title = t`Turn a scanned or photographed listing into a program, one uncertain place after another`;
    byId("files").append(
        element("button", { type: "button", title, click: () => reader().open() }, t`Scan…`),
    );
}

/** The scan reader, for other parts of the page. */
export interface ScanReader {
    /** Opens the scan reader, with a scan if one is given. */
    open(name?: string, text?: string): void;
    /** Opens the scan reader with a listing whose pages are in pictures, in the order of their names. */
    openPictures(files: File[]): Promise<void>;
    /** Replaces the corrections by those of a fixes file's text. */
    fix(toml: string): void;
}

class ScanTool implements ScanReader {
    #app: App;
    #helper: Helper;
    /** The thread that writes corrections. Unlike the other thread, it is not stopped by new edits. */
    #fixesHelper: Helper;
    #text: ScanText;
    #dialog: HTMLDialogElement;
    #name = "scan";
    /** The current corrections as a fixes file's text, and the earlier versions. */
    #fixes = "";
    #history: string[] = [];
    /** What was seen in the pictures of the text. */
    #seen: Seen | undefined;
    #scan: Scan | undefined;
    #chosen = 0;
    #timer = 0;
    #width = element(
        "select",
        { "aria-label": t`Columns of the paper`, change: () => this.#read() },
        // An object would sort numeric keys first.
        ...["", "32", "64", "80", "0"].map((value) =>
            element("option", { value }, WIDTH_LABELS[value as keyof typeof WIDTH_LABELS]),
        ),
    );
    #status = element("p", { class: "scan-status", role: "status" });
    #doubts = element("section", { class: "doubt", "aria-label": t`Doubtful place` });
    #listing = element("pre", { tabindex: "0", "aria-label": t`The listing that was read` });
    #result = element("details", {}, element("summary", {}, t`The listing that was read`), this.#listing);
    #finish: HTMLButtonElement[];
    #undo: HTMLButtonElement;
    #all: HTMLButtonElement;
    #save: HTMLButtonElement;

    constructor(app: App) {
        this.#app = app;
        this.#helper = new Helper(app.module);
        this.#fixesHelper = new Helper(app.module);
        const left = element("div", { class: "scan-text" });
        const run = textButton(t`Run`, t`Put the listing into the editor and run it`, () => this.#useListing(true));
        run.className = "main";
        this.#finish = [textButton(t`To the editor`, t`Put the listing into the editor`, () => this.#useListing(false)), run];
        this.#undo = textButton(t`Undo`, t`Undo the last fix`, () => this.#set(this.#history.pop() ?? "", false));
        const all = t`Apply the most likely fix everywhere, to be reviewed afterwards`;
        this.#all = textButton(t`Accept most likely`, all, () => {
            this.#set(this.#scan?.suggested ?? this.#fixes);
        });
        this.#save = textButton(t`Save fixes`, t`Save the fixes, for \`girafa typein --fixes\` and for this page`, () => {
            download(`${this.#name}.toml`, this.#scan?.fixes ?? this.#fixes, "text/plain");
        });
        const input = element("input", {
            type: "file",
            hidden: true,
            multiple: true,
            accept: `.txt,.bas,.toml,.${PICTURE_EXTENSIONS.join(",.")}`,
            "aria-label": t`A scan, and its fixes file`,
            change: () => {
                void this.#files([...(input.files ?? [])]);
                input.value = "";
            },
        });
        const open = textButton(t`Open…`, t`Pictures of pages, a scan's text (.txt), or its fixes file (.toml)`, () => input.click());
        const photo = element("input", {
            type: "file",
            hidden: true,
            accept: "image/*",
            capture: "environment",
            "aria-label": t`A photo of a page`,
            change: () => {
                void this.openPictures([...(photo.files ?? [])]);
                photo.value = "";
            },
        });
        const camera = textButton(t`Camera…`, t`Take a photo of a page`, () => photo.click());
        camera.hidden = !hasTouch();
        this.#dialog = dialog(
            t`Read a scan`,
            "scan",
            [input, open, photo, camera, this.#width, this.#all, this.#undo, this.#save, ...this.#finish],
            element(
                "div",
                { class: "scan-body" },
                left,
                element("div", { class: "scan-side" }, this.#status, this.#doubts, this.#result),
            ),
        );
        // The event comes later: another scan may have opened the dialog again.
        this.#dialog.addEventListener("close", () => this.#dialog.open || this.#helper.stop());
        this.#text = new ScanText(left, {
            changed: (edits) => this.#edited(edits),
            chosen: (index) => this.#choose(index, false),
            next: (step) => this.#choose(this.#chosen + step, true),
            accept: (index) => {
                const doubt = this.#scan?.doubts[this.#chosen];
                const repair = doubt?.repairs[index];
                if (doubt && repair) {
                    void this.#accept(doubt, repair.changes);
                }
            },
        });
        this.#show();
    }

    open(name?: string, text?: string, seen?: Seen): void {
        if (name !== undefined && text !== undefined) {
            this.#text.text = text;
            this.#name = name;
            this.#seen = seen;
            this.#fixes = "";
            this.#history = [];
            this.#chosen = 0;
            this.#width.value = "";
        }
        this.#showDialog();
        this.#read();
        this.#text.focus();
    }

    async openPictures(files: File[]): Promise<void> {
        const inOrder = [...files].sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
        const [first] = inOrder;
        if (!first) {
            return;
        }
        this.#showDialog();
        this.#cancel();
        try {
            const pages: Pages[] = [];
            for (const [index, file] of inOrder.entries()) {
                if (file.size > MAX_FILE_BYTES) {
                    throw new Error(t`${file.name}: larger than ${MAX_FILE_BYTES >> 20} MiB, the limit for a file`);
                }
                this.#showStatus(t`Reading ${file.name}, picture ${index + 1} of ${inOrder.length}…`);
                pages.push(await this.#helper.ask("readPages", file.name, new Uint8Array(await file.arrayBuffer())));
            }
            const { text, ...seen } = joined(pages);
            this.open(split(first.name)[0], text, seen);
        } catch (error) {
            if (!(error instanceof Stopped)) {
                this.#showStatus(sentence(error), true);
            }
        }
    }

    /** Stops reading. */
    #cancel(): void {
        clearTimeout(this.#timer);
        if (this.#helper.isBusy) {
            this.#helper.stop();
        }
    }

    fix(toml: string): void {
        this.#showDialog();
        this.#set(toml);
    }

    #showDialog(): void {
        if (!this.#dialog.open) {
            this.#dialog.showModal();
        }
    }

    async #files(files: File[]): Promise<void> {
        await this.openPictures(files.filter(isPicture));
        // Open the scan first: the other files are its corrections.
        const texts = files.filter((file) => !isPicture(file));
        for (const file of texts.sort((a, b) => Number(isFixes(a)) - Number(isFixes(b)))) {
            if (file.size > MAX_SCAN_BYTES) {
                this.#showStatus(t`${file.name}: larger than 1 MiB, the limit for a scan`, true);
            } else if (isFixes(file)) {
                this.fix(await file.text());
            } else {
                this.open(split(file.name)[0], await file.text());
            }
        }
    }

    /** Moves the corrections with their rows after an edit of the scan. */
    #edited(edits: Edit[]): void {
        const move = (fixes: string) =>
            edits.reduce((fixes, { first, last, count }) => moved(fixes, first, last, count), fixes);
        this.#fixes = move(this.#fixes);
        this.#seen = this.#seen && edits.reduce((seen, { first, last, count }) => seenAfter(seen, first, last, count), this.#seen);
        this.#history = this.#history.map(move);
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.#read(), READ_DELAY_MS);
    }

    /** Replaces the corrections; this can be undone. */
    #set(fixes: string, isNew = true): void {
        if (isNew) {
            this.#history.push(this.#fixes);
        }
        this.#fixes = fixes;
        this.#read();
    }

    /** Reads the scan with its corrections in the other thread, and cancels an earlier request. */
    #read(): void {
        this.#cancel();
        const { text } = this.#text;
        this.#scan = undefined;
        if (text.trim() === "") {
            this.#show();
            this.#showStatus(t`Open or paste pictures of pages, or a scan's text with one printed row per line.`);
            return;
        }
        const { value } = this.#width;
        const options = { fixes: this.#fixes, width: value === "" ? null : Number(value), seen: this.#seen };
        this.#showStatus(t`Reading…`);
        this.#helper.ask("typein", text, options).then(
            (scan) => {
                this.#scan = scan;
                this.#show();
            },
            (error: unknown) => error instanceof Stopped || this.#fail(sentence(error)),
        );
    }

    /** Shows why reading failed. If the corrections of a row no longer fit it, offers to remove them. */
    #fail(why: string): void {
        this.#show();
        this.#showStatus(why, true);
        const row = Number(/(?:corrections? of|no) line (\d+)/.exec(why)?.[1]);
        if (row) {
            const removeButton = element(
                "button",
                { type: "button", click: () => this.#set(without(this.#fixes, row)) },
                t`Remove the fixes of row ${row}`,
            );
            this.#doubts.replaceChildren(removeButton);
        }
    }

    #showStatus(text: string, isError = false): void {
        this.#status.textContent = text;
        this.#status.classList.toggle("error", isError);
    }

    #show(): void {
        const { doubts = [], listing = null, failure, width } = this.#scan ?? {};
        this.#text.mark(doubts, rowsOf(this.#fixes));
        this.#listing.textContent = listing;
        this.#result.hidden = listing === null;
        this.#finish.forEach((button) => (button.disabled = listing === null));
        this.#undo.disabled = this.#history.length === 0;
        this.#all.disabled = !doubts.some(({ repairs }) => repairs.length > 0);
        this.#save.disabled = this.#fixes === "";
        if (this.#scan) {
            const rows = width ? t`The rows are ${width} columns wide.` : t`A row is a line.`;
            const count =
                doubts.length === 0
                    ? t`No places are uncertain.`
                    : doubts.length === 1
                      ? t`1 place is uncertain.`
                      : t`${doubts.length} places are uncertain.`;
            const notes = this.#scan.notes.slice(0, MAX_NOTES).map(({ row, message }) => t` Row ${row}: ${message}.`);
            const more = this.#scan.notes.length - notes.length;
            const others = more > 0 ? t` And ${more} more notes.` : "";
            this.#showStatus(failure ?? `${rows} ${count}${notes.join("")}${others}`, Boolean(failure));
        }
        this.#choose(Math.min(this.#chosen, Math.max(0, doubts.length - 1)), false);
    }

    /** Shows a doubt with its repairs. */
    #choose(index: number, scrolls: boolean): void {
        const { doubts = [], width = null } = this.#scan ?? {};
        this.#chosen = doubts.length === 0 ? 0 : (index + doubts.length) % doubts.length;
        const doubt = doubts[this.#chosen];
        this.#text.choose(doubt, scrolls);
        this.#doubts.replaceChildren(
            ...(doubt
                ? [
                      place(doubt, this.#chosen, doubts.length, (step) => this.#choose(this.#chosen + step, true)),
                      ...doubtDetails(doubt, width, (changes) => void this.#accept(doubt, changes)),
                  ]
                : []),
        );
    }

    async #accept(doubt: Doubt, changes: Change[]): Promise<void> {
        try {
            this.#set(await this.#fixesHelper.ask("accept", this.#text.text, this.#fixes, doubt, changes));
        } catch (error) {
            this.#showStatus(sentence(error), true);
        }
    }

    #useListing(runs: boolean): void {
        const listing = this.#scan?.listing;
        if (listing) {
            this.#dialog.close();
            this.#app.edit(this.#name, listing);
            runs ? this.#app.run() : this.#app.editor.view.focus();
        }
    }
}
