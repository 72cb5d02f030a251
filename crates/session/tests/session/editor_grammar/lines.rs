//! Lines as the editor stores them, generated from the rules of the manual by a sequence of choices, and
//! damaged lines.

use girafa_basic::token as t;

/// Letters that cannot form a keyword: in the editor, letters are never keywords.
const LETTERS: &[u8] = b"abcekxyzABEKZ";
/// Replacement bytes for damaged lines.
const SIGNS: &[u8] = b"\"(),;:'#$.=<>+-*/^ 0123456789aAbek!&?@[]_{}~";

/// Generates a line from `choices`; after the last one, uses the simplest alternatives.
pub fn line(choices: &[u8]) -> Vec<u8> {
    let mut maker = Maker {
        choices,
        out: Vec::new(),
    };
    maker.statement();
    while maker.pick(3) == 1 {
        maker.put(b':');
        maker.statement();
    }
    maker.out
}

/// Changes a line: replaces, inserts, deletes, doubles or swaps bytes. A change consists of a position, a
/// kind and a value.
pub fn changed(line: &[u8], changes: &[(u8, u8, u8)]) -> Vec<u8> {
    let mut line = line.to_vec();
    for &(place, kind, what) in changes {
        let at = usize::from(place) % (line.len() + 1);
        let sign = if what < 128 {
            SIGNS[usize::from(what) % SIGNS.len()]
        } else {
            t::FIRST + (what - 128) % (255 - t::FIRST + 1)
        };
        let inside = at < line.len();
        match kind % 6 {
            0 => line.insert(at, sign),
            1 if inside => line[at] = sign,
            2 if inside => drop(line.remove(at)),
            3 if inside => line.insert(at, line[at]),
            4 if at + 1 < line.len() => line.swap(at, at + 1),
            5 => line.truncate(at),
            _ => {}
        }
    }
    // A digit at the start would be a line number.
    let head = line
        .iter()
        .take_while(|&&byte| byte == b' ' || byte.is_ascii_digit())
        .count();
    line.split_off(head)
}

/// The line with keywords spelled out, for messages.
pub fn shown(line: &[u8]) -> String {
    line.iter()
        .map(|&byte| match (t::text(byte), byte) {
            (Some(text), _) => format!("[{text}]"),
            (None, b' '..=b'~') => char::from(byte).to_string(),
            _ => format!("\\{{{byte}}}"),
        })
        .collect()
}

struct Maker<'a> {
    choices: &'a [u8],
    out: Vec<u8>,
}

impl Maker<'_> {
    /// Chooses one of `n` alternatives; 0 if there are no choices left.
    fn pick(&mut self, n: usize) -> usize {
        match self.choices {
            [first, rest @ ..] => {
                self.choices = rest;
                usize::from(*first) % n
            }
            [] => 0,
        }
    }

    fn one(&mut self, of: &[u8]) -> u8 {
        of[self.pick(of.len())]
    }

    /// Appends a byte, sometimes with a space before it.
    fn put(&mut self, byte: u8) {
        if self.pick(12) == 1 {
            self.out.push(b' ');
        }
        self.out.push(byte);
    }

    fn letter(&mut self) {
        let letter = self.one(LETTERS);
        self.put(letter);
    }

    fn name(&mut self) {
        self.letter();
        while self.pick(3) == 1 {
            let more = self.one(b"abekxyz0123456789");
            self.put(more);
        }
    }

    fn statement(&mut self) {
        let nothing = self.pick(16) == 1;
        let command = t::DEF_FN + self.pick(usize::from(255 - t::DEF_FN) + 1) as u8;
        // CAT, FORMAT, MOVE and ERASE need devices that a plain 48K does not have.
        if nothing || (t::CAT..=t::ERASE).contains(&command) {
            return;
        }
        self.put(command);
        match command {
            t::DEF_FN => self.def_fn(),
            t::OPEN => {
                self.number();
                self.put(b',');
                self.text();
            }
            t::MERGE | t::SAVE | t::LOAD | t::VERIFY => self.tape(command),
            t::BEEP | t::OUT | t::POKE => self.pair(),
            t::PLOT | t::DRAW | t::CIRCLE => {
                while self.pick(4) == 1 {
                    self.colour();
                    let separator = self.one(b";,");
                    self.put(separator);
                }
                self.pair();
                if command == t::CIRCLE || command == t::DRAW && self.pick(2) == 1 {
                    self.put(b',');
                    self.number();
                }
            }
            t::INK..=t::OVER | t::CLOSE | t::BORDER | t::GO_TO | t::GO_SUB | t::PAUSE => self.number(),
            t::RUN | t::CLEAR | t::RESTORE | t::RANDOMIZE if self.pick(2) == 1 => self.number(),
            t::PRINT | t::LPRINT => self.items(false),
            t::INPUT => self.items(true),
            t::LIST | t::LLIST => {
                let form = self.pick(4);
                if form >= 2 {
                    self.put(b'#');
                    self.number();
                }
                if form == 3 {
                    let separator = self.one(b",;");
                    self.put(separator);
                }
                if form % 2 == 1 {
                    self.number();
                }
            }
            t::READ => {
                self.target();
                while self.pick(3) == 1 {
                    self.put(b',');
                    self.target();
                }
            }
            t::DATA => {
                self.expression();
                while self.pick(2) == 1 {
                    self.put(b',');
                    self.expression();
                }
            }
            t::DIM => {
                self.letter();
                if self.pick(2) == 1 {
                    self.put(b'$');
                }
                self.subscripts();
            }
            t::REM => {
                while self.pick(4) > 0 {
                    let any = self.one(b" :\"ab1'=\xF5\xC5");
                    self.out.push(any);
                }
            }
            t::FOR => {
                self.letter();
                self.put(b'=');
                self.number();
                self.put(t::TO);
                self.number();
                if self.pick(2) == 1 {
                    self.put(t::STEP);
                    self.number();
                }
            }
            t::NEXT => self.letter(),
            t::LET => {
                let text = self.target();
                self.put(b'=');
                self.of(text);
            }
            t::IF => {
                self.number();
                self.put(t::THEN);
                self.statement();
            }
            _ => {}
        }
    }

    fn of(&mut self, text: bool) {
        if text { self.text() } else { self.number() }
    }

    fn expression(&mut self) {
        let text = self.pick(2) == 1;
        self.of(text);
    }

    fn pair(&mut self) {
        self.number();
        self.put(b',');
        self.number();
    }

    fn subscripts(&mut self) {
        self.put(b'(');
        self.number();
        while self.pick(3) == 1 {
            self.put(b',');
            self.number();
        }
        self.put(b')');
    }

    /// A variable to assign to; returns whether it is a string.
    fn target(&mut self) -> bool {
        match self.pick(4) {
            0 | 1 => {
                self.name();
                false
            }
            2 => {
                self.letter();
                self.subscripts();
                false
            }
            _ => {
                self.letter();
                self.put(b'$');
                if self.pick(2) == 1 {
                    self.slice();
                }
                true
            }
        }
    }

    fn slice(&mut self) {
        self.put(b'(');
        let form = self.pick(6);
        if form > 1 {
            self.number();
        }
        if form == 3 {
            self.put(b',');
            self.number();
        }
        if form != 0 && form != 2 && form != 3 {
            self.put(t::TO);
            if form != 4 {
                self.number();
            }
        }
        self.put(b')');
    }

    fn def_fn(&mut self) {
        self.letter();
        let text = self.pick(2) == 1;
        if text {
            self.put(b'$');
        }
        self.put(b'(');
        let parameters = self.pick(4);
        for n in 0..parameters {
            if n > 0 {
                self.put(b',');
            }
            self.letter();
            if self.pick(2) == 1 {
                self.put(b'$');
            }
        }
        self.put(b')');
        self.put(b'=');
        self.of(text);
    }

    fn tape(&mut self, command: u8) {
        self.text();
        match self.pick(5) {
            1 => {
                self.put(t::DATA);
                self.letter();
                if self.pick(2) == 1 {
                    self.put(b'$');
                }
                self.put(b'(');
                self.put(b')');
            }
            2 => self.put(t::SCREEN_S),
            3 => {
                self.put(t::CODE);
                if command == t::SAVE || self.pick(2) == 1 {
                    self.pair();
                }
            }
            4 if command == t::SAVE => {
                self.put(t::LINE);
                self.number();
            }
            _ => {}
        }
    }

    fn colour(&mut self) {
        let colour = t::INK + self.pick(6) as u8;
        self.put(colour);
        self.number();
    }

    /// Items of PRINT or INPUT.
    fn items(&mut self, input: bool) {
        if input {
            self.item(input);
        }
        while self.pick(3) > 0 {
            let separator = self.one(b";,'");
            self.put(separator);
            if self.pick(4) > 0 {
                self.item(input);
            }
        }
    }

    fn item(&mut self, input: bool) {
        match self.pick(8) {
            0 if input => drop(self.target()),
            1 if input => {
                self.put(t::LINE);
                self.letter();
                self.put(b'$');
            }
            2 => {
                self.put(t::AT);
                self.pair();
            }
            3 => {
                self.put(t::TAB);
                self.number();
            }
            4 => self.colour(),
            5 => {
                self.put(b'#');
                self.number();
            }
            6 if input => {
                self.put(b'(');
                self.expression();
                self.put(b')');
            }
            _ if input => {
                self.string();
            }
            _ => self.expression(),
        }
    }

    fn string(&mut self) {
        self.put(b'"');
        while self.pick(3) == 1 {
            let any = self.one(b"a 1:,\xF5\x90'(");
            self.out.push(any);
        }
        if self.pick(6) == 1 {
            self.out.extend(*b"\"\"");
        }
        self.out.push(b'"');
    }

    fn literal(&mut self) {
        const LITERALS: [&[u8]; 14] = [
            b"0", b"1", b"10", b"255", b"65536", b".5", b"1.", b"3.14", b"2e3", b"1E-4", b"12e+3", b"1e38",
            b"2e39", b"007",
        ];
        let literal = LITERALS[self.pick(LITERALS.len())];
        self.put(literal[0]);
        self.out.extend(&literal[1..]);
    }

    fn number(&mut self) {
        match self.pick(14) {
            0 | 1 => self.literal(),
            2 | 3 => self.name(),
            4 => {
                self.letter();
                self.subscripts();
            }
            5 => {
                self.put(b'(');
                self.number();
                self.put(b')');
            }
            6 => {
                let operator = self.one(b"+-*/^=<>\xC5\xC6\xC7\xC8\xC9");
                self.number();
                self.put(operator);
                self.number();
            }
            7 => {
                let sign = self.one(b"-+\xC3");
                self.put(sign);
                self.number();
            }
            8 => {
                let function = self.one(&[
                    t::SIN,
                    t::COS,
                    t::INT,
                    t::SQR,
                    t::ABS,
                    t::PEEK,
                    t::IN,
                    t::USR,
                    t::LN,
                    t::EXP,
                    t::SGN,
                    t::TAN,
                ]);
                self.put(function);
                self.number();
            }
            9 => {
                let function = self.one(&[t::CODE, t::VAL, t::LEN, t::USR]);
                self.put(function);
                self.text();
            }
            10 => {
                let plain = self.one(&[t::RND, t::PI]);
                self.put(plain);
            }
            11 => {
                self.put(t::BIN);
                while self.pick(2) == 1 {
                    let digit = self.one(b"01");
                    self.out.push(digit);
                }
            }
            12 => {
                let comparison = self.one(b"=<>\xC7\xC8\xC9");
                self.text();
                self.put(comparison);
                self.text();
            }
            _ => {
                let function = self.one(&[t::POINT, t::ATTR, t::FN]);
                self.put(function);
                if function == t::FN {
                    self.letter();
                }
                self.put(b'(');
                self.pair();
                self.put(b')');
            }
        }
    }

    fn text(&mut self) {
        match self.pick(10) {
            0 | 1 => self.string(),
            2 | 3 => {
                self.letter();
                self.put(b'$');
            }
            4 => {
                self.letter();
                self.put(b'$');
                self.slice();
            }
            5 => {
                self.put(b'(');
                self.text();
                self.put(b')');
                if self.pick(2) == 1 {
                    self.slice();
                }
            }
            6 => {
                self.text();
                self.put(b'+');
                self.text();
            }
            7 => {
                let function = self.one(&[t::STR_S, t::CHR_S]);
                self.put(function);
                self.number();
            }
            8 => {
                let function = self.one(&[t::VAL_S, t::INKEY_S]);
                self.put(function);
                if function == t::VAL_S {
                    self.text();
                } else if self.pick(3) == 1 {
                    self.put(b'#');
                    self.number();
                }
            }
            _ => {
                self.put(t::SCREEN_S);
                self.put(b'(');
                self.pair();
                self.put(b')');
            }
        }
    }
}
