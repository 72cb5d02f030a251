//! The ROM shares no run of bytes with the original's or with OpenSE BASIC: see `tests/clean-room/README.md`.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

/// Bytes of a window.
const WINDOW: usize = 12;

type Fingerprint = [u8; 6];

fn fingerprint(window: &[u8]) -> Fingerprint {
    Sha256::digest(window)[..6].try_into().expect("six bytes")
}

/// Fingerprints of all windows of the two ROMs.
fn known() -> HashSet<Fingerprint> {
    let path = girafa_test_support::root().join("tests/clean-room/fingerprints.bin");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (known, rest) = bytes.as_chunks();
    assert!(rest.is_empty() && known.len() > 20_000 && known.is_sorted());
    known.iter().copied().collect()
}

/// The longest stretches of `image` whose every window is known, by start and end.
fn shared_runs(image: &[u8], known: &HashSet<Fingerprint>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (start, window) in image.windows(WINDOW).enumerate() {
        if !known.contains(&fingerprint(window)) {
            continue;
        }
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == start + WINDOW => *end += 1,
            _ => runs.push((start, start + WINDOW)),
        }
    }
    runs
}

/// Whether a shared run says anything: text is the same in any ROM, and so are runs of one value.
fn counts(run: &[u8]) -> bool {
    let values: HashSet<&u8> = run.iter().collect();
    values.len() > 2 && !run.iter().all(|byte| (32..127).contains(&(byte & 127)))
}

#[test]
fn our_rom_shares_no_code() {
    let rom = girafa_rom::girafa48();
    let known = known();
    let shared: Vec<String> = shared_runs(rom.bytes(), &known)
        .into_iter()
        .filter(|&(start, end)| counts(&rom.bytes()[start..end]))
        .map(|(start, end)| {
            format!(
                "{start:04X}: {} bytes {:02X?}",
                end - start,
                &rom.bytes()[start..end]
            )
        })
        .collect();
    assert!(shared.is_empty(), "shared runs:\n{}", shared.join("\n"));
}

/// The check can fail: what both ROMs must have in common, the reports' texts, it does find.
#[test]
fn common_text_is_seen() {
    let texts = [
        &b"NEXT without FOR"[..15],
        b"Variable not foun",
        b"Subscript wron",
    ];
    let known = known();
    for text in texts {
        assert_eq!(shared_runs(text, &known), [(0, text.len())]);
        assert!(!counts(text));
    }
    assert!(counts(b"\x21\x00\x40\x11\x01\x40\x01\xFF\x17\x36\x00\xED\xB0"));
}
