// Messages for the user, over the top of the screen, where they cover neither keys nor the row of INPUT.

import { byId, element } from "./dom.ts";
import { icon } from "./icons.ts";
import { t } from "./translate.ts";

/** Milliseconds that a message without buttons is shown, unless it is an error. */
const DURATION_MS = 6_000;

/** A button of a message; it closes the message. */
export interface Action {
    text: string;
    act(): void;
}

export interface Notice {
    text: string;
    /** An error stays until the next message, or until it is closed. */
    isError?: boolean | undefined;
    /** A message with buttons stays, too. */
    actions?: readonly Action[] | undefined;
}

const NO_ACTIONS: readonly Action[] = [];
let shownActions = NO_ACTIONS;
let timer = 0;

/** Shows a message instead of the one before. */
export function showNotice({ text, isError = false, actions = NO_ACTIONS }: Notice): void {
    const notices = byId("notices");
    notices.className = isError ? "error" : "";
    clearTimeout(timer);
    timer = isError || actions.length > 0 ? 0 : window.setTimeout(closeNotice, DURATION_MS);
    if (notices.firstChild && actions === shownActions) {
        // Keep the buttons: one may be about to be clicked.
        notices.firstChild.textContent = text;
        return;
    }
    shownActions = actions;
    const buttons = actions.map(({ text, act }) => {
        const click = () => {
            closeNotice();
            act();
        };
        return element("button", { type: "button", click }, text);
    });
    const close = element("button", { type: "button", class: "close", "aria-label": t`Close the message`, click: closeNotice });
    close.append(icon("close"));
    notices.replaceChildren(element("span", {}, text), ...buttons, close);
}

function closeNotice(): void {
    byId("notices").replaceChildren();
}

/** Closes the message if it is an error. */
export function closeError(): void {
    if (byId("notices").className === "error") {
        closeNotice();
    }
}
