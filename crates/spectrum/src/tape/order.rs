//! The playing order of a tape's items: loops, calls and jumps are resolved once, when the tape is read.

use super::item::Item;

/// Maximum number of items that loops, calls and jumps may add to a tape, to bound its length and memory. A
/// blinking pilot, the longest use of loops, has some thousands.
const MAX_REPEATED_ITEMS: usize = 1 << 20;

/// The position of the tape head.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Head {
    item: usize,
    /// Start of the repeated sequence, and the repetitions left.
    repeat: Option<(usize, u16)>,
    /// The current call, and the index of the current one of its sequences.
    call: Option<(usize, usize)>,
}

/// Detects an endless loop: a jump reached again in the same state. Stores two states (Brent's algorithm).
#[derive(Default)]
struct Circle {
    kept: Head,
    met: u64,
    keep_at: u64,
}

impl Circle {
    fn is_closed_by(&mut self, head: Head) -> bool {
        if self.met > 0 && head == self.kept {
            return true;
        }
        self.met += 1;
        if self.met > self.keep_at {
            (self.kept, self.keep_at) = (head, 2 * self.met);
        }
        false
    }
}

/// Indices of the items to play, in order, without control items.
///
/// # Errors
/// The index of an item with an invalid target or in an endless loop, and a description of the error.
pub(super) fn order(items: &[Item]) -> Result<Vec<u32>, (usize, &'static str)> {
    let (mut order, mut head, mut circle) = (Vec::new(), Head::default(), Circle::default());
    let mut led_by = 0;
    for _ in 0..items.len() + MAX_REPEATED_ITEMS {
        let here = head.item;
        head.item += 1;
        match items.get(here) {
            Some(Item::Repeat(times)) => {
                if head.repeat.replace((head.item, *times)).is_some() {
                    return Err((here, "begins a repetition inside another"));
                }
            }
            // Other emulators ignore an end without a start, and tapes rely on it.
            Some(Item::EndRepeat) => {
                if let Some((start, times)) = head.repeat.take().filter(|&(_, times)| times > 1) {
                    (head.item, head.repeat, led_by) = (start, Some((start, times - 1)), here);
                }
            }
            Some(&Item::Jump(to)) => {
                if circle.is_closed_by(head) {
                    return Err((here, "jumps in a loop: the tape would never end"));
                }
                (head.item, led_by) = (to, here);
            }
            Some(Item::Call(sequences)) => {
                if head.call.is_some() {
                    return Err((here, "calls a sequence inside another"));
                }
                if let Some(&first) = sequences.first() {
                    (head.item, head.call, led_by) = (first, Some((here, 0)), here);
                }
            }
            Some(Item::Return) => {
                let call = head.call.take();
                let (caller, sequence) = call.ok_or((here, "ends a sequence that has not been called"))?;
                head.item = caller + 1;
                if let Some(Item::Call(sequences)) = items.get(caller)
                    && let Some(&next) = sequences.get(sequence + 1)
                {
                    (head.item, head.call) = (next, Some((caller, sequence + 1)));
                }
            }
            Some(_) => order.push(here as u32),
            None => match (head.repeat.take(), head.call) {
                // A repeat without an end marker extends to the end of the tape.
                (Some((start, times)), _) if times > 1 => {
                    (head.item, head.repeat, led_by) = (start, Some((start, times - 1)), start - 1);
                }
                (_, Some((caller, _))) => return Err((caller, "calls a sequence that does not return")),
                _ => return Ok(order),
            },
        }
    }
    Err((
        led_by,
        "makes the tape too long: loops, calls and jumps add more than 1,048,576 items",
    ))
}
