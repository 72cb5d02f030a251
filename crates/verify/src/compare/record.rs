//! Converts verdicts from and to JSON.

use girafa_inspect::cover::Count;
use serde::{Deserialize, Serialize};

use crate::compare::printed::Matched;
use crate::compare::{Aspect, Backend, Difference, Kind, Standing, Verdict};

/// A [`Verdict`] in the JSON output.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    program: String,
    session: String,
    verdict: Standing,
    rows: usize,
    ways: Vec<BackendRecord>,
    differences: Vec<DifferenceRecord>,
    failure: Option<String>,
    remarks: Vec<String>,
    not_modelled: Option<String>,
    printed: Vec<Matched>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageRecord>,
    /// Whether the program's files cannot be read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unreadable: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct BackendRecord {
    #[serde(rename = "way")]
    backend: Backend,
    tstates: Option<u64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct DifferenceRecord {
    part: Aspect,
    left: SideRecord,
    right: SideRecord,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct SideRecord {
    #[serde(rename = "way")]
    backend: Backend,
    rows: Vec<String>,
    /// Rows before and after these that are left out.
    #[serde(default, skip_serializing_if = "is_none_left_out")]
    left_out: [usize; 2],
}

fn is_none_left_out(rows: &[usize; 2]) -> bool {
    *rows == [0; 2]
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct CoverageRecord {
    run: usize,
    total: usize,
    percent: f64,
}

impl From<&Verdict> for Record {
    fn from(verdict: &Verdict) -> Record {
        let side = |(backend, rows): &(Backend, Vec<String>), left_out| SideRecord {
            backend: *backend,
            rows: rows.clone(),
            left_out,
        };
        let ways = verdict.ways.iter();
        let differences = verdict.differences.iter();
        Record {
            program: verdict.program.clone(),
            session: verdict.session.clone(),
            verdict: verdict.standing(),
            rows: verdict.rows,
            ways: ways
                .map(|&(backend, tstates)| BackendRecord { backend, tstates })
                .collect(),
            differences: differences
                .map(|difference| DifferenceRecord {
                    part: difference.part,
                    left: side(&difference.left, [difference.before, difference.after[0]]),
                    right: side(&difference.right, [difference.before, difference.after[1]]),
                })
                .collect(),
            failure: verdict.failure.clone(),
            remarks: verdict.remarks.clone(),
            not_modelled: verdict.not_modelled.clone(),
            printed: verdict.printed.clone(),
            coverage: match verdict.kind {
                Kind::Coverage(count) => Some(CoverageRecord {
                    run: count.run,
                    total: count.total,
                    percent: count.percent(),
                }),
                Kind::Session | Kind::Files => None,
            },
            unreadable: verdict.kind == Kind::Files,
        }
    }
}

impl From<Record> for Verdict {
    fn from(record: Record) -> Verdict {
        let kind = match record.coverage {
            _ if record.unreadable => Kind::Files,
            Some(CoverageRecord { run, total, .. }) => Kind::Coverage(Count { run, total }),
            None => Kind::Session,
        };
        let ways = record.ways.into_iter();
        let differences = record.differences.into_iter();
        Verdict {
            kind,
            program: record.program,
            session: record.session,
            ways: ways
                .map(|BackendRecord { backend, tstates }| (backend, tstates))
                .collect(),
            rows: record.rows,
            differences: differences
                .map(|DifferenceRecord { part, left, right }| Difference {
                    part,
                    before: left.left_out[0],
                    after: [left.left_out[1], right.left_out[1]],
                    left: (left.backend, left.rows),
                    right: (right.backend, right.rows),
                })
                .collect(),
            failure: record.failure,
            remarks: record.remarks,
            not_modelled: record.not_modelled,
            printed: record.printed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::printed::Class;
    use crate::compare::report;
    use crate::script::Script;
    use serde_json::Value;

    #[test]
    fn a_verdict_is_the_same_after_json() {
        let aspects = Aspect::ALL.into_iter().chain([
            Aspect::Report,
            Aspect::Variables,
            Aspect::Memory,
            Aspect::Registers,
            Aspect::Tstates,
            Aspect::Picture,
            Aspect::Hardcopy,
        ]);
        let difference = |part| Difference {
            part,
            left: (Backend::Listing, vec!["1".into(), "\x1b[1m".into()]),
            right: (Backend::Expected, vec![]),
            before: 2,
            after: [3, 0],
        };
        let verdict = Verdict {
            kind: Kind::Session,
            program: "jogos/nim".into(),
            session: "Vitória \"1\"".into(),
            ways: vec![
                (Backend::Original, Some(7)),
                (Backend::Edition, None),
                (Backend::Reference, None),
            ],
            rows: 9,
            differences: aspects.map(difference).collect(),
            failure: Some("a\nb".into()),
            remarks: vec!["c".into()],
            not_modelled: Some("d".into()),
            printed: vec![Matched {
                class: Class::Different,
                line: 3,
                printed: vec!["e".into()],
                machine: vec![],
            }],
        };
        let files = Verdict {
            kind: Kind::Files,
            ..Verdict::failed("x", &Script::named("files"), "y".into())
        };
        let coverage = Verdict {
            kind: Kind::Coverage(Count { run: 2, total: 3 }),
            ..Verdict::of("x", &Script::named("coverage"), &[])
        };
        for verdict in [verdict, files, coverage] {
            let text = serde_json::to_string(&Record::from(&verdict)).unwrap();
            let read: Record = serde_json::from_str(&text).unwrap();
            assert_eq!(format!("{:?}", Verdict::from(read)), format!("{verdict:?}"));
            let value: Value = report::json(std::slice::from_ref(&verdict));
            for (at, difference) in verdict.differences.iter().enumerate() {
                assert_eq!(value[0]["differences"][at]["part"], difference.part.name());
            }
        }
    }
}
