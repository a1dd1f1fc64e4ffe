//! A comparison in words.

use super::{Change, Company, Comparison, Kind};
use crate::base::display_safe;
use crate::base::numbers::{counted, grouped};

impl Comparison {
    /// Returns sentences that summarise the comparison; `places` are the names of the two graphs.
    pub fn sentences(&self, places: [&str; 2]) -> Vec<String> {
        let mut lines = Vec::new();
        for (&alone, place) in self.alone.iter().zip(places) {
            if alone > 0 {
                let points = counted(alone.into(), "point is", "points are");
                lines.push(format!("{points} in {} alone and left out", display_safe::line(place)));
            }
        }
        if self.is_by_number {
            let remedy = "name the points by an id in both to be sure";
            lines.push(format!(
                "points are taken for the same by the numbers of their rows; {remedy}"
            ));
        }
        let points = counted(self.common.into(), "point", "points");
        if self.is_unchanged() {
            let is_same = if self.is_same { "; both are the same graph" } else { "" };
            lines.push(format!("nothing changed among {points}{is_same}"));
            return lines;
        }
        lines.extend([Kind::Landmark, Kind::Community].map(|kind| self.groups_in_words(kind)));
        let company = |how: Company| self.changed.iter().filter(|of| of.how == how).count();
        lines.push(format!(
            "{} of {points} changed company: {} moved, {} regrouped as their community is gone, {} \
             left, {} joined",
            grouped(self.changed.len() as u64),
            company(Company::Moved),
            company(Company::Regrouped),
            company(Company::Left),
            company(Company::Joined)
        ));
        lines
    }

    fn groups_in_words(&self, kind: Kind) -> String {
        let [ones, others] = self.groups(kind);
        if ones.is_empty() && others.is_empty() {
            return format!("neither graph has a {}", kind.name());
        }
        let plural = match kind {
            Kind::Landmark => "landmarks",
            Kind::Community => "communities",
        };
        let count = |change| self.count(kind, change);
        format!(
            "{}: {} with the same points, {} with a match, {} gone; {} new",
            counted(ones.len() as u64, kind.name(), plural),
            count(Change::Same),
            count(Change::Kept),
            count(Change::Gone),
            count(Change::New)
        )
    }
}
