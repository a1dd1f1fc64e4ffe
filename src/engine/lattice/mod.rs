//! Concepts of a context with the covers among them: the full lattice, or clusters of every scale.
//!
//! Invariant: ids follow canonical order (by size, then by sorted member list). So c1 is the
//! smallest cluster, the last holds all points, and every cover leads from a lower id to a higher.

mod centers;
mod collect;
mod covers;
mod extents;
mod members;
#[cfg(test)]
mod oracle;
mod order;
mod scales;
#[cfg(test)]
mod scales_tests;

pub use centers::center;
pub use covers::Covers;
pub(crate) use extents::Extents;
pub use members::Members;
pub use scales::Scales;
pub(crate) use scales::attributes_by_support;

use crate::base::csr::Csr;
use crate::base::ids::{ConceptId, PointId};
use crate::base::keys::PointKeys;
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;
use crate::context::clarified::Objects;
use crate::mine::{Limits, MiningError};

/// The choice of concepts that a graph holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKind {
    /// A few clusters a point, of every scale ([`Scales`]).
    Scales,
    /// Every concept with at least a given number of points; top and bottom included if that is 0.
    Full,
}

crate::base::named::named!(GraphKind { Scales: "scales", Full: "full" });

/// Concepts of a context and the covers between them.
#[derive(Clone, Debug)]
pub struct Lattice {
    kind: GraphKind,
    min_size: usize,
    /// The points of each concept.
    pub members: Members,
    /// The covers between the concepts: the Hasse diagram.
    pub covers: Covers,
    /// The object whose attributes define each concept of a graph of every scale; otherwise empty.
    centers: Vec<Option<PointId>>,
}

impl Lattice {
    /// Mines the lattice of a context.
    ///
    /// Memory: the lattice (an extent of at most n bits or 4 bytes a member, 36 bytes a concept and
    /// 8 a cover) and, while it is ranked, some 70 bytes a concept and 8 a cover, or the extents
    /// once more.
    ///
    /// # Errors
    /// Returns an error if there are more concepts than `limits` allows, if they take more memory
    /// than it allows, or if the search is interrupted.
    pub fn mine(
        context: &FormalContext,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<Self, MiningError> {
        collect::mine_lattice(context, limits, progress, |seed| {
            PointKeys::new(context.object_count(), seed)
        })
    }

    /// Chooses clusters of every scale. `order` has the attributes of each point in their order.
    pub(crate) fn from_scales(
        context: &FormalContext,
        order: &Csr,
        scales: Scales,
        progress: &Progress,
    ) -> Result<Self, InterruptedError> {
        let objects = context.clarified_objects();
        let order = scales::orders_of_objects(objects, order);
        let kept = scales::select_extents(objects.context, &order, scales, progress)?;
        Self::from_selection(objects, kept, progress)
    }

    /// Returns the lattice of the cluster of all points alone.
    pub fn with_top_only(
        context: &FormalContext,
        progress: &Progress,
    ) -> Result<Self, InterruptedError> {
        let objects = context.clarified_objects();
        let extents = Extents::new(objects.context.object_count());
        let none = scales::SelectedExtents { extents, centers: Vec::new() };
        Self::from_selection(objects, none, progress)
    }

    fn from_selection(
        objects: Objects<'_>,
        scales::SelectedExtents { extents: mut found, centers }: scales::SelectedExtents,
        progress: &Progress,
    ) -> Result<Self, InterruptedError> {
        let n = objects.context.object_count();
        let mut centers: Vec<Option<PointId>> = centers.into_iter().map(Some).collect();
        if (0..found.len()).all(|at| (found.size(at) as usize) < n) {
            found.push(&Vec::from_iter(0..n as u32));
            centers.push(None);
        }
        let parts = [&found];
        let mut order = order::extent_refs(&parts, objects);
        order.sort_unstable_by(|&a, &b| order::compare_extents(&parts, a, b));
        let places = order.iter().map(|extent| (extent.part(), extent.index()));
        let extents = Extents::from_parts(&parts, n, places);
        drop(found);
        let containing = covers::extents_by_member(&extents, n);
        let covers = Covers::from_upper(covers::upper_covers(&extents, &containing, progress)?);
        let sizes = order.iter().map(|extent| extent.size()).collect();
        let members = Members::new(objects, extents, sizes).with_containing(containing);
        let centers = order.iter().map(|extent| centers[extent.index()]).collect();
        Ok(Self { kind: GraphKind::Scales, min_size: 0, members, covers, centers })
    }

    /// Returns the choice of concepts that the lattice holds.
    pub fn kind(&self) -> GraphKind {
        self.kind
    }

    /// Returns the least number of points that a concept was kept with; 0 if any number was kept.
    pub fn min_size(&self) -> usize {
        self.min_size
    }

    /// Returns the number of concepts.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns `true` if there is no concept.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Returns the ids of all concepts, ascending.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ConceptId> + DoubleEndedIterator + Clone {
        ConceptId::first(self.len())
    }

    /// Returns the centre of each concept: the point whose attributes define it. In a full lattice,
    /// and for the cluster of all points, it is the member with most links to the others, the first
    /// of equal ones. `anchors` are the points that the attributes are; a ready context has none.
    pub fn centers(
        &self,
        context: &FormalContext,
        anchors: Option<&[PointId]>,
    ) -> Vec<Option<PointId>> {
        let objects = self.members.objects(context);
        let anchors: Option<Vec<PointId>> =
            anchors.map(|all| all.iter().map(|&anchor| objects.object_of(anchor)).collect());
        let lacks_center = |at: &usize| self.centers.get(*at).copied().flatten().is_none();
        let open: Vec<usize> = (0..self.len()).filter(lacks_center).collect();
        let found = centers::find_centers(
            objects.context,
            &self.members.extents,
            &open,
            anchors.as_deref(),
        );
        let mut all = self.centers.clone();
        all.resize(self.len(), None);
        open.into_iter().zip(found).for_each(|(at, center)| all[at] = center);
        all.into_iter().map(|object| object.map(|object| objects.first_point(object))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(super) fn check(lattice: &Lattice, context: &FormalContext) -> Result<(), TestCaseError> {
        for id in lattice.ids() {
            let members = lattice.members.points(id);
            prop_assert_eq!(&context.closure(&members), &members);
            prop_assert!(
                lattice.covers.lower(id).all(|low| lattice.covers.upper(low).any(|up| up == id))
            );
        }
        for point in PointId::first(context.object_count()) {
            let with = lattice.ids().filter(|&id| lattice.members.contains(id, point));
            prop_assert!(lattice.members.containing(point).eq(with));
        }
        Ok(())
    }

    pub(super) fn contexts() -> impl Strategy<Value = FormalContext> {
        crate::context::tests::contexts(1..10, 0..10)
    }
}
