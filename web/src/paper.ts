// The ZX Printer's paper: it grows during printing, and gets shorter when time goes back.

import type { App } from "./app.ts";
import { byId, download, element } from "./dom.ts";
import type { Machine } from "./girafa.ts";
import { t } from "./translate.ts";

/** Dots per row. */
const ROW_DOTS = 256;
const ROW_BYTES = ROW_DOTS / 8;
/** Rows per canvas: browsers limit a canvas to some thousand rows, and redraw all of it when a part changes. */
const CHUNK_ROWS = 512;
/** A burnt dot: red, green, blue, opacity. The style sheet draws the silver. */
const DOT_COLOUR = [46, 45, 52, 255] as const;

/** The strip of paper, as a column of canvases. The machine keeps some 20,000 rows, which is some forty canvases. */
class Strip {
    readonly element = element("div", { class: "strip", role: "img", "aria-label": t`The printer's paper` });
    rows = 0;
    #chunks: HTMLCanvasElement[] = [];

    /** Shows the machine's current paper; the first `unchanged` rows are the same. */
    update(machine: Machine, rows: number, unchanged: number): void {
        this.#cut(Math.min(unchanged, rows));
        if (rows > this.rows) {
            this.#append(machine.paper(this.rows));
        }
    }

    /** Removes all but the first `rows` rows. */
    #cut(rows: number): void {
        if (rows >= this.rows) {
            return;
        }
        this.rows = rows;
        const count = Math.ceil(rows / CHUNK_ROWS);
        this.#chunks.splice(count).forEach((chunk) => chunk.remove());
        const last = this.#chunks.at(-1);
        if (last) {
            this.#resize(last, rows - (count - 1) * CHUNK_ROWS);
        }
    }

    #append(bytes: Uint8Array): void {
        let at = 0;
        while (at < bytes.length) {
            const used = this.rows % CHUNK_ROWS;
            const taken = Math.min(CHUNK_ROWS - used, (bytes.length - at) / ROW_BYTES);
            let canvas = this.#chunks.at(-1);
            if (used === 0 || !canvas) {
                canvas = element("canvas", { width: String(ROW_DOTS), height: "1" });
                this.#chunks.push(canvas);
                this.element.append(canvas);
            }
            this.#resize(canvas, used + taken);
            canvas.getContext("2d")?.putImageData(dots(bytes.subarray(at, at + taken * ROW_BYTES)), 0, used);
            this.rows += taken;
            at += taken * ROW_BYTES;
        }
    }

    /** Changes the height of a canvas and keeps its contents, which setting the height clears. */
    #resize(canvas: HTMLCanvasElement, height: number): void {
        const context = canvas.getContext("2d", { willReadFrequently: true });
        const contents = context?.getImageData(0, 0, ROW_DOTS, Math.min(canvas.height, height));
        canvas.height = height;
        if (contents) {
            context?.putImageData(contents, 0, 0);
        }
    }
}

/** Converts rows of dots to pixels. */
function dots(bytes: Uint8Array): ImageData {
    const image = new ImageData(ROW_DOTS, bytes.length / ROW_BYTES);
    bytes.forEach((byte, index) => {
        for (let bit = 0; bit < 8; bit++) {
            if (byte & (0x80 >> bit)) {
                image.data.set(DOT_COLOUR, (index * 8 + bit) * 4);
            }
        }
    });
    return image;
}

export function paper(app: App): void {
    const { seat, panels } = app;
    const strip = new Strip();
    const empty = element("p", { class: "faint" }, t`Nothing has been printed yet: LPRINT, LLIST and COPY print here.`);
    const count = element("span", { class: "faint" });
    const silver = element("input", { type: "checkbox", checked: true });
    const save = element("button", { type: "button", title: t`The whole paper as PNG` }, t`Save as PNG`);
    save.addEventListener("click", () => {
        seat.attempt(() => {
            const bytes = seat.machine.paper_png(silver.checked);
            download(`${app.name}-paper.png`, new Uint8Array(bytes), "image/png");
        });
    });
    const print = element("button", { type: "button", title: t`Print on this computer's printer, in the original width` }, t`Print`);
    print.addEventListener("click", () => window.print());
    const label = element("label", { title: t`The PNG looks like silver paper with torn edges. Otherwise it has one pixel per dot` }, silver, t`silver`);
    const roll = element("div", { class: "roll" }, strip.element);
    const content = element("div", {}, element("div", { class: "row no-print" }, save, label, print, count), empty, roll);
    panels.add("paper", t`Paper`, content, () => {
        delete byId("tab-paper").dataset.news;
        toEnd();
    });
    const panel = byId("panel-paper");
    const toEnd = () => (panel.scrollTop = panel.scrollHeight);
    let now = 0;
    const show = (unchanged: number) => {
        const rows = seat.state.paper;
        const isAtEnd = panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 24;
        const grows = rows > strip.rows;
        strip.update(seat.machine, rows, unchanged);
        empty.hidden = rows > 0;
        roll.hidden = rows === 0;
        save.disabled = print.disabled = rows === 0;
        count.textContent = rows > 0 ? t`${Math.ceil(rows / 8)} lines` : "";
        strip.element.setAttribute("aria-label", t`The printer's paper, ${Math.ceil(rows / 8)} lines`);
        if (isAtEnd && panels.isOpen("paper")) {
            toEnd();
        } else if (grows && !panels.isOpen("paper")) {
            byId("tab-paper").dataset.news = "";
        }
    };
    show(0);
    seat.on("loaded", () => {
        now = 0;
        strip.update(seat.machine, 0, 0);
        delete byId("tab-paper").dataset.news;
    });
    seat.on("frame", (state) => {
        // Shorter although time went on: the beginning was dropped, and every row has moved.
        const isTorn = state.paper < strip.rows && state.now > now;
        now = state.now;
        if (state.paper !== strip.rows) {
            show(isTorn ? 0 : strip.rows);
        }
    });
}
