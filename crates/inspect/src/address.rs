//! Parses memory addresses in decimal or hexadecimal.

/// Parses an address: `23296`, `0x5B00` or `$5B00`. `None` if it is not an address.
///
/// ```
/// use girafa_inspect::address::parse;
/// assert_eq!(parse("0x5B00"), Some(23296));
/// assert_eq!((parse("$5b00"), parse("23296")), (Some(23296), Some(23296)));
/// assert_eq!((parse("65536"), parse("0x"), parse("+5")), (None, None, None));
/// ```
pub fn parse(text: &str) -> Option<u16> {
    let digits = ["0x", "0X", "$"]
        .iter()
        .find_map(|prefix| text.strip_prefix(prefix));
    let (digits, base) = digits.map_or((text, 10), |digits| (digits, 16));
    // `from_str_radix` also accepts a sign.
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_alphanumeric());
    u16::from_str_radix(digits, base).ok().filter(|_| is_plain)
}
