//! Arbitrary pictures: no panic, and all positions found are finite numbers.

use girafa_ocr::{Font, Grey, page};
use girafa_test_support::{Random, thorough};

use crate::printed;

/// A picture that may be taken for print: noise, stripes in both directions, boxes, boxes in rows; every
/// second one has rows of random characters below it.
fn picture(random: &mut Random, font: &Font) -> Grey {
    let (width, height, mut pixels) = if random.one_in(2) {
        let page = text(random, font);
        (page.width(), page.height(), page.pixels().to_vec())
    } else {
        let mut side = || match random.below(4) {
            0 => random.below(4),
            1 => random.below(60),
            _ => random.below(400),
        };
        let (width, height) = (side(), side());
        let ground = if random.one_in(2) { 255 } else { random.below(256) };
        (width, height, vec![ground as u8; width * height])
    };
    if pixels.is_empty() {
        return Grey::new(width, height, pixels).unwrap();
    }
    for _ in 0..random.below(3) {
        let (period, across) = (1 + random.below(40), random.one_in(2));
        let (grey, dense) = (random.below(256) as u8, 1 + random.below(200));
        let kind = random.below(4);
        let [left, top] = [random.below(width), random.below(height)];
        for (at, pixel) in pixels.iter_mut().enumerate() {
            let (x, y) = (at % width, at / width);
            let along = if across { x } else { y };
            let is_set = match kind {
                0 => random.one_in(dense),
                1 => along % period < period.div_ceil(2),
                2 => x >= left && y >= top && x < left + period * 4 && y < top + period,
                _ => x % period == y * 7 % period && (x / period + y / period) % 3 != 0,
            };
            if is_set {
                *pixel = grey;
            }
        }
    }
    Grey::new(width, height, pixels).unwrap()
}

/// Rows of random characters with random lengths.
fn text(random: &mut Random, font: &Font) -> Grey {
    let columns = 1 + random.below(40);
    let rows: Vec<Vec<char>> = (0..1 + random.below(12))
        .map(|_| {
            let length = random.below(columns + 1);
            (0..length)
                .map(|_| font.glyphs[random.below(font.glyphs.len())].text)
                .collect()
        })
        .collect();
    let dot = 1.0 + random.below(40) as f32 / 10.0;
    printed::print(&rows, font, dot, random.below(12)).page
}

#[test]
fn any_picture_is_read_or_rejected() {
    let font = printed::font();
    let count = if thorough() { 200 } else { 50 };
    let mut found = 0;
    for seed in 0..count {
        let mut random = Random(seed);
        let grey = picture(&mut random, &font);
        let columns = [None, Some(32), Some(1), Some(1_000), Some(0)][random.below(5)];
        let Ok(read) = page::read(&grey, columns, &font) else {
            continue;
        };
        found += 1;
        assert_eq!(read.rows.len(), read.cells.len());
        for (row, cells) in read.rows.iter().zip(&read.cells) {
            assert_eq!(row.columns(), cells.len(), "seed {seed}");
            let points = || row.top.iter().chain(&row.bottom).flatten();
            assert!(points().all(|at| at.is_finite()), "seed {seed}");
            for candidates in cells {
                let all: f32 = candidates.iter().map(|one| one.log_likelihood.exp()).sum();
                assert!((0.99..1.01).contains(&all), "seed {seed}: {all}");
            }
        }
    }
    println!("{found} of {count} pictures have rows");
    assert!(found * 10 > count, "{found}: what is read is hardly tried");
}
