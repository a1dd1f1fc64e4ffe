//! The cards of a map: the description and position of each community, and the points it shares.
//!
//! A card has the number of points of the community, their classes, the differences that set them
//! apart in the words of `build`, its largest parts, and those of its landmarks that have a good
//! rule.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::colour::community_colours;
use super::data::{GroupMap, Node};
use crate::base::ids::{CommunityId, PointId};
use crate::base::numbers::pluralize;
use crate::base::points::{Points, Position};
use crate::communities::{Communities, Community, Membership};
use crate::purity::ClassCounts;

/// The number of parts, and of clusters, that a card names; one more is named if it is the last.
const MAX_NAMED: usize = 2;
/// The least share of the smaller community's points in a link, as one in so many; and the most
/// links per card, those with the largest shares.
const MIN_SHARE_DIVISOR: u32 = 20;
const MAX_LINKS_PER_CARD: usize = 2;

/// A landmark, and its rule if that is good.
pub(super) struct NamedLandmark<'a> {
    pub name: String,
    pub points: &'a [PointId],
    pub rule: Option<Vec<String>>,
}

/// Returns a card for each group or, if there is only one, for each of its parts. If it has no
/// parts either and there are landmarks, which say more, the result is empty.
pub(super) fn group_map(
    of: &Points,
    communities: &Communities,
    membership: &Membership,
    landmarks: &[NamedLandmark<'_>],
) -> GroupMap {
    let shown = communities.main_communities();
    if shown.len() == 1 && !landmarks.is_empty() {
        return GroupMap::default();
    }
    let place_of: BTreeMap<CommunityId, usize> =
        shown.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
    let mut shared: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    let mut mainly = vec![None; membership.len()];
    for (shares, mainly) in membership.iter().zip(&mut mainly) {
        let here = shares.iter().filter_map(|(id, share)| Some((*place_of.get(id)?, *share)));
        let here: Vec<(usize, f64)> = here.collect();
        for (at, &(one, _)) in here.iter().enumerate() {
            here[at + 1..]
                .iter()
                .for_each(|&(other, _)| *shared.entry((one, other)).or_default() += 1);
        }
        let most = here.into_iter().reduce(|most, next| if next.1 > most.1 { next } else { most });
        *mainly = most.map(|(card, _)| card);
    }
    let mut named: Vec<Vec<&NamedLandmark<'_>>> = vec![Vec::new(); shown.len()];
    for one in landmarks.iter().rev().filter(|one| one.rule.is_some()) {
        let mut counts = vec![0; shown.len()];
        one.points.iter().filter_map(|at| mainly[at.index()]).for_each(|card| counts[card] += 1);
        let most = (0..counts.len()).max_by_key(|&card| (counts[card], Reverse(card)));
        most.into_iter().for_each(|card| named[card].push(one));
    }
    let mut groups = GroupMap::default();
    for ((id, one), named) in shown.into_iter().zip(named) {
        let points = communities.members(membership, id);
        groups.places.push(mean_position(of.positions(), &points));
        let points: Vec<PointId> = points.into_iter().map(|(point, _)| point).collect();
        let classes = of.classes();
        let counts =
            classes.map(|classes| ClassCounts::from_points(&points, classes).counts().to_vec());
        let card = Node {
            id: one.name.clone(),
            name: one.name.clone(),
            size: one.points,
            counts: counts.unwrap_or_default(),
            ..Node::default()
        };
        let mut said: Vec<String> = card.describe_majority(of).into_iter().collect();
        said.extend(one.differences().map(str::to_owned));
        let parts = communities.parts(id).map(|(_, part)| describe_part(part));
        said.extend(abbreviate(parts.collect(), ["part", "parts"]));
        said.extend(abbreviate(
            named.into_iter().map(describe_rule).collect(),
            ["cluster", "clusters"],
        ));
        groups.cards.push(Node { card_lines: said, ..card });
    }
    groups.colours = community_colours(&groups.places, communities.groups().len() == 1);
    let share = |&(one, other, points): &(usize, usize, u32)| {
        let smaller = groups.cards[one].size.min(groups.cards[other].size);
        f64::from(points) / f64::from(smaller.max(1))
    };
    let all = shared.len();
    let shared = shared.into_iter().map(|((one, other), points)| (one, other, points));
    let mut links: Vec<_> =
        shared.filter(|link| f64::from(MIN_SHARE_DIVISOR) * share(link) >= 1.0).collect();
    links.sort_by(|a, b| share(b).total_cmp(&share(a)));
    links.truncate(MAX_LINKS_PER_CARD * groups.cards.len());
    groups.hidden_links = all - links.len();
    groups.links = links;
    groups
}

/// Returns the mean position of points, each weighted by its share.
pub(crate) fn mean_position(places: &[Position], points: &[(PointId, f64)]) -> Position {
    let mut sum = [0.0; 3];
    for &(point, share) in points {
        let [x, y] = places.get(point.index()).copied().unwrap_or_default();
        sum = [sum[0] + share * x, sum[1] + share * y, sum[2] + share];
    }
    [sum[0] / sum[2].max(1e-9), sum[1] / sum[2].max(1e-9)]
}

/// Returns a part in words: `g1.2: 30 points, proline 0.9 above`.
fn describe_part(part: &Community) -> String {
    let points = pluralize(part.points.into(), "point", "points");
    let apart = part.main_difference().map_or(String::new(), |apart| format!(", {apart}"));
    format!("{}: {points}{apart}", part.name)
}

/// Returns a landmark and its rule in words: `c7489: 31 points, 2.98 ≤ flavanoids ≤ 3.69`.
fn describe_rule(one: &NamedLandmark<'_>) -> String {
    let points = pluralize(one.points.len() as u64, "point", "points");
    let rule = one.rule.as_deref().unwrap_or_default().join(", ");
    format!("{}: {points}, {rule}", one.name)
}

fn abbreviate(mut all: Vec<String>, [one, several]: [&str; 2]) -> Vec<String> {
    let more = all.len().saturating_sub(MAX_NAMED);
    if more > 1 {
        all.truncate(MAX_NAMED);
        all.push(format!("and {} more", pluralize(more as u64, one, several)));
    }
    all
}
