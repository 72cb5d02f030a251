// A program in a link: JSON, deflated, in base64url, as the fragment of the page's address, which is not sent to
// servers.
//
//     #program=eJyrVkrPLEpMS1SyMtRRyk...

import { isInput, type Moment, MOST_FRAMES } from "./log.ts";

/** Maximum length of a fragment in characters: mail programs and chats truncate longer ones. */
export const LONGEST = 8_192;
/** Maximum size of the decoded link in bytes: no program of the machine is longer. */
const MOST = 1 << 20;
const MARK = "program=";
const DAMAGED = "this link is truncated or damaged and contains no program: copy the whole link, or ask for it again";

/** The contents of a link. */
export interface Shared {
    name: string;
    /** A listing, or a file of another format, which the name determines. */
    program: string | Uint8Array;
    /** Answers to type when the program waits at INPUT. */
    answers: string[];
    /** The moment to open; by default the program is started. */
    moment?: Moment;
}

/** Bytes within JSON. */
interface Bytes {
    base64: string;
}

const isBytes = (value: unknown): value is Bytes =>
    typeof value === "object" && value !== null && typeof (value as Bytes).base64 === "string";

function toBase64(bytes: Uint8Array): string {
    let characters = "";
    for (const byte of bytes) {
        characters += String.fromCharCode(byte);
    }
    return btoa(characters);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Encodes a program as a fragment, without `#`. The result may be longer than [`LONGEST`]. */
export async function toFragment({ name, program, answers, moment }: Shared): Promise<string> {
    const held = { girafa: 1, name, program, answers, moment };
    const text = JSON.stringify(held, (_, value: unknown) =>
        value instanceof Uint8Array ? ({ base64: toBase64(value) } satisfies Bytes) : value,
    );
    const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
    return MARK + toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes the fragment of an address, without `#`; undefined if it is not one of ours. Throws if it is damaged. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
    if (!fragment.startsWith(MARK)) {
        return undefined;
    }
    if (fragment.length > LONGEST) {
        throw new Error(`this link has ${fragment.length} characters after #, but the limit is ${LONGEST}: ${DAMAGED}`);
    }
    let held: unknown;
    try {
        const bytes = fromBase64(fragment.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
        held = JSON.parse(await inflated(bytes), (_, value: unknown) => (isBytes(value) ? fromBase64(value.base64) : value));
    } catch {
        throw new Error(DAMAGED);
    }
    if (!isShared(held)) {
        throw new Error(DAMAGED);
    }
    return held;
}

/** Inflates a text; its checksum shows whether it is complete. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        length += value?.length ?? 0;
        if (length > MOST) {
            await reader.cancel();
            throw new Error(`more than ${MOST} bytes`);
        }
        parts.push(value as Uint8Array<ArrayBuffer>);
    }
    return new Blob(parts).text();
}

function isShared(held: unknown): held is Shared {
    const { girafa, name, program, answers, moment } = (held ?? {}) as Record<string, unknown>;
    const texts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === "string");
    const isProgram = typeof program === "string" || program instanceof Uint8Array;
    return girafa === 1 && typeof name === "string" && isProgram && texts(answers) && (moment === undefined || isMoment(moment));
}

function isMoment(value: unknown): value is Moment {
    const { frame, inputs, sum } = (value ?? {}) as Record<string, unknown>;
    if (!Number.isSafeInteger(frame) || Number(frame) < 0 || Number(frame) > MOST_FRAMES || !Number.isInteger(sum)) {
        return false;
    }
    // Inputs must be sorted by frame, and none may be after the moment.
    let last = 0;
    return Array.isArray(inputs) && inputs.every((input) => isInput(input) && input[0] >= last && (last = input[0]) <= Number(frame));
}
