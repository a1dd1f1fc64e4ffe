//! The members of clusters, looked up by cluster and by point.
//!
//! Invariant: sizes never fall as ids rise, and the members of a cluster ascend.

use std::sync::{Arc, OnceLock};

use super::covers::extents_by_member;
use super::extents::Extents;
use crate::base::csr::Csr;
use crate::base::ids::{ConceptId, PointId};
use crate::context::FormalContext;
use crate::context::clarified::{self, Objects, Twins};

/// The members of every cluster.
#[derive(Clone, Debug)]
pub struct Members {
    /// The points of each object of the extents; `None` if each point is its own object.
    twins: Option<Arc<Twins>>,
    pub(super) extents: Extents,
    sizes: Vec<u32>,
    /// The clusters that contain each object, computed at the first use.
    containing: OnceLock<Csr>,
}

impl Members {
    pub(super) fn new(objects: Objects<'_>, extents: Extents, sizes: Vec<u32>) -> Self {
        let twins = objects.twins().cloned();
        Self { twins, extents, sizes, containing: OnceLock::new() }
    }

    pub(crate) fn from_lists(points: usize, lists: &Csr) -> Self {
        let mut extents = Extents::new(points);
        for list in lists.iter() {
            extents.push(list);
        }
        let sizes = lists.iter().map(|list| list.len() as u32).collect();
        Self { twins: None, extents, sizes, containing: OnceLock::new() }
    }

    pub(super) fn with_containing(self, containing: Csr) -> Self {
        Self { containing: containing.into(), ..self }
    }

    /// Returns the number of clusters.
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Returns `true` if there is no cluster.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Returns the number of points of a cluster.
    pub fn size(&self, cluster: ConceptId) -> u32 {
        self.sizes[cluster.index()]
    }

    /// Returns the sum of the sizes of all clusters.
    pub fn total(&self) -> u64 {
        self.sizes.iter().map(|&size| u64::from(size)).sum()
    }

    /// Returns the points of a cluster, ascending.
    pub fn points(&self, cluster: ConceptId) -> Vec<PointId> {
        clarified::expand_twins(self.twins.as_deref(), self.extents.members(cluster.index()))
    }

    pub(crate) fn objects_of(&self, cluster: ConceptId) -> Vec<PointId> {
        self.extents.members(cluster.index())
    }

    /// Returns the objects of `context` that the clusters consist of.
    pub fn objects<'a>(&self, context: &'a FormalContext) -> Objects<'a> {
        match &self.twins {
            Some(_) => context.clarified_objects(),
            None => Objects::from_points(context),
        }
    }

    /// Returns `true` if the cluster contains the point.
    pub fn contains(&self, cluster: ConceptId, point: PointId) -> bool {
        self.extents.contains(cluster.index(), self.object(point))
    }

    fn object(&self, point: PointId) -> PointId {
        self.twins.as_ref().map_or(point, |twins| twins.object_of(point))
    }

    /// Returns the clusters that contain a point, ascending, so the smallest first.
    pub fn containing(
        &self,
        point: PointId,
    ) -> impl ExactSizeIterator<Item = ConceptId> + DoubleEndedIterator + '_ {
        let all = self.containing_lists();
        all.get(self.object(point).index()).iter().map(|&cluster| ConceptId(cluster))
    }

    fn containing_lists(&self) -> &Csr {
        let objects = self.extents.objects();
        self.containing.get_or_init(|| extents_by_member(&self.extents, objects))
    }

    /// Returns the first smallest cluster that contains all of `points`; `None` if none does.
    pub fn lca(&self, points: &[PointId]) -> Option<ConceptId> {
        let all = self.containing_lists();
        let mut lists: Vec<&[u32]> =
            points.iter().map(|&point| all.get(self.object(point).index())).collect();
        lists.sort_unstable_by_key(|list| list.len());
        let Some((first, others)) = lists.split_first_mut() else {
            return ConceptId::first(self.len()).next();
        };
        // The lists ascend, so each is passed once.
        let is_in_all = |cluster: &u32| {
            others.iter_mut().all(|list| {
                let before = list.iter().take_while(|other| *other < cluster).count();
                *list = &list[before..];
                list.first() == Some(cluster)
            })
        };
        first.iter().copied().find(is_in_all).map(ConceptId)
    }
}
