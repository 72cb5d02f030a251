//! Machine code with labels.

/// An assembler for short routines.
#[derive(Debug, Clone)]
pub struct Code {
    origin: u16,
    bytes: Vec<u8>,
    labels: Vec<(&'static str, u16)>,
    /// References to labels: position, label, and whether the reference is relative (one byte).
    references: Vec<(usize, &'static str, bool)>,
}

impl Code {
    /// Empty code that will be at `origin`.
    pub fn at(origin: u16) -> Code {
        Code {
            origin,
            bytes: Vec::new(),
            labels: Vec::new(),
            references: Vec::new(),
        }
    }

    /// The address of the next byte.
    pub fn here(&self) -> u16 {
        self.origin + self.bytes.len() as u16
    }

    /// Appends bytes.
    pub fn put(&mut self, bytes: &[u8]) -> &mut Code {
        self.bytes.extend(bytes);
        self
    }

    /// Defines a label at the current address.
    pub fn label(&mut self, name: &'static str) -> &mut Code {
        self.labels.push((name, self.here()));
        self
    }

    /// Appends an instruction that ends with the address of a label.
    pub fn to(&mut self, opcode: &[u8], label: &'static str) -> &mut Code {
        self.put(opcode);
        self.references.push((self.bytes.len(), label, false));
        self.put(&[0, 0])
    }

    /// Appends a relative jump to a label.
    pub fn jump(&mut self, opcode: u8, label: &'static str) -> &mut Code {
        self.put(&[opcode]);
        self.references.push((self.bytes.len(), label, true));
        self.put(&[0])
    }

    /// The address of a label.
    pub fn address(&self, label: &str) -> u16 {
        let found = self.labels.iter().find(|(name, _)| *name == label);
        found.unwrap_or_else(|| panic!("no label {label}")).1
    }

    /// The assembled bytes, with all references resolved.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for &(at, label, is_relative) in &self.references {
            let to = self.address(label);
            if is_relative {
                let distance = i32::from(to) - i32::from(self.origin) - at as i32 - 1;
                bytes[at] = i8::try_from(distance).expect("a near label") as u8;
            } else {
                bytes[at..at + 2].copy_from_slice(&to.to_le_bytes());
            }
        }
        bytes
    }
}
