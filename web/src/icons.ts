// The icons on the page's buttons.

/** Paths in a 16 x 16 square. */
const PATHS = {
    pause: "M4 3h3v10H4zM9 3h3v10H9z",
    play: "M4 2.5v11l9-5.5z",
    turbo: "M2 3v10l6-5zM8 3v10l6-5z",
    reset: "M8 3a5 5 0 1 1-4.6 3l1.7.7A3.2 3.2 0 1 0 8 4.8V7L4.2 3.9 8 .8z",
    sound: "M2 6h3l4-3.5v11L5 10H2zM10.5 5.5a3.5 3.5 0 0 1 0 5zM10.5 2.8a6 6 0 0 1 0 10.4v-1.6a4.6 4.6 0 0 0 0-7.2z",
    mute: "M2 6h3l4-3.5v11L5 10H2zM10.3 6.2l1-1L13 7l1.8-1.8 1 1L14 8l1.8 1.8-1 1L13 9l-1.8 1.8-1-1L12 8z",
    full: "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z",
    back: "M11 3v10L5 8zM3 3h2v10H3z",
    forth: "M5 3v10l6-5zM11 3h2v10h-2z",
    close: "M3.4 2 8 6.6 12.6 2 14 3.4 9.4 8l4.6 4.6-1.4 1.4L8 9.4 3.4 14 2 12.6 6.6 8 2 3.4z",
    more: "M2 7h3v3H2zM6.5 7h3v3h-3zM11 7h3v3h-3z",
} as const;

export type Icon = keyof typeof PATHS;

const SVG = "http://www.w3.org/2000/svg";

/** An icon; the caller must provide its meaning as text. */
export function icon(name: Icon): SVGElement {
    const svg = document.createElementNS(SVG, "svg");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", PATHS[name]);
    svg.setAttribute("viewBox", "0 0 16 16");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    svg.append(path);
    return svg;
}
