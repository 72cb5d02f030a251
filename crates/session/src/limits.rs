//! What is kept of a run, and how long it may take: the same for all who run programs.

/// The longest transcript of a run that ends, in bytes.
pub const TRANSCRIPT: usize = 32 << 20;
/// The most rows of it: the ROM takes seven hours to scroll them. Rows are compared one by one, and each
/// takes memory of its own.
pub const TRANSCRIPT_ROWS: usize = 262_144;
/// The longest text of a run without end, in bytes. What was printed before is forgotten.
pub const TEXT_OF_PAST: usize = 4 << 20;
/// The longest paper, in rows of dots: the printer takes more than an hour for it.
pub const PAPER_ROWS: usize = 100_000;
/// The longest paper of a run without end. What came out of the printer before is forgotten.
pub const PAPER_ROWS_OF_PAST: usize = 20_000;
/// The most prompts that are kept.
pub const PROMPTS: usize = 100_000;
/// The longest text of all prompts, in bytes.
pub const PROMPT_TEXT: usize = 8 << 20;
/// The most answers that may wait.
pub const ANSWERS: usize = 100_000;
/// The longest answer, in bytes: more than the machine's memory.
pub const ANSWER: usize = 64 << 10;
/// The most keys that may wait to be pressed.
pub const KEYS: usize = 100_000;
/// Frames after which a run is over where nothing else is asked for: an hour.
pub const FRAMES: u64 = 180_289;
/// The most frames of a run: a day.
pub const MAX_FRAMES: u64 = 4_326_924;
