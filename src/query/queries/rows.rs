//! Rows about clusters, communities and points, with which the rows of many queries begin.

use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::communities::{Communities, Community};
use crate::graph::Concept;
use crate::query::{Cell, QueryError, Question};
use crate::select;

/// Returns the row of a cluster: concept, size, purity, class, centre.
pub(crate) fn cluster_row(concept: &Concept) -> Vec<Cell> {
    let majority = concept.majority_and_purity();
    vec![
        Cell::Cluster(concept.id),
        Cell::count(concept.size),
        Cell::real(majority.map(|(_, purity)| purity)),
        majority.map(|(class, _)| class).into(),
        concept.center.into(),
    ]
}

/// Returns the row of a community, with the columns of a cluster's row and no centre.
pub(super) fn community_row(communities: &Communities, id: CommunityId) -> Vec<Cell> {
    let one = &communities.all[id.index()];
    let majority = one.majority_and_purity;
    vec![
        Cell::Community(id),
        Cell::count(one.points),
        Cell::real(majority.map(|(_, purity)| purity)),
        majority.map(|(class, _)| class).into(),
        Cell::Nothing,
    ]
}

impl Question<'_> {
    pub(super) fn cluster_rows(
        &self,
        ids: impl IntoIterator<Item = ConceptId>,
    ) -> Result<Vec<Vec<Cell>>, QueryError> {
        let concepts = self.graph.concepts()?;
        Ok(ids.into_iter().filter_map(|id| concepts.get(id)).map(|one| cluster_row(&one)).collect())
    }

    pub(super) fn communities_where(
        &self,
        fits: impl Fn(CommunityId, &Community) -> bool,
    ) -> Vec<Vec<Cell>> {
        let all = &self.communities.all;
        let fitting = CommunityId::first(all.len()).zip(all).filter(|(id, one)| fits(*id, one));
        fitting.map(|(id, _)| community_row(self.communities, id)).collect()
    }

    pub(super) fn point_row(&self, point: PointId) -> Vec<Cell> {
        let class = self.points.classes().map(|classes| classes.class_of(point));
        vec![Cell::Point(point), class.into()]
    }

    /// Returns the communities that all of `points` but not all points are in, smallest first.
    pub(super) fn common_communities(
        &self,
        points: &[PointId],
    ) -> Result<Vec<CommunityId>, QueryError> {
        Ok(select::common_communities(self.graph, points)?)
    }

    /// Returns the separation of two groups; `None` if they do not touch.
    pub(super) fn separation(&self, one: CommunityId, other: CommunityId) -> Option<f64> {
        let pair = (one.min(other), one.max(other));
        let found = self.communities.overlaps.iter().find(|two| (two.one, two.other) == pair);
        found.map(|two| two.separation)
    }
}
