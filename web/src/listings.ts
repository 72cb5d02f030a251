// The listing in the editor, under its name, and the other listings that the browser keeps.

import { isEmbedded, sentence } from "./dom.ts";
import type { Editor } from "./editor.ts";
import { Library, type Listing, memoryStore, type Store, type Stored } from "./library.ts";
import type { Notice } from "./notices.ts";
import { t } from "./translate.ts";

/** Milliseconds between the last change and saving it. */
const SAVE_DELAY_MS = 500;
/** The name of a new listing. */
const NEW_NAME = t`listing`;
/** The session storage key of the listing of this tab. */
const TAB_KEY = "girafa.tab";
/** The local storage key of the listing that is being opened. */
const OPENING_KEY = "girafa.opening";
/** Milliseconds after which a listing has been opened: the page has drawn it, and checked it for errors. */
const OPENING_MS = 1_000;
const FULL_MESSAGE =
    t`The browser's storage is full: what you write is kept only until this page is closed. Save it as a file, or delete other listings.`;
/** Maximum length of a name that the user gives. */
export const MAX_NAME_LENGTH = 60;

/** The listing in the editor. */
interface Current {
    name: string;
    isUnedited: boolean;
    /** Where it is stored, once it is, and the stamp of what this tab has stored or read there. */
    stored: { id: string; stamp: string } | undefined;
}

const NEW_LISTING: Current = { name: NEW_NAME, isUnedited: false, stored: undefined };

/** The page's storages; those of a visit if the page is embedded, or may not store. */
function stores(): { local: Store; tab: Store } {
    try {
        if (!isEmbedded()) {
            return { local: localStorage, tab: sessionStorage };
        }
    } catch {
        // For example in a frame with the attribute sandbox.
    }
    return { local: memoryStore(), tab: memoryStore() };
}

export class Listings {
    #editor: Editor;
    #notify: (notice: Notice) => void;
    #stores = stores();
    #library: Library;
    #current = { ...NEW_LISTING };
    #isDirty = false;
    #timer = 0;
    #isFull = false;
    /** Whether the editor's text is being replaced, which is not an edit. */
    #isReplacing = false;
    /** Called when another listing is in the editor, or its name has changed. */
    onChange?: () => void;
    /** Called after each edit. */
    onEdit?: () => void;

    constructor(editor: Editor, notify: (notice: Notice) => void) {
        this.#editor = editor;
        this.#notify = notify;
        this.#library = new Library(this.#stores.local);
        addEventListener("pagehide", () => {
            this.save();
            this.#stores.local.removeItem(OPENING_KEY);
        });
    }

    get name(): string {
        return this.#current.name;
    }

    /** The id of the listing in the editor, if it is stored. */
    get id(): string | undefined {
        return this.#current.stored?.id;
    }

    list(): [id: string, listing: Stored][] {
        this.save();
        return this.#library.list();
    }

    /** Whether nothing is kept from an earlier visit, and no link is opened. */
    get isFirstVisit(): boolean {
        return !isEmbedded() && this.#library.last === undefined && location.hash === "";
    }

    /** Shows the listing of this tab, or else of the last visit, or else the one that was changed last. */
    restore(): void {
        const ofTab = this.#stores.tab.getItem(TAB_KEY);
        if (ofTab === "") {
            // A new listing, in which nothing was written.
            return;
        }
        const known = [ofTab, this.#library.last].map((id) => [id, this.#library.get(id ?? "")] as const);
        // Reading all listings takes a while.
        const [id, listing] = known.find(([, listing]) => listing) ?? this.#library.list()[0] ?? [];
        if (!id || !listing) {
            return;
        }
        this.guarded(id, t`The listing ${listing.name}`, () => {
            try {
                this.choose(id);
            } catch (error) {
                this.#notify({ text: `${listing.name}: ${sentence(error)}`, isError: true });
            }
        });
    }

    /**
     * Opens something that may stop the page: if it did on the last visit, asks first. `key` identifies it, and
     * `what` names it in the question.
     */
    guarded(key: string, what: string, open: () => void): void {
        const { local } = this.#stores;
        const begin = () => {
            try {
                local.setItem(OPENING_KEY, key);
            } catch {
                // Without room, the page does not ask.
            }
            setTimeout(() => local.removeItem(OPENING_KEY), OPENING_MS);
            open();
        };
        if (local.getItem(OPENING_KEY) !== key) {
            begin();
            return;
        }
        local.removeItem(OPENING_KEY);
        const text = t`${what} was being opened when the page stopped the last time.`;
        this.#notify({ text, isError: true, actions: [{ text: t`Open it again`, act: begin }] });
    }

    /** To be called after each change of the editor's text. */
    edited(): void {
        if (this.#isReplacing) {
            return;
        }
        this.#isDirty = true;
        this.#current.isUnedited = false;
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.save(), SAVE_DELAY_MS);
        this.onEdit?.();
    }

    /** Stores the listing in the editor if it was edited. */
    save(): void {
        clearTimeout(this.#timer);
        const { stored, name, isUnedited } = this.#current;
        if (!this.#isDirty || (this.#editor.text === "" && !stored)) {
            return;
        }
        const listing: Listing = { name, isUnedited, ...this.#editor.saved() };
        const there = stored && this.#library.get(stored.id);
        const isConflict = there !== undefined && there.stamp !== stored?.stamp;
        if (isConflict) {
            listing.name = this.#library.freeName(name);
        }
        const { id, stamp, isStored } = this.#library.put(isConflict ? undefined : stored?.id, listing);
        this.#become({ name: listing.name, isUnedited, stored: { id, stamp } });
        if (!isStored && !this.#isFull) {
            this.#notify({ text: FULL_MESSAGE, isError: true });
        }
        this.#isFull = !isStored;
        if (isConflict) {
            this.#notify({ text: t`Another tab has changed ${name}: what you have here is kept as ${listing.name}` });
        }
    }

    #become(current: Current): void {
        this.#current = current;
        this.#isDirty = false;
        const id = current.stored?.id;
        if (id) {
            this.#library.last = id;
        }
        try {
            this.#stores.tab.setItem(TAB_KEY, id ?? "");
        } catch {
            // Without room, a reload shows the listing that was changed last.
        }
        this.onChange?.();
    }

    /** Shows a stored listing. */
    choose(id: string): void {
        this.save();
        const listing = this.#library.get(id);
        if (listing) {
            const { name, isUnedited, stamp, text, history } = listing;
            this.#replace(() => this.#editor.restore(text, history));
            this.#become({ name, isUnedited, stored: { id, stamp } });
        }
    }

    #replace(replace: () => void): void {
        this.#isReplacing = true;
        try {
            replace();
        } finally {
            this.#isReplacing = false;
        }
    }

    /** Starts an empty listing. */
    create(): void {
        this.save();
        this.#replace(() => this.#editor.restore("", undefined));
        this.#become({ ...NEW_LISTING, name: this.#library.freeName(NEW_NAME) });
    }

    /**
     * Shows a program as another listing. The listing of this name is taken if it has the same text, or if
     * it was opened and not edited. Returns a function that goes back. Throws if the text is too long.
     */
    open(name: string, listing: string): () => void {
        this.save();
        // As the editor has it.
        const text = listing.replace(/\r\n?/g, "\n");
        const before = this.#current;
        const textBefore = this.#editor.saved();
        const goBack = () => this.#goBack(before, textBefore);
        const entries = this.#library.list();
        const same = entries.find(([, listing]) => listing.name === name && listing.text === text);
        if (same) {
            if (same[0] !== this.id) {
                this.choose(same[0]);
            }
        } else {
            const replaced = entries.find(([, listing]) => listing.name === name && listing.isUnedited);
            const isReplacement = replaced !== undefined && replaced[0] === this.id;
            // One undo brings the text back that it replaces.
            this.#replace(() => (isReplacement ? (this.#editor.text = text) : this.#editor.restore(text, undefined)));
            const stored = replaced && { id: replaced[0], stamp: replaced[1].stamp };
            this.#become({ name: replaced ? name : this.#library.freeName(name), isUnedited: true, stored });
            this.#isDirty = true;
            this.save();
        }
        const isOther = before.stored?.id !== this.id || before.name !== this.name;
        if (isOther && !before.isUnedited && textBefore.text.trim() !== "") {
            const text = t`${this.name} is open; your listing ${before.name} is kept.`;
            this.#notify({ text, actions: [{ text: t`Back to ${before.name}`, act: goBack }] });
        }
        return goBack;
    }

    #goBack(before: Current, { text, history }: { text: string; history: unknown }): void {
        if (before.stored && this.#library.get(before.stored.id)) {
            this.choose(before.stored.id);
            return;
        }
        this.save();
        this.#replace(() => this.#editor.restore(text, history));
        this.#become({ ...before, stored: undefined });
        this.#isDirty = true;
    }

    rename(id: string, name: string): void {
        this.save();
        const listing = this.#library.get(id);
        const clean = name.trim().slice(0, MAX_NAME_LENGTH);
        if (!listing || clean === "") {
            return;
        }
        const renamed = { ...listing, name: this.#library.freeName(clean, id), isUnedited: false };
        const { stamp } = this.#library.put(id, renamed);
        if (id === this.id) {
            this.#become({ name: renamed.name, isUnedited: false, stored: { id, stamp } });
        }
    }

    /** Deletes a listing. Returns a function that restores it. */
    remove(id: string): () => void {
        this.save();
        const listing = this.#library.get(id);
        const isCurrent = id === this.id;
        this.#library.remove(id);
        if (isCurrent) {
            const [next] = this.#library.list();
            next ? this.choose(next[0]) : this.create();
        }
        return () => {
            if (listing) {
                this.#library.put(id, listing);
                isCurrent ? this.choose(id) : this.onChange?.();
            }
        };
    }
}
