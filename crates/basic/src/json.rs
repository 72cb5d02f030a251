//! How much a JSON text is before it is parsed: a value takes memory of its own, however short it is written.

/// The most values of a message that is read: those of an editor have some thousands.
pub const MAX_VALUES: usize = 250_000;

/// Whether a JSON text has more than [`MAX_VALUES`]. The answer means nothing for other texts.
///
/// ```
/// use girafa_basic::json::{MAX_VALUES, has_too_many_values};
/// assert!(!has_too_many_values(br#"{"a": "[,\\"[,", "b": [1, 2]}"#));
/// let many = format!("[{}1]", "1,".repeat(MAX_VALUES));
/// assert!(has_too_many_values(many.as_bytes()));
/// assert!(!has_too_many_values(format!("{many:?}").as_bytes()));
/// ```
pub fn has_too_many_values(json: &[u8]) -> bool {
    values(json) > MAX_VALUES
}

/// How many values a JSON text has, or a few more.
pub fn values(json: &[u8]) -> usize {
    let (mut values, mut is_string, mut is_escaped) = (1, false, false);
    for &byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_string,
            b'"' => is_string = !is_string,
            // Each of these begins one.
            b',' | b'[' | b'{' if !is_string => values += 1,
            _ => {}
        }
    }
    values
}
