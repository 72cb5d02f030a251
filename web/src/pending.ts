// PROVISIONAL: until crates/web has them.
export interface ScannedRow { row: number; number: number; scanned: string; listed: string; columns: number }
export interface Change { row: number; wrong: string; right: string }
export interface Repair { title: string; changes: Change[]; rows: ScannedRow[] }
export interface Doubt { from: number; to: number; row: number; column: number; severity: "error" | "warning" | "note"; message: string; label: string; help: string | null; repairs: Repair[] }
export interface Scan { width: number | null; listing: string | null; failure: string | null; rows: ScannedRow[]; doubts: Doubt[]; fixes: string; suggested: string }
export interface RestoredListing { id: string; title: string; listing: string }
export interface Verdict { session: string; verdict: "agrees" | "differs" | "alone"; rows: number; ways: { way: string; tstates: number }[]; differences: { part: string; left: { way: string; rows: string[] }; right: { way: string; rows: string[] } }[]; failure: string | null; remarks: string[] }
export type Compared = Verdict[];
const absent = (): never => { throw new Error("not in this build"); };
export function typein(_text: string, _options: { width?: number | null; fixes?: string } = {}): Scan { return absent(); }
export function accept(_text: string, _fixes: string, _doubt: Pick<Doubt, "row" | "message">, _changes: Change[] = []): string { return absent(); }
export function restoreBook(_text: string): RestoredListing[] | undefined { return absent(); }
export function compare(_id: string, _book: string | null, _session: string | null): Compared { return absent(); }
