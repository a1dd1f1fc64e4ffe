//! Communities as files of an import.

use super::import_cell::{maybe, text};
use super::look;
use super::write::Bulk;
use crate::base::ids::CommunityId;
use crate::communities::Communities;
use crate::store::Result;

impl Bulk<'_> {
    /// Communities, what each lies in, what groups share, and who belongs to them.
    pub(super) fn communities(&self) -> Result<()> {
        let header = [
            ":ID(Community)",
            "graph",
            "id:long",
            "name",
            "level",
            "points:long",
            "separation:double",
            "touching:long",
            "cohesion:double",
            "purity:double",
            "majorityClass",
            "cluster:long",
            "apart",
            ":LABEL",
        ];
        let communities = self.source.communities()?;
        let Communities { all, overlaps } = &communities;
        let mut rows = self.rows("Community", &header)?;
        let mut parts = self.rows("PART_OF", &[":START_ID(Community)", ":END_ID(Community)"])?;
        for (id, one) in CommunityId::first(all.len()).zip(all) {
            let number = id.number().to_string();
            let class = one.majority_and_purity.zip(self.stored.points.classes());
            let row = [
                number.clone(),
                text(self.name),
                number.clone(),
                text(&one.name),
                one.level.to_string(),
                one.points.to_string(),
                maybe(one.separation),
                one.touching.to_string(),
                maybe(one.cohesion),
                maybe(one.majority_and_purity.map(|(_, purity)| purity)),
                class.map_or(String::new(), |((class, _), all)| text(all.name(class))),
                one.cluster.map_or(String::new(), |cluster| cluster.number().to_string()),
                one.apart.as_deref().map_or(String::new(), text),
                look::of_community(&communities, id).unwrap_or_default().to_owned(),
            ];
            self.row(&mut rows, row)?;
            if let Some(parent) = one.parent {
                self.row(&mut parts, [&number, &parent.number().to_string()])?;
            }
        }
        self.end(rows)?;
        self.end(parts)?;
        let header = [
            ":START_ID(Community)",
            ":END_ID(Community)",
            "points:long",
            "jaccard:double",
            "separation:double",
        ];
        let mut rows = self.rows("OVERLAPS", &header)?;
        for overlap in overlaps {
            let ids = [overlap.one, overlap.other].map(|id| id.number().to_string());
            let shares = [overlap.jaccard, overlap.separation].map(|share| share.to_string());
            let facts = [overlap.points.to_string()].into_iter().chain(shares);
            self.row(&mut rows, ids.into_iter().chain(facts))?;
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
