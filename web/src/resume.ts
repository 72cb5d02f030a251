// The large button over a paused picture.

import type { App } from "./app.ts";
import { byId, element } from "./dom.ts";
import { icon } from "./icons.ts";
import { t } from "./translate.ts";

export function resume({ seat, screen }: App): void {
    const click = () => {
        seat.paused = false;
        screen.focus();
    };
    const button = element("button", { type: "button", id: "resume", "aria-label": t`Continue`, title: t`Continue (any key)`, hidden: true, click });
    button.append(icon("play"));
    byId("stage").append(button);
    // Not between steps, which change the picture.
    const show = () => (button.hidden = !seat.paused || seat.isAtStatement);
    seat.on("switched", show);
    seat.on("frame", show);
    // To see the pictures on the way through time.
    seat.on("rewinds", () => (button.hidden = true));
}
