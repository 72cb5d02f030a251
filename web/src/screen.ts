// The picture on the page: all dots have the same size, as large as the page allows.

import { byId } from "./dom.ts";
import { Machine } from "./girafa.ts";

/** Dots of the screen inside the border, and minimum visible border in dots: one character. */
const SCREEN_SIZE = { width: 256, height: 192 };
const MIN_BORDER = 8;
/** How much smaller than the stage the picture may be to make a dot a whole number of display pixels. */
const MAX_SIZE_LOSS = 0.2;
/**
 * Pictures in which the border must have one colour before the stage takes it, so that stripes do not flicker there.
 */
const MIN_STABLE_PICTURES = 5;

/** The canvas, and its scaling to the stage. */
export class Screen {
    readonly canvas: HTMLCanvasElement;
    /** The picture with one pixel per dot. */
    #dots = document.createElement("canvas");
    #machine: Machine | undefined;
    #border = { colour: "", since: 0 };
    /** Canvas pixels per dot; more than one if the browser has to scale the canvas down. */
    #scale = 1;

    constructor(canvas: HTMLCanvasElement) {
        this.canvas = canvas;
        this.#dots.width = canvas.width = Machine.width();
        this.#dots.height = canvas.height = Machine.height();
        // Clicks on the border around the picture also focus the screen.
        byId("stage").addEventListener("mousedown", (event) => {
            event.preventDefault();
            canvas.focus();
        });
        new ResizeObserver(() => this.#fit()).observe(byId("stage"));
        // The page moved to another display, or its zoom changed.
        window.addEventListener("resize", () => this.#fit());
        this.#fit();
    }

    /**
     * If it costs little size, a dot is a whole number of display pixels. The stage then cuts off some border, or
     * continues it. Otherwise the picture fills the stage: each dot is drawn with the next larger whole number, and
     * the browser scales it down. Edges are then blurred by less than a pixel, and all dots are equally wide.
     */
    #fit(): void {
        const stage = byId("stage");
        const { width, height } = this.#dots;
        const ratio = window.devicePixelRatio || 1;
        const [across, down] = [stage.clientWidth * ratio, stage.clientHeight * ratio];
        const fitScale = Math.min(across / width, down / height);
        if (fitScale <= 0) {
            return;
        }
        const maxScale = Math.min(across / (SCREEN_SIZE.width + 2 * MIN_BORDER), down / (SCREEN_SIZE.height + 2 * MIN_BORDER));
        const whole = Math.floor(maxScale + 0.001);
        const isWhole = whole >= 1 && whole / fitScale >= 1 - MAX_SIZE_LOSS;
        const size = (isWhole ? whole : fitScale) / ratio;
        this.#scale = isWhole ? 1 : Math.ceil(fitScale);
        this.canvas.width = width * this.#scale;
        this.canvas.height = height * this.#scale;
        this.canvas.style.width = `${width * size}px`;
        this.canvas.style.height = `${height * size}px`;
        // Centred, and aligned to the display's pixels.
        const { left, top } = stage.getBoundingClientRect();
        const start = (edge: number, span: number) => Math.round((edge + span / 2) * ratio) / ratio - edge;
        this.canvas.style.left = `${start(left, stage.clientWidth - width * size)}px`;
        this.canvas.style.top = `${start(top, stage.clientHeight - height * size)}px`;
        this.canvas.style.imageRendering = isWhole ? "pixelated" : "auto";
        this.#show();
    }

    /** Draws the machine's picture if it has changed. */
    draw(machine: Machine): void {
        this.#machine = machine;
        if (machine.draw()) {
            this.#show();
        }
        this.#extendBorder();
    }

    /** Continues the border around the picture. */
    #extendBorder(): void {
        const border = this.#border;
        border.since += 1;
        if (border.since === MIN_STABLE_PICTURES) {
            byId("stage").style.backgroundColor = border.colour;
        }
    }

    #show(): void {
        // Desynchronized: the canvas is shown when it is drawn, without compositing the page, which costs several times
        // as much.
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
