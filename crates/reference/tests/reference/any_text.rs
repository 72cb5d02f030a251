//! Arbitrary text in a file of problems or typed as an answer is read or rejected without a panic. Bimaru's
//! puzzles are tested next to their parser.

use girafa_reference::console::Console;
use girafa_reference::papers::quarto::file;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn problems_of_quarto(text in "([0-9 ,.\"A-Fx-]{0,20}\n){0,20}", other in "\\PC{0,60}", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for text in [text, other, String::from_utf8_lossy(&bytes).into_owned()] {
            let _ = file::problems(&text);
        }
    }

    #[test]
    fn numbers_as_answers(text in "[0-9.eE+-]{0,40}|\\PC{0,20}") {
        let answers = [text.as_str()];
        let _ = Console::new(&answers).number();
    }
}
