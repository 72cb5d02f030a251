// What a screen reader is given: rows that are complete, the prompt of each INPUT, and the report.

import { byId } from "./dom.ts";
import type { State } from "./girafa.ts";
import type { Seat } from "./seat.ts";

/** Maximum number of characters of rows per announcement. */
const MAX_SPOKEN_CHARACTERS = 2_000;

export class Announcer {
    #element = byId("spoken");
    #seat: Seat;
    /** Number of the last announced question, and whether the current report has been announced. */
    #question = 0;
    #isReported = true;

    constructor(seat: Seat) {
        this.#seat = seat;
        seat.on("loaded", () => {
            this.#question = 0;
            this.#isReported = false;
        });
        seat.on("frame", ({ status }: State) => (this.#isReported &&= status !== null));
    }

    /** Announces rows, then the prompt or the report if there is a new one. */
    announce(rows: string): void {
        const { asks, questions, status } = this.#seat.state;
        const prompt = asks && questions !== this.#question ? this.#seat.machine.prompt() : "";
        const report = status !== null && !this.#isReported ? status : "";
        this.#question = questions;
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
