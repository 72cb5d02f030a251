// On touch screens: a field for answers, which opens the system's keyboard, while the program waits at INPUT.

import type { App } from "./app.ts";
import { byId, element, hasTouch } from "./dom.ts";
import { spectrumText } from "./keyboard.ts";
import { t } from "./translate.ts";

export function answerField({ seat, keys }: App): void {
    const input = element("input", { type: "text", "aria-label": t`Answer`, placeholder: t`Answer`, autocapitalize: "off", autocomplete: "off", enterkeyhint: "send" });
    const submit = (event: Event) => {
        event.preventDefault();
        seat.attempt(() => {
            keys.type(`${spectrumText(input.value)}\n`);
            input.value = "";
        });
    };
    const form = element("form", { class: "row answer", hidden: true, submit }, input, element("button", { class: "main" }, "ENTER"));
    byId("status").after(form);
    seat.on("frame", ({ asks }) => {
        // While it has the focus, it stays: the program may ask again at once.
        form.hidden = !hasTouch() || (!asks && !form.contains(document.activeElement));
    });
}
