//! Diagnostics and quick fixes: what `girafa check` finds, as you type.

use girafa_basic::diagnostic::{Diagnostic, Fix, Severity};
use girafa_basic::index::Access;
use girafa_basic::renumber::{self, Numbering};

use crate::document::Document;
use crate::protocol::{
    self, CodeAction, CodeActionContext, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, TextEdit, WorkspaceEdit, code_action_kind,
};

/// The code of findings about unreachable statements.
const UNREACHABLE_CODE: &str = "G007";

/// Returns the errors and warnings of a listing.
pub fn diagnostics(document: &Document) -> Vec<protocol::Diagnostic> {
    let findings = document.findings().iter();
    findings.map(|finding| diagnostic(document, finding)).collect()
}

fn diagnostic(document: &Document, finding: &Diagnostic) -> protocol::Diagnostic {
    let severity = match finding.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    };
    let mut message = finding.message.clone();
    if !finding.label.is_empty() {
        message = format!("{message}: {}", finding.label);
    }
    if let Some(help) = &finding.help {
        message = format!("{message}\n{help}");
    }
    let tags = (finding.code == Some(UNREACHABLE_CODE)).then_some(DiagnosticTag::UNNECESSARY);
    protocol::Diagnostic {
        range: document.range(&finding.span),
        severity,
        code: finding.code.map(str::to_owned),
        source: "girafa",
        message,
        related_information: related(document, finding),
        tags: tags.into_iter().collect(),
    }
}

/// Returns related positions: where a name in the finding is dimensioned or first set, and the target of a
/// jump.
fn related(document: &Document, finding: &Diagnostic) -> Vec<DiagnosticRelatedInformation> {
    let index = document.index();
    let mut related = Vec::new();
    let mut add = |span, message: String| {
        related.push(DiagnosticRelatedInformation {
            location: Location::new(document.uri.clone(), document.range(span)),
            message,
        });
    };
    let is_inside =
        |span: &std::ops::Range<usize>| finding.span.start <= span.start && span.end <= finding.span.end;
    let from = index
        .uses
        .partition_point(|found| found.span.start < finding.span.start);
    let inside = index.uses[from..]
        .iter()
        .take_while(|found| is_inside(&found.span));
    for found in inside.filter(|found| found.access == Access::Reads).take(3) {
        let dim = index.of(&found.symbol).find(|other| other.access == Access::Dims);
        let set = || index.of(&found.symbol).find(|other| other.access == Access::Sets);
        if let Some(other) = dim.or_else(set) {
            let what = if other.access == Access::Dims {
                "has its DIM"
            } else {
                "is set"
            };
            add(&other.span, format!("{} {what} here", found.symbol));
        }
    }
    // A finding about a subscript relates to its array.
    if finding.code == Some("G011")
        && let Some(found) = index.uses[..from].last()
        && let Some(dim) = index.of(&found.symbol).find(|other| other.access == Access::Dims)
    {
        add(&dim.span, format!("{} has its DIM here", found.symbol));
    }
    if let Some(line) = index.target_at(finding.span.start).and_then(|target| target.line) {
        let line = &index.lines[line];
        add(&line.number_span, format!("the next line is {}", line.number));
    }
    related
}

/// Returns the code actions for a range of the text: quick fixes of its findings, and renumbering.
pub fn actions(document: &Document, range: protocol::Range, context: &CodeActionContext) -> Vec<CodeAction> {
    let is_wanted = |kind: &str| {
        let only = context.only.as_ref();
        only.is_none_or(|only| {
            only.iter().any(|allowed| {
                let rest = kind.strip_prefix(allowed.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || allowed.is_empty())
            })
        })
    };
    let mut actions = Vec::new();
    if is_wanted(code_action_kind::QUICKFIX) {
        let (start, end) = (document.byte(range.start), document.byte(range.end));
        let touching = document
            .findings()
            .iter()
            .filter(|finding| finding.span.start <= end && start <= finding.span.end);
        for finding in touching {
            for (at, fix) in finding.fixes.iter().enumerate() {
                let edit = TextEdit::new(document.range(&fix.span), fix.replacement.clone());
                actions.push(CodeAction {
                    title: title_of(fix),
                    kind: code_action_kind::QUICKFIX,
                    diagnostics: Some(vec![diagnostic(document, finding)]),
                    edit: changes(document, vec![edit]),
                    is_preferred: Some(at == 0),
                });
            }
        }
    }
    if is_wanted(code_action_kind::REFACTOR_REWRITE)
        && let Ok(renumbered) = renumber::text(&document.text, &Numbering::default())
        && !renumbered.edits.is_empty()
    {
        let doubts = renumbered.notes.iter().count();
        let title = match doubts {
            0 => "renumber the lines: 10, 20, 30...".to_owned(),
            1 => "renumber the lines: 10, 20, 30... (one place to check first)".to_owned(),
            doubts => format!("renumber the lines: 10, 20, 30... ({doubts} places to check first)"),
        };
        let notes = renumbered
            .notes
            .iter()
            .map(|note| diagnostic(document, note))
            .collect();
        actions.push(CodeAction {
            title,
            kind: code_action_kind::REFACTOR_REWRITE,
            diagnostics: (doubts > 0).then_some(notes),
            edit: changes(document, document.edits(&renumbered.edits)),
            is_preferred: None,
        });
    }
    actions
}

/// The title of a fix as a command: the finding's own help asks a question.
fn title_of(fix: &Fix) -> String {
    let asked = fix.title.strip_prefix("did you mean ");
    let word = asked.and_then(|word| word.strip_suffix('?'));
    word.map_or_else(|| fix.title.clone(), |word| format!("Replace with {word}"))
}

/// Returns edits of one listing as a workspace edit.
pub fn changes(document: &Document, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit {
        changes: [(document.uri.clone(), edits)].into(),
    }
}
