// Links to the program of the page, with answers or a moment of its run. Opens such links too.

import type { App } from "./app.ts";
import { listingOf } from "./girafa.ts";
import { fromFragment, isProgram, MAX_FRAGMENT_LENGTH, type Shared, toFragment } from "./link.ts";
import { t } from "./translate.ts";

/** Milliseconds of work between two pictures during a replay. */
const REPLAY_SLICE_MS = 40;

/** A link, and a note on what it does not include. */
export interface Link {
    url: string;
    without?: string | undefined;
}

/** What a link has: the program, the program with answers, or the run up to the current moment. */
export type Contents = "program" | "answers" | "moment";

/** The program of the editor, or the loaded file if the editor has its listing. */
function shared({ seat, editor, name }: App): Shared & { isLoaded: boolean } {
    const { file } = seat.machine;
    if (file && isListing(file.name, file.bytes, editor.text)) {
        const program = /\.bas$/i.test(file.name) ? editor.text : file.bytes;
        return { name: file.name, program, answers: [], isLoaded: true };
    }
    if (editor.text.trim() === "") {
        throw new Error(t`nothing to share: write a program or open one`);
    }
    return { name: /\.bas$/i.test(name) ? name : `${name}.bas`, program: editor.text, answers: [], isLoaded: false };
}

/**
 * Creates a link to the program. Answers are those of `answers`, at a moment those that are left. Throws if there is
 * nothing to share, or if the link is too long.
 */
export async function link(app: App, contents: Contents, answers: string[] = []): Promise<Link> {
    const { machine } = app.seat;
    const { isLoaded, ...content } = shared(app);
    let without: string | undefined;
    if (contents === "answers") {
        content.answers = answers;
    } else if (contents === "moment" && isLoaded) {
        content.answers = machine.answers;
        const { moment } = machine;
        if (typeof moment === "string") {
            without = t`the moment: ${moment}`;
        } else {
            content.moment = moment;
        }
    } else if (contents === "moment" && machine.file) {
        without = t`the moment: the listing has changed since it was run`;
    }
    let fragment = await toFragment(content);
    if (fragment.length > MAX_FRAGMENT_LENGTH && content.moment) {
        without = t`the moment: with its keys the link has ${fragment.length} characters, but the limit is ${MAX_FRAGMENT_LENGTH}`;
        delete content.moment;
        fragment = await toFragment(content);
    }
    if (fragment.length > MAX_FRAGMENT_LENGTH) {
        throw new Error(
            t`the program is too long for a link (${fragment.length} characters, but the limit is ${MAX_FRAGMENT_LENGTH}): send it as a file`,
        );
    }
    const url = new URL(location.href);
    url.search = "";
    url.hash = fragment;
    return { url: url.href, without };
}

/** The HTML of a frame that shows the program of a link. */
export function embedded(url: string, name: string): string {
    const source = new URL(url);
    source.search = "?embed";
    const title = t`${name} on a ZX Spectrum`.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    return `<iframe src="${source.href}" width="704" height="640" allow="autoplay; fullscreen; clipboard-write" title="${title}"></iframe>`;
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
    const actions = [{ text: t`Cancel`, act: () => (isCancelled = true) }];
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
                seat.notice(t`Replaying: frame ${step.value} of ${moment.frame}`, false, actions);
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
        seat.notice(t`Stopped before the moment of the link, at frame ${step.value} of ${moment.frame}: press a key to continue`);
    } else if (step.value) {
        seat.notice(t`This is the moment of the link: press a key to continue`);
    } else {
        seat.notice(t`The link was made by another version of the page: the moment may differ`, true);
    }
    return step.done === true;
}

/** Opens the link in the page's own address. */
export function openLinks(app: App): void {
    const openAddress = async (): Promise<void> => {
        const fragment = location.hash.slice(1);
        const shared = await fromFragment(fragment);
        if (shared) {
            app.listings.guarded(fragment, t`The program of this link`, () => void open(app, shared).catch(app.fail));
        }
    };
    const tryToOpen = () => void openAddress().catch(app.fail);
    addEventListener("hashchange", tryToOpen);
    tryToOpen();
    // An edited listing is another one than that of the link: a reload shows it.
    app.listings.onEdit = () => {
        if (isProgram(location.hash.slice(1))) {
            history.replaceState(null, "", location.pathname + location.search);
        }
    };
}
