// Settings that the browser keeps for the next visit.

export class Settings<T extends object> {
    #key: string;
    #current: Readonly<T>;

    /** Settings under a key of the storage. Stored ones that are not valid are replaced by the defaults. */
    constructor(key: string, defaults: T, isValid: (settings: T) => boolean) {
        this.#key = key;
        this.#current = defaults;
        try {
            const stored = { ...defaults, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<T>) };
            this.#current = isValid(stored) ? stored : defaults;
        } catch {
            // Damaged, or the page may not store.
        }
    }

    get current(): Readonly<T> {
        return this.#current;
    }

    change(change: Partial<T>): void {
        this.#current = { ...this.#current, ...change };
        try {
            localStorage.setItem(this.#key, JSON.stringify(this.#current));
        } catch {
            // Without storage, they last until the page is closed.
        }
    }
}
