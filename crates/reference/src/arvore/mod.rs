//! Walks through a tree (book, chapter 2.3).
//!
//! A node may have any number of sons. The representation is the book's: each node has its first son, its
//! next brother and, if a walk needs it, its father; 0 means that it has none. The three walks differ in
//! when the father is visited: before all his sons, after the first one, or after all of them.
//!
//! Errors of the listings (`Tree::order` walks correctly, or reports that the links are not a tree):
//!
//! - **Unchecked links** (lines 100 to 110): any links are accepted. A cycle of links never ends or ends
//!   with a full stack, report 3, depending on the walk; a link to a node that was not given is a leaf.
//! - **The root's brothers** are visited by the preorder and the postorder but not by the inorder: its line
//!   30 stops at the first node without a father.

pub mod anterior;
pub mod interior;
pub mod posterior;

use crate::console::{Console, subscript};
use crate::ended::Ended;
use crate::session::Run;

/// Size of the listings' arrays of links: nodes are numbered from 1 to this.
const NODES: usize = 40;
/// Size of the listings' stack.
const STACK: usize = 20;
/// Number of nodes that a session asks for.
const NODES_GIVEN: usize = 10;

/// A tree, or any other graph of the given links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    root: i32,
    nodes: [Links; NODES],
}

/// The relatives of a node; 0 for none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Links {
    first_son: i32,
    brother: i32,
    father: i32,
}

impl Tree {
    /// Asks for ten nodes, the first of which is the root, and prints each.
    fn read(console: &mut Console, with_fathers: bool) -> Result<Tree, Ended> {
        let mut tree = Tree {
            root: 0,
            nodes: [Links::default(); NODES],
        };
        for i in 1..=NODES_GIVEN {
            write!(console.screen, "NO'{i}-->");
            let node = console.whole()?;
            // BASIC checks the node's subscript before it asks for the first link.
            let links = &mut tree.nodes[subscript(node, NODES)?];
            links.first_son = console.whole()?;
            links.brother = console.whole()?;
            if with_fathers {
                links.father = console.whole()?;
            }
            write!(console.screen, "{node},{},{}", links.first_son, links.brother);
            if with_fathers {
                write!(console.screen, ",{}", links.father);
            }
            writeln!(console.screen);
            if i == 1 {
                tree.root = node;
            }
        }
        writeln!(console.screen);
        Ok(tree)
    }

    /// The corrected walk, in O(n): the nodes of the root's tree, each before its sons (`sons_before` 0),
    /// after the first one (1) or after all. `None` if a link leads to a missing node or to a node for the
    /// second time.
    pub fn order(&self, sons_before: usize) -> Option<Vec<i32>> {
        fn extend(
            tree: &Tree,
            node: i32,
            sons_before: usize,
            reached: &mut [bool],
            order: &mut Vec<i32>,
        ) -> bool {
            let Some(links) = tree.links(node).ok() else {
                return false;
            };
            if std::mem::replace(&mut reached[node as usize - 1], true) {
                return false;
            }
            let (mut son, mut sons) = (links.first_son, 0);
            while son != 0 {
                if sons == sons_before {
                    order.push(node);
                }
                if !extend(tree, son, sons_before, reached, order) {
                    return false;
                }
                sons += 1;
                son = tree.nodes[son as usize - 1].brother;
            }
            if sons <= sons_before {
                order.push(node);
            }
            true
        }
        let mut order = Vec::new();
        extend(self, self.root, sons_before, &mut [false; NODES], &mut order).then_some(order)
    }

    fn links(&self, node: i32) -> Result<Links, Ended> {
        Ok(self.nodes[subscript(node, NODES)?])
    }

    /// The end of the chain of first sons from `node`.
    fn leftmost(&self, mut node: i32) -> Result<i32, Ended> {
        for _ in 0..NODES {
            match self.links(node)?.first_son {
                0 => return Ok(node),
                son => node = son,
            }
        }
        // More sons than nodes: they form a cycle.
        Err(Ended::Endless)
    }
}

/// Prints that the walk has reached `node`.
fn show(console: &mut Console, node: i32) -> Run {
    writeln!(console.screen, "IMPRIMIR ELEMENTO PERCORRIDO {node}");
    if console.screen.is_endless() {
        Err(Ended::Endless)
    } else {
        Ok(())
    }
}

/// Report 3 if the listing's stack of `used` entries is full.
fn room_on_stack(used: usize) -> Run {
    if used < STACK {
        Ok(())
    } else {
        Err(Ended::SUBSCRIPT_WRONG)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Trees of up to ten nodes with root 1: `fathers[i]` is the father of node i + 2, which becomes his
    /// last son.
    pub(crate) fn trees() -> impl Strategy<Value = Tree> {
        prop::collection::vec(any::<prop::sample::Index>(), 0..NODES_GIVEN).prop_map(|fathers| {
            let mut tree = Tree {
                root: 1,
                nodes: [Links::default(); NODES],
            };
            for (i, father) in fathers.iter().enumerate() {
                let father = father.index(i + 1);
                let node = i as i32 + 2;
                tree.nodes[i + 1].father = father as i32 + 1;
                let mut youngest = tree.nodes[father].first_son;
                if youngest == 0 {
                    tree.nodes[father].first_son = node;
                    continue;
                }
                while tree.nodes[youngest as usize - 1].brother != 0 {
                    youngest = tree.nodes[youngest as usize - 1].brother;
                }
                tree.nodes[youngest as usize - 1].brother = node;
            }
            tree
        })
    }

    /// The sons of `node`, first to last.
    pub(crate) fn sons(tree: &Tree, node: i32) -> Vec<i32> {
        let links = |node: i32| tree.nodes[node as usize - 1];
        let some = |son: i32| (son != 0).then_some(son);
        std::iter::successors(some(links(node).first_son), |&son| some(links(son).brother)).collect()
    }

    /// The nodes in the order in which `walk` visits them, and the result of the walk.
    pub(crate) fn visited(
        tree: &Tree,
        walk: impl FnOnce(&Tree, &mut dyn FnMut(i32) -> Run) -> Run,
    ) -> (Vec<i32>, Run) {
        let mut order = Vec::new();
        let end = walk(tree, &mut |node| {
            order.push(node);
            if order.len() > 1000 {
                Err(Ended::Endless)
            } else {
                Ok(())
            }
        });
        (order, end)
    }

    /// A tree of one node that is a `relative` of itself.
    pub(crate) fn circle(relative: impl FnOnce(&mut i32, &mut i32, &mut i32)) -> Tree {
        let mut links = Links::default();
        relative(&mut links.first_son, &mut links.brother, &mut links.father);
        let mut nodes = [Links::default(); NODES];
        nodes[0] = links;
        Tree { root: 1, nodes }
    }

    proptest! {
        #[test]
        fn the_corrected_walk_is_the_listings_on_trees(tree in trees()) {
            let order = |walk: fn(&Tree, &mut dyn FnMut(i32) -> Run) -> Run| Some(visited(&tree, walk).0);
            prop_assert_eq!(tree.order(0), order(|tree, visit| anterior::preorder(tree, visit)));
            prop_assert_eq!(tree.order(1), order(|tree, visit| interior::inorder(tree, visit)));
            prop_assert_eq!(tree.order(usize::MAX), order(|tree, visit| posterior::postorder(tree, visit)));
        }
    }

    #[test]
    fn unchecked_links_are_reported_by_the_corrected_walk() {
        let son_of_itself = circle(|son, _, _| *son = 1);
        let brother_of_itself = circle(|son, brother, _| (*son, *brother) = (0, 1));
        let nowhere = circle(|son, _, _| *son = 41);
        for sons_before in [0, 1, usize::MAX] {
            assert_eq!(son_of_itself.order(sons_before), None);
            // The root's brothers are not part of its tree.
            assert_eq!(brother_of_itself.order(sons_before), Some(vec![1]));
            assert_eq!(nowhere.order(sons_before), None);
        }
    }

    #[test]
    fn the_roots_brothers_are_walked_through_by_two_of_three() {
        let mut tree = circle(|_, brother, _| *brother = 2);
        tree.nodes[1] = Links::default();
        assert_eq!(
            visited(&tree, |tree, visit| anterior::preorder(tree, visit)).0,
            [1, 2]
        );
        assert_eq!(
            visited(&tree, |tree, visit| interior::inorder(tree, visit)).0,
            [1]
        );
        assert_eq!(
            visited(&tree, |tree, visit| posterior::postorder(tree, visit)).0,
            [1, 2]
        );
        assert_eq!(tree.order(0), Some(vec![1]));
    }
}
