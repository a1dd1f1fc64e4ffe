//! A concept graph in memory, as a build makes it and a store writes and reads it.
//!
//! Invariant: a section never changes once it is there, and fits the others.

mod assembly;
mod classes;
mod concepts;
mod error;
mod facts;
mod section_checker;
mod sections;
mod stored;
mod summaries;

use std::sync::{Mutex, OnceLock};

use crate::base::ids::{ConceptId, PointId};
use crate::base::lock::lock;
use crate::base::points::{Points, Position};
use crate::base::progress::Progress;
use crate::communities::{self, Communities, GroupOrigin, Membership};
use crate::context::FormalContext;
use crate::dataset::{Features, Origin};
use crate::knn::Metric;
use crate::lattice::{Covers, Lattice, Members};
use crate::layout::layout;
use crate::mine::Limits;
use crate::near_points::NearPoints;
use crate::outliers;
use crate::point_graph::{PointGraph, scaled_space};
use section_checker::SectionChecker;

pub use classes::ClassFacts;
pub use concepts::{Concept, Concepts, SizeStatistics};
pub(crate) use error::ReadError;
pub use error::{DamageError, GraphError, class_id, community_id, concept_id, point_id};
pub use facts::{GraphFacts, NO_FEATURES_MESSAGE};
pub use sections::{ReadResult, Sections};
pub use stored::{StoredContext, StoredPoint, StoredPoints};
pub use summaries::{headline, surroundings, typical_sentence};

/// The context of a graph, with the points that its attributes are.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphContext {
    /// The attributes of each point.
    pub context: FormalContext,
    /// The point that each attribute is, ascending; empty for a ready context.
    pub anchors: Vec<PointId>,
}

impl GraphContext {
    /// Returns `true` if the context is a ready one, whose attributes are not points.
    pub fn is_ready(&self) -> bool {
        self.anchors.is_empty()
    }

    /// Returns the number of an attribute in a store: that of its point, or its position from 1.
    pub fn attribute_number(&self, attribute: u32) -> i64 {
        match self.anchors.get(attribute as usize) {
            Some(anchor) => anchor.number(),
            None => i64::from(attribute) + 1,
        }
    }
}

/// A concept graph: overlapping clusters, the covers among them, and groups that stand apart. A
/// stored graph is read section by section, each at the first call of its method, which fails if
/// the store does.
#[derive(Debug)]
pub struct Graph {
    facts: GraphFacts,
    source: Option<Box<dyn Sections>>,
    read_lock: Mutex<()>,
    points: OnceLock<Points>,
    context: OnceLock<GraphContext>,
    features: OnceLock<Features>,
    classes: OnceLock<Vec<ClassFacts>>,
    near_points: OnceLock<NearPoints>,
    concepts: OnceLock<Concepts>,
    covers: OnceLock<Covers>,
    members: OnceLock<Members>,
    communities: OnceLock<Communities>,
    membership: OnceLock<Membership>,
    point_graph: OnceLock<PointGraph>,
    positions: OnceLock<Vec<Position>>,
    far_points: OnceLock<Vec<PointId>>,
}

/// The result of reading a section.
pub type Result<T, E = GraphError> = std::result::Result<T, E>;

impl Graph {
    /// Opens a graph whose sections are read from a store.
    ///
    /// # Errors
    /// Returns an error if the store fails or its facts are impossible.
    pub fn open(source: Box<dyn Sections>) -> Result<Self> {
        Ok(Self {
            facts: source.facts().map_err(GraphError::Read)?,
            source: Some(source),
            read_lock: Mutex::default(),
            points: OnceLock::new(),
            context: OnceLock::new(),
            features: OnceLock::new(),
            classes: OnceLock::new(),
            near_points: OnceLock::new(),
            concepts: OnceLock::new(),
            covers: OnceLock::new(),
            members: OnceLock::new(),
            communities: OnceLock::new(),
            membership: OnceLock::new(),
            point_graph: OnceLock::new(),
            positions: OnceLock::new(),
            far_points: OnceLock::new(),
        })
    }

    /// Leaves the members of the clusters out of a store; a full lattice is mined again for them.
    pub(crate) fn without_members(mut self) -> Self {
        self.facts.has_members = false;
        self
    }

    pub(crate) fn without_features(mut self) -> Self {
        self.facts.features = 0;
        self.features = Features::default().into();
        self
    }

    fn source(&self) -> &dyn Sections {
        self.source.as_deref().expect("a graph without a source is in memory whole")
    }

    fn load<'a, T>(
        &'a self,
        cell: &'a OnceLock<T>,
        read: impl FnOnce(&'a dyn Sections) -> Result<T>,
    ) -> Result<&'a T> {
        if let Some(section) = cell.get() {
            return Ok(section);
        }
        // Only one of the threads that want the section at one time reads it.
        let _reading = lock(&self.read_lock);
        if let Some(section) = cell.get() {
            return Ok(section);
        }
        let read = read(self.source())?;
        Ok(cell.get_or_init(|| read))
    }

    /// Returns a section; the first call reads it and checks it against the facts and the points.
    fn load_checked<'a, T, R>(
        &'a self,
        cell: &'a OnceLock<T>,
        read: impl FnOnce(&'a dyn Sections) -> ReadResult<R>,
        check: impl FnOnce(SectionChecker<'a>, R) -> section_checker::CheckResult<T>,
    ) -> Result<&'a T> {
        if let Some(section) = cell.get() {
            return Ok(section);
        }
        let points = self.points()?;
        self.load(cell, |source| {
            let checks = SectionChecker { facts: &self.facts, points };
            let read = read(source).map_err(GraphError::Read)?;
            check(checks, read).map_err(|damage| damage_error(source, damage))
        })
    }

    /// Returns the facts of the graph.
    pub fn facts(&self) -> &GraphFacts {
        &self.facts
    }

    /// Returns the points: their names, rows, classes and the columns that are only shown.
    pub fn points(&self) -> Result<&Points> {
        self.load(&self.points, |source| {
            let stored = source.points().map_err(GraphError::Read)?;
            let (points, positions) =
                stored.into_points(&self.facts).map_err(|damage| damage_error(source, damage))?;
            self.positions.get_or_init(|| positions);
            Ok(points)
        })
    }

    /// Returns the position of each point on the map of all points, by row. The first call on a
    /// graph in memory computes them.
    ///
    /// # Errors
    /// Returns an error if a section cannot be read, or after an interrupt of the computation.
    pub fn positions(&self, progress: &Progress) -> Result<&[Position]> {
        // The positions of a stored graph are read with its points.
        self.points()?;
        if let Some(positions) = self.positions.get() {
            return Ok(positions);
        }
        let (graph, features) = (self.point_graph()?, self.features()?);
        let context = &self.context()?.context;
        let found = layout(graph, self.facts.origin, features, context, progress)?;
        Ok(self.positions.get_or_init(|| found))
    }

    /// Returns the context.
    pub fn context(&self) -> Result<&GraphContext> {
        let check = |of: SectionChecker<'_>, stored: StoredContext| {
            stored.into_context(of.facts, of.points)
        };
        self.load_checked(&self.context, |source| source.context(self.facts.origin), check)
    }

    /// Returns the ready context that a graph was made from; `None` for a graph of neighbours.
    pub fn ready_context(&self) -> Result<Option<&FormalContext>> {
        match self.facts.origin {
            Origin::Ready => Ok(Some(&self.context()?.context)),
            Origin::Neighbors { .. } => Ok(None),
        }
    }

    /// Returns the table behind the points, row by row; it has no columns if the context was ready.
    pub fn features(&self) -> Result<&Features> {
        self.load_checked(&self.features, Sections::features, SectionChecker::check_features)
    }

    /// Returns the statistics of the classes over the clusters, by class; empty without classes.
    pub fn classes(&self) -> Result<&[ClassFacts]> {
        let check = SectionChecker::check_classes;
        self.load_checked(&self.classes, Sections::classes, check).map(Vec::as_slice)
    }

    /// Returns the nearest points of each point; empty for a ready context.
    pub fn near_points(&self) -> Result<&NearPoints> {
        let check = SectionChecker::check_near_points;
        self.load_checked(&self.near_points, Sections::near_points, check)
    }

    /// Returns the clusters.
    pub fn concepts(&self) -> Result<&Concepts> {
        let read = |source: &dyn Sections| Ok((source.concepts()?, source.class_counts()?));
        self.load_checked(&self.concepts, read, |of, (stored, counts)| {
            of.check_concepts(stored, counts)
        })
    }

    /// Returns the covers among the clusters.
    pub fn covers(&self) -> Result<&Covers> {
        self.load_checked(&self.covers, Sections::covers, |of, covers| of.check_covers(&covers))
    }

    /// Returns the members of the clusters, mined again if the graph is stored without them.
    pub fn members(&self) -> Result<&Members> {
        if let Some(members) = self.members.get() {
            return Ok(members);
        }
        if !self.facts.has_members {
            // Not as a section: a thread of the search may want one that another thread reads.
            let mined = mine_members(&self.facts, &self.context()?.context);
            let mined = mined.map_err(|damage| damage_error(self.source(), damage))?;
            return Ok(self.members.get_or_init(|| mined));
        }
        let concepts = self.concepts()?;
        let check = |of: SectionChecker<'_>, members: Vec<_>| of.check_members(&members, concepts);
        self.load_checked(&self.members, Sections::members, check)
    }

    /// Returns the communities of the points.
    pub fn communities(&self) -> Result<&Communities> {
        let read = |source: &dyn Sections| Ok((source.communities()?, source.overlaps()?));
        self.load_checked(&self.communities, read, |of, (all, overlaps)| {
            of.check_communities(all, overlaps)
        })
    }

    /// Returns the groups and parts that each point belongs to, by row, with its shares.
    pub fn membership(&self) -> Result<&Membership> {
        if let Some(membership) = self.membership.get() {
            return Ok(membership);
        }
        let communities = self.communities()?;
        let check = |of: SectionChecker<'_>, rows: Vec<_>| of.check_membership(rows, communities);
        self.load_checked(&self.membership, Sections::membership, check)
    }

    /// Returns the graph of similar points; for a stored table it has only the nodes.
    pub fn point_graph(&self) -> Result<&PointGraph> {
        if let Some(graph) = self.point_graph.get() {
            return Ok(graph);
        }
        let graph = match self.facts.origin {
            Origin::Neighbors { metric, scale, .. } if metric != Metric::Precomputed => {
                let n = self.points()?.len();
                let space = scaled_space(self.features()?, n, metric, scale);
                PointGraph::with_nodes_only(space.as_ref(), n, self.facts.group_k)
            }
            origin => PointGraph::new(origin, self.features()?, &self.context()?.context, None),
        };
        Ok(self.point_graph.get_or_init(|| graph))
    }

    /// Returns a cluster; `None` if the graph has no cluster of that id.
    pub fn concept(&self, id: ConceptId) -> Result<Option<Concept>> {
        Ok(self.concepts()?.get(id))
    }

    /// Returns the id of the cluster of all points, which is the last.
    pub fn top(&self) -> ConceptId {
        ConceptId(self.facts.concepts.saturating_sub(1))
    }

    /// Returns a paragraph on each community, by number.
    pub fn summaries(&self) -> Result<Vec<String>> {
        summaries::summaries(self)
    }

    /// Returns a sentence on whether groups stand apart.
    pub fn verdict(&self) -> Result<String> {
        let (communities, points) = (self.communities()?, self.facts.points as usize);
        let distinct = match communities.groups() {
            [_] => self.features()?.count_distinct_rows(),
            _ => points,
        };
        // Without values, every point counts as different.
        let distinct = if distinct == 0 { points } else { distinct };
        let origin = match self.facts.given_groups {
            Some(_) => GroupOrigin::Given,
            None if self.facts.is_close_look() => GroupOrigin::CloseLook,
            None => GroupOrigin::Found,
        };
        Ok(communities::verdict(communities, distinct, origin))
    }

    /// Returns the points that are [far from all groups](crate::outliers), the farthest first.
    pub fn far_points(&self) -> Result<&[PointId]> {
        if let Some(found) = self.far_points.get() {
            return Ok(found);
        }
        let (points, near) = (self.points()?, self.near_points()?);
        let found = outliers::far_points(points, near, self.communities()?, self.membership()?);
        Ok(self.far_points.get_or_init(|| found))
    }

    /// Returns for each point whether it is far from all groups.
    pub fn are_far(&self) -> Result<Vec<bool>> {
        let mut are_far = vec![false; self.points()?.len()];
        self.far_points()?.iter().for_each(|point| are_far[point.index()] = true);
        Ok(are_far)
    }

    /// Returns a sentence on the points that are far from all groups; `None` if there are none.
    pub fn far_sentence(&self) -> Result<Option<String>> {
        let (points, groups) = (self.facts.points as usize, self.communities()?.groups().len());
        Ok(outliers::describe_far_points(self.far_points()?.len(), points, groups))
    }

    /// Returns the verdict and the sentence on far points.
    pub fn findings(&self) -> Result<String> {
        let sentences = [Some(self.verdict()?), self.far_sentence()?];
        Ok(sentences.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

fn damage_error(source: &dyn Sections, damage: DamageError) -> GraphError {
    GraphError::Damaged { place: source.location(), damage }
}

/// Mines the clusters again; they have the ids that they were stored with.
fn mine_members(
    facts: &GraphFacts,
    context: &FormalContext,
) -> section_checker::CheckResult<Members> {
    let limits = Limits {
        min_size: facts.min_size as usize,
        max_concepts: Some(facts.concepts.into()),
        ..Limits::default()
    };
    match Lattice::mine(context, &limits, &Progress::default()) {
        Ok(lattice) if lattice.len() == facts.concepts as usize => Ok(lattice.members),
        _ => Err(format!("its context does not have {} clusters", facts.concepts).into()),
    }
}
