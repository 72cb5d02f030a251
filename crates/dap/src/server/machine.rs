//! Requests that read and write memory, and disassembly.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use girafa_spectrum::Spectrum;
use girafa_z80::disassemble;
use serde::Deserialize;
use serde_json::json;

use super::query::number;
use super::{Answer, Request, Server, arguments};

/// The size of the address space, and the maximum number of bytes per read.
const MEMORY: i64 = 0x1_0000;
/// The first writable address.
const RAM: i64 = 0x4000;
/// Maximum number of instructions in one response.
const MAX_INSTRUCTIONS: i64 = 10_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadMemory {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    count: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WriteMemory {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    data: String,
    #[serde(default)]
    allow_partial: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Disassemble {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    #[serde(default)]
    instruction_offset: i64,
    instruction_count: i64,
}

impl<W: Write> Server<'_, W> {
    /// Handles memory and disassembly requests; `None` for any other request.
    pub(super) fn of_machine(&mut self, command: &str, request: &Request) -> Option<Answer> {
        Some(match command {
            "readMemory" => self.read_memory(request),
            "writeMemory" => self.write_memory(request),
            "disassemble" => self.disassemble(request),
            _ => return None,
        })
    }

    fn read_memory(&mut self, request: &Request) -> Answer {
        let arguments: ReadMemory = arguments(request)?;
        let start = address(&arguments.memory_reference)?.saturating_add(arguments.offset);
        let machine = self.program()?.debugger.machine();
        let end = start.saturating_add(arguments.count.max(0)).min(MEMORY);
        let range = start.clamp(0, MEMORY) as usize..end.clamp(0, MEMORY) as usize;
        let bytes = machine
            .memory()
            .get(range)
            .filter(|_| (0..MEMORY).contains(&start))
            .unwrap_or_default();
        let unreadable = arguments.count.clamp(0, MEMORY) - bytes.len() as i64;
        let mut body = json!({ "address": shown_address(start) });
        if !bytes.is_empty() {
            body["data"] = json!(STANDARD.encode(bytes));
        }
        if unreadable > 0 {
            body["unreadableBytes"] = json!(unreadable);
        }
        Ok(body)
    }

    fn write_memory(&mut self, request: &Request) -> Answer {
        let arguments: WriteMemory = arguments(request)?;
        let bytes = STANDARD
            .decode(&arguments.data)
            .map_err(|error| format!("data: {error}"))?;
        let start = address(&arguments.memory_reference)?.saturating_add(arguments.offset);
        let room = MEMORY.saturating_sub(start).max(0);
        let is_ram = (RAM..MEMORY).contains(&start);
        if !is_ram || bytes.len() as i64 > room && !arguments.allow_partial {
            return Err(
                "only addresses from 0x4000 to 0xFFFF can be written: lower addresses are ROM".to_owned(),
            );
        }
        let bytes = &bytes[..bytes.len().min(room as usize)];
        self.program()?.debugger.change(|machine| {
            for (address, &byte) in (start as u16..=u16::MAX).zip(bytes) {
                machine.poke(address, byte);
            }
        });
        Ok(json!({ "bytesWritten": bytes.len() }))
    }

    fn disassemble(&mut self, request: &Request) -> Answer {
        let arguments: Disassemble = arguments(request)?;
        let machine = self.program()?.debugger.machine();
        let start = address(&arguments.memory_reference)?
            .saturating_add(arguments.offset)
            .clamp(0, MEMORY - 1);
        let count = arguments.instruction_count.clamp(0, MAX_INSTRUCTIONS);
        let skipped = arguments
            .instruction_offset
            .clamp(-MAX_INSTRUCTIONS, MAX_INSTRUCTIONS);
        let mut at = match skipped {
            ..0 => before(machine, start as u16, -skipped),
            _ => (0..skipped).fold(start, |at, _| at + length(machine, at)),
        };
        let mut instructions = Vec::new();
        for _ in 0..count {
            instructions.push(if (0..MEMORY).contains(&at) {
                let found = disassemble(|address| machine.peek(address), at as u16);
                let bytes: Vec<String> = (0..found.length)
                    .map(|offset| format!("{:02X}", machine.peek((at as u16).wrapping_add(offset))))
                    .collect();
                json!({ "address": shown_address(at), "instructionBytes": bytes.join(" "), "instruction": found.text })
            } else {
                // The response must have exactly the requested number of instructions.
                json!({ "address": shown_address(at), "instruction": "(no memory)", "presentationHint": "invalid" })
            });
            at += length(machine, at);
        }
        Ok(json!({ "instructions": instructions }))
    }
}

/// The length of the instruction at an address; 1 outside memory.
fn length(machine: &Spectrum, at: i64) -> i64 {
    match u16::try_from(at) {
        Ok(at) => disassemble(|address| machine.peek(address), at).length.into(),
        Err(_) => 1,
    }
}

/// The address `count` instructions before `start`. Disassembly starts far enough back to be in step with the
/// instruction boundaries when it reaches `start`.
fn before(machine: &Spectrum, start: u16, count: i64) -> i64 {
    let start = i64::from(start);
    let mut at = (start - 4 * count - 16).max(0);
    let mut found = Vec::new();
    while at < start {
        found.push(at);
        at += length(machine, at);
    }
    let index = found.len() as i64 - count;
    // Instructions before address 0 are shown as "(no memory)".
    usize::try_from(index)
        .ok()
        .and_then(|index| found.get(index).copied())
        .unwrap_or(index.min(0))
}

/// Parses a memory reference.
pub(super) fn address(reference: &str) -> Result<i64, String> {
    let address = number(reference)
        .ok_or_else(|| format!("expected an address such as 0x8000, found {reference:?}"))?;
    Ok(address.into())
}

/// Formats an address for the protocol.
fn shown_address(address: i64) -> String {
    match address {
        0.. => format!("0x{address:04X}"),
        _ => format!("-0x{:04X}", -address),
    }
}
