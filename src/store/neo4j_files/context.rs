//! Which point has which attribute, as files of an import.

use std::ops::Range;

use super::import_cell::text;
use super::write::Bulk;
use crate::base::ids::{ConceptId, PointId};
use crate::store::{LatticeStore, Result, StoredContext};

/// The stored concept of each attribute of a ready context: the points that have it. In a part of
/// the full lattice it may not be stored.
pub(in crate::store) fn attribute_concepts(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    attributes: Range<usize>,
) -> Result<Vec<Option<ConceptId>>> {
    let key = |attribute: usize| {
        let points: Vec<PointId> =
            stored.context.columns().get(attribute).iter().map(|&point| PointId(point)).collect();
        stored.key_of(&points)
    };
    store.find_by_key(&attributes.map(key).collect::<Vec<_>>())
}

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

    /// The cluster of each attribute, behind those of the points.
    pub(super) fn attributes_introduced(&self) -> Result<()> {
        let name = "INTRODUCED_IN.Attribute";
        let mut rows = self.rows(name, &[":START_ID(Attribute)", ":END_ID(Concept)"])?;
        let all = 0..self.stored.context.attributes().len();
        let concepts = attribute_concepts(self.source, &self.stored, all)?;
        for (id, concept) in (1..).zip(concepts) {
            let id: String = format!("{id}");
            if let Some(concept) = concept {
                self.row(&mut rows, [id, concept.number().to_string()])?;
            }
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
