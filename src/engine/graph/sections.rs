//! The interface of a place that holds a graph, section by section.

use std::fmt;

use super::{ClassFacts, Concept, GraphFacts, ReadError, StoredContext, StoredPoints};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::communities::{Community, Overlap};
use crate::dataset::{Features, Origin};

/// The result of reading a section.
pub type ReadResult<T> = Result<T, ReadError>;

/// A reader of the sections of one stored graph, each read as a whole.
///
/// The graph does not change while it is read. Numbers are decoded to ids; [`Graph`](super::Graph)
/// checks that they fit together, so a section may hold anything.
pub trait Sections: Send + Sync + fmt::Debug {
    /// Returns the name of the place in messages.
    fn location(&self) -> String;

    /// Reads the facts of the graph.
    fn facts(&self) -> ReadResult<GraphFacts>;

    /// Reads the points with their classes and the columns that are only shown.
    fn points(&self) -> ReadResult<StoredPoints>;

    /// Reads the context of a graph of this origin.
    fn context(&self, origin: Origin) -> ReadResult<StoredContext>;

    /// Reads the table behind the points.
    fn features(&self) -> ReadResult<Features>;

    /// Reads the statistics of the classes over the clusters, by class.
    fn classes(&self) -> ReadResult<Vec<ClassFacts>>;

    /// Reads the nearest points: point, other point and distance, by point and rank.
    fn near_points(&self) -> ReadResult<Vec<(PointId, PointId, Option<f64>)>>;

    /// Reads the communities by number.
    fn communities(&self) -> ReadResult<Vec<(CommunityId, Community)>>;

    /// Reads the overlaps of communities, by the numbers of both.
    fn overlaps(&self) -> ReadResult<Vec<Overlap>>;

    /// Reads the communities of each point with its share, by point and community.
    fn membership(&self) -> ReadResult<Vec<(PointId, CommunityId, f64)>>;

    /// Reads the clusters by id, without counts of classes.
    fn concepts(&self) -> ReadResult<Vec<Concept>>;

    /// Reads the number of points of each class in each cluster.
    fn class_counts(&self) -> ReadResult<Vec<(ConceptId, ClassId, u32)>>;

    /// Reads the covers: lower, then upper cluster, ascending.
    fn covers(&self) -> ReadResult<Vec<(ConceptId, ConceptId)>>;

    /// Reads the members: cluster, then point, ascending. Not called if the store has no members.
    fn members(&self) -> ReadResult<Vec<(ConceptId, PointId)>>;
}
