// Functions that a page does not need at its start, in a module of their own: the scan reader, the book's listings, and
// comparisons with native code. A thread loads it on first use (`ask.ts`).

import {
    accept as rawAccept,
    compare as rawCompare,
    initSync,
    read_pages as rawReadPages,
    restore_book as rawRestoreBook,
    typein as rawTypein,
} from "girafa-tools";

/** A row of a scan. */
export interface ScannedRow {
    /** The row of the text, counted from 1. */
    row: number;
    /** The number of the program line. */
    number: number;
    scanned: string;
    /** The text that LLIST prints; empty if the listing has no such row. */
    listed: string;
    /** Width of the listed row in columns. A row that is not the last of its line has the full width of the paper. */
    columns: number;
}

/** Replaces characters in a row of the scan. `wrong` occurs exactly once, or is empty to add a lost row below. */
export interface Change {
    row: number;
    wrong: string;
    /** `␣` is a significant space. */
    right: string;
}

/** A repair of a doubt. */
export interface Repair {
    title: string;
    changes: Change[];
    /** The rows of the line with this repair; empty after the first 200 doubts. */
    rows: ScannedRow[];
}

/** A doubt in a scan. `from` and `to` count UTF-16 units. */
export interface Doubt {
    from: number;
    to: number;
    /** Row and column, counted from 1; columns count characters. */
    row: number;
    column: number;
    severity: "error" | "warning" | "note";
    message: string;
    label: string;
    help: string | null;
    /** The repairs, most likely first. */
    repairs: Repair[];
}

/** What was seen in the pictures of a scan's text, by its rows, counted from 1. */
export interface Seen {
    /** Uncertain characters, with their alternatives and likelihoods. */
    uncertain: { row: number; column: number; likelihood: number; others: [string, number][]; place: string }[];
    /** Print that was not read, with the row next to it. */
    unread: { row: number; place: string }[];
}

/** The text of the pages in a picture. */
export interface Pages extends Seen {
    text: string;
}

/** The result of reading a scan. */
export interface Scan {
    /** Columns of the paper; null if each row is a whole line. */
    width: number | null;
    /** The listing, if there are no doubts left. */
    listing: string | null;
    /** The reason why there is no listing although there are no doubts. */
    failure: string | null;
    rows: ScannedRow[];
    doubts: Doubt[];
    /** Notes about the listing, such as statements that need an Interface 1; rows count from 1. */
    notes: { row: number; message: string }[];
    /** The fixes that were applied, in the format of `girafa typein --fixes`. */
    fixes: string;
    /** The fixes with the most likely repair of each doubt; the alternatives are comments, as with `--suggest`. */
    suggested: string;
}

/** The listings of the book, restored from its text. */
export interface Book {
    title: string;
    author: string;
    listings: BookListing[];
}

/** A listing of the book, or the error that prevented its restoration. */
export interface BookListing {
    id: string;
    title: string;
    listing: string | null;
    error: string | null;
    /** The listing with the book's errata applied, if there are any. */
    corrected: string | null;
    /** Number of rows on the page, followed by the number of corrected rows. */
    rows: number;
    rows_corrected: number;
}

/** How a session was run: the book's listing or our edition on the machine, or the native reference. */
export type Backend = "original" | "edition" | "reference";

/** A session of a program, run with all backends. */
export interface Compared {
    session: string;
    /** `alone` if there is only one backend. */
    standing: "agrees" | "differs" | "alone";
    /** The backends; `tstates` is null for the native reference. */
    ways: { way: Backend; tstates: number | null }[];
    /** Number of compared rows. */
    rows: number;
    failure: string | null;
    /** The answer that the native reference does not model; the reference is left out because of it. */
    not_modelled: string | null;
    /** The output of the first and the last backend, even if it is equal, followed by all other differences. */
    sides: Sides[];
}

/** The observations of two backends, side by side. */
export interface Sides {
    part: "transcript" | "paper" | "end" | "screen" | "prompts" | string;
    left: Backend;
    right: Backend;
    agrees: boolean;
    /** The rows, numbered from 1; null on the side that has no such row. */
    rows: { left: Numbered | null; right: Numbered | null }[];
}

/** A row and its number. */
export interface Numbered {
    number: number;
    text: string;
}

/** Initialises this module. */
export function startTools(module: WebAssembly.Module): void {
    initSync({ module });
}

/** Reads the pages in a picture. Throws if it is damaged, too large, or not of a listing. */
export function readPages(name: string, bytes: Uint8Array): Pages {
    return JSON.parse(rawReadPages(name, bytes)) as Pages;
}

/**
 * Reads a scanned listing. `width` is that of the paper, or 0 if each row is a whole line; it is detected by
 * default. Throws if a fix does not fit.
 */
export function typein(text: string, options: { width?: number | null; fixes?: string; seen?: Seen } = {}): Scan {
    return JSON.parse(rawTypein(text, JSON.stringify(options))) as Scan;
}

/**
 * Accepts a repair of a doubt and returns the text of the fixes file with it. `changes` can be the user's own;
 * without changes, the row is accepted as it is.
 */
export function accept(
    text: string,
    fixes: string,
    doubt: Pick<Doubt, "row" | "message">,
    changes: Change[] = [],
): string {
    return rawAccept(text, fixes, doubt.row, doubt.message, JSON.stringify(changes));
}

/** Restores the listings of the book from its text. Throws if it is not the book's text. */
export function restoreBook(text: string): Book {
    return JSON.parse(rawRestoreBook(text)) as Book;
}

/**
 * Runs sessions of a program on the machine and natively; with the book's text, its listing too. Without a session
 * name it runs all of them, which can take minutes: to show progress, call it for one session at a time.
 */
export function compare(id: string, book: string | null = null, session: string | null = null): Compared[] {
    return JSON.parse(rawCompare(id, book, session)) as Compared[];
}
