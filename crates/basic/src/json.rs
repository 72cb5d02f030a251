//! How much a JSON text is before it is parsed: a value takes memory of its own, however short it is written.

/// The most values of a message that is read: those of an editor have some thousands.
pub const MAX_VALUES: usize = 250_000;

/// What is wrong with a message that has more values than [`MAX_VALUES`]. The answer means nothing for texts
/// that are not JSON.
///
/// ```
/// use girafa_basic::json::{MAX_VALUES, too_many_values};
/// assert_eq!(too_many_values(br#"{"a": "[,\\"[,", "b": [1, 2]}"#), None);
/// let many = format!("[{}1]", "1,".repeat(MAX_VALUES));
/// assert!(too_many_values(many.as_bytes()).is_some());
/// assert_eq!(too_many_values(format!("{many:?}").as_bytes()), None);
/// ```
pub fn too_many_values(json: &[u8]) -> Option<String> {
    (values(json) > MAX_VALUES).then(|| format!("a message has more than {MAX_VALUES} values"))
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
