//! Expectations about memory, registers and approximate numbers.

use super::*;

const POKES: &str =
    "10 POKE 23296,1: POKE 23297,2\n20 LET a=PI: DIM v(2): LET v(2)=1/3\n30 RANDOMIZE USR 32768\n";

#[test]
fn memory_registers_and_near_numbers() {
    // LD DE,1234: RET at 32768.
    let program = format!("5 POKE 32768,17: POKE 32769,52: POKE 32770,18: POKE 32771,201\n{POKES}");
    let well = "[[session]]\nname = \"x\"\nmemory.23296 = [1, 2]\nmemory.0x8000 = [17, 52]\nregisters = { iy = 0x5C3A, IM = 1, i = 63 }\n\
        variables = { a = { approx = 3.14, within = 0.01 }, v = [0, { approx = 0.3333, within = 1e-3 }] }\n";
    let directory = with_files(&[("p.bas", &program), ("p.toml", well)]);
    assert_well(&test(&directory, &[]));

    let wrong = well
        .replace("[1, 2]", "[1, 3]")
        .replace("IM = 1", "IM = 2")
        .replace("3.14,", "3.2,")
        .replace("i = 63", "i = 0x3F");
    write(&directory, "p.toml", &wrong);
    let done = test(&directory, &[]);
    assert_differs(
        &done,
        &["listing (memory)", "listing (registers)", "listing (variables)"],
    );
    assert_eq!(
        marked(&stdout(&done)),
        [
            "1 a = 3.1415927 ! 1 a = 3.2 within .01",
            "2 23296 = 1, 2 ! 2 23296 = 1, 3",
            "1 IM = 1 ! 1 IM = 2",
        ]
    );
    let blessed = test(&directory, &["--bless"]);
    assert_eq!(blessed.status.code(), Some(0), "{}", stderr(&blessed));
    let kept = well
        .replace("approx = 3.14,", "approx = 3.1415927,")
        .replace("i = 63", "i = 0x3F");
    assert_eq!(read(&directory, "p.toml"), kept);
    assert_well(&test(&directory, &[]));
}
