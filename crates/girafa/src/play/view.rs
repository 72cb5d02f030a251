//! What the terminal shows: the picture in its border, the state of things, the listing.
//!
//! ```text
//!   25 rows and more           80 x 24, under tmux 80 x 23
//!   ┌──────────┬─────────┐    ┌──────────┬─────────┐
//!   │ picture  │ listing │    │ picture  │ state   │
//!   │          │         │    │          │ listing │
//!   ├──────────┴─────────┤    │          │ or keys │
//!   │ state              │    └──────────┴─────────┘
//!   └────────────────────┘
//! ```
//! Where the terminal has fewer rows than the picture, the picture's top rows are left out: prompts are at its bottom.

use girafa_play::cells::{self, COLUMNS, ROWS};
use girafa_play::listing::running_line;
use girafa_play::signs::{self, Sign};
use girafa_spectrum::{Screen, Spectrum};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::app::{App, COMMANDS, key_names};
use super::help;
use super::pixels::Place;
use super::pixels::detect::Pixels;
use crate::progress::clock;

/// The smallest terminal in which anything can be seen.
const LEAST: (u16, u16) = (32, 12);

/// Columns of a panel beside the picture: those wished for, and the least.
const PANEL: u16 = 40;
const LEAST_PANEL: u16 = 24;

/// Characters of border on each side at most, as wide and high as the television shows it.
const BORDER: u16 = 6;

/// Rows of the state in a panel.
const STATE_ROWS: u16 = 6;

/// Where things are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    /// The picture with its border.
    picture: Rect,
    /// Border on the left and right, at the top and bottom.
    border: (u16, u16),
    /// Columns of a cell: 1 or 2.
    cell: u16,
    /// One row of state.
    line: Option<Rect>,
    /// What is beside the picture: listing, or also the state.
    panel: Option<Rect>,
}

impl Layout {
    fn new(area: Rect, wide: bool, listing: bool) -> Layout {
        let columns = COLUMNS as u16;
        let cell = if wide && area.width >= 2 * columns { 2 } else { 1 };
        let inner = columns * cell;
        let free = area.width.saturating_sub(inner);
        let has_row = area.height > ROWS as u16;
        let has_panel = free > LEAST_PANEL && (listing || !has_row);
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

    /// Rows of the machine's that do not fit: they are missing at the top.
    fn hidden(&self) -> u16 {
        (ROWS as u16).saturating_sub(self.picture.height)
    }
}

/// Where the picture's pixels go in a terminal of this size; `None` where they are not
/// wished for, do not fit, or something else is to be seen.
pub fn pixels(area: Rect, app: &App, pixels: &Pixels) -> Option<Place> {
    if !app.pixels || app.help || is_too_small(area) {
        return None;
    }
    let (picture, ..) = beside_pixels(area, app.listing);
    Place::new(picture, pixels.cell(), pixels.protocol)
}

/// Room for the pixels, for the listing if there is enough for it, and the row of state.
fn beside_pixels(area: Rect, listing: bool) -> (Rect, Option<Rect>, Rect) {
    let height = area.height.saturating_sub(1);
    let panel = PANEL.min(area.width / 2);
    let panel = if listing && panel >= LEAST_PANEL { panel } else { 0 };
    let picture = Rect::new(area.x, area.y, area.width - panel, height);
    let listing = (panel > 0).then(|| Rect::new(picture.right() + 1, area.y, panel - 1, height));
    (
        picture,
        listing,
        Rect::new(area.x, area.y + height, area.width, 1),
    )
}

fn is_too_small(area: Rect) -> bool {
    area.width < LEAST.0 || area.height < LEAST.1
}

/// Draws everything but the pixels, which go to `place` if there are any.
pub fn draw(frame: &mut Frame, app: &mut App, place: Option<Place>) {
    let area = frame.area();
    if is_too_small(area) {
        let text = format!(
            "too small: {} x {}; {} x {} at least, better 80 x 24",
            area.width, area.height, LEAST.0, LEAST.1
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    if app.help {
        frame.render_widget(Clear, area);
        let help = if area.width >= help::SIZE.0 && area.height >= help::SIZE.1 {
            Paragraph::new(help::lines())
        } else {
            Paragraph::new(help::KEYS).wrap(Wrap { trim: true })
        };
        frame.render_widget(help, area);
        return;
    }
    if place.is_some() {
        let (_, panel, line) = beside_pixels(area, app.listing);
        frame.render_widget(state_line(app, 0), line);
        if let Some(panel) = panel {
            let lines = listing(app, panel);
            frame.render_widget(Paragraph::new(lines), panel);
        }
        return;
    }
    let layout = Layout::new(area, app.wide, app.listing);
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
    if app.listing {
        let lines = listing(app, below);
        frame.render_widget(Paragraph::new(lines), below);
    } else {
        frame.render_widget(Paragraph::new(keys()), below);
    }
}

fn draw_picture(buffer: &mut Buffer, app: &App, layout: Layout) {
    let machine = app.player.machine();
    let Layout {
        picture,
        border,
        cell,
        ..
    } = layout;
    let sides = border_colours(machine);
    let cells = cells::of(machine, app.player.glyphs());
    let hidden = layout.hidden();
    for y in 0..picture.height {
        let row = i32::from(y + hidden) - i32::from(border.1);
        let (left, right) = sides[(row + i32::from(BORDER)) as usize];
        for x in 0..picture.width {
            let colour = if x < picture.width / 2 { left } else { right };
            let blank = Sign {
                sign: ' ',
                ink: 0,
                paper: colour,
            };
            put(buffer, picture.x + x, picture.y + y, blank);
        }
        let Some(cells) = usize::try_from(row)
            .ok()
            .and_then(|row| cells.chunks(COLUMNS).nth(row))
        else {
            continue;
        };
        let start = picture.x + border.0;
        for (x, content) in (0..).zip(cells) {
            if cell == 1 {
                put(buffer, start + x, picture.y + y, signs::narrow(content));
            } else {
                for (side, sign) in (0..).zip(signs::wide(content)) {
                    put(buffer, start + 2 * x + side, picture.y + y, sign);
                }
            }
        }
    }
}

/// The border's colours left and right of each row of characters, from [`BORDER`] rows above the screen to as many below.
fn border_colours(machine: &Spectrum) -> Vec<(u8, u8)> {
    let (width, _) = Screen::size(true);
    let colours = machine.screen().colours(true);
    colours
        .chunks(8 * width as usize)
        .map(|rows| (rows[4 * width as usize], rows[5 * width as usize - 1]))
        .collect()
}

fn put(buffer: &mut Buffer, x: u16, y: u16, sign: Sign) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_char(sign.sign)
            .set_fg(colour(sign.ink))
            .set_bg(colour(sign.paper));
    }
}

/// The colour in the cube of 256-colour terminals, which has the Spectrum's two levels exactly (D7 and FF).
fn colour(colour: u8) -> Color {
    let level = if colour < 8 { 4 } else { 5 };
    let part = |bit: u8| level * (colour >> bit & 1);
    Color::Indexed(16 + 36 * part(1) + 6 * part(2) + part(0))
}

/// Program, time, speed, what is not as usual, report; what the user should know now comes before what can be looked up.
fn state_line(app: &App, hidden: u16) -> Paragraph<'static> {
    let time = clock(app.player.seconds());
    let mut parts = vec![app.name.clone()];
    parts.extend(app.message.clone());
    parts.push(format!("{time} {}", speed(app)));
    parts.extend(condition(app, hidden));
    parts.extend(app.player.report());
    if app.message.is_none() {
        parts.push("F1 help  F10 quit".to_owned());
    }
    Paragraph::new(format!(" {}", parts.join(" │ "))).style(Modifier::REVERSED)
}

/// The same in a panel: [`STATE_ROWS`] rows, the last two for a long message.
fn state(app: &App, hidden: u16) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    vec![
        Line::from(Span::styled(app.name.clone(), bold)),
        Line::from(format!("{} {}", clock(app.player.seconds()), speed(app))),
        Line::from(condition(app, hidden).unwrap_or_default()),
        Line::from(app.player.report().unwrap_or_default()),
        Line::from(app.message.clone().unwrap_or_default()),
    ]
}

fn speed(app: &App) -> String {
    if app.speed < 9.95 {
        format!("x{:.1}", app.speed)
    } else {
        format!("x{:.0}", app.speed)
    }
}

/// What is not as usual.
fn condition(app: &App, hidden: u16) -> Option<String> {
    let rows = format!("{hidden} rows hidden");
    let all = [
        (hidden == 1, "top row hidden"),
        (hidden > 1, rows.as_str()),
        (app.player.paused, "paused"),
        (app.player.turbo, "turbo"),
        (app.sticky.caps, "CAPS SHIFT and ..."),
        (app.sticky.symbol, "SYMBOL SHIFT and ..."),
    ];
    let now: Vec<&str> = all.iter().filter(|(on, _)| *on).map(|&(_, text)| text).collect();
    (!now.is_empty()).then(|| now.join(", "))
}

fn keys() -> Vec<Line<'static>> {
    COMMANDS
        .iter()
        .map(|&(function, letter, _, does)| Line::from(format!("{:>6}  {does}", key_names(function, letter))))
        .collect()
}

fn listing(app: &mut App, area: Rect) -> Vec<Line<'static>> {
    // Two columns are for the mark.
    let width = usize::from(area.width.saturating_sub(2));
    app.program.update(app.player.machine(), width);
    let running = running_line(app.player.machine());
    let rows = app.program.window(running, usize::from(area.height));
    let line = |row: &girafa_play::listing::ListingRow| {
        if Some(row.line) == running {
            Line::from(format!("> {}", row.text)).style(Modifier::REVERSED)
        } else {
            Line::from(format!("  {}", row.text))
        }
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
