//! The communities of a page: what the card of each says, which clusters and points it has, and
//! what it has in common with others.

use serde::Serialize;

use super::held::Held;
use crate::base::ids::CommunityId;
use crate::base::points::Points;
use crate::communities::{Communities, Community, Membership};

/// What a graph knows of its communities.
#[derive(Clone, Copy, Debug)]
pub struct Groups<'a> {
    /// All of them.
    pub communities: &'a Communities,
    /// The share of each point in them.
    pub membership: &'a Membership,
    /// Whether groups stand apart, in words.
    pub verdict: &'a str,
}

/// A group, as JSON.
#[derive(Debug, PartialEq, Serialize)]
pub struct Card {
    name: String,
    /// How many points belong to it, of all.
    size: u32,
    /// How many of these have each class; empty without classes.
    counts: Vec<u32>,
    /// How clearly it stands apart from what it joins next.
    separation: Option<f64>,
    /// What it differs in from all points.
    apart: Option<String>,
    /// The cluster most like it, on the page or not.
    cluster: Option<String>,
    /// Its clusters on the page, by their places; at least one.
    nodes: Vec<usize>,
    /// Its points on the page, by their places, ascending.
    points: Vec<usize>,
    /// The share of each of these in it.
    shares: Vec<f64>,
    /// The communities on the page with which it has points in common, by their places, and how
    /// many.
    overlaps: Vec<(usize, u32)>,
}

/// The communities with a cluster on a page, those with most points first.
pub fn cards(
    held: &Held,
    points: &Points,
    communities: &Communities,
    membership: &Membership,
) -> Vec<Card> {
    let classes = points.classes();
    let nodes = |number: CommunityId| {
        let all = held.picture.nodes.iter().enumerate();
        all.filter(|(_, node)| node.community == Some(number)).map(|(at, _)| at).collect()
    };
    let card = |(number, one): (CommunityId, &Community)| Card {
        name: one.name.clone(),
        size: one.points,
        counts: classes.map_or(Vec::new(), |classes| vec![0; classes.names().len()]),
        separation: one.separation,
        apart: one.apart.clone(),
        cluster: one.cluster.map(|id| id.to_string()),
        nodes: nodes(number),
        points: Vec::new(),
        shares: Vec::new(),
        overlaps: Vec::new(),
    };
    let all = CommunityId::first(communities.all.len()).zip(communities.groups()).map(card);
    let (mut cards, mut place_of) = (Vec::new(), vec![None; communities.groups().len()]);
    for (number, card) in all.enumerate().filter(|(_, card)| !card.nodes.is_empty()) {
        place_of[number] = Some(cards.len());
        cards.push(card);
    }
    let at = |id: CommunityId| place_of.get(id.index()).copied().flatten();
    for (point, shares) in points.ids().zip(membership) {
        for &(id, share) in shares {
            let Some(card) = at(id).map(|at| &mut cards[at]) else { continue };
            if let Some(classes) = classes {
                card.counts[classes.of_point(point).index()] += 1;
            }
            if let Ok(place) = held.points.binary_search(&point) {
                card.points.push(place);
                card.shares.push((share * 1e4).round() / 1e4);
            }
        }
    }
    for overlap in &communities.overlaps {
        if let (Some(one), Some(other)) = (at(overlap.one), at(overlap.other)) {
            cards[one].overlaps.push((other, overlap.points));
            cards[other].overlaps.push((one, overlap.points));
        }
    }
    for card in &mut cards {
        card.overlaps.sort_by_key(|&(at, points)| (std::cmp::Reverse(points), at));
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::PointId;
    use crate::base::points::Classes;
    use crate::communities::Overlap;
    use crate::context::FormalContext;
    use crate::picture::{Node, Picture};

    #[test]
    fn a_community_without_a_cluster_here_has_no_card() {
        let node = |name: &str| Node { name: name.into(), ..Node::default() };
        let nodes = ["c2", "{d1,d5}", "c9"].map(node).to_vec();
        let picture = Picture { nodes, ..Picture::default() };
        let community = |points: u32, clusters: &[u32]| Community {
            points,
            cohesion: None,
            majority_and_purity: None,
            central: ConceptId(clusters[0]),
            clusters: clusters.iter().map(|&id| ConceptId(id)).collect(),
            apart: None,
        };
        let all = vec![community(3, &[4, 5]), community(2, &[0, 1, 8]), community(1, &[1])];
        let overlaps = [(0, 1, 1), (1, 2, 1)].map(|(one, other, points)| Overlap {
            one: CommunityId(one),
            other: CommunityId(other),
            points,
            jaccard: 0.25,
        });
        let communities = Communities { all, overlaps: overlaps.to_vec() };
        let points = Points::numbered(3, Some(Classes::from_labels(&["a", "b", "b"])));
        let (one, other) = ((CommunityId(1), 0.75), (CommunityId(2), 0.25));
        let membership =
            vec![vec![(CommunityId(0), 1.0)], vec![(CommunityId(1), 1.0)], vec![one, other]];
        let context = FormalContext::new(Vec::new(), (0..3).map(|_| Vec::new()));
        let ids = [1, 2].map(PointId).to_vec();
        let held = Held { points: ids, picture, context, anchors: None };
        let card = |name: &str, size, b, central: &str, nodes: &[usize]| Card {
            name: name.into(),
            size,
            counts: vec![0, b],
            central: central.into(),
            nodes: nodes.to_vec(),
            points: Vec::new(),
            shares: Vec::new(),
            overlaps: Vec::new(),
        };
        let first = Card {
            points: vec![0, 1],
            shares: vec![1.0, 0.75],
            overlaps: vec![(1, 1)],
            ..card("g2", 2, 2, "c1", &[0, 2])
        };
        let second = Card {
            points: vec![1],
            shares: vec![0.25],
            overlaps: vec![(0, 1)],
            ..card("g3", 1, 1, "c2", &[0])
        };
        assert_eq!(cards(&held, &points, &communities, &membership), [first, second]);
    }
}
