//! The reference backend: a graph in memory, answering straight from the lattice. What is large is
//! shared, and what takes a pass over the graph is made once.

use std::sync::Arc;

use rayon::prelude::*;

use super::digest::Digest;
use super::summaries;
use super::{Concept, GraphFacts, LatticeStore, Result, StoredContext};
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::cohesion::Cohesion;
use crate::communities::{Communities, Membership};
use crate::dataset::Features;
use crate::graph::{ClassFacts, ConceptGraph};
use crate::near::NearPoints;
use crate::point_graph::PointGraph;
use crate::purity::ClassCounter;

fn known<'a>(
    graph: &'a ConceptGraph,
    ids: &'a [ConceptId],
) -> impl Iterator<Item = ConceptId> + 'a {
    ids.iter().copied().filter(|id| id.index() < graph.lattice.len())
}

/// Concepts that are digested together.
const DIGESTED: u32 = 1 << 12;

fn digest_of(graph: &ConceptGraph, facts: GraphFacts) -> Result<String> {
    let mut digest = Digest::of(graph, &facts, &with_facts(graph, facts.clone()))?;
    for ids in ConceptId::batches(facts.concepts, DIGESTED) {
        digest.concepts(&graph.concepts(&ids)?, &graph.members(&ids)?, &graph.upper(&ids)?);
    }
    Ok(digest.finish())
}

fn with_facts(graph: &ConceptGraph, facts: GraphFacts) -> StoredContext {
    StoredContext {
        facts,
        points: Arc::clone(&graph.points),
        context: Arc::clone(&graph.context),
        anchors: Arc::clone(&graph.anchors),
    }
}

impl LatticeStore for ConceptGraph {
    fn facts(&self) -> Result<GraphFacts> {
        let counts = self.lattice.counts();
        let classes = self.points.classes().map_or(0, |classes| classes.names().len());
        let facts = GraphFacts {
            name: self.name.clone(),
            kind: self.kind(),
            points: self.points.len() as u32,
            features: self.features.names.len() as u32,
            attributes: self.context.attributes().len() as u32,
            origin: self.origin,
            missing: self.missing,
            min_size: self.lattice.min_size() as u32,
            concepts: self.lattice.len() as u32,
            covers: counts.covers.unwrap_or(0),
            classes: classes as u32,
            dendrogram_purity: self.class_summary().dendrogram_purity,
            chance: self.class_summary().chance,
            members: self.members,
            digest: None,
        };
        let digest = match self.digest.get() {
            Some(digest) => digest.clone(),
            None => {
                let digest = digest_of(self, facts.clone())?;
                self.digest.get_or_init(|| digest).clone()
            }
        };
        Ok(GraphFacts { digest: Some(digest), ..facts })
    }

    fn stored_context(&self) -> Result<Arc<StoredContext>> {
        Ok(Arc::new(with_facts(self, LatticeStore::facts(self)?)))
    }

    fn features(&self) -> Result<Arc<Features>> {
        Ok(Arc::clone(&self.features))
    }

    fn classes(&self) -> Result<Vec<ClassFacts>> {
        Ok(self.class_summary().classes.clone())
    }

    fn near(&self) -> Result<Arc<NearPoints>> {
        Ok(Arc::clone(&self.near))
    }

    fn communities(&self) -> Result<Arc<Communities>> {
        Ok(Arc::clone(&ConceptGraph::communities(self).communities))
    }

    fn summaries(&self) -> Result<Vec<String>> {
        summaries::summaries(self)
    }

    fn membership(&self) -> Result<Arc<Membership>> {
        Ok(Arc::clone(&ConceptGraph::communities(self).membership))
    }

    fn point_graph(&self) -> Option<&PointGraph> {
        Some(&self.point_graph)
    }

    fn concepts(&self, ids: &[ConceptId]) -> Result<Vec<Concept>> {
        let objects = self.lattice.objects(&self.context);
        let known: Vec<ConceptId> = known(self, ids).collect();
        let cohesion = Cohesion::for_calls(objects, self.origin, &self.anchors, known.len());
        let (counter, groups) = (self.class_counter(), self.group_counter());
        let concept = |&id: &ConceptId| {
            let members = self.lattice.objects_of(id);
            let count = |counter: &ClassCounter| counter.of_objects(&members).counts().to_vec();
            let counts = counter.map_or(Vec::new(), count);
            let (size, center) = (self.lattice.size(id), self.center(id));
            let cohesion = cohesion.as_ref().and_then(|of| of.of_objects(&members));
            let community = groups.and_then(|groups| groups.of_objects(&members).majority());
            let community = community.map(|group| CommunityId(group.0));
            Concept { id, size, counts, center, cohesion, community }
        };
        Ok(known.par_iter().map(concept).collect())
    }

    fn upper(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let above = |id| self.lattice.upper(id).map(move |up| (id, up));
        Ok(known(self, ids).flat_map(above).collect())
    }

    fn lower(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let below = |id| self.lattice.lower(id).map(move |low| (low, id));
        Ok(known(self, ids).flat_map(below).collect())
    }

    fn members(&self, ids: &[ConceptId]) -> Result<Vec<Vec<PointId>>> {
        Ok(known(self, ids).map(|id| self.lattice.members(id)).collect())
    }

    fn containing(&self, points: &[PointId]) -> Result<Vec<Vec<ConceptId>>> {
        let known = points.iter().filter(|point| point.index() < self.points.len());
        Ok(known.map(|&point| self.lattice.containing(point).collect()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::base::progress::Progress;
    use crate::context::FormalContext;
    use crate::dataset::Dataset;
    use crate::lattice::Lattice;
    use crate::mine::Limits;

    #[test]
    fn what_is_large_is_shared_by_all_calls() {
        let names = ["a", "b"].map(str::to_owned).to_vec();
        let context = FormalContext::new(names, [vec![0], vec![0, 1], vec![1]]);
        let lattice = Lattice::mine(&context, &Limits::default(), &Progress::default()).unwrap();
        let points = Points::numbered(3, None);
        let dataset = Dataset::of_context("g", context, points);
        let graph = ConceptGraph::new(dataset, lattice, None, &Progress::default()).unwrap();
        let store: &dyn LatticeStore = &graph;
        let [one, other] = [0, 1].map(|_| store.stored_context().unwrap());
        assert!(Arc::ptr_eq(&one.points, &other.points));
        assert!(Arc::ptr_eq(&one.context, &other.context));
        let [one, other] = [0, 1].map(|_| store.features().unwrap());
        assert!(Arc::ptr_eq(&one, &other));
        let [one, other] = [0, 1].map(|_| store.membership().unwrap());
        assert!(Arc::ptr_eq(&one, &other));
    }
}
