//! The proof sheet: a page of HTML with the pictures in it, where a reader of proofs looks through what was read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use girafa_ocr::{Grey, RowGrid};
use serde::Serialize;

/// Pixels of a cell in the strip of all cells, each way.
const CELL: usize = 16;
/// The width in pixels to which a page is reduced.
const WIDTH: usize = 1_600;
const SHEET: &str = include_str!("proof.html");

/// A page of the sheet.
#[derive(Serialize)]
pub struct ProofPage {
    name: String,
    /// The page, reduced to `width * height` pixels, as a data URL.
    picture: String,
    width: usize,
    height: usize,
    /// All cells side by side, upright, as a data URL; `columns` in a row.
    strip: String,
    columns: usize,
    pub cells: Vec<ProofCell>,
}

/// A character that was read.
#[derive(Serialize)]
pub struct ProofCell {
    /// Its place in the text, from 1.
    pub line: usize,
    pub column: usize,
    pub says: char,
    pub likelihood: f32,
    pub others: Vec<(char, f32)>,
    pub doubtful: bool,
    /// Its place in the strip.
    pub x: usize,
    pub y: usize,
    /// Its corners on the reduced page: x and y of each.
    pub corners: [f32; 8],
}

impl ProofPage {
    /// A page of the picture `page`, whose rows are at `rows`; without cells.
    pub fn new(name: String, page: &Grey, rows: &[RowGrid]) -> ProofPage {
        let scale = (WIDTH as f32 / page.width().max(1) as f32).min(1.0);
        let [width, height] =
            [page.width(), page.height()].map(|side| ((side as f32 * scale) as usize).max(1));
        let columns = rows.iter().map(RowGrid::columns).max().unwrap_or(0);
        ProofPage {
            name,
            picture: reduced(page, width, height),
            width,
            height,
            strip: strip(page, rows, columns),
            columns,
            cells: Vec::new(),
        }
    }

    /// A cell's corners on the reduced page.
    pub fn corners(&self, page: &Grey, grid: &RowGrid, column: usize) -> [f32; 8] {
        let scale = self.width as f32 / page.width().max(1) as f32;
        let mut corners = [0.0; 8];
        for (to, from) in corners.iter_mut().zip(grid.corners(column).as_flattened()) {
            *to = (from * scale * 10.0).round() / 10.0;
        }
        corners
    }
}

/// The sheet of some pages, on which stands `text`; `fixes` is what its corrections are added to.
pub fn sheet(pages: &[ProofPage], text: &str, fixes: &str) -> String {
    let data = serde_json::json!({ "pages": pages, "text": text, "fixes": fixes });
    // Nothing in it ends the script.
    SHEET.replace("DATA", &data.to_string().replace('<', "\\u003c"))
}

/// Each pixel the mean of those that it stands for.
fn reduced(page: &Grey, width: usize, height: usize) -> String {
    let span =
        |at: usize, to: usize, from: usize| at * from / to..((at + 1) * from / to).max(at * from / to + 1);
    let mut pixels = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let (across, down) = (span(x, width, page.width()), span(y, height, page.height()));
            let count = across.len() * down.len();
            let row = |y: usize| &page.pixels()[y * page.width()..][across.clone()];
            let sum: usize = down.flat_map(row).map(|&grey| usize::from(grey)).sum();
            pixels.push((sum / count) as u8);
        }
    }
    png(&pixels, width, height)
}

/// All cells of all rows, each upright.
fn strip(page: &Grey, rows: &[RowGrid], columns: usize) -> String {
    let part = |at: usize| (at % CELL) as f32 / CELL as f32 + 0.5 / CELL as f32;
    let (width, height) = (columns * CELL, rows.len() * CELL);
    let pixel = |x: usize, y: usize| {
        let grid = &rows[y / CELL];
        if x / CELL >= grid.columns() {
            return 255;
        }
        page.sample(grid.at((x / CELL) as f32 + part(x), part(y))).round() as u8
    };
    let pixels: Vec<u8> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .map(|(x, y)| pixel(x, y))
        .collect();
    png(&pixels, width, height)
}

/// A picture in grey as a data URL.
fn png(pixels: &[u8], width: usize, height: usize) -> String {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Adaptive);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(pixels));
    written.expect("writing to memory cannot fail");
    format!("data:image/png;base64,{}", STANDARD.encode(file))
}
