// The program's output as text that does not scroll away: to read, copy, and be spoken by a screen reader.

import { Announcer } from "./announcer.ts";
import type { App } from "./app.ts";
import { byId, download, element, textButton } from "./dom.ts";
import { TITLES } from "./titles.ts";
import { t } from "./translate.ts";

/** Milliseconds between updates, so that a screen reader gets whole rows. */
const UPDATE_INTERVAL_MS = 500;
/** Rows of a block of the text: the browser lays out only the blocks that are visible. */
const BLOCK_ROWS = 500;
/** Blocks that stay on the page until all of the text is asked for. */
const MAX_BLOCKS = 4;
/** Maximum number of bytes of text that the last blocks are looked for in. A row has at most 32 characters of 4 bytes. */
const MAX_TAIL_BYTES = BLOCK_ROWS * MAX_BLOCKS * 129;

/** Complete rows of text. New rows are appended, so that a selection stays; the first ones are dropped. */
class Rows {
    readonly element = element("div", {});
    #blocks: { element: HTMLElement; rows: number }[] = [];
    /** Whether rows were dropped, or were there before the first one. */
    isCut = false;

    /** Appends complete rows, and drops the first blocks if there are too many. */
    append(text: string, keepAll: boolean): void {
        // Every row ends with a newline.
        const rows = text.split("\n").slice(0, -1);
        while (rows.length > 0) {
            let last = this.#blocks.at(-1);
            if (!last || last.rows >= BLOCK_ROWS) {
                last = { element: element("div", { class: "rows" }), rows: 0 };
                this.#blocks.push(last);
                this.element.append(last.element);
            }
            const taken = rows.splice(0, BLOCK_ROWS - last.rows);
            last.rows += taken.length;
            last.element.append(`${taken.join("\n")}\n`);
        }
        const excess = keepAll ? 0 : Math.max(0, this.#blocks.length - MAX_BLOCKS);
        this.#blocks.splice(0, excess).forEach((block) => block.element.remove());
        this.isCut ||= excess > 0;
    }

    clear(): void {
        this.#blocks = [];
        this.element.replaceChildren();
        this.isCut = false;
    }
}

export function transcript(app: App): void {
    const { seat, panels } = app;
    const announcer = new Announcer(seat);
    const rows = new Rows();
    const unfinished = element("span");
    const cut = element(
        "div",
        { class: "row cut", hidden: true },
        element("span", { class: "faint" }, t`Earlier rows are not shown.`),
        textButton(t`Show all`, t`Show all rows: at most the last 4 MiB of text`, () => {
            showsAll = true;
            refill();
        }),
        textButton(t`Save as text`, t`Save all rows: at most the last 4 MiB of text`, () =>
            download(`${app.name}.txt`, seat.machine.transcript(), "text/plain"),
        ),
    );
    const pre = element("pre", {}, rows.element, unfinished);
    const content = element("div", {}, cut, pre);
    panels.add("transcript", t`Transcript`, content, () => toEnd());
    const panel = byId("panel-transcript");
    const toEnd = () => (panel.scrollTop = panel.scrollHeight);
    let showsAll = false;
    /** Bytes of printed text that the panel has; undefined after a change of the past. */
    let taken: number | undefined = 0;

    /** Appends the rows `from` to `printed`, without those of a longer text that the panel would drop at once. */
    const append = (from: number, printed: number): string => {
        const isLong = !showsAll && printed - from > MAX_TAIL_BYTES;
        const text = seat.machine.printed_after(isLong ? printed - MAX_TAIL_BYTES : from);
        const complete = isLong ? text.slice(text.indexOf("\n") + 1) : text;
        if (isLong) {
            rows.clear();
            rows.isCut = true;
        }
        rows.append(complete, showsAll);
        return complete;
    };
    const update = () => {
        const { printed } = seat.machine.doing;
        const isAtEnd = panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 8;
        const isReplaced = taken === undefined || printed < taken;
        if (isReplaced) {
            rows.clear();
        }
        const text = append(isReplaced ? 0 : (taken ?? 0), printed);
        taken = printed;
        const row = seat.machine.unfinished_row();
        if (unfinished.textContent !== row) {
            unfinished.textContent = row;
        }
        cut.hidden = !rows.isCut;
        if (isAtEnd) {
            toEnd();
        }
        // Rows of the past have been announced.
        announcer.announce(isReplaced ? "" : text);
    };
    const refill = () => {
        taken = undefined;
        update();
    };
    seat.on("loaded", () => {
        showsAll = false;
        rows.clear();
        taken = 0;
        // The included programs are in Portuguese; a number at the end is that of a copy.
        announcer.language = pre.lang = Object.hasOwn(TITLES, app.name.replace(/ \d+$/, "")) ? "pt" : "";
    });
    // What is printed next may replace rows that the panel has.
    seat.on("rewinds", () => (taken = undefined));
    let lastUpdate = 0;
    let timer = 0;
    seat.on("frame", () => {
        timer ||= window.setTimeout(
            () => {
                timer = 0;
                lastUpdate = performance.now();
                update();
            },
            lastUpdate + UPDATE_INTERVAL_MS - performance.now(),
        );
    });
}
