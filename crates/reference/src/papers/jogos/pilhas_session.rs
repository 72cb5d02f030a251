//! The session of `pilhas`: the complete state space of a heap, level by level, and a game in it.

use super::pilhas::{Heaps, Space, Split};
use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// The player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Person,
    Machine,
}

/// Asks for the number of sticks, prints all states that can follow, and plays if requested.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    write!(
        console.screen,
        "DIVIDIR PILHAS\n\nCADA UM DIVIDE UMA PILHA EM DUAS\nDESIGUAIS. PERDE QUEM NAO PUDER.\n"
    );
    let sticks = choice(console, 3, 9)?;
    let space = Space::of(sticks);
    show_space(console, sticks, &space);
    let player = match choice(console, 0, 2)? {
        0 => return Err(Ended::Stop),
        1 => Player::Person,
        _ => Player::Machine,
    };
    play_game(console, sticks, player, &space)?;
    Err(Ended::Stop)
}

/// Asks until the answer is an integer from `least` to `most`.
fn choice(console: &mut Console, least: u32, most: u32) -> Result<u32, Ended> {
    loop {
        let whole = console.number()?.whole();
        let number = whole.and_then(|number| u32::try_from(number).ok());
        if let Some(number) = number.filter(|number| (least..=most).contains(number)) {
            return Ok(number);
        }
    }
}

/// Shows the states of each number of heaps with their value for MAX; MIN begins.
fn show_space(console: &mut Console, sticks: u32, space: &Space) {
    for heaps in 1..=sticks as usize {
        let min_moves = heaps % 2 == 1;
        let level: Vec<String> = space
            .states
            .iter()
            .filter(|(state, _)| state.len() == heaps)
            .map(|(state, wins)| {
                let digits: String = state.iter().map(u32::to_string).collect();
                format!("{digits}={}", u32::from(*wins != min_moves))
            })
            .collect();
        // A row has 28 columns for states, each with "=1" and a space.
        for (row, states) in level.chunks(28 / (heaps + 3)).enumerate() {
            let player = match (row, min_moves) {
                (0, true) => "MIN",
                (0, false) => "MAX",
                _ => "",
            };
            writeln!(console.screen, "{player:3} {}", states.join(" "));
        }
    }
    let begins = match space.wins(&[sticks]) {
        Some(true) => "PODE GANHAR",
        _ => "PERDE",
    };
    writeln!(
        console.screen,
        "\nA ARVORE: {} NOS,\n{} ESTADOS DIFERENTES\nQUEM COMECA {begins}.",
        space.nodes,
        space.states.len()
    );
}

fn play_game(console: &mut Console, sticks: u32, first: Player, space: &Space) -> Run {
    let mut heaps = vec![sticks];
    let mut player = first;
    loop {
        let sizes: String = heaps.iter().map(|heap| format!(" {heap}")).collect();
        writeln!(console.screen, "PILHAS:{sizes}");
        let Some(reply) = space.reply(&heaps) else {
            let end = match player {
                Player::Person => "NAO PODE JOGAR: GANHEI EU.",
                Player::Machine => "NAO POSSO JOGAR: GANHOU VOCE.",
            };
            writeln!(console.screen, "{end}");
            return Ok(());
        };
        (heaps, player) = match player {
            Player::Person => (persons_split(console, &heaps)?, Player::Machine),
            Player::Machine => {
                let whole = heaps[reply.heap];
                let rest = whole - reply.part;
                writeln!(console.screen, "EU:     {whole} EM {} E {rest}", reply.part);
                (reply.apply(&heaps), Player::Person)
            }
        };
    }
}

fn persons_split(console: &mut Console, heaps: &[u32]) -> Result<Heaps, Ended> {
    loop {
        let mut answer = || -> Result<Option<u32>, Ended> {
            let whole = console.number()?.whole();
            Ok(whole.and_then(|number| u32::try_from(number).ok()))
        };
        let (whole, part) = (answer()?, answer()?);
        if let Some((whole, part)) = whole.zip(part)
            && let Some(heap) = heaps.iter().position(|&heap| heap == whole)
            && (1..whole).contains(&part)
            && 2 * part != whole
        {
            let rest = whole - part;
            writeln!(console.screen, "VOCE:   {whole} EM {part} E {rest}");
            return Ok(Split { heap, part }.apply(heaps));
        }
        writeln!(console.screen, "NAO PODE SER.");
    }
}
