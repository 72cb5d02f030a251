//! Temporary.
use std::time::Instant;

use girafa_ocr::{RowGrid, find};

use crate::damage::{Damage, pictures, write_picture};
use crate::printed;

fn env(name: &str, without: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| without.to_owned())
}

/// Rows of the truth that have a found row on them: mean distance of the corners in dots, cells off.
fn quality(found: &[RowGrid], truth: &[RowGrid]) -> (usize, usize, f32, i32) {
    let middle = |grid: &RowGrid, cell: usize| grid.at(cell as f32 + 0.5, 0.5);
    let (mut ok, mut worst, mut offs) = (0, 0.0_f32, 0);
    for row in truth {
        let n = row.columns();
        let [[x, y], [p, q], ..] = row.corners(n / 2);
        let dot = (p - x).hypot(q - y) / 8.0;
        // nearest found row
        let mut best = (f32::MAX, 0);
        for grid in found {
            if grid.columns() == 0 {
                continue;
            }
            for off in [-4_i32, -3, -2, -1, 0, 1, 2, 3, 4] {
                let mut sum = 0.0;
                let mut count = 0.0;
                for cell in 0..n {
                    let at = cell as i32 + off;
                    if at < 0 || at as usize >= grid.columns() {
                        continue;
                    }
                    let (a, b) = (middle(row, cell), middle(grid, at as usize));
                    sum += (a[0] - b[0]).hypot(a[1] - b[1]) / dot;
                    count += 1.0;
                }
                if count >= n as f32 / 2.0 && sum / count < best.0 {
                    best = (sum / count, off);
                }
            }
        }
        if std::env::var("ROWWISE").is_ok() {
            eprint!("{:.1},{} ", best.0, best.1);
        }
        if best.0 < 2.5 {
            ok += 1;
            worst = worst.max(best.0);
            if best.1 != 0 {
                offs += 1;
            }
        }
    }
    (ok, truth.len(), worst, offs)
}

#[test]
#[ignore = "temporary"]
fn probe() {
    let preset = env("P", "strong");
    let dpi: f32 = env("DPI", "150").parse().unwrap();
    let seeds: Vec<u64> = env("S", "0-20")
        .split(',')
        .flat_map(|part| {
            let mut ends = part.split('-').map(|s| s.parse::<u64>().unwrap());
            let a = ends.next().unwrap();
            a..ends.next().unwrap_or(a + 1)
        })
        .collect();
    let mag = env("MAG", "");
    let rows_limit: usize = env("ROWS", "0").parse().unwrap();
    let width: usize = env("WIDTH", "32").parse().unwrap();
    let extra = env("EXTRA", "");
    let write = std::env::var("WRITE").is_ok();

    let dir = if write { Some(pictures("probe")) } else { None };
    let next = std::sync::atomic::AtomicUsize::new(0);
    let out = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..env("T", "2").parse().unwrap() {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(&seed) = seeds.get(at) else { break };
                    let mut damage = match &preset[..] {
                        "strong" => Damage::strong(seed, dpi),
                        "moderate" => Damage::moderate(seed, dpi),
                        "none" => Damage::none(dpi),
                        line => line.parse().unwrap(),
                    };
                    if !mag.is_empty() {
                        damage.magazine = mag.parse().unwrap();
                    }
                    if !extra.is_empty() {
                        damage = format!("{damage} {extra}").parse().unwrap();
                    }
                    let (id, text) =
                        girafa_listings::EDITIONS[seed as usize % girafa_listings::EDITIONS.len()];
                    let mut rows = printed::rows(text, width);
                    let page = if damage.magazine != 0.0 { 112 } else { 56 };
                    rows.truncate(if rows_limit > 0 { rows_limit } else { page });
                    let printed = damage.print(&rows, &printed::font());
                    if let Some(dir) = &dir {
                        write_picture(&dir.join(format!("{seed}.png")), &printed.page);
                    }
                    let columns = if width == 32 && env("KNOWN", "").is_empty() {
                        None
                    } else {
                        Some(width)
                    };
                    let start = Instant::now();
                    let ways = find::ways(&printed.page, columns);
                    let seconds = start.elapsed().as_secs_f32();
                    let best = ways.as_ref().map_or((0, rows.len(), 0.0, 0), |ways| {
                        ways.iter()
                            .map(|way| quality(way, &printed.grids))
                            .max_by_key(|q| (q.0, -q.3))
                            .unwrap()
                    });
                    let false_rows = ways
                        .as_ref()
                        .map_or(0, |ways| ways[0].len().saturating_sub(rows.len()));
                    let text = format!(
                        "seed {seed} {id}: {}/{} worst {:.2} off {} more {} {:.2}s {} | {damage}",
                        best.0,
                        best.1,
                        best.2,
                        best.3,
                        false_rows,
                        seconds,
                        match &ways {
                            Err(e) => format!("{e:?}"),
                            Ok(w) => format!("{} ways", w.len()),
                        }
                    );
                    out.lock().unwrap().push((
                        best.0 < best.1 || best.3 > 0 || best.2 > 1.2,
                        seed,
                        best,
                        text,
                    ));
                }
            });
        }
    });
    let mut out = out.into_inner().unwrap();
    out.sort_by_key(|o| o.1);
    let (mut ok, mut all, mut off, mut bad) = (0, 0, 0, 0);
    for (is_bad, _, q, text) in &out {
        if *is_bad || std::env::var("ALL").is_ok() {
            println!("{text}");
        }
        ok += q.0;
        all += q.1;
        off += q.3;
        bad += usize::from(*is_bad);
    }
    println!(
        "{preset} {dpi} mag {mag} rows {rows_limit}: {ok} of {all} rows, {off} off; {bad} bad of {} pages",
        out.len()
    );
}
