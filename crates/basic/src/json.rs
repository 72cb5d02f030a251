//! Limits the number of values in a JSON text before it is parsed: each value takes memory, however short its
//! text.

/// Maximum number of values in a message; those of an editor have some thousands.
pub const MAX_VALUES: usize = 250_000;

/// Returns an error message if a JSON text has more values than [`MAX_VALUES`]. The result is meaningless for
/// texts that are not JSON.
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

/// Estimates the number of values in a JSON text; the result may be slightly too high.
pub fn values(json: &[u8]) -> usize {
    let (mut values, mut is_string, mut is_escaped) = (1, false, false);
    for &byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_string,
            b'"' => is_string = !is_string,
            // Each of these starts a value.
            b',' | b'[' | b'{' if !is_string => values += 1,
            _ => {}
        }
    }
    values
}
