//! Reading of printed pages, perfect and worn.

use std::collections::BTreeSet;

use girafa_ocr::read::{Options, read_with};
use girafa_ocr::{Font, Grey, RowGrid, learn, read};
use girafa_test_support::Random;

use crate::printed::{Printed, font, print, rows};
use crate::worn::{Wear, wear};

/// The text of an edition.
fn listing(id: &str) -> &'static str {
    girafa_listings::EDITIONS
        .iter()
        .find(|(name, _)| *name == id)
        .unwrap()
        .1
}

/// Statistics of a page that was read.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    cells: usize,
    /// Cells that are not spaces.
    inked: usize,
    /// Cells whose most likely character is wrong.
    faults: usize,
    /// Cells whose most likely character has a likelihood of at least 99 %.
    certain: usize,
    /// Certain cells that are wrong.
    false_certain: usize,
}

impl Figures {
    fn add(&mut self, other: Figures) {
        self.cells += other.cells;
        self.inked += other.inked;
        self.faults += other.faults;
        self.certain += other.certain;
        self.false_certain += other.false_certain;
    }
}

/// Reads a page and compares it with the truth.
fn figures(printed: &Printed, font: &Font, options: Options) -> Figures {
    let cells = read_with(&printed.page, &printed.grids, font, options);
    let mut figures = Figures::default();
    assert_eq!(cells.len(), printed.rows.len());
    for (row, truth) in cells.iter().zip(&printed.rows) {
        assert_eq!(row.len(), truth.len());
        for (candidates, &truth) in row.iter().zip(truth) {
            let all: f32 = candidates
                .iter()
                .map(|candidate| candidate.log_likelihood.exp())
                .sum();
            assert!((all - 1.0).abs() < 1e-3, "likelihoods sum up to {all}");
            // A character that looks the same counts as right.
            let dots = |glyph: usize| font.glyphs[glyph].dots;
            let right = font.glyphs.iter().find(|glyph| glyph.text == truth).unwrap().dots;
            let best = candidates[0];
            let is_wrong = dots(best.glyph) != right;
            if is_wrong && std::env::var_os("GIRAFA_FAULTS").is_some() {
                let place = candidates.iter().position(|other| dots(other.glyph) == right);
                println!(
                    "{truth:?} read as {:?} with {:.4}; is {place:?}",
                    font.glyphs[best.glyph].text,
                    best.log_likelihood.exp()
                );
            }
            let is_certain = best.log_likelihood >= 0.99_f32.ln();
            figures.cells += 1;
            figures.inked += usize::from(right != [0; 8]);
            figures.faults += usize::from(is_wrong);
            figures.certain += usize::from(is_certain);
            figures.false_certain += usize::from(is_wrong && is_certain);
        }
    }
    figures
}

/// Reads some rows of a listing after wear.
fn worn(id: &str, printer: &Font, dot: f32, what: Wear, options: Options) -> Figures {
    figures(&worn_page(id, printer, dot, what), &font(), options)
}

/// The page of some rows of a listing after wear.
fn worn_page(id: &str, printer: &Font, dot: f32, what: Wear) -> Printed {
    let mut rows = rows(listing(id), 32);
    rows.truncate(50);
    let mut printed = print(&rows, printer, dot, 4);
    wear(&mut printed, dot, what);
    printed
}

/// Types of wear, each with its name and dot size.
const WEARS: [(&str, f32, Wear); 15] = [
    (
        "blur .8 at 1.5",
        1.5,
        Wear {
            blur: 0.8,
            ..Wear::NONE
        },
    ),
    (
        "blur 1.2 at 1.5",
        1.5,
        Wear {
            blur: 1.2,
            ..Wear::NONE
        },
    ),
    (
        "blur 1.2 at 2",
        2.0,
        Wear {
            blur: 1.2,
            ..Wear::NONE
        },
    ),
    (
        "blur 3 at 4.2",
        4.2,
        Wear {
            blur: 3.0,
            ..Wear::NONE
        },
    ),
    (
        "noise .2 at 2",
        2.0,
        Wear {
            noise: 0.2,
            blur: 0.5,
            ..Wear::NONE
        },
    ),
    (
        "noise .3 at 4.2",
        4.2,
        Wear {
            noise: 0.3,
            blur: 1.0,
            ..Wear::NONE
        },
    ),
    (
        "noise .3 at 2",
        2.0,
        Wear {
            noise: 0.3,
            blur: 0.5,
            ..Wear::NONE
        },
    ),
    (
        "threshold at 3",
        3.0,
        Wear {
            blur: 1.5,
            noise: 0.1,
            threshold: true,
            ..Wear::NONE
        },
    ),
    (
        "contrast .3",
        3.0,
        Wear {
            blur: 1.0,
            noise: 0.05,
            contrast: 0.3,
            ..Wear::NONE
        },
    ),
    (
        "gradient .5",
        3.0,
        Wear {
            blur: 1.0,
            noise: 0.05,
            gradient: 0.5,
            contrast: 0.7,
            ..Wear::NONE
        },
    ),
    (
        "gain 1 at 3",
        3.0,
        Wear {
            gain: 1,
            blur: 1.0,
            noise: 0.05,
            ..Wear::NONE
        },
    ),
    (
        "gain 2 at 4.2",
        4.2,
        Wear {
            gain: 2,
            blur: 1.5,
            noise: 0.05,
            ..Wear::NONE
        },
    ),
    (
        "displaced .8",
        3.0,
        Wear {
            displaced: 0.8,
            blur: 1.0,
            noise: 0.05,
            ..Wear::NONE
        },
    ),
    (
        "displaced .8 at 1.5",
        1.5,
        Wear {
            displaced: 0.8,
            blur: 0.7,
            noise: 0.05,
            ..Wear::NONE
        },
    ),
    (
        "light on dark",
        3.0,
        Wear {
            light_on_dark: true,
            blur: 1.0,
            noise: 0.05,
            ..Wear::NONE
        },
    ),
];

const LISTINGS: [&str; 3] = ["hanoi", "cnp", "girafa"];

#[test]
fn perfect_pages_have_no_errors() {
    for dot in [1.5, 2.0, 3.0, 4.2, 8.0] {
        for id in LISTINGS {
            let figures = worn(id, &font(), dot, Wear::NONE, Options::default());
            println!("{id} with dots of {dot} pixels: {figures:?}");
            assert_eq!(figures.faults, 0);
        }
    }
}

#[test]
fn worn_pages_have_no_errors() {
    for (name, dot, what) in WEARS {
        let mut here = Figures::default();
        for id in LISTINGS {
            here.add(worn(id, &font(), dot, what, Options::default()));
        }
        println!("{name}: {here:?}");
        // With a blur of more than a dot and a half, a few characters cannot be distinguished.
        let most = if name == "blur 1.2 at 1.5" { 20 } else { 4 };
        assert!(here.faults <= most, "{name}: {here:?}");
        assert_eq!(here.false_certain, 0, "{name}");
    }
}

/// Under the edge of a stain readings may be wrong, but not with certainty; elsewhere all are right.
#[test]
fn errors_under_a_stain_are_doubtful() {
    let what = Wear {
        stain: 14.0,
        blur: 1.0,
        noise: 0.05,
        ..Wear::NONE
    };
    let mut here = Figures::default();
    for id in LISTINGS {
        here.add(worn(id, &font(), 3.0, what, Options::default()));
    }
    println!("{here:?}");
    assert!(here.faults * 30 <= here.cells, "{here:?}");
    assert!(here.false_certain * 500 <= here.certain, "{here:?}");
}

/// The font with `dots` dots of each glyph changed: dots next to ink become ink, or dots with ink become
/// paper.
fn changed(font: &Font, dots: usize) -> Font {
    let mut random = Random(48);
    let mut font = font.clone();
    // Only letters, digits and signs: blocks are the same in all printers.
    for glyph in font
        .glyphs
        .iter_mut()
        .filter(|glyph| glyph.text > ' ' && (glyph.text as u32) < 0x100)
    {
        let mut left = dots;
        while left > 0 {
            let (x, y) = (random.below(8), random.below(8));
            let ink = |x: usize, y: usize| x < 8 && y < 8 && glyph.dots[y] << x & 0x80 != 0;
            let beside = [
                (x + 1, y),
                (x, y + 1),
                (x.wrapping_sub(1), y),
                (x, y.wrapping_sub(1)),
            ];
            if ink(x, y) || beside.into_iter().any(|(x, y)| ink(x, y)) {
                glyph.dots[y] ^= 0x80 >> x;
                left -= 1;
            }
        }
    }
    font
}

#[test]
fn another_printers_font_is_learnt() {
    let what = Wear {
        blur: 1.2,
        noise: 0.15,
        ..Wear::NONE
    };
    for dots in [2, 4, 6] {
        let printer = changed(&font(), dots);
        let [mut with, mut without] = [Figures::default(); 2];
        for id in LISTINGS {
            let page = worn_page(id, &printer, 2.5, what);
            let not_learnt = Options {
                lessons: 0,
                ..Options::default()
            };
            with.add(figures(&page, &font(), Options::default()));
            without.add(figures(&page, &font(), not_learnt));
        }
        println!("{dots} dots changed: {with:?}, not learnt {without:?}");
        assert!(with.certain > without.certain);
        // With six dots changed, some characters are closer to others than to themselves.
        let is_near = dots < 6;
        assert!(with.faults < without.faults || is_near);
        assert!(with.faults * 1000 <= with.cells || !is_near);
        assert!(with.false_certain * 100 <= with.certain * if is_near { 1 } else { 3 });
    }
}

/// Each common character of a page is found as a separate shape, without a font.
#[test]
fn shapes_are_found_without_a_font() {
    let font = font();
    let mut printed = print(&rows(listing("girafa"), 32)[..40], &font, 3.0, 4);
    let what = Wear {
        blur: 1.0,
        noise: 0.1,
        displaced: 0.4,
        ..Wear::NONE
    };
    wear(&mut printed, 3.0, what);
    let clusters = learn::learn(&printed.page, &printed.grids);
    let at = |[row, column]: [usize; 2]| printed.rows[row][column];
    let (mut seen, mut wrong) = (BTreeSet::new(), 0);
    for cluster in clusters.iter().filter(|cluster| cluster.cells.len() >= 5) {
        let name = at(cluster.cells[0]);
        wrong += cluster.cells.iter().filter(|&&cell| at(cell) != name).count();
        seen.insert(name);
    }
    let inked = printed.rows.iter().flatten().filter(|&&text| text != ' ').count();
    let clustered: usize = clusters.iter().map(|cluster| cluster.cells.len()).sum();
    println!(
        "{} clusters, {} characters, {wrong} of {clustered} wrong",
        clusters.len(),
        seen.len()
    );
    assert_eq!(inked, clustered);
    assert!(wrong * 100 <= clustered);
    let commonest = clusters.first().unwrap();
    let glyph = font
        .glyphs
        .iter()
        .find(|glyph| glyph.text == at(commonest.cells[0]))
        .unwrap();
    let differ: u32 = (commonest.bits().iter().zip(glyph.dots))
        .map(|(one, other)| (one ^ other).count_ones())
        .sum();
    assert!(differ <= 6, "{:?} {:?}", commonest.bits(), glyph.dots);
}

#[test]
fn empty_pages_are_read() {
    let page = Grey::new(0, 0, Vec::new()).unwrap();
    let grid = RowGrid {
        top: vec![[0.0, 0.0], [8.0, 0.0]],
        bottom: vec![[0.0, 8.0], [8.0, 8.0]],
    };
    assert_eq!(
        read::read(&page, &[], &font()),
        Vec::<Vec<read::Candidates>>::new()
    );
    let cells = read::read(&page, std::slice::from_ref(&grid), &font());
    assert_eq!(font().glyphs[cells[0][0][0].glyph].text, ' ');
    assert!(cells[0][0][0].log_likelihood > 0.99_f32.ln());
    let nothing = Font { glyphs: Vec::new() };
    assert_eq!(read::read(&page, &[grid], &nothing), [[Vec::new()]]);
}
