//! Diagnostics for a text, collected for the whole file and shown together.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::shown::{shown, shown_in_place};
use crate::work;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// The web page marks places in the listing itself and shows each diagnostic as one line of text: the
/// renderer would be a twentieth of the download.
const IS_ONE_LINE: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Useful to know.
    Note,
    /// A possible mistake; the result is still produced.
    Warning,
    /// No result can be produced.
    Error,
}

impl Severity {
    /// Returns the name used in output: `error`, `warning`, `note`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A fix that an editor can apply: replacement text for a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The fix as a command: "write `PRINT`".
    pub title: String,
    /// Byte range in the text; empty for an insertion.
    pub span: Range<usize>,
    /// The new text.
    pub replacement: String,
}

/// A diagnostic: a message about a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error, warning or note.
    pub severity: Severity,
    /// The code of its kind, if `docs/checks.md` explains it: `G001`.
    pub code: Option<&'static str>,
    /// The message, one sentence without a full stop.
    pub message: String,
    /// Byte range in the text.
    pub span: Range<usize>,
    /// The text under the caret: what was expected, or empty.
    pub label: String,
    /// A hint on what to do, if any.
    pub help: Option<String>,
    /// Probable fixes, most likely first. Each one is an alternative.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// Creates an error at `span` of the text.
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

    /// Creates a warning at `span` of the text.
    pub fn warning(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, message, label)
        }
    }

    /// Adds a hint on what to do.
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic {
            help: Some(help.into()),
            ..self
        }
    }

    /// Adds a fix: `replacement` in place of `span`.
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

    /// Sets the code of its kind.
    pub fn code(self, code: &'static str) -> Diagnostic {
        Diagnostic {
            code: Some(code),
            ..self
        }
    }

    /// Returns line and column in `text`, both from 1; the column counts characters.
    pub fn position(&self, text: &str) -> (usize, usize) {
        let before = &text[..floor(text, self.span.start)];
        work::add(before.len());
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }

    /// Whether the help already contains the replacement text of the fix.
    fn says(&self, fix: &Fix) -> bool {
        let put_in = format!("`{}`", fix.replacement.trim());
        self.help.as_ref().is_some_and(|help| help.contains(&put_in))
    }

    /// Returns the diagnostic as one line: `path:line:column: error: message`.
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

    /// Renders the diagnostic as a compiler does: message, `path:line:column`, the line and a caret. `colour`
    /// adds ANSI codes.
    pub fn render(&self, path: &str, text: &str, colour: bool) -> String {
        if IS_ONE_LINE {
            return self.row(path, text);
        }
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let start = floor(text, self.span.start);
        let end = floor(text, self.span.end).max(start);
        // Only the affected lines: the renderer would search the whole text for each diagnostic.
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
        // A message may quote a row, and a row can be as long as the text.
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

/// A row quoted by [`render_error`], which is not in a file or differs from the file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Its location, as shown.
    pub place: String,
    /// The number before the row, if it has one.
    pub number: Option<usize>,
    /// The row.
    pub row: String,
    /// The marked byte range of the row.
    pub mark: Range<usize>,
    /// The text under the caret, or empty.
    pub label: String,
}

/// Renders an error as a compiler does: the message, each row with its location and a caret, and notes.
/// `colour` adds ANSI codes.
pub fn render_error(message: &str, excerpts: &[Excerpt], notes: &[String], colour: bool) -> String {
    if IS_ONE_LINE {
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

/// Makes rows safe for a terminal, and moves the mark accordingly.
fn visible(rows: &str, mark: Range<usize>) -> (Cow<'_, str>, Range<usize>) {
    let at = |end: usize| shown_in_place(&rows[..end]).len();
    (shown_in_place(rows), at(mark.start)..at(mark.end))
}

/// Removes the renderer's location rows of excerpts: the location is printed before each excerpt.
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

/// Converts byte offsets of a text to rows and columns, efficiently for many offsets.
pub struct Places<'a> {
    text: &'a str,
    /// Byte offset of each row's start.
    rows: Vec<usize>,
    /// Number of characters before each block of [`BLOCK_BYTES`] bytes.
    characters: Vec<usize>,
}

/// Block size in bytes: a lookup counts the characters of at most one block.
const BLOCK_BYTES: usize = 256;

/// Number of characters that begin in these bytes.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

impl<'a> Places<'a> {
    /// Indexes `text`.
    pub fn new(text: &'a str) -> Places<'a> {
        let after = text.match_indices('\n').map(|(newline, _)| newline + 1);
        Places {
            text,
            rows: [0].into_iter().chain(after).collect(),
            characters: text
                .as_bytes()
                .chunks(BLOCK_BYTES)
                .scan(0, |before, stretch| {
                    Some(std::mem::replace(before, *before + characters(stretch)))
                })
                .collect(),
        }
    }

    /// Returns row and column of a byte, both from 1; the column counts characters.
    pub fn of(&self, byte: usize) -> (usize, usize) {
        let byte = floor(self.text, byte);
        let row = self.rows.partition_point(|&start| start <= byte);
        let start = self.rows[row - 1];
        (row, self.before(byte) - self.before(start) + 1)
    }

    /// Number of characters before a byte.
    fn before(&self, byte: usize) -> usize {
        let stretch = byte / BLOCK_BYTES;
        let Some(counted) = self.characters.get(stretch) else {
            return self.characters.last().map_or(0, |counted| {
                counted + characters(&self.text.as_bytes()[(self.characters.len() - 1) * BLOCK_BYTES..])
            });
        };
        work::add(byte % BLOCK_BYTES);
        counted + characters(&self.text.as_bytes()[stretch * BLOCK_BYTES..byte])
    }
}

/// Returns the nearest character boundary of `text` at or before byte `at`, at most the text's length.
pub fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Maximum length in bytes of a line that is shown with its diagnostic; for a longer one only the location is
/// given.
const MAX_SHOWN_LENGTH: usize = 20_000;

/// Maximum number of characters of a message that are shown.
const MAX_MESSAGE_LENGTH: usize = 2_000;

/// Maximum number of diagnostics shown at once.
pub const MAX_SHOWN: usize = 200;

/// All diagnostics of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Returns the diagnostics sorted by position.
    pub fn sorted(mut self) -> Diagnostics {
        self.0.sort_by_key(|diagnostic| diagnostic.span.start);
        self
    }

    /// Iterates over the diagnostics.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of diagnostics with this severity.
    pub fn count(&self, severity: Severity) -> usize {
        let of_severity = |finding: &&Diagnostic| finding.severity == severity;
        self.0.iter().filter(of_severity).count()
    }

    /// Returns the number of diagnostics.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is an error, so that no result can be produced.
    pub fn has_errors(&self) -> bool {
        self.0
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Renders the diagnostics as a compiler does, one below the other: the first [`MAX_SHOWN`], and the
    /// number of the remaining ones.
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
