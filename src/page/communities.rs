//! The communities of a page: the facts of each, the clusters on the page that stand for it, the
//! overlaps of groups, and the points that belong to them; and all of it as plain text.

use serde::Serialize;

use super::sample::PageSample;
use crate::base::display_safe;
use crate::base::ids::{CommunityId, PointId};
use crate::base::numbers::{format_class_share, pluralize};
use crate::base::points::Points;
use crate::communities::{Communities, Community, Level, Membership, main_part};
use crate::differences::{Difference, MeasuredColumns};
use crate::picture::Node;
use crate::picture::colour::community_colours;
use crate::picture::escape::escape_xml;
use crate::purity::ClassCounts;

/// The most features, and the most kept columns, that are listed for a community.
const MAX_FEATURES: usize = 12;
const MAX_KEPT_COLUMNS: usize = 6;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Grouping<'a> {
    pub communities: &'a Communities,
    pub membership: &'a Membership,
    /// The verdict: a sentence on whether groups stand apart.
    pub verdict: &'a str,
    /// `true` if groups were found in a closer look, and are doubtful.
    pub is_doubtful: bool,
}

/// The communities of a page, as JSON. A community is identified by its index.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct PageCommunities {
    communities: Vec<PageCommunity>,
    /// The groups and parts that each point on the page belongs to, with shares.
    belongs: Vec<Vec<(usize, f64)>>,
}

#[derive(Debug, Default, PartialEq, Serialize)]
struct PageCommunity {
    name: String,
    level: String,
    /// The index of the community that it lies in next.
    parent: Option<usize>,
    size: u32,
    colour: String,
    /// The number of its points in each class; empty without classes.
    counts: Vec<u32>,
    /// The separation from what it touches most strongly.
    separation: Option<f64>,
    /// The positions of typical points.
    typical: Vec<u32>,
    /// The difference that sets it apart most.
    apart: Option<String>,
    /// The differences of its points from all points of the graph: the indices of a column and of
    /// one of its measures, the mean or share, and the strength of the difference.
    differs: Vec<(usize, usize, f64, f64)>,
    /// The cluster most like it, on the page or not.
    cluster: Option<String>,
    /// The indices of the clusters with more than half of their points in it; empty for a join.
    nodes: Vec<usize>,
    /// The groups that it touches or has points in common with: the index, the number of common
    /// points, and the separation of the two.
    overlaps: Vec<(usize, u32, f64)>,
}

/// Returns the communities of a page, and for each text column the words that they mention.
pub(crate) fn page_communities(
    sample: &PageSample,
    points: &Points,
    groups: &Grouping<'_>,
    columns: &MeasuredColumns<'_>,
) -> (PageCommunities, Vec<Vec<usize>>) {
    let Grouping { communities, membership, .. } = *groups;
    let mut told = vec![Vec::new(); columns.columns().len()];
    let mut all: Vec<PageCommunity> = Vec::new();
    let known = communities.all.iter().zip(community_colours(communities));
    for ((one, colour), members) in known.zip(communities.all_members(membership)) {
        let typical = one.typical.iter().filter_map(|name| points.find(name));
        let counts = |classes| ClassCounts::from_points(&members, classes).counts().to_vec();
        let differences = columns.differences_from_all(&members);
        all.push(PageCommunity {
            name: one.name.clone(),
            level: one.level.to_string(),
            parent: one.parent.map(CommunityId::index),
            size: one.points,
            colour: colour.to_string(),
            counts: points.classes().map(counts).unwrap_or_default(),
            separation: one.separation.map(four_decimals),
            typical: typical.filter_map(|point| sample.position(point)).collect(),
            apart: one.main_difference().map(str::to_owned),
            differs: largest_differences(columns, differences, &mut told),
            cluster: one.cluster.map(|id| id.to_string()),
            ..PageCommunity::default()
        });
    }
    for (at, node) in sample.picture.nodes.iter().enumerate() {
        for id in majority_communities(node, sample, groups) {
            all[id.index()].nodes.push(at);
        }
    }
    for overlap in &communities.overlaps {
        for (one, other) in [(overlap.one, overlap.other), (overlap.other, overlap.one)] {
            let pair = (other.index(), overlap.points, four_decimals(overlap.separation));
            all[one.index()].overlaps.push(pair);
        }
    }
    for one in &mut all {
        one.overlaps.sort_by_key(|&(at, points, _)| (std::cmp::Reverse(points), at));
    }
    let of_point = |point: &PointId| {
        let shares = membership[point.index()].iter();
        shares.map(|&(id, share)| (id.index(), four_decimals(share))).collect()
    };
    (
        PageCommunities { belongs: sample.points.iter().map(of_point).collect(), communities: all },
        told,
    )
}

/// Returns the largest differences, in features and in kept columns, with indices of columns and
/// measures; the index of a word of a text is its index in `told`.
fn largest_differences(
    columns: &MeasuredColumns<'_>,
    found: Vec<Difference<'_>>,
    told: &mut [Vec<usize>],
) -> Vec<(usize, usize, f64, f64)> {
    let (columns, mut left) = (columns.columns(), [MAX_FEATURES, MAX_KEPT_COLUMNS]);
    let is_listed = |one: &Difference<'_>| {
        let left = &mut left[usize::from(one.is_kept)];
        left.checked_sub(1).map(|less| *left = less).is_some()
    };
    let found: Vec<Difference<'_>> = found.into_iter().filter(is_listed).collect();
    let listed = |one: &Difference<'_>| {
        let name = (one.column, one.is_kept);
        let at = columns.iter().position(|of| (of.name, of.is_kept) == name)?;
        let mut which = columns[at].measures.iter().position(|measure| *measure == one.measure)?;
        if columns[at].is_text() {
            let words = &mut told[at];
            let place = words.iter().position(|&word| word == which);
            which = place.unwrap_or_else(|| {
                words.push(which);
                words.len() - 1
            });
        }
        Some((at, which, six_digits(one.inside.mean), four_decimals(one.strength)))
    };
    found.iter().flat_map(Difference::with_further_words).filter_map(listed).collect()
}

/// Returns the groups and parts as HTML text, for readers whose browser runs no scripts.
pub(crate) fn html_summary(points: &Points, groups: &Grouping<'_>) -> String {
    let text = |word: &str| escape_xml(&display_safe::escape_line(word));
    let line = |one: &Community| {
        let size = pluralize(one.points.into(), "point", "points");
        let class = one.majority(points);
        let class = class.map(|(class, purity)| format!(", {}", format_class_share(purity, class)));
        let apart = one.apart.as_ref().map(|apart| format!(": {apart}"));
        let words = [Some(one.name.clone()), Some(format!(", {size}")), class, apart];
        format!("<li>{}</li>\n", text(&words.into_iter().flatten().collect::<String>()))
    };
    let some = groups.communities.all.iter().filter(|one| one.level != Level::Join);
    format!("<p>{}</p>\n<ul>\n{}</ul>", text(groups.verdict), some.map(line).collect::<String>())
}

/// Returns the group and the part that contain more than half of a cluster's points on the page,
/// with each point counted where its share is largest.
fn majority_communities(node: &Node, sample: &PageSample, groups: &Grouping) -> Vec<CommunityId> {
    let Grouping { communities, membership, .. } = *groups;
    let members = &node.extent;
    let mut counts = vec![0; communities.all.len()];
    for place in members {
        let part = main_part(communities, &membership[sample.points[place.index()].index()]);
        let all = part.into_iter().flat_map(|part| communities.ancestors(part));
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

fn four_decimals(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// Rounds a number to six significant digits; an integer stays as it is, and 0 has no sign.
pub(crate) fn six_digits(number: f64) -> f64 {
    match number.fract() == 0.0 && number.abs() < 9e15 {
        true => number + 0.0,
        false => format!("{number:.5e}").parse().unwrap_or(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Classes;
    use crate::base::shown_columns::ShownColumns;
    use crate::communities::Overlap;
    use crate::dataset::Features;
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
            typical: Vec::new(),
            majority_and_purity: None,
            cluster: None,
            title: String::new(),
            apart: None,
        }
    }

    fn sample() -> PageSample {
        let node = |members: &[u32]| Node {
            extent: members.iter().copied().map(PointId).collect(),
            size: members.len() as u32,
            ..Node::default()
        };
        let nodes = [&[0][..], &[1], &[2], &[0, 1, 2]].map(node).to_vec();
        PageSample {
            points: PointId::first(3).collect(),
            picture: Picture { nodes, ..Picture::default() },
            far: Vec::new(),
        }
    }

    #[test]
    fn what_is_said_of_a_community_is_of_all_its_points() {
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
        let points = Points::from_count(3, Some(Classes::from_labels(&["a", "b", "b"])));
        let membership =
            vec![vec![(one, 1.0)], vec![(one, 1.0 / 3.0), (other, 2.0 / 3.0)], vec![(other, 1.0)]];
        let groups = Grouping {
            communities: &communities,
            membership: &membership,
            verdict: "<they> do",
            is_doubtful: false,
        };
        let features = Features { names: vec!["x".into()], values: vec![1.0, 2.0, 6.0].into() };
        let kept = ShownColumns::default();
        let columns = MeasuredColumns::new(&features, &kept);
        let (found, _) = page_communities(&sample(), &points, &groups, &columns);
        assert_eq!(found.belongs[1], [(0, 0.3333), (1, 0.6667)]);
        let [g1, g2, _, join, _] = &found.communities[..] else { panic!("communities") };
        assert_eq!((&g1.nodes[..], &g1.counts[..]), (&[0][..], &[1, 1][..]));
        assert_eq!((&g2.nodes[..], &g2.counts[..]), (&[1, 2, 3][..], &[0, 2][..]));
        assert_eq!((&join.nodes[..], &join.counts[..]), (&[][..], &[1, 2][..]));
        assert_eq!((&g1.overlaps[..], &g2.overlaps[..]), (&[(1, 1, 0.1)][..], &[(0, 1, 0.1)][..]));
        // The mean is 3, and the standard deviation the square root of 14 / 3.
        assert_eq!(g1.differs, [(0, 0, 1.5, -0.6944)]);
        let lies_in: Vec<_> = found.communities.iter().map(|one| one.parent).collect();
        assert_eq!(lies_in, [Some(3), Some(3), Some(4), Some(4), None]);
        let words = html_summary(&points, &groups);
        assert!(words.starts_with("<p>&lt;they&gt; do</p>"), "{words}");
        assert!(words.contains("<li>g1, 2 points</li>") && !words.contains("g1+g2"));
    }

    #[test]
    fn six_digits_are_kept_and_whole_numbers_as_they_are() {
        let numbers = [(0.1 + 0.2, 0.3), (-1_234_567.0, -1_234_567.0), (1.234_567_8, 1.234_57)];
        for (number, short) in numbers {
            assert_eq!(six_digits(number), short);
        }
        assert!(six_digits(-0.0).is_sign_positive());
    }
}
