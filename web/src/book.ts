// The book's text: its listings restored in the page, and the programs compared with the native reference, rows side by side.

import { Helper, Stopped } from "./ask.ts";
import type { App } from "./app.ts";
import { byId, element, sentence } from "./dom.ts";
import { programs } from "./girafa.ts";
import type { Compared, RestoredListing, Verdict } from "./pending.ts";
import { sideBySide } from "./rows.ts";

/** A text shorter than this, in characters, is no book's. */
const SHORTEST = 50_000;

/** What is said before anybody gives a text, and after. */
const PRIVATE =
    "The book's text stays in this page: it is read on this computer, nothing of it is sent anywhere or kept for another visit.";

/** The book, if its text was given. */
export interface Book {
    readonly listings: RestoredListing[];
    /** Restores the listings if this is the book's text; gives whether it is. */
    restore(name: string, text: string): Promise<boolean>;
}

export function book(app: App): void {
    new Comparer(app);
}

/** The panel of comparisons, and the book. */
class Comparer implements Book {
    listings: RestoredListing[] = [];
    #app: App;
    #text: string | null = null;
    #restorer: Helper;
    #helper: Helper;
    #programs = element("select", { "aria-label": "Program" });
    #start = element("button", { type: "button", class: "main" }, "Compare");
    #stop = element("button", { type: "button", hidden: true }, "Stop");
    #progress = element("span", { role: "status" });
    #about = element("p", {}, `No book's text was given: the editions are compared. ${PRIVATE}`);
    #list = element("ul", { class: "restored", "aria-label": "The book's listings" });
    #table = element("div", { class: "verdicts" });

    constructor(app: App) {
        this.#app = app;
        this.#restorer = new Helper(app.module);
        this.#helper = new Helper(app.module);
        app.book = this;
        app.compare = (id) => {
            this.#fill();
            this.#programs.value = id;
            app.panels.open("compare");
            byId("tab-compare").scrollIntoView({ block: "nearest" });
            void this.#compare();
        };
        this.#start.addEventListener("click", () => void this.#compare());
        this.#stop.addEventListener("click", () => this.#helper.stop());
        const tools = element("div", { role: "group", "aria-label": "Comparison" }, this.#programs, this.#start, this.#stop, this.#progress);
        const content = element("div", { class: "compare" }, this.#about, this.#list, tools, this.#table);
        app.panels.add("compare", "Compare", content, () => this.#fill());
    }

    #fill(): void {
        if (this.#programs.childElementCount === 0) {
            const compared = programs().filter(({ is_of_book, sessions }) => is_of_book && sessions.length > 0);
            this.#programs.append(...compared.map(({ id }) => element("option", { value: id }, id)));
        }
    }

    async restore(name: string, text: string): Promise<boolean> {
        if (text.length < SHORTEST) {
            return false;
        }
        const { seat } = this.#app;
        seat.notice(`${name}: looking for the book's listings. ${PRIVATE}`);
        const answer = await this.#restorer.ask("restoreBook", text);
        this.#restorer.stop();
        if (!answer) {
            return false;
        }
        this.listings = answer;
        this.#text = text;
        this.#about.textContent = `${answer.length} listings are restored from ${name}. ${PRIVATE}`;
        this.#list.replaceChildren(...answer.map((listing) => this.#restored(listing)));
        this.#fill();
        this.#app.panels.open("compare");
        seat.notice(`${name}: ${answer.length} listings of the book are restored; they are among the programs now. ${PRIVATE}`);
        return true;
    }

    #restored(listing: RestoredListing): HTMLElement {
        const run = () => {
            this.#app.edit(listing.id, listing.listing);
            this.#app.run();
        };
        const title = `Run the book's listing: ${listing.title}`;
        return element("li", {}, element("button", { type: "button", title, click: run }, listing.id));
    }

    async #compare(): Promise<void> {
        const id = this.#programs.value;
        const program = programs().find((program) => program.id === id);
        if (!program || this.#helper.works) {
            return;
        }
        const done: Verdict[] = [];
        this.#table.replaceChildren();
        this.#start.disabled = this.#stop.hidden === false;
        this.#stop.hidden = false;
        const count = program.sessions.length;
        try {
            for (const { name } of program.sessions) {
                this.#progress.textContent = `${done.length} of ${count} sessions: ${name}`;
                const compared: Compared = await this.#helper.ask("compare", id, this.#text, name);
                for (const verdict of compared) {
                    done.push(verdict);
                    this.#table.append(this.#verdict(verdict));
                }
            }
            const differ = done.filter(({ verdict }) => verdict === "differs").length;
            const rows = done.reduce((sum, verdict) => sum + verdict.rows, 0);
            this.#progress.textContent = `${done.length} sessions, ${rows} rows compared: ${differ === 0 ? "all agree" : `${differ} differ`}`;
        } catch (error) {
            this.#progress.textContent = `${done.length} of ${count} sessions, then stopped`;
            if (!(error instanceof Stopped)) {
                this.#app.seat.notice(sentence(error), true);
            }
        } finally {
            this.#start.disabled = false;
            this.#stop.hidden = true;
        }
    }

    #verdict(verdict: Verdict): HTMLElement {
        const ways = verdict.ways.map(({ way }) => way).join(", ");
        const summary = element(
            "summary",
            { class: verdict.verdict },
            element("strong", {}, verdict.verdict),
            ` ${verdict.session} `,
            element("small", {}, `${ways}: ${verdict.rows} rows`),
        );
        const parts = verdict.differences.map(sideBySide);
        const told = [verdict.failure, ...verdict.remarks].filter(Boolean).map((text) => element("p", {}, String(text)));
        return element("details", { open: verdict.verdict === "differs" }, summary, ...told, ...parts);
    }
}
