//! Renders the paper: each pixel is the mean of the area under it, which the inverse mapping finds on the
//! paper.

use super::chance::{mix, rough, smooth};
use super::lattice::{Lattice, Tile};
use super::layout::{Block, Layout};
use super::warp::Warp;
use super::{Damage, Picture, chance, dirt, press};

/// Minimum number of samples per dot in each direction.
const MIN_SAMPLES_PER_DOT: f32 = 8.0;

const BED: u64 = 30;
const TEAR: u64 = 31;
const LIGHT: u64 = 32;
const SHINE: u64 = 33;
const GRAIN: u64 = 34;
const FIBRE: u64 = 35;

/// Renders the page before stains are added.
pub fn render(damage: &Damage, layout: &Layout, warp: &Warp, lattice: &Lattice) -> Picture {
    let [width, height] = warp.size;
    let scene = Scene {
        damage,
        layout,
        warp,
        samples: (MIN_SAMPLES_PER_DOT / damage.dot()).ceil().clamp(2.0, 8.0) as usize,
        folds: dirt::Folds::new(damage, layout),
    };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
    let light = pixels.map(|pixel| scene.pixel(&lattice.tile(pixel), pixel).clamp(0.0, 1.0));
    Picture {
        width,
        height,
        light: light.collect(),
    }
}

struct Scene<'a> {
    damage: &'a Damage,
    layout: &'a Layout,
    warp: &'a Warp,
    samples: usize,
    folds: dirt::Folds,
}

impl Scene<'_> {
    fn pixel(&self, tile: &Tile, [x, y]: [usize; 2]) -> f32 {
        let middle = [x as f32 + 0.5, y as f32 + 0.5];
        let place = tile.to_paper(middle);
        let inside = (self.inside(place) * self.damage.dot() + 0.5).clamp(0.0, 1.0);
        let lit = self.lit(middle, place);
        if inside == 0.0 {
            return self.beside(place) * lit;
        }
        let block = self.layout.blocks.iter().find(|block| is_on(block, place));
        let ink = block.map_or(0.0, |block| self.ink(block, tile, [x, y]));
        let page = self.folds.over(place, self.page(place, ink));
        mix(self.beside(place), page, inside) * lit
    }

    /// The mean ink of the samples in a pixel.
    fn ink(&self, block: &Block, tile: &Tile, [x, y]: [usize; 2]) -> f32 {
        let at = |pixel: usize, sample: usize| pixel as f32 + (sample as f32 + 0.5) / self.samples as f32;
        let samples = (0..self.samples * self.samples).map(|sample| {
            let place = tile.to_paper([at(x, sample % self.samples), at(y, sample / self.samples)]);
            press::ink(self.damage, block, block.dots(place))
        });
        samples.sum::<f32>() / (self.samples * self.samples) as f32
    }

    /// The light reflected by paper with this amount of ink.
    fn page(&self, place: [f32; 2], ink: f32) -> f32 {
        let Damage {
            seed, pale, shimmer, ..
        } = *self.damage;
        let [x, y] = place;
        let mut paper = 1.0;
        if pale > 0.0 {
            paper -= pale * (0.15 + 0.08 * rough(seed, FIBRE, [x * 0.7, y * 0.7]));
        }
        if shimmer > 0.0 {
            // Waves of the paper, streaks along it from the rollers, grains of metal.
            let waves = rough(seed, SHINE, [x / 60.0, y / 35.0]);
            let streaks = smooth(seed, SHINE + 1, [x / 1.5, y / 90.0]);
            let grains = smooth(seed, GRAIN, [x * 1.3, y * 1.3]);
            paper *= 1.0 - shimmer * (0.2 + 0.5 * waves + 0.12 * streaks + 0.12 * grains);
        }
        // Keep the print darker than the paper, or it could not be read.
        let dark = (0.7 * pale).min(0.65 * paper);
        if self.damage.negative != 0.0 {
            mix(dark, paper, ink)
        } else {
            mix(paper, dark, ink)
        }
    }

    /// Distance from the paper's edge in dots; negative outside the paper.
    fn inside(&self, [x, y]: [f32; 2]) -> f32 {
        let Damage { seed, torn, bed, .. } = *self.damage;
        if bed == 0.0 && torn == 0.0 {
            return f32::MAX;
        }
        let tear = |side: u64, along: f32| {
            if torn == 0.0 {
                return 0.0;
            }
            8.0 * torn * rough(seed, TEAR + 10 * side, [along / 25.0, 0.5]).powi(2)
        };
        let Layout { width, height, .. } = *self.layout;
        let beside = (x - tear(0, y)).min(width - x - tear(1, y));
        beside.min(y - tear(2, x)).min(height - y - tear(3, x))
    }

    /// The light beside the paper: the scanner's dark bed, or its white lid with the paper's shadow.
    fn beside(&self, place: [f32; 2]) -> f32 {
        if self.damage.bed > 0.0 {
            let [x, y] = place;
            return 0.06 + 0.06 * rough(self.damage.seed, BED, [x / 80.0, y / 80.0]);
        }
        if self.damage.torn > 0.0 {
            return 0.97 - 0.35 * (self.inside(place).min(0.0) / 1.5).exp();
        }
        1.0
    }

    /// The illumination of a pixel.
    fn lit(&self, [x, y]: [f32; 2], [across, _]: [f32; 2]) -> f32 {
        let Damage { seed, light, .. } = *self.damage;
        let gutter = 1.0 - 0.7 * self.warp.gutter(across).min(1.0);
        if light == 0.0 {
            return gutter;
        }
        let [width, height] = self.warp.size.map(|size| size as f32);
        let [x, y] = [x / width - 0.5, y / height - 0.5];
        let (aside, along) = (chance::whole(seed, LIGHT) * std::f32::consts::PI).sin_cos();
        let side = 0.5 + 0.7 * (aside * x + along * y);
        let far = 2.0 * (x * x + y * y);
        let blotch = smooth(seed, LIGHT + 1, [x * 3.0, y * 3.0]);
        gutter * (1.0 - light * (0.5 * side + 0.3 * far + 0.3 * blotch))
    }
}

/// Whether a position on the paper can have ink of the block.
fn is_on(block: &Block, place: [f32; 2]) -> bool {
    let [x, y] = block.dots(place);
    let beside = 3.0;
    x > -beside && y > -beside && x < block.width as f32 + beside && y < block.height as f32 + beside
}
