//! Pages as they come to a reader: printed by machines, kept in attics, photographed at an angle. A
//! [`Damage`] says all of it in one line, and the same line makes the same page, to the byte.
//!
//! `damage.rs` in the tests of `girafa-books` does the like to texts. This one prints pictures in the types
//! of `girafa-ocr`.

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

/// Pixels of a ZX Printer's dot for each dot per inch: its paper has 280 dots in 100 mm.
const DOT_INCHES: f32 = 100.0 / 280.0 / 25.4;

/// Names the strengths once: as fields, in the line that is written, and in the one that is read.
macro_rules! damage {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What has happened to a page. Every strength is 0 where there is none of it; lengths are in dots of
        /// the ZX Printer.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Damage {
            /// What all that looks random is drawn from.
            pub seed: u64,
            /// Pixels per inch.
            pub dpi: f32,
            $($(#[$doc])* pub $name: f32,)*
        }

        impl Damage {
            /// The perfect page.
            pub fn none(dpi: f32) -> Damage {
                Damage { seed: 0, dpi, $($name: 0.0,)* }
            }
        }

        /// One line, such as `seed=7 dpi=300 rotate=2.3 blur=0.8`; what is 0 is left out.
        impl fmt::Display for Damage {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "seed={} dpi={}", self.seed, self.dpi)?;
                $(if self.$name != 0.0 {
                    write!(out, " {}={}", stringify!($name), self.$name)?;
                })*
                Ok(())
            }
        }

        /// The line that `Display` writes.
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
    /// 1: two columns side by side as in a magazine, with a header and a folio, their dots 60 % as large.
    magazine,
    /// Quarter turns to the right, 0 to 3.
    turns,
    /// Degrees, clockwise.
    rotate,
    /// How much nearer one side is than the middle: 0.1 makes it a tenth larger.
    perspective,
    /// A page of an open book: at 1 its rows rise or fall by about two of their heights towards the spine.
    curl,
    /// How far the height of rows wanders from what it should be: 0.03 is 3 %.
    drift,
    /// The dark scanner bed around the paper, so many dots wide.
    bed,
    /// How deep the paper's edges are torn: at 1 up to 8 dots.
    torn,
    /// Round, soft burnt spots for dots: at 1 half as wide again as their place, no two alike.
    burnt,
    /// Ink that has spread: at 1 almost half a dot each way.
    gain,
    /// Rows whose ink fades, and dots that are not there: at 1 to nothing.
    fade,
    /// How little ink and paper differ: at 1 by a third.
    pale,
    /// Metallised paper that shines here and there.
    shimmer,
    /// 1: light on dark.
    negative,
    /// How much darker some of the page is lit.
    light,
    /// How many specks there are: at 1 one for every cell.
    speckle,
    /// How dark a coffee cup's ring and the tint within are.
    coffee,
    /// How dark somebody's pencil marks are.
    pencil,
    /// How hard the folds of the paper are.
    crease,
    /// The optics' standard deviation.
    blur,
    /// The sensor's standard deviation, in greys of 255.
    noise,
    /// Where between the greys around it a pixel turns white, 0 to 1; the rest is black.
    threshold,
    /// JPEG's quality, 1 to 100.
    jpeg,
}

impl Damage {
    /// The page that these rows are after all of this, and where they stand on it.
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

    /// Pixels of a ZX Printer's dot.
    pub fn dot(&self) -> f32 {
        self.dpi * DOT_INCHES
    }
}

/// A picture before it is digitised: how much light comes from each pixel, 0 to 1.
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
