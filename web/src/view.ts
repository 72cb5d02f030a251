// How the page looks: its colours, the size of listings, and whether long rows are wrapped. The browser keeps it.

import { Compartment, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { Settings } from "./settings.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Minimum and maximum size of the text of listings in pixels. */
export const TEXT_SIZES = { min: 10, max: 28 } as const;

export interface View {
    theme: Theme;
    textSize: number;
    wraps: boolean;
}

const settings = new Settings<View>(
    "girafa.view",
    { theme: "system", textSize: 14, wraps: true },
    ({ theme, textSize, wraps }) =>
        THEMES.includes(theme) && textSize >= TEXT_SIZES.min && textSize <= TEXT_SIZES.max && typeof wraps === "boolean",
);
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

const editors: EditorView[] = [];
const colours = new Compartment();
const wrapping = new Compartment();

export function view(): Readonly<View> {
    return settings.current;
}

/** Changes the view, and keeps it for the next visit. */
export function changeView(change: Partial<View>): void {
    settings.change(change);
    applyView();
}

/** Applies the view to the page and its editors. */
export function applyView(): void {
    const { theme, textSize } = view();
    const { style } = document.documentElement;
    style.colorScheme = theme === "system" ? "" : theme;
    style.setProperty("--text-size", `${textSize}px`);
    const effects = [colours.reconfigure(darkTheme()), wrapping.reconfigure(lineWrapping())];
    editors.forEach((editor) => editor.dispatch({ effects }));
}

systemIsDark.addEventListener("change", applyView);

function darkTheme(): Extension {
    const { theme } = view();
    const isDark = theme === "system" ? systemIsDark.matches : theme === "dark";
    return EditorView.darkTheme.of(isDark);
}

function lineWrapping(): Extension {
    return view().wraps ? EditorView.lineWrapping : [];
}

/** The extensions of an editor that follows the view, for a new state. Rows of a scan are not wrapped. */
export function viewExtensions(isScan = false): Extension {
    return [colours.of(darkTheme()), isScan ? [] : wrapping.of(lineWrapping())];
}

/** Keeps an editor with these extensions up to date. */
export function followView(editor: EditorView): void {
    editors.push(editor);
}
