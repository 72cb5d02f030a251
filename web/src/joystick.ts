// A joystick, as the pad on the page or a gamepad. It presses keys, or is a Kempston joystick.

import type { Keys } from "./keys.ts";
import type { Seat } from "./seat.ts";
import { Settings } from "./settings.ts";
import { t } from "./translate.ts";

export type Direction = "left" | "right" | "up" | "down" | "fire";

interface Kind {
    name: string;
    /** The key of the machine for each direction. */
    keys: Record<Direction, string>;
}

/** What a joystick can be for a program. Those with keys are named by them: left, right, up, down, fire. */
export const KINDS = {
    qaop: { name: t`O P Q A, Space`, keys: { left: "O", right: "P", up: "Q", down: "A", fire: "Space" } },
    cursor: { name: t`5 8 7 6, 0 (cursor)`, keys: { left: "5", right: "8", up: "7", down: "6", fire: "0" } },
    sinclair: { name: "6 7 9 8, 0 (Sinclair)", keys: { left: "6", right: "7", up: "9", down: "8", fire: "0" } },
    kempston: {
        name: "Kempston",
        keys: { left: "JoystickLeft", right: "JoystickRight", up: "JoystickUp", down: "JoystickDown", fire: "JoystickFire" },
    },
} satisfies Record<string, Kind>;

export const settings = new Settings<{ kind: keyof typeof KINDS; showsPad: boolean }>(
    "girafa.joystick",
    { kind: "qaop", showsPad: false },
    ({ kind, showsPad }) => Object.hasOwn(KINDS, kind) && typeof showsPad === "boolean",
);

/** How far a gamepad's stick is moved, from 0 to 1, when it counts as a direction. */
const AXIS_THRESHOLD = 0.5;
/** The buttons of a gamepad with the standard layout: the four round ones fire. */
const BUTTONS: Record<number, Direction> = { 0: "fire", 1: "fire", 2: "fire", 3: "fire", 12: "up", 13: "down", 14: "left", 15: "right" };

export class Joystick {
    #seat: Seat;
    #keys: Keys;
    /** The directions of each source, such as a gamepad. */
    #sources = new Map<string, ReadonlySet<Direction>>();

    constructor(seat: Seat, keys: Keys) {
        this.#seat = seat;
        this.#keys = keys;
        const restart = () => {
            this.#sources.clear();
            this.#connect();
        };
        seat.on("loaded", restart);
        seat.on("rewinds", () => this.#sources.clear());
        this.#pollGamepads();
    }

    get kind(): keyof typeof KINDS {
        return settings.current.kind;
    }

    set kind(kind: keyof typeof KINDS) {
        [...this.#sources.keys()].forEach((source) => this.set(source, new Set()));
        settings.change({ kind });
        this.#connect();
    }

    /** A program may look for the interface of a Kempston joystick when it starts. */
    #connect(): void {
        if (this.kind === "kempston") {
            this.#seat.machine.hold("Joystick");
        }
    }

    /** Sets the directions in which a source is pressed. */
    set(source: string, directions: ReadonlySet<Direction>): void {
        const before = this.#sources.get(source) ?? new Set<Direction>();
        this.#sources.set(source, directions);
        for (const [direction, key] of Object.entries(KINDS[this.kind].keys) as [Direction, string][]) {
            const name = `${source}-${direction}`;
            if (directions.has(direction) && !before.has(direction)) {
                this.#keys.hold(name, [key]);
            } else if (before.has(direction) && !directions.has(direction)) {
                this.#keys.release(name);
            }
        }
    }

    #pollGamepads(): void {
        // Browsers show gamepads after one of their buttons was pressed.
        let isConnected = false;
        addEventListener("gamepadconnected", () => {
            isConnected = true;
            this.#seat.notice(t`A gamepad is connected. It presses: ${KINDS[this.kind].name}. Panel Keys has others.`);
        });
        addEventListener("gamepaddisconnected", ({ gamepad }) => this.set(`gamepad-${gamepad.index}`, new Set()));
        this.#seat.on("frame", () => {
            for (const gamepad of isConnected ? navigator.getGamepads() : []) {
                if (gamepad) {
                    this.set(`gamepad-${gamepad.index}`, directionsOf(gamepad));
                }
            }
        });
    }
}

function directionsOf({ axes: [x = 0, y = 0], buttons }: Gamepad): Set<Direction> {
    const directions = new Set<Direction>();
    buttons.forEach(({ pressed }, index) => {
        const direction = BUTTONS[index];
        if (pressed && direction) {
            directions.add(direction);
        }
    });
    return addDirections(directions, x, y, AXIS_THRESHOLD);
}

/** Adds the directions of a stick at a position, with x to the right and y down. */
export function addDirections(directions: Set<Direction>, x: number, y: number, threshold: number): Set<Direction> {
    if (Math.abs(x) >= threshold) {
        directions.add(x < 0 ? "left" : "right");
    }
    if (Math.abs(y) >= threshold) {
        directions.add(y < 0 ? "up" : "down");
    }
    return directions;
}
