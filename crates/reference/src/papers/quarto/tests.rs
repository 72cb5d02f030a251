//! Compares the searches with each other and with properties of the board that need no search.

use std::collections::HashMap;

use proptest::prelude::*;
use proptest::strategy::Strategy as Generator;

use super::search::{End, Strategy, branching, penetrance};
use super::*;

const STRATEGIES: [Strategy; 4] = [
    Strategy::BreadthFirst,
    Strategy::DepthFirst { limit: SQUARES },
    Strategy::AStar,
    Strategy::IdaStar,
];

/// The fewest moves that solve a state: those that complete the line with the fewest missing pieces by
/// pieces of the reserve that share the property.
fn fewest_moves(state: &State) -> Option<usize> {
    let mut fewest = None;
    for line in lines() {
        let pieces: Vec<Piece> = line
            .into_iter()
            .filter_map(|square| state.board.0[square])
            .collect();
        let missing = ROW - pieces.len();
        for property in 0..PROPERTIES.len() {
            for value in 0..2 {
                let has = |piece: &&Piece| piece.values()[property] == value;
                let reserve = state.reserve.iter().filter(has).count();
                if pieces.iter().filter(has).count() == pieces.len() && reserve >= missing {
                    fewest = Some(fewest.map_or(missing, |fewest: usize| fewest.min(missing)));
                }
            }
        }
    }
    fewest
}

/// A state with `empty` squares, whose reserve is the pieces that are not on the board.
fn states(empty: std::ops::Range<usize>) -> impl Generator<Value = State> {
    let pieces: Vec<Piece> = Piece::all().collect();
    let squares: Vec<usize> = (0..SQUARES).collect();
    (Just(pieces).prop_shuffle(), Just(squares).prop_shuffle(), empty).prop_map(|(pieces, squares, empty)| {
        let (reserve, laid) = pieces.split_at(empty);
        let board = squares.into_iter().zip(laid);
        let board = board.fold(Board::default(), |board, (square, &piece)| {
            board.after(Move { square, piece })
        });
        State {
            board,
            reserve: reserve.to_vec(),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Each search finds a solution if there is one; all except depth first find a shortest one.
    #[test]
    fn searches_agree_with_each_other_and_with_the_lines(state in states(1..6)) {
        prop_assume!(!state.board.is_solved());
        let fewest = fewest_moves(&state);
        for strategy in STRATEGIES {
            match strategy.search(&state, usize::MAX).end {
                End::Solved(moves) => {
                    let mut reached = state.clone();
                    for &placement in &moves {
                        prop_assert!(reached.moves().any(|other| other == placement));
                        reached = reached.after(placement);
                    }
                    prop_assert!(reached.board.is_solved());
                    if !matches!(strategy, Strategy::DepthFirst { .. }) {
                        prop_assert_eq!(Some(moves.len()), fewest, "{:?}", strategy);
                    }
                }
                end => {
                    prop_assert_eq!(&end, &End::Exhausted);
                    prop_assert_eq!(fewest, None, "{:?}", strategy);
                }
            }
        }
    }

    /// The heuristic is admissible, and decreases by at most one in a move.
    #[test]
    fn the_heuristic_is_admissible_and_consistent(state in states(1..17)) {
        prop_assume!(!state.board.is_solved());
        let h = state.board.heuristic();
        if let Some(fewest) = fewest_moves(&state) {
            prop_assert!(usize::from(h) <= fewest);
        }
        for placement in state.moves() {
            prop_assert!(state.board.after(placement).heuristic() + 1 >= h);
        }
    }

    /// Any text is either parsed or reported as an error.
    #[test]
    fn any_text_is_read_or_refused(text in "[();0a-z \n]{0,200}|\\PC{0,60}") {
        let _ = file::problems(&text);
    }
}

/// Moves of the shortest solution, h at the start, and the nodes that breadth first, A* and IDA* expand. If
/// A* expands as many as breadth first, the heuristic does not help: it counts rows that can no longer be
/// completed.
#[test]
fn moves_and_nodes_of_the_six_problems() {
    let problems = file::problems(file::PROBLEMS).unwrap();
    let kept = |strategy: Strategy, state| strategy.search(state, usize::MAX);
    let measured: Vec<_> = problems
        .iter()
        .map(|state| {
            let End::Solved(moves) = kept(Strategy::BreadthFirst, state).end else {
                panic!("{state:?} has no solution");
            };
            let nodes = [Strategy::BreadthFirst, Strategy::AStar, Strategy::IdaStar]
                .map(|strategy| kept(strategy, state).expanded);
            (moves.len(), state.board.heuristic(), nodes)
        })
        .collect();
    assert_eq!(
        measured,
        [
            (1, 1, [1, 1, 1]),
            (2, 1, [7, 7, 8]),
            (2, 2, [10, 3, 3]),
            (4, 1, [90, 90, 183]),
            (3, 1, [83, 83, 86]),
            (3, 1, [70, 70, 74]),
        ]
    );
}

#[test]
fn the_place_of_an_error_in_a_file_is_reported() {
    let piece = "(branca quadrada alta oca)";
    let row = "(0 0 0 0)";
    for (text, expected) in [
        ("x", "line 1, column 1: a problem is expected here, not \"x\""),
        (
            "(",
            "line 1, column 2: a board is expected here, not the end of the file",
        ),
        (
            "((\n(0 0 0)",
            "line 2, column 7: a piece is expected here, not \")\"",
        ),
        (
            &format!("(({row}{row}{row}{row})\n({piece}{piece}))"),
            "line 2, column 28: BQAO is there twice",
        ),
        (
            "((((branca redonda quadrada alta",
            "line 1, column 20: a second quadrada/redonda for one piece",
        ),
        (
            "((((azul",
            "line 1, column 5: \"azul\" is not a property of a piece",
        ),
        ("((((alta)", "line 1, column 9: a piece has four properties"),
        (
            &format!("(({row}{row}{row}{row}{row})())"),
            "line 1, column 39: the end of a board of four rows is expected here, not \"(\"",
        ),
    ] {
        let error = file::problems(text).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }
}

/// Computed by hand from the paper's definitions: 1 move of 17 nodes; B + B^2 = 110 is B = 10.
#[test]
fn measures() {
    assert_eq!(penetrance(1, 17).unwrap().to_string(), ".0588");
    assert_eq!(branching(2, 110).unwrap().to_string(), "10");
    assert_eq!(branching(1, 17).unwrap().to_string(), "17");
}

/// The printed names of all sixteen pieces are different.
#[test]
fn names() {
    let names: HashMap<String, Piece> = Piece::all().map(|piece| (piece.to_string(), piece)).collect();
    assert_eq!(names.len(), usize::from(PIECES));
    assert_eq!(Piece::new(0).unwrap().to_string(), "BQAO");
    assert_eq!(Piece::new(13).unwrap().to_string(), "PRAC");
    assert_eq!(Piece::new(16), None);
}
