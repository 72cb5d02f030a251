//! Nim of thirteen coins (first companion paper, after section 6.2 of Roberts): one heap; each player in
//! turn takes one to three coins; the player who takes the last one loses.
//!
//! Three programs play it with the same dialogue and find the machine's move with different methods
//! ([`moves`]): mutual recursion, which searches all games (the paper's program), a table of good moves
//! computed in advance (its exercise 3), and an arithmetic rule (its exercise 4).

pub mod moves;

use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};
use moves::{MAX_TAKE, Recursion, by_rule, table};

/// Maximum number of coins for the recursive program; for the other two it is [`MAX_COINS`].
const MAX_COINS_RECURSIVE: i32 = 45;
/// Maximum number of coins on the table.
const MAX_COINS: i32 = 200;
/// The character of a coin: the first user-defined graphic.
const COIN: &str = "\u{E190}";
/// Number of coins drawn in a row.
const COINS_PER_ROW: usize = 32;

/// The game with the mutual recursion, which reports the number of calls for each move.
pub fn recursive(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        let coins = starting_coins(console, MAX_COINS_RECURSIVE)?;
        writeln!(console.screen, "**** RECURSAO MUTUA ****");
        play(console, coins, |coins| {
            let mut search = Recursion::forgetful();
            let good = search.good_move(coins);
            (good, Some(search.calls()))
        })
    })
}

/// The game with the table, which is shown first.
pub fn tabulated(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        let coins = starting_coins(console, MAX_COINS)?;
        let table = table(coins);
        writeln!(console.screen, "**** TABELA DE JOGADAS ****");
        show_good_moves(console, coins, |coins| table[coins]);
        play(console, coins, |coins| (table[coins], None))
    })
}

/// The game with the rule; its move for each number of coins is shown first.
pub fn ruled(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        let coins = starting_coins(console, MAX_COINS)?;
        writeln!(console.screen, "**** REGRA ARITMETICA ****");
        show_good_moves(console, coins, by_rule);
        play(console, coins, |coins| (by_rule(coins), None))
    })
}

fn starting_coins(console: &mut Console, most: i32) -> Result<usize, Ended> {
    loop {
        if let Some(coins @ 1..) = console.number()?.whole()
            && coins <= most
        {
            return Ok(coins as usize);
        }
    }
}

/// Shows a digit for each number of coins, 0 if no move is good.
fn show_good_moves(console: &mut Console, coins: usize, good_move: impl Fn(usize) -> Option<usize>) {
    writeln!(console.screen, "JOGADA BOA DE 1 A {coins} MOEDAS:");
    (1..=coins).for_each(|coins| write!(console.screen, "{}", good_move(coins).unwrap_or(0)));
    writeln!(console.screen);
}

/// The player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    Person,
    Machine,
}

/// Plays to the end. `good_move` returns a winning move, if there is one, and the number of calls needed.
fn play(
    console: &mut Console,
    mut coins: usize,
    good_move: impl Fn(usize) -> (Option<usize>, Option<u64>),
) -> Run {
    let mut turn = Turn::Person;
    while coins > 1 {
        writeln!(console.screen, "\nHA' {coins} MOEDAS NA MESA.");
        if coins <= COINS_PER_ROW {
            writeln!(console.screen, "{}", COIN.repeat(coins));
        }
        let (taken, next) = match turn {
            Turn::Person => (persons_move(console, coins)?, Turn::Machine),
            Turn::Machine => {
                let (good, calls) = good_move(coins);
                // Without a good move, take the fewest coins: that leaves the person the most chances for a
                // mistake.
                let taken = good.unwrap_or(1);
                writeln!(console.screen, "EU TIRO {taken} MOEDA{}.", plural(taken));
                if let Some(calls) = calls {
                    writeln!(console.screen, "({calls} CHAMADAS)");
                }
                (taken, Turn::Person)
            }
        };
        coins -= taken;
        turn = next;
    }
    let last = match (coins, turn) {
        (0, _) => "VOCE TIROU A ULTIMA MOEDA.\nGANHEI EU.",
        (_, Turn::Person) => "SO' RESTA UMA MOEDA.\nE'SUA: GANHEI EU.",
        (_, Turn::Machine) => "SO' RESTA UMA MOEDA.\nE'MINHA: GANHOU VOCE.",
    };
    writeln!(console.screen, "\n{last}");
    Err(Ended::Stop)
}

/// Asks until the number of coins may be taken.
fn persons_move(console: &mut Console, coins: usize) -> Result<usize, Ended> {
    let most = coins.min(MAX_TAKE);
    loop {
        if let Some(taken @ 1..) = console.number()?.whole()
            && taken as usize <= most
        {
            let taken = taken as usize;
            writeln!(console.screen, "VOCE TIRA {taken} MOEDA{}.", plural(taken));
            return Ok(taken);
        }
        writeln!(console.screen, "TIRE DE 1 A {most}.");
    }
}

fn plural(coins: usize) -> &'static str {
    if coins > 1 { "S" } else { "" }
}
