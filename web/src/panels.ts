// The panels under the machine and the listing, as tabs.

import { element } from "./dom.ts";
import { t } from "./translate.ts";

/** Tabs that show one panel at a time. */
export class Panels {
    #tabs: HTMLElement;
    #parent: HTMLElement;

    constructor(parent: HTMLElement) {
        this.#parent = parent;
        this.#tabs = element("div", { class: "tabs", role: "tablist", "aria-label": t`Panels` });
        this.#tabs.addEventListener("keydown", ({ key }) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
            if (step) {
                const buttons = [...this.#tabs.querySelectorAll<HTMLButtonElement>("button:not([hidden])")];
                const next = (this.#selected(buttons) + step + buttons.length) % buttons.length;
                buttons[next]?.focus();
                buttons[next]?.click();
            }
        });
        parent.append(this.#tabs);
    }

    #selected(buttons: HTMLButtonElement[]): number {
        return buttons.findIndex((button) => button.getAttribute("aria-selected") === "true");
    }

    /** Adds a panel; the first one is open. `shown` is called each time it is opened. */
    add(id: string, name: string, content: HTMLElement, shown?: () => void): void {
        const isFirst = this.#tabs.childElementCount === 0;
        const panel = element(
            "div",
            { id: `panel-${id}`, role: "tabpanel", tabindex: "0", "aria-labelledby": `tab-${id}`, hidden: !isFirst },
            content,
        );
        const tab = element(
            "button",
            {
                id: `tab-${id}`,
                role: "tab",
                "aria-controls": `panel-${id}`,
                "aria-selected": String(isFirst),
                tabindex: isFirst ? "0" : "-1",
                click: () => {
                    this.open(id);
                    shown?.();
                },
            },
            name,
        );
        this.#tabs.append(tab);
        this.#parent.append(panel);
    }

    /** Opens a panel. */
    open(id: string): void {
        for (const tab of this.#tabs.querySelectorAll("button")) {
            const isIt = tab.id === `tab-${id}`;
            tab.setAttribute("aria-selected", String(isIt));
            tab.tabIndex = isIt ? 0 : -1;
        }
        for (const panel of this.#parent.querySelectorAll<HTMLElement>(":scope > [role=tabpanel]")) {
            panel.hidden = panel.id !== `panel-${id}`;
        }
    }

    /** Whether a panel is open. */
    isOpen(id: string): boolean {
        return this.#tabs.querySelector(`#tab-${id}`)?.getAttribute("aria-selected") === "true";
    }
}
