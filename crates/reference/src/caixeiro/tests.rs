use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// All tours that the search finds.
fn tours(lengths: &Lengths, rule: Rule) -> Result<Vec<(Vec<Arc>, i32)>, Ended> {
    let mut found = Vec::new();
    search(lengths.clone(), rule, &mut LastChoice::default(), &mut |event| {
        if let Event::Tour { arcs, cost, .. } = event {
            found.push((arcs, cost));
        }
        Ok(())
    })?;
    Ok(found)
}

/// The towns along `arcs` and the closing arc, from town 0; `None` if that is not a round trip.
fn trip(arcs: &[Arc], towns: usize) -> Option<Vec<usize>> {
    let only_one_without = |end: fn(&Arc) -> usize| {
        let mut without = (0..towns).filter(|&town| arcs.iter().all(|arc| end(arc) != town));
        without.next().filter(|_| without.next().is_none())
    };
    let closing = Arc {
        from: only_one_without(|arc| arc.from)?,
        to: only_one_without(|arc| arc.to)?,
    };
    let mut trip = vec![0];
    loop {
        let next = arcs
            .iter()
            .chain([&closing])
            .find(|arc| Some(&arc.from) == trip.last())?;
        if next.to == 0 {
            return (trip.len() == towns).then_some(trip);
        }
        trip.push(next.to);
    }
}

/// Matrices in which about six of ten arcs exist.
fn matrices(towns: usize) -> impl Strategy<Value = Lengths> {
    let arc = prop_oneof![2 => Just(NO_ARC), 3 => 1..100];
    prop::collection::vec(arc, towns * towns).prop_map(move |numbers| {
        let mut lengths = Lengths::new(towns);
        for (arc, number) in Lengths::new(towns).arcs().zip(numbers) {
            if arc.from != arc.to {
                lengths.set(arc, number);
            }
        }
        lengths
    })
}

/// Arcs of length 1, each written as two towns, from 1.
fn with_arcs(towns: usize, arcs: &str) -> Lengths {
    let mut lengths = Lengths::new(towns);
    for arc in arcs.split_whitespace() {
        let [from, to] = [0, 1].map(|i| usize::from(arc.as_bytes()[i] - b'1'));
        lengths.set(Arc { from, to }, 1);
    }
    lengths
}

/// All round trips, as their towns from town 0, with their lengths.
fn all_trips(lengths: &Lengths) -> BTreeMap<Vec<usize>, i32> {
    fn extend(lengths: &Lengths, towns: Vec<usize>, cost: i32, all: &mut BTreeMap<Vec<usize>, i32>) {
        let from = towns[towns.len() - 1];
        let complete = towns.len() == lengths.towns();
        for to in 0..lengths.towns() {
            let length = lengths.of(Arc { from, to });
            if length == NO_ARC || complete != (to == 0) || to != 0 && towns.contains(&to) {
                continue;
            }
            if complete {
                all.insert(towns.clone(), cost + length);
            } else {
                extend(lengths, [towns.clone(), vec![to]].concat(), cost + length, all);
            }
        }
    }
    let mut all = BTreeMap::new();
    extend(lengths, vec![0], 0, &mut all);
    all
}

proptest! {
    #[test]
    fn the_corrected_search_finds_each_trip_once(lengths in (2..=6usize).prop_flat_map(matrices)) {
        let found = tours(&lengths, Rule::Corrected).unwrap();
        let trips: Vec<(Vec<usize>, i32)> = found
            .iter()
            .map(|(arcs, cost)| (trip(arcs, lengths.towns()).expect("a round trip"), *cost))
            .collect();
        prop_assert_eq!(trips.len(), found.len());
        let all = all_trips(&lengths);
        prop_assert_eq!(trips.into_iter().collect::<BTreeMap<_, _>>(), all.clone());
        prop_assert_eq!(shortest_tour(&lengths).map(|(cost, _)| cost), all.values().copied().min());
    }

    #[test]
    fn the_listed_search_finds_the_same_up_to_four_towns(lengths in (2..=4usize).prop_flat_map(matrices)) {
        prop_assert_eq!(tours(&lengths, Rule::Listed).unwrap(), tours(&lengths, Rule::Corrected).unwrap());
    }

    #[test]
    fn pruned_arcs_exceed_the_shortest_by_more_than_delta(lengths in matrices(6), delta in 0..50) {
        let mut pruned = lengths.clone();
        prune(&mut pruned, delta);
        for arc in lengths.arcs().filter(|&arc| pruned.of(arc) != lengths.of(arc)) {
            prop_assert_eq!(pruned.of(arc), NO_ARC);
            let others = (0..6).filter(|&town| town != arc.to);
            let shortest = others.map(|to| lengths.of(Arc { to, ..arc })).min().unwrap();
            prop_assert!(lengths.of(arc) > shortest + delta);
        }
        let found = tours(&pruned, Rule::Corrected).unwrap();
        let best = shortest_tour(&lengths).map_or(i32::MAX, |(cost, _)| cost);
        prop_assert!(found.iter().all(|&(_, cost)| cost >= best));
    }
}

#[test]
fn the_listed_search_can_leave_a_town_twice_and_miss_a_trip() {
    let lengths = with_arcs(5, "13 15 23 25 31 34 42 45 51 52 53");
    let listed = tours(&lengths, Rule::Listed).unwrap();
    let leaves_twice =
        |arcs: &[Arc]| (1..arcs.len()).any(|n| arcs[..n].iter().any(|arc| arc.from == arcs[n].from));
    assert!(listed.iter().any(|(arcs, _)| leaves_twice(arcs)));
    let trips: Vec<_> = listed.iter().filter_map(|(arcs, _)| trip(arcs, 5)).collect();
    assert!(trips.len() < all_trips(&lengths).len());
}

#[test]
fn arcs_from_a_town_to_itself_end_badly() {
    assert_eq!(
        tours(&with_arcs(1, "11"), Rule::Listed),
        Err(Ended::VARIABLE_NOT_FOUND)
    );
    assert_eq!(tours(&with_arcs(2, "11 22"), Rule::Listed), Err(Ended::Endless));
    assert_eq!(shortest_tour(&with_arcs(2, "11 22")), None);
    assert_eq!(shortest_tour(&with_arcs(2, "11 12 21 22")), Some((2, vec![0, 1])));
}

/// The answers that enter these arcs and accept the matrix.
fn answers<'a>(towns: &'a str, arcs: &'a str) -> Vec<&'a str> {
    let arcs = arcs.split_whitespace().flat_map(|arc| arc.split(','));
    std::iter::once(towns)
        .chain(arcs)
        .chain(["0", "0", "0", "S"])
        .collect()
}

#[test]
fn five_arcs_are_followed_of_a_trip_through_seven_towns() {
    let seven = sessions::session(&answers("7", "1,2,1 2,3,1 3,4,1 4,5,1 5,6,1 6,7,1 7,1,1"));
    assert_eq!(seven.ended, Ended::SUBSCRIPT_WRONG);
    let six = sessions::session(&answers("6", "1,2,1 2,3,1 3,4,1 4,5,1 5,6,1 6,1,1"));
    assert_eq!(six.ended, Ended::Stop);
    let lengths = with_arcs(7, "12 23 34 45 56 67 71");
    let found = tours(&lengths, Rule::Corrected).unwrap();
    let ordered = in_order(&found[0].0);
    assert_eq!(ordered.len(), 6);
    assert!(ordered.windows(2).all(|pair| pair[0].to == pair[1].from));
}

#[test]
fn five_margins_can_be_too_small_for_the_only_trip() {
    let session = sessions::session(&answers("3", "1,2,1 2,3,1 3,1,200 3,2,1 2,1,1"));
    assert_eq!(session.ended, Ended::Stop);
    assert_eq!(session.transcript.matches("---> 0 SOLUCOES").count(), 5);
    let mut lengths = with_arcs(3, "12 23 31 32 21");
    lengths.set(Arc { from: 2, to: 0 }, 200);
    assert_eq!(shortest_tour(&lengths), Some((202, vec![0, 1, 2])));
}

/// The example of Little, Murty, Sweeney and Karel (1963), whose shortest trip has length 63: the pruning
/// removes it.
#[test]
fn the_shortest_trip_can_be_pruned() {
    #[rustfmt::skip]
    let example = [
        [256, 27, 43, 16, 30, 26],
        [7, 256, 16, 1, 30, 25],
        [20, 13, 256, 35, 5, 0],
        [21, 16, 25, 256, 18, 18],
        [12, 46, 27, 48, 256, 5],
        [23, 5, 5, 9, 5, 256],
    ];
    let lengths = Lengths(example.map(Vec::from).to_vec());
    assert_eq!(shortest_tour(&lengths), Some((63, vec![0, 3, 2, 4, 5, 1])));
    let (longest, shortest) = lengths.extremes();
    let costs = |finer: i32| {
        let mut pruned = lengths.clone();
        prune(&mut pruned, (longest - shortest) / (finer * 12) + 1);
        let found = tours(&pruned, Rule::Corrected).unwrap();
        found.into_iter().map(|(_, cost)| cost).collect::<Vec<_>>()
    };
    assert_eq!(costs(5), []);
    assert_eq!(costs(4), [64]);
}
