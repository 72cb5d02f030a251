//! Small versions of files that have exposed a bug.

use super::messages::framed;
use super::pictures::{png, tiff};
use super::tapes::{PZX_HEAD, csw, generalized, pzx_block, pzx_data, tzx_head};
use super::texts::CHANNEL_PROGRAM;
use super::{Hostile, LISTING};

const RUN_COMMANDS: &[&str] = &["run F --frames 10 --wall 20s"];
const LOAD_COMMANDS: &[&str] = &["run F --wall 2s"];
const INFO_COMMANDS: &[&str] = &["info F"];
const TYPEIN_COMMANDS: &[&str] = &["typein F"];
const REPORTS: &[&str] = &["check F --sarif", "check F --json"];
const TEST_COMMANDS: &[&str] = &["test F --json --junit o.xml --wall 60s"];

pub fn files() -> Vec<Hostile> {
    let mut files = vec![
        Hostile::new(
            "blanks.bas",
            [" ".repeat(65_545).as_bytes(), b"10 PRINT\n"].concat(),
            &["renumber F -o o.bas"],
        ),
        Hostile::new("returns.bas", vec![b'\r'; 100_000], LISTING),
        Hostile::new("findings.bas", b"17\n".repeat(300_000), REPORTS),
        Hostile::new(
            "row.bas",
            [&b"10 PRINT "[..], "ж".repeat(200_000).as_bytes(), b"\n"].concat(),
            REPORTS,
        ),
        Hostile::new("zeros.bas", labels_and_zeros(), &["format F --check"]),
    ];
    files.extend(tapes());
    files.extend([
        Hostile::new("thin.png", png(1, 1_000, 1, 0, 0xFF), TYPEIN_COMMANDS),
        Hostile::new("long.png", png(1, 40_000, 1, 0, 0xFF), TYPEIN_COMMANDS),
        Hostile::new("large.png", png(6_000, 6_000, 8, 0, 0xFF), TYPEIN_COMMANDS),
        Hostile::new("pages.tif", tiff(2_000, 3_000, 16, 1), TYPEIN_COMMANDS),
        references(),
        channel(),
        Hostile::new(
            "cases.jsonl",
            cases(),
            &["conform F --id (a*)*(a*)*(a*)*(a*)*(a*)*(a*)*(a*)*(a*)*b --wall 5s"],
        ),
        Hostile::new(
            "cases.jsonl",
            cases(),
            &["conform F --id (((((a{99}){99}){99}){99}){99})* --wall 5s"],
        ),
        Hostile::new("nested.jsonl", nested(), &["conform F"]),
        editor(),
        Hostile::new("questions.json", questions(), &["< lsp"]),
        debugger(),
    ]);
    files
}

/// References to a label next to a row of zeros.
fn labels_and_zeros() -> Vec<u8> {
    format!(
        "@a: REM {}\n@b: REM {}\n",
        "0".repeat(30_000),
        "@a ".repeat(10_000)
    )
    .into_bytes()
}

fn tapes() -> Vec<Hostile> {
    let tzx = |program, block: &[u8]| [tzx_head(program), block.to_vec()].concat();
    let zeros = [vec![0; 254], vec![1]].concat();
    let pzx = |block: Vec<u8>| [PZX_HEAD, &block].concat();
    let samples = [
        &[0x15, 1, 0, 0, 0, 8][..],
        &(5u32 << 20).to_le_bytes()[..3],
        &[0x55; 5 << 20],
    ]
    .concat();
    let mut tables = vec![0, 0];
    tables.extend([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    tables.extend([0; 259]);
    let mut symbols = vec![0x19];
    symbols.extend((tables.len() as u32).to_le_bytes());
    symbols.extend(tables);
    let texts = [b"\x01\0".to_vec(), b"a\0b\0".repeat(500_000)].concat();
    vec![
        Hostile::new(
            "zeros.pzx",
            pzx(pzx_data(80_000, &zeros, &zeros, 0)),
            RUN_COMMANDS,
        ),
        Hostile::new(
            "packed.tzx",
            tzx(None, &csw(44_100, 1 << 24, 1, true)),
            RUN_COMMANDS,
        ),
        Hostile::new(
            "packed.tzx",
            tzx(None, &csw(3_500_000, 1 << 24, 1, true)),
            LOAD_COMMANDS,
        ),
        Hostile::new(
            "tone.tzx",
            tzx(Some("10 LOAD \"\"\n"), &b"\x12\x01\0\xFF\xFF".repeat(90_000)),
            LOAD_COMMANDS,
        ),
        Hostile::new(
            "symbols.tzx",
            tzx(None, &generalized(255, 1, u32::MAX)),
            LOAD_COMMANDS,
        ),
        Hostile::new(
            "symbols.tzx",
            tzx(Some("10 LOAD \"\"\n"), &generalized(255, 1, u32::MAX)),
            LOAD_COMMANDS,
        ),
        Hostile::new("samples.tzx", tzx(None, &samples), INFO_COMMANDS),
        Hostile::new("alphabets.tzx", tzx(None, &symbols.repeat(60_000)), INFO_COMMANDS),
        Hostile::new("texts.pzx", pzx(pzx_block(b"PZXT", &texts)), INFO_COMMANDS),
    ]
}

/// Reference commands that print one row or many.
fn references() -> Hostile {
    let session = |name: &str, prints: &str| {
        format!(
            "[[session]]\nname = \"{name}\"\nreference = [\"sh\", \"-c\", \"head -c 16000000 /dev/zero{prints}\"]\n"
        )
    };
    let file = [
        session("row", ""),
        session("rows", " | tr '\\\\0' '\\\\n'"),
        session("bytes", " | tr '\\\\0' '\\\\377'"),
    ]
    .concat();
    let mut hostile = Hostile::new("h.toml", file.into_bytes(), TEST_COMMANDS);
    hostile.beside.push(("h.bas", b"10 PRINT \"x\": STOP\n".to_vec()));
    hostile
}

/// A program that prints rows endlessly, faster than the ROM does.
fn channel() -> Hostile {
    let file = b"[[session]]\nname = \"a\"\ntranscript = \"x\"\n".to_vec();
    let mut hostile = Hostile::new("h.toml", file, TEST_COMMANDS);
    hostile
        .beside
        .push(("h.bas", CHANNEL_PROGRAM.as_bytes().to_vec()));
    hostile
}

fn cases() -> Vec<u8> {
    let id = "a".repeat(190);
    let case = |number: usize| {
        format!(
            "{{\"id\":\"{id}{number}\",\"cat\":\"c\",\"bas\":\"10 PRINT\\n\",\"frames\":1,\"compare\":[],\"expect\":{{}}}}\n"
        )
    };
    (0..2_000).map(case).collect::<String>().into_bytes()
}

/// A conformance case of many short values.
fn nested() -> Vec<u8> {
    let values = "[0],".repeat(4_000_000);
    format!(
        "{{\"id\":\"a\",\"cat\":\"c\",\"bas\":\"10 STOP\",\"frames\":1,\"compare\":[],\"expect\":{{\"x\":[{values}0]}}}}\n"
    )
    .into_bytes()
}

/// Requests about one name that occurs half a million times.
fn questions() -> Vec<u8> {
    let text = format!("10 LET a={}a", "a+".repeat(500_000));
    let uri = "file:///a.bas";
    let mut bytes = framed(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
    bytes.extend(framed(&format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{{\"textDocument\":{{\
         \"uri\":\"{uri}\",\"languageId\":\"b\",\"version\":1,\"text\":\"{text}\"}}}}}}"
    )));
    for method in [
        "references",
        "documentHighlight",
        "semanticTokens/full",
        "documentSymbol",
        "rename",
    ] {
        bytes.extend(framed(&format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"textDocument/{method}\",\"params\":{{\
             \"textDocument\":{{\"uri\":\"{uri}\"}},\"position\":{{\"line\":0,\"character\":7}},\
             \"context\":{{\"includeDeclaration\":true}},\"newName\":\"b\"}}}}"
        )));
    }
    bytes
}

/// Messages that are too long, have too many values, or open too many listings.
fn editor() -> Hostile {
    let mut bytes = framed(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
    bytes.extend(framed(&format!("[{}0]", "[0],".repeat(3 << 20))));
    bytes.extend(framed(&" ".repeat(17 << 20)));
    let text = "17\\n".repeat(150_000);
    for number in 0..12 {
        bytes.extend(framed(&format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{{\"textDocument\":{{\
             \"uri\":\"file:///{number}.bas\",\"languageId\":\"b\",\"version\":1,\"text\":\"{text}\"}}}}}}"
        )));
    }
    Hostile::new("editor.json", bytes, &["< lsp"])
}

fn debugger() -> Hostile {
    let long = format!("[{}0]", "{},".repeat(4 << 20));
    let bytes = [framed(&long).repeat(2), framed(&" ".repeat(17 << 20)).repeat(2)].concat();
    Hostile::new("debugger.json", bytes, &["< dap"])
}
