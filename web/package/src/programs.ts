// The programs that come with Girafa, as data.

import included from "girafa-programs";
import type { Program } from "../../src/included.ts";

/** The programs that come with Girafa, in the order of their ids. */
export function programs(): Program[] {
    return structuredClone(included.programs);
}
