// Girafa without a page: what crates/web offers, with its types. Nothing here needs a DOM.

import {
    initSync,
    Machine as Raw,
    check as rawCheck,
    keywords as rawKeywords,
    lines as rawLines,
    meaning as rawMeaning,
    names as rawNames,
    renumber as rawRenumber,
    run as rawRun,
    statement as rawStatement,
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
    notes: { line: number | null; message: string }[];
}

/** What a keyword means. */
export interface Meaning {
    keyword: string;
    /** How it is written; what can be left out is in `[` and `]`. */
    syntax: string;
    /** What it does, and within which limits, in a sentence or two. */
    text: string;
}

/** A variable of a program: the other fields depend on its `type`. */
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
    /** The frame before which a key that is pressed now takes effect: later than `now` if the machine has stopped within a frame. */
    next: number;
    line: number | null;
    statement: number;
    runs: boolean;
    /** Whether it waits at INPUT. */
    asks: boolean;
    /** Whether it waits for any key. */
    waits: boolean;
    /** How often the program has begun to wait at INPUT since the machine was loaded. */
    questions: number;
    status: string | null;
    is_error: boolean;
    /** Rows of dots on the paper. */
    paper: number;
    /** Bytes of text in the rows that were printed completely. */
    printed: number;
    printer: boolean;
    /** Whether the ROM takes about the time of an original ROM. */
    paced: boolean;
    /** Blocks that SAVE has recorded. */
    saved: number;
    tape: { blocks: number; taken: number; playing: boolean; instant: boolean } | null;
}

/** A statement that has run: when it began, in T-states after the start of a frame. */
export interface Source {
    /** Its line; null for a change from outside the program, which `text` names. */
    line: number | null;
    statement: number;
    text: string;
    frame: number;
    tstate: number;
}

/** Where the value of a variable comes from. */
export interface Why {
    name: string;
    /** As BASIC prints it; null if the variable did not exist. */
    value: string | null;
    /** The statement that set it. */
    set: Source;
    is_answer: boolean;
    /** The DATA statement from which READ took the value. */
    data: Source | null;
    /** The variables that the statement read, and the statements that had set them. */
    reads: { name: string; value: string | null; set: Source | null }[];
}

/** What a run without a machine to look at is asked for. */
export interface RunOptions {
    answers?: string[];
    /** Keys in the notation of session files: `s 2s LEFT*3`. */
    keys?: string;
    /** Emulated seconds at most: an hour where nothing is said. */
    seconds?: number;
    /** How long the ROM's routines take: about as long as an original ROM's (default), or their own time. */
    pace?: "original" | "rom";
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

/** The module's memory. */
let memory: WebAssembly.Memory;

/** The machine itself. */
export class Machine extends Raw {
    /** What it is doing now. */
    get doing(): State {
        return JSON.parse(this.state()) as State;
    }

    /** The picture that was drawn last, where it is in memory: red, green, blue, 255 of each pixel, until the machine is used again. */
    get pixels(): Uint8ClampedArray<ArrayBuffer> {
        const length = Machine.width() * Machine.height() * 4;
        return new Uint8ClampedArray(memory.buffer as ArrayBuffer, this.pixels_at(), length);
    }

    /** Where the value of a variable comes from: `a`, `n$`, `a(2,3)`. Throws if no statement has set it. */
    origins(variable: string): Why {
        return JSON.parse(this.why(variable)) as Why;
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
    ({ memory } = initSync({ module }));
}

/** What is wrong with a listing, in the order of places. */
export function check(listing: string): Finding[] {
    return JSON.parse(rawCheck(listing)) as Finding[];
}

/** A name of a listing, as it is written first. */
export interface Name {
    name: string;
    is_function: boolean;
    /** How often it is there. */
    uses: number;
}

/** The names of a listing's variables, arrays and functions, as far as its lines can be read. */
export function names(listing: string): Name[] {
    return JSON.parse(rawNames(listing)) as Name[];
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

/** What a keyword means, in any spelling; null where it is not one. */
export function meaning(keyword: string): Meaning | null {
    return JSON.parse(rawMeaning(keyword)) as Meaning | null;
}

/** Where the lines of a listing begin, by their numbers. */
export function lines(listing: string): Map<number, number> {
    return new Map(JSON.parse(rawLines(listing)) as [number, number][]);
}

/** The start and end of a statement of a listing; null if it is not there. */
export function statement(listing: string, line: number, number: number): [number, number] | null {
    return JSON.parse(rawStatement(listing, line, number)) as [number, number] | null;
}

/** Runs a listing, or a file of any format by its name, to its end: text in, transcript out. */
export function run(program: string | { name: string; bytes: Uint8Array }, options: RunOptions = {}): Outcome {
    const file = typeof program === "string" ? { name: "listing.bas", bytes: new TextEncoder().encode(program) } : program;
    const done = rawRun(file.name, file.bytes, JSON.stringify(options));
    try {
        const shown = JSON.parse(done.shown) as Omit<Outcome, "png" | "snapshot">;
        return { ...shown, png: { screen: done.screen, paper: done.paper }, snapshot: done.snapshot };
    } finally {
        done.free();
    }
}
