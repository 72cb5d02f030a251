//! Figure 12 of the paper on search, against the paper and without its limits, as `docs/mosaico.md` has it.

use girafa_reference::papers::mosaico::figure12::{DIFFERENCES, compared, unlimited};

fn main() {
    println!("{}\n{}", compared(), unlimited());
    for cell in DIFFERENCES {
        println!(
            "state {}, column {}: {} printed, {} found: {}",
            cell.state, cell.column, cell.printed, cell.found, cell.reason
        );
    }
}
