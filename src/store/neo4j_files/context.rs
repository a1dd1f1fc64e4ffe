//! Which point has which attribute, as files of an import.

use super::import_cell::text;
use super::write::Bulk;
use crate::store::Result;

impl Bulk<'_> {
    /// The attributes of a ready context.
    pub(super) fn attributes(&self) -> Result<()> {
        let mut rows = self.rows("Attribute", &[":ID(Attribute)", "graph", "id:long", "name"])?;
        for (id, name) in (1..).zip(self.stored.context.attributes()) {
            let id: String = format!("{id}");
            self.row(&mut rows, [id.clone(), text(self.name), id, text(name)])?;
        }
        self.end(rows)
    }

    /// Each point with its neighbours or attributes.
    pub(super) fn context(&self, kind: &str, end: &str) -> Result<()> {
        let mut rows = self.rows(kind, &[":START_ID(Point)", &format!(":END_ID({end})")])?;
        for (point, others) in (1..).zip(self.stored.context.rows().iter()) {
            let point: String = format!("{point}");
            for &other in others {
                let other = self.stored.attribute_number(other).to_string();
                self.row(&mut rows, [&point, &other])?;
            }
        }
        self.end(rows)
    }
}
