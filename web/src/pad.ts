// The pad on the page: a stick with eight directions, and a button to fire.

import { element } from "./dom.ts";
import { addDirections, type Direction, type Joystick, KINDS, settings } from "./joystick.ts";
import { t } from "./translate.ts";

/** How far from the middle a finger is, as a share of the pad's half, when it counts as a direction. */
const THRESHOLD = 0.3;
/** Duration in milliseconds of a press by keyboard or screen reader. */
const PRESS_MS = 100;

const NAMES: Record<Direction, string> = { left: t`left`, right: t`right`, up: t`up`, down: t`down`, fire: t`fire` };

/** The pad, with the choice of what it is for a program. */
export function pad(joystick: Joystick): HTMLElement {
    const part = (direction: Direction, text: string) =>
        element("button", { type: "button", class: direction, "aria-label": NAMES[direction], "data-direction": direction }, text);
    const stick = element("div", { class: "stick" }, part("up", "▲"), part("left", "◄"), part("right", "►"), part("down", "▼"));
    const fire = part("fire", t`FIRE`);
    const show = (area: HTMLElement, directions: ReadonlySet<Direction>) => {
        for (const button of area === fire ? [fire] : area.querySelectorAll("button")) {
            button.classList.toggle("pressed", directions.has(button.dataset.direction as Direction));
        }
    };
    const press = (area: HTMLElement, source: string, directions: ReadonlySet<Direction>) => {
        joystick.set(source, directions);
        show(area, directions);
    };
    track(stick, (source, event) => {
        const { left, top, width, height } = stick.getBoundingClientRect();
        const [x, y] = [((event?.clientX ?? 0) - left) / (width / 2) - 1, ((event?.clientY ?? 0) - top) / (height / 2) - 1];
        press(stick, source, event ? addDirections(new Set(), x, y, THRESHOLD) : new Set());
    });
    track(fire, (source, event) => press(fire, source, new Set(event ? ["fire"] : [])));
    const keyboard = (event: MouseEvent) => {
        const { direction } = (event.target as HTMLElement).dataset;
        if (event.detail === 0 && direction) {
            joystick.set("pad", new Set([direction as Direction]));
            setTimeout(() => joystick.set("pad", new Set()), PRESS_MS);
        }
    };
    return element("div", { class: "pad", role: "group", "aria-label": t`Joystick`, click: keyboard }, stick, fire);
}

/** The choice of what the joystick is for a program. */
export function joystickChoice(joystick: Joystick): HTMLElement {
    const options = Object.entries(KINDS).map(([kind, { name }]) => element("option", { value: kind, selected: kind === settings.current.kind }, name));
    const choice = element("select", { change: () => (joystick.kind = choice.value as keyof typeof KINDS) }, ...options);
    return element("label", {}, t`Joystick`, choice);
}

/** Calls `moved` while a pointer is down that began on an element, and without an event when it is lifted. */
function track(area: HTMLElement, moved: (source: string, event?: PointerEvent) => void): void {
    area.addEventListener("pointerdown", (event) => {
        // Keep the focus where it is.
        event.preventDefault();
        if (event.button === 0) {
            area.setPointerCapture(event.pointerId);
            moved(`pad-${event.pointerId}`, event);
        }
    });
    area.addEventListener("pointermove", (event) => area.hasPointerCapture(event.pointerId) && moved(`pad-${event.pointerId}`, event));
    area.addEventListener("lostpointercapture", ({ pointerId }) => moved(`pad-${pointerId}`));
    area.addEventListener("mousedown", (event) => event.preventDefault());
    area.addEventListener("contextmenu", (event) => event.preventDefault());
}
