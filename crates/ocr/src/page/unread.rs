//! Print outside all rows.

use std::collections::BTreeMap;

use super::Area;
use super::marks::Marks;
use super::widen::beside;
use crate::RowGrid;
use crate::grid::along;

/// Margin around a row in cells, across and down: print may extend beyond its cells. The middle of a character next
/// to a row is about half a cell from it.
const MARGIN: [f32; 2] = [0.3, 0.3];
/// Minimum and maximum height of marks of characters, in cells: smaller ones are specks, larger ones
/// pictures.
const MARK_HEIGHTS: [f32; 2] = [0.4, 3.0];
/// Maximum width, in cells: the letters of a word may touch.
const MAX_MARK_WIDTH: f32 = 16.0;
/// Maximum distance of characters of one text, in cells, across and down.
const MAX_DISTANCE: [f32; 2] = [2.5, 2.5];
/// Minimum number of connected marks in a text.
const MIN_MARKS: usize = 4;

/// Returns the areas of a page with characters outside all rows, sorted from the top.
pub(super) fn areas(marks: &Marks, rows: &[RowGrid]) -> Vec<Area> {
    let size = cell_size(rows).unwrap_or([marks.height; 2]);
    let around = [MARGIN[0] * size[0], MARGIN[1] * size[1]];
    let bounds: Vec<Area> = rows.iter().map(|row| bounds(row).grown(around)).collect();
    let is_covered = |mark: &Area| {
        (rows.iter().zip(&bounds))
            .any(|(row, bounds)| bounds.has(mark.middle()) && covers(row, mark.middle()))
    };
    let is_character = |mark: &&Area| {
        (MARK_HEIGHTS[0] * size[1]..MARK_HEIGHTS[1] * size[1]).contains(&mark.height())
            && mark.width() < MAX_MARK_WIDTH * size[0]
    };
    let left: Vec<Area> = marks
        .areas
        .iter()
        .filter(is_character)
        .filter(|mark| !is_covered(mark))
        .copied()
        .collect();
    let mut found: Vec<Area> = groups(
        &left,
        [MAX_DISTANCE[0] * size[0] / 2.0, MAX_DISTANCE[1] * size[1] / 2.0],
    )
    .into_iter()
    .filter(|group| group.len() >= MIN_MARKS)
    .filter_map(|group| group.into_iter().reduce(Area::with))
    .collect();
    // A single character is enough where a row goes on.
    let ends = rows
        .iter()
        .flat_map(|row| [false, true].map(|is_end| beside(row, is_end, &marks.areas)));
    let is_found = |mark: &Area, found: &[Area]| found.iter().any(|area| area.has(mark.middle()));
    let cut: Vec<Area> = (ends.flatten())
        .filter(|mark| !is_found(mark, &found) && !is_covered(mark))
        .collect();
    found.extend(cut);
    found.sort_by(|one, other| {
        one.top
            .total_cmp(&other.top)
            .then(one.left.total_cmp(&other.left))
    });
    found
}

/// Returns the median width and height of cells, in pixels.
pub(super) fn cell_size(rows: &[RowGrid]) -> Option<[f32; 2]> {
    let mut sizes: Vec<[f32; 2]> = rows
        .iter()
        .filter(|row| row.columns() > 0)
        .map(RowGrid::cell_size)
        .collect();
    sizes.sort_by(|one, other| one[0].total_cmp(&other[0]));
    sizes.get(sizes.len() / 2).copied()
}

/// Returns the bounds of a row.
fn bounds(row: &RowGrid) -> Area {
    let points = row.top.iter().chain(&row.bottom);
    points
        .map(|&[x, y]| Area {
            left: x,
            top: y,
            right: x,
            bottom: y,
        })
        .reduce(Area::with)
        .unwrap_or_default()
}

/// Whether a row with its margin covers a point.
fn covers(row: &RowGrid, point: [f32; 2]) -> bool {
    let columns = row.columns() as f32;
    let [start, end] = [row.at(0.0, 0.5), row.at(columns, 0.5)];
    // Rows are nearly straight, so the row's edges give the vertical position.
    let across = along(start, end, point) * columns;
    if !(-MARGIN[0]..columns + MARGIN[0]).contains(&across) {
        return false;
    }
    let [top, bottom] = [0.0, 1.0].map(|down| row.at(across.clamp(0.0, columns), down));
    (-MARGIN[1]..1.0 + MARGIN[1]).contains(&along(top, bottom, point))
}

/// Returns groups of areas that overlap when each is enlarged on all sides.
fn groups(areas: &[Area], by: [f32; 2]) -> Vec<Vec<Area>> {
    let mut grown: Vec<(usize, Area)> = areas.iter().map(|area| area.grown(by)).enumerate().collect();
    grown.sort_by(|(_, one), (_, other)| one.left.total_cmp(&other.left));
    // A union-find structure: each entry leads to the representative of its group.
    let mut leader: Vec<usize> = (0..areas.len()).collect();
    fn last(leader: &mut [usize], mut at: usize) -> usize {
        while leader[at] != at {
            leader[at] = leader[leader[at]];
            at = leader[at];
        }
        at
    }
    for (place, (one, area)) in grown.iter().enumerate() {
        let beside = grown[place + 1..]
            .iter()
            .take_while(|(_, other)| other.left <= area.right);
        for (other, _) in beside.filter(|(_, other)| area.touches(other)) {
            let [one, other] = [*one, *other].map(|at| last(&mut leader, at));
            leader[other] = one;
        }
    }
    let mut groups: BTreeMap<usize, Vec<Area>> = BTreeMap::new();
    for (at, area) in areas.iter().enumerate() {
        groups.entry(last(&mut leader, at)).or_default().push(*area);
    }
    groups.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(left: f32, top: f32, columns: usize) -> RowGrid {
        let edge = |y: f32| (0..=columns).map(|at| [left + 10.0 * at as f32, y]).collect();
        RowGrid {
            top: edge(top),
            bottom: edge(top + 10.0),
        }
    }

    /// The marks of a text with this many characters in rows.
    fn text(left: f32, top: f32, columns: usize, rows: usize) -> Vec<Area> {
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        places
            .map(|(x, y)| {
                let (left, top) = (left + 10.0 * x as f32 + 1.0, top + 10.0 * y as f32 + 1.0);
                Area {
                    left,
                    top,
                    right: left + 7.0,
                    bottom: top + 7.0,
                }
            })
            .collect()
    }

    #[test]
    fn text_beside_and_below_the_rows_is_reported() {
        let rows: Vec<RowGrid> = (0..4).map(|y| row(100.0, 100.0 + 10.0 * y as f32, 20)).collect();
        let inside = text(100.0, 100.0, 20, 4);
        let unread = |more: &[Vec<Area>]| {
            let areas = inside
                .iter()
                .copied()
                .chain(more.iter().flatten().copied())
                .collect();
            let (height, room) = (7.0, Area::default());
            super::areas(&Marks { areas, height, room }, &rows)
        };
        assert_eq!(unread(&[]), Vec::<Area>::new());
        let found = unread(&[text(350.0, 100.0, 5, 3), text(100.0, 200.0, 30, 2)]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].left > 340.0 && found[1].top > 190.0, "{found:?}");
        // Three characters, or specks, are not a text.
        assert_eq!(unread(&[text(100.0, 200.0, 3, 1)]), Vec::<Area>::new());
        let specks = |area: &Area| Area {
            right: area.left + 2.0,
            bottom: area.top + 2.0,
            ..*area
        };
        let specks: Vec<Area> = text(100.0, 200.0, 30, 2).iter().map(specks).collect();
        assert_eq!(unread(&[specks]), Vec::<Area>::new());
        // A column of characters that is cut off from the rows is unread.
        assert_eq!(unread(&[text(85.0, 100.0, 1, 4)]).len(), 1);
        // So is a single one in the next column.
        assert_eq!(unread(&[text(300.0, 110.0, 1, 1)]).len(), 1);
        assert_eq!(unread(&[text(90.0, 110.0, 1, 1)]).len(), 1);
    }
}
