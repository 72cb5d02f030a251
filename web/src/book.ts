// The book's text: restores its listings in the page, and compares programs with the native reference, side by side.

import { Helper, Stopped } from "./ask.ts";
import type { App } from "./app.ts";
import { byId, element, sentence } from "./dom.ts";
import { included } from "./programs.ts";
import type { BookListing, Compared } from "./tools.ts";
import { sideBySide, BACKEND_NAMES } from "./rows.ts";
import { t } from "./translate.ts";

/** Minimum length of a book's text in characters. */
const MIN_BOOK_CHARACTERS = 50_000;
/** T-states per second. */
const TSTATES_PER_SECOND = 3_500_000;

/** Shown before and after a text is opened. */
const PRIVACY_NOTICE =
    t`The text stays in this page: it is read on this computer,
        none of it is sent anywhere or kept after your visit.`;

const STANDINGS: Record<Compared["standing"], string> = { agrees: t`agrees`, differs: t`differs`, alone: t`alone` };

/** A listing of the book that was restored. */
export type Restored = BookListing & { listing: string };

/** The book, if its text was opened. */
export interface BookPart {
    readonly listings: Restored[];
    /** Restores the listings from a text. Returns whether it is the book's. Throws if it is, but was modified. */
    restore(name: string, text: string): Promise<boolean>;
}

export function book(app: App): void {
    new Comparer(app);
}

/** The panel with the comparisons and the book. */
class Comparer implements BookPart {
    listings: Restored[] = [];
    #app: App;
    #text: string | null = null;
    #helper: Helper;
    #sessions = new Map<string, string[]>();
    #programs = element("select", { "aria-label": t`Program` });
    #start = element("button", { type: "button", class: "main" }, t`Compare`);
    #stop = element("button", { type: "button", disabled: true }, t`Stop`);
    #progress = element("span", { role: "status" });
    #about = element("p", {});
    #list = element("ul", { class: "restored", "aria-label": t`The book's listings` });
    #book = element("details", { open: true });
    #table = element("div", { class: "verdicts" });

    constructor(app: App) {
        this.#app = app;
        this.#helper = new Helper(app.module);
        app.book = this;
        app.compare = (id) => void this.#compareProgram(id).catch(app.fail);
        this.#about.textContent =
            t`Sessions are run on the machine and by a program in native code, and what they print is compared. Drop or
                open the book's text (.txt), and its listings are included. ${PRIVACY_NOTICE}`;
        this.#start.addEventListener("click", () => void this.#compare());
        this.#stop.addEventListener("click", () => this.#helper.stop());
        const tools = [this.#programs, this.#start, this.#stop, this.#progress];
        const group = element("div", { role: "group", "aria-label": t`Comparison` }, ...tools);
        this.#book.append(element("summary", {}, t`The book`), this.#about, this.#list);
        const content = element("div", { class: "compare" }, group, this.#table, this.#book);
        app.panels.add("compare", t`Compare`, content, () => void this.#fill().catch(app.fail));
    }

    /** Fills the list of programs when it is first shown. */
    async #fill(): Promise<void> {
        const { comparable } = await included();
        if (this.#sessions.size === 0) {
            this.#sessions = new Map(comparable.map(({ id, sessions }) => [id, sessions]));
            this.#programs.append(...[...this.#sessions.keys()].map((id) => element("option", { value: id }, id)));
        }
    }

    async #compareProgram(id: string): Promise<void> {
        await this.#fill();
        this.#programs.value = id;
        this.#app.panels.open("compare");
        byId("tab-compare").focus();
        this.#helper.stop();
        void this.#compare();
    }

    async restore(name: string, text: string): Promise<boolean> {
        if (text.length < MIN_BOOK_CHARACTERS) {
            return false;
        }
        const { seat, panels } = this.#app;
        seat.notice(t`${name}: looking for the book's listings. ${PRIVACY_NOTICE}`);
        const helper = new Helper(this.#app.module);
        try {
            const { title, author, listings } = await helper.ask("restoreBook", text);
            this.listings = listings.filter((listing): listing is Restored => listing.listing !== null);
            this.#text = text;
            const failures = listings.filter(({ error }) => error !== null).map(({ id, error }) => `${id}: ${error}`);
            const rows = listings.reduce((sum, listing) => sum + listing.rows, 0);
            const corrected = listings.reduce((sum, listing) => sum + listing.rows_corrected, 0);
            this.#about.textContent = [
                t`${this.listings.length} listings of ${title} (${author}) are restored from ${name}: ${rows} rows,
                    of which ${corrected} were corrected. They are in the list of programs now. ${PRIVACY_NOTICE}`,
                ...failures,
            ].join("\n");
            this.#list.replaceChildren(...this.listings.map((listing) => this.#restoredItem(listing)));
            await this.#fill();
            this.#table.replaceChildren();
            this.#book.open = true;
            panels.open("compare");
            const count = this.listings.length;
            seat.notice(t`${name}: ${count} listings of the book are restored and in the list of programs now. ${PRIVACY_NOTICE}`);
            return true;
        } catch (error) {
            if (!sentence(error).includes("is not the book")) {
                throw error;
            }
            return false;
        } finally {
            helper.stop();
        }
    }

    #restoredItem({ id, title, listing }: Restored): HTMLElement {
        const run = () => {
            this.#app.edit(id, listing);
            this.#app.run();
        };
        const attributes = { type: "button", title: t`Run the book's listing: ${title}`, click: run };
        return element("li", {}, element("button", attributes, id));
    }

    /** Compares one session after the other, to show each result immediately and to allow stopping. */
    async #compare(): Promise<void> {
        const id = this.#programs.value;
        const sessions = this.#sessions.get(id) ?? [];
        const done: Compared[] = [];
        const bar = element("progress", { max: String(sessions.length), value: "0", "aria-label": t`Sessions` });
        this.#table.replaceChildren(bar);
        this.#book.open = false;
        this.#start.disabled = true;
        this.#stop.disabled = false;
        try {
            for (const session of sessions) {
                this.#progress.textContent = t`${done.length} of ${sessions.length} sessions: ${session}`;
                for (const compared of await this.#helper.ask("compare", id, this.#text, session)) {
                    done.push(compared);
                    this.#table.append(this.#verdict(compared));
                }
                bar.value = done.length;
            }
            const differ = done.filter(({ standing }) => standing === "differs").length;
            const rows = done.reduce((sum, { rows }) => sum + rows, 0);
            const verdict = differ === 0 ? t`all agree` : t`${differ} differ`;
            this.#progress.textContent = t`${id}: ${done.length} sessions, ${rows} rows: ${verdict}`;
        } catch (error) {
            this.#progress.textContent = t`${id}: stopped after ${done.length} of ${sessions.length} sessions`;
            if (!(error instanceof Stopped)) {
                this.#app.seat.notice(sentence(error), true);
            }
        } finally {
            bar.remove();
            this.#start.disabled = this.#helper.isBusy;
            this.#stop.disabled = !this.#helper.isBusy;
        }
    }

    #verdict({ session, standing, ways, rows, failure, not_modelled: unmodelled, sides }: Compared): HTMLElement {
        const ran = ways.map(({ way, tstates }) => {
            const seconds = tstates === null ? "" : ` ${(tstates / TSTATES_PER_SECOND).toFixed(1)} s`;
            return `${BACKEND_NAMES[way]}${seconds}`;
        });
        const summary = element(
            "summary",
            { class: standing },
            element("strong", {}, STANDINGS[standing]),
            ` ${session} `,
            element("small", {}, `${t`${rows} rows`}: ${ran.join(", ")}`),
        );
        const remarks = [failure, unmodelled && t`The reference does not support the answer ${unmodelled}.`];
        const details = element(
            "details",
            { class: "verdict" },
            summary,
            ...remarks.filter(Boolean).map((text) => element("p", {}, String(text))),
        );
        // Create the thousands of rows only when they are opened.
        details.addEventListener("toggle", () => details.append(...sides.splice(0).map(sideBySide)), { once: true });
        details.open = standing === "differs";
        return details;
    }
}
