// The legends on and around the Spectrum's 40 keys.

/** The legends of a key; empty if it does not have one. */
export interface Legends {
    /** Its name for the machine: a letter or digit, `Enter`, `Space`, `Caps`, `Symbol`. */
    key: string;
    /** The main legend. */
    name: string;
    /**
     * The keyword at the start of a statement; for a digit, its function with CAPS SHIFT; for other keys, their other
     * function.
     */
    command: string;
    /** With SYMBOL SHIFT. */
    symbol: string;
    /** In extended mode. */
    extended: string;
    /** In extended mode with SYMBOL SHIFT. */
    extendedSymbol: string;
}

// key: with CAPS SHIFT, with SYMBOL SHIFT, extended with SYMBOL SHIFT
const DIGIT_LEGENDS = `
1|EDIT|!|DEF FN
2|CAPS LOCK|@|FN
3|TRUE VIDEO|#|LINE
4|INV. VIDEO|$|OPEN #
5|◄|%|CLOSE #
6|▼|&|MOVE
7|▲|'|ERASE
8|►|(|POINT
9|GRAPHICS|)|CAT
0|DELETE|_|FORMAT`;

// key: at the start of a statement, with SYMBOL SHIFT, extended, extended with SYMBOL SHIFT (¦ is the bar)
const LETTER_LEGENDS = `
Q|PLOT|<=|SIN|ASN
W|DRAW|<>|COS|ACS
E|REM|>=|TAN|ATN
R|RUN|<|INT|VERIFY
T|RANDOMIZE|>|RND|MERGE
Y|RETURN|AND|STR$|[
U|IF|OR|CHR$|]
I|INPUT|AT|CODE|IN
O|POKE|;|PEEK|OUT
P|PRINT|"|TAB|©
A|NEW|STOP|READ|~
S|SAVE|NOT|RESTORE|¦
D|DIM|STEP|DATA|\\
F|FOR|TO|SGN|{
G|GO TO|THEN|ABS|}
H|GO SUB|^|SQR|CIRCLE
J|LOAD|-|VAL|VAL$
K|LIST|+|LEN|SCREEN$
L|LET|=|USR|ATTR
Z|COPY|:|LN|BEEP
X|CLEAR|£|EXP|INK
C|CONTINUE|?|LPRINT|PAPER
V|CLS|/|LLIST|FLASH
B|BORDER|*|BIN|BRIGHT
N|NEXT|,|INKEY$|OVER
M|PAUSE|.|PI|INVERSE`;

const ROWS = ["1234567890", "QWERTYUIOP", "ASDFGHJKL\n", "^ZXCVBNM$ "];

const NAMED_KEYS: Record<string, Legends> = {
    "\n": { key: "Enter", name: "ENTER", command: "", symbol: "", extended: "", extendedSymbol: "" },
    "^": { key: "Caps", name: "CAPS SHIFT", command: "", symbol: "", extended: "", extendedSymbol: "" },
    $: { key: "Symbol", name: "SYMBOL SHIFT", command: "", symbol: "", extended: "", extendedSymbol: "" },
    " ": { key: "Space", name: "SPACE", command: "BREAK", symbol: "", extended: "", extendedSymbol: "" },
};

const LEGENDS = new Map<string, Legends>(Object.entries(NAMED_KEYS));
const cells = (table: string) => table.trim().split("\n").map((row) => row.split("|"));
for (const [key = "", command = "", symbol = "", extendedSymbol = ""] of cells(DIGIT_LEGENDS)) {
    LEGENDS.set(key, { key, name: key, command, symbol, extended: "", extendedSymbol });
}
for (const [key = "", command = "", symbol = "", extended = "", extendedSymbol = ""] of cells(LETTER_LEGENDS)) {
    LEGENDS.set(key, { key, name: key, command, symbol, extended, extendedSymbol: extendedSymbol.replace("¦", "|") });
}

/** The keyboard in rows of ten. */
export const KEYBOARD: Legends[][] = ROWS.map((row) => [...row].map((key) => LEGENDS.get(key) as Legends));

/** The colours printed above the digits, from 0 on. */
export const COLOURS = ["BLACK", "BLUE", "RED", "MAGENTA", "GREEN", "CYAN", "YELLOW", "WHITE"];
