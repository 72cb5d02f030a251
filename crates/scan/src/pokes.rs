//! Addresses of POKE that may be misread.

use std::ops::RangeInclusive;

use super::digits;
use super::facts::Facts;
use super::suspect::{Suspect, near_number, suspect};

/// Addresses of system variables that most programs with a POKE use: SCR CT, the keyboard's delays, the colours,
/// CHARS.
const POKED_ADDRESSES: [&str; 8] = [
    "23692", "23658", "23609", "23561", "23562", "23624", "23693", "23606",
];

/// Addresses below the program that programs POKE: the printer buffer, used as storage, and the system variables
/// REPDEL, REPPER, CHARS, RASP, PIP, ERR SP, MODE, BORDCR, DF SZ, SEED, FRAMES, UDG, COORDS, P POSN, PR CC, ECHO E, DF CC, S POSN, the
/// temporary colours, RAMTOP, the channel S, and the first line's number.
const USUAL_ADDRESSES: [RangeInclusive<u32>; 13] = [
    23_296..=23_551,
    23_561..=23_562,
    23_606..=23_609,
    23_613..=23_614,
    23_617..=23_617,
    23_624..=23_624,
    23_658..=23_659,
    23_670..=23_689,
    23_692..=23_697,
    23_730..=23_731,
    23_736..=23_737,
    23_739..=23_740,
    23_755..=23_756,
];

/// Reports POKEs of addresses near the system variables, in the ROM, or used only once, if another reading is
/// an address that programs often POKE and this address is not.
pub(super) fn check(facts: &Facts, found: &mut Vec<Suspect>) {
    for (number, spot) in &facts.pokes {
        let Ok(address) = number.parse::<u32>() else {
            continue;
        };
        let about = (23_000..24_000).contains(&address) || address < RAM_START;
        let alone = facts.pokes.iter().filter(|(other, _)| other == number).count() == 1;
        let is_usual = USUAL_ADDRESSES
            .iter()
            .any(|addresses| addresses.contains(&address));
        if is_usual || !(about || alone) {
            continue;
        }
        let mut words = near_number(number, false, |reading| POKED_ADDRESSES.contains(&reading));
        if address < RAM_START {
            let lost = digits::readings(number).into_iter().map(|(_, reading)| reading);
            words.extend(lost.filter(|reading| POKED_ADDRESSES.contains(&reading.as_str())));
        }
        if !words.is_empty() {
            let message = format!("POKE {number} is unusual; {} is usual", words[0]);
            found.push(suspect(spot, number, &words, message));
        }
    }
}

const RAM_START: u32 = 0x4000;
