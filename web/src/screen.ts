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
    #context: CanvasRenderingContext2D | null;
    #picture = new ImageData(Machine.width(), Machine.height());
    /** The same, each pixel a number. */
    #pixels = new Uint32Array(this.#picture.data.buffer);
    #border = { colour: 0, since: 0 };
    /** Pixels of the canvas a dot; more than one where the browser has to make it smaller. */
    #scale = 1;

    constructor(canvas: HTMLCanvasElement) {
        this.canvas = canvas;
        this.#dots.width = canvas.width = Machine.width();
        this.#dots.height = canvas.height = Machine.height();
        this.#context = this.#dots.getContext("2d");
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

    /** Draws the machine's picture. */
    draw(machine: Machine): void {
        const picture = machine.picture();
        const pixels = new Uint32Array(picture.buffer, picture.byteOffset, this.#pixels.length);
        this.#surround(pixels[0] ?? 0);
        // Most pictures are like the last one, and need not be handed to the display.
        if (isSame(pixels, this.#pixels)) {
            return;
        }
        this.#pixels.set(pixels);
        this.#context?.putImageData(this.#picture, 0, 0);
        this.#show();
    }

    /** The border goes on around the picture. */
    #surround(colour: number): void {
        const border = this.#border;
        border.since = colour === border.colour ? border.since + 1 : 0;
        border.colour = colour;
        if (border.since === STEADY) {
            const part = (shift: number) => (colour >> shift) & 0xff;
            byId("stage").style.backgroundColor = `rgb(${part(0)} ${part(8)} ${part(16)})`;
        }
    }

    #show(): void {
        const context = this.canvas.getContext("2d", { alpha: false });
        if (context) {
            context.imageSmoothingEnabled = false;
            context.drawImage(this.#dots, 0, 0, this.canvas.width, this.canvas.height);
        }
    }
}

/** Whether two pictures are the same; a loop, as this is done fifty times a second. */
function isSame(one: Uint32Array, other: Uint32Array): boolean {
    for (let index = 0; index < one.length; index++) {
        if (one[index] !== other[index]) {
            return false;
        }
    }
    return true;
}
