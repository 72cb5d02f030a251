//! Access to the processor's registers by name.

use girafa_spectrum::Spectrum;

/// The names of all registers, without the 8-bit halves of pairs; `'` marks the alternate set.
pub const NAMES: [&str; 15] = [
    "AF", "BC", "DE", "HL", "IX", "IY", "SP", "PC", "AF'", "BC'", "DE'", "HL'", "I", "R", "IM",
];
/// The names of the 8-bit halves of pairs.
const HALVES: [&str; 8] = ["A", "F", "B", "C", "D", "E", "H", "L"];

/// The current value of the register with this name, in upper or lower case. Names of the alternate set may
/// also be written `af_` and so on. `None` for any other name.
pub fn value(machine: &Spectrum, name: &str) -> Option<u16> {
    let cpu = &machine.cpu;
    let pair = |high, low| u16::from_be_bytes([high, low]);
    Some(match canonical(name).as_str() {
        "AF" => pair(cpu.a, cpu.f),
        "BC" => pair(cpu.b, cpu.c),
        "DE" => pair(cpu.d, cpu.e),
        "HL" => pair(cpu.h, cpu.l),
        "IX" => cpu.ix,
        "IY" => cpu.iy,
        "SP" => cpu.sp,
        "PC" => cpu.pc,
        "AF'" => cpu.af_,
        "BC'" => cpu.bc_,
        "DE'" => cpu.de_,
        "HL'" => cpu.hl_,
        "I" => cpu.i.into(),
        "R" => cpu.r.into(),
        "IM" => cpu.im.into(),
        "A" => cpu.a.into(),
        "F" => cpu.f.into(),
        "B" => cpu.b.into(),
        "C" => cpu.c.into(),
        "D" => cpu.d.into(),
        "E" => cpu.e.into(),
        "H" => cpu.h.into(),
        "L" => cpu.l.into(),
        _ => return None,
    })
}

/// Whether `name` is the name of a register.
pub fn is_name(name: &str) -> bool {
    let name = canonical(name);
    NAMES.iter().chain(&HALVES).any(|known| *known == name)
}

fn canonical(name: &str) -> String {
    name.to_ascii_uppercase().replace('_', "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_register() {
        let mut machine = Spectrum::new(&girafa_rom::girafa48());
        (machine.cpu.b, machine.cpu.c, machine.cpu.hl_) = (1, 2, 0x1234);
        for name in NAMES.into_iter().chain(HALVES) {
            assert!(is_name(name) && value(&machine, name).is_some(), "{name}");
        }
        assert_eq!(value(&machine, "bc"), Some(0x102));
        assert_eq!(value(&machine, "c"), Some(2));
        assert_eq!(value(&machine, "hl_"), value(&machine, "HL'"));
        assert_eq!((value(&machine, "XY"), is_name("AF''")), (None, false));
    }
}
