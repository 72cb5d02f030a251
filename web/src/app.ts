// What the parts of the page share.

import type { BookPart } from "./book.ts";
import type { Editor } from "./editor.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Keys } from "./keys.ts";
import type { Panels } from "./panels.ts";
import type { ScanReader } from "./scan.ts";
import type { Seat } from "./seat.ts";

/** The page's parts. A part is made by a function that takes this and adds what it shows. */
export interface App {
    seat: Seat;
    editor: Editor;
    keyboard: Keyboard;
    keys: Keys;
    panels: Panels;
    screen: HTMLCanvasElement;
    /** Runs the listing, and gives the screen the focus; where it has mistakes, says so. */
    run(): void;
    /** Puts a listing into the editor under a name, without running it. */
    edit(name: string, listing: string): void;
    /** The name of what is in the editor, without an extension. */
    name: string;
    /** What the page runs on, for threads of their own. */
    module: WebAssembly.Module;
    /** Called when the listing has changed. */
    edited: (() => void)[];
    /**
     * Takes files in, by their names: programs are run, tapes follow, texts go to the book's part or the scan reader.
     */
    open?(files: File[]): Promise<void>;
    /** Runs the sessions of a program next to the native reference, and shows them. */
    compare?(id: string): void;
    book?: BookPart;
    scan?: ScanReader;
}
