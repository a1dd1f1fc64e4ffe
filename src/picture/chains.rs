//! Long chains of covers cut short: their ends are drawn, with a line that says what is left out.
//!
//! Invariant: a node with two upper or two lower covers in the picture, a selected node and a node
//! that introduces a point stay.

use super::data::{Node, Picture};

/// The length of the longest chain that is drawn whole.
const MAX_CHAIN_LENGTH: usize = 7;
const CHAIN_END: usize = MAX_CHAIN_LENGTH / 2;

pub(crate) fn shorten_chains(picture: Picture) -> Picture {
    let nodes = picture.nodes.len();
    let (mut below, mut above) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
    for &(lower, upper) in &picture.edges {
        above[lower].push(upper);
        below[upper].push(lower);
    }
    let is_plain = |(at, node): (usize, &Node)| {
        above[at].len() == 1 && below[at].len() == 1 && is_unlabelled(node)
    };
    let is_plain: Vec<bool> = picture.nodes.iter().enumerate().map(is_plain).collect();
    let mut cuts = Vec::new();
    for start in (0..nodes).filter(|&at| is_plain[at] && !is_plain[below[at][0]]) {
        let next = |&at: &usize| is_plain[at].then(|| above[at][0]);
        let mut chain: Vec<usize> = std::iter::successors(Some(start), next).collect();
        chain.insert(0, below[start][0]);
        if chain.len() > MAX_CHAIN_LENGTH {
            cuts.push(chain);
        }
    }
    cut_chains(picture, &cuts)
}

/// Returns `true` if a node shows nothing but its existence.
fn is_unlabelled(node: &Node) -> bool {
    !node.is_selected && node.introduced.is_empty() && node.members.is_none()
}

fn cut_chains(picture: Picture, cuts: &[Vec<usize>]) -> Picture {
    let mut stays = vec![true; picture.nodes.len()];
    for chain in cuts {
        chain[CHAIN_END..chain.len() - CHAIN_END].iter().for_each(|&at| stays[at] = false);
    }
    // The new index of each node that stays.
    let kept: Vec<usize> = (0..stays.len()).filter(|&at| stays[at]).collect();
    let place = |at: usize| kept.partition_point(|&kept| kept < at);
    let moved = |(lower, upper)| (place(lower), place(upper));
    let is_whole = |&(lower, upper): &(usize, usize)| stays[lower] && stays[upper];
    let mut edges: Vec<_> = picture.edges.iter().copied().filter(is_whole).map(moved).collect();
    let mut shortened = std::collections::BTreeMap::new();
    for chain in cuts {
        let ends = moved((chain[CHAIN_END - 1], chain[chain.len() - CHAIN_END]));
        edges.push(ends);
        shortened.insert(ends, chain.len() - 2 * CHAIN_END);
    }
    let nodes = picture.nodes.into_iter().zip(&stays);
    let nodes = nodes.filter(|&(_, &stays)| stays).map(|(node, _)| node).collect();
    Picture { nodes, edges, cut_chains: shortened, ..picture }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(length: usize) -> Picture {
        let node = |at: usize| Node { name: format!("c{at}"), size: at as u32, ..Node::default() };
        let nodes = (0..length).map(node).collect();
        let edges = (1..length).map(|upper| (upper - 1, upper)).collect();
        Picture { nodes, edges, ..Picture::default() }
    }

    #[test]
    fn a_long_chain_keeps_its_ends() {
        assert_eq!(shorten_chains(chain(MAX_CHAIN_LENGTH)), chain(MAX_CHAIN_LENGTH));
        let picture = shorten_chains(chain(20));
        let sizes: Vec<u32> = picture.nodes.iter().map(|node| node.size).collect();
        assert_eq!(sizes, [0, 1, 2, 17, 18, 19]);
        assert_eq!(picture.cut_chains.into_iter().collect::<Vec<_>>(), [((2, 3), 14)]);
        assert_eq!(picture.edges, [(0, 1), (1, 2), (3, 4), (4, 5), (2, 3)]);
    }

    #[test]
    fn what_says_something_stays() {
        let mut asked = chain(20);
        asked.nodes[9].is_selected = true;
        let picture = shorten_chains(asked);
        assert!(picture.nodes.iter().any(|node| node.is_selected));
        assert_eq!(picture.cut_chains.len(), 2);
        let mut introduces = chain(9);
        introduces.nodes[4].introduced = vec![0];
        assert_eq!(shorten_chains(introduces.clone()), introduces);
        // The nodes between the ends of the other path are a chain of their own.
        let mut forked = chain(12);
        forked.edges.push((2, 9));
        assert_eq!(shorten_chains(forked).nodes.len(), 2 + CHAIN_END + CHAIN_END + 2);
    }
}
