//! The expected and the actual value of a variable, in the same form.

use std::collections::BTreeMap;
use std::fmt;

use girafa_basic::number;
use girafa_inspect::variables::{self, Number, Variable};
use serde::Deserialize;

/// The value of a variable.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(
    untagged,
    expecting = "must be a number, a text, { approx = 1.5, within = 0.01 }, or a list of them"
)]
pub enum Value {
    /// An integer.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// An array: its elements, or those of its first dimension.
    Array(Vec<Value>),
    /// Any number within a tolerance; only expected, never found. (This variant must follow arrays, as
    /// serde would also read it from an array of two numbers.)
    Approximate(Approximate),
}

/// A number with a tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "ApproximateInFile")]
pub struct Approximate {
    /// The number.
    pub approx: f64,
    /// The tolerance, 0 or more.
    pub within: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ApproximateInFile {
    approx: f64,
    within: f64,
}

impl TryFrom<ApproximateInFile> for Approximate {
    type Error = &'static str;

    fn try_from(file: ApproximateInFile) -> Result<Approximate, Self::Error> {
        let ApproximateInFile { approx, within } = file;
        match approx.is_finite() && within.is_finite() && within >= 0.0 {
            true => Ok(Approximate { approx, within }),
            false => Err("not a number and a distance"),
        }
    }
}

impl Approximate {
    /// Whether `number` is within the tolerance. `number` is what PRINT shows, so the tolerance is widened
    /// by rounding errors of the last binary digit.
    fn accepts(self, number: f64) -> bool {
        let slack = self.approx.abs().max(number.abs()) * f64::EPSILON;
        (number - self.approx).abs() <= self.within + slack
    }
}

impl Value {
    /// The value of a variable of the machine; of a FOR variable its value, of an array of characters its
    /// strings.
    pub fn of_machine(value: &variables::Value) -> Value {
        match value {
            variables::Value::Number { value } | variables::Value::For { value, .. } => {
                Value::of_number(*value)
            }
            variables::Value::String { value } => Value::Text(value.clone()),
            variables::Value::Numbers { dimensions, values } => {
                nested(dimensions, values.iter().copied().map(Value::of_number).collect())
            }
            variables::Value::Characters { dimensions, values } => {
                let strings = values.iter().cloned().map(Value::Text).collect();
                nested(dimensions.split_last().map_or(&[], |(_, before)| before), strings)
            }
        }
    }

    /// The number as PRINT shows it, as a file cannot give more digits in decimal.
    fn of_number(number: Number) -> Value {
        let shown = number.to_string();
        match (shown.parse(), shown.parse()) {
            (Ok(integer), _) => Value::Integer(integer),
            (_, Ok(number)) => Value::Number(number),
            _ => Value::Number(number.0.to_f64()),
        }
    }

    /// The rows that show a variable of this name and value, for comparison: `a = 5`, `v = 1, 2`, a row for
    /// each set of an array's last dimension.
    pub fn rows(&self, name: &str) -> Vec<String> {
        match self {
            Value::Array(values) if values.iter().any(|value| matches!(value, Value::Array(_))) => values
                .iter()
                .zip(1..)
                .flat_map(|(value, subscript)| value.rows(&subscripted(name, subscript)))
                .collect(),
            value => vec![format!("{name} = {value}")],
        }
    }

    /// `found` in the form in which it is compared with this value: numbers within a tolerance become the
    /// expected ones.
    fn compared(&self, found: Value) -> Value {
        self.meet(found, &|expected, number| {
            expected.accepts(number).then_some(expected)
        })
    }

    /// The expectation that `found` meets; expected numbers whose tolerance still fits stay unchanged.
    pub(crate) fn blessed(&self, found: Value) -> Value {
        self.meet(found, &|expected, number| match expected.accepts(number) {
            true => Some(expected),
            false => Some(Approximate {
                approx: number,
                ..expected
            }),
        })
    }

    /// `found` with the number from `choose` wherever this value expects one with a tolerance.
    fn meet(&self, found: Value, choose: &dyn Fn(Approximate, f64) -> Option<Approximate>) -> Value {
        match (self, found) {
            (Value::Approximate(expected), found) => {
                let number = match found {
                    Value::Integer(number) => Some(number as f64),
                    Value::Number(number) => Some(number),
                    _ => None,
                };
                let chosen = number.and_then(|number| choose(*expected, number));
                chosen.map_or(found, Value::Approximate)
            }
            (Value::Array(expected), Value::Array(found)) => {
                let mut expected = expected.iter();
                let elements = found.into_iter().map(|found| match expected.next() {
                    Some(expected) => expected.meet(found, choose),
                    None => found,
                });
                Value::Array(elements.collect())
            }
            (_, found) => found,
        }
    }

    /// Whether it is an array: a number and an array of numbers may have the same name.
    fn is_array(&self) -> bool {
        matches!(self, Value::Array(_))
    }
}

/// `m(1)` for `m`, `m(1,2)` for `m(1)`.
fn subscripted(name: &str, subscript: usize) -> String {
    match name.strip_suffix(')') {
        Some(begun) => format!("{begun},{subscript})"),
        None => format!("{name}({subscript})"),
    }
}

/// Converts elements, the last subscript varying fastest, to an array of arrays.
fn nested(dimensions: &[u16], values: Vec<Value>) -> Value {
    let mut values = values;
    for &length in dimensions.iter().skip(1).rev() {
        let rows = values.chunks(usize::from(length).max(1));
        values = rows.map(|row| Value::Array(row.to_vec())).collect();
    }
    match dimensions {
        [] => values.pop().unwrap_or(Value::Text(String::new())),
        _ => Value::Array(values),
    }
}

/// The value of the machine's variable called `name` in a file, if there is one: an array if `like` is an
/// array.
pub(crate) fn of_name(variables: &[Variable], name: &str, like: &Value) -> Option<Value> {
    let name: String = name.to_ascii_lowercase().split_whitespace().collect();
    let of_name = variables.iter().filter(|variable| variable.name == name);
    let values: Vec<Value> = of_name
        .map(|variable| Value::of_machine(&variable.value))
        .collect();
    let same = values.iter().find(|value| value.is_array() == like.is_array());
    same.or(values.first()).cloned()
}

/// Expected and found named values, as rows.
pub(crate) fn rows(
    expected: &BTreeMap<String, Value>,
    found: &BTreeMap<&str, Value>,
) -> (Vec<String>, Vec<String>) {
    let mut rows = (Vec::new(), Vec::new());
    for (name, value) in expected {
        rows.0.extend(value.rows(name));
        match found.get(name.as_str()) {
            Some(found) => rows.1.extend(value.compared(found.clone()).rows(name)),
            None => rows.1.push(format!("{name} is not there")),
        }
    }
    rows
}

impl fmt::Display for Value {
    /// Formats a number as PRINT shows it, a string in quotes, the elements of an array in a row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => f.write_str(&printed(&number.to_string())),
            Value::Number(number) => f.write_str(&printed(&format!("{number:e}"))),
            Value::Text(text) => write!(f, "\"{}\"", text.replace('"', "\"\"")),
            Value::Approximate(Approximate { approx, within }) => {
                let number = |number| printed(&format!("{number:e}"));
                write!(f, "{} within {}", number(*approx), number(*within))
            }
            Value::Array(values) => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                f.write_str(&values.join(", "))
            }
        }
    }
}

/// A number as the machine prints it; unchanged if the machine cannot represent it.
fn printed(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    match number::decimal(digits) {
        Ok(number) if number.to_f64() == 0.0 => Number(number).to_string(),
        Ok(number) => format!("{sign}{}", Number(number)),
        Err(_) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_basic::float5::Float5;

    fn value(text: &str) -> Value {
        let table: BTreeMap<String, Value> = toml::from_str(&format!("v = {text}")).unwrap();
        table["v"].clone()
    }

    #[test]
    fn numbers_are_shown_as_print_shows_them() {
        for (text, shown) in [
            ("5", "5"),
            ("-3", "-3"),
            ("0.1", "0.1"),
            ("1e30", "1E+30"),
            ("0.33333333", "0.33333333"),
            ("-0.0", "0"),
            ("1e300", "1e300"),
            ("nan", "NaN"),
            ("-inf", "-inf"),
        ] {
            assert_eq!(value(text).to_string(), shown);
        }
        let third = Value::of_number(Number(number::decimal("0.333333333").unwrap()));
        assert_eq!(third, Value::Number(0.33333333));
        assert_eq!(
            Value::of_number(Number(Float5::short(-7).unwrap())),
            Value::Integer(-7)
        );
    }

    #[test]
    fn arrays_have_a_row_for_their_last_dimension() {
        assert_eq!(value("[1, 2]").rows("v"), ["v = 1, 2"]);
        assert_eq!(
            value("[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]").rows("m"),
            ["m(1,1) = 1, 2", "m(1,2) = 3, 4", "m(2,1) = 5, 6", "m(2,2) = 7, 8"]
        );
        assert_eq!(value("[\"a\", \"b\"]").rows("c$"), ["c$ = \"a\", \"b\""]);
    }

    #[test]
    fn near_numbers_are_the_expected_ones() {
        let expected = value("[{ approx = 1.5, within = 0.01 }, 2, { approx = 1, within = 0 }]");
        let rows = |found: &str| expected.compared(value(found)).rows("v");
        assert_eq!(expected.rows("v"), ["v = 1.5 within .01, 2, 1 within 0"]);
        assert_eq!(rows("[1.51, 2, 1]"), expected.rows("v"));
        assert_eq!(rows("[1.49, 2, 1.0]"), expected.rows("v"));
        assert_eq!(rows("[1.511, 2, 2]"), ["v = 1.511, 2, 2"]);
        assert_eq!(rows("['a', 2]"), ["v = \"a\", 2"]);
        assert_eq!(rows("[1.5, 2, 1, 7]"), ["v = 1.5 within .01, 2, 1 within 0, 7"]);
        let blessed = expected.blessed(value("[1.6, 3, 1]"));
        assert_eq!(blessed.rows("v"), ["v = 1.6 within .01, 3, 1 within 0"]);
        for wrong in [
            "{ approx = 1.5 }",
            "{ approx = 1, within = -1 }",
            "{ approx = nan, within = 1 }",
        ] {
            assert!(toml::from_str::<BTreeMap<String, Value>>(&format!("v = {wrong}")).is_err());
        }
    }

    #[test]
    fn a_name_can_be_an_array_and_a_number() {
        let number = |n| Number(Float5::short(n).unwrap());
        let machine = [
            Variable {
                name: "a".into(),
                value: variables::Value::Number { value: number(5) },
            },
            Variable {
                name: "a".into(),
                value: variables::Value::Numbers {
                    dimensions: vec![2, 2],
                    values: [1, 2, 3, 4].map(number).into(),
                },
            },
        ];
        assert_eq!(
            of_name(&machine, " A ", &Value::Integer(0)),
            Some(Value::Integer(5))
        );
        let array = of_name(&machine, "a", &Value::Array(Vec::new())).unwrap();
        assert_eq!(array, value("[[1, 2], [3, 4]]"));
        assert_eq!(of_name(&machine, "b", &array), None);
        let expected = BTreeMap::from([("a".to_owned(), value("6")), ("b$".to_owned(), value("\"\""))]);
        let (expected_rows, found) = rows(&expected, &BTreeMap::from([("a", Value::Integer(5))]));
        assert_eq!(expected_rows, ["a = 6", "b$ = \"\""]);
        assert_eq!(found, ["a = 5", "b$ is not there"]);
    }
}
