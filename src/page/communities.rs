//! The communities of a page: what is said of each, which clusters on the page stand for it, what
//! groups have in common, and which points belong to them.

use serde::Serialize;

use super::sample::PageSample;
use crate::base::ids::{CommunityId, PointId};
use crate::base::points::Points;
use crate::communities::{Communities, Community, Level, Membership, main_part};
use crate::picture::Node;

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

/// All of it, as JSON. Communities are called by their places.
#[derive(Debug, PartialEq, Serialize)]
pub struct Shown {
    communities: Vec<Entry>,
    /// Those with a card: groups or, of a single group, its parts, with a cluster on the page.
    cards: Vec<usize>,
    /// Of each point on the page, the groups and parts that it belongs to, with shares.
    belongs: Vec<Vec<(usize, f64)>>,
}

/// A community.
#[derive(Debug, PartialEq, Serialize)]
struct Entry {
    name: String,
    level: String,
    /// What it lies in next.
    parent: Option<usize>,
    /// How many points belong to it, of all.
    size: u32,
    /// How many of these have each class; empty of a join and without classes.
    counts: Vec<u32>,
    /// How clearly it stands apart from what it joins next.
    separation: Option<f64>,
    /// What sets it apart most.
    apart: Option<String>,
    /// The cluster most like it, on the page or not.
    cluster: Option<String>,
    /// The clusters on the page with more than half of their points in it, by their places; none of
    /// a join.
    nodes: Vec<usize>,
    /// The groups that it touches or has points in common with: which, how many points, and how
    /// clearly the two are apart.
    overlaps: Vec<(usize, u32, f64)>,
}

/// What a page says of communities.
pub fn shown(sample: &PageSample, points: &Points, groups: &Groups) -> Shown {
    let Groups { communities, membership, .. } = *groups;
    let mut all: Vec<Entry> = communities.all.iter().map(entry).collect();
    if let Some(classes) = points.classes() {
        for (point, shares) in points.ids().zip(membership) {
            for (id, _) in shares {
                let counts = &mut all[id.index()].counts;
                counts.resize(classes.names().len(), 0);
                counts[classes.of_point(point).index()] += 1;
            }
        }
    }
    for (at, node) in sample.picture.nodes.iter().enumerate() {
        for id in holding(node, sample, groups) {
            all[id.index()].nodes.push(at);
        }
    }
    for overlap in &communities.overlaps {
        for (one, other) in [(overlap.one, overlap.other), (overlap.other, overlap.one)] {
            let pair = (other.index(), overlap.points, round(overlap.separation));
            all[one.index()].overlaps.push(pair);
        }
    }
    for one in &mut all {
        one.overlaps.sort_by_key(|&(at, points, _)| (std::cmp::Reverse(points), at));
    }
    let is_single = communities.groups().len() == 1 && communities.all.len() > 1;
    let level = if is_single { Level::Part } else { Level::Group };
    let has_card = |&at: &usize| communities.all[at].level == level && !all[at].nodes.is_empty();
    let cards = (0..all.len()).filter(has_card).collect();
    let of_point = |point: &PointId| {
        let shares = membership[point.index()].iter();
        shares.map(|&(id, share)| (id.index(), round(share))).collect()
    };
    Shown { cards, belongs: sample.points.iter().map(of_point).collect(), communities: all }
}

fn entry(one: &Community) -> Entry {
    Entry {
        name: one.name.clone(),
        level: one.level.to_string(),
        parent: one.parent.map(CommunityId::index),
        size: one.points,
        counts: Vec::new(),
        separation: one.separation.map(round),
        apart: one.most_apart().map(str::to_owned),
        cluster: one.cluster.map(|id| id.to_string()),
        nodes: Vec::new(),
        overlaps: Vec::new(),
    }
}

/// The group and the part with more than half of a cluster's points on the page, by their largest
/// shares.
fn holding(node: &Node, sample: &PageSample, groups: &Groups) -> Vec<CommunityId> {
    let Groups { communities, membership, .. } = *groups;
    let members = sample.context.closure(&node.generator());
    let mut counts = vec![0; communities.all.len()];
    for place in &members {
        let part = main_part(communities, &membership[sample.points[place.index()].index()]);
        let all = part.into_iter().flat_map(|part| communities.upwards(part));
        all.for_each(|id| counts[id.index()] += 1);
    }
    let is_held = |(id, count): &(CommunityId, usize)| {
        node.size > 0
            && 2 * count > members.len()
            && communities.all[id.index()].level != Level::Join
    };
    let all = CommunityId::first(counts.len()).zip(counts);
    all.filter(is_held).map(|(id, _)| id).collect()
}

/// The number to four decimals.
fn round(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::base::points::Classes;
    use crate::communities::Overlap;
    use crate::context::FormalContext;
    use crate::picture::Picture;

    fn community(name: &str, level: Level, parent: Option<u32>, points: u32) -> Community {
        Community {
            name: name.into(),
            level,
            parent: parent.map(CommunityId),
            points,
            separation: parent.map(|_| 0.25),
            touching: 0,
            cohesion: None,
            majority_and_purity: None,
            cluster: None,
            apart: None,
        }
    }

    /// Three points with an attribute of their own and one of all; a cluster of each and of all.
    fn sample() -> PageSample {
        let node = |generator: &[usize]| Node {
            generator: generator.to_vec(),
            size: generator.len() as u32,
            ..Node::default()
        };
        let nodes = [&[0][..], &[1], &[2], &[0, 1, 2]].map(node).to_vec();
        let attributes = ["a", "b", "c", "all"].map(str::to_owned).to_vec();
        PageSample {
            points: PointId::first(3).collect(),
            picture: Picture { nodes, ..Picture::default() },
            context: Arc::new(FormalContext::new(attributes, (0..3).map(|at| vec![at, 3]))),
            anchors: None,
        }
    }

    #[test]
    fn groups_with_a_cluster_here_have_cards() {
        let all = vec![
            community("g1", Level::Group, Some(3), 2),
            community("g2", Level::Group, Some(3), 2),
            community("g3", Level::Group, Some(4), 1),
            community("g1+g2", Level::Join, Some(4), 3),
            community("g1+g2+g3", Level::Join, None, 3),
        ];
        let (one, other) = (CommunityId(0), CommunityId(1));
        let overlaps = vec![Overlap { one, other, points: 1, jaccard: 0.5, separation: 0.1 }];
        let communities = Communities { all, overlaps };
        let points = Points::numbered(3, Some(Classes::from_labels(&["a", "b", "b"])));
        let membership =
            vec![vec![(one, 1.0)], vec![(one, 1.0 / 3.0), (other, 2.0 / 3.0)], vec![(other, 1.0)]];
        let groups =
            Groups { communities: &communities, membership: &membership, verdict: "they do" };
        let found = shown(&sample(), &points, &groups);
        assert_eq!(found.cards, [0, 1]);
        assert_eq!(found.belongs[1], [(0, 0.3333), (1, 0.6667)]);
        let [g1, g2, ..] = &found.communities[..] else { panic!("communities") };
        assert_eq!((&g1.nodes[..], &g1.counts[..]), (&[0][..], &[1, 1][..]));
        assert_eq!((&g2.nodes[..], &g2.counts[..]), (&[1, 2, 3][..], &[0, 2][..]));
        assert_eq!((&g1.overlaps[..], &g2.overlaps[..]), (&[(1, 1, 0.1)][..], &[(0, 1, 0.1)][..]));
        let lies_in: Vec<_> = found.communities.iter().map(|one| one.parent).collect();
        assert_eq!(lies_in, [Some(3), Some(3), Some(4), Some(4), None]);
    }

    #[test]
    fn parts_of_a_single_group_have_cards() {
        let all = vec![
            community("g1", Level::Group, None, 3),
            community("g1.1", Level::Part, Some(0), 2),
            community("g1.2", Level::Part, Some(0), 1),
        ];
        let communities = Communities { all, overlaps: Vec::new() };
        let points = Points::numbered(3, None);
        let share = |part: u32| vec![(CommunityId(0), 1.0), (CommunityId(part), 1.0)];
        let membership = vec![share(1), share(2), share(1)];
        let groups =
            Groups { communities: &communities, membership: &membership, verdict: "it is one" };
        let found = shown(&sample(), &points, &groups);
        assert_eq!(found.cards, [1, 2]);
        // Most points of the cluster of all are in the first part.
        let nodes: Vec<&[usize]> = found.communities.iter().map(|one| &one.nodes[..]).collect();
        assert_eq!(nodes, [&[0, 1, 2, 3][..], &[0, 2, 3], &[1]]);
        assert!(found.communities.iter().all(|one| one.counts.is_empty()));
    }
}
