// How the page looks: its colours, the size of listings, and whether long rows are wrapped. The browser keeps it.

import { Compartment, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Minimum and maximum size of the text of listings in pixels. */
export const TEXT_SIZES = { min: 10, max: 28 } as const;

export interface View {
    theme: Theme;
    textSize: number;
    wraps: boolean;
}

const STORAGE_KEY = "girafa.view";
const DEFAULT_VIEW: View = { theme: "system", textSize: 14, wraps: true };
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

let current = stored();
const editors: EditorView[] = [];
const colours = new Compartment();
const wrapping = new Compartment();

/** The view of the last visit, as far as it is valid. */
function stored(): View {
    try {
        const found = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<View>;
        const { theme, textSize, wraps } = { ...DEFAULT_VIEW, ...found };
        const isValid = THEMES.includes(theme) && textSize >= TEXT_SIZES.min && textSize <= TEXT_SIZES.max && typeof wraps === "boolean";
        return isValid ? { theme, textSize, wraps } : DEFAULT_VIEW;
    } catch {
        // Damaged, or the page may not store.
        return DEFAULT_VIEW;
    }
}

export function view(): Readonly<View> {
    return current;
}

/** Changes the view, and keeps it for the next visit. */
export function changeView(change: Partial<View>): void {
    current = { ...current, ...change };
    try {
        localStorage.setItem(STORAGE_KEY, JSON.stringify(current));
    } catch {
        // Without storage, it lasts until the page is closed.
    }
    applyView();
}

/** Applies the view to the page and its editors. */
export function applyView(): void {
    const { style } = document.documentElement;
    style.colorScheme = current.theme === "system" ? "" : current.theme;
    style.setProperty("--text-size", `${current.textSize}px`);
    const effects = [colours.reconfigure(darkTheme()), wrapping.reconfigure(lineWrapping())];
    editors.forEach((editor) => editor.dispatch({ effects }));
}

systemIsDark.addEventListener("change", applyView);

function darkTheme(): Extension {
    const isDark = current.theme === "system" ? systemIsDark.matches : current.theme === "dark";
    return EditorView.darkTheme.of(isDark);
}

function lineWrapping(): Extension {
    return current.wraps ? EditorView.lineWrapping : [];
}

/** The extensions of an editor that follows the view, for a new state. Rows of a scan are not wrapped. */
export function viewExtensions(isScan = false): Extension {
    return [colours.of(darkTheme()), isScan ? [] : wrapping.of(lineWrapping())];
}

/** Keeps an editor with these extensions up to date. */
export function followView(editor: EditorView): void {
    editors.push(editor);
}
