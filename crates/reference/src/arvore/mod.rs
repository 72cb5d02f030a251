//! Walks through a tree (book, chapter 2.3).
//!
//! A node may have any number of sons. It is held as in the book: each node knows its first son, its next brother and,
//! where a walk needs it, its father; 0 stands for none. The three walks differ in when the father is visited: before
//! all his sons, after the first one, or after all of them.

pub mod anterior;
pub mod interior;
pub mod posterior;

use crate::console::{Console, subscript};
use crate::session::{Ended, Run};

/// Elements of the listings' arrays of links: nodes are numbered from 1 to this.
const NODES: usize = 40;
/// Elements of the listings' stack.
const STACK: usize = 20;
/// Nodes that a session gives.
const NODES_GIVEN: usize = 10;

/// A tree, or whatever the links given make up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    root: i32,
    nodes: [Links; NODES],
}

/// Where a node's relatives are; 0 for none.
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
            // The node's place is looked up before its first link is asked for.
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

    fn links(&self, node: i32) -> Result<Links, Ended> {
        Ok(self.nodes[subscript(node, NODES)?])
    }

    /// The node that first sons lead to from `node`, one after the other.
    fn leftmost(&self, mut node: i32) -> Result<i32, Ended> {
        for _ in 0..NODES {
            match self.links(node)?.first_son {
                0 => return Ok(node),
                son => node = son,
            }
        }
        // More sons than there are nodes: they lead round in a circle.
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

/// Report 3 if the listing's stack has no room for an entry more than `used`.
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

    /// Trees of up to ten nodes, 1 the root: `fathers[i]` is where node i + 2 hangs, behind the sons that are there.
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

    /// The nodes in the order in which `walk` visits them, and how it ends.
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

    /// The tree of one node that is `relative` of itself.
    pub(crate) fn circle(relative: impl FnOnce(&mut i32, &mut i32, &mut i32)) -> Tree {
        let mut links = Links::default();
        relative(&mut links.first_son, &mut links.brother, &mut links.father);
        let mut nodes = [Links::default(); NODES];
        nodes[0] = links;
        Tree { root: 1, nodes }
    }
}
