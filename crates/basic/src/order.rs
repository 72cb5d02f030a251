//! Sorting, once for all types where code is small before it is fast.
//!
//! The standard library's sort is compiled anew for each type and each order: thirty of them would be a tenth of a page that
//! is loaded. There, positions are sorted instead, by one sort for all, and the items are put after them.

use std::cmp::Ordering;

/// Slices that are sorted as the standard library does it, stably.
pub trait Order<T> {
    /// By the items themselves.
    fn order(&mut self)
    where
        T: Ord;

    /// By what `key` makes of them.
    fn order_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

/// Whether one sort serves all.
const ONCE: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

impl<T> Order<T> for [T] {
    fn order(&mut self)
    where
        T: Ord,
    {
        if ONCE {
            let order = positions(self.len(), &mut |a, b| self[a].cmp(&self[b]));
            put(self, order);
        } else {
            self.sort();
        }
    }

    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        if ONCE {
            let order = positions(self.len(), &mut |a, b| key(&self[a]).cmp(&key(&self[b])));
            put(self, order);
        } else {
            self.sort_by_key(key);
        }
    }
}

/// The positions of `count` items in their order.
fn positions(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..count).collect();
    positions.sort_by(|&a, &b| compare(a, b));
    positions
}

/// Puts items in an order: the one at `order[0]` comes first.
fn put<T>(items: &mut [T], mut order: Vec<usize>) {
    for first in 0..order.len() {
        let mut at = first;
        // Each round of the permutation once around; places that are done hold themselves.
        loop {
            let from = std::mem::replace(&mut order[at], at);
            if from == first {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn as_the_standard_library_does(items in prop::collection::vec((0..9u8, 0..99u8), 0..60)) {
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            let order = positions(items.len(), &mut |a, b| items[a].0.cmp(&items[b].0));
            let mut put_in_order = items.clone();
            put(&mut put_in_order, order);
            prop_assert_eq!(&put_in_order, &expected);
            let mut ordered = items.clone();
            ordered.order_by_key(|item| item.0);
            prop_assert_eq!(ordered, expected);
            let (mut all, mut sorted) = (items.clone(), items);
            all.order();
            sorted.sort();
            prop_assert_eq!(all, sorted);
        }
    }
}
