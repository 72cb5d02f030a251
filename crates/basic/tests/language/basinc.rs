//! Programs in BASinC's notation.

use girafa_basic::basinc;
use girafa_basic::tokenise::{Options, program};
use girafa_test_support::shared_text;

#[test]
fn a_listing_is_written_as_it_was() {
    let listing = "Auto 30\n\n# Run-time Variables\n\nVar g: Num = 7\nVar n$: Str = \"\\{i2}x\"\n\n\
        # End Run-time Variables\n\n\
        \u{20} 10 PRINT \"\\#022\\#005\\#006\\a\\\\ \\{vivnp6}\\#016\"\n1000 STOP\n";
    let read = program(listing, &Options::default()).unwrap();
    assert!(read.warnings.is_empty(), "{}", read.warnings);
    assert_eq!(basinc::from_program(&read.program), listing);
    let none = program("10 STOP\n", &Options::default()).unwrap().program;
    assert_eq!(
        basinc::from_program(&none),
        "Auto 8224\n\n# Run-time Variables\n\n# End Run-time Variables\n\n  10 STOP\n"
    );
}

/// The checksum covers more than the text, so it is not written.
#[test]
fn the_shared_listing() {
    let Some(listing) = shared_text("outside/strangers/basin.bas") else {
        return;
    };
    let read = program(&listing, &Options::default()).unwrap();
    let (_, text) = listing.split_once('\n').unwrap();
    assert_eq!(basinc::from_program(&read.program), text.replace('\r', ""));
}
