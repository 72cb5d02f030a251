// Creates and finds elements of the page.

import { t } from "./translate.ts";

type Attributes = Record<string, string | boolean | ((event: never) => void)>;

/** An element with attributes, listeners (functions) and children. False values are omitted. */
export function element<T extends keyof HTMLElementTagNameMap>(
    tag: T,
    attributes: Attributes = {},
    ...children: (Node | string)[]
): HTMLElementTagNameMap[T] {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") {
            node.addEventListener(name, value as EventListener);
        } else if (value !== false) {
            node.setAttribute(name, value === true ? "" : value);
        }
    }
    node.append(...children);
    return node;
}

/** A button with a text, and a title that explains it. */
export function textButton(text: string, title: string, click: () => void): HTMLButtonElement {
    return element("button", { type: "button", title, click }, text);
}

/** Whether the page is used by touch. */
export function hasTouch(): boolean {
    return matchMedia("(pointer: coarse)").matches;
}

/** Whether the page is in another page, and shows only the machine. */
export function isEmbedded(): boolean {
    return new URLSearchParams(location.search).has("embed");
}

/** The element of the page with this id. */
export function byId<T extends HTMLElement>(id: string): T {
    const found = document.getElementById(id);
    if (!found) {
        throw new Error(`the page has no #${id}`);
    }
    return found as T;
}

/** Runs a script of the page's directory, also on a page that may not fetch files. */
export function loadScript(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
        const error = () => reject(new Error(t`${name} cannot be loaded: reload the page, or report it to its provider`));
        document.head.append(element("script", { src: name, load: () => resolve(), error }));
    });
}

/** Downloads a file to the user's computer. */
export function download(name: string, bytes: BlobPart, type = "application/octet-stream"): void {
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    element("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** An error as one sentence. */
export function sentence(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}
