//! What is wrong with a text, where, and what to do: collected for the whole file and shown together.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::shown::{shown, shown_in_place};
use crate::work;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// On a page, which marks places in the listing itself, a finding is a row of text: what draws it would be a
/// twentieth of all that is loaded.
const ROWS_ONLY: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// May be a mistake; the result is made all the same.
    Warning,
    /// There is no result.
    Error,
}

impl Severity {
    /// As it is written: `error`, `warning`, `note`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A repair that an editor can make: other text for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as a command: "write `PRINT`".
    pub title: String,
    /// The place: bytes of the text; empty where something is put in.
    pub span: Range<usize>,
    /// What goes there.
    pub replacement: String,
}

/// One finding in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error, warning or note.
    pub severity: Severity,
    /// What kind of finding it is, for those that `docs/checks.md` explains: `G001`.
    pub code: Option<&'static str>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The place: bytes of the text.
    pub span: Range<usize>,
    /// What stands under the caret: what was expected, or empty.
    pub label: String,
    /// What to do about it, if there is something to say.
    pub help: Option<String>,
    /// Repairs that are likely to be right, the likeliest first. Each is one on its own.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// An error at `span` of the text.
    pub fn error(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code: None,
            message: message.into(),
            span,
            label: label.into(),
            help: None,
            fixes: Vec::new(),
        }
    }

    /// A warning at `span` of the text.
    pub fn warning(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, message, label)
        }
    }

    /// The same with a hint of what to do.
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic {
            help: Some(help.into()),
            ..self
        }
    }

    /// The same with one more repair: `replacement` in place of `span`.
    pub fn fix(
        mut self,
        title: impl Into<String>,
        span: Range<usize>,
        replacement: impl Into<String>,
    ) -> Diagnostic {
        self.fixes.push(Fix {
            title: title.into(),
            span,
            replacement: replacement.into(),
        });
        self
    }

    /// The same with the code of its kind.
    pub fn code(self, code: &'static str) -> Diagnostic {
        Diagnostic {
            code: Some(code),
            ..self
        }
    }

    /// Line and column of the finding in `text`, both from 1; the column counts characters.
    pub fn position(&self, text: &str) -> (usize, usize) {
        let before = &text[..floor(text, self.span.start)];
        work::add(before.len());
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }

    /// Does the help say what the fix puts in?
    fn says(&self, fix: &Fix) -> bool {
        let put_in = format!("`{}`", fix.replacement.trim());
        self.help.as_ref().is_some_and(|help| help.contains(&put_in))
    }

    /// The finding as a row: `path:line:column: error: message`.
    pub fn row(&self, path: &str, text: &str) -> String {
        let (line, column) = self.position(text);
        let label = match self.label.as_str() {
            "" => String::new(),
            label => format!(": {}", shown(label)),
        };
        let (path, severity) = (shown(path), self.severity.name());
        format!(
            "{path}:{line}:{column}: {severity}: {}{label}",
            shown(&self.message)
        )
    }

    /// The finding as a compiler shows it: message, `path:line:column`, the line and a caret. `colour` puts
    /// in ANSI codes.
    pub fn render(&self, path: &str, text: &str, colour: bool) -> String {
        if ROWS_ONLY {
            return self.row(path, text);
        }
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let start = floor(text, self.span.start);
        let end = floor(text, self.span.end).max(start);
        // Only the lines concerned: what is not shown would be looked through for each finding.
        let last = text.strip_suffix('\n').unwrap_or(text).len();
        let first = text[..start.min(last)].rfind('\n');
        let after = text[end..].find('\n');
        let lines =
            first.map_or(0, |newline| newline + 1)..after.map_or(text.len(), |newline| end + newline + 1);
        work::add(text.len());
        let (rows, mark) = visible(&text[lines.clone()], start - lines.start..end - lines.start);
        let first_row = text[..lines.start].matches('\n').count() + 1;
        let (path, label) = (shown(path), shown(&self.label));
        let source = snippet(&rows, first_row, mark, &label).path(path.clone());
        // A message may quote a row, and a text may be one row.
        let message = match self.message.char_indices().nth(MAX_MESSAGE_LENGTH) {
            Some((end, _)) => format!("{}...", &self.message[..end]).into(),
            None => Cow::Borrowed(&*self.message),
        };
        let title = level.primary_title(shown(&message));
        let title = match self.code {
            Some(code) => title.id(code),
            None => title,
        };
        let mut group = if lines.len() > MAX_SHOWN_LENGTH {
            let (line, column) = self.position(text);
            title.element(Origin::path(path.clone()).line(line).char_column(column))
        } else {
            title.element(source)
        };
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(shown(help)));
        }
        for fix in self.fixes.iter().filter(|fix| !self.says(fix)) {
            group = group.element(Level::HELP.message(shown(&fix.title)));
        }
        rendered(group, colour)
    }
}

/// A row that an error is about, which is in no file, or there in other words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Where it stands.
    pub place: String,
    /// The number before the row, if it has one.
    pub number: Option<usize>,
    /// The row.
    pub row: String,
    /// What is marked: bytes of the row.
    pub mark: Range<usize>,
    /// What stands under the caret, or nothing.
    pub label: String,
}

/// An error as a compiler shows it: the message, each row with its place and a caret, and notes. `colour`
/// puts in ANSI codes.
pub fn render_error(message: &str, excerpts: &[Excerpt], notes: &[String], colour: bool) -> String {
    if ROWS_ONLY {
        let excerpts = excerpts
            .iter()
            .map(|excerpt| format!("{}: {}", excerpt.place, excerpt.row));
        let rows = [message.to_owned()]
            .into_iter()
            .chain(excerpts)
            .chain(notes.iter().cloned());
        return rows
            .map(|row| shown(&row).into_owned())
            .collect::<Vec<_>>()
            .join("\n");
    }
    let visible: Vec<_> = excerpts
        .iter()
        .map(|excerpt| {
            let start = floor(&excerpt.row, excerpt.mark.start);
            let mark = start..floor(&excerpt.row, excerpt.mark.end).max(start);
            (visible(&excerpt.row, mark), shown(&excerpt.label))
        })
        .collect();
    let mut group = Group::with_title(Level::ERROR.primary_title(shown(message)));
    for (excerpt, ((row, mark), label)) in excerpts.iter().zip(&visible) {
        group = group.element(Origin::path(shown(&excerpt.place)));
        if excerpt.row.len() <= MAX_SHOWN_LENGTH {
            let source = snippet(row, excerpt.number.unwrap_or(1), mark.clone(), label);
            group = group.element(source.line_numbering(excerpt.number.is_some()));
        }
    }
    for note in notes {
        group = group.element(Level::NOTE.no_name().message(shown(note)));
    }
    without_empty_places(&rendered(group, colour))
}

/// Rows and a mark in them as a terminal may get them.
fn visible(rows: &str, mark: Range<usize>) -> (Cow<'_, str>, Range<usize>) {
    let at = |end: usize| shown_in_place(&rows[..end]).len();
    (shown_in_place(rows), at(mark.start)..at(mark.end))
}

/// What is drawn without the rows for the places of excerpts, which have been given before them.
fn without_empty_places(drawn: &str) -> String {
    let is_empty_place = |row: &&str| {
        let mut parts = row.split('\u{1b}');
        let first = parts.next().unwrap_or_default();
        let rest = parts.map(|part| part.split_once('m').map_or(part, |(_, text)| text));
        std::iter::once(first).chain(rest).collect::<String>().trim() == ":::"
    };
    let rows: Vec<&str> = drawn.lines().filter(|row| !is_empty_place(row)).collect();
    rows.join("\n")
}

fn snippet<'a>(
    text: &'a str,
    first_row: usize,
    mark: Range<usize>,
    label: &'a str,
) -> Snippet<'a, Annotation<'a>> {
    let mut place = AnnotationKind::Primary.span(mark);
    if !label.is_empty() {
        place = place.label(label);
    }
    Snippet::source(text).line_start(first_row).annotation(place)
}

fn rendered(group: Group<'_>, colour: bool) -> String {
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.render(&[group]).to_string()
}

/// Rows and columns of a text, for many places in it.
pub struct Places<'a> {
    text: &'a str,
    /// Where the rows start.
    rows: Vec<usize>,
    /// Characters before each stretch of [`STRETCH`] bytes.
    characters: Vec<usize>,
}

/// Bytes in which characters are counted for each place.
const STRETCH: usize = 256;

/// Characters that begin in these bytes.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

impl<'a> Places<'a> {
    /// Those of `text`.
    pub fn new(text: &'a str) -> Places<'a> {
        let after = text.match_indices('\n').map(|(newline, _)| newline + 1);
        Places {
            text,
            rows: [0].into_iter().chain(after).collect(),
            characters: text
                .as_bytes()
                .chunks(STRETCH)
                .scan(0, |before, stretch| {
                    Some(std::mem::replace(before, *before + characters(stretch)))
                })
                .collect(),
        }
    }

    /// Row and column of a byte, both from 1; the column counts characters.
    pub fn of(&self, byte: usize) -> (usize, usize) {
        let byte = floor(self.text, byte);
        let row = self.rows.partition_point(|&start| start <= byte);
        let start = self.rows[row - 1];
        (row, self.before(byte) - self.before(start) + 1)
    }

    /// Characters before a byte.
    fn before(&self, byte: usize) -> usize {
        let stretch = byte / STRETCH;
        let Some(counted) = self.characters.get(stretch) else {
            return self.characters.last().map_or(0, |counted| {
                counted + characters(&self.text.as_bytes()[(self.characters.len() - 1) * STRETCH..])
            });
        };
        work::add(byte % STRETCH);
        counted + characters(&self.text.as_bytes()[stretch * STRETCH..byte])
    }
}

/// The nearest character boundary of `text` at or before byte `at`, at most its end.
pub fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The longest line that is shown with its finding, in bytes: of a longer one only the place is given.
const MAX_SHOWN_LENGTH: usize = 20_000;

/// The most characters of a message that are shown.
const MAX_MESSAGE_LENGTH: usize = 2_000;

/// The most findings that are shown at once.
pub const MAX_SHOWN: usize = 200;

/// All findings of one text, in the order of their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// The findings by place.
    pub fn sorted(mut self) -> Diagnostics {
        self.0.sort_by_key(|diagnostic| diagnostic.span.start);
        self
    }

    /// The findings.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many of a severity there are.
    pub fn count(&self, severity: Severity) -> usize {
        let of_severity = |finding: &&Diagnostic| finding.severity == severity;
        self.0.iter().filter(of_severity).count()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there one that forbids a result?
    pub fn has_errors(&self) -> bool {
        self.0
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The findings as a compiler shows them, one below the other: the first [`MAX_SHOWN`], and how many
    /// more there are.
    pub fn render(&self, path: &str, text: &str, colour: bool) -> String {
        let mut shown: String = self
            .0
            .iter()
            .take(MAX_SHOWN)
            .map(|diagnostic| diagnostic.render(path, text, colour) + "\n")
            .collect();
        if let Some(more @ 1..) = self.0.len().checked_sub(MAX_SHOWN) {
            shown += &format!("and {more} more\n");
        }
        shown
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(findings: I) -> Diagnostics {
        Diagnostics(findings.into_iter().collect())
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, diagnostic) in self.0.iter().take(MAX_SHOWN).enumerate() {
            f.write_str(if at > 0 { "; " } else { "" })?;
            f.write_str(&diagnostic.message)?;
        }
        match self.0.len().checked_sub(MAX_SHOWN) {
            Some(more @ 1..) => write!(f, "; and {more} more"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostics {}
