// The buttons with the listing's name and for a new listing, and the dialog with all listings.

import { dialog } from "./dialog.ts";
import { element, textButton } from "./dom.ts";
import type { Stored } from "./library.ts";
import { type Listings, MAX_NAME_LENGTH } from "./listings.ts";
import { LANGUAGE, t } from "./translate.ts";

/** The buttons; `focus` focuses the editor. */
export function listingButtons(listings: Listings, focus: () => void): HTMLElement {
    const status = element("p", { class: "row", role: "status" });
    const rows = element("ul", { class: "listings" });
    const box = dialog(t`Your listings`, "small", [], element("p", { class: "faint" }, t`They are kept in this browser.`), rows, status);
    const close = () => {
        box.close();
        focus();
    };
    const show = () => {
        const entries = listings.list();
        rows.replaceChildren(...entries.map(([id, listing]) => row(id, listing)));
        if (entries.length === 0) {
            rows.append(element("li", { class: "faint" }, t`None yet: what you write is kept here.`));
        }
    };
    const row = (id: string, { name, text, changed }: Stored): HTMLElement => {
        const count = text.split("\n").length;
        const open = textButton(name, t`Show this listing`, () => {
            listings.choose(id);
            close();
        });
        open.setAttribute("aria-current", String(id === listings.id));
        const when = new Date(changed).toLocaleString(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
        const rename = () => {
            const input = element("input", { type: "text", value: name, maxlength: String(MAX_NAME_LENGTH), "aria-label": t`Name`, required: true });
            const submit = (event: Event) => {
                event.preventDefault();
                listings.rename(id, input.value);
                show();
            };
            const form = element("form", { class: "row", submit }, input, element("button", { class: "main" }, t`Rename`));
            item.replaceChildren(form);
            input.select();
        };
        const remove = () => {
            const restore = listings.remove(id);
            show();
            const undo = () => {
                restore();
                status.replaceChildren();
                show();
            };
            status.replaceChildren(t`Deleted ${name}. `, textButton(t`Undo`, t`Restore the listing`, undo));
        };
        const item = element(
            "li",
            { class: "row" },
            open,
            element("span", { class: "faint" }, `${count === 1 ? t`1 row` : t`${count} rows`}, ${when}`),
            textButton(t`Rename`, t`Rename ${name}`, rename),
            textButton(t`Delete`, t`Delete ${name}`, remove),
        );
        return item;
    };
    const opener = element("button", {
        type: "button",
        class: "name-of-listing",
        title: t`Your listings`,
        click: () => {
            status.replaceChildren();
            show();
            box.showModal();
        },
    });
    const showName = () => {
        opener.textContent = `${listings.name} ▾`;
        document.title = `${listings.name} – Girafa`;
    };
    listings.onChange = showName;
    showName();
    const create = textButton(t`New`, t`Start an empty listing; this one is kept`, () => {
        listings.create();
        focus();
    });
    return element("div", { role: "group", "aria-label": t`Listings` }, opener, create);
}
