//! A comparison in words.

use super::{Change, Comparison, Group, GroupKind, Match, PointChange};
use crate::base::display_safe;
use crate::base::numbers::{group_thousands, pluralize};

impl Comparison {
    /// Returns sentences that summarise the comparison; `places` are the names of the two graphs.
    pub fn sentences(&self, places: [&str; 2]) -> Vec<String> {
        let mut lines = Vec::new();
        for (&alone, place) in self.unshared.iter().zip(places) {
            if alone > 0 {
                let points = pluralize(alone.into(), "point is", "points are");
                lines.push(format!(
                    "{points} in {} alone and left out",
                    display_safe::escape_line(place)
                ));
            }
        }
        if self.is_by_number {
            let remedy = "name the points by an id in both to be sure";
            lines.push(format!("points are matched by the numbers of their rows; {remedy}"));
        }
        let points = pluralize(self.common.into(), "point", "points");
        if self.is_unchanged() {
            let is_same = if self.is_same { "; both are the same graph" } else { "" };
            lines.push(format!("nothing changed among {points}{is_same}"));
            return lines;
        }
        lines.extend(
            [GroupKind::Landmark, GroupKind::Community].map(|kind| self.group_sentence(kind)),
        );
        lines.extend(self.merger_sentences(places[1]));
        let company = |how: PointChange| self.changed.iter().filter(|of| of.change == how).count();
        lines.push(format!(
            "{} of {points} changed community: {} moved, {} regrouped as their community is gone, \
             {} left, {} joined",
            group_thousands(self.changed.len() as u64),
            company(PointChange::Moved),
            company(PointChange::Regrouped),
            company(PointChange::Left),
            company(PointChange::Joined)
        ));
        lines
    }

    /// Returns a sentence for each community of the second graph that several of the first match;
    /// their points do not count as changed.
    fn merger_sentences(&self, place: &str) -> Vec<String> {
        let kind = GroupKind::Community;
        let [ones, others] = self.groups(kind);
        let into = |(at, other): (usize, &Group)| {
            let is_into = |of: &&Match| of.kind == kind && of.is_match() && of.second == Some(at);
            let matches = self.matches.iter().filter(is_into);
            let names: Vec<&str> =
                matches.filter_map(|of| Some(ones[of.first?].name.as_str())).collect();
            let place = display_safe::escape_line(place);
            (names.len() > 1)
                .then(|| format!("{} merged into {} of {place}", names.join(" and "), other.name))
        };
        others.iter().enumerate().filter_map(into).collect()
    }

    fn group_sentence(&self, kind: GroupKind) -> String {
        let [ones, others] = self.groups(kind);
        if ones.is_empty() && others.is_empty() {
            return format!("neither graph has a {}", kind.name());
        }
        let plural = match kind {
            GroupKind::Landmark => "landmarks",
            GroupKind::Community => "communities",
        };
        let count = |change| self.count(kind, change);
        format!(
            "{}: {} with the same points, {} with a match, {} gone; {} new",
            pluralize(ones.len() as u64, kind.name(), plural),
            count(Change::Same),
            count(Change::Kept),
            count(Change::Gone),
            count(Change::New)
        )
    }
}
