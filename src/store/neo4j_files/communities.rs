//! Communities as files of an import.

use super::import_cell::{maybe, text};
use super::look;
use super::write::Bulk;
use crate::base::ids::CommunityId;
use crate::communities::Communities;
use crate::store::Result;

impl Bulk<'_> {
    /// Communities, their clusters, what they share, and who belongs to them.
    pub(super) fn communities(&self) -> Result<()> {
        let header = [
            ":ID(Community)",
            "graph",
            "id:long",
            "name",
            "points:long",
            "cohesion:double",
            "purity:double",
            "majorityClass",
            "central:long",
            "apart",
            ":LABEL",
        ];
        let Communities { all, overlaps } = self.source.communities()?;
        let mut rows = self.rows("Community", &header)?;
        let mut parts = self.rows("PART_OF", &[":START_ID(Concept)", ":END_ID(Community)"])?;
        for (id, one) in CommunityId::first(all.len()).zip(&all) {
            let number = id.number().to_string();
            let class = one.majority_and_purity.zip(self.stored.points.classes());
            let row = [
                number.clone(),
                text(self.name),
                number.clone(),
                text(&id.to_string()),
                one.points.to_string(),
                maybe(one.cohesion),
                maybe(one.majority_and_purity.map(|(_, purity)| purity)),
                class.map_or(String::new(), |((class, _), all)| text(all.name(class))),
                one.central.number().to_string(),
                one.apart.as_deref().map_or(String::new(), text),
                look::of_class(id.index()).to_owned(),
            ];
            self.row(&mut rows, row)?;
            for cluster in &one.clusters {
                self.row(&mut parts, [&cluster.number().to_string(), &number])?;
            }
        }
        self.end(rows)?;
        self.end(parts)?;
        let header =
            [":START_ID(Community)", ":END_ID(Community)", "points:long", "jaccard:double"];
        let mut rows = self.rows("OVERLAPS", &header)?;
        for overlap in overlaps {
            let ids = [overlap.one, overlap.other].map(|id| id.number().to_string());
            let facts = [overlap.points.to_string(), overlap.jaccard.to_string()];
            self.row(&mut rows, ids.iter().chain(&facts))?;
        }
        self.end(rows)?;
        let header = [":START_ID(Point)", ":END_ID(Community)", "share:double"];
        let mut rows = self.rows("BELONGS_TO", &header)?;
        for (point, shares) in (1_u32..).zip(self.source.membership()?) {
            for (id, share) in shares {
                let row = [point.to_string(), id.number().to_string(), share.to_string()];
                self.row(&mut rows, row)?;
            }
        }
        self.end(rows)
    }
}
