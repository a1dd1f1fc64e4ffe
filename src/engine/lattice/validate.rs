//! Checks of everything a lattice promises, from the definitions, for tests.

use super::{GraphKind, Lattice};
use crate::base::ids::{ConceptId, PointId};
use crate::context::FormalContext;

impl Lattice {
    /// Checks every promise of the type against its context: canonical order, closed extents,
    /// intent sizes, keys, covers (from the attributes of each concept) both ways, introduced
    /// points. Takes about concepts x attributes x points steps.
    ///
    /// # Errors
    /// The first broken promise, in words.
    pub fn validate(&self, context: &FormalContext) -> Result<(), String> {
        for id in self.ids() {
            let members = self.members(id);
            let place = |id: ConceptId| (self.size(id), self.members(id));
            if id.0 > 0 && place(ConceptId(id.0 - 1)) >= place(id) {
                return Err(format!("{id} is not after the concept before it"));
            }
            if members.len() != self.size(id) as usize {
                return Err(format!("{id} has {} points, not {}", members.len(), self.size(id)));
            }
            if members.len() < self.min_size || context.closure(&members) != members {
                return Err(format!("{id} is not an extent of at least {} points", self.min_size));
            }
            let intent = context.shared(&members);
            if intent.len() != self.intent_size(id) as usize {
                return Err(format!("{id} has {} attributes", intent.len()));
            }
            if self.key(id) != self.keys.key_of(&members) {
                return Err(format!("{id} has another key"));
            }
            match self.kind {
                GraphKind::Full | GraphKind::Iceberg => {
                    self.validate_covers(context, id, &members, &intent)?
                }
                GraphKind::Lca | GraphKind::Largest => self.validate_order(id)?,
            }
            let both_ways = self.lower(id).all(|low| self.upper(low).any(|up| up == id))
                && self.upper(id).all(|up| self.lower(up).any(|low| low == id));
            if !both_ways {
                return Err(format!("the covers of {id} are not readable both ways"));
            }
        }
        for point in PointId::first(context.objects()) {
            if !self.introduced(point).eq(self.lca(&[point])) {
                return Err(format!("point {} is introduced elsewhere", point.number()));
            }
        }
        Ok(())
    }

    /// The lower covers are the maximal ones among the extent's restricted attributes (and the
    /// empty bottom where there is none of them).
    fn validate_covers(
        &self,
        context: &FormalContext,
        id: ConceptId,
        members: &[PointId],
        intent: &[u32],
    ) -> Result<(), String> {
        let others = (0..context.attributes().len() as u32).filter(|j| !intent.contains(j));
        let cut = |j: u32| -> Vec<PointId> {
            let column = context.columns().get(j as usize);
            members.iter().copied().filter(|p| column.binary_search(&p.0).is_ok()).collect()
        };
        let mut below: Vec<Vec<PointId>> = others.map(cut).collect();
        below.sort_by_key(|set| std::cmp::Reverse(set.len()));
        let mut maximal: Vec<Vec<PointId>> = Vec::new();
        for set in below {
            if !maximal.iter().any(|m| set.iter().all(|p| m.contains(p))) {
                maximal.push(set);
            }
        }
        maximal.retain(|set| set.len() >= self.min_size);
        maximal.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        if !self.lower(id).map(|low| self.members(low)).eq(maximal) {
            return Err(format!("{id} has other lower covers"));
        }
        Ok(())
    }

    /// The upper covers are the minimal ones among the stored concepts that hold all its points.
    fn validate_order(&self, id: ConceptId) -> Result<(), String> {
        let mut minimal: Vec<ConceptId> = Vec::new();
        for up in self.ids().skip(id.index() + 1) {
            let within = |a: ConceptId, b: ConceptId| self.extents.within(a.index(), b.index());
            if within(id, up) && !minimal.iter().any(|&low| within(low, up)) {
                minimal.push(up);
            }
        }
        if self.upper(id).eq(minimal) {
            Ok(())
        } else {
            Err(format!("{id} has other upper covers"))
        }
    }
}
