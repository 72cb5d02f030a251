//! The labels of a listing without line numbers, and how to rename one.

use super::{Index, RenameError, Renamed};
use crate::edit::{self, Edit};
use crate::source::Label;

impl Index {
    /// Returns the label that contains a position or ends there.
    pub fn label_at(&self, at: usize) -> Option<&Label> {
        let after = self.labels.partition_point(|label| label.span.start <= at);
        let label = &self.labels[after.checked_sub(1)?];
        (at <= label.span.end).then_some(label)
    }

    /// Returns the places of the label with this name.
    pub fn labels_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Label> {
        self.labels.iter().filter(move |label| label.name == name)
    }

    /// Returns the index of the line with a label; `None` if the label is not defined, or is at the end of the text.
    pub fn line_of(&self, label: &Label) -> Option<usize> {
        let number = label.number?;
        self.lines.binary_search_by_key(&number, |line| line.number).ok()
    }

    /// Returns the label of a line, with `@`, or its number.
    pub fn line_name(&self, line: usize) -> String {
        let label = self.definition_of(line);
        label.map_or_else(
            || self.lines[line].number.to_string(),
            |label| format!("@{}", label.name),
        )
    }

    /// Returns the definition of the last label of a line.
    pub fn definition_of(&self, line: usize) -> Option<&Label> {
        let number = self.lines.get(line)?.number;
        let mut definitions = self.labels.iter().rev().filter(|label| label.is_definition);
        definitions.find(|label| label.number == Some(number))
    }
}

/// Renames a label; `name` may start with `@`.
///
/// # Errors
/// `name` is not the name of a label, or is that of another one.
pub(super) fn rename(text: &str, index: &Index, label: &Label, name: &str) -> Result<Renamed, RenameError> {
    let name = name.strip_prefix('@').unwrap_or(name);
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_graphic() && c != ':' && c != '\\');
    if !is_name {
        return Err(RenameError::NotALabel(name.to_owned()));
    }
    if name != label.name && index.labels_named(name).next().is_some() {
        return Err(RenameError::LabelClash(name.to_owned()));
    }
    let edits = index.labels_named(&label.name).map(|label| Edit {
        span: label.span.clone(),
        replacement: format!("@{name}"),
    });
    let edits = edits.collect::<Vec<Edit>>();
    // A character may be part of an escape with the text around it.
    let places = |index: &Index, old: &str, new: &str| -> Vec<(String, Option<u16>)> {
        let named = |label: &Label| {
            if label.name == old {
                new.to_owned()
            } else {
                label.name.clone()
            }
        };
        index
            .labels
            .iter()
            .map(|label| (named(label), label.number))
            .collect()
    };
    let after = Index::read(&edit::apply(text, &edits));
    if places(&after, name, name) != places(index, &label.name, name)
        || after.words.len() != index.words.len()
    {
        return Err(RenameError::NotALabel(name.to_owned()));
    }
    Ok(Renamed {
        edits,
        notes: Vec::new(),
    })
}
