// What a page does not need to start with, in a module of its own: the reader of scans, the book's listings, and comparisons with
// native code. It is loaded in a thread when it is first asked for (`ask.ts`).

import {
    accept as rawAccept,
    compare as rawCompare,
    initSync,
    restore_book as rawRestoreBook,
    typein as rawTypein,
} from "girafa-tools";

/** A row of a scan. */
export interface ScannedRow {
    /** The row of the text, from 1. */
    row: number;
    /** The number of its line in the program. */
    number: number;
    scanned: string;
    /** What LLIST prints there; empty where the listing has no such row. */
    listed: string;
    /** Columns that the listed row takes: a row that is not its line's last takes all of the paper's. */
    columns: number;
}

/** Other characters for some of a row of the scan: `wrong` is there once, or is empty for a row that is lost below. */
export interface Change {
    row: number;
    wrong: string;
    /** `␣` is a space that counts. */
    right: string;
}

/** A way to make a doubtful place right. */
export interface Repair {
    title: string;
    changes: Change[];
    /** The rows of the line as they would be listed; empty beyond the first 200 places. */
    rows: ScannedRow[];
}

/** A doubtful place of a scan. `from` and `to` count UTF-16 units. */
export interface Doubt {
    from: number;
    to: number;
    /** From 1; the column counts characters. */
    row: number;
    column: number;
    severity: "error" | "warning" | "note";
    message: string;
    label: string;
    help: string | null;
    /** The likeliest first. */
    repairs: Repair[];
}

/** A scan that was read. */
export interface Scan {
    /** Columns of the paper; null where the rows are not broken by width. */
    width: number | null;
    /** The listing, where nothing is doubtful any more. */
    listing: string | null;
    /** Why there is none although nothing is doubtful. */
    failure: string | null;
    rows: ScannedRow[];
    doubts: Doubt[];
    /** The fixes that it was read with, as the file that `girafa typein --fixes` takes. */
    fixes: string;
    /** The same with the likeliest repair of each place, and the others in remarks, as `--suggest` writes it. */
    suggested: string;
}

/** The listings of the book, restored from its text. */
export interface Book {
    title: string;
    author: string;
    listings: BookListing[];
}

/** One of them, or why it could not be restored. */
export interface BookListing {
    id: string;
    title: string;
    listing: string | null;
    error: string | null;
    /** The listing without the mistakes of the book, where it has some that are known. */
    corrected: string | null;
    /** Rows on the page, and how many of them were corrected. */
    rows: number;
    rows_corrected: number;
}

/** How a session was run: the book's listing or our edition on the machine, or the program in native code. */
export type Way = "original" | "edition" | "reference";

/** A session of a program that was run in all ways. */
export interface Compared {
    session: string;
    /** `alone` where there was one way only. */
    standing: "agrees" | "differs" | "alone";
    /** T-states where it was the machine. */
    ways: { way: Way; tstates: number | null }[];
    /** Rows that were compared. */
    rows: number;
    failure: string | null;
    /** The answer that the native program does not model, for which it is left out. */
    not_modelled: string | null;
    /** What was printed, the first way next to the last, whether it differs or not; then what differs besides. */
    sides: Sides[];
}

/** Two ways side by side. */
export interface Sides {
    part: "transcript" | "paper" | "end" | "screen" | "prompts" | string;
    left: Way;
    right: Way;
    agrees: boolean;
    /** A side is null where it has nothing there; rows are numbered from 1. */
    rows: { left: Numbered | null; right: Numbered | null }[];
}

/** A row and its number. */
export interface Numbered {
    number: number;
    text: string;
}

/** Makes everything here ready. */
export function startTools(module: WebAssembly.Module): void {
    initSync({ module });
}

/**
 * Reads a scanned listing. `width` is that of the paper, 0 where each row is a whole line; it is detected where nothing is said.
 * Throws where a fix does not fit.
 */
export function typein(text: string, options: { width?: number | null; fixes?: string } = {}): Scan {
    return JSON.parse(rawTypein(text, JSON.stringify(options))) as Scan;
}

/**
 * The text of the fixes file with a repair of a doubtful place accepted; `changes` can be a person's own. Where they are left
 * out the row is taken as it is.
 */
export function accept(
    text: string,
    fixes: string,
    doubt: Pick<Doubt, "row" | "message">,
    changes: Change[] = [],
): string {
    return rawAccept(text, fixes, doubt.row, doubt.message, JSON.stringify(changes));
}

/** Restores the listings of the book from its text. Throws where it is another text. */
export function restoreBook(text: string): Book {
    return JSON.parse(rawRestoreBook(text)) as Book;
}

/**
 * Runs sessions of a program on the machine and natively; with the book's text, its listing too. Without a name it runs all of
 * them, which can take minutes: call it for one after the other where somebody waits.
 */
export function compare(id: string, book: string | null = null, session: string | null = null): Compared[] {
    return JSON.parse(rawCompare(id, book, session)) as Compared[];
}
