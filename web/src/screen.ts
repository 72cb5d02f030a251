// The picture on the page: every dot of the same size, as large as there is room for.

import { byId } from "./dom.ts";
import { Machine } from "./girafa.ts";

/** Dots of the screen within the border, and of the border that is seen at least: as much as a character. */
const INNER = { width: 256, height: 192 };
const MARGIN = 8;
/** How much smaller than the room the picture may be so that a dot is a whole number of the display's. */
const COSTS = 0.2;
/** Pictures for which the border has one colour before the stage around it takes that: stripes do not flicker there. */
const STEADY = 5;

/** The canvas, and how it fills the stage. */
export class Screen {
    readonly canvas: HTMLCanvasElement;
    /** The picture, a pixel a dot. */
    #dots = document.createElement("canvas");
    #machine: Machine | undefined;
    #border = { colour: "", since: 0 };
    /** Pixels of the canvas a dot; more than one where the browser has to make it smaller. */
    #scale = 1;

    constructor(canvas: HTMLCanvasElement) {
        this.canvas = canvas;
        this.#dots.width = canvas.width = Machine.width();
        this.#dots.height = canvas.height = Machine.height();
        // The border around the picture is the screen's too.
        byId("stage").addEventListener("mousedown", (event) => {
            event.preventDefault();
            canvas.focus();
        });
        new ResizeObserver(() => this.#fit()).observe(byId("stage"));
        // Another display, or the page enlarged.
        window.addEventListener("resize", () => this.#fit());
        this.#fit();
    }

    /**
     * A dot is a whole number of the display's pixels where that makes the picture hardly smaller than the room; what the
     * stage has no room for is border, and where it has more, the border goes on. Else the picture fills the room: each dot is
     * drawn as the next larger whole number, and the browser makes that smaller, so that its edges are soft by less than a
     * pixel, and no dot is wider than its neighbour.
     */
    #fit(): void {
        const stage = byId("stage");
        const { width, height } = this.#dots;
        const ratio = window.devicePixelRatio || 1;
        const [across, down] = [stage.clientWidth * ratio, stage.clientHeight * ratio];
        const room = Math.min(across / width, down / height);
        if (room <= 0) {
            return;
        }
        const most = Math.min(across / (INNER.width + 2 * MARGIN), down / (INNER.height + 2 * MARGIN));
        const whole = Math.floor(most + 0.001);
        const isWhole = whole >= 1 && whole / room >= 1 - COSTS;
        const size = (isWhole ? whole : room) / ratio;
        this.#scale = isWhole ? 1 : Math.ceil(room);
        this.canvas.width = width * this.#scale;
        this.canvas.height = height * this.#scale;
        this.canvas.style.width = `${width * size}px`;
        this.canvas.style.height = `${height * size}px`;
        // In the middle, and where the display's pixels begin.
        const { left, top } = stage.getBoundingClientRect();
        const start = (edge: number, span: number) => Math.round((edge + span / 2) * ratio) / ratio - edge;
        this.canvas.style.left = `${start(left, stage.clientWidth - width * size)}px`;
        this.canvas.style.top = `${start(top, stage.clientHeight - height * size)}px`;
        this.canvas.style.imageRendering = isWhole ? "pixelated" : "auto";
        this.#show();
    }

    /** Draws the machine's picture, where it is not the one that is there. */
    draw(machine: Machine): void {
        this.#machine = machine;
        if (machine.draw()) {
            this.#show();
        }
        this.#surround();
    }

    /** The border goes on around the picture. */
    #surround(): void {
        const border = this.#border;
        border.since += 1;
        if (border.since === STEADY) {
            byId("stage").style.backgroundColor = border.colour;
        }
    }

    #show(): void {
        // Desynchronized: the picture is shown when it is drawn, past the page's own pictures, each of which costs the browser
        // several times as much.
        const context = this.canvas.getContext("2d", { alpha: false, desynchronized: true });
        if (!context || !this.#machine) {
            return;
        }
        const { pixels } = this.#machine;
        const picture = new ImageData(pixels, Machine.width(), Machine.height());
        const colour = `rgb(${pixels.slice(0, 3).join(" ")})`;
        if (colour !== this.#border.colour) {
            this.#border = { colour, since: 0 };
        }
        if (this.#scale === 1) {
            context.putImageData(picture, 0, 0);
        } else {
            this.#dots.getContext("2d")?.putImageData(picture, 0, 0);
            context.imageSmoothingEnabled = false;
            context.drawImage(this.#dots, 0, 0, this.canvas.width, this.canvas.height);
        }
    }
}
