//! The time of the machine's first move for 30 to 45 coins after the player has taken one (exercise 2 of the
//! first companion paper): by plain recursion, by recursion with stored results, by table and by rule.
//!
//! `cargo run --release -p girafa-reference --example moedas [FIRST LAST]`

use std::hint::black_box;
use std::time::{Duration, Instant};

use girafa_reference::papers::moedas::moves::{Recursion, by_rule, table};

fn main() {
    let limits: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|limit| limit.parse().ok())
        .collect();
    let (first, last) = match limits[..] {
        [first, last] if first >= 3 => (first, last),
        _ => (30, 45),
    };
    println!("| coins | calls | recursion | results kept | table | rule |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for coins in first..=last {
        let left = black_box(coins - 1);
        let mut search = Recursion::forgetful();
        let recursion = timed(|| search.good_move(left));
        let kept = timed(|| Recursion::keeping(left).good_move(left));
        let by_table = timed(|| table(left)[left]);
        let rule = timed(|| by_rule(left));
        println!(
            "| {coins} | {} | {recursion:.2?} | {kept:.2?} | {by_table:.2?} | {rule:.2?} |",
            search.calls()
        );
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}
