//! The expandable values of the editor's variables view: scopes, arrays, FOR loops.

use girafa_inspect::variables::{self, Value, Variable};
use girafa_inspect::{registers, sysvars};
use girafa_spectrum::Spectrum;
use serde_json::{Value as Json, json};

/// A value with children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// The program's variables.
    Variables,
    /// The system variables.
    System,
    /// The processor's registers.
    Registers,
    /// An array or a part of it: its name and the first subscripts.
    Array(String, Vec<u16>),
    /// The limit and step of a FOR.
    Loop(String),
}

impl Node {
    /// The array, part of an array, or FOR that an expression names: `m()`, `m(2)` with two dimensions, or `i`.
    pub fn named(expression: &str, machine: &Spectrum) -> Option<Node> {
        let text: String = expression.chars().filter(|c| !c.is_whitespace()).collect();
        let (name, subscripts) = match text.split_once('(') {
            Some((name, rest)) => (name, Some(rest.strip_suffix(')')?)),
            None => (text.as_str(), None),
        };
        let all = variables::of_machine(machine);
        let mut named = all
            .iter()
            .filter(|variable| variable.name.eq_ignore_ascii_case(name));
        let Some(subscripts) = subscripts else {
            let found = named.find(|variable| matches!(variable.value, Value::For { .. }))?;
            return Some(Node::Loop(found.name.clone()));
        };
        // The last dimension of an array of strings is their length.
        let (found, sizes) = named.find_map(|variable| match &variable.value {
            Value::Numbers { dimensions, .. } => Some((variable, dimensions.as_slice())),
            Value::Characters { dimensions, .. } => {
                Some((variable, &dimensions[..dimensions.len().saturating_sub(1)]))
            }
            _ => None,
        })?;
        let subscripts = subscripts.split(',').filter(|subscript| !subscript.is_empty());
        let subscripts: Vec<u16> = subscripts.map(str::parse).collect::<Result<_, _>>().ok()?;
        let fit = subscripts
            .iter()
            .zip(sizes)
            .all(|(subscript, size)| (1..=*size).contains(subscript));
        let is_part = subscripts.is_empty() || subscripts.len() < sizes.len();
        (fit && is_part).then(|| Node::Array(found.name.clone(), subscripts))
    }
}

/// The nodes that the client refers to by number; cleared when the program resumes.
#[derive(Debug, Default)]
pub struct Nodes(Vec<Node>);

/// The system variables shown: name, address, size in bytes (Manual, chapter 25).
const SYSTEM: [(&str, u16, u8); 26] = [
    ("LAST_K", sysvars::LAST_K, 1),
    ("ERR_NR", 0x5C3A, 1),
    ("FLAGS", sysvars::FLAGS, 1),
    ("ERR_SP", sysvars::ERR_SP, 2),
    ("MODE", 0x5C41, 1),
    ("NEWPPC", 0x5C42, 2),
    ("PPC", sysvars::PPC, 2),
    ("SUBPPC", sysvars::SUBPPC, 1),
    ("BORDCR", 0x5C48, 1),
    ("VARS", sysvars::VARS, 2),
    ("CHANS", 0x5C4F, 2),
    ("CURCHL", sysvars::CURCHL, 2),
    ("PROG", sysvars::PROG, 2),
    ("DATADD", 0x5C57, 2),
    ("E_LINE", sysvars::E_LINE, 2),
    ("CH_ADD", sysvars::CH_ADD, 2),
    ("STKEND", sysvars::STKEND, 2),
    ("OLDPPC", 0x5C6E, 2),
    ("SEED", 0x5C76, 2),
    ("FRAMES", 0x5C78, 2),
    ("UDG", sysvars::UDG, 2),
    ("S_POSN", sysvars::S_POSN, 2),
    ("SCR_CT", 0x5C8C, 1),
    ("ATTR_P", 0x5C8D, 1),
    ("RAMTOP", 0x5CB2, 2),
    ("P_RAMT", 0x5CB4, 2),
];

impl Nodes {
    /// Removes all nodes.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the number of a node, from 1.
    pub fn number(&mut self, node: Node) -> usize {
        let known = self.0.iter().position(|other| *other == node);
        known.unwrap_or_else(|| {
            self.0.push(node);
            self.0.len() - 1
        }) + 1
    }

    /// The node with a number.
    pub fn node(&self, number: u64) -> Option<&Node> {
        self.0.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// Returns the children of a node in the protocol's format.
    pub fn parts(&mut self, node: &Node, machine: &Spectrum) -> Vec<Json> {
        match node {
            Node::Variables => (variables::of_machine(machine).iter())
                .map(|variable| self.variable(variable))
                .collect(),
            Node::System => (SYSTEM.iter())
                .map(|&(name, address, bytes)| {
                    let value = system(machine, address, bytes);
                    json!({ "name": name, "value": value.to_string(), "variablesReference": 0,
                        "memoryReference": format!("0x{address:04X}") })
                })
                .collect(),
            Node::Registers => (registers::NAMES.iter())
                .map(|name| {
                    let value = registers::value(machine, name).unwrap_or_default();
                    let text = if matches!(*name, "I" | "R" | "IM") {
                        format!("{value:02X}")
                    } else {
                        format!("{value:04X}")
                    };
                    json!({ "name": name, "value": text, "variablesReference": 0,
                        "memoryReference": format!("0x{value:04X}") })
                })
                .collect(),
            Node::Loop(name) => {
                let all = variables::of_machine(machine);
                let found = all.iter().find(|variable| variable.name == *name);
                let Some(Value::For {
                    value,
                    limit,
                    step,
                    line,
                    statement,
                }) = found.map(|found| &found.value)
                else {
                    return Vec::new();
                };
                let part = |name: &str, value: String| {
                    json!({ "name": name, "value": value, "variablesReference": 0,
                        "presentationHint": { "attributes": ["readOnly"] } })
                };
                vec![
                    part("value", value.to_string()),
                    part("TO", limit.to_string()),
                    part("STEP", step.to_string()),
                    part("NEXT goes to", format!("{line}:{statement}")),
                ]
            }
            Node::Array(name, subscripts) => {
                let all = variables::of_machine(machine);
                let is_array = |variable: &&Variable| {
                    variable.name == *name
                        && matches!(variable.value, Value::Numbers { .. } | Value::Characters { .. })
                };
                let found = all.iter().find(is_array);
                found.map_or_else(Vec::new, |found| self.elements(name, subscripts, &found.value))
            }
        }
    }

    fn variable(&mut self, variable: &Variable) -> Json {
        let name = &variable.name;
        let (value, kind, reference) = match &variable.value {
            Value::Number { value } => (value.to_string(), "number", 0),
            Value::String { value } => (quoted(value), "string", 0),
            Value::For { value, .. } => (value.to_string(), "FOR", self.number(Node::Loop(name.clone()))),
            Value::Numbers { dimensions, .. } | Value::Characters { dimensions, .. } => {
                let sizes: Vec<String> = dimensions.iter().map(u16::to_string).collect();
                let reference = self.number(Node::Array(name.clone(), Vec::new()));
                (format!("DIM ({})", sizes.join(",")), "array", reference)
            }
        };
        let shown = if kind == "array" {
            format!("{name}()")
        } else {
            name.clone()
        };
        json!({ "name": shown, "value": value, "type": kind, "variablesReference": reference, "evaluateName": shown })
    }

    /// The elements of an array, or of the part that the subscripts select.
    fn elements(&mut self, name: &str, subscripts: &[u16], value: &Value) -> Vec<Json> {
        let (dimensions, count): (&[u16], usize) = match value {
            Value::Numbers { dimensions, .. } => (dimensions, dimensions.len()),
            Value::Characters { dimensions, .. } => (dimensions, dimensions.len().saturating_sub(1)),
            _ => return Vec::new(),
        };
        // A one-dimensional character array is a single string.
        if count == 0 {
            let text = match value {
                Value::Characters { values, .. } => values.first().map(|text| quoted(text)),
                _ => None,
            };
            return vec![json!({ "name": name, "value": text.unwrap_or_default(), "variablesReference": 0 })];
        }
        let Some(&size) = dimensions.get(subscripts.len()) else {
            return Vec::new();
        };
        let one = |subscript: u16| {
            let all: Vec<u16> = subscripts.iter().copied().chain([subscript]).collect();
            let written: Vec<String> = all.iter().map(u16::to_string).collect();
            let shown = format!("{name}({})", written.join(","));
            if all.len() < count {
                let reference = self.number(Node::Array(name.to_owned(), all));
                return json!({ "name": shown, "value": "", "variablesReference": reference, "evaluateName": shown });
            }
            let index = all.iter().zip(dimensions).fold(0, |index, (&subscript, &size)| {
                index * usize::from(size) + usize::from(subscript) - 1
            });
            let value = match value {
                Value::Numbers { values, .. } => values.get(index).map(ToString::to_string),
                Value::Characters { values, .. } => values.get(index).map(|text| quoted(text)),
                _ => None,
            };
            json!({ "name": shown, "value": value.unwrap_or_default(), "variablesReference": 0, "evaluateName": shown })
        };
        (1..=size).map(one).collect()
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn system(machine: &Spectrum, address: u16, bytes: u8) -> u16 {
    match bytes {
        1 => machine.peek(address).into(),
        _ => machine.peek16(address),
    }
}

/// Sets a register. Returns `None` if there is no such register or the value does not fit.
pub fn set_register(machine: &mut Spectrum, name: &str, value: u16) -> Option<()> {
    let cpu = &mut machine.cpu;
    let [high, low] = value.to_be_bytes();
    match name {
        "AF" => (cpu.a, cpu.f) = (high, low),
        "BC" => (cpu.b, cpu.c) = (high, low),
        "DE" => (cpu.d, cpu.e) = (high, low),
        "HL" => (cpu.h, cpu.l) = (high, low),
        "IX" => cpu.ix = value,
        "IY" => cpu.iy = value,
        "SP" => cpu.sp = value,
        "PC" => cpu.pc = value,
        "I" if high == 0 => cpu.i = low,
        "R" if high == 0 => cpu.r = low,
        _ => return None,
    }
    Some(())
}

/// Sets a system variable. Returns `None` if there is no such variable or the value does not fit.
pub fn set_system(machine: &mut Spectrum, name: &str, value: u16) -> Option<()> {
    let &(_, address, bytes) = SYSTEM.iter().find(|(other, ..)| *other == name)?;
    let [low, high] = value.to_le_bytes();
    if bytes == 1 && high != 0 {
        return None;
    }
    machine.poke(address, low);
    if bytes == 2 {
        machine.poke(address + 1, high);
    }
    Some(())
}
