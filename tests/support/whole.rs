//! All sections of a graph in memory, for oracles, and the comparison of two graphs.

use std::fmt::{Debug, Display};

use conceptgraph::communities::{Communities, Membership};
use conceptgraph::context::FormalContext;
use conceptgraph::graph::{Concepts, Graph, GraphFacts};
use conceptgraph_engine::base::ids::{ConceptId, PointId};
use conceptgraph_engine::base::points::Points;
use conceptgraph_engine::dataset::{Features, Origin};
use conceptgraph_engine::lattice::{Covers, Members};
use libtest_mimic::Failed;

#[derive(Clone, Copy)]
pub struct Whole<'g> {
    pub graph: &'g Graph,
    pub origin: Origin,
    pub points: &'g Points,
    pub context: &'g FormalContext,
    pub anchors: &'g [PointId],
    pub features: &'g Features,
    pub concepts: &'g Concepts,
    pub members: &'g Members,
    pub covers: &'g Covers,
    pub communities: &'g Communities,
    pub membership: &'g Membership,
}

impl<'g> Whole<'g> {
    pub fn of(graph: &'g Graph) -> Self {
        Self::read(graph).expect("a graph that is sound")
    }

    fn read(graph: &'g Graph) -> conceptgraph::graph::Result<Self> {
        let of = graph.context()?;
        Ok(Self {
            graph,
            origin: graph.facts().origin,
            points: graph.points()?,
            context: &of.context,
            anchors: &of.anchors,
            features: graph.features()?,
            concepts: graph.concepts()?,
            members: graph.members()?,
            covers: graph.covers()?,
            communities: graph.communities()?,
            membership: graph.membership()?,
        })
    }

    pub fn ids(self) -> impl DoubleEndedIterator<Item = ConceptId> + ExactSizeIterator {
        ConceptId::first(self.members.len())
    }
}

/// Fails unless each section and each summary of `found` equals that of `truth`.
pub fn equal(found: &Graph, truth: &Graph) -> Result<(), Failed> {
    fn same<T: PartialEq + Debug>(what: impl Display, found: T, truth: T) -> Result<(), Failed> {
        match found == truth {
            true => Ok(()),
            false => Err(format!("{what}: {found:?}, not {truth:?}").into()),
        }
    }
    // A graph in a server has the name under which it was loaded; one in memory has no digest yet.
    let facts = |graph: &Graph| {
        let facts = graph.facts().clone();
        GraphFacts { name: String::new(), digest: None, ..facts }
    };
    same("facts", facts(found), facts(truth))?;
    same("points", found.points()?, truth.points()?)?;
    same("context", found.context()?, truth.context()?)?;
    same("features", found.features()?, truth.features()?)?;
    same("classes", found.classes()?, truth.classes()?)?;
    same("nearest points", found.near_points()?, truth.near_points()?)?;
    same("communities", found.communities()?, truth.communities()?)?;
    same("membership", found.membership()?, truth.membership()?)?;
    same("summaries", found.summaries()?, truth.summaries()?)?;
    same("verdict", found.verdict()?, truth.verdict()?)?;
    same("clusters", found.concepts()?, truth.concepts()?)?;
    let (own, its) = (Whole::read(found)?, Whole::of(truth));
    for id in its.ids() {
        same(format!("members of {id}"), own.members.points(id), its.members.points(id))?;
        let both = [own, its].map(|of| of.covers.upper(id).collect::<Vec<_>>());
        same(format!("upper covers of {id}"), &both[0], &both[1])?;
        let both = [own, its].map(|of| of.covers.lower(id).collect::<Vec<_>>());
        same(format!("lower covers of {id}"), &both[0], &both[1])?;
    }
    for point in its.points.ids() {
        let both = [own, its].map(|of| of.members.containing(point).collect::<Vec<_>>());
        same(format!("clusters with point {point:?}"), &both[0], &both[1])?;
    }
    Ok(())
}
