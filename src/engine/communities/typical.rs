//! Typical points of groups and parts: the points that most points of the community have among
//! their neighbours, and that are not neighbours of one another if possible.

use std::cmp::Reverse;

use super::Regions;
use super::hierarchy::Level;
use super::numbering::NumberedRegions;
use crate::base::csr::Csr;
use crate::base::ids::PointId;

/// The most typical points of a community.
const MAX_TYPICAL: usize = 3;

/// Returns the typical points of each community, the most typical first; none of a join.
pub(super) fn typical_points(
    Regions { graph, hierarchy, .. }: &Regions,
    numbered: &NumberedRegions,
) -> Vec<Vec<PointId>> {
    let part = |node: u32| hierarchy.region_of_node[node as usize];
    let group = |node: u32| part(node).map(|region| hierarchy.group_of(region));
    let mut found = vec![Vec::new(); numbered.regions.len()];
    for (level, region_of) in [
        (Level::Group, &group as &dyn Fn(u32) -> Option<usize>),
        (Level::Part, &part as &dyn Fn(u32) -> Option<usize>),
    ] {
        let (supports, mut nodes_of) =
            count_supports(&graph.links, &graph.weights, hierarchy.regions.len(), region_of);
        for (place, &region) in numbered.regions.iter().enumerate() {
            if hierarchy.regions[region].level != level {
                continue;
            }
            let nodes = &mut nodes_of[region];
            nodes.sort_by_key(|&node| (Reverse(supports[node as usize]), node));
            let chosen = choose_unlinked(nodes, |one, other| {
                graph.are_linked(one, other) || graph.are_linked(other, one)
            });
            found[place] = chosen.iter().map(|&node| graph.nodes[node as usize]).collect();
        }
    }
    found
}

/// Counts for each node the points of its region that have it among their neighbours; returns the
/// nodes of each of the `regions` too.
fn count_supports(
    links: &Csr,
    weights: &[u32],
    regions: usize,
    region_of: &dyn Fn(u32) -> Option<usize>,
) -> (Vec<u64>, Vec<Vec<u32>>) {
    let mut supports = vec![0; links.len()];
    let mut nodes_of = vec![Vec::new(); regions];
    for (node, list) in (0..).zip(links.iter()) {
        let Some(region) = region_of(node) else { continue };
        nodes_of[region].push(node);
        for &other in list.iter().filter(|&&other| region_of(other) == Some(region)) {
            supports[other as usize] += u64::from(weights[node as usize]);
        }
    }
    (supports, nodes_of)
}

/// Chooses the first nodes that are not linked to one chosen before; the next if these are fewer
/// than two.
fn choose_unlinked(nodes: &[u32], are_linked: impl Fn(u32, u32) -> bool) -> Vec<u32> {
    let mut chosen: Vec<u32> = Vec::new();
    for &node in nodes {
        if chosen.len() == MAX_TYPICAL {
            break;
        }
        if !chosen.iter().any(|&other| are_linked(node, other)) {
            chosen.push(node);
        }
    }
    if let ([first], Some(&second)) = (&chosen[..], nodes.get(1)) {
        return vec![*first, second];
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typical_nodes_have_most_points_of_their_region_as_neighbours() {
        let links: Csr = [vec![0, 1, 3], vec![1, 0], vec![2, 1], vec![3, 0]].into_iter().collect();
        let region = |node: u32| Some(usize::from(node == 3));
        let (supports, nodes) = count_supports(&links, &[1, 5, 1, 9], 2, &region);
        // Nodes 1 and 0 have node 0; the nine points of node 3 are of another region.
        assert_eq!((supports, nodes), (vec![6, 7, 1, 9], vec![vec![0, 1, 2], vec![3]]));
        let linked = |one: u32, other: u32| one.abs_diff(other) == 1;
        assert_eq!(choose_unlinked(&[4, 5, 2, 3, 9, 7], linked), [4, 2, 9]);
        assert_eq!(choose_unlinked(&[4, 5, 3], linked), [4, 5]);
        assert_eq!(choose_unlinked(&[4], linked), [4]);
    }
}
