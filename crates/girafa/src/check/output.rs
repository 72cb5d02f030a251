//! Findings for programs: JSON and SARIF.

use std::ops::Range;

use girafa_basic::check::KINDS;
use girafa_basic::diagnostic::{Diagnostic, Places, Severity};
use serde_json::{Value, json};

use super::Checked;

/// An array of the findings of all targets.
pub(super) fn json(all: &[Checked]) -> Value {
    let findings = each(all, |checked, places, finding| {
        let ((row, column), (end_row, end_column)) =
            (places.of(finding.span.start), places.of(finding.span.end));
        let fixes = finding.fixes.iter().map(|fix| {
            let ((row, column), (end_row, end_column)) = (places.of(fix.span.start), places.of(fix.span.end));
            json!({
                "title": fix.title,
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
            "message": finding.message,
            "label": finding.label,
            "help": finding.help,
            "fixes": fixes.collect::<Vec<_>>(),
        })
    });
    Value::Array(findings)
}

/// A log of one run in SARIF 2.1.0 (Static Analysis Results Interchange Format, an OASIS standard).
pub(super) fn sarif(all: &[Checked]) -> Value {
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
    let results = each(all, result);
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "girafa check",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(checked: &Checked, places: &Places<'_>, finding: &Diagnostic) -> Value {
    let artifact = json!({ "uri": uri(&checked.name) });
    let rule = KINDS.iter().position(|kind| Some(kind.code) == finding.code);
    let mut message = finding.message.clone();
    for more in [
        finding.label.as_str(),
        finding.help.as_deref().unwrap_or_default(),
    ] {
        if !more.is_empty() {
            message = format!("{message}; {more}");
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
    if !finding.fixes.is_empty() {
        let fixes = finding.fixes.iter().map(|fix| {
            json!({
                "description": { "text": fix.title },
                "artifactChanges": [{
                    "artifactLocation": artifact,
                    "replacements": [{
                        "deletedRegion": region(places, &fix.span),
                        "insertedContent": { "text": fix.replacement },
                    }],
                }],
            })
        });
        result["fixes"] = fixes.collect();
    }
    result
}

fn each(all: &[Checked], of: impl Fn(&Checked, &Places<'_>, &Diagnostic) -> Value) -> Vec<Value> {
    all.iter()
        .flat_map(|checked| {
            let places = Places::new(&checked.text);
            let of = &of;
            checked
                .found
                .iter()
                .map(move |finding| of(checked, &places, finding))
        })
        .collect()
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

/// A file's name as a relative reference: bytes that may not stand in one are escaped.
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
