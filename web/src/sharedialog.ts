// The dialog "Save or share": files, a link, a frame for other pages, a QR code.

import { generate } from "lean-qr";
import type { App } from "./app.ts";
import { dialog } from "./dialog.ts";
import { download, element, sentence, textButton } from "./dom.ts";
import { tape } from "./girafa.ts";
import { type Contents, embedded, link } from "./share.ts";
import { t } from "./translate.ts";

/** Pixels per module of the QR code. */
const QR_SCALE = 3;

/** What a link can have, and its description. */
const CONTENTS: [Contents, string][] = [
    ["program", t`The program: it runs from its start`],
    ["answers", t`The program with answers: they are typed when it asks`],
    ["moment", t`The run at this moment: it is paused there`],
];

/** A field with a text to copy, and the button that copies it. */
function copyable(name: string): { row: HTMLElement; set(text: string): void } {
    const input = element("input", { type: "text", readonly: true, "aria-label": name, focus: () => input.select() });
    const copy = async (): Promise<void> => {
        try {
            await navigator.clipboard.writeText(input.value);
            said.textContent = t`Copied`;
        } catch {
            // A page opened from a disk has no clipboard, and the user may not allow it.
            input.focus();
            said.textContent = t`Selected: copy it with the browser's menu or keys`;
        }
    };
    const said = element("span", { class: "faint", role: "status" });
    const button = element("button", { type: "button", "aria-label": t`Copy: ${name}`, click: () => void copy() }, t`Copy`);
    const row = element("div", { class: "row copyable" }, element("span", {}, name), input, button, said);
    const set = (text: string) => {
        input.value = text;
        said.replaceChildren();
    };
    return { row, set };
}

/** The button, and the dialog that it opens. */
export function shareButton(app: App): HTMLElement {
    const { seat } = app;
    let contents: Contents = "program";
    const choices = CONTENTS.map(([value, text]) => {
        const radio = element("input", { type: "radio", name: "contents", value });
        radio.addEventListener("change", () => {
            contents = value;
            void show();
        });
        return { value, radio, label: element("label", {}, radio, text) };
    });
    const answers = element("textarea", { rows: "3", "aria-label": t`Answers, one per row`, placeholder: t`Answers, one per row` });
    answers.addEventListener("input", () => void show());
    const address = copyable(t`Link`);
    const frame = copyable(t`For another page`);
    const code = element("canvas", { class: "qr", role: "img", "aria-label": t`The link as a QR code` });
    const status = element("p", { class: "faint", role: "status" });
    const given = () => answers.value.split("\n").filter((answer, index, all) => answer !== "" || index < all.length - 1);
    let request = 0;
    const show = async (): Promise<void> => {
        request += 1;
        const current = request;
        answers.hidden = contents !== "answers";
        box.setAttribute("aria-busy", "true");
        let url = "";
        let text = "";
        try {
            const made = await link(app, contents, given());
            url = made.url;
            text = made.without ? t`Without ${made.without}.` : "";
        } catch (error) {
            text = sentence(error);
        }
        if (current !== request) {
            return;
        }
        box.removeAttribute("aria-busy");
        address.set(url);
        frame.set(url && embedded(url, app.name));
        address.row.hidden = frame.row.hidden = url === "";
        code.hidden = url === "" || !drawCode(code, url);
        status.textContent = url !== "" && code.hidden ? t`${text} The link is too long for a QR code.`.trim() : text;
    };
    const box = dialog(
        t`Save or share`,
        "small share",
        [],
        saveButtons(app, () => box.close()),
        element("fieldset", {}, element("legend", {}, t`What the link opens`), ...choices.map(({ label }) => label), answers),
        address.row,
        frame.row,
        code,
        status,
    );
    const open = () => {
        contents = "program";
        answers.value = seat.machine.answers.join("\n");
        choices.forEach(({ value, radio }) => (radio.checked = value === contents));
        void show();
        box.showModal();
    };
    return textButton(t`Save, share…`, t`Files of this program, a link to it, a QR code`, open);
}

/** Draws a QR code; returns whether the text fits. */
function drawCode(canvas: HTMLCanvasElement, text: string): boolean {
    try {
        const code = generate(text);
        code.toCanvas(canvas, { on: [0, 0, 0], off: [255, 255, 255] });
        canvas.style.width = `${canvas.width * QR_SCALE}px`;
        return true;
    } catch {
        return false;
    }
}

/** The buttons that save files. `close` closes the dialog, which would hide a message. */
function saveButtons(app: App, close: () => void): HTMLElement {
    const save = (extension: string, title: string, bytes: () => BlobPart) =>
        textButton(`.${extension}`, title, () => {
            try {
                download(`${app.name}.${extension}`, bytes());
            } catch (error) {
                close();
                app.seat.notice(sentence(error), true);
            }
        });
    return element(
        "div",
        { role: "group", "aria-label": t`Save as a file` },
        element("span", { "aria-hidden": "true" }, t`Save as a file`),
        save("bas", t`Save the listing as text`, () => app.editor.text),
        save("tap", t`Save the program as a tape`, () => new Uint8Array(tape(app.name, app.editor.text))),
        save("szx", t`Save the state of the machine`, () => new Uint8Array(app.seat.machine.save("szx"))),
    );
}
