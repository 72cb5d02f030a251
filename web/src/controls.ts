// The machine's controls that are always visible, and the status under its screen.

import type { App } from "./app.ts";
import { byId, element } from "./dom.ts";
import { type Icon, icon } from "./icons.ts";
import { menu } from "./menu.ts";
import { t } from "./translate.ts";

/** Minimum interval in milliseconds between updates of the running line's number. */
const STATUS_INTERVAL_MS = 100;

/** A button with an icon, a name that is shown on wide pages, and a click handler. */
export function button(picture: Icon, name: string, title: string, click: () => void): HTMLButtonElement {
    const label = element("span", { class: "name" }, name);
    const control = element("button", { type: "button", title, "aria-label": name, click }, label);
    control.prepend(icon(picture));
    return control;
}

export function controls(app: App): void {
    const { seat, screen } = app;
    const pause = button("pause", t`Pause`, t`Pause or continue`, () => (seat.paused = !seat.paused));
    const turbo = button("turbo", t`Turbo`, t`As fast as possible`, () => (seat.turbo = !seat.turbo));
    const mute = button("sound", t`Mute`, t`Mute or unmute`, () => {
        seat.sound.muted = !seat.sound.muted;
        seat.emit("switched", undefined);
    });
    const reset = button("reset", t`Reset`, t`Restart the loaded program`, () =>
        seat.change((machine) => machine.reset()),
    );
    const full = button("full", t`Full screen`, t`Show only the screen; leave with Esc`, () => {
        const request = byId("stage").requestFullscreen?.() ?? Promise.reject(new Error(t`this browser does not support it for parts of a page`));
        request.then(() => screen.focus()).catch((error) => seat.notice(t`full screen failed: ${(error as Error).message}`, true));
    });
    byId("controls").append(pause, turbo, mute, reset, full, menu(app));

    const show = () => {
        pause.setAttribute("aria-pressed", String(seat.paused));
        pause.querySelector("svg")?.replaceWith(icon(seat.paused ? "play" : "pause"));
        turbo.setAttribute("aria-pressed", String(seat.turbo));
        mute.setAttribute("aria-pressed", String(seat.sound.muted));
        mute.querySelector("svg")?.replaceWith(icon(seat.sound.muted ? "mute" : "sound"));
    };
    show();
    seat.on("switched", show);

    const status = byId("status");
    let lastUpdate = 0;
    seat.on("frame", (state) => {
        // Fifty line numbers per second cannot be read.
        const now = performance.now();
        if (state.runs && !seat.paused && now - lastUpdate < STATUS_INTERVAL_MS) {
            return;
        }
        lastUpdate = now;
        const waits = state.asks ? t`waits for an answer` : state.waits ? t`waits for a key` : "";
        const place = seat.isAtStatement ? t`stopped before ${state.line ?? "?"}:${Math.max(state.statement, 1)}` : "";
        const doing = place ? place : state.runs ? [t`line ${state.line ?? "?"}`, waits].filter(Boolean).join(": ") : "";
        const text = state.status ?? doing;
        if (status.textContent !== text) {
            status.textContent = text;
            status.className = state.is_error ? "error" : "";
        }
    });
}
