//! PLOT, DRAW, CIRCLE, POINT, ATTR and SCREEN$ against a model of them written here.

use crate::basic::{Basic, Failure, Value, tokens};
use crate::support::{Ended, RomCalls};
use proptest::prelude::*;

const COORDS: u16 = 0x5C7D;
const ATTR_T: u16 = 0x5C8F;
const P_FLAG: u16 = 0x5C91;
const REPORT_B: Ended = Ended::Error(10);
const OVER: u8 = 1;
const INVERSE: u8 = 4;

/// The upper 176 rows as points, and where the last one was set.
#[derive(Clone, PartialEq)]
struct Picture {
    ink: Vec<bool>,
    at: (i32, i32),
}

/// A point outside of the picture: report B.
#[derive(Debug, PartialEq)]
struct Outside;

impl Picture {
    fn new(at: (i32, i32)) -> Picture {
        Picture {
            ink: vec![false; 256 * 176],
            at,
        }
    }

    /// What the machine shows.
    fn shown(rom: &RomCalls) -> Picture {
        let ink = (0..176).flat_map(|y| (0..256).map(move |x| point(rom, x, y)));
        Picture {
            ink: ink.collect(),
            at: (
                rom.machine.peek(COORDS).into(),
                rom.machine.peek(COORDS + 1).into(),
            ),
        }
    }

    fn plot(&mut self, (x, y): (i32, i32)) -> Result<(), Outside> {
        if !(0..256).contains(&x) || !(0..176).contains(&y) {
            return Err(Outside);
        }
        self.ink[(y * 256 + x) as usize] = true;
        self.at = (x, y);
        Ok(())
    }

    /// One point for each step along the longer side, the other coordinate rounded to the nearest, halves
    /// forward where the longer side is even.
    fn draw(&mut self, dx: i32, dy: i32) -> Result<(), Outside> {
        let (x, y) = self.at;
        let longer = dx.abs().max(dy.abs());
        if longer > 255 {
            return Err(Outside);
        }
        let along = |step: i32, side: i32| (step * side.abs() + longer / 2) / longer * side.signum();
        (1..=longer).try_for_each(|step| self.plot((x + along(step, dx), y + along(step, dy))))
    }

    fn draw_to(&mut self, (x, y): (i32, i32)) -> Result<(), Outside> {
        self.draw(x - self.at.0, y - self.at.1)
    }
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at {:?}:", self.at)?;
        let points = (0..).zip(&self.ink).filter(|(_, ink)| **ink);
        points
            .take(40)
            .try_for_each(|(n, _)| write!(f, " {},{}", n % 256, n / 256))
    }
}

/// The screen's layout: third, line of the third and row of the cell, from the top (manual, chapter 24).
fn address(x: usize, y: usize) -> usize {
    let row = 175 - y;
    0x4000 + (row / 64) * 2048 + (row % 8) * 256 + (row % 64 / 8) * 32 + x / 8
}

fn point(rom: &RomCalls, x: usize, y: usize) -> bool {
    rom.machine.memory()[address(x, y)] << (x % 8) & 0x80 != 0
}

fn start() -> Basic {
    let mut basic = Basic::start();
    basic.rom.start_devices();
    basic
}

fn clear(basic: &mut Basic, at: (i32, i32), flags: u8) {
    basic.rom.poke(0x4000, &[0; 0x1800]);
    basic.rom.poke(COORDS, &[at.0 as u8, at.1 as u8]);
    basic.rom.poke(P_FLAG, &[flags]);
}

#[test]
fn every_point_has_its_address() {
    let mut basic = start();
    let rom = &mut basic.rom;
    for y in 0..=255u8 {
        for x in 0..=255u8 {
            rom.machine.cpu.set_bc(u16::from_be_bytes([y, x]));
            let ended = rom.call("pixel_address");
            if y > 175 {
                assert_eq!(ended, REPORT_B, "{x},{y}");
            } else {
                assert_eq!(ended, Ended::Returned);
                assert_eq!(usize::from(rom.machine.cpu.hl()), address(x.into(), y.into()));
                assert_eq!(rom.machine.cpu.a, x % 8);
            }
        }
    }
}

#[test]
fn over_and_inverse_say_what_becomes_of_a_point() {
    let mut basic = start();
    for (flags, before, after) in [
        (0, 0x00, 0x10),
        (0, 0x10, 0x10),
        (OVER, 0x00, 0x10),
        (OVER, 0x10, 0x00),
        (INVERSE, 0x10, 0x00),
        (INVERSE, 0x00, 0x00),
        (OVER | INVERSE, 0x00, 0x00),
        (OVER | INVERSE, 0x10, 0x10),
    ] {
        clear(&mut basic, (0, 0), flags);
        let at = address(99, 50) as u16;
        basic.rom.poke(at, &[before | 0x81]);
        basic.rom.poke(ATTR_T, &[0x45, 0x38]);
        basic.rom.poke(0x5800 + 15 * 32 + 12, &[0xAA]);
        basic.rom.machine.cpu.set_bc(50 << 8 | 99);
        assert_eq!(basic.rom.call("plot_point"), Ended::Returned);
        assert_eq!(basic.rom.machine.peek(at), after | 0x81, "{flags}");
        assert_eq!(basic.rom.machine.peek16(COORDS), 50 << 8 | 99);
        assert_eq!(
            basic.rom.machine.peek(0x5800 + 15 * 32 + 12),
            0x45 & !0x38 | 0xAA & 0x38
        );
    }
}

/// Runs a statement; true if it stopped with report B.
fn statement(basic: &mut Basic, label: &str, text: &str) -> bool {
    match basic.run(label, &tokens(text)) {
        Ok(()) => false,
        Err(Failure { report: 'B', .. }) => true,
        Err(other) => panic!("{text}: {other:?}"),
    }
}

#[test]
fn plot_takes_numbers_without_their_signs() {
    let mut basic = start();
    for (text, at) in [
        ("10,20", Some((10, 20))),
        ("-10,-20", Some((10, 20))),
        ("254.5,175.4", Some((255, 175))),
        ("255.5,0", None),
        ("0,176", None),
        ("-256,0", None),
    ] {
        clear(&mut basic, (0, 0), 0);
        let mut model = Picture::new((0, 0));
        if let Some(at) = at {
            model.plot(at).unwrap();
        }
        assert_eq!(statement(&mut basic, "cmd_plot", text), at.is_none(), "{text}");
        assert_eq!(Picture::shown(&basic.rom), model, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn lines_run_up_to_the_edge(at in (0..256i32, 0..176i32), dx in -300..300i32, dy in -300..300i32, level in 0..8) {
        let mut basic = start();
        let (dx, dy) = match level {
            0 => (dx, 0),
            1 => (0, dy),
            2 => (dx, dx),
            _ => (dx, dy),
        };
        clear(&mut basic, at, 0);
        let mut model = Picture::new(at);
        let outside = model.draw(dx, dy).is_err();
        prop_assert_eq!(statement(&mut basic, "cmd_draw", &format!("{dx},{dy}")), outside);
        prop_assert_eq!(Picture::shown(&basic.rom), model);
    }
}

/// Whether a value is too near to the middle between two whole numbers for a model in other arithmetic to
/// decide how it rounds.
fn unclear(value: f64) -> bool {
    (value - value.floor() - 0.5).abs() < 1e-4
}

/// The count of lines of an arc of `angle` and what the original takes for its size.
fn lines_of(angle: f64, size: f64) -> Option<f64> {
    let count = angle.abs() / 2.0 * size.sqrt();
    (!unclear(count)).then(|| (((count + 0.5).floor() / 4.0).floor() * 4.0 + 4.0).min(252.0))
}

/// Lines from `from`, the first one `first`, each turned by `turn` against the one before; the last goes to
/// `end`. None if a model cannot decide; else whether it stayed inside.
fn chain(
    picture: &mut Picture,
    from: (f64, f64),
    first: (f64, f64),
    (turn, count): (f64, f64),
    end: (f64, f64),
) -> Option<bool> {
    let ((mut x, mut y), (mut u, mut v)) = (from, first);
    for n in 1..=count as u32 {
        (x, y) = if f64::from(n) == count {
            end
        } else {
            (x + u, y + v)
        };
        if unclear(x) || unclear(y) {
            return None;
        }
        let to = ((x + 0.5).floor() as i32, (y + 0.5).floor() as i32);
        if picture.draw_to(to).is_err() {
            return Some(false);
        }
        let (sin, cos) = turn.sin_cos();
        (u, v) = (u * cos - v * sin, u * sin + v * cos);
    }
    Some(true)
}

fn circle(picture: &mut Picture, (x, y): (f64, f64), radius: f64) -> Option<bool> {
    let count = lines_of(std::f64::consts::TAU, radius)?;
    let turn = std::f64::consts::TAU / count;
    let height = radius * (turn / 2.0).sin();
    let start = (x + radius, y - height);
    let rounded = ((start.0 + 0.5).floor(), (start.1 + 0.5).floor());
    if !(0.0..256.0).contains(&rounded.0) || rounded.1 < 0.0 {
        return Some(false);
    }
    picture.at = (rounded.0 as i32, rounded.1 as i32);
    chain(picture, start, (0.0, 2.0 * height), (turn, count), start)
}

fn arc(picture: &mut Picture, (dx, dy): (f64, f64), angle: f64) -> Option<bool> {
    let from = (f64::from(picture.at.0), f64::from(picture.at.1));
    let sin = (angle / 2.0).sin();
    if sin.abs() < 0.02 {
        return None; // the errors of five-byte numbers grow too large
    }
    let size = (dx.abs() + dy.abs()) / sin.abs();
    if size < 1.0 {
        return Some(picture.draw(dx.round() as i32, dy.round() as i32).is_ok());
    }
    let count = lines_of(angle, size)?;
    let turn = angle / count;
    let part = (turn / 2.0).sin() / sin;
    let (s, c) = ((turn - angle) / 2.0).sin_cos();
    let first = (part * (dx * c - dy * s), part * (dx * s + dy * c));
    chain(picture, from, first, (turn, count), (from.0 + dx, from.1 + dy))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn circles_are_chains_of_lines(x in 0..256u32, y in 0..176u32, radius in 1..110u32) {
        let mut basic = start();
        clear(&mut basic, (0, 0), 0);
        let mut model = Picture::new((0, 0));
        let Some(inside) = circle(&mut model, (x.into(), y.into()), radius.into()) else { return Ok(()) };
        prop_assert_eq!(statement(&mut basic, "cmd_circle", &format!("{x},{y},{radius}")), !inside);
        prop_assert_eq!(Picture::shown(&basic.rom), model);
    }

    #[test]
    fn arcs_are_chains_of_lines(at in (0..256i32, 0..176i32), dx in -90..90i32, dy in -90..90i32, angle in -700..700i32) {
        let mut basic = start();
        clear(&mut basic, at, 0);
        let mut model = Picture::new(at);
        let angle = f64::from(2 * angle + 1) / 200.0;
        let Some(inside) = arc(&mut model, (dx.into(), dy.into()), angle) else { return Ok(()) };
        prop_assert_eq!(statement(&mut basic, "cmd_draw", &format!("{dx},{dy},{angle}")), !inside);
        prop_assert_eq!(Picture::shown(&basic.rom), model);
    }
}

#[test]
fn small_circles_and_flat_arcs() {
    let mut basic = start();
    for (label, text, to) in [
        ("cmd_circle", "100,80,0", (100, 80)),
        ("cmd_circle", "100,80,.9", (100, 80)),
        ("cmd_circle", "-100,80,-.9", (100, 80)),
        ("cmd_draw", "2,1,0", (102, 81)),
        ("cmd_draw", ".4,.4,{PI}", (100, 80)),
    ] {
        clear(&mut basic, (100, 80), 0);
        let mut model = Picture::new((100, 80));
        if label == "cmd_circle" {
            model.plot(to).unwrap();
        } else {
            model.draw_to(to).unwrap();
        }
        assert!(!statement(&mut basic, label, text), "{text}");
        assert_eq!(Picture::shown(&basic.rom), model, "{text}");
    }
}

#[test]
fn syntax_is_checked() {
    let mut basic = start();
    for (label, text, at) in [
        ("cmd_plot", "1", 1),
        ("cmd_plot", "1;2", 1),
        ("cmd_plot", "1,2,3", 3),
        ("cmd_plot", "\"a\",1", 3),
        ("cmd_draw", "1", 1),
        ("cmd_draw", "1,2,3,4", 5),
        ("cmd_circle", "1,2", 3),
        ("cmd_circle", "1,2,\"r\"", 7),
    ] {
        let failure = basic.run(label, &tokens(text)).unwrap_err();
        assert_eq!(failure, Failure { report: 'C', at }, "{label} {text}");
    }
}

#[test]
fn point_attr_and_screen_look_at_the_screen() {
    let mut basic = start();
    clear(&mut basic, (0, 0), 0);
    basic.rom.print(b"\x16\x05\x07Ab~\x14\x01C\x7F\x14\x00\x8F\x8C");
    basic.rom.poke(0x5800 + 5 * 32 + 7, &[0x9B]);
    for (text, value) in [
        ("{SCREEN$}(5,7)", Value::from("A")),
        ("{SCREEN$}(-5,8.4)", "b".into()),
        ("{SCREEN$}(5,9)", "~".into()),
        ("{SCREEN$}(5,10)", "C".into()),
        ("{CODE}{SCREEN$}(5,11)", 127.0.into()),
        ("{SCREEN$}(5,12)", " ".into()),
        ("{SCREEN$}(5,13)", "".into()),
        ("{SCREEN$}(4,39)", "A".into()),
        ("{SCREEN$}(23,31)", " ".into()),
        ("{ATTR}(5,7)", 155.0.into()),
        ("{ATTR}(4,39)", 155.0.into()),
        ("{ATTR}(5,-6.6)", 155.0.into()),
        ("{POINT}(96,135)", 1.0.into()),
        ("{POINT}(103,128)", 1.0.into()),
        ("{POINT}(96,136)", 0.0.into()),
        ("{POINT}(-96,-135)", 1.0.into()),
    ] {
        assert_eq!(basic.evaluate(&tokens(text)), Ok(value), "{text}");
    }
    for text in [
        "{POINT}(0,176)",
        "{POINT}(256,0)",
        "{ATTR}(256,0)",
        "{SCREEN$}(0,256)",
    ] {
        let report = basic.evaluate(&tokens(text)).map_err(|failure| failure.report);
        assert_eq!(report, Err('B'), "{text}");
    }
}
