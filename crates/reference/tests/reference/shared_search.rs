//! The strategies of the search chapter are written once: four listings have them in the same lines, with the
//! problem in subroutines from line 2000 on.

use crate::listing;

/// The lines of a listing from `first` to `last`.
fn lines(id: &str, first: usize, last: usize) -> Vec<String> {
    let number = |line: &str| line.split(' ').next().and_then(|word| word.parse().ok());
    let within = |line: &&str| number(line).is_some_and(|number| (first..=last).contains(&number));
    listing(id).lines().filter(within).map(str::to_owned).collect()
}

#[test]
fn four_listings_share_their_strategies() {
    let strategies = lines("grafo", 1000, 1999);
    assert!(strategies.len() > 40);
    for id in ["lavrador", "missionarios", "jarros"] {
        assert_eq!(lines(id, 1000, 1999), strategies, "{id}");
    }
}

#[test]
fn six_listings_ask_in_the_same_way() {
    for (first, ids) in [
        (9000, ["grafo", "lavrador", "jarros", "missionarios"]),
        (9100, ["grafo", "lavrador", "caminhos", "familia"]),
    ] {
        let question = lines(ids[0], first, first + 99);
        assert!(question.len() > 3);
        for id in ids {
            assert_eq!(lines(id, first, first + 99), question, "{id}");
        }
    }
}
