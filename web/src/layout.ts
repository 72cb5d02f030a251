// On small pages, the listing is one of the panels.

import type { App } from "./app.ts";
import { byId, element, hasTouch } from "./dom.ts";
import { t } from "./translate.ts";

/** The media query that the style sheet uses for large pages. */
const LARGE_PAGE_QUERY = "(min-width: 1000px) and (min-height: 540px)";

export function layout({ panels, editor, listings }: App): void {
    const main = document.querySelector("main") as HTMLElement;
    const listing = byId("listing");
    const holder = element("div", { class: "listing-panel" });
    panels.add("listing", t`Listing`, holder);
    const tab = byId("tab-listing");
    const largePage = matchMedia(LARGE_PAGE_QUERY);
    const arrange = () => {
        tab.hidden = largePage.matches;
        if (largePage.matches) {
            main.insertBefore(listing, byId("panels"));
            if (panels.isOpen("listing")) {
                panels.open("transcript");
            }
        } else {
            holder.append(listing);
        }
        editor.view.requestMeasure();
    };
    largePage.addEventListener("change", arrange);
    const { isFirstVisit } = listings;
    // The other panels do not exist yet.
    queueMicrotask(() => {
        arrange();
        if (isFirstVisit) {
            panels.open("start");
        } else if (!largePage.matches) {
            panels.open(hasTouch() ? "keys" : "listing");
        }
    });
}
