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
    type Program,
    programs,
    run,
    type State,
    tape,
    type Variable,
    version,
    type RunOptions,
} from "../../src/girafa.ts";
