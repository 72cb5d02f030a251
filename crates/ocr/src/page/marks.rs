//! The marks of print on a page, whatever they mean, and the empty bands between them.

use crate::Grey;
use crate::find::ink;
use crate::page::{Area, cutout};

/// Minimum ink of a pixel that belongs to a mark.
const MIN_MARK_INK: u8 = 128;
/// A mark with fewer pixels in each direction is a speck.
const MIN_MARK_PIXELS: usize = 2;
/// Marks higher than this fraction of the page's longer side are ignored when measuring the height of
/// characters.
const MAX_HEIGHT_SHARE: usize = 8;
/// Minimum height of an empty band between rows that splits a page, and minimum width of one between columns,
/// in heights of a character: a line number is separate from its statement.
const MIN_BAND_SIZES: [f32; 2] = [2.5, 1.2];
/// A mark smaller than this, relative to a character, does not interrupt an empty band.
const MIN_MARK_SIZE_IN_BAND: f32 = 0.3;

/// The marks of a page or a part of it: connected areas of ink.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    /// The bounds of each mark, in pixels of the page.
    pub(super) areas: Vec<Area>,
    /// The typical height of characters, in pixels of the page.
    pub(super) height: f32,
    /// The part of the page around the marks, up to the marks of other parts.
    pub(super) room: Area,
}

impl Marks {
    /// Finds all marks of a page; `None` if it is empty.
    pub(super) fn of(page: &Grey) -> Option<Marks> {
        let found = ink::ink(page).map(|ink| (ink, 1));
        // One or two rows may be lower than the blocks in which ink is measured.
        let enlarged = || {
            let scale = cutout::scale_of(page.width(), page.height());
            (scale > 1).then(|| Some((ink::ink(&page.enlarged(scale))?, scale)))?
        };
        let (ink, scale) = found.or_else(enlarged)?;
        let (width, height) = (ink.plane.width, ink.plane.height);
        let found = connected(&ink.plane.data, width);
        let speck = MIN_MARK_PIXELS * scale;
        let marks = found
            .into_iter()
            .filter(|[left, top, right, bottom]| right - left >= speck || bottom - top >= speck);
        let factor = ink.factor as f32 / scale as f32;
        let areas: Vec<Area> = marks
            .map(|bounds| {
                let [left, top, right, bottom] = bounds.map(|at| at as f32 * factor);
                Area {
                    left,
                    top,
                    right,
                    bottom,
                }
            })
            .collect();
        let highest = width.max(height) as f32 * factor / MAX_HEIGHT_SHARE as f32;
        let height = usual_height(&areas, highest)?;
        let [right, bottom] = [page.width(), page.height()].map(|side| side as f32);
        let room = Area {
            right,
            bottom,
            ..Area::default()
        };
        Some(Marks { areas, height, room })
    }

    /// Returns the bounds of all marks other than specks; `None` if there are only specks.
    pub(super) fn bounds(&self) -> Option<Area> {
        self.large().copied().reduce(Area::with)
    }

    /// The marks that are not specks.
    fn large(&self) -> impl Iterator<Item = &Area> {
        let least = MIN_MARK_SIZE_IN_BAND * self.height;
        self.areas
            .iter()
            .filter(move |area| area.width() >= least || area.height() >= least)
    }

    /// Splits the marks at the clearest empty band, in reading order; `None` if there is no such band.
    pub(super) fn parted(&self) -> Option<[Marks; 2]> {
        let bands = [0, 1].map(|axis| {
            let band = self.widest_band(axis)?;
            let clear = (band[1] - band[0]) / (MIN_BAND_SIZES[axis] * self.height);
            (clear >= 1.0).then_some((clear, axis, band[0].midpoint(band[1])))
        });
        let (_, axis, at) = bands
            .into_iter()
            .flatten()
            .max_by(|one, other| one.0.total_cmp(&other.0))?;
        let (before, after) = self
            .areas
            .iter()
            .partition(|area| area.span(axis)[0].midpoint(area.span(axis)[1]) < at);
        let marks = |areas, room| Marks {
            areas,
            height: self.height,
            room,
        };
        let [first, second] = self.room.parted(axis, at);
        Some([marks(before, first), marks(after, second)])
    }

    /// Returns the marks without some of them; `None` if there are no others, or none is left.
    pub(super) fn without(&self, is_left_out: impl Fn(&Area) -> bool) -> Option<Marks> {
        let (out, areas): (Vec<Area>, Vec<Area>) = self.areas.iter().partition(|area| is_left_out(area));
        let mut left = Marks { areas, ..*self };
        let bounds = left.bounds().filter(|_| !out.is_empty())?;
        // The room ends halfway to what was left out.
        for area in out {
            if area.bottom <= bounds.top {
                left.room.top = left.room.top.max(area.bottom.midpoint(bounds.top));
            }
            if area.top >= bounds.bottom {
                left.room.bottom = left.room.bottom.min(area.top.midpoint(bounds.bottom));
            }
        }
        Some(left)
    }

    /// Returns the start and end of the widest empty band between marks along an axis, 0 horizontal and 1
    /// vertical.
    fn widest_band(&self, axis: usize) -> Option<[f32; 2]> {
        let mut spans: Vec<[f32; 2]> = self.large().map(|area| area.span(axis)).collect();
        spans.sort_by(|one, other| one[0].total_cmp(&other[0]));
        let mut end = spans.first()?[1];
        let mut widest: Option<[f32; 2]> = None;
        for [from, to] in spans {
            if from > end && widest.is_none_or(|[start, stop]| from - end > stop - start) {
                widest = Some([end, from]);
            }
            end = end.max(to);
        }
        widest
    }
}

/// Returns the typical height of marks, weighted by their width: specks are numerous and narrow.
fn usual_height(areas: &[Area], highest: f32) -> Option<f32> {
    let mut sizes: Vec<(f32, f32)> = areas
        .iter()
        .filter(|area| area.height() <= highest)
        .map(|area| (area.height(), area.width()))
        .collect();
    sizes.sort_by(|one, other| one.0.total_cmp(&other.0));
    let all: f32 = sizes.iter().map(|(_, width)| width).sum();
    let mut before = 0.0;
    sizes
        .iter()
        .find(|(_, width)| {
            before += width;
            before >= all / 2.0
        })
        .map(|&(height, _)| height)
}

/// Returns the bounds of connected pixels with ink: left, top, right, bottom; the last two are exclusive.
fn connected(data: &[u8], width: usize) -> Vec<[usize; 4]> {
    let mut is_seen: Vec<bool> = data.iter().map(|&ink| ink < MIN_MARK_INK).collect();
    let height = data.len() / width.max(1);
    let mut found = Vec::new();
    let mut open = Vec::new();
    for start in 0..data.len() {
        if is_seen[start] {
            continue;
        }
        is_seen[start] = true;
        open.push(start);
        let mut bounds = [width, height, 0, 0];
        while let Some(at) = open.pop() {
            let (x, y) = (at % width, at / width);
            bounds = [
                bounds[0].min(x),
                bounds[1].min(y),
                bounds[2].max(x + 1),
                bounds[3].max(y + 1),
            ];
            for y in y.saturating_sub(1)..(y + 2).min(height) {
                for x in x.saturating_sub(1)..(x + 2).min(width) {
                    let near = y * width + x;
                    if !is_seen[near] {
                        is_seen[near] = true;
                        open.push(near);
                    }
                }
            }
        }
        found.push(bounds);
    }
    found
}
