//! Noughts and crosses against the machine (book, section 7.3): minimax over two levels, without symmetric
//! positions.
//!
//! The machine plays X. It examines each of its moves and each answer to it, values the positions by the
//! lines that are still open to each player, and chooses the move whose worst answer is best: at most 9 * 8
//! positions, far fewer at the start, where a symmetric board needs only one of its equivalent squares. A
//! move checks O(9 * 8 * 8) lines on any board. Errors of the listing:
//!
//! - **Three X not valued** (line 1210): its valuation ignores them, although section 7.2 says that they
//!   count +1000. The machine can miss its own win to prevent an answer that would come too late
//!   ([`value`]; [`value_of_both`] counts them).
//! - **Full board first** (line 845): a move that fills the board ends the game without a check for a win
//!   ([`outcome`] checks that first).
//! - **Negative first player** (line 30) is accepted, and the machine plays alone ([`may_begin`]).
//! - **Half a turn** (line 900): only reflections are tested, so a board whose only symmetry is the half
//!   turn offers equivalent moves ([`distinct_moves`] offers each once).

use crate::console::{Console, subscript};
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// The content of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Square {
    /// Nothing.
    Empty,
    /// The machine's mark.
    X,
    /// The player's.
    O,
}

use Square::{Empty, O, X};

/// The squares, row by row.
pub type Board = [Square; 9];

/// Rows, columns and diagonals.
pub const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// The four reflections, as the square from which each square comes: across the middle row, the middle
/// column, the falling and the rising diagonal.
const AXES: [[usize; 9]; 4] = [
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

/// The value of a lost position; negated, of a won one.
const LOSS_VALUE: i32 = -1000;

/// Asks who begins, and plays until the board is full or three marks are in a line.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    introduce(console);
    let first = loop {
        let first = console.whole()?;
        if first != 0 && first <= 2 {
            break first;
        }
    };
    let mut board = [Empty; 9];
    loop {
        let (xs, os) = (count(&board, X), count(&board, O));
        let players_turn = first == 1 && os < xs || first == 2 && os <= xs;
        board = if players_turn {
            ask_move(console, &moves(&board, O))?
        } else {
            let options = moves(&board, X);
            show_machines_move(console, &options[reply(&options)])
        };
        let screen = &mut console.screen;
        if !board.contains(&Empty) {
            write!(screen, "\nPARTIDA TERMINADA...");
            return Err(Ended::Stop);
        }
        if has_three(&board, O) {
            writeln!(screen, "\nVOCE GANHOU !!!");
            return Err(Ended::Stop);
        }
        if has_three(&board, X) {
            writeln!(screen, "GANHEI EU !!!");
            return Err(Ended::Stop);
        }
    }
}

fn introduce(console: &mut Console) {
    let screen = &mut console.screen;
    let stars = "*".repeat(32);
    write!(screen, "{stars}          JOGO DO GALO          {stars}\n\n");
    write!(screen, "    A FINALIDADE DO JOGO E': \n\n");
    write!(screen, "---PARA A MAQUINA-->ALINHAR 3 X\n\n");
    write!(screen, "---PARA SI -------->ALINHAR 3 O\n\n\n");
    write!(screen, "{}\n\n", "=".repeat(32));
    write!(screen, " CADA UM JOGA A VEZ \n\n");
    write!(screen, "- VOCE E' O JOGADOR 2\n\n");
    writeln!(screen, "- O COMPUTADOR E' O JOGADOR 1");
}

/// Shows the positions that the player can choose from, and asks for one.
fn ask_move(console: &mut Console, options: &[Board]) -> Result<Board, Ended> {
    write!(
        console.screen,
        "\nE'A SUA VEZ DE EFECTUAR UMA DAS JOGADAS SEGUINTES: \n\n"
    );
    for (number, option) in (1..).zip(options) {
        console.screen.tab(9);
        writeln!(console.screen, "{number}");
        show(console, option);
    }
    let choice = loop {
        writeln!(console.screen, "** QUAL A SUA JOGADA (<={}) ?", options.len());
        let choice = console.whole()?;
        if choice != 0 && choice <= options.len() as i32 {
            break choice;
        }
    };
    writeln!(console.screen, "\nESCOLHEU A JOGADA {choice}");
    Ok(options[subscript(choice, options.len())?])
}

fn show_machines_move(console: &mut Console, board: &Board) -> Board {
    write!(console.screen, "\n\n* AGORA EU... A MINHA JOGADA E':\n\n");
    write!(console.screen, "(DEIXE-ME PENSAR UM POUCO S.F.F)\n\n");
    show(console, board);
    *board
}

fn show(console: &mut Console, board: &Board) {
    for row in board.chunks(3) {
        for square in row {
            let mark = match square {
                Empty => '-',
                X => 'X',
                O => 'O',
            };
            write!(console.screen, "{mark} ");
        }
        writeln!(console.screen);
    }
    writeln!(console.screen);
}

fn count(board: &Board, mark: Square) -> usize {
    board.iter().filter(|&&square| square == mark).count()
}

fn has_three(board: &Board, mark: Square) -> bool {
    LINES
        .iter()
        .any(|line| line.iter().all(|&square| board[square] == mark))
}

/// The positions after each move of `mark`, square by square, with one of each group that is equivalent by
/// reflections of the board.
pub fn moves(board: &Board, mark: Square) -> Vec<Board> {
    let mut symmetric_to_another = [false; 9];
    let is_symmetric = |axis: &&[usize; 9]| (0..9).all(|square| board[square] == board[axis[square]]);
    for axis in AXES.iter().filter(is_symmetric) {
        for square in 0..9 {
            if !symmetric_to_another[square] && axis[square] != square {
                symmetric_to_another[axis[square]] = true;
            }
        }
    }
    (0..9)
        .filter(|&square| board[square] == Empty && !symmetric_to_another[square])
        .map(|square| {
            let mut next = *board;
            next[square] = mark;
            next
        })
        .collect()
}

/// The eight symmetries of the board, the identity first: the image of each square.
pub fn symmetries() -> Vec<[usize; 9]> {
    let mut all = vec![std::array::from_fn(|square| square)];
    let mut next = 0;
    // All products of the reflections.
    while next < all.len() {
        for axis in AXES {
            let product = all[next].map(|square: usize| axis[square]);
            if !all.contains(&product) {
                all.push(product);
            }
        }
        next += 1;
    }
    all
}

/// The positions after each move of `mark`, square by square, with the first of each group that is
/// equivalent by any symmetry.
pub fn distinct_moves(board: &Board, mark: Square) -> Vec<Board> {
    let symmetries = symmetries();
    let mut distinct: Vec<Board> = Vec::new();
    for square in (0..9).filter(|&square| board[square] == Empty) {
        let mut next = *board;
        next[square] = mark;
        let is_known = |symmetry: &[usize; 9]| distinct.contains(&symmetry.map(|square| next[square]));
        if !symmetries.iter().any(is_known) {
            distinct.push(next);
        }
    }
    distinct
}

/// Whether this is the number of a player who may begin.
pub fn may_begin(first: i32) -> bool {
    matches!(first, 1 | 2)
}

/// The result of a finished game: the mark with three in a line, or `Some(Empty)` for a full board; `None`
/// if the game is not finished.
pub fn outcome(board: &Board) -> Option<Square> {
    let winner = [X, O].into_iter().find(|&mark| has_three(board, mark));
    winner.or_else(|| (!board.contains(&Empty)).then_some(Empty))
}

/// The listing's valuation: lost if there are three O, otherwise the number of lines without an O minus the
/// number without an X.
pub fn value(board: &Board) -> i32 {
    let lines_without = |mark: Square| {
        let is_open = |line: &&[usize; 3]| line.iter().all(|&square| board[square] != mark);
        LINES.iter().filter(is_open).count() as i32
    };
    if has_three(board, O) {
        LOSS_VALUE
    } else {
        lines_without(O) - lines_without(X)
    }
}

/// The valuation in which three X count as won, whatever the answer: for a position after an answer to the
/// machine's move.
pub fn value_of_both(board: &Board) -> i32 {
    if has_three(board, X) {
        -LOSS_VALUE
    } else {
        value(board)
    }
}

/// The listing's choice: the first of the `options` (the positions after the machine's moves) whose worst
/// answer is best.
pub fn reply(options: &[Board]) -> usize {
    reply_by(options, value)
}

/// The choice of [`reply`] with another valuation.
pub fn reply_by(options: &[Board], value: fn(&Board) -> i32) -> usize {
    let worst_answer = |option: &Board| {
        let answers = moves(option, O);
        // Without an answer the position cannot get worse.
        answers.iter().map(value).min().unwrap_or(-LOSS_VALUE)
    };
    let values: Vec<i32> = options.iter().map(worst_answer).collect();
    let best = values.iter().max();
    values.iter().position(|value| Some(value) == best).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All boards without a winner that alternate moves can reach, X or O beginning.
    fn boards() -> BTreeSet<Board> {
        fn extend(board: Board, mark: Square, all: &mut BTreeSet<Board>) {
            if !all.insert(board) || has_three(&board, X) || has_three(&board, O) {
                return;
            }
            for square in (0..9).filter(|&square| board[square] == Empty) {
                let mut next = board;
                next[square] = mark;
                extend(next, if mark == X { O } else { X }, all);
            }
        }
        let mut all = BTreeSet::new();
        extend([Empty; 9], X, &mut all);
        let mut by_o = BTreeSet::new();
        extend([Empty; 9], O, &mut by_o);
        all.extend(by_o);
        all
    }

    fn all_moves(board: &Board, mark: Square) -> Vec<Board> {
        let empty = (0..9).filter(|&square| board[square] == Empty);
        empty
            .map(|square| {
                let mut next = *board;
                next[square] = mark;
                next
            })
            .collect()
    }

    #[test]
    fn one_move_stands_for_all_that_look_the_same() {
        let symmetries = symmetries();
        assert_eq!(symmetries.len(), 8);
        let canonical = |board: &Board| symmetries.iter().map(|s| s.map(|square| board[square])).min();
        for board in boards() {
            let kept = moves(&board, X);
            let classes: BTreeSet<_> = kept.iter().map(canonical).collect();
            let all: BTreeSet<_> = all_moves(&board, X).iter().map(canonical).collect();
            assert_eq!(classes, all, "{board:?}");
            let distinct = distinct_moves(&board, X);
            assert_eq!(distinct.len(), all.len());
            assert_eq!(distinct.iter().map(canonical).collect::<BTreeSet<_>>(), all);
            // A half turn without a reflection is not tested.
            assert!(kept.len() == all.len() || AXES.iter().all(|axis| axis.map(|s| board[s]) != board));
        }
    }

    #[test]
    fn half_a_turn_is_offered_twice() {
        // Of five empty squares, two pairs are equivalent, and the centre is alone.
        let turned = [X, O, Empty, Empty, Empty, Empty, Empty, O, X];
        assert_eq!(
            (moves(&turned, X).len(), distinct_moves(&turned, X).len()),
            (5, 3)
        );
    }

    #[test]
    fn replies_are_those_of_a_search_of_all_moves() {
        for board in boards() {
            let options = moves(&board, X);
            if options.is_empty() {
                continue;
            }
            let worst = |option: &Board| all_moves(option, O).iter().map(value).min().unwrap_or(1000);
            let best = all_moves(&board, X).iter().map(worst).max();
            assert_eq!(Some(worst(&options[reply(&options)])), best, "{board:?}");
        }
    }

    #[test]
    fn a_win_can_be_passed_by() {
        let missed = |value: fn(&Board) -> i32| {
            let open = |board: &Board| !has_three(board, X) && !has_three(board, O);
            let misses = |board: &Board| {
                let options = moves(board, X);
                options.iter().any(|option| has_three(option, X))
                    && !has_three(&options[reply_by(&options, value)], X)
            };
            boards()
                .into_iter()
                .filter(|board| open(board) && misses(board))
                .count()
        };
        assert!(missed(value) > 0);
        assert_eq!(missed(value_of_both), 0);
        // X to move wins at the lower right, but the valuation sees O's later three in a row.
        let board = [X, X, Empty, O, O, Empty, Empty, Empty, Empty];
        let options = moves(&board, X);
        let played = options[reply(&options)];
        assert!(!has_three(&played, X), "{played:?}");
    }

    #[test]
    fn a_full_board_is_over_even_if_its_last_move_has_won() {
        let over = |answers: &[&str]| session(answers).transcript.lines().last().map(str::to_owned);
        let full = Some("PARTIDA TERMINADA...".to_owned());
        assert_eq!(over(&["1", "1", "4", "2", "2"]), full);
        assert_eq!(over(&["2", "1", "4", "3", "2", "1"]), full);
        assert_eq!(
            over(&["2", "1", "4", "3", "1"]).as_deref(),
            Some("VOCE GANHOU !!!")
        );
        assert_eq!(over(&["-1"]).as_deref(), Some("GANHEI EU !!!"));
        assert!(!may_begin(-1) && !may_begin(0) && !may_begin(3) && may_begin(1) && may_begin(2));
        assert_eq!(outcome(&[X, X, X, O, O, X, X, O, O]), Some(X));
        assert_eq!(outcome(&[X, O, X, X, O, O, O, X, X]), Some(Empty));
        assert_eq!(outcome(&[X, O, Empty, O, O, X, X, Empty, X]), None);
    }
}
