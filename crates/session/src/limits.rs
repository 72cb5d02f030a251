//! Limits of the input, output and length of a run, shared by all front ends.

/// Maximum transcript of a run that ends, in bytes.
pub const TRANSCRIPT: usize = 32 << 20;
/// Maximum rows of that transcript: the ROM takes seven hours to scroll them. Rows are compared one by one,
/// and each is a separate allocation.
pub const TRANSCRIPT_ROWS: usize = 262_144;
/// Maximum text kept of a run without end, in bytes. Older text is discarded.
pub const TEXT_OF_PAST: usize = 4 << 20;
/// Maximum paper, in rows of dots: the printer takes more than an hour to print it.
pub const PAPER_ROWS: usize = 100_000;
/// Maximum paper kept of a run without end. Older rows are discarded.
pub const PAPER_ROWS_OF_PAST: usize = 20_000;
/// Maximum number of recorded prompts.
pub const PROMPTS: usize = 100_000;
/// Maximum text of all prompts, in bytes.
pub const PROMPT_TEXT: usize = 8 << 20;
/// Maximum number of waiting answers.
pub const ANSWERS: usize = 100_000;
/// Maximum length of an answer, in bytes: more than the machine's memory.
pub const ANSWER: usize = 64 << 10;
/// Maximum number of waiting keys.
pub const KEYS: usize = 100_000;
/// Default frame limit of a run: an hour.
pub const FRAMES: u64 = 180_289;
/// Maximum frame limit of a run: a day.
pub const MAX_FRAMES: u64 = 4_326_924;
