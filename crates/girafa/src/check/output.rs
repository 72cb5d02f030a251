//! Machine-readable diagnostics: JSON and SARIF.

use std::borrow::Cow;
use std::ops::Range;

use girafa_basic::check::KINDS;
use girafa_basic::diagnostic::{Diagnostic, Fix, Places, Severity};
use serde_json::{Value, json};

use super::Checked;

/// Maximum number of findings in a report, over all targets.
pub(super) const MAX_REPORTED: usize = 5_000;
/// Maximum length of a text in a report, in characters: a message may quote a row of the listing.
const MAX_TEXT_LENGTH: usize = 1_000;

/// Collects the findings of all targets.
pub(super) struct Report {
    is_sarif: bool,
    findings: Vec<Value>,
    left_out: usize,
}

impl Report {
    /// Creates an empty report.
    pub fn new(is_sarif: bool) -> Report {
        Report {
            is_sarif,
            findings: Vec::new(),
            left_out: 0,
        }
    }

    /// Adds the findings of a target up to the limit.
    pub fn add(&mut self, checked: &Checked) {
        let places = Places::new(&checked.text);
        let left = MAX_REPORTED - self.findings.len();
        let of = if self.is_sarif { result } else { finding };
        let found = checked.found.iter().take(left);
        self.findings
            .extend(found.map(|found| of(checked, &places, found)));
        self.left_out += checked.found.len().saturating_sub(left);
    }

    /// A message about the findings left out, if any.
    pub fn left_out(&self) -> Option<String> {
        (self.left_out > 0).then(|| {
            format!(
                "{} more findings are left out: {MAX_REPORTED} are reported at most",
                self.left_out
            )
        })
    }

    /// The finished report: a JSON array or a SARIF log.
    pub fn done(self) -> Value {
        if self.is_sarif {
            sarif(self.left_out(), self.findings)
        } else {
            Value::Array(self.findings)
        }
    }
}

/// Truncates a text to [`MAX_TEXT_LENGTH`] characters.
fn short(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_TEXT_LENGTH) {
        Some((end, _)) => format!("{}...", &text[..end]).into(),
        None => text.into(),
    }
}

/// The fixes of a finding, except those with a replacement that is too long.
fn fixes(finding: &Diagnostic) -> impl Iterator<Item = &Fix> {
    let fixes = finding.fixes.iter();
    fixes.filter(|fix| fix.replacement.len() <= MAX_TEXT_LENGTH)
}

fn finding(checked: &Checked, places: &Places<'_>, finding: &Diagnostic) -> Value {
    let ((row, column), (end_row, end_column)) = (places.of(finding.span.start), places.of(finding.span.end));
    let fixes = fixes(finding).map(|fix| {
        let ((row, column), (end_row, end_column)) = (places.of(fix.span.start), places.of(fix.span.end));
        json!({
            "title": short(&fix.title),
            "row": row,
            "column": column,
            "end_row": end_row,
            "end_column": end_column,
            "replacement": fix.replacement,
        })
    });
    json!({
        "file": checked.name,
        "code": finding.code,
        "severity": finding.severity.name(),
        "row": row,
        "column": column,
        "end_row": end_row,
        "end_column": end_column,
        "message": short(&finding.message),
        "label": short(&finding.label),
        "help": finding.help.as_deref().map(short),
        "fixes": fixes.collect::<Vec<_>>(),
    })
}

/// A log of one run in SARIF 2.1.0 (Static Analysis Results Interchange Format, an OASIS standard).
fn sarif(left_out: Option<String>, results: Vec<Value>) -> Value {
    let rules: Vec<Value> = KINDS
        .iter()
        .map(|kind| {
            json!({
                "id": kind.code,
                "shortDescription": { "text": kind.title },
                "fullDescription": { "text": kind.explanation },
                "defaultConfiguration": { "level": kind.severity.name() },
            })
        })
        .collect();
    let mut run = json!({
        "tool": { "driver": {
            "name": "girafa check",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        }},
        "columnKind": "unicodeCodePoints",
    });
    if let Some(left_out) = left_out {
        run["invocations"] = json!([{
            "executionSuccessful": true,
            "toolExecutionNotifications": [{ "level": "warning", "message": { "text": left_out } }],
        }]);
    }
    run["results"] = Value::Array(results);
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    })
}

fn result(checked: &Checked, places: &Places<'_>, finding: &Diagnostic) -> Value {
    let artifact = json!({ "uri": uri(&checked.name) });
    let rule = KINDS.iter().position(|kind| Some(kind.code) == finding.code);
    let mut message = short(&finding.message).into_owned();
    for more in [
        finding.label.as_str(),
        finding.help.as_deref().unwrap_or_default(),
    ] {
        if !more.is_empty() {
            message = format!("{message}; {}", short(more));
        }
    }
    let mut result = json!({
        "level": if finding.severity == Severity::Note { "note" } else { finding.severity.name() },
        "message": { "text": message },
        "locations": [{ "physicalLocation": {
            "artifactLocation": artifact,
            "region": region(places, &finding.span),
        }}],
    });
    if let (Some(code), Some(rule)) = (finding.code, rule) {
        result["ruleId"] = json!(code);
        result["ruleIndex"] = json!(rule);
    }
    let fixes = fixes(finding).map(|fix| {
        json!({
            "description": { "text": short(&fix.title) },
            "artifactChanges": [{
                "artifactLocation": artifact,
                "replacements": [{
                    "deletedRegion": region(places, &fix.span),
                    "insertedContent": { "text": fix.replacement },
                }],
            }],
        })
    });
    let fixes: Vec<Value> = fixes.collect();
    if !fixes.is_empty() {
        result["fixes"] = Value::Array(fixes);
    }
    result
}

fn region(places: &Places<'_>, span: &Range<usize>) -> Value {
    let ((start_line, start_column), (end_line, end_column)) = (places.of(span.start), places.of(span.end));
    json!({
        "startLine": start_line,
        "startColumn": start_column,
        "endLine": end_line,
        "endColumn": end_column,
    })
}

/// Converts a file name to a relative URI reference, percent-encoding reserved bytes.
fn uri(name: &str) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(byte);
    name.bytes()
        .map(|byte| match byte {
            b'\\' if cfg!(windows) => "/".to_owned(),
            byte if is_plain(&byte) => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}
