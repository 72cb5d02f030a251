// The program's output as text that does not scroll away: to read, copy, and be spoken by a screen reader.

import type { App } from "./app.ts";
import { byId, element } from "./dom.ts";

/** Milliseconds between updates, so that a screen reader gets whole rows. */
const OFTEN = 500;
/** Maximum number of characters per update for a screen reader. */
const MOST = 2_000;

export function transcript({ seat, panels }: App): void {
    const text = element("pre");
    panels.add("transcript", "Transcript", text, () => (last = 0));
    const spoken = byId("spoken");
    let last = 0;
    let known = "";
    let read = "";
    seat.on("frame", () => {
        const now = performance.now();
        if (now - last < OFTEN) {
            return;
        }
        last = now;
        const printed = seat.machine.transcript();
        if (printed === known) {
            return;
        }
        const panel = text.parentElement;
        const isAtEnd = !panel || panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 8;
        text.textContent = printed;
        if (panel && isAtEnd) {
            panel.scrollTop = panel.scrollHeight;
        }
        const rows = printed.slice(0, printed.lastIndexOf("\n") + 1);
        const news = rows.startsWith(read) ? rows.slice(read.length) : rows;
        if (news) {
            spoken.textContent = news.slice(-MOST);
        }
        known = printed;
        read = rows;
    });
}
