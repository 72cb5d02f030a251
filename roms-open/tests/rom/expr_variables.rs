//! The ROM's variables against a native model: the formats of the manual's chapter 24, LET, DIM, slices, FOR
//! variables.

use std::collections::HashMap;

use crate::basic::{Basic, Random, STKEND, Value, number, tokens};
use crate::support::Ended;

/// What a variable holds.
#[derive(Debug, Clone, PartialEq)]
enum Variable {
    Number(f64),
    /// Value, limit, step.
    Loop([f64; 3]),
    Text(Vec<u8>),
    Numbers(Vec<u16>, Vec<f64>),
    Rows(Vec<u16>, Vec<u8>),
}

/// The variable area by name: `a`, `long`, `a$`, `a(`, `a$(`; panics where its format is not the manual's.
fn read_area(mut area: &[u8]) -> Vec<(String, Variable)> {
    let mut found = Vec::new();
    while let Some(&first) = area.first() {
        let letter = String::from(char::from(first & 0x1F | 0x60));
        let counted = || usize::from(u16::from_le_bytes([area[1], area[2]]));
        let (name, variable, size) = match first >> 5 {
            0b011 => (letter, Variable::Number(number(&area[1..6])), 6),
            0b101 => {
                let last = 1 + area[1..]
                    .iter()
                    .position(|c| c & 0x80 != 0)
                    .expect("the last letter");
                let rest = area[1..=last].iter().map(|c| char::from(c & 0x7F));
                let name = letter.chars().chain(rest).collect();
                (
                    name,
                    Variable::Number(number(&area[last + 1..last + 6])),
                    last + 6,
                )
            }
            0b111 => {
                let values = [1, 6, 11].map(|at| number(&area[at..at + 5]));
                (letter, Variable::Loop(values), 19)
            }
            0b010 => {
                let text = area[3..3 + counted()].to_vec();
                (letter + "$", Variable::Text(text), 3 + counted())
            }
            array => {
                let sizes: Vec<u16> = (0..usize::from(area[3]))
                    .map(|n| u16::from_le_bytes([area[4 + 2 * n], area[5 + 2 * n]]))
                    .collect();
                let items: usize = sizes.iter().map(|&size| usize::from(size)).product();
                let data = &area[4 + 2 * sizes.len()..3 + counted()];
                if array == 0b100 {
                    let values: Vec<f64> = data.chunks(5).map(number).collect();
                    assert_eq!(values.len(), items, "{letter}()");
                    (letter + "(", Variable::Numbers(sizes, values), 3 + counted())
                } else {
                    assert_eq!((array, data.len()), (0b110, items), "{letter}$()");
                    (letter + "$(", Variable::Rows(sizes, data.to_vec()), 3 + counted())
                }
            }
        };
        found.push((name, variable));
        area = &area[size..];
    }
    found
}

fn assert_area(basic: &Basic, model: &HashMap<String, Variable>, after: &str) {
    let area = read_area(&basic.variables());
    let names = area.len();
    let area: HashMap<String, Variable> = area.into_iter().collect();
    assert_eq!(names, area.len(), "each name once, after {after}");
    assert_eq!(&area, model, "after {after}");
}

/// `text` in a field of `length` characters.
fn field(text: &str, length: usize) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(length, b' ');
    bytes
}

/// The index of an element from its subscripts, which count from 1.
fn index(sizes: &[u16], subscripts: &[usize]) -> usize {
    sizes.iter().zip(subscripts).fold(0, |index, (&size, subscript)| {
        index * usize::from(size) + subscript - 1
    })
}

/// One random statement: done by the ROM and in the model. Returns its text.
fn step(basic: &mut Basic, model: &mut HashMap<String, Variable>, random: &mut Random) -> String {
    let letter = *random.pick(&["a", "b", "C"]);
    let name = letter.to_lowercase();
    let value = random.below(1000);
    #[allow(clippy::cast_precision_loss, reason = "below 1000")]
    let number = value as f64;
    let text: String = (0..random.below(9))
        .map(|_| char::from(*random.pick(b"xyz ")))
        .collect();
    match random.below(8) {
        0 => {
            let line = format!("{letter}={value}");
            basic.assign(line.as_bytes()).expect(&line);
            let variable = match model.get(&name) {
                Some(Variable::Loop([_, limit, step])) => Variable::Loop([number, *limit, *step]),
                _ => Variable::Number(number),
            };
            model.insert(name, variable);
            line
        }
        1 => {
            let long = *random.pick(&["ab", "Ab c", "a1", "b 22", "cabbage", "abc"]);
            let line = format!("{long}={value}");
            basic.assign(line.as_bytes()).expect(&line);
            model.insert(long.replace(' ', "").to_lowercase(), Variable::Number(number));
            line
        }
        2 => {
            let line = format!("{letter}$=\"{text}\"");
            basic.assign(line.as_bytes()).expect(&line);
            if let Some(Variable::Rows(_, data)) = model.get_mut(&format!("{name}$(")) {
                *data = field(&text, data.len());
            } else {
                model.insert(name + "$", Variable::Text(text.into_bytes()));
            }
            line
        }
        3 => {
            let dollar = *random.pick(&["", "$"]);
            let dimensions = if dollar.is_empty() { 1 + random.below(3) } else { 1 };
            let sizes: Vec<u16> = (0..dimensions)
                .map(|_| u16::try_from(1 + random.below(4)).expect("small"))
                .collect();
            let items: usize = sizes.iter().map(|&size| usize::from(size)).product();
            let list = sizes.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
            let line = format!("{letter}{dollar}({list})");
            basic.dim(line.as_bytes()).expect(&line);
            let array = if dollar.is_empty() {
                Variable::Numbers(sizes, vec![0.0; items])
            } else {
                model.remove(&format!("{name}$"));
                Variable::Rows(sizes, vec![b' '; items])
            };
            model.insert(format!("{name}{dollar}("), array);
            format!("DIM {line}")
        }
        4 => {
            let Some(Variable::Numbers(sizes, values)) = model.get_mut(&format!("{name}(")) else {
                assert!(basic.assign(format!("{letter}(1)=2").as_bytes()).is_err());
                return String::from("an element of nothing");
            };
            let subscripts: Vec<usize> = sizes
                .iter()
                .map(|&size| 1 + random.below(usize::from(size)))
                .collect();
            let list = subscripts
                .iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(" , ");
            let line = format!("{letter}({list})={value}");
            basic.assign(line.as_bytes()).expect(&line);
            values[index(sizes, &subscripts)] = number;
            line
        }
        5 => {
            let Some(Variable::Text(old)) = model.get_mut(&format!("{name}$")) else {
                return String::from("nothing");
            };
            let first = 1 + random.below(old.len() + 1);
            let last = random.below(old.len() + 1);
            let line = format!("{letter}$({first}{{TO}}{last})=\"{text}\"");
            basic.assign(&tokens(&line)).expect(&line);
            if first <= last {
                let piece = field(&text, last + 1 - first);
                old[first - 1..last].copy_from_slice(&piece);
            }
            line
        }
        6 => {
            let Some(Variable::Text(old)) = model.get_mut(&format!("{name}$")) else {
                return String::from("nothing");
            };
            let Some(room) = old.len().checked_sub(2) else {
                return String::from("nothing");
            };
            let (to, from) = (random.below(room + 1), random.below(room + 1));
            let length = 1 + random.below(2);
            let line = format!(
                "{letter}$({}{{TO}}{})={letter}$({}{{TO}}{})",
                to + 1,
                to + length,
                from + 1,
                from + length
            );
            basic.assign(&tokens(&line)).expect(&line);
            let piece = old[from..from + length].to_vec();
            old[to..to + length].copy_from_slice(&piece);
            line
        }
        _ => {
            let values = [number, 7.0, -2.0];
            push_three(basic, values);
            basic.rom.machine.cpu.c = name.as_bytes()[0];
            assert_eq!(basic.rom.call("for_variable"), Ended::Returned);
            model.insert(name, Variable::Loop(values));
            format!("FOR {letter}={value}")
        }
    }
}

/// Three numbers on an empty number stack.
fn push_three(basic: &mut Basic, values: [f64; 3]) {
    basic.type_line(b"");
    for value in values {
        #[allow(clippy::cast_possible_truncation, reason = "small whole numbers")]
        let short = value as i32;
        let [low, high, ..] = short.to_le_bytes();
        let top = basic.word(STKEND);
        basic
            .rom
            .poke(top, &[0, if short < 0 { 0xFF } else { 0 }, low, high, 0]);
        basic.put(STKEND, top + 5);
    }
}

#[test]
fn random_statements_leave_what_the_manual_says() {
    let fresh = Basic::start();
    for seed in 0..30 {
        let (mut basic, mut random) = (fresh.clone(), Random::new(seed));
        let mut model = HashMap::new();
        for _ in 0..60 {
            let done = step(&mut basic, &mut model, &mut random);
            assert_area(&basic, &model, &done);
        }
        for (name, variable) in &model {
            let Variable::Number(value) = variable else {
                continue;
            };
            assert_eq!(
                basic.evaluate(name.as_bytes()),
                Ok(Value::Number(*value)),
                "{name}"
            );
        }
    }
}

#[test]
fn rows_of_characters() {
    let mut basic = Basic::start();
    basic.assign(b"r$=\"old\"").expect("a string");
    basic.dim(b"r$(2,3,4)").expect("an array");
    let mut rows = vec![b' '; 24];
    for (subscripts, row) in [("1,1", 0), ("1,3", 2), ("2,2", 4)] {
        for text in ["abcdefg", "xy"] {
            basic
                .assign(format!("r$({subscripts})=\"{text}\"").as_bytes())
                .expect(subscripts);
            rows[4 * row..4 * row + 4].copy_from_slice(&field(text, 7)[..4]);
            let area = read_area(&basic.variables());
            assert_eq!(
                area,
                [("r$(".into(), Variable::Rows(vec![2, 3, 4], rows.clone()))]
            );
        }
    }
    basic.assign(&tokens("r$(1,1,2{TO}3)=\"!\"")).expect("a slice");
    for (expression, want) in [
        ("r$(1,1)", Ok("x!  ".into())),
        ("r$(1,1,2)", Ok("!".into())),
        ("r$(1,3)({TO}2)", Ok("xy".into())),
        ("r$(2,2,2{TO})", Ok("y  ".into())),
        ("r$", Err('3')),
        ("r$(1)", Err('3')),
        ("r$(3,1)", Err('3')),
        ("r$(1,4)", Err('3')),
        ("r$(1,1,5)", Err('3')),
        ("r$(1,1,1,1)", Err('C')),
    ] {
        let got = basic
            .evaluate(&tokens(expression))
            .map_err(|failure| failure.report);
        assert_eq!(got, want, "{expression}");
    }
}

#[test]
fn names_are_distinguished() {
    let mut basic = Basic::start();
    for line in [
        &b"a=1"[..],
        b"aa=2",
        b"a a a=3",
        b"a1=4",
        b"a$=\"five\"",
        b"e1=6",
        b"AAB=7",
        b"axf=9",
        b"ax=10",
    ] {
        basic.assign(line).expect("an assignment");
    }
    basic.dim(b"a(3)").expect("an array");
    basic.assign(b"a(2)=8").expect("an element");
    for (expression, want) in [
        ("a", 1.0),
        ("A +0", 1.0),
        ("aA", 2.0),
        ("a aA", 3.0),
        ("A 1", 4.0),
        ("a$=\"five\"", 1.0),
        ("e1", 6.0),
        ("aab", 7.0),
        ("a (2)", 8.0),
        ("a{AND}a", 1.0),
        // AND is C6: like the last letter of axf but for bit 5.
        ("ax{AND}ax", 10.0),
    ] {
        assert_eq!(
            basic.evaluate(&tokens(expression)),
            Ok(want.into()),
            "{expression}"
        );
    }
    for name in ["ab", "aaaa", "b", "aa1"] {
        let got = basic.evaluate(name.as_bytes()).map_err(|failure| failure.report);
        assert_eq!(got, Err('2'), "{name}");
    }
}

#[test]
fn errors_of_assignments() {
    let mut basic = Basic::start();
    basic.assign(b"s$=\"abc\"").expect("a string");
    for (line, report, at) in [
        ("n(1)=2", '2', None),
        ("n$(1)=\"x\"", '2', None),
        ("s$(4)=\"x\"", '3', None),
        ("=5", 'C', Some(0)),
        ("1=a", 'C', Some(0)),
        ("ab$=\"x\"", 'C', Some(2)),
        ("a=", 'C', Some(2)),
        ("a$=1", 'C', Some(4)),
        ("a(1{TO}2)=1", 'C', Some(3)),
        ("{FN}a(1)=2", 'C', Some(0)),
    ] {
        let failure = basic.assign(&tokens(line)).expect_err(line);
        assert_eq!(failure.report, report, "{line}");
        assert_eq!(at.unwrap_or(failure.at), failure.at, "{line}");
    }
    for (line, report) in [
        ("a(0)", '3'),
        ("a(2,0)", '3'),
        ("a(65535)", '3'),
        ("a(65536)", 'B'),
        ("a(-1)", 'B'),
        ("a(60000)", '4'),
        ("a(300,300)", '4'),
        ("a()", 'C'),
        ("a", 'C'),
        ("ab(2)", 'C'),
        ("a(1),b(2)", 'C'),
    ] {
        let failure = basic.dim(line.as_bytes()).expect_err(line);
        assert_eq!(failure.report, report, "{line}");
    }
}
