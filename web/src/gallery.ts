// The gallery: the included programs, and the book's once its text was opened, with pictures and sessions to play.

import { Helper } from "./ask.ts";
import type { App } from "./app.ts";
import { dialog } from "./dialog.ts";
import { byId, element, sentence } from "./dom.ts";
import type { Program } from "./included.ts";
import { included } from "./programs.ts";
import { titleElements, TITLES } from "./titles.ts";
import { t } from "./translate.ts";

/** Maximum emulated time in seconds for the picture of a listing of the book. */
const MAX_PICTURE_SECONDS = 60;

/** The label of a listing of the book. */
const BOOK_BADGE = t`the book's listing`;

/** A program in the gallery. */
interface Item {
    program: Program;
    /** Whether the listing is the book's own, restored from its text. */
    isRestored: boolean;
    /** The listing with the book's errata applied, if there are any. */
    corrected?: string | null;
    /** The URL of its picture; pictures of the book's listings are created in the page. */
    picture: string | undefined;
}

/** The text to search in. */
function searchText({ program, isRestored }: Item): string {
    const { en = "", pt = "" } = TITLES[program.id] ?? {};
    const text = `${program.id} ${program.title} ${en} ${pt} ${isRestored || program.is_of_book ? "book livro" : ""}`;
    return normalized(text);
}

/** The titles of a program; a listing of the book has its title there. */
function titles({ program, isRestored }: Item): HTMLElement[] {
    return isRestored ? [element("span", { class: "title", lang: "pt" }, program.title)] : titleElements(program.id);
}

/** Converts text to lower case without accents. */
function normalized(text: string): string {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export function gallery(app: App): void {
    let instance: Gallery | undefined;
    const show = async (): Promise<void> => {
        try {
            const { programs } = await included();
            instance ??= new Gallery(app, programs);
            instance.open();
        } catch (error) {
            app.seat.notice(sentence(error), true);
        }
    };
    const open = () => void show();
    app.openGallery = open;
    const title = t`All included programs`;
    byId("programs").append(element("button", { type: "button", class: "main", title, click: open }, t`Programs`));
}

class Gallery {
    #app: App;
    #dialog: HTMLDialogElement;
    #grid = element("div", { class: "grid", role: "listbox", "aria-label": t`Programs` });
    #detail = element("section", { class: "detail", "aria-live": "polite", "aria-label": t`Selected program` });
    #search = element("input", { type: "search", placeholder: t`Search`, "aria-label": t`Search the programs` });
    #count = element("span", { role: "status" });
    #included: Program[];
    #items: Item[] = [];
    #chosen: Item | undefined;
    #painter: Helper;
    #painted = new Map<string, Promise<string>>();

    constructor(app: App, programs: Program[]) {
        this.#app = app;
        this.#included = programs;
        this.#painter = new Helper(app.module);
        this.#search.addEventListener("input", () => this.#show());
        this.#search.addEventListener("keydown", (event) => {
            if (event.key === "ArrowDown" || event.key === "Enter") {
                event.preventDefault();
                this.#grid.querySelector<HTMLElement>("[role=option]")?.focus();
            }
        });
        this.#grid.addEventListener("keydown", (event) => this.#move(event));
        const body = element("div", { class: "gallery-body" }, this.#grid, this.#detail);
        this.#dialog = dialog(t`Programs`, "gallery", [this.#search, this.#count], body);
        this.#dialog.addEventListener("close", () => this.#painter.stop());
    }

    open(): void {
        const restored = this.#app.book?.listings ?? [];
        const included = this.#included.map((program): Item => ({
            program,
            isRestored: false,
            picture: `programs/${program.id}.png`,
        }));
        this.#items = [
            ...restored.map(({ id, title, listing, corrected }): Item => {
                const sessions = this.#included.find((program) => program.id === id)?.sessions ?? [];
                const program = { id, title, listing, is_of_book: true, sessions };
                return { program, corrected, isRestored: true, picture: undefined };
            }),
            ...included,
        ];
        this.#show();
        this.#dialog.showModal();
        this.#search.focus();
    }

    /** Shows the programs that match the search. */
    #show(): void {
        const words = normalized(this.#search.value).split(/\s+/).filter(Boolean);
        // Programs whose name begins with the search text come first.
        const prefixRank = ({ program }: Item) => Number(!program.id.startsWith(words.join("-")));
        const found = this.#items
            .filter((item) => words.every((word) => searchText(item).includes(word)))
            .sort((one, other) => prefixRank(one) - prefixRank(other));
        this.#grid.replaceChildren(...found.map((item) => this.#card(item)));
        this.#count.textContent = found.length === 1 ? t`1 program` : t`${found.length} programs`;
        this.#choose(found.find((item) => item === this.#chosen) ?? found[0]);
    }

    /** The program's picture, once loaded. It is decorative: the name and title have the same information. */
    #image(item: Item): HTMLElement {
        const image = element("img", { alt: "", loading: "lazy", width: "352", height: "288" });
        if (item.picture) {
            image.src = item.picture;
        } else {
            this.#paint(item).then((url) => (image.src = url), () => {});
        }
        return image;
    }

    #card(item: Item): HTMLElement {
        const { program, isRestored } = item;
        const badge = isRestored ? BOOK_BADGE : program.is_of_book ? t`edition of a program of the book` : "";
        return element(
            "div",
            {
                role: "option",
                tabindex: "-1",
                "aria-selected": "false",
                focus: () => this.#choose(item),
                click: () => this.#choose(item),
                dblclick: () => this.#run(program),
                keydown: (event: KeyboardEvent) => {
                    if (event.key === "Enter") {
                        event.preventDefault();
                        this.#run(program);
                    }
                },
            },
            this.#image(item),
            element("strong", {}, program.id),
            ...titles(item),
            badge && element("small", {}, badge),
        );
    }

    /** Moves the focus in the visible grid with the arrow keys. */
    #move(event: KeyboardEvent): void {
        const cards = [...this.#grid.querySelectorAll<HTMLElement>("[role=option]")];
        const at = cards.indexOf(document.activeElement as HTMLElement);
        const top = cards[0]?.offsetTop;
        const across = Math.max(1, cards.filter((card) => card.offsetTop === top).length);
        const steps: Record<string, number> = {
            ArrowRight: 1,
            ArrowLeft: -1,
            ArrowDown: across,
            ArrowUp: -across,
            Home: -at,
            End: cards.length - 1 - at,
        };
        const step = steps[event.key];
        if (step !== undefined && at >= 0) {
            event.preventDefault();
            const next = cards[at + step];
            next ? next.focus() : event.key === "ArrowUp" && this.#search.focus();
        }
    }

    /** Selects a program, and shows the actions for it. */
    #choose(item: Item | undefined): void {
        const cards = [...this.#grid.querySelectorAll<HTMLElement>("[role=option]")];
        // The book's listing and its edition have the same id.
        const isCardOfItem = (card: HTMLElement) =>
            card.querySelector("strong")?.textContent === item?.program.id &&
            (card.querySelector("small")?.textContent === BOOK_BADGE) === item?.isRestored;
        const isSame = item === this.#chosen && this.#detail.childElementCount > 0;
        this.#chosen = item;
        let isFirst = true;
        for (const card of cards) {
            const isChosen = isCardOfItem(card);
            card.setAttribute("aria-selected", String(isChosen && isFirst));
            card.tabIndex = isChosen && isFirst ? 0 : -1;
            isFirst &&= !isChosen;
        }
        if (!isSame) {
            const details = item ? this.#details(item) : [t`No program matches.`];
            this.#detail.replaceChildren(...details);
        }
    }

    #details(item: Item): (Node | string)[] {
        const { program, isRestored, corrected } = item;
        const button = (text: string, title: string, click: () => void, isMain = false) =>
            element("button", { type: "button", title, click, ...(isMain && { class: "main" }) }, text);
        const options = program.sessions.map(({ name }, index) => element("option", { value: String(index), lang: "en" }, name));
        const sessions = element("select", { "aria-label": t`Sessions` }, ...options);
        const answers = element("p", { class: "answers" });
        const chosen = () => program.sessions[Number(sessions.value)];
        const show = () => {
            const given = chosen()?.answers ?? [];
            answers.textContent = given.length > 0 ? t`Answers: ${given.join(" · ")}` : t`No answers.`;
        };
        sessions.addEventListener("change", show);
        show();
        const hasSessions = program.sessions.length > 0;
        const { compare } = this.#app;
        return [
            this.#image(item),
            element("h3", {}, program.id),
            element("p", {}, ...titles(item)),
            element(
                "div",
                { role: "group", "aria-label": t`The listing` },
                button(t`Run`, t`Run it (Enter)`, () => this.#run(program), true),
                ...(corrected
                    ? [
                          button(t`Run corrected`, t`Run it with the errors of the book corrected`, () => {
                              this.#run({ ...program, id: `${program.id}-corrected`, listing: corrected });
                          }),
                      ]
                    : []),
                button(t`To the editor`, t`Show the listing without running it`, () => {
                    this.#app.edit(program.id, program.listing);
                    this.#dialog.close();
                    this.#app.editor.view.focus();
                }),
                ...(compare && (isRestored || program.is_of_book) && hasSessions
                    ? [
                          button(t`Compare`, t`Run its sessions and compare them with the native reference`, () => {
                              this.#dialog.close();
                              compare(program.id);
                          }),
                      ]
                    : []),
            ),
            ...(hasSessions
                ? [
                      element("h4", {}, t`Sessions`),
                      element(
                          "div",
                          { role: "group", "aria-label": t`Play a session` },
                          sessions,
                          button(t`Play`, t`Run it and type the session's answers`, () => {
                              this.#run(program, chosen()?.answers);
                          }),
                      ),
                      answers,
                  ]
                : []),
        ];
    }

    #run(program: Program, answers: string[] = []): void {
        const { seat } = this.#app;
        this.#dialog.close();
        this.#app.edit(program.id, program.listing);
        try {
            seat.run(program.listing, `${program.id}.bas`);
            answers.forEach((answer) => seat.machine.answer(answer));
            this.#app.screen.focus();
        } catch (error) {
            this.#app.fail(error);
        }
    }

    /** Creates the picture of a restored listing: the screen after its first session. */
    #paint({ program }: Item): Promise<string> {
        const existing = this.#painted.get(program.id);
        if (existing) {
            return existing;
        }
        const wanted = { answers: program.sessions[0]?.answers ?? [], seconds: MAX_PICTURE_SECONDS };
        const picture = this.#painter.ask("run", program.listing, wanted).then(({ png }) => {
            return URL.createObjectURL(new Blob([new Uint8Array(png.screen)], { type: "image/png" }));
        });
        // If the task was stopped, try again when the picture is next needed.
        picture.catch(() => this.#painted.delete(program.id));
        this.#painted.set(program.id, picture);
        return picture;
    }
}
