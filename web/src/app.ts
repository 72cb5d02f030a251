// The state that the parts of the page share.

import type { BookPart } from "./book.ts";
import type { Editor } from "./editor.ts";
import type { Joystick } from "./joystick.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Keys } from "./keys.ts";
import type { Listings } from "./listings.ts";
import type { Panels } from "./panels.ts";
import type { ScanReader } from "./scan.ts";
import type { Seat } from "./seat.ts";

/** The parts of the page. Each part is created by a function that takes this object and adds the part's elements. */
export interface App {
    seat: Seat;
    editor: Editor;
    keyboard: Keyboard;
    keys: Keys;
    joystick: Joystick;
    panels: Panels;
    screen: HTMLCanvasElement;
    /** Runs the listing and focuses the screen; reports errors in the listing. */
    run(): void;
    /** Shows an error; if it is a mistake in the listing, with a button that goes there. */
    fail(error: unknown): void;
    /**
     * Shows a listing in the editor as another one, under a name, without running it. Returns a
     * function that goes back.
     */
    edit(name: string, listing: string): () => void;
    listings: Listings;
    /** The name of the listing in the editor, without an extension. */
    readonly name: string;
    /** The page's WebAssembly module, for worker threads. */
    module: WebAssembly.Module;
    /** Called after each change of the listing. */
    edited: (() => void)[];
    /** Opens files by type: runs programs, queues further tapes, passes texts to the book panel or the scan reader. */
    open?(files: File[]): Promise<void>;
    /** Opens the list of all programs. */
    openGallery?(): void;
    /** Compares the sessions of a program with the native reference, and shows the result. */
    compare?(id: string): void;
    book?: BookPart;
    scan?: ScanReader;
}
