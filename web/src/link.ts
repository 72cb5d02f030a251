// A program in a link: JSON, deflated, in base64url, as the fragment of the page's address, which is not sent to
// servers.
//
//     #program=eJyrVkrPLEpMS1SyMtRRyk...

import { isInput, type Moment, MAX_MOMENT_FRAME } from "./log.ts";
import { t } from "./translate.ts";

/** Maximum length of a fragment in characters: mail programs and chats truncate longer ones. */
export const MAX_FRAGMENT_LENGTH = 8_192;
/** Maximum size of the decoded link in bytes: no program of the machine is longer. */
const MAX_DECODED_BYTES = 1 << 20;
const FRAGMENT_PREFIX = "program=";
const DAMAGED_LINK_MESSAGE = t`this link is truncated or damaged and contains no program: copy the whole link, or ask for it again`;

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

/** Encodes a program as a fragment, without `#`. The result may be longer than [`MAX_FRAGMENT_LENGTH`]. */
export async function toFragment({ name, program, answers, moment }: Shared): Promise<string> {
    const contents = { girafa: 1, name, program, answers, moment };
    const text = JSON.stringify(contents, (_, value: unknown) =>
        value instanceof Uint8Array ? ({ base64: toBase64(value) } satisfies Bytes) : value,
    );
    const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
    return FRAGMENT_PREFIX + toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Whether the fragment of an address, without `#`, contains a program. */
export function isProgram(fragment: string): boolean {
    return fragment.startsWith(FRAGMENT_PREFIX);
}

/** Decodes the fragment of an address, without `#`; undefined if it is not one of ours. Throws if it is damaged. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
    if (!isProgram(fragment)) {
        return undefined;
    }
    if (fragment.length > MAX_FRAGMENT_LENGTH) {
        throw new Error(t`this link has ${fragment.length} characters after #, but the limit is ${MAX_FRAGMENT_LENGTH}: ${DAMAGED_LINK_MESSAGE}`);
    }
    let decoded: unknown;
    try {
        const bytes = fromBase64(fragment.slice(FRAGMENT_PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
        decoded = JSON.parse(await inflated(bytes), (_, value: unknown) => (isBytes(value) ? fromBase64(value.base64) : value));
    } catch {
        throw new Error(DAMAGED_LINK_MESSAGE);
    }
    if (!isShared(decoded)) {
        throw new Error(DAMAGED_LINK_MESSAGE);
    }
    return decoded;
}

/** Inflates a text; its checksum shows whether it is complete. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        length += value?.length ?? 0;
        if (length > MAX_DECODED_BYTES) {
            await reader.cancel();
            throw new Error(t`more than ${MAX_DECODED_BYTES} bytes`);
        }
        parts.push(value as Uint8Array<ArrayBuffer>);
    }
    return new Blob(parts).text();
}

function isShared(value: unknown): value is Shared {
    const { girafa, name, program, answers, moment } = (value ?? {}) as Record<string, unknown>;
    const isTextArray = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === "string");
    const isProgram = typeof program === "string" || program instanceof Uint8Array;
    return girafa === 1 && typeof name === "string" && isProgram && isTextArray(answers) && (moment === undefined || isMoment(moment));
}

function isMoment(value: unknown): value is Moment {
    const { frame, inputs, sum } = (value ?? {}) as Record<string, unknown>;
    if (!Number.isSafeInteger(frame) || Number(frame) < 0 || Number(frame) > MAX_MOMENT_FRAME || !Number.isInteger(sum)) {
        return false;
    }
    // Inputs must be sorted by frame, and none may be after the moment.
    let last = 0;
    return Array.isArray(inputs) && inputs.every((input) => isInput(input) && input[0] >= last && (last = input[0]) <= Number(frame));
}
