//! Inorder walk: a node after its first son and before the others (book, section 2.3.3).
//!
//! The listing keeps the visited nodes on its stack S and searches it at each step back to a father: O(n^2)
//! steps for n nodes. O(n) would be enough, as a father must be visited exactly when the walk comes back
//! from his first son. In addition to the errors of all walks ([`super`]), the listing has this one, which
//! [`Tree::order`] does not have:
//!
//! - **Visited nodes on a stack of 20** (lines 20 and 45): no node is ever removed from it, so a tree of 21
//!   nodes would end with report 3, although the arrays have 40 elements. The session cannot show this, as
//!   it asks for ten nodes.

use super::{NODES, Tree, room_on_stack, show};
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Asks for the tree, four answers per node, and prints its nodes in inorder.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        let tree = Tree::read(console, true)?;
        inorder(&tree, |node| show(console, node))?;
        Err(Ended::Stop)
    })
}

/// Visits each node of the root's tree after its first son and before the others.
///
/// # Errors
/// A link to a node that does not exist; more than 20 nodes, for example if links form a cycle; an error
/// from `visit`.
pub fn inorder(tree: &Tree, mut visit: impl FnMut(i32) -> Run) -> Run {
    let mut visited = Vec::new();
    let mut visit_and_keep = |node, visited: &mut Vec<i32>| -> Run {
        visit(node)?;
        room_on_stack(visited.len())?;
        visited.push(node);
        Ok(())
    };
    let mut subtree = tree.root;
    'descend: loop {
        let mut node = tree.leftmost(subtree)?;
        visit_and_keep(node, &mut visited)?;
        // Go up from son to father until there is a brother whose subtree to enter.
        for _ in 0..NODES {
            let father = tree.links(node)?.father;
            if father == 0 {
                return Ok(());
            }
            if !visited.contains(&father) {
                visit_and_keep(father, &mut visited)?;
            }
            let brother = tree.links(node)?.brother;
            if brother != 0 {
                subtree = brother;
                continue 'descend;
            }
            node = father;
        }
        // More fathers than nodes: they form a cycle.
        return Err(Ended::Endless);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{circle, sons, trees, visited};
    use super::*;
    use proptest::prelude::*;

    fn defined(tree: &Tree, node: i32) -> Vec<i32> {
        let mut subtrees = sons(tree, node).into_iter().map(|son| defined(tree, son));
        let mut order = subtrees.next().unwrap_or_default();
        order.push(node);
        order.extend(subtrees.flatten());
        order
    }

    proptest! {
        #[test]
        fn is_the_recursive_definition(tree in trees()) {
            let (order, end) = visited(&tree, |tree, visit| inorder(tree, visit));
            prop_assert_eq!(end, Ok(()));
            prop_assert_eq!(order, defined(&tree, 1));
        }
    }

    #[test]
    fn visited_nodes_on_a_stack_of_20_are_too_few_for_the_arrays() {
        let chain = |nodes: usize| {
            let mut tree = circle(|_, _, _| ());
            for node in 1..nodes {
                tree.nodes[node - 1].first_son = node as i32 + 1;
                tree.nodes[node].father = node as i32;
            }
            tree
        };
        let walked = |tree: &Tree| visited(tree, |tree, visit| inorder(tree, visit));
        let upwards = |nodes| (1..=nodes).rev().collect::<Vec<i32>>();
        assert_eq!(walked(&chain(20)), (upwards(20), Ok(())));
        // The 21st node is printed before the stack overflows.
        assert_eq!(walked(&chain(21)), (upwards(21), Err(Ended::SUBSCRIPT_WRONG)));
        assert_eq!(walked(&chain(22)).0.len(), 21);
        assert_eq!(chain(22).order(1), Some(upwards(22)));
    }

    #[test]
    fn circles_end_as_in_the_listing() {
        let sons = circle(|son, _, _| *son = 1);
        assert_eq!(
            visited(&sons, |tree, visit| inorder(tree, visit)),
            (vec![], Err(Ended::Endless))
        );
        let fathers = circle(|_, _, father| *father = 1);
        assert_eq!(
            visited(&fathers, |tree, visit| inorder(tree, visit)),
            (vec![1], Err(Ended::Endless))
        );
        // With a father, the walk also tries the brother and visits the node until the stack is full.
        let both = circle(|_, brother, father| (*brother, *father) = (1, 1));
        assert_eq!(
            visited(&both, |tree, visit| inorder(tree, visit)),
            (vec![1; 21], Err(Ended::SUBSCRIPT_WRONG))
        );
    }
}
