//! Postorder walk: a node after all its sons (book, section 2.3.4). Visits n nodes in O(n) steps without a
//! stack, as every node has its father.

use super::{Tree, show};
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Asks for the tree, four answers per node, and prints its nodes in postorder.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        let tree = Tree::read(console, true)?;
        postorder(&tree, |node| show(console, node))?;
        Err(Ended::Stop)
    })
}

/// Visits the root and its brothers, each after its sons.
///
/// # Errors
/// A link to a node that does not exist; sons that form a cycle; an error from `visit`, which must end a
/// cycle of fathers.
pub fn postorder(tree: &Tree, mut visit: impl FnMut(i32) -> Run) -> Run {
    let mut node = tree.leftmost(tree.root)?;
    loop {
        visit(node)?;
        let links = tree.links(node)?;
        node = match (links.brother, links.father) {
            (0, 0) => return Ok(()),
            (0, father) => father,
            (brother, _) => tree.leftmost(brother)?,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{circle, sons, trees, visited};
    use super::*;
    use proptest::prelude::*;

    fn defined(tree: &Tree, node: i32) -> Vec<i32> {
        let below = sons(tree, node).into_iter().flat_map(|son| defined(tree, son));
        below.chain(std::iter::once(node)).collect()
    }

    proptest! {
        #[test]
        fn is_the_recursive_definition(tree in trees()) {
            let (order, end) = visited(&tree, |tree, visit| postorder(tree, visit));
            prop_assert_eq!(end, Ok(()));
            prop_assert_eq!(order, defined(&tree, 1));
        }
    }

    #[test]
    fn circles_have_no_end() {
        let sons = circle(|son, _, _| *son = 1);
        assert_eq!(
            visited(&sons, |tree, visit| postorder(tree, visit)),
            (vec![], Err(Ended::Endless))
        );
        let fathers = circle(|_, _, father| *father = 1);
        let (order, end) = visited(&fathers, |tree, visit| postorder(tree, visit));
        assert_eq!((order.len() > 1000, end), (true, Err(Ended::Endless)));
    }
}
