// Named listings in the browser's storage, which all tabs share.

/** A listing with its name. */
export interface Listing {
    name: string;
    text: string;
    /** The undo history, as CodeMirror saves it. */
    history?: unknown;
    /** Whether it is still as it was opened from a link, a file or the programs. */
    isUnedited: boolean;
}

/** A stored listing. */
export interface Stored extends Listing {
    /** Milliseconds since 1970. */
    changed: number;
    /** Another one after each change, so that a change by another tab is noticed. */
    stamp: string;
}

/** What `Library` needs of a browser's storage. */
export type Store = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

const KEY_PREFIX = "girafa.listing.";
/** The key of the only listing that earlier versions kept. */
const OLD_KEY = "girafa.listing";
/** The listing that the next visit shows. */
const LAST_KEY = "girafa.last";
/** Maximum length of an undo history as JSON. */
const MAX_HISTORY_LENGTH = 1 << 18;
/** Maximum number of listings that were opened and not edited; the oldest ones are dropped. */
const MAX_UNEDITED = 20;
let count = 0;
function unique(): string {
    count += 1;
    return `${Date.now().toString(36)}-${count}-${Math.random().toString(36).slice(2)}`;
}

/** A storage for this visit, for pages that may not store. */
export function memoryStore(): Store {
    const values = new Map<string, string>();
    return {
        get length() {
            return values.size;
        },
        key: (index) => [...values.keys()][index] ?? null,
        getItem: (key) => values.get(key) ?? null,
        setItem: (key, value) => void values.set(key, value),
        removeItem: (key) => void values.delete(key),
    };
}

/** The listing that was stored as this text; undefined for any other text. */
function parsed(text: string | null): Stored | undefined {
    try {
        const found = JSON.parse(text ?? "null") as Partial<Stored> | null;
        if (typeof found?.name === "string" && typeof found.text === "string") {
            const { name, text, history, isUnedited = false, changed = 0, stamp = "" } = found;
            return { name, text, history, isUnedited, changed: Number(changed) || 0, stamp: String(stamp) };
        }
    } catch {
        // Not ours, or damaged.
    }
    return undefined;
}

export class Library {
    #store: Store;
    /** Listings that the storage had no room for, by id: they are kept until the page is closed. */
    #unstored = new Map<string, Stored>();

    constructor(store: Store) {
        this.#store = store;
        const text = store.getItem(OLD_KEY);
        const old = parsed(text);
        if (text !== null && old) {
            // Make room first: the old one is as long.
            store.removeItem(OLD_KEY);
            const { id, isStored } = this.put(undefined, old);
            if (!isStored) {
                store.setItem(OLD_KEY, text);
            }
            this.last = id;
        }
    }

    /** The ids of all listings. */
    #ids(): string[] {
        const keys = Array.from({ length: this.#store.length }, (_, index) => this.#store.key(index) ?? "");
        const ids = keys.filter((key) => key.startsWith(KEY_PREFIX)).map((key) => key.slice(KEY_PREFIX.length));
        return [...new Set([...ids, ...this.#unstored.keys()])];
    }

    get(id: string): Stored | undefined {
        return this.#unstored.get(id) ?? parsed(this.#store.getItem(KEY_PREFIX + id));
    }

    /** All listings, those that were changed last first. */
    list(): [id: string, listing: Stored][] {
        const found = this.#ids().map((id): [string, Stored | undefined] => [id, this.get(id)]);
        const listings = found.filter((entry): entry is [string, Stored] => entry[1] !== undefined);
        return listings.sort(([, one], [, other]) => other.changed - one.changed);
    }

    /**
     * Keeps a listing, a new one without an `id`. Returns its id, its stamp, and whether the storage has it: without
     * room, it is kept until the page is closed.
     */
    put(id: string | undefined, { name, text, history, isUnedited }: Listing): { id: string; stamp: string; isStored: boolean } {
        const key = id ?? unique();
        const kept: Stored = { name, text, isUnedited, changed: Date.now(), stamp: unique() };
        const whole = JSON.stringify({ ...kept, history });
        const isShort = whole.length - text.length <= MAX_HISTORY_LENGTH;
        const isStored = (isShort && this.#set(key, whole)) || this.#set(key, JSON.stringify(kept));
        if (isStored) {
            this.#unstored.delete(key);
        } else {
            this.#unstored.set(key, { ...kept, history });
        }
        if (isUnedited) {
            this.#dropOldest(key);
        }
        return { id: key, stamp: kept.stamp, isStored };
    }

    #set(id: string, value: string): boolean {
        try {
            this.#store.setItem(KEY_PREFIX + id, value);
            return true;
        } catch {
            return false;
        }
    }

    #dropOldest(kept: string): void {
        const unedited = this.list().filter(([id, { isUnedited }]) => isUnedited && id !== kept);
        unedited.slice(MAX_UNEDITED - 1).forEach(([id]) => this.remove(id));
    }

    remove(id: string): void {
        this.#unstored.delete(id);
        this.#store.removeItem(KEY_PREFIX + id);
    }

    /** A name that no listing has: `name`, or the first of `name 2`, `name 3` ... that is free. */
    freeName(name: string, except?: string): string {
        const taken = new Set(this.list().filter(([id]) => id !== except).map(([, listing]) => listing.name));
        for (let number = 2, free = name; ; number++) {
            if (!taken.has(free)) {
                return free;
            }
            free = `${name} ${number}`;
        }
    }

    /** The listing that the last visit showed. */
    get last(): string | undefined {
        return this.#store.getItem(LAST_KEY) ?? undefined;
    }

    set last(id: string) {
        try {
            this.#store.setItem(LAST_KEY, id);
        } catch {
            // Without room, the next visit starts with another listing.
        }
    }
}
