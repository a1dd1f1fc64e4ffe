//! The interface of a place that holds a graph, section by section.

use std::fmt;

use super::{ClassFacts, Concept, GraphFacts, ReadError, StoredContext, StoredPoints};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::communities::{Community, Overlap};
use crate::dataset::{Features, Origin};

/// The result of reading a section.
pub type Read<T> = Result<T, ReadError>;

/// A reader of the sections of one stored graph, each read as a whole.
///
/// The graph does not change while it is read. Numbers are decoded to ids; [`Graph`](super::Graph)
/// checks that they fit together, so a section may hold anything.
pub trait Sections: Send + Sync + fmt::Debug {
    /// Returns the name of the place in messages.
    fn place(&self) -> String;

    /// Reads the facts of the graph.
    fn facts(&self) -> Read<GraphFacts>;

    /// Reads the points with their classes and the columns that are only shown.
    fn points(&self) -> Read<StoredPoints>;

    /// Reads the context of a graph of this origin.
    fn context(&self, origin: Origin) -> Read<StoredContext>;

    /// Reads the table behind the points.
    fn features(&self) -> Read<Features>;

    /// Reads the statistics of the classes over the clusters, by class.
    fn classes(&self) -> Read<Vec<ClassFacts>>;

    /// Reads the nearest points: point, other point and distance, by point and rank.
    fn near(&self) -> Read<Vec<(PointId, PointId, Option<f64>)>>;

    /// Reads the communities by number.
    fn communities(&self) -> Read<Vec<(CommunityId, Community)>>;

    /// Reads the overlaps of communities, by the numbers of both.
    fn overlaps(&self) -> Read<Vec<Overlap>>;

    /// Reads the communities of each point with its share, by point and community.
    fn membership(&self) -> Read<Vec<(PointId, CommunityId, f64)>>;

    /// Reads the clusters by id, without counts of classes.
    fn concepts(&self) -> Read<Vec<Concept>>;

    /// Reads the number of points of each class in each cluster.
    fn class_counts(&self) -> Read<Vec<(ConceptId, ClassId, u32)>>;

    /// Reads the covers: lower, then upper cluster, ascending.
    fn covers(&self) -> Read<Vec<(ConceptId, ConceptId)>>;

    /// Reads the members: cluster, then point, ascending. Not called if the store has no members.
    fn members(&self) -> Read<Vec<(ConceptId, PointId)>>;
}
