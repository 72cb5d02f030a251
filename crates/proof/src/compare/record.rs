//! A verdict as JSON has it, in both directions.

use girafa_session::insight::cover::Count;
use serde::{Deserialize, Serialize};

use crate::compare::printed::Matched;
use crate::compare::{Aspect, Difference, Kind, Standing, Verdict, Way};

/// A [`Verdict`] in the form of the JSON output.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    program: String,
    session: String,
    verdict: Standing,
    rows: usize,
    ways: Vec<WayRecord>,
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
struct WayRecord {
    way: Way,
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
    way: Way,
    rows: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct CoverageRecord {
    run: usize,
    total: usize,
    percent: f64,
}

impl From<&Verdict> for Record {
    fn from(verdict: &Verdict) -> Record {
        let side = |(way, rows): &(Way, Vec<String>)| SideRecord {
            way: *way,
            rows: rows.clone(),
        };
        let ways = verdict.ways.iter();
        let differences = verdict.differences.iter();
        Record {
            program: verdict.program.clone(),
            session: verdict.session.clone(),
            verdict: verdict.standing(),
            rows: verdict.rows,
            ways: ways.map(|&(way, tstates)| WayRecord { way, tstates }).collect(),
            differences: differences
                .map(|difference| DifferenceRecord {
                    part: difference.part,
                    left: side(&difference.left),
                    right: side(&difference.right),
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
        let side = |side: SideRecord| (side.way, side.rows);
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
            ways: ways.map(|WayRecord { way, tstates }| (way, tstates)).collect(),
            rows: record.rows,
            differences: differences
                .map(|difference| Difference {
                    part: difference.part,
                    left: side(difference.left),
                    right: side(difference.right),
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
            Aspect::Tstates,
            Aspect::Picture,
            Aspect::Hardcopy,
        ]);
        let difference = |part| Difference {
            part,
            left: (Way::Listing, vec!["1".into(), "\x1b[1m".into()]),
            right: (Way::Expected, vec![]),
        };
        let verdict = Verdict {
            kind: Kind::Session,
            program: "jogos/nim".into(),
            session: "Vitória \"1\"".into(),
            ways: vec![
                (Way::Original, Some(7)),
                (Way::Edition, None),
                (Way::Reference, None),
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
