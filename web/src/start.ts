// The panel "Start": what the page is, programs to begin with, and a lesson.

import type { App } from "./app.ts";
import { element, hasTouch, textButton } from "./dom.ts";
import { EXAMPLE, LESSON } from "./lesson.ts";
import { included } from "./programs.ts";
import { FEATURED, titleElements, TITLES } from "./titles.ts";
import { t } from "./translate.ts";

/** The name of the listing of the first visit. */
const EXAMPLE_NAME = "exemplo";

/** The pictures of some programs; a click runs the program. */
function featured(app: App): HTMLElement {
    const run = async (id: string): Promise<void> => {
        const { programs } = await included();
        const program = programs.find((program) => program.id === id);
        if (!program) {
            throw new Error(`programs.js does not contain ${id}: reload the page`);
        }
        app.edit(id, program.listing);
        app.panels.open(hasTouch() ? "keys" : "transcript");
        app.run();
    };
    const cards = FEATURED.map((id) => {
        const image = element("img", { alt: "", src: `programs/${id}.png`, width: "352", height: "288" });
        return element("button", { type: "button", class: "card", title: t`Run it`, click: () => void run(id).catch(app.fail) }, image, ...titleElements(id));
    });
    const more = textButton(t`All ${Object.keys(TITLES).length} programs`, t`All included programs`, () => app.openGallery?.());
    return element("div", { class: "featured" }, ...cards, more);
}

/** The lesson: one step at a time. */
function lesson(app: App): HTMLElement {
    const text = element("p", { role: "status" });
    const steps = LESSON.map((step, index) => {
        const show = () => {
            steps.forEach((button, at) => button.setAttribute("aria-pressed", String(at === index)));
            text.textContent = step.text;
            app.edit(t`lesson ${index + 1}`, step.listing);
        };
        return element("button", { type: "button", "aria-pressed": "false", click: show }, `${index + 1}. ${step.title}`);
    });
    const name = t`A lesson in six steps`;
    return element("section", { "aria-label": name }, element("h2", {}, name), element("div", { class: "row" }, ...steps), text);
}

/** Adds the panel; on the first visit, which opens it, also an example in the editor. */
export function start(app: App): void {
    const what = element("p", {}, t`A ZX Spectrum in your browser. Write BASIC in the listing, press Run.`);
    app.panels.add("start", t`Start`, element("div", { class: "start" }, what, featured(app), lesson(app)));
    if (app.listings.isFirstVisit) {
        app.edit(EXAMPLE_NAME, EXAMPLE);
    }
}
