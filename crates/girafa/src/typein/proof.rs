//! The proof sheet: an HTML page with the pictures of the pages, for checking what was read.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use girafa_files::{FileError, Writing};
use girafa_ocr::page::Area;
use girafa_ocr::{Grey, RowGrid};
use serde::Serialize;

/// Width and height of a cell in the strip of all cells, in pixels.
const CELL: usize = 16;
/// Width of a reduced page in pixels.
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
    /// All cells side by side, straightened, as a data URL, with `columns` cells per row.
    strip: String,
    columns: usize,
    pub cells: Vec<ProofCell>,
    /// Print outside the rows: left, top, width and height on the reduced page.
    pub unread: Vec<[f32; 4]>,
}

/// A character that was read.
#[derive(Serialize)]
pub struct ProofCell {
    /// Position in the text, from 1.
    pub line: usize,
    pub column: usize,
    pub character: char,
    pub likelihood: f32,
    pub others: Vec<(char, f32)>,
    pub doubtful: bool,
    /// Position in the strip.
    pub x: usize,
    pub y: usize,
    /// Corners on the reduced page: x and y of each.
    pub corners: [f32; 8],
}

impl ProofPage {
    /// Creates a page without cells for the picture `page` with the rows `rows`.
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
            unread: Vec::new(),
        }
    }

    /// A cell's corners on the reduced page.
    pub fn corners(&self, page: &Grey, grid: &RowGrid, column: usize) -> [f32; 8] {
        let mut corners = [0.0; 8];
        for (to, from) in corners.iter_mut().zip(grid.corners(column).as_flattened()) {
            *to = self.reduced(page, *from);
        }
        corners
    }

    /// An area's left, top, width and height on the reduced page.
    pub fn reduced_area(&self, page: &Grey, area: &Area) -> [f32; 4] {
        [area.left, area.top, area.width(), area.height()].map(|length| self.reduced(page, length))
    }

    /// Converts a length on the page to the reduced page, rounded to tenths of a pixel.
    fn reduced(&self, page: &Grey, length: f32) -> f32 {
        let scale = self.width as f32 / page.width().max(1) as f32;
        (length * scale * 10.0).round() / 10.0
    }
}

/// A sheet being written: each page is written as soon as it is read, and not kept in memory.
pub struct ProofSheet {
    path: PathBuf,
    file: Writing,
    pages: usize,
}

/// The HTML before and after the data of a sheet.
fn frame() -> (&'static str, &'static str) {
    SHEET.split_once("DATA").unwrap_or_default()
}

/// A value as JSON for a script element: `<` is escaped so that it cannot end the element.
fn in_script(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}

impl ProofSheet {
    /// Starts a sheet whose corrections are added to `fixes`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(path: &Path, fixes: &str) -> anyhow::Result<ProofSheet> {
        let mut sheet = ProofSheet {
            path: path.to_owned(),
            file: Writing::new(path)?,
            pages: 0,
        };
        sheet.put(frame().0)?;
        sheet.put(&format!("{{\"fixes\":{},\"pages\":[", in_script(&fixes)?))?;
        Ok(sheet)
    }

    /// Adds a page.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, page: &ProofPage) -> anyhow::Result<()> {
        if self.pages > 0 {
            self.put(",")?;
        }
        self.pages += 1;
        let page = in_script(page).context("proof sheet")?;
        self.put(&page)
    }

    /// Finishes the sheet; `text` is the text of all pages.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(mut self, text: &str) -> anyhow::Result<()> {
        self.put(&format!("],\"text\":{}}}", in_script(&text)?))?;
        self.put(frame().1)?;
        Ok(self.file.finish()?)
    }

    fn put(&mut self, text: &str) -> anyhow::Result<()> {
        let put = self.file.write_all(text.as_bytes());
        Ok(put.map_err(|error: io::Error| FileError::system(&self.path, error))?)
    }
}

/// Scales a page down: each pixel is the mean of the pixels that it covers.
fn reduced(page: &Grey, width: usize, height: usize) -> String {
    let span =
        |at: usize, to: usize, from: usize| at * from / to..((at + 1) * from / to).max(at * from / to + 1);
    let pixel = |x: usize, y: usize| {
        let (across, down) = (span(x, width, page.width()), span(y, height, page.height()));
        let count = across.len() * down.len();
        let row = |y: usize| &page.pixels()[y * page.width()..][across.clone()];
        let sum: usize = down.flat_map(row).map(|&grey| usize::from(grey)).sum();
        (sum / count) as u8
    };
    png(width, height, pixel)
}

/// The strip of all cells of all rows, each straightened.
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
    png(width, height, pixel)
}

/// A greyscale picture as a data URL, drawn row by row.
fn png(width: usize, height: usize, pixel: impl Fn(usize, usize) -> u8) -> String {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Adaptive);
    let draw = || -> Result<(), png::EncodingError> {
        let mut writer = encoder.write_header()?;
        let mut rows = writer.stream_writer()?;
        for y in 0..height {
            let row: Vec<u8> = (0..width).map(|x| pixel(x, y)).collect();
            rows.write_all(&row)?;
        }
        rows.finish()
    };
    draw().expect("writing to memory cannot fail");
    format!("data:image/png;base64,{}", STANDARD.encode(file))
}
