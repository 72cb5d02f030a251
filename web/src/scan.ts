// The reader of scans as a tool: the scanned text on the left, its doubtful places marked; repairs on the right, to be accepted.

import { Helper, Stopped } from "./ask.ts";
import type { App } from "./app.ts";
import { dialog } from "./dialog.ts";
import { byId, download, element, sentence } from "./dom.ts";
import { accept, type Doubt, type Repair, type Scanned } from "./girafa.ts";
import { ScanText } from "./scantext.ts";

/** Milliseconds without a key after which the scan is read. */
const PATIENCE = 400;

export function scan(app: App): void {
    app.scan = new ScanTool(app);
    const title = "Turn a scanned or photographed listing into a program, doubtful place by doubtful place";
    const open = () => app.scan?.open();
    byId("files").append(element("button", { type: "button", title, click: open }, "Read a scan…"));
}

/** The columns of a row of the scan, without the spaces at its end. */
export function columns(row: string): number {
    return [...row.replace(/\s+$/, "")].length;
}

/** A row of the scan and what a repair makes of it. */
export interface Changed {
    row: number;
    before: string;
    after: string;
}

/** What the changes of a repair make of the rows, counted from 1; a row that is lost stands below the one named. */
export function changed(rows: readonly string[], { changes }: Pick<Repair, "changes">): Changed[] {
    return changes.map(({ row, wrong, right }) => {
        const before = rows[row - 1] ?? "";
        const at = before.indexOf(wrong);
        return wrong === ""
            ? { row, before: "", after: right }
            : { row, before, after: at < 0 ? before : before.slice(0, at) + right + before.slice(at + wrong.length) };
    });
}

/** The tool. */
export class ScanTool {
    #app: App;
    #helper: Helper;
    #text: ScanText;
    #dialog: HTMLDialogElement;
    #name = "scan";
    /** The corrections made so far, as the fixes file. */
    #fixes = "";
    #past: string[] = [];
    #scanned: Scanned | undefined;
    #chosen = 0;
    #timer = 0;
    #width = element(
        "select",
        { "aria-label": "Columns of the paper", change: () => this.#read() },
        ...[["auto", "rows: found out"], ["none", "a row is a line"], ["32", "32 columns"], ["80", "80 columns"]].map(
            ([value = "", text = ""]) => element("option", { value }, text),
        ),
    );
    #status = element("p", { class: "scan-status", role: "status" });
    #doubts = element("section", { class: "doubt", "aria-label": "Doubtful place" });
    #listing = element("pre", { tabindex: "0", "aria-label": "The listing that was read" });
    #finish: HTMLButtonElement[];
    #undo: HTMLButtonElement;

    constructor(app: App) {
        this.#app = app;
        this.#helper = new Helper(app.module);
        const left = element("div", { class: "scan-text" });
        const button = (text: string, title: string, click: () => void) =>
            element("button", { type: "button", title, click }, text);
        const run = button("Run", "The listing to the editor, and run it", () => this.#take(true));
        run.className = "main";
        this.#finish = [run, button("To the editor", "The listing to the editor", () => this.#take(false))];
        this.#undo = button("Undo", "Take the last correction back", () => this.#back());
        const save = button("Save fixes", "Save the corrections for `girafa typein --fixes`", () => {
            download(`${this.#name}.toml`, this.#fixes, "text/plain");
        });
        const input = element("input", {
            type: "file",
            hidden: true,
            multiple: true,
            accept: ".txt,.bas,.toml",
            "aria-label": "A scan, and its fixes file",
            change: () => {
                void this.#files([...(input.files ?? [])]);
                input.value = "";
            },
        });
        const open = button("Open…", "A scan's text (.txt), or its fixes file (.toml)", () => input.click());
        const right = element(
            "div",
            { class: "scan-side" },
            this.#status,
            this.#doubts,
            element("details", {}, element("summary", {}, "The listing that was read"), this.#listing),
        );
        this.#dialog = dialog(
            "Read a scan",
            "scan",
            [input, open, this.#width, this.#undo, save, ...[...this.#finish].reverse()],
            element("div", { class: "scan-body" }, left, right),
        );
        this.#dialog.addEventListener("close", () => this.#helper.stop());
        this.#text = new ScanText(left, {
            changed: () => this.#later(),
            chosen: (index) => this.#choose(index, false),
            next: (step) => this.#choose(this.#chosen + step, true),
            accept: (index) => this.#accept(this.#scanned?.doubts[this.#chosen]?.repairs[index]),
        });
        this.#show();
    }

    /** Opens the tool, with a scan if one is given. */
    open(name?: string, text?: string): void {
        if (name !== undefined && text !== undefined) {
            this.#name = name;
            this.#fixes = "";
            this.#past = [];
            this.#text.text = text;
        }
        this.#dialog.showModal();
        this.#read();
        this.#text.focus();
    }

    /** Takes a fixes file's text for the corrections. */
    fix(toml: string): void {
        this.#past.push(this.#fixes);
        this.#fixes = toml;
        if (!this.#dialog.open) {
            this.#dialog.showModal();
        }
        this.#read();
    }

    async #files(files: File[]): Promise<void> {
        const isFixes = ({ name }: File) => name.toLowerCase().endsWith(".toml");
        // The scan first, whose corrections the others are.
        for (const file of files.sort((a, b) => Number(isFixes(a)) - Number(isFixes(b)))) {
            if (isFixes(file)) {
                this.fix(await file.text());
            } else if (file.size > 1 << 20) {
                this.#status.textContent = `${file.name}: a scan of more than 1 MiB is not read`;
            } else {
                this.open(file.name.replace(/\.[^.]*$/, ""), await file.text());
            }
        }
    }

    #later(): void {
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.#read(), PATIENCE);
    }

    /** Reads the scan with the corrections, in the other thread; what was asked before is not waited for. */
    #read(): void {
        clearTimeout(this.#timer);
        if (this.#helper.works) {
            this.#helper.stop();
        }
        const { text } = this.#text;
        if (text.trim() === "") {
            this.#scanned = undefined;
            this.#show("Open a scan's text, or paste it on the left: one printed row a line.");
            return;
        }
        const { value } = this.#width;
        const width = value === "auto" || value === "none" ? value : Number(value);
        this.#status.textContent = "Reading…";
        this.#helper.ask("typein", text, { fixes: this.#fixes, width }).then(
            (scanned) => {
                this.#scanned = scanned;
                this.#show();
            },
            (error: unknown) => {
                if (!(error instanceof Stopped)) {
                    this.#scanned = undefined;
                    this.#show(sentence(error), true);
                }
            },
        );
    }

    #show(told?: string, isError = false): void {
        const doubts = this.#scanned?.doubts ?? [];
        this.#text.mark(doubts);
        const listing = this.#scanned?.listing ?? "";
        this.#listing.textContent = listing;
        this.#finish.forEach((button) => (button.disabled = listing === ""));
        this.#undo.disabled = this.#past.length === 0;
        const width = this.#scanned?.width;
        const rows = width ? `The rows are ${width} columns wide.` : "A row is a line.";
        const count = doubts.length === 0 ? "Nothing is doubtful." : `${doubts.length} doubtful place${doubts.length > 1 ? "s" : ""}.`;
        this.#status.textContent = told ?? (this.#scanned ? `${rows} ${count}` : "");
        this.#status.classList.toggle("error", isError);
        this.#choose(Math.min(this.#chosen, Math.max(0, doubts.length - 1)), false);
    }

    /** Shows a doubtful place with its repairs. */
    #choose(index: number, goes: boolean): void {
        const doubts = this.#scanned?.doubts ?? [];
        this.#chosen = doubts.length === 0 ? 0 : (index + doubts.length) % doubts.length;
        const doubt = doubts[this.#chosen];
        this.#text.choose(doubt, goes);
        this.#doubts.replaceChildren(...(doubt ? this.#repairs(doubt, doubts.length) : []));
    }

    #repairs(doubt: Doubt, count: number): Node[] {
        const button = (text: string, title: string, click: () => void) =>
            element("button", { type: "button", title, click }, text);
        const rows = this.#text.text.split("\n");
        const repairs = doubt.repairs.map((repair, index) => {
            const made = changed(rows, repair).flatMap(({ row, before, after }) => [
                element("code", { class: "before" }, `${row} | ${before}`),
                element("small", {}, `${columns(before)} columns`),
                element("code", { class: "after" }, `${row} | ${after}`),
                element("small", {}, `${columns(after)} columns`),
            ]);
            const key = index < 9 ? ` (Alt+${index + 1})` : "";
            return element(
                "li",
                {},
                element("div", { class: "rows" }, ...made),
                button("Accept", `Make this correction${key}`, () => this.#accept(repair)),
            );
        });
        return [
            element(
                "div",
                { role: "group", "aria-label": "Doubtful places" },
                button("‹", "The doubtful place before (Alt+Up)", () => this.#choose(this.#chosen - 1, true)),
                element("strong", {}, `${this.#chosen + 1} of ${count}, row ${doubt.row}`),
                button("›", "The next doubtful place (Alt+Down)", () => this.#choose(this.#chosen + 1, true)),
            ),
            element("p", { role: "status" }, doubt.message),
            repairs.length > 0
                ? element("ol", {}, ...repairs)
                : element("p", {}, "No repair is known: correct the row on the left, as it stands on the page."),
        ];
    }

    #accept(repair: Repair | undefined): void {
        if (!repair) {
            return;
        }
        try {
            const fixes = accept(this.#fixes, repair);
            this.#past.push(this.#fixes);
            this.#fixes = fixes;
            this.#read();
        } catch (error) {
            this.#show(sentence(error), true);
        }
    }

    #back(): void {
        this.#fixes = this.#past.pop() ?? "";
        this.#read();
    }

    #take(runs: boolean): void {
        const listing = this.#scanned?.listing;
        if (listing) {
            this.#dialog.close();
            this.#app.edit(this.#name, listing);
            runs ? this.#app.run() : this.#app.editor.view.focus();
        }
    }
}
