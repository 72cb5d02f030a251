// On small pages, the listing is one of the panels.

import type { App } from "./app.ts";
import { byId, element } from "./dom.ts";

/** The media query that the style sheet uses for large pages. */
const WIDE = "(min-width: 1000px) and (min-height: 540px)";

export function layout({ panels, editor }: App): void {
    const main = document.querySelector("main") as HTMLElement;
    const listing = byId("listing");
    const holder = element("div", { class: "listing-panel" });
    panels.add("listing", "Listing", holder);
    const tab = byId("tab-listing");
    const wide = matchMedia(WIDE);
    const arrange = () => {
        tab.hidden = wide.matches;
        if (wide.matches) {
            main.insertBefore(listing, byId("panels"));
            const next = tab.nextElementSibling;
            if (panels.isOpen("listing") && next) {
                panels.open(next.id.replace(/^tab-/, ""));
            }
        } else {
            holder.append(listing);
        }
        editor.view.requestMeasure();
    };
    wide.addEventListener("change", arrange);
    // The other panels do not exist yet.
    queueMicrotask(() => {
        arrange();
        if (!wide.matches) {
            panels.open(matchMedia("(pointer: coarse)").matches ? "keys" : "listing");
        }
    });
}
