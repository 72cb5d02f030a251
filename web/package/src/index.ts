// What the package offers, whichever way its WebAssembly is loaded.

export {
    check,
    type Finding,
    type Fix,
    keywords,
    lines,
    listingOf,
    llist,
    Machine,
    type Outcome,
    run,
    type Source,
    type State,
    statement,
    tape,
    type Variable,
    version,
    type RunOptions,
    type Why,
} from "../../src/girafa.ts";
export type { Program } from "../../src/included.ts";
export { programs } from "./programs.ts";
