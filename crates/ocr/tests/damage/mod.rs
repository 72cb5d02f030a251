//! Simulated scans of damaged pages: print defects, stains, folds, lighting and perspective. A [`Damage`]
//! describes a page's damage in one line, and the same line always produces the same page, byte for byte.
//!
//! `damage.rs` in the tests of `girafa-books` damages texts in the same way; this module produces pictures in
//! the types of `girafa-ocr`.

mod chance;
mod digitise;
mod dirt;
mod lattice;
mod layout;
mod presets;
mod press;
mod render;
mod tests;
mod warp;

use std::fmt;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use girafa_ocr::{Font, Grey, RowGrid};

use crate::printed::Printed;

/// Pixels per ZX Printer dot at 1 dpi: its paper has 280 dots in 100 mm.
const DOT_INCHES: f32 = 100.0 / 280.0 / 25.4;

/// Defines the strengths once, for the fields, for formatting and for parsing.
macro_rules! damage {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The damage of a page. A strength of 0 means none; lengths are in dots of the ZX Printer.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Damage {
            /// The seed of all random values.
            pub seed: u64,
            /// Pixels per inch.
            pub dpi: f32,
            $($(#[$doc])* pub $name: f32,)*
        }

        impl Damage {
            /// A page without damage.
            pub fn none(dpi: f32) -> Damage {
                Damage { seed: 0, dpi, $($name: 0.0,)* }
            }
        }

        /// One line, such as `seed=7 dpi=300 rotate=2.3 blur=0.8`, without strengths of 0.
        impl fmt::Display for Damage {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "seed={} dpi={}", self.seed, self.dpi)?;
                $(if self.$name != 0.0 {
                    write!(out, " {}={}", stringify!($name), self.$name)?;
                })*
                Ok(())
            }
        }

        /// Parses the line that `Display` writes.
        impl FromStr for Damage {
            type Err = String;

            fn from_str(line: &str) -> Result<Damage, String> {
                let mut damage = Damage::none(300.0);
                for word in line.split_whitespace() {
                    let wrong = || format!("{word}: no strength is said so");
                    let (name, value) = word.split_once('=').ok_or_else(wrong)?;
                    let strength = || value.parse::<f32>().map_err(|_| wrong());
                    match name {
                        "seed" => damage.seed = value.parse().map_err(|_| wrong())?,
                        "dpi" => damage.dpi = strength()?,
                        $(stringify!($name) => damage.$name = strength()?,)*
                        _ => return Err(wrong()),
                    }
                }
                Ok(damage)
            }
        }
    };
}

damage! {
    /// 1: two columns as in a magazine, with a header and a folio; the dots are 60 % of the normal size.
    magazine,
    /// Quarter turns to the right, 0 to 3.
    turns,
    /// Rotation in degrees, clockwise.
    rotate,
    /// Perspective: how much larger the nearer side is than the middle; 0.1 is a tenth.
    perspective,
    /// Curl of a page of an open book: at 1 its rows rise or fall by about two row heights towards the spine.
    curl,
    /// Variation of the row height: 0.03 is 3 %.
    drift,
    /// Width of the dark scanner bed around the paper, in dots.
    bed,
    /// Depth of tears in the paper's edges: at 1 up to 8 dots.
    torn,
    /// Round, soft burnt spots instead of dots: at 1 half as wide again as a dot, and all different.
    burnt,
    /// Ink spread: at 1 almost half a dot in each direction.
    gain,
    /// Faded rows and missing dots: at 1 down to nothing.
    fade,
    /// Loss of contrast between ink and paper: at 1 by a third.
    pale,
    /// Reflections of metallised paper.
    shimmer,
    /// 1: light on dark.
    negative,
    /// Uneven lighting: how much darker parts of the page are.
    light,
    /// Number of specks: at 1 one for every cell.
    speckle,
    /// Darkness of a coffee cup's ring and the stain inside it.
    coffee,
    /// Darkness of pencil marks.
    pencil,
    /// Strength of the folds.
    crease,
    /// Blur of the optics: standard deviation.
    blur,
    /// Noise of the sensor: standard deviation, in greys of 255.
    noise,
    /// Threshold between ink and paper, 0 to 1, above which a pixel becomes white; the others become black.
    threshold,
    /// JPEG quality, 1 to 100.
    jpeg,
}

impl Damage {
    /// Prints these rows with the damage; returns the page and the positions of the rows.
    pub fn print(&self, rows: &[Vec<char>], font: &Font) -> Printed {
        let layout = layout::Layout::new(rows, font, self.magazine != 0.0);
        let warp = warp::Warp::new(self, layout.width, layout.height);
        let lattice = lattice::Lattice::new(&warp);
        let mut picture = render::render(self, &layout, &warp, &lattice);
        dirt::stain(self, &layout, &warp, &lattice, &mut picture);
        let edge = |points: &[[f32; 2]]| points.iter().map(|&point| warp.to_picture(point)).collect();
        let grids = layout.grids.iter().map(|grid| RowGrid {
            top: edge(&grid.top),
            bottom: edge(&grid.bottom),
        });
        Printed {
            grids: grids.collect(),
            page: digitise::digitise(self, picture),
            rows: rows.to_vec(),
        }
    }

    /// Pixels per ZX Printer dot.
    pub fn dot(&self) -> f32 {
        self.dpi * DOT_INCHES
    }
}

/// A picture before it is digitised: the light of each pixel, 0 to 1.
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub light: Vec<f32>,
}

impl Picture {
    fn to_grey(&self) -> Grey {
        let pixels = self.light.iter().map(|light| (light * 255.0 + 0.5) as u8);
        Grey::new(self.width, self.height, pixels.collect()).unwrap()
    }
}

/// An empty directory for pictures, in `target/ocr`.
pub fn pictures(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .with_file_name("ocr")
        .join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).unwrap();
    }
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// Writes a page as a PNG.
pub fn write_picture(path: &Path, page: &Grey) {
    let [width, height] = [page.width(), page.height()].map(|size| size as u32);
    let file = BufWriter::new(File::create(path).unwrap());
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(page.pixels()).unwrap();
    writer.finish().unwrap();
}
