//! Preorder walk: a node before its sons (book, section 2.3.1). Visits n nodes in O(n) steps; the stack
//! holds the ancestors of the current node.

use super::{Tree, room_on_stack, show};
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Asks for the tree, three answers per node, and prints its nodes in preorder.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        let tree = Tree::read(console, false)?;
        preorder(&tree, |node| show(console, node))?;
        Err(Ended::Stop)
    })
}

/// Visits the root and its brothers, each before its sons. Fathers are not needed, as the stack has them.
///
/// # Errors
/// A link to a node that does not exist; more than 20 ancestors, for example if sons form a cycle; an error
/// from `visit`.
pub fn preorder(tree: &Tree, mut visit: impl FnMut(i32) -> Run) -> Run {
    let mut ancestors = Vec::new();
    let mut node = tree.root;
    loop {
        visit(node)?;
        let son = tree.links(node)?.first_son;
        if son != 0 {
            room_on_stack(ancestors.len())?;
            ancestors.push(node);
            node = son;
            continue;
        }
        // The walk continues with the next brother, or with an ancestor's.
        let mut brother = tree.links(node)?.brother;
        while brother == 0 {
            let Some(ancestor) = ancestors.pop() else {
                return Ok(());
            };
            brother = tree.links(ancestor)?.brother;
        }
        node = brother;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{circle, sons, trees, visited};
    use super::*;
    use proptest::prelude::*;

    fn defined(tree: &Tree, node: i32) -> Vec<i32> {
        let below = sons(tree, node).into_iter().flat_map(|son| defined(tree, son));
        std::iter::once(node).chain(below).collect()
    }

    proptest! {
        #[test]
        fn is_the_recursive_definition(tree in trees()) {
            let (order, end) = visited(&tree, |tree, visit| preorder(tree, visit));
            prop_assert_eq!(end, Ok(()));
            prop_assert_eq!(order, defined(&tree, 1));
        }
    }

    #[test]
    fn a_circle_of_sons_overflows_the_stack() {
        let tree = circle(|son, _, _| *son = 1);
        let (order, end) = visited(&tree, |tree, visit| preorder(tree, visit));
        assert_eq!((order.len(), end), (21, Err(Ended::SUBSCRIPT_WRONG)));
    }

    #[test]
    fn a_circle_of_brothers_has_no_end() {
        let tree = circle(|_, brother, _| *brother = 1);
        let (_, end) = visited(&tree, |tree, visit| preorder(tree, visit));
        assert_eq!(end, Err(Ended::Endless));
    }
}
