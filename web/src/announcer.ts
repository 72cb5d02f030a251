// What a screen reader is given: rows that are complete, the prompt of each INPUT, and the report.

import { byId } from "./dom.ts";
import type { State } from "./girafa.ts";
import type { Seat } from "./seat.ts";

/** Maximum number of characters of rows per announcement. */
const MAX_SPOKEN_CHARACTERS = 2_000;

export class Announcer {
    #element = byId("spoken");
    #seat: Seat;
    /** Whether the current prompt and the current report have been announced. */
    #isPrompted = false;
    #isReported = true;

    constructor(seat: Seat) {
        this.#seat = seat;
        seat.on("loaded", () => (this.#isReported = false));
        // Between two updates, a program may be answered and ask again.
        seat.on("frame", ({ asks, status }: State) => {
            this.#isPrompted &&= asks;
            this.#isReported &&= status !== null;
        });
    }

    /** Announces rows, then the prompt or the report if there is a new one. */
    announce(rows: string): void {
        const { asks, status } = this.#seat.state;
        const prompt = asks && !this.#isPrompted ? this.#seat.machine.prompt() : "";
        const report = status !== null && !this.#isReported ? status : "";
        this.#isPrompted ||= prompt !== "";
        this.#isReported ||= report !== "";
        const text = rows.slice(-MAX_SPOKEN_CHARACTERS) + [prompt, report].map((text) => text && `${text}\n`).join("");
        if (text) {
            this.#element.textContent = text;
        }
    }

    set language(language: string) {
        this.#element.lang = language;
    }
}
