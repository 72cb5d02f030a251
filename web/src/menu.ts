// The menu of the machine: keys, volume, tape, printer, and saving.

import type { App } from "./app.ts";
import { byId, download, element, textButton } from "./dom.ts";
import { icon } from "./icons.ts";
import { type Mapping, MAPPINGS } from "./keyboard.ts";
import { showNotice } from "./notices.ts";
import { type Language, LANGUAGES, languageSettings, t } from "./translate.ts";
import { changeView, TEXT_SIZES, type Theme, view } from "./view.ts";

/** Snapshot formats and their descriptions. */
const SNAPSHOT_FORMATS = [
    ["szx", t`Complete state, with tape and printer`],
    ["z80", t`Supported by most emulators`],
    ["sna", t`The oldest and simplest format`],
] as const;

const MAPPING_NAMES: Record<Mapping, string> = {
    automatic: t`by position in games`,
    meaning: t`by character`,
    position: t`by position`,
};

const THEME_NAMES: Record<Theme, string> = { system: t`system`, light: t`light`, dark: t`dark` };

/** A button that opens and closes a panel. Escape and a click outside close it too. */
export function menu(app: App): HTMLElement {
    const { seat, keyboard } = app;
    const attempt = (act: () => void) => () => seat.attempt(act);
    const button = (text: string, title: string, click: () => void) => textButton(text, title, attempt(click));
    const toggle = (text: string, title: string, set: (on: boolean) => void) => {
        const box = element("input", { type: "checkbox", change: attempt(() => set(box.checked)) });
        return { box, label: element("label", { title }, box, text) };
    };
    const group = (name: string, ...parts: Node[]) =>
        element("fieldset", {}, element("legend", {}, name), ...parts);

    const mappings = MAPPINGS.map((name) => element("option", { value: name }, MAPPING_NAMES[name]));
    const mapping = element("select", { change: () => keyboard.settings.change({ mapping: mapping.value as Mapping }) }, ...mappings);
    const volume = element("input", { type: "range", min: "0", max: "100", value: "100", "aria-label": t`Volume` });
    volume.addEventListener("input", () => (seat.sound.volume = Number(volume.value) / 100));

    const tape = element("p", { class: "faint" });
    const pick = element("input", { type: "file", accept: ".tap,.tzx,.pzx,.bas,.zip,.gz", hidden: true });
    pick.addEventListener("change", async () => {
        const [file] = pick.files ?? [];
        if (file) {
            const bytes = new Uint8Array(await file.arrayBuffer());
            attempt(() => seat.change((machine) => machine.insert_tape(file.name, bytes)))();
        }
        pick.value = "";
    });
    const play = button(t`Play`, t`Start or stop the tape`, () => {
        const isPlaying = seat.state.tape?.playing ?? false;
        seat.change((machine) => machine.play_tape(!isPlaying));
    });
    const instant = toggle(t`Instant LOAD and SAVE`, t`Otherwise the tape runs in real time`, (on) =>
        seat.change((machine) => machine.set_instant_tape(on)),
    );
    const real = toggle(t`Open tapes in real time`, t`The next tape is loaded in real time, with border stripes and sound`, (on) => {
        seat.realTape = on;
    });
    const saved = button(t`Save what SAVE recorded`, t`As a .tap`, () =>
        download(`${app.name}-saved.tap`, new Uint8Array(seat.machine.saved())),
    );
    const printer = toggle(t`Printer plugged in`, t`Without it LPRINT, LLIST and COPY print nothing`, () =>
        seat.notice(seat.change((machine) => machine.switch_printer())),
    );
    const pace = toggle(t`Pace of an original ROM`, t`Otherwise this ROM takes its own time, less than half of that`, () =>
        seat.notice(seat.change((machine) => machine.switch_pace())),
    );
    const snapshotButtons = SNAPSHOT_FORMATS.map(([format, title]) =>
        button(`.${format}`, title, () => download(`${app.name}.${format}`, new Uint8Array(seat.machine.save(format)))),
    );
    const screenshot = button(t`Screenshot`, t`The screen as PNG, one pixel per dot`, () =>
        download(`${app.name}.png`, new Uint8Array(seat.machine.screen_png()), "image/png"),
    );

    const session = button(t`Session`, t`The keys of this run and what they show, as a session file for girafa test`, () =>
        download(`${app.name}.toml`, seat.machine.session(), "text/plain"),
    );

    const panel = element(
        "div",
        { id: "more", popover: "auto", role: "dialog", "aria-label": t`More switches` },
        group(t`Keys and sound`, element("label", {}, t`Key mapping`, mapping), element("label", {}, t`Volume`, volume)),
        group(t`Tape`, tape, element("div", { class: "row" }, button(t`Insert…`, t`Insert another tape`, () => pick.click()), play, saved), instant.label, real.label, pick),
        group(t`Printer`, printer.label),
        group(t`Speed`, pace.label),
        viewGroup(),
        group(t`Save`, element("div", { class: "row" }, screenshot, ...snapshotButtons, session)),
    );
    const opener = element(
        "button",
        { type: "button", title: t`Keys, volume, tape, printer, speed, save`, "aria-label": t`More`, popovertarget: "more", "aria-expanded": "false" },
        element("span", { class: "name" }, t`More`),
    );
    opener.prepend(icon("more"));
    document.body.append(panel);

    const show = () => {
        const { tape: deck, saved: blocks, printer: isConnected, paced } = seat.state;
        mapping.value = keyboard.settings.current.mapping;
        real.box.checked = seat.realTape;
        printer.box.checked = isConnected;
        pace.box.checked = paced;
        tape.textContent = deck
            ? [t`${deck.taken} of ${deck.blocks} blocks taken`, deck.playing ? t`playing` : t`stopped`].join(", ")
            : t`No tape in the recorder`;
        play.textContent = deck?.playing ? t`Stop` : t`Play`;
        play.disabled = !deck;
        instant.box.checked = deck?.instant ?? true;
        instant.box.disabled = !deck;
        saved.disabled = blocks === 0;
    };
    let isOpen = false;
    panel.addEventListener("toggle", (event) => {
        isOpen = (event as ToggleEvent).newState === "open";
        opener.setAttribute("aria-expanded", String(isOpen));
        if (isOpen) {
            show();
            place(panel, opener);
            panel.querySelector<HTMLElement>("input, button")?.focus();
        }
    });
    seat.on("frame", () => isOpen && show());
    seat.on("switched", () => isOpen && show());
    return opener;
}

/** The switches of how the page looks. */
function viewGroup(): HTMLElement {
    const { theme, textSize, wraps } = view();
    const options = Object.entries(THEME_NAMES).map(([value, name]) => element("option", { value, selected: value === theme }, name));
    const colours = element("select", { change: () => changeView({ theme: colours.value as Theme }) }, ...options);
    const { min, max } = TEXT_SIZES;
    const size = element("input", { type: "range", min: String(min), max: String(max), value: String(textSize) });
    size.addEventListener("input", () => changeView({ textSize: size.valueAsNumber }));
    const chosen = languageSettings.current.language;
    const names = Object.entries({ system: t`the browser's`, ...LANGUAGES });
    const languages = names.map(([value, name]) => element("option", { value, selected: value === chosen }, name));
    const change = () => {
        languageSettings.change({ language: language.value as Language | "system" });
        const actions = [{ text: t`Load it now`, act: () => location.reload() }];
        showNotice({ text: t`The language changes when the page is loaded again. That ends the program.`, actions });
    };
    const language = element("select", { change }, ...languages);
    const wrap = element("input", { type: "checkbox", checked: wraps, change: () => changeView({ wraps: wrap.checked }) });
    return element(
        "fieldset",
        {},
        element("legend", {}, t`View`),
        element("label", {}, t`Language`, language),
        element("label", {}, t`Colours`, colours),
        element("label", {}, t`Text size`, size),
        element("label", {}, wrap, t`Wrap long rows`),
    );
}

/** Positions the panel above its button, within the window. */
function place(panel: HTMLElement, opener: HTMLElement): void {
    const { left, top } = opener.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = panel;
    const margin = 8;
    const width = byId("machine").ownerDocument.documentElement.clientWidth;
    panel.style.left = `${Math.max(margin, Math.min(left, width - offsetWidth - margin))}px`;
    panel.style.top = `${Math.max(margin, top - offsetHeight - margin)}px`;
}
