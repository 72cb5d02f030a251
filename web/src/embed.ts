// The page in another page: `?embed` shows the empty machine, which takes calls by messages. README.md has the protocol.

import { Api, isEvent } from "./api.ts";
import type { App } from "./app.ts";
import { byId, element, hasTouch, isEmbedded, sentence, textButton } from "./dom.ts";
import { link } from "./share.ts";
import { t } from "./translate.ts";

declare global {
    var girafa: Api;
}

/** The controls of an embedded machine. */
const EMBEDDED_CONTROLS = [t`Pause`, t`Mute`, t`Reset`, t`Full screen`];
/** The methods that a message may call: those of the API. */
const CALLABLE_METHODS = new Set(Object.getOwnPropertyNames(Api.prototype).filter((name) => name !== "constructor" && name !== "on"));

interface Call {
    girafa: string | number;
    call: string;
    arguments: unknown[];
}

function isCall(data: unknown): data is Call {
    const { girafa, call, arguments: args = [] } = (data ?? {}) as Partial<Call>;
    return (typeof girafa === "string" || typeof girafa === "number") && typeof call === "string" && Array.isArray(args);
}

export function embed(app: App): void {
    const api = new Api(app);
    globalThis.girafa = api;
    if (isEmbedded()) {
        showEmbedded(app);
        if (window.parent !== window) {
            answerCalls(api, originOf(new URLSearchParams(location.search).get("origin")));
        }
    }
}

/** The origin of an address, such as `https://example.org` of `https://example.org/`. An address without one allows none. */
function originOf(address: string | null): string | null {
    return address === null || !URL.canParse(address) ? address : new URL(address).origin;
}

/** Shows only the machine, with a link to the whole page. */
function showEmbedded(app: App): void {
    document.body.classList.add("embedded");
    // Keep the heading for screen readers.
    const heading = document.querySelector("h1");
    heading?.classList.add("spoken");
    document.querySelector("main")?.prepend(heading ?? "");
    const controls = byId("controls");
    for (const control of controls.children) {
        (control as HTMLElement).hidden = !EMBEDDED_CONTROLS.includes(control.textContent ?? "");
    }
    if (hasTouch()) {
        controls.append(keyboardSwitch(app));
    }
    const pageLink = element("a", { class: "button", href: "./", target: "_blank", title: t`Open with its listing on a separate page` });
    pageLink.textContent = t`Open in Girafa`;
    pageLink.addEventListener("click", (event) => {
        event.preventDefault();
        // A program that is too large for a link is not passed on.
        const newWindow = window.open("./", "_blank");
        link(app, "moment").then(
            ({ url }) => newWindow && (newWindow.location.href = url),
            () => {},
        );
    });
    controls.append(pageLink);
}

/** On touch screens: the button that shows the Spectrum's keyboard under the screen. */
function keyboardSwitch({ panels }: App): HTMLElement {
    const click = () => {
        const isOn = document.body.classList.toggle("with-keys");
        shown.setAttribute("aria-pressed", String(isOn));
        panels.open("keys");
    };
    const shown = textButton(t`Keys`, t`The Spectrum's keyboard`, click);
    shown.setAttribute("aria-pressed", "false");
    return shown;
}

/**
 * Answers calls from the parent window only: other windows, such as an opener or a popup, could read the user's
 * data. If `origin` is given, only this origin may call.
 */
function answerCalls(api: Api, origin: string | null): void {
    const { parent } = window;
    addEventListener("message", async (event: MessageEvent<unknown>) => {
        const { data } = event;
        if (event.source !== parent || (origin !== null && event.origin !== origin) || !isCall(data)) {
            return;
        }
        // A page opened from a disk has the origin "null", which is not valid as a target.
        const target = event.origin === "null" ? "*" : event.origin;
        const send = (message: object) => parent.postMessage(message, target);
        const { girafa, call, arguments: args = [] } = data;
        try {
            const result = await perform(api, call, args, send);
            send({ girafa, result });
        } catch (error) {
            send({ girafa, error: sentence(error) });
        }
    });
    // The origin of the parent is not known before its first call, but this message contains nothing private.
    try {
        parent.postMessage({ girafa: "ready" }, origin ?? "*");
    } catch {
        throw new Error(`?embed&origin=${origin}: expected an origin, such as https://example.org`);
    }
}

function perform(api: Api, call: string, args: unknown[], send: (message: object) => void): unknown {
    if (call === "on") {
        const [name] = args;
        if (!isEvent(name)) {
            throw new Error("expected one of the events printed, asks, ended");
        }
        api.on(name, (detail) => send({ girafa: "event", event: name, detail }));
        return true;
    }
    if (!CALLABLE_METHODS.has(call)) {
        throw new Error(`unknown call ${call}: expected one of ${[...CALLABLE_METHODS, "on"].join(", ")}`);
    }
    return (api as unknown as Record<string, (...args: unknown[]) => unknown>)[call]?.(...args);
}
