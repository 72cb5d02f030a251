// Girafa without a page: what crates/web offers, with its types. Nothing here needs a DOM.

import {
    initSync,
    Machine as Raw,
    accept as rawAccept,
    check as rawCheck,
    comparable as rawComparable,
    compare as rawCompare,
    keywords as rawKeywords,
    lines as rawLines,
    meaning as rawMeaning,
    programs as rawPrograms,
    renumber as rawRenumber,
    restore_book as rawRestoreBook,
    run as rawRun,
    typein as rawTypein,
} from "girafa-wasm";

export { llist, listing_of as listingOf, tape, version } from "girafa-wasm";

/** What is wrong with a listing or doubtful in it. Places count UTF-16 units, as JavaScript's strings do. */
export interface Finding {
    from: number;
    to: number;
    severity: "error" | "warning" | "note";
    code: string | null;
    message: string;
    label: string;
    help: string | null;
    fixes: Fix[];
}

/** A repair: other text for a place. */
export interface Fix {
    title: string;
    from: number;
    to: number;
    text: string;
}

/** A listing with other line numbers. */
export interface Renumbered {
    listing: string;
    /** What has to be looked at by hand: jumps that are worked out as the program runs, or that name no line. */
    told: { line: number | null; message: string }[];
}

/** What a keyword means. */
export interface Meaning {
    keyword: string;
    /** How it is written; what can be left out stands in `[` and `]`. */
    syntax: string;
    /** What it does, and within which limits, in a sentence or two. */
    text: string;
}

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

/** Other characters for some of a row of the scan: `wrong` stands there once, or is empty for a row that is lost below. */
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

/** A program that comes with Girafa. */
export interface Program {
    id: string;
    title: string;
    listing: string;
    is_of_book: boolean;
    sessions: { name: string; answers: string[] }[];
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
    /** What was printed, the first way beside the last, whether it differs or not; then what differs besides. */
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

/** A variable of a program: its `type` says which of the others there are. */
export interface Variable {
    name: string;
    type: "number" | "string" | "numbers" | "characters" | "for";
    value?: number | string;
    dimensions?: number[];
    values?: (number | string)[];
    limit?: number;
    step?: number;
    line?: number;
    statement?: number;
}

/** What a machine is doing. */
export interface State {
    /** The frame that is about to run, and the first and last that can be gone to. */
    now: number;
    first: number;
    last: number;
    line: number | null;
    statement: number;
    runs: boolean;
    /** Whether it waits at INPUT. */
    asks: boolean;
    /** Whether it waits for any key. */
    waits: boolean;
    status: string | null;
    is_error: boolean;
    /** Rows of dots on the paper. */
    paper: number;
    /** Bytes of text that were printed. */
    printed: number;
    printer: boolean;
    /** Blocks that SAVE has recorded. */
    saved: number;
    tape: { blocks: number; taken: number; playing: boolean; instant: boolean } | null;
}

/** What a run without a machine to look at is asked for. */
export interface Wanted {
    answers?: string[];
    /** Keys in the notation of session files: `s 2s LEFT*3`. */
    keys?: string;
    /** Emulated seconds at most: an hour where nothing is said. */
    seconds?: number;
}

/** What it has shown: the keys of `girafa run --json`, and the pictures. */
export interface Outcome {
    end: string;
    report: string;
    transcript: string;
    screen: string[];
    printer: string[];
    prompts: string[];
    tstates: number;
    border: number;
    fault: unknown;
    ended_well: boolean;
    line: number | null;
    answers_left: number;
    variables: Variable[];
    /** The screen, the paper (empty where nothing was printed), and the machine as a .szx. */
    png: { screen: Uint8Array; paper: Uint8Array };
    snapshot: Uint8Array;
}

/** The machine itself. */
export class Machine extends Raw {
    /** What it is doing now. */
    get doing(): State {
        return JSON.parse(this.state()) as State;
    }

    /** The variables of its program. */
    get values(): Variable[] {
        return JSON.parse(this.variables()) as Variable[];
    }
}

/**
 * The bytes of the module, or the module.
 * @internal
 */
export type Module = WebAssembly.Module | BufferSource;

/**
 * Makes everything here ready.
 * @internal
 */
export function start(module: Module): void {
    initSync({ module });
}

/** What is wrong with a listing, in the order of places. */
export function check(listing: string): Finding[] {
    return JSON.parse(rawCheck(listing)) as Finding[];
}

/** The keywords of Sinclair BASIC, in the order of their tokens. */
export function keywords(): string[] {
    return JSON.parse(rawKeywords()) as string[];
}

/**
 * The listing with its lines numbered from `first` by `step`, and GO TO, GO SUB, RUN, RESTORE, LIST and LINE after them.
 * Throws where the listing has mistakes, or the numbers go beyond 9999.
 */
export function renumber(listing: string, first = 10, step = 10): Renumbered {
    return JSON.parse(rawRenumber(listing, first, step)) as Renumbered;
}

/** What a keyword means, in any spelling; null where it is none. */
export function meaning(keyword: string): Meaning | null {
    return JSON.parse(rawMeaning(keyword)) as Meaning | null;
}

/** Where the lines of a listing begin, by their numbers. */
export function lines(listing: string): Map<number, number> {
    return new Map(JSON.parse(rawLines(listing)) as [number, number][]);
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

/** The programs that come with Girafa, in the order of their ids. */
export function programs(): Program[] {
    return JSON.parse(rawPrograms()) as Program[];
}

/** Restores the listings of the book from its text. Throws where it is another text. */
export function restoreBook(text: string): Book {
    return JSON.parse(rawRestoreBook(text)) as Book;
}

/** The programs that can be compared with native code, with the names of their sessions. */
export function comparable(): { id: string; sessions: string[] }[] {
    return JSON.parse(rawComparable()) as { id: string; sessions: string[] }[];
}

/**
 * Runs sessions of a program on the machine and natively; with the book's text, its listing too. Without a name it runs all of
 * them, which can take minutes: call it for one after the other where somebody waits.
 */
export function compare(id: string, book: string | null = null, session: string | null = null): Compared[] {
    return JSON.parse(rawCompare(id, book, session)) as Compared[];
}

/** Runs a listing, or a file of any format by its name, to its end: text in, transcript out. */
export function run(program: string | { name: string; bytes: Uint8Array }, wanted: Wanted = {}): Outcome {
    const file = typeof program === "string" ? { name: "listing.bas", bytes: new TextEncoder().encode(program) } : program;
    const done = rawRun(file.name, file.bytes, JSON.stringify(wanted));
    try {
        const shown = JSON.parse(done.shown) as Omit<Outcome, "png" | "snapshot">;
        return { ...shown, png: { screen: done.screen, paper: done.paper }, snapshot: done.snapshot };
    } finally {
        done.free();
    }
}
