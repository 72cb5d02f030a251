// Updates what belongs to rows of a scan while it is edited: the text of its fixes file, and what was seen in its
// pictures. Rust code interprets the file; here, blocks only move with their rows.

import type { Pages, Seen } from "./tools.ts";

/** The row in a block, if there is one. */
const ROW_PATTERN = /^(line\s*=\s*)(\d+)/m;

/** Splits a fixes file into its head and its blocks, which begin with [[correction]] or [[doubt]]. */
function blocks(fixes: string): string[] {
    return fixes.split(/^(?=\[\[)/m);
}

/** The row of a block, counted from 1. */
function rowOf(block: string): number | undefined {
    const found = block.startsWith("[[") ? ROW_PATTERN.exec(block)?.[2] : undefined;
    return found === undefined ? undefined : Number(found);
}

/** The rows that have fixes. */
export function rowsOf(fixes: string): number[] {
    return blocks(fixes).map(rowOf).filter((row) => row !== undefined);
}

/**
 * The fixes after the rows `first` to `last` were replaced by `count` rows: moves the fixes of later rows and
 * removes those of deleted rows.
 */
export function moved(fixes: string, first: number, last: number, count: number): string {
    const by = count - (last - first + 1);
    if (by === 0) {
        return fixes;
    }
    const move = (block: string): string => {
        const row = rowOf(block);
        if (row === undefined || row < first + Math.min(count, last - first + 1)) {
            return block;
        }
        return row <= last ? "" : block.replace(ROW_PATTERN, `$1${row + by}`);
    };
    return blocks(fixes).map(move).join("");
}

/** What was seen, after the rows `first` to `last` were replaced by `count` rows; nothing is uncertain in those. */
export function seenAfter({ uncertain, unread }: Seen, first: number, last: number, count: number): Seen {
    const by = count - (last - first + 1);
    const move = <T extends { row: number }>(all: T[]): T[] =>
        all.filter(({ row }) => row < first || row > last).map((one) => (one.row > last ? { ...one, row: one.row + by } : one));
    return { uncertain: move(uncertain), unread: move(unread) };
}

/** The pages of several pictures as one text. */
export function joined(parts: readonly Pages[]): Pages {
    const all: Pages = { text: "", uncertain: [], unread: [] };
    let rows = 0;
    for (const { text, uncertain, unread } of parts) {
        const below = <T extends { row: number }>(part: T[]): T[] => part.map((one) => ({ ...one, row: one.row + rows }));
        all.text += text;
        all.uncertain.push(...below(uncertain));
        all.unread.push(...below(unread));
        rows += text.split("\n").length - 1;
    }
    return all;
}

/** The fixes without those of one row. */
export function without(fixes: string, row: number): string {
    return blocks(fixes).filter((block) => rowOf(block) !== row).join("");
}
