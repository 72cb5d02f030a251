// The page in another page: `?embed` shows the empty machine, which takes calls by messages. README.md has the protocol.

import { Api, isEvent } from "./api.ts";
import type { App } from "./app.ts";
import { byId, element, sentence } from "./dom.ts";
import { link } from "./share.ts";

declare global {
    var girafa: Api;
}

/** The switches that a bare machine has. */
const SWITCHES = ["Pause", "Mute", "Reset", "Full screen"];
/** What a message may call: what the API offers. */
const CALLS = new Set(Object.getOwnPropertyNames(Api.prototype).filter((name) => name !== "constructor" && name !== "on"));

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
    const parameters = new URLSearchParams(location.search);
    if (parameters.has("embed")) {
        bare(app);
        if (window.parent !== window) {
            answer(api, parameters.get("origin"));
        }
    }
}

/** Shows the machine alone, with a way to the whole page. */
function bare(app: App): void {
    document.body.classList.add("embedded");
    // Its heading stays for those who cannot see whose machine this is.
    const heading = document.querySelector("h1");
    heading?.classList.add("spoken");
    document.querySelector("main")?.prepend(heading ?? "");
    const controls = byId("controls");
    for (const control of controls.children) {
        (control as HTMLElement).hidden = !SWITCHES.includes(control.textContent ?? "");
    }
    const whole = element("a", { class: "button", href: "./", target: "_blank", title: "Open with its listing on a separate page" });
    whole.textContent = "Open in Girafa";
    whole.addEventListener("click", (event) => {
        event.preventDefault();
        // A program that no link can hold is left here.
        const opened = window.open("./", "_blank");
        link(app).then(
            ({ url }) => opened && (opened.location.href = url),
            () => {},
        );
    });
    controls.append(whole);
}

/**
 * Answers the calls of the page around this one, and of no other window: one that has opened this page, or that this page
 * has opened, would otherwise read what the user puts into it. `origin` is the only origin that may call, where one is named.
 */
function answer(api: Api, origin: string | null): void {
    const { parent } = window;
    addEventListener("message", async (event: MessageEvent<unknown>) => {
        const { data } = event;
        if (event.source !== parent || (origin !== null && event.origin !== origin) || !isCall(data)) {
            return;
        }
        // A page from a disk has the origin "null", which cannot be written to by its name.
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
    // Nobody has called yet, so nobody's origin is known, but that one is there is no secret.
    parent.postMessage({ girafa: "ready" }, origin ?? "*");
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
    if (!CALLS.has(call)) {
        throw new Error(`unknown call ${call}: expected one of ${[...CALLS, "on"].join(", ")}`);
    }
    return (api as unknown as Record<string, (...args: unknown[]) => unknown>)[call]?.(...args);
}
