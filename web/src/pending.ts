// PROVISIONAL: until crates/web has them.
export interface RestoredListing { id: string; title: string; listing: string }
export interface Verdict { session: string; verdict: "agrees" | "differs" | "alone"; rows: number; ways: { way: string; tstates: number }[]; differences: { part: string; left: { way: string; rows: string[] }; right: { way: string; rows: string[] } }[]; failure: string | null; remarks: string[] }
export type Compared = Verdict[];
const absent = (): never => { throw new Error("not in this build"); };
export function restoreBook(_text: string): RestoredListing[] | undefined { return absent(); }
export function compare(_id: string, _book: string | null, _session: string | null): Compared { return absent(); }
