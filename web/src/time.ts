// The time line: drag it to go back, and continue from there.

import type { App } from "./app.ts";
import { button } from "./controls.ts";
import { byId, element } from "./dom.ts";
import { t } from "./translate.ts";

/** Frames per second, rounded. */
const FRAMES_PER_SECOND = 50;
/** Milliseconds between updates. */
const UPDATE_INTERVAL_MS = 200;
/** Maximum number of marks. */
const MAX_MARKS = 40;

/** Formats frames as minutes and seconds, without hours. */
export function clock(frames: number): string {
    const seconds = Math.floor(frames / FRAMES_PER_SECOND);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Step of a key in frames. */
function step({ key, shiftKey }: KeyboardEvent): number | undefined {
    const frames = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[key];
    const pages = { PageDown: -1, PageUp: 1 }[key];
    const ends = { Home: -Infinity, End: Infinity }[key];
    return frames !== undefined ? frames * (shiftKey ? FRAMES_PER_SECOND : 1) : pages !== undefined ? pages * 10 * FRAMES_PER_SECOND : ends;
}

export function time({ seat }: App): void {
    const slider = element("input", {
        type: "range",
        min: "0",
        max: "0",
        value: "0",
        step: "1",
        "aria-label": t`Time`,
        title: t`Drag to go back. Arrows: one frame; with Shift: one second; Page Up and Down: ten seconds`,
    });
    const marks = element("div", { class: "marks", "aria-hidden": "true" });
    const shown = element("span", { class: "clock" });
    /** Frames at which new input in the past started another future. */
    let branchFrames: number[] = [];
    let isHeld = false;
    let last = seat.state.last;
    let lastUpdate = 0;

    // Steps are relative to the last request, which may not have been drawn yet.
    const go = (frame: number) => {
        const { first, last } = seat.state;
        slider.value = String(Math.min(last, Math.max(first, frame)));
        seat.goTo(Number(slider.value));
    };
    const by = (frames: number) => {
        const at = Number(slider.value);
        seat.paused = true;
        if (frames === 1 && at >= seat.state.last) {
            // Run a new frame.
            seat.emit("rewinds", undefined);
            seat.change((machine) => (machine.frames(1), machine.take_samples()));
        } else {
            go(at + frames);
        }
    };
    slider.addEventListener("pointerdown", () => (seat.held = isHeld = true));
    for (const end of ["pointerup", "pointercancel", "change", "blur"]) {
        slider.addEventListener(end, () => (seat.held = isHeld = false));
    }
    slider.addEventListener("input", () => go(Number(slider.value)));
    slider.addEventListener("keydown", (event) => {
        const frames = step(event);
        if (frames !== undefined && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            by(frames);
        }
    });

    const show = () => {
        const { now, first } = seat.state;
        lastUpdate = performance.now();
        slider.min = String(first);
        slider.max = String(last);
        if (!isHeld) {
            slider.value = String(now);
        }
        const text = `${clock(now)} / ${clock(last)}`;
        if (shown.textContent !== text) {
            shown.textContent = text;
            slider.setAttribute("aria-valuetext", t`${clock(now)} of ${clock(last)}`);
        }
        const isPast = now < last;
        shown.classList.toggle("past", isPast);
        shown.title = isPast ? t`In the past: what you type replaces what came after` : t`Now`;
        const place = (frame: number) => `${((frame - first) / Math.max(1, last - first)) * 100}%`;
        [...marks.children].forEach((mark, index) => ((mark as HTMLElement).style.left = place(branchFrames[index] ?? 0)));
    };
    const setMarks = (frames: number[]) => {
        branchFrames = frames.slice(-MAX_MARKS);
        marks.replaceChildren(...branchFrames.map((frame) => element("span", { title: t`${clock(frame)}: replaced from here` })));
        show();
    };
    seat.on("loaded", () => {
        last = 0;
        isHeld = seat.held = false;
        setMarks([]);
    });
    seat.on("frame", (state) => {
        const isReplaced = state.last < last;
        const at = state.now;
        last = state.last;
        const remaining = branchFrames.filter((frame) => frame >= state.first && frame <= last);
        if (isReplaced) {
            setMarks([...remaining.filter((frame) => frame !== at), at]);
        } else if (remaining.length < branchFrames.length) {
            setMarks(remaining);
        } else if (seat.paused || isHeld || performance.now() - lastUpdate >= UPDATE_INTERVAL_MS) {
            show();
        }
    });
    byId("timeline").append(
        button("back", t`A picture back`, t`Back one frame and pause`, () => by(-1)),
        element("div", { class: "track" }, slider, marks),
        button("forth", t`A picture forth`, t`Forward one frame and pause`, () => by(1)),
        shown,
    );
    show();
}
