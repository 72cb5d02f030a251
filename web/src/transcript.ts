// The program's output as text that does not scroll away: to read, copy, and be spoken by a screen reader.

import type { App } from "./app.ts";
import { byId, element } from "./dom.ts";

/** Milliseconds between updates, so that a screen reader gets whole rows. */
const UPDATE_INTERVAL_MS = 500;
/** Maximum number of characters per update for a screen reader. */
const MAX_SPOKEN_CHARACTERS = 2_000;

export function transcript({ seat, panels }: App): void {
    const text = element("pre");
    panels.add("transcript", "Transcript", text, () => (lastUpdate = 0));
    const spoken = byId("spoken");
    let lastUpdate = 0;
    let lastTranscript = "";
    let lastRows = "";
    seat.on("frame", () => {
        const now = performance.now();
        if (now - lastUpdate < UPDATE_INTERVAL_MS) {
            return;
        }
        lastUpdate = now;
        const printed = seat.machine.transcript();
        if (printed === lastTranscript) {
            return;
        }
        const panel = text.parentElement;
        const isAtEnd = !panel || panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 8;
        text.textContent = printed;
        if (panel && isAtEnd) {
            panel.scrollTop = panel.scrollHeight;
        }
        const rows = printed.slice(0, printed.lastIndexOf("\n") + 1);
        const newText = rows.startsWith(lastRows) ? rows.slice(lastRows.length) : rows;
        if (newText) {
            spoken.textContent = newText.slice(-MAX_SPOKEN_CHARACTERS);
        }
        lastTranscript = printed;
        lastRows = rows;
    });
}
