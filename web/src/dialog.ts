// Dialogs of the page: the browser's own <dialog>, which traps the focus and restores it.

import { element } from "./dom.ts";
import { t } from "./translate.ts";

let count = 0;

/** A closed dialog with a heading, the `tools`, and a close button. */
export function dialog(title: string, name: string, tools: Node[], ...content: (Node | string)[]): HTMLDialogElement {
    const id = `dialog-${++count}`;
    const close = element("button", { type: "button", title: t`Close (Escape)`, click: () => box.close() }, t`Close`);
    const box = element(
        "dialog",
        { class: name, "aria-labelledby": id },
        element("header", {}, element("h2", { id }, title), ...tools, close),
        ...content,
    );
    // The target is the dialog itself only for clicks outside of its content.
    box.addEventListener("pointerdown", ({ target, clientX, clientY }) => {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        if (target === box && (clientX < left || clientX > right || clientY < top || clientY > bottom)) {
            box.close();
        }
    });
    document.body.append(box);
    return box;
}
