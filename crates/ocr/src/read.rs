//! Reads the cells of printed rows.
//!
//! A row is sampled as a straight strip of cells; samples are normalized to fractions of full ink by the
//! light around them. Each cell is compared with the font's characters, rendered with the look of the page's
//! printer: first coarsely, to find the offset of the grid, then in full for its score. Then the appearance
//! of the page's own characters is learnt from the cells that are certain, and all cells are compared again.

mod adapt;
mod assign;
mod blot;
mod channel;
mod cluster;
mod context;
mod habit;
mod light;
mod look;
mod matching;
mod paper;
mod score;
mod shapes;
mod shift;
mod strip;

use std::cmp::Reverse;
use std::f32::consts::TAU;

use crate::{Font, Grey, RowGrid};
use channel::Channel;
use cluster::Cluster;
pub(crate) use cluster::distance;
use habit::{PrinterModel, ReadCell};
use light::{Light, Sums};
use look::{Class, Look};
pub(crate) use matching::Rough;
use matching::{Templates, rough};
use paper::Paper;
use score::{Fit, Noise};
pub(crate) use shapes::{Counts, Inks, count_shapes, shapes};
use strip::{AREA, Offset, PER_DOT, Patch, SIDE, Scaled, Strip};

/// A candidate character of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Its index in the font.
    pub glyph: usize,
    /// The natural logarithm of its likelihood; the likelihoods of all glyphs of a cell sum to 1.
    pub log_likelihood: f32,
}

/// The candidates for a cell, most likely first, without those that are less likely by a factor of a million.
/// Never empty, unless the font is.
pub type Candidates = Vec<Candidate>;

/// The clusters of the cells with ink.
struct Clusters {
    all: Vec<Cluster>,
    /// The row and column of each cell, and its ink.
    cells: Vec<[usize; 2]>,
    inks: Vec<Rough>,
    /// The distance of cells with the same shape.
    near: f32,
}

/// Options for reading a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many times the appearance of characters is learnt from the page; with 0 it is that of the font.
    pub lessons: usize,
    /// Whether to use the frequency of pairs of characters on the page.
    pub expects: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            lessons: 2,
            expects: true,
        }
    }
}

/// Reads the candidates for each cell of each row. Glyphs with the same dots share their likelihood. Whether
/// the page is dark on light or light on dark is detected.
pub fn read(page: &Grey, rows: &[RowGrid], font: &Font) -> Vec<Vec<Candidates>> {
    read_with(page, rows, font, Options::default())
}

/// Like [`read`], with options.
pub fn read_with(page: &Grey, rows: &[RowGrid], font: &Font, options: Options) -> Vec<Vec<Candidates>> {
    if font.glyphs.is_empty() {
        let nothing = |row| vec![Candidates::new(); strip::columns(row)];
        return rows.iter().map(nothing).collect();
    }
    let classes = look::classes(font);
    let mut reading = Reading::new(page, rows, &classes);
    reading.place(2);
    reading.fit_look();
    reading.place(1);
    reading.fit_look();
    let mut fits = reading.fits();
    reading.mend_papers_by(&fits);
    for _ in 0..options.lessons {
        reading.measure(&fits);
        reading.learn_shapes(&fits);
        fits = reading.fits();
    }
    if reading.measure(&fits) {
        fits = reading.fits();
    }
    if options.expects {
        context::expect(&mut fits, &classes);
    }
    let hidden = blot::hidden(&reading.strips, &reading.lights, &reading.near, &fits, &classes);
    (fits.iter().zip(hidden))
        .map(|(row, hidden)| {
            (row.iter().zip(hidden))
                .map(|(cell, is_hidden)| candidates(cell, &classes, is_hidden))
                .collect()
        })
        .collect()
}

/// Maximum number of classes compared in full for each cell.
const MAX_CANDIDATES: usize = 14;
/// Minimum log likelihood ratio to the next class for a cell to be certain, so that characters are learnt
/// from it.
const MIN_CERTAIN_LOG_RATIO: f32 = 8.0;
/// The same for measuring the noise.
const MIN_NOISE_LOG_RATIO: f32 = 2.0;
/// Maximum total weight of a class's cells when learning the printer model, in cells.
const MAX_CLASS_WEIGHT: f32 = 4.0;
/// Minimum percentage of a shape's cells that must read as its assigned character or as one other for the
/// shape to be a single character.
const MIN_AGREEMENT_PERCENT: usize = 80;
/// Minimum number of cells for learning.
const MIN_LEARNT_CELLS: usize = 20;
/// Maximum misfit of a certain cell.
const MAX_CERTAIN_MISFIT: f32 = 3.0;
/// Maximum number of cells for fitting a look, and of cells per class.
const MAX_SAMPLE_CELLS: [usize; 2] = [240, 8];

/// The state of reading a page.
struct Reading<'a> {
    page: Scaled<'a>,
    rows: &'a [RowGrid],
    classes: &'a [Class],
    /// For each row, the rows that share its light.
    near: Vec<Vec<usize>>,
    light_on_dark: bool,
    offsets: Vec<Vec<Offset>>,
    strips: Vec<Strip>,
    papers: Vec<Paper>,
    lights: Vec<Vec<Light>>,
    look: Look,
    templates: Templates,
    noise: Noise,
    channel: Channel,
}

impl<'a> Reading<'a> {
    fn new(page: &'a Grey, rows: &'a [RowGrid], classes: &'a [Class]) -> Reading<'a> {
        let offsets: Vec<Vec<Offset>> = rows
            .iter()
            .map(|row| vec![[0.0; 2]; strip::columns(row)])
            .collect();
        let mut reading = Reading {
            page: Scaled::new(page, rows),
            rows,
            classes,
            near: light::neighbours(rows),
            light_on_dark: false,
            offsets,
            strips: Vec::new(),
            papers: Vec::new(),
            lights: Vec::new(),
            look: Look::DEFAULT,
            templates: Templates::new(classes, Look::DEFAULT),
            noise: Noise::DEFAULT,
            channel: Channel::new(Noise::DEFAULT.deviation, std::iter::empty()),
        };
        reading.sample();
        reading.light_on_dark = light::is_light_on_dark(&reading.strips);
        if reading.light_on_dark {
            reading.strips.iter_mut().for_each(Strip::invert);
        }
        reading.papers = paper::papers(&reading.strips, &reading.near);
        reading.flatten();
        reading.lights = light::guess(&reading.strips, &reading.near);
        reading
    }

    fn sample(&mut self) {
        self.strips = (self.rows.iter().zip(&self.offsets))
            .map(|(row, offsets)| Strip::new(&self.page, row, offsets))
            .collect();
        if self.light_on_dark {
            self.strips.iter_mut().for_each(Strip::invert);
        }
        self.flatten();
    }

    /// Subtracts the paper.
    fn flatten(&mut self) {
        for (strip, paper) in self.strips.iter_mut().zip(&self.papers) {
            paper.flatten(strip);
        }
    }

    /// Finds the offset of the print from the grid, and samples the print again.
    fn place(&mut self, reach: usize) {
        for ((offsets, strip), lights) in self.offsets.iter_mut().zip(&self.strips).zip(&self.lights) {
            for (offset, more) in offsets
                .iter_mut()
                .zip(shift::find(strip, lights, &self.templates, reach))
            {
                *offset = [0, 1].map(|axis| offset[axis] + more[axis]);
            }
        }
        self.sample();
    }

    /// Moves the grid by a part of a dot, so that the edges of the print are between dots.
    fn align(&mut self) {
        for axis in [0, 1] {
            // The edges within dots are a wave with a period of a dot; four of its points show its minimum.
            let [first, third] = self.edges_in_dots(axis);
            self.move_by(axis, 0.25);
            let [second, fourth] = self.edges_in_dots(axis);
            self.move_by(axis, (fourth - second).atan2(third - first) / TAU - 0.25);
        }
    }

    /// Moves the grid along an axis, in dots.
    fn move_by(&mut self, axis: usize, dots: f32) {
        let offsets = self.offsets.iter_mut().flatten();
        offsets.for_each(|offset| offset[axis] += dots);
        self.sample();
    }

    /// Returns the squared differences between the samples of the same dot along an axis, of all cells: on this
    /// grid, and on one that is half a dot, a sample, further along.
    fn edges_in_dots(&self, axis: usize) -> [f32; 2] {
        let shifts: [[isize; 2]; 2] = [[0, 0], [[1, 0], [0, 1]][axis]];
        shifts.map(|shift| {
            let of_cell = |(row, column): (usize, usize)| -> f32 {
                let ink = self.lights[row][column].ink(&self.strips[row].cell(column, shift));
                let next = [1, SIDE][axis];
                let starts = (0..AREA).filter(|at| [at % SIDE, at / SIDE][axis].is_multiple_of(PER_DOT));
                starts.map(|at| (ink[at + next] - ink[at]).powi(2)).sum()
            };
            self.cells().map(of_cell).sum()
        })
    }

    /// Returns a cell's samples as fractions of full ink.
    fn ink(&self, row: usize, column: usize) -> Patch {
        self.lights[row][column].ink(&self.strips[row].cell(column, [0, 0]))
    }

    /// The row and column of each cell.
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        (self.strips.iter().enumerate())
            .flat_map(|(row, strip)| (0..strip.columns).map(move |column| (row, column)))
    }

    /// Fits the look to the most certain cells, then the light to all cells that are certain enough.
    fn fit_look(&mut self) {
        let mut sure: Vec<(f32, usize, [usize; 2])> = self
            .cells()
            .filter_map(|(row, column)| {
                let (class, [best, next]) = self.templates.nearest(&rough(&self.ink(row, column)));
                let is_space = self.classes[class].dots == [0; 8];
                (!is_space && next > 1.4 * best + 0.8).then_some((best - next, class, [row, column]))
            })
            .collect();
        sure.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.2.cmp(&other.2)));
        let mut seen = vec![0; self.classes.len()];
        sure.retain(|&(_, class, _)| {
            seen[class] += 1;
            seen[class] <= MAX_SAMPLE_CELLS[1]
        });
        sure.truncate(MAX_SAMPLE_CELLS[0]);
        if sure.len() < 3 {
            return;
        }
        let cells: Vec<(usize, Patch)> = sure
            .iter()
            .map(|&(_, class, [row, column])| (class, self.ink(row, column)))
            .collect();
        let fit = |look| adapt::unexplained(self.classes, &cells, look);
        let (mut look, mut left) = (self.look, fit(self.look));
        for step in [0.5, 0.25, 0.12] {
            for _ in 0..4 {
                let tried = look.steps(step).map(|look| (fit(look), look));
                let best = tried.iter().min_by(|one, other| one.0.total_cmp(&other.0));
                match best {
                    Some(&(fit, better)) if fit < left * 0.999 => (left, look) = (fit, better),
                    _ => break,
                }
            }
        }
        self.look = look;
        self.templates = Templates::new(self.classes, look);
        let known = (self.strips.iter().enumerate())
            .map(|(row, strip)| (0..strip.columns).map(|column| self.known(row, column)).collect())
            .collect::<Vec<_>>();
        light::refine(&mut self.lights, &known, &self.near);
        self.mend_papers(|row, column, reading| {
            let (class, _) = reading.templates.nearest(&rough(&reading.ink(row, column)));
            reading.templates.learnt[class][0]
        });
    }

    /// Refines the papers after subtracting each cell's most likely character.
    fn mend_papers_by(&mut self, fits: &[Vec<Vec<Fit>>]) {
        self.mend_papers(|row, column, reading| {
            let best = fits[row][column][0];
            reading.templates.learnt[best.class][best.shift]
        });
    }

    /// Refines the papers after subtracting each cell's character, with the given ink.
    fn mend_papers(&mut self, ink: impl Fn(usize, usize, &Reading) -> Patch) {
        let left: Vec<Strip> = (self.strips.iter().zip(&self.lights).enumerate())
            .map(|(row, (strip, lights))| {
                strip.without(|column| {
                    let light = lights[column];
                    ink(row, column, self).map(|ink| light.paper + light.contrast * ink)
                })
            })
            .collect();
        for (row, left) in left.iter().enumerate() {
            let contrasts: Vec<f32> = self.lights[row].iter().map(|light| light.contrast).collect();
            self.papers[row].mend(&mut self.strips[row], left, &contrasts);
        }
    }

    /// Returns a cell's contribution to the light if its character is certain.
    fn known(&self, row: usize, column: usize) -> Option<Sums> {
        let (class, [best, next]) = self.templates.nearest(&rough(&self.ink(row, column)));
        (next > 1.3 * best + 0.8 && best < 6.0).then(|| {
            Sums::of(
                &self.strips[row].cell(column, [0, 0]),
                self.templates.plain(class),
            )
        })
    }

    /// Compares each cell with the classes.
    fn fits(&self) -> Vec<Vec<Vec<Fit>>> {
        let fits = |row: usize, column: usize| {
            let ink = self.ink(row, column);
            let fits = score::fits(&ink, &self.templates, self.noise, &self.channel, MAX_CANDIDATES);
            let mut fits = match fits.first() {
                // Possibly a stain: try different light, or a class that is not near.
                Some(best) if best.misfit > MAX_CERTAIN_MISFIT => score::fits(
                    &ink,
                    &self.templates,
                    self.noise.stained(),
                    &self.channel,
                    2 * MAX_CANDIDATES,
                ),
                _ => fits,
            };
            fits.iter_mut()
                .for_each(|fit| fit.log_likelihood += self.classes[fit.class].prior);
            score::sort(&mut fits);
            fits
        };
        (self.strips.iter().enumerate())
            .map(|(row, strip)| (0..strip.columns).map(|column| fits(row, column)).collect())
            .collect()
    }

    /// Measures the noise in the cells that are certain enough; returns whether it has changed.
    fn measure(&mut self, fits: &[Vec<Vec<Fit>>]) -> bool {
        let before = self.noise;
        let known = self.known_by(fits, MIN_NOISE_LOG_RATIO);
        let left: Vec<Patch> = (known.iter())
            .map(|(fit, ink)| self.templates.left(ink, fit.class, fit.shift)[1])
            .collect();
        if let Some(noise) = score::noise(&left) {
            self.noise = noise;
        }
        let shown = (known.iter().zip(left))
            .map(|((fit, _), left)| (&self.templates.learnt[fit.class][fit.shift], left));
        self.channel = Channel::new(self.noise.deviation, shown);
        !self.noise.is_like(before)
    }

    /// Returns the cells with ink whose best class exceeds all others by `factor`, a log likelihood ratio,
    /// with their samples.
    fn known_by(&self, fits: &[Vec<Vec<Fit>>], factor: f32) -> Vec<(Fit, Patch)> {
        let known = |(row, column): (usize, usize)| {
            let fit = certain(&fits[row][column], factor)?;
            (self.classes[fit.class].dots != [0; 8]).then(|| (*fit, self.ink(row, column)))
        };
        self.cells().filter_map(known).collect()
    }

    /// Returns the clusters of the cells with ink.
    fn clusters(&self) -> Clusters {
        let (mut cells, mut inks) = (Vec::new(), Vec::new());
        for (row, column) in self.cells() {
            let ink = rough(&self.ink(row, column));
            if shift::is_inked(&ink) {
                inks.push(ink);
                cells.push([row, column]);
            }
        }
        let near = cluster::near(&inks);
        Clusters {
            all: cluster::clusters(&inks, near),
            cells,
            inks,
            near,
        }
    }

    /// Learns from the shapes on the page, assuming that each is a different character. If the cells of a
    /// character fit a wrong character better than their own, the cells alone are not enough.
    fn learn_shapes(&mut self, fits: &[Vec<Vec<Fit>>]) {
        let Clusters {
            all: clusters, cells, ..
        } = self.clusters();
        let plain = self.templates.plain_rough();
        let assigned = assign::assign(&clusters, self.classes, &plain);
        let mut known = Vec::new();
        for (cluster, class) in clusters.iter().zip(&assigned) {
            let cells: Vec<[usize; 2]> = cluster.cells.iter().map(|&cell| cells[cell]).collect();
            let votes = self.votes(fits, &cells);
            let most = (0..votes.len()).max_by_key(|&class| (votes[class], Reverse(class)));
            let taught = match (most, *class) {
                (Some(most), Some(class)) if most == class => Taught::Own(class),
                (Some(most), Some(class))
                    if (votes[most] + votes[class]) * 100 >= cells.len() * MIN_AGREEMENT_PERCENT =>
                {
                    let of_most = (clusters.iter().zip(&assigned)).find(|(_, class)| **class == Some(most));
                    let [far, split] =
                        [Some(&plain[class]), of_most.map(|(other, _)| &other.mean)].map(|mean| {
                            mean.map_or(f32::INFINITY, |mean| cluster::distance(mean, &cluster.mean))
                        });
                    if far < split {
                        Taught::Renamed(class)
                    } else {
                        Taught::Own(most)
                    }
                }
                _ => Taught::Certain,
            };
            for [row, column] in cells {
                let fits = &fits[row][column];
                let fit = match taught {
                    Taught::Certain => certain(fits, MIN_CERTAIN_LOG_RATIO).copied(),
                    Taught::Own(class) => certain(fits, MIN_NOISE_LOG_RATIO)
                        .filter(|fit| fit.class == class)
                        .copied(),
                    Taught::Renamed(class) => fits.first().map(|best| Fit {
                        class,
                        shift: 0,
                        ..*best
                    }),
                };
                known.extend(fit.map(|fit| (fit, self.ink(row, column))));
            }
        }
        self.learn_from(&known);
    }

    /// Counts how many of the cells read as each class.
    fn votes(&self, fits: &[Vec<Vec<Fit>>], cells: &[[usize; 2]]) -> Vec<usize> {
        let mut votes = vec![0; self.classes.len()];
        let best = cells
            .iter()
            .filter_map(|&[row, column]| fits[row][column].first());
        best.for_each(|best| votes[best.class] += 1);
        votes
    }

    /// Learns from cells with known classes.
    fn learn_from(&mut self, cells: &[(Fit, Patch)]) {
        if cells.len() < MIN_LEARNT_CELLS {
            return;
        }
        let left: Vec<[Patch; 2]> = (cells.iter())
            .map(|(fit, ink)| self.templates.left(ink, fit.class, fit.shift))
            .collect();
        let mut counts = vec![0.0_f32; self.classes.len()];
        cells.iter().for_each(|(fit, _)| counts[fit.class] += 1.0);
        let seen: Vec<ReadCell> = (cells.iter().zip(&left))
            .map(|((fit, _), left)| ReadCell {
                dots: self.classes[fit.class].dots,
                left: left[0],
                weight: (MAX_CLASS_WEIGHT / counts[fit.class]).min(1.0),
            })
            .collect();
        let habit = PrinterModel::learn(&seen);
        let habits: Vec<Patch> = self.classes.iter().map(|class| habit.of(&class.dots)).collect();
        self.templates.set_habits(&habits);
        let mut lesson = adapt::Lesson::new(self.classes.len());
        for ((fit, _), left) in cells.iter().zip(&left) {
            lesson.see(fit.class, &left[1], &self.templates);
        }
        let differences = lesson.differences(self.classes, &self.templates);
        self.templates.learn(&differences);
    }
}

/// Which cells of a cluster to learn from.
#[derive(Clone, Copy)]
enum Taught {
    /// The certain cells, each with its own class.
    Certain,
    /// The cells that read as this class.
    Own(usize),
    /// All cells, with this class, whatever they read as.
    Renamed(usize),
}

/// Returns a cell's best class if it is certain.
fn certain(fits: &[Fit], factor: f32) -> Option<&Fit> {
    let best = fits.first()?;
    let next = fits.get(1).map_or(f32::NEG_INFINITY, |next| next.log_likelihood);
    (best.log_likelihood - next > factor && best.misfit < MAX_CERTAIN_MISFIT).then_some(best)
}

/// Returns the likelihoods of a cell's glyphs from those of its classes. A cell that may be hidden by
/// something dark may be any other character with equal probability.
fn candidates(fits: &[Fit], classes: &[Class], is_hidden: bool) -> Candidates {
    let anything;
    let fits = if is_hidden {
        anything = blot::with_anything(fits, classes);
        &anything
    } else {
        fits
    };
    /// The logarithm of a millionth.
    const MIN_LOG_LIKELIHOOD: f32 = -13.815_511;
    let best = fits[0].log_likelihood;
    let all: f32 = fits.iter().map(|fit| (fit.log_likelihood - best).exp()).sum();
    let mut candidates: Candidates = fits
        .iter()
        .filter(|fit| fit.log_likelihood - best >= MIN_LOG_LIKELIHOOD)
        .flat_map(|fit| {
            let glyphs = &classes[fit.class].glyphs;
            let log_likelihood = fit.log_likelihood - best - all.ln() - (glyphs.len() as f32).ln();
            glyphs.iter().map(move |&glyph| Candidate {
                glyph,
                log_likelihood,
            })
        })
        .collect();
    candidates.sort_by(|one, other| other.log_likelihood.total_cmp(&one.log_likelihood));
    candidates
}
