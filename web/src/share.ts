// Links to the current state of the page: the program, the pending answers, and the moment. Opens such links too.

import type { App } from "./app.ts";
import { byId, element } from "./dom.ts";
import { listingOf } from "./girafa.ts";
import { fromFragment, MAX_FRAGMENT_LENGTH, type Shared, toFragment } from "./link.ts";

/** Milliseconds of work between two pictures during a replay. */
const REPLAY_SLICE_MS = 40;

/** A link, and a note on what it does not include. */
export interface Link {
    url: string;
    without?: string;
}

/** Creates a link to the current state. Throws if there is nothing to share, or if the link is too long. */
export async function link({ seat, editor, name }: App): Promise<Link> {
    const { machine } = seat;
    const { file } = machine;
    const shared: Shared = { name, program: editor.text, answers: machine.answers };
    let without: string | undefined;
    if (file && isListing(file.name, file.bytes, editor.text)) {
        shared.name = file.name;
        shared.program = /\.bas$/i.test(file.name) ? editor.text : file.bytes;
        const { moment } = machine;
        if (typeof moment === "string") {
            without = `the moment: ${moment}`;
        } else {
            shared.moment = moment;
        }
    } else if (editor.text.trim() === "") {
        throw new Error("there is no program to share: write or open one");
    } else {
        shared.name = /\.bas$/i.test(name) ? name : `${name}.bas`;
        shared.answers = [];
        without = file && "the moment: the listing has changed since it was run";
    }
    let fragment = await toFragment(shared);
    if (fragment.length > MAX_FRAGMENT_LENGTH && shared.moment) {
        without = `the moment: with its keys the link has ${fragment.length} characters, but the limit is ${MAX_FRAGMENT_LENGTH}`;
        delete shared.moment;
        fragment = await toFragment(shared);
    }
    if (fragment.length > MAX_FRAGMENT_LENGTH) {
        throw new Error(
            `the program is too long for a link (${fragment.length} characters, but the limit is ${MAX_FRAGMENT_LENGTH}): send it as a file`,
        );
    }
    const url = new URL(location.href);
    url.searchParams.delete("embed");
    url.hash = fragment;
    return { url: url.href, without };
}

/** Whether the editor contains the running program. A file without a program has an empty listing. */
function isListing(name: string, bytes: Uint8Array, text: string): boolean {
    try {
        return listingOf(name, bytes) === text;
    } catch {
        return text.trim() === "";
    }
}

/** Opens a link: the program runs, or is paused at the link's moment. */
async function open(app: App, shared: Shared): Promise<void> {
    const { seat } = app;
    const bytes = typeof shared.program === "string" ? new TextEncoder().encode(shared.program) : shared.program;
    app.edit(shared.name.replace(/\.[^.]*$/, ""), text(shared.name, bytes));
    seat.load(shared.name, bytes);
    if (shared.moment && !(await goTo(app, shared.moment))) {
        return;
    }
    shared.answers.forEach((answer) => seat.machine.answer(answer));
}

function text(name: string, bytes: Uint8Array): string {
    try {
        return listingOf(name, bytes);
    } catch {
        return "";
    }
}

/** Replays what was loaded up to a moment at full speed, and pauses there. Returns whether it got there. */
async function goTo({ seat }: App, moment: NonNullable<Shared["moment"]>): Promise<boolean> {
    const parts = document.querySelectorAll("main > section > :not(#notices)");
    const { machine } = seat;
    const { file } = machine;
    const steps = machine.replay(moment);
    let isCancelled = false;
    const actions = [{ text: "Cancel", act: () => (isCancelled = true) }];
    let step: IteratorResult<number, boolean>;
    seat.paused = true;
    // A key now would be pressed in the past.
    parts.forEach((part) => part.toggleAttribute("inert", true));
    try {
        do {
            const began = performance.now();
            do {
                step = seat.change(() => steps.next());
            } while (!step.done && performance.now() - began < REPLAY_SLICE_MS);
            if (!step.done) {
                seat.notice(`Replaying: frame ${step.value} of ${moment.frame}`, false, actions);
                await new Promise((next) => setTimeout(next));
            }
        } while (!step.done && !isCancelled && machine.file === file);
    } finally {
        parts.forEach((part) => part.toggleAttribute("inert", false));
    }
    if (machine.file !== file) {
        // Another program was opened in the meantime.
        return false;
    }
    if (!step.done) {
        seat.notice(`Stopped before the moment of the link, at frame ${step.value} of ${moment.frame}. Press Pause to continue`);
    } else if (step.value) {
        seat.notice("This is the moment of the link. Press Pause to continue");
    } else {
        seat.notice("The link was made by another version of the page: the moment may differ", true);
    }
    return step.done === true;
}

/** Adds the button, and opens the link in the page's own address. */
export function share(app: App): void {
    const { seat } = app;
    const copy = async (): Promise<void> => {
        const { url, without } = await link(app);
        try {
            await navigator.clipboard.writeText(url);
            seat.notice(`Link copied${without ? `, without ${without}` : ""}`);
        } catch {
            // There is no clipboard if the page was opened from a disk, or if the user does not allow it.
            history.replaceState(null, "", url);
            seat.notice(`Copy the link from the address bar${without ? ` (without ${without})` : ""}`);
        }
    };
    byId("actions").append(
        element(
            "button",
            { type: "button", title: "A link to this program at this moment", click: () => void copy().catch(app.fail) },
            "Copy link",
        ),
    );
    const openShared = async (): Promise<void> => {
        const shared = await fromFragment(location.hash.slice(1));
        if (shared) {
            await open(app, shared);
        }
    };
    const openAddress = () => void openShared().catch(app.fail);
    addEventListener("hashchange", openAddress);
    openAddress();
}
