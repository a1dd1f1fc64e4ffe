//! A comparison in words.

use super::{Change, Comparison, GroupKind, PointChange};
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
