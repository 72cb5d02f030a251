// The page in English and in Portuguese.

import { PORTUGUESE } from "./portuguese.ts";
import { Settings } from "./settings.ts";

export const LANGUAGES = { en: "English", pt: "Português" } as const;
export type Language = keyof typeof LANGUAGES;

/** The language that the user has chosen, or `system` for the browser's. It holds from the next time that the page is loaded. */
export const languageSettings = new Settings<{ language: Language | "system" }>(
    "girafa.language",
    { language: "system" },
    ({ language }) => language === "system" || Object.hasOwn(LANGUAGES, language),
);

/** The language of the page. */
export const LANGUAGE = current();

function current(): Language {
    const { language } = languageSettings.current;
    if (language !== "system") {
        return language;
    }
    // Node has no languages.
    const preferred = (globalThis.navigator?.languages ?? []).map((name) => name.slice(0, 2));
    return preferred.find((name): name is Language => Object.hasOwn(LANGUAGES, name)) ?? "en";
}

/** A text in the language of the page: t`${done} of ${all} rows`. Breaks between rows of the source are spaces. */
export function t(parts: TemplateStringsArray, ...values: (string | number | undefined)[]): string {
    const english = parts.map((part, index) => (index < values.length ? `${part}{${index}}` : part)).join("");
    return translated(english.replace(/\n\s+/g, " ")).replace(/\{(\d)\}/g, (_, index) => String(values[index]));
}

/** A text of the page's HTML in the language of the page. */
function translated(english: string): string {
    return (LANGUAGE === "pt" && PORTUGUESE[english]) || english;
}

/** Translates the page's HTML. */
export function translatePage(): void {
    document.documentElement.lang = LANGUAGE;
    for (const element of document.querySelectorAll("[aria-label]")) {
        element.setAttribute("aria-label", translated(element.getAttribute("aria-label") ?? ""));
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data } = texts.currentNode as Text;
        const text = data.trim();
        if (text !== "") {
            texts.currentNode.nodeValue = data.replace(text, () => translated(text));
        }
    }
}
