//! Noughts and crosses from the empty board: the move, its value, and the number of positions that minimax
//! and alpha-beta examine, for each depth in half-moves.

use girafa_reference::galo::Square;
use girafa_reference::papers::jogos::galo::{alpha_beta, minimax};

fn main() {
    println!("| half-moves | move | value | minimax | alpha-beta |\n| --- | --- | --- | --- | --- |");
    for depth in 1..=9 {
        let board = [Square::Empty; 9];
        let full = minimax(&board, Square::O, depth);
        let cut = alpha_beta(&board, Square::O, depth);
        assert_eq!((full.square, full.value), (cut.square, cut.value));
        let (row, column) = full
            .square
            .map_or((0, 0), |square| (square / 3 + 1, square % 3 + 1));
        println!(
            "| {depth} | {row} {column} | {} | {} | {} |",
            full.value, full.positions, cut.positions
        );
    }
}
