//! The help screen: the Spectrum's keyboard with its keywords, and the player's keys.

use girafa_frontend::commands::{self, Front, packed};
use girafa_frontend::face::{KEYBOARD, face};
use girafa_frontend::keymap::NAMED_KEYS;
use girafa_session::keystrokes::Legend;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

/// A summary of the keys, for `--help`.
pub fn keys() -> String {
    format!(
        "Keys (^ is Ctrl, S- Shift):\n  {}\n{TYPING_HELP}",
        commands::summary(Front::Terminal, 76).join("\n  ")
    )
}

/// A summary of the keys, for a terminal of `width` columns.
fn short(width: usize) -> String {
    format!(
        "{}\n{TYPING_HELP}",
        commands::summary(Front::Terminal, width).join("\n")
    )
}

const TYPING_HELP: &str = "\
Letters, digits and punctuation type themselves; Alt+key is SYMBOL SHIFT, Esc BREAK, Tab extended mode,
Backspace DELETE, arrows CAPS SHIFT 5 to 8.";

/// Width of a key in columns.
const KEY: usize = 8;

/// Functions of CAPS SHIFT with the digits 1 to 0.
const CAPS_DIGITS: [&str; 10] = [
    "EDIT", "CAPS LK", "TRUEVID", "INV.VID", "left", "down", "up", "right", "GRAPHIC", "DELETE",
];

/// Size of [`lines`] in columns and rows.
const SIZE: (u16, u16) = (80, 24);

/// The help for a terminal of this size, with the keyboard if it fits.
pub fn help(width: u16, height: u16) -> Paragraph<'static> {
    if width >= SIZE.0 && height >= SIZE.1 {
        Paragraph::new(lines())
    } else {
        Paragraph::new(short(width.into())).wrap(Wrap { trim: true })
    }
}

fn lines() -> Vec<Line<'static>> {
    let green = Style::new().fg(Color::Green);
    let red = Style::new().fg(Color::Red);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = Vec::new();
    for row in KEYBOARD {
        let keys: Vec<(String, Legend)> = row.chars().map(|key| face(key, &CAPS_DIGITS)).collect();
        let spans = |text: fn(&Legend) -> &str, style| {
            let span = |(_, legend): &(String, Legend)| Span::styled(column(text(legend)), style);
            Line::from(keys.iter().map(span).collect::<Vec<_>>())
        };
        let caps_are_on = row.starts_with('1');
        lines.push(spans(|legend| &legend.extended, green));
        let tops = keys.iter().flat_map(|(name, legend)| {
            let width = KEY.saturating_sub(name.chars().count() + 1);
            [
                Span::styled(format!("{name} "), bold),
                Span::styled(format!("{:width$.width$}", legend.symbol), red),
            ]
        });
        lines.push(Line::from(tops.collect::<Vec<_>>()));
        if !caps_are_on {
            lines.push(spans(|legend| &legend.command, Style::new()));
        }
        lines.push(spans(
            |legend| &legend.extended_symbol,
            red.add_modifier(Modifier::UNDERLINED),
        ));
    }
    lines.push(Line::from(vec![
        Span::raw("keyword (cursor K)  "),
        Span::styled("SYMBOL SHIFT (Alt+key)", red),
        Span::styled("  Tab, then key", green),
        Span::styled("  Tab, then Alt+key", red.add_modifier(Modifier::UNDERLINED)),
    ]));
    let width = usize::from(SIZE.0);
    // The key for SYMBOL SHIFT is shown above.
    let named = NAMED_KEYS.iter().filter(|(host, _)| *host != "Alt+key");
    let named = named.map(|(host, does)| format!("{host} {does}"));
    lines.extend(packed(named, width).into_iter().map(Line::from));
    let own = commands::summary(Front::Terminal, width);
    lines.extend(own.into_iter().map(Line::from));
    lines
}

/// A keyword, abbreviated and padded to the width of a key; the last column stays free.
fn column(text: &str) -> String {
    let text = match text {
        "RANDOMIZE" => "RAND",
        "CONTINUE" => "CONT",
        text => text,
    };
    format!("{text:KEY$.7}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_fits_and_has_every_keyword() {
        let lines: Vec<String> = lines().iter().map(Line::to_string).collect();
        assert!(lines.len() <= SIZE.1.into(), "{} rows", lines.len());
        assert!(
            lines.iter().all(|line| line.chars().count() <= SIZE.0.into()),
            "{lines:#?}"
        );
        let all = lines.join("\n");
        for code in girafa_basic::token::FIRST..=0xFF {
            let keyword = girafa_basic::token::text(code).unwrap();
            let keyword = column(keyword);
            assert!(all.contains(keyword.trim_end()), "{keyword}");
        }
    }
}
