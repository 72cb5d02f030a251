// The machine's switches, and the status under its screen.

import type { App } from "./app.ts";
import { byId, download, element } from "./dom.ts";

/** A button that stays down. */
function toggle(name: string, title: string, isOn: () => boolean, set: (on: boolean) => void): [HTMLElement, () => void] {
    const button = element("button", { type: "button", title, click: () => set(!isOn()) }, name);
    return [button, () => button.setAttribute("aria-pressed", String(isOn()))];
}

export function controls({ seat, keyboard, screen, name, ...app }: App): void {
    const button = (text: string, title: string, click: () => void) =>
        element("button", { type: "button", title, click }, text);
    const toggles = [
        toggle("Pause", "Let time stand still", () => seat.paused, (on) => (seat.paused = on)),
        toggle("Turbo", "As fast as this computer can", () => seat.turbo, (on) => (seat.turbo = on)),
        toggle("Mute", "Switch the sound off", () => seat.sound.muted, (on) => {
            seat.sound.muted = on;
            seat.emit("switched", undefined);
        }),
        toggle("Keys by position", "Each key is the Spectrum's in its place, for games", () => keyboard.byPosition, (on) => {
            keyboard.byPosition = on;
            seat.emit("switched", undefined);
        }),
    ] as const;
    byId("controls").append(
        ...toggles.map(([made]) => made),
        button("Reset", "Start what was loaded from its beginning", () => seat.change((machine) => machine.reset())),
        button("Full screen", "The screen alone", () => void byId("stage").requestFullscreen().then(() => screen.focus())),
        button("Screenshot", "Save the screen as PNG", () =>
            download(`${app.edit.length ? name : "screen"}.png`, new Uint8Array(seat.machine.screen_png()), "image/png"),
        ),
    );
    const show = () => toggles.forEach(([, update]) => update());
    show();
    seat.on("switched", show);

    const status = byId("status");
    seat.on("frame", (state) => {
        const waits = state.asks ? "waits for an answer" : state.waits ? "waits for a key" : "";
        const doing = state.runs ? `line ${state.line ?? "?"}${waits && `: ${waits}`}` : "";
        const text = state.status ?? doing;
        if (status.textContent !== text) {
            status.textContent = text;
            status.className = state.is_error ? "error" : "";
        }
    });
}
