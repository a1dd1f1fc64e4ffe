//! The creation of a graph from a dataset and its clusters.

use std::sync::{Mutex, OnceLock};

use super::classes::ClassSummary;
use super::{Concepts, Graph, GraphContext, GraphFacts, Result};
use crate::base::progress::{InterruptedError, Progress};
use crate::communities::{self, CommunityResult, Regions};
use crate::dataset::Dataset;
use crate::lattice::Lattice;
use crate::outliers::outlier_scores;
use crate::point_graph::PointGraph;

impl Graph {
    /// Creates a graph; finds its communities and statistics. `regions` are given if known.
    pub fn new(
        dataset: Dataset,
        lattice: Lattice,
        regions: Option<Regions>,
        progress: &Progress,
    ) -> Result<Self, InterruptedError> {
        let regions = match regions {
            Some(regions) => regions,
            None => Regions::new(PointGraph::from_dataset(&dataset), progress)?,
        };
        progress.begin_step("looking for communities");
        let communities = communities::find(&dataset, &regions, Some(&lattice), progress)?;
        let CommunityResult { communities: found, membership, .. } = &communities;
        let Dataset { origin, context, .. } = &dataset;
        let outliers = outlier_scores(&regions.graph, *origin, context, found, membership);
        progress.begin_step("looking at classes");
        let concepts = Concepts::from_lattice(&dataset, &lattice, &communities, progress)?;
        let summary = ClassSummary::new(&dataset, &lattice, &concepts, &communities, progress)?;
        let facts = GraphFacts {
            name: dataset.name,
            kind: lattice.kind(),
            points: dataset.points.len() as u32,
            features: dataset.features.names.len() as u32,
            attributes: dataset.context.attributes().len() as u32,
            origin: dataset.origin,
            group_k: regions.graph.k,
            given_groups: regions.given_groups,
            missing: dataset.missing,
            min_size: lattice.min_size() as u32,
            concepts: lattice.len() as u32,
            covers: lattice.covers.total(),
            classes: summary.classes.len() as u32,
            dendrogram_purity: summary.dendrogram_purity,
            chance: summary.chance,
            has_members: true,
            digest: None,
        };
        let context = GraphContext { context: dataset.context, anchors: dataset.anchors };
        Ok(Self {
            facts,
            source: None,
            read_lock: Mutex::default(),
            points: dataset.points.with_outlier_scores(outliers).into(),
            context: context.into(),
            features: dataset.features.into(),
            classes: summary.classes.into(),
            near_points: dataset.near_points.into(),
            concepts: concepts.into(),
            covers: lattice.covers.into(),
            members: lattice.members.into(),
            communities: communities.communities.into(),
            membership: communities.membership.into(),
            point_graph: regions.graph.into(),
            positions: OnceLock::new(),
            far_points: OnceLock::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::{Classes, Points};
    use crate::context::FormalContext;
    use crate::mine::Limits;

    /// Everything known of a graph is found while it is made, so an interrupt can end that.
    #[test]
    fn an_interrupt_ends_what_comes_after_mining() {
        let context = FormalContext::new(vec!["a".into()], [vec![0], vec![]]);
        let progress = Progress::default();
        let lattice = Lattice::mine(&context, &Limits::default(), &progress).unwrap();
        let points = Points::from_count(2, Some(Classes::from_labels(&["x", "y"])));
        let dataset = Dataset::from_context("g", context, points);
        let graph = Graph::new(dataset.clone(), lattice.clone(), None, &progress);
        assert_eq!(graph.unwrap().classes().unwrap().len(), 2);
        progress.interrupt();
        let error = Graph::new(dataset, lattice, None, &progress).unwrap_err();
        assert_eq!(error, InterruptedError);
    }
}
