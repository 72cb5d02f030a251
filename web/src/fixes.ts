// A fixes file's text while the scan under it is edited. What it means is read in Rust; here its blocks only move with
// their rows.

/** A block's row, where it says one. */
const ROW = /^(line\s*=\s*)(\d+)/m;

/** The head and the blocks of a fixes file: each begins with [[correction]] or [[doubt]]. */
function blocks(fixes: string): string[] {
    return fixes.split(/^(?=\[\[)/m);
}

/** The row that a block is about, from 1. */
function rowOf(block: string): number | undefined {
    const found = block.startsWith("[[") ? ROW.exec(block)?.[2] : undefined;
    return found === undefined ? undefined : Number(found);
}

/** The rows that fixes are about. */
export function rowsOf(fixes: string): number[] {
    return blocks(fixes).map(rowOf).filter((row) => row !== undefined);
}

/**
 * The fixes when the rows `first` to `last` have become `count` rows: those of later rows go along. Those of rows that
 * are gone
 * go with them.
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
        return row <= last ? "" : block.replace(ROW, `$1${row + by}`);
    };
    return blocks(fixes).map(move).join("");
}

/** The fixes without those of a row. */
export function without(fixes: string, row: number): string {
    return blocks(fixes).filter((block) => rowOf(block) !== row).join("");
}
