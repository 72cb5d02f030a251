//! The terminal's contents: the picture with its border, the status, the listing, the variables and the
//! printer's paper.
//!
//! ```text
//!   25 rows and more           80 x 24, under tmux 80 x 23
//!   ┌──────────┬─────────┐    ┌──────────┬─────────┐
//!   │ picture  │ listing │    │ picture  │ state   │
//!   │          │ variab. │    │          │ listing,│
//!   │          │ paper   │    │          │ var. and│
//!   ├──────────┴─────────┤    │          │ paper or│
//!   │ state              │    │          │ keys    │
//!   └────────────────────┘    └──────────┴─────────┘
//! ```
//! If the terminal has fewer rows than the picture, the picture's top rows are hidden: prompts are at its
//! bottom.

use std::ops::Range;

use girafa_basic::shown::shown;
use girafa_frontend::cells::{self, COLUMNS, Cell, ROWS};
use girafa_frontend::characters::{self, Character};
use girafa_frontend::commands::{self, Front};
use girafa_frontend::listing::{Marked, ShownRow};
use girafa_frontend::variables;
use girafa_spectrum::{Screen, Spectrum};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget, Wrap};

use super::app::App;
use super::help;
use super::pixels::Place;
use super::pixels::detect::Pixels;
use crate::progress::clock;

/// Minimum size of the terminal.
const MIN_SIZE: (u16, u16) = (32, 12);

/// Preferred and minimum width of the panel next to the picture, in columns.
const PANEL: u16 = 40;
const MIN_PANEL: u16 = 24;

/// Maximum width of the border on each side in characters, as on a television.
const BORDER: u16 = 6;

/// Rows of the status in a panel.
const STATE_ROWS: u16 = 6;

/// Positions of the parts of the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    /// The picture with its border.
    picture: Rect,
    /// Width of the border on the left and right, and at the top and bottom.
    border: (u16, u16),
    /// Columns of a cell: 1 or 2.
    cell: u16,
    /// The status, if it is one row.
    line: Option<Rect>,
    /// The panel next to the picture, with the panes and possibly the status.
    panel: Option<Rect>,
}

impl Layout {
    fn new(area: Rect, wide: bool, pane: bool) -> Layout {
        let columns = COLUMNS as u16;
        let cell = if wide && area.width >= 2 * columns { 2 } else { 1 };
        let inner = columns * cell;
        let free = area.width.saturating_sub(inner);
        let has_row = area.height > ROWS as u16;
        let has_panel = free > MIN_PANEL && (pane || !has_row);
        let has_line = has_row || !has_panel;

        let height = area.height - u16::from(has_line);
        let wished = if has_panel { PANEL } else { 0 };
        let border = (
            (free.saturating_sub(wished) / 2).min(BORDER * cell),
            (height.saturating_sub(ROWS as u16) / 2).min(BORDER),
        );
        let width = inner + 2 * border.0;
        let left = if has_panel { 0 } else { (area.width - width) / 2 };
        let picture_height = height.min(ROWS as u16 + 2 * border.1);
        let picture = Rect::new(
            area.x + left,
            area.y + (height - picture_height) / 2,
            width,
            picture_height,
        );
        Layout {
            picture,
            border,
            cell,
            line: has_line.then(|| Rect::new(area.x, area.bottom() - 1, area.width, 1)),
            panel: has_panel.then(|| Rect::new(picture.right() + 1, area.y, free - 2 * border.0 - 1, height)),
        }
    }

    /// Number of rows at the top of the machine's screen that do not fit.
    fn hidden(&self) -> u16 {
        (ROWS as u16).saturating_sub(self.picture.height)
    }
}

/// The place of the picture's pixels in a terminal of this size; `None` if they are disabled, do not fit, or
/// the help is shown.
pub fn pixels(area: Rect, app: &App, pixels: &Pixels) -> Option<Place> {
    if !app.pixels || app.console.help || is_too_small(area) {
        return None;
    }
    let (picture, ..) = beside_pixels(area, has_pane(app));
    Place::new(picture, pixels.cell(), pixels.protocol)
}

/// Whether any pane is shown next to the picture.
fn has_pane(app: &App) -> bool {
    panes(app) > 0
}

/// Number of panes: listing, variables and paper.
fn panes(app: &App) -> u16 {
    let console = &app.console;
    u16::from(console.listing) + u16::from(console.variables) + u16::from(console.paper)
}

/// The areas of the pixels, of the panes if they fit, and of the status row.
fn beside_pixels(area: Rect, pane: bool) -> (Rect, Option<Rect>, Rect) {
    let height = area.height.saturating_sub(1);
    let panel = PANEL.min(area.width / 2);
    let panel = if pane && panel >= MIN_PANEL { panel } else { 0 };
    let picture = Rect::new(area.x, area.y, area.width - panel, height);
    let pane = (panel > 0).then(|| Rect::new(picture.right() + 1, area.y, panel - 1, height));
    (picture, pane, Rect::new(area.x, area.y + height, area.width, 1))
}

fn is_too_small(area: Rect) -> bool {
    area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1
}

/// Draws everything except the pixels, whose place is `place`.
pub fn draw(frame: &mut Frame, app: &mut App, place: Option<Place>) {
    let area = frame.area();
    if is_too_small(area) {
        let text = format!(
            "too small: {} x {}; needs {} x {}, better 80 x 24",
            area.width, area.height, MIN_SIZE.0, MIN_SIZE.1
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    if app.console.help {
        frame.render_widget(Clear, area);
        frame.render_widget(help::help(area.width, area.height), area);
        return;
    }
    if place.is_some() {
        let (_, panel, line) = beside_pixels(area, has_pane(app));
        frame.render_widget(state_line(app, 0), line);
        if let Some(panel) = panel {
            draw_panes(frame, app, panel);
        }
        return;
    }
    let layout = Layout::new(area, app.wide, has_pane(app));
    let hidden = layout.hidden();
    draw_picture(frame.buffer_mut(), app, layout);
    if let Some(line) = layout.line {
        frame.render_widget(state_line(app, hidden), line);
    }
    let Some(panel) = layout.panel else { return };
    let below = if layout.line.is_none() {
        frame.render_widget(
            Paragraph::new(state(app, hidden)).wrap(Wrap { trim: true }),
            panel,
        );
        let rows = STATE_ROWS.min(panel.height);
        Rect::new(panel.x, panel.y + rows, panel.width, panel.height - rows)
    } else {
        panel
    };
    if has_pane(app) {
        draw_panes(frame, app, below);
    } else {
        draw_keys(frame, below);
    }
}

/// Draws listing, variables and paper below each other, with the same number of rows each.
fn draw_panes(frame: &mut Frame, app: &mut App, area: Rect) {
    let mut left = panes(app);
    let mut rest = area;
    let mut next = || {
        // The first panes get the remaining rows.
        let rows = rest.height.div_ceil(left.max(1));
        let pane = Rect { height: rows, ..rest };
        rest = Rect {
            y: rest.y + rows,
            height: rest.height - rows,
            ..rest
        };
        left -= 1;
        pane
    };
    if app.console.listing {
        let above = next();
        let lines = listing(app, above);
        frame.render_widget(Paragraph::new(lines), above);
    }
    if app.console.variables {
        let middle = next();
        frame.render_widget(Paragraph::new(variables(app, middle)), middle);
    }
    if app.console.paper {
        let below = next();
        if below.height > 0 {
            draw_paper(frame.buffer_mut(), app, below);
        }
    }
}

/// The program's variables with a title.
fn variables(app: &App, area: Rect) -> Vec<Line<'static>> {
    let width = usize::from(area.width);
    let height = usize::from(area.height.saturating_sub(1));
    let title = format!("{:width$}", " Variables");
    let rows = variables::rows(app.console.machine(), width, height);
    let rows = rows.iter().map(|row| Line::from(one_row(row)));
    std::iter::once(Line::from(title).style(Modifier::REVERSED))
        .chain(rows)
        .collect()
}

/// Draws the end of the paper, which comes out of the printer at the bottom.
fn draw_paper(buffer: &mut Buffer, app: &App, area: Rect) {
    let rows = app.console.printed_rows();
    let slot = Rect::new(area.x, area.bottom() - 1, area.width, 1);
    let title = format!(" ZX Printer  {} rows", rows.len());
    Paragraph::new(title)
        .style(Modifier::REVERSED)
        .render(slot, buffer);
    let height = usize::from(area.height - 1);
    // Convert only the visible rows, from the start of a text row.
    let start = (rows.len().div_ceil(8).saturating_sub(height)) * 8;
    let lines = cells::of_paper(&rows[start..], app.console.emulator().glyphs());
    let top = slot.y - lines.len() as u16;
    for (y, line) in (top..).zip(&lines) {
        draw_cells(buffer, area.x, y, &line[..COLUMNS.min(area.width.into())], 1);
    }
}

/// Draws a row of cells with one or two columns per cell.
fn draw_cells(buffer: &mut Buffer, left: u16, y: u16, row: &[Cell], columns: u16) {
    for (x, content) in (0..).zip(row) {
        if columns == 1 {
            put(buffer, left + x, y, characters::narrow(content));
        } else {
            for (side, character) in (0..).zip(characters::wide(content)) {
                put(buffer, left + 2 * x + side, y, character);
            }
        }
    }
}

fn draw_picture(buffer: &mut Buffer, app: &App, layout: Layout) {
    let machine = &*app.console.seen();
    let Layout {
        picture,
        border,
        cell,
        ..
    } = layout;
    let sides = border_colours(machine);
    let cells = cells::of(machine, app.console.emulator().glyphs());
    let hidden = layout.hidden();
    for y in 0..picture.height {
        let row = i32::from(y + hidden) - i32::from(border.1);
        let (left, right) = sides[(row + i32::from(BORDER)) as usize];
        for x in 0..picture.width {
            let colour = if x < picture.width / 2 { left } else { right };
            let space = Character {
                character: ' ',
                ink: 0,
                paper: colour,
            };
            put(buffer, picture.x + x, picture.y + y, space);
        }
        let Some(cells) = usize::try_from(row)
            .ok()
            .and_then(|row| cells.chunks(COLUMNS).nth(row))
        else {
            continue;
        };
        draw_cells(buffer, picture.x + border.0, picture.y + y, cells, cell);
    }
}

/// The border's colours on the left and right of each character row, from [`BORDER`] rows above the screen to
/// [`BORDER`] rows below it.
fn border_colours(machine: &Spectrum) -> Vec<(u8, u8)> {
    let (width, _) = Screen::size(true);
    let colours = machine.screen().colours(true);
    colours
        .chunks(8 * width as usize)
        .map(|rows| (rows[4 * width as usize], rows[5 * width as usize - 1]))
        .collect()
}

fn put(buffer: &mut Buffer, x: u16, y: u16, character: Character) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_char(character.character)
            .set_fg(colour(character.ink))
            .set_bg(colour(character.paper));
    }
}

/// The colour in the colour cube of 256-colour terminals, which has the Spectrum's two levels exactly (D7 and
/// FF).
fn colour(colour: u8) -> Color {
    let level = if colour < 8 { 4 } else { 5 };
    let part = |bit: u8| level * (colour >> bit & 1);
    Color::Indexed(16 + 36 * part(1) + 6 * part(2) + part(0))
}

/// The status as one row: program, message, time, speed, unusual conditions, report. Urgent information comes
/// first.
fn state_line(app: &App, hidden: u16) -> Paragraph<'static> {
    let console = &app.console;
    let time = clock(console.emulator().seconds());
    let mut parts = vec![one_row(console.name())];
    parts.extend(console.message.as_deref().map(one_row));
    parts.push(format!("{time} {}", speed(app)));
    parts.extend(condition(app, hidden));
    parts.extend(console.emulator().status().as_deref().map(one_row));
    if console.message.is_none() {
        parts.push("F1 help  F10 quit".to_owned());
    }
    Paragraph::new(format!(" {}", parts.join(" │ "))).style(Modifier::REVERSED)
}

/// The status in a panel: [`STATE_ROWS`] rows, the last two for a long message.
fn state(app: &App, hidden: u16) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let console = &app.console;
    let time = clock(console.emulator().seconds());
    vec![
        Line::from(Span::styled(one_row(console.name()), bold)),
        Line::from(format!("{time} {}", speed(app))),
        Line::from(condition(app, hidden).unwrap_or_default()),
        Line::from(one_row(&console.emulator().status().unwrap_or_default())),
        Line::from(one_row(console.message.as_deref().unwrap_or_default())),
    ]
}

fn speed(app: &App) -> String {
    let speed = app.console.speed();
    if speed < 9.95 {
        format!("x{speed:.1}")
    } else {
        format!("x{speed:.0}")
    }
}

/// Unusual conditions, such as hidden rows.
fn condition(app: &App, hidden: u16) -> Option<String> {
    let rows = match hidden {
        0 => None,
        1 => Some("top row hidden".to_owned()),
        _ => Some(format!("{hidden} rows hidden")),
    };
    let now: Vec<String> = rows.into_iter().chain(app.console.conditions()).collect();
    (!now.is_empty()).then(|| now.join(", "))
}

/// Draws the keys in one column, or in two with one key per command if there are too few rows.
fn draw_keys(frame: &mut Frame, area: Rect) {
    let entries: Vec<_> = commands::entries(Front::Terminal).collect();
    if entries.len() <= usize::from(area.height) {
        let line = |entry: &&commands::Entry| Line::from(format!("{:>6}  {}", entry.names(), entry.does));
        let lines: Vec<Line> = entries.iter().map(line).collect();
        frame.render_widget(Paragraph::new(lines), area);
        return;
    }
    let left = area.width / 2 - 1;
    let right = area.width - left;
    let line = |entry: &&commands::Entry| Line::from(format!("{:>3} {}", entry.name(), entry.does));
    let lines: Vec<Line> = entries.iter().map(line).collect();
    let mut columns = lines.chunks(lines.len().div_ceil(2));
    for area in [
        Rect::new(area.x, area.y, left, area.height),
        Rect::new(area.x + left, area.y, right, area.height),
    ] {
        frame.render_widget(Paragraph::new(columns.next().unwrap_or_default().to_vec()), area);
    }
}

fn listing(app: &mut App, area: Rect) -> Vec<Line<'static>> {
    // Two columns are reserved for the marks.
    let width = usize::from(area.width.saturating_sub(2));
    let rows = app.console.listing_rows(width, usize::from(area.height));
    rows.iter().map(listed).collect()
}

/// A row of the listing. `>` or `!` marks the current line, `*` a line with a breakpoint. The current
/// statement and the selected line are underlined.
fn listed(row: &ShownRow) -> Line<'static> {
    let mark = row.marked.map_or(' ', Marked::character);
    let breakpoint = if row.has_breakpoint && row.is_first {
        '*'
    } else {
        ' '
    };
    let part = |from: usize, to: usize| {
        let text: String = row.text.chars().skip(from).take(to - from).collect();
        one_row(&text)
    };
    let Range { start, end } = row.statement;
    let underlined = Style::new().add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
    let spans = vec![
        Span::raw(format!("{mark}{breakpoint}")),
        Span::raw(part(0, start)),
        Span::styled(part(start, end), underlined),
        Span::raw(part(end, usize::MAX)),
    ];
    let mut style = Style::new();
    if row.marked.is_some() {
        style = style.add_modifier(Modifier::REVERSED);
    }
    if row.is_chosen {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    Line::from(spans).style(style)
}

/// Makes text from outside the program printable in one row.
fn one_row(text: &str) -> String {
    shown(text).replace(['\n', '\t'], " ")
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
