//! How often what is executed: `profile.txt`.

/// Addresses of the ROM, with how often an instruction is executed there.
pub struct Profile {
    /// Of a million instructions, by address.
    pub executed: Vec<f64>,
    /// Of them, how many were reached by a jump that is not in the code: by RET, by JP (HL), after a port or an
    /// interrupt.
    pub entered: Vec<f64>,
}

impl Profile {
    /// Reads rows of an address and the two figures. What is after `#` is a comment.
    pub fn parse(text: &str, size: usize) -> Profile {
        let (mut executed, mut entered) = (vec![0.0; size], vec![0.0; size]);
        for row in text.lines() {
            let row = row.split('#').next().unwrap_or_default();
            let fields: Vec<&str> = row.split_whitespace().collect();
            let [address, times, entries] = fields[..] else {
                assert!(
                    fields.is_empty(),
                    "profile.txt: {row:?}: an address and two figures are wanted"
                );
                continue;
            };
            let address = usize::from_str_radix(address, 16).expect("profile.txt: an address");
            executed[address] = times.parse().expect("profile.txt: a figure");
            entered[address] = entries.parse().expect("profile.txt: a figure");
        }
        Profile { executed, entered }
    }
}
