//! Where a graph is kept: one contract, several backends.
//!
//! [`LatticeStore`] is what the program needs of a graph, wherever it is kept. [`memory`] is the
//! reference, [`sqlite`] one file, `neo4j` a server (with the feature `neo4j`). [`conformance`]
//! compares any of them with the reference. A load is all or nothing for readers.

mod bounds;
pub(crate) mod column_names;
pub mod conformance;
pub(crate) mod digest;
mod error;
mod facts;
pub mod memory;
#[cfg(feature = "neo4j")]
pub mod neo4j;
pub mod neo4j_files;
mod neo4j_rows;
pub(crate) mod packed_rows;
mod path;
mod read_context;
mod row_store;
mod scan;
pub mod server_word;
pub mod sqlite;
pub(crate) mod summaries;

use std::sync::Arc;

pub use digest::computed as computed_digest;
pub use error::{DamageError, Error};
pub(crate) use error::{class_id, community_id, concept_id, point_id};
pub use facts::{GraphFacts, NO_FEATURES, for_people};
pub use scan::OfSize;

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::points::Points;
use crate::base::rows::{Rows, Value};
use crate::communities::{Communities, Membership, verdict};
use crate::context::FormalContext;
use crate::dataset::{Features, Origin};
use crate::graph::ClassFacts;
use crate::near::NearPoints;
use crate::point_graph::PointGraph;
use crate::purity::ClassCounts;

/// The result of a call of a store.
pub type Result<T> = std::result::Result<T, Error>;

/// The points and the context of a stored graph, and what it is: what closures are computed from.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredContext {
    /// What the graph is.
    pub facts: GraphFacts,
    /// Names and classes.
    pub points: Arc<Points>,
    /// Which point has which attribute.
    pub context: Arc<FormalContext>,
    /// The point that each attribute is, ascending; empty for a ready context.
    pub anchors: Arc<[PointId]>,
}

impl StoredContext {
    /// Whether it was made from a table, so that its attributes are points.
    pub fn is_neighbor_graph(&self) -> bool {
        self.facts.origin != Origin::Ready
    }

    /// The number of an attribute in a store: that of the point that it is, or its place.
    pub fn attribute_number(&self, attribute: u32) -> i64 {
        match self.anchors.get(attribute as usize) {
            Some(anchor) => anchor.number(),
            None => i64::from(attribute) + 1,
        }
    }
}

/// One stored concept.
#[derive(Clone, Debug, PartialEq)]
pub struct Concept {
    /// Its id.
    pub id: ConceptId,
    /// How many points it has.
    pub size: u32,
    /// How many of its points each class has; empty without classes.
    pub counts: Vec<u32>,
    /// Its centre: the point whose attributes define it; of a full lattice the member with most
    /// links to the others. None of an empty concept.
    pub center: Option<PointId>,
    /// Of the neighbour links that its size and k allow, the share inside; none for fewer than two
    /// points and for a ready context (see [`cohesion`](crate::cohesion)).
    pub cohesion: Option<f64>,
    /// The group that most of its points have their largest share in, of equal ones the first; none
    /// where none of them is in a group.
    pub community: Option<CommunityId>,
}

impl Concept {
    /// The class most of its points have and their share; none when empty or without classes.
    pub fn majority_and_purity(&self) -> Option<(ClassId, f64)> {
        ClassCounts::from_counts(self.counts.clone()).majority_and_purity()
    }
}

/// What the program needs of a stored graph; it is also all that copying a graph to another store
/// takes.
///
/// What a caller may rely on:
///
/// - The graph does not change while it is open. A backend whose graph is replaced meanwhile says
///   so ([`Queryable::still_there`]) or answers from the new one alone, never from both.
/// - Lists of ids may come in any order and hold an id twice. Answers come in the order stated. An
///   id that the graph does not have is left out of the answer; it is not an error.
/// - Every number that was read has been checked: ids in an answer are below the counts of
///   [`LatticeStore::facts`], these are at most what is stored, lists of points ascend, and covers
///   lead from a lower id to a higher one. Whatever is otherwise is [`Error::Damaged`].
///
/// Every method fails with [`Error::Backend`] when the file or server fails, with
/// [`Error::Damaged`] when what it holds contradicts itself, and with [`Error::Interrupted`] when
/// an [`Interrupter`] ended it. Costs are given for a graph of n points with N concepts; "a
/// look-up" is one indexed search of the backend.
///
/// ```
/// # fn show(store: &dyn conceptgraph::store::LatticeStore) -> conceptgraph::store::Result<()> {
/// use conceptgraph::base::ids::PointId;
///
/// // The clusters with the first point, smallest first, and what covers the smallest.
/// let containing = store.containing(&[PointId(0)])?.concat();
/// println!("{} is covered by {:?}", containing[0], store.upper(&containing[..1])?);
/// # Ok(()) }
/// ```
pub trait LatticeStore {
    /// What the graph is. One look-up a fact.
    fn facts(&self) -> Result<GraphFacts>;

    /// Points and context, shared: backends read them once and keep them.
    ///
    /// The first call reads n points and every cross of the context, later ones nothing.
    fn stored_context(&self) -> Result<Arc<StoredContext>>;

    /// The table behind the points, row by row; without columns for a ready context. Reads all of
    /// it.
    fn features(&self) -> Result<Arc<Features>>;

    /// What the classes have to do with the concepts, by class name; empty without classes. One row
    /// a class: it was computed when the graph was built.
    fn classes(&self) -> Result<Vec<ClassFacts>>;

    /// The nearest points of each point; none of a ready context. Reads all of them.
    fn near(&self) -> Result<Arc<NearPoints>>;

    /// The [communities](crate::communities) of its points; none where a graph was made without.
    /// One row a community and two that overlap: computed when it was built.
    fn communities(&self) -> Result<Arc<Communities>>;

    /// A paragraph on each community, by number: its points, their class, what sets them apart, and
    /// what is next to it.
    fn summaries(&self) -> Result<Vec<String>>;

    /// Whether groups stand apart, in a sentence.
    fn verdict(&self) -> Result<String> {
        let (communities, points) = (self.communities()?, self.facts()?.points as usize);
        let different = match communities.groups() {
            [_] => self.features()?.different(),
            _ => points,
        };
        // Without values every point is one of its own.
        let different = if different == 0 { points } else { different };
        Ok(verdict(&communities, points, different))
    }

    /// The communities that each point belongs to, by row, with its shares. One row a point and
    /// community: computed when the graph was built.
    fn membership(&self) -> Result<Arc<Membership>>;

    /// Which points are near one another, where that is at hand: a store does not keep it.
    fn point_graph(&self) -> Option<&PointGraph> {
        None
    }

    /// These concepts, in the given order. Two look-ups an id.
    fn concepts(&self, ids: &[ConceptId]) -> Result<Vec<Concept>>;

    /// The covers `(lower, upper)` above these concepts, in the given order, then by upper id.
    /// One look-up an id and a step a cover.
    fn upper(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>>;

    /// The covers `(lower, upper)` below these concepts, in the given order, then by lower id. One
    /// look-up an id and a step a cover.
    fn lower(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>>;

    /// A shortest chain of covers from a concept up to a larger one, both included; none where the
    /// first is not below the second. Of several, read from the larger one downwards: always the
    /// lower cover with the lowest id. Reads the covers of about what lies between, layer by layer.
    fn path(&self, from: ConceptId, to: ConceptId) -> Result<Option<Vec<ConceptId>>> {
        path::path(self, from, to)
    }

    /// The points of each of these concepts, ascending, in the given order. One look-up an id and a
    /// step a member; a graph that is kept without members is mined again at the first call.
    fn members(&self, ids: &[ConceptId]) -> Result<Vec<Vec<PointId>>>;

    /// The concepts that contain each of these points, ascending, so smallest first, in the given
    /// order; a point that the graph does not have is left out. One look-up a point and a step a
    /// concept, or as [`LatticeStore::members`].
    fn containing(&self, points: &[PointId]) -> Result<Vec<Vec<ConceptId>>>;

    /// The concepts of at least `size` points in which at least this share is of a class,
    /// ascending. Reads every concept; a backend that finds them by itself does.
    fn of_class(&self, class: ClassId, share: f64, size: u32) -> Result<Vec<ConceptId>> {
        scan::of_class(self, class, share, size)
    }

    /// The concepts counted by size, ascending. Reads every concept and every cover; a backend that
    /// counts by itself does.
    fn by_size(&self) -> Result<Vec<OfSize>> {
        scan::by_size(self)
    }

    /// The same store, where it has a query language.
    fn queryable(&self) -> Option<&dyn Queryable> {
        None
    }

    /// Faults that a backend finds in its own files, in words, at most `most` of them. Reads
    /// everything.
    fn own_faults(&self, most: usize) -> Result<Vec<String>> {
        let _ = most;
        Ok(Vec::new())
    }
}

/// Something that statements can query: a table, or a label of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaObject {
    /// What it is called.
    pub name: String,
    /// Its columns or properties.
    pub columns: Vec<String>,
    /// How it is defined, in the store's language.
    pub definition: String,
}

/// Ends a running statement from another thread.
pub type Interrupter = Box<dyn Fn() + Send>;

/// What a statement is given under a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// One value.
    Value(Value),
    /// A list of names: a JSON array in SQL, a list in Cypher.
    Names(Vec<String>),
}

/// A store that has its own query language.
pub trait Queryable: LatticeStore {
    /// Runs a reading statement with named parameters and returns all rows. Parameters that the
    /// statement does not name are passed over; names that it has and that are not given are NULL.
    ///
    /// # Errors
    /// Besides those of [`LatticeStore`]: whatever the backend says of the statement.
    fn run(&self, statement: &str, parameters: &[(&str, Parameter)]) -> Result<Rows>;

    /// The parameters of a statement as they stand in it, `:name` in SQL and `$name` in Cypher, `?`
    /// where one has no name.
    ///
    /// # Errors
    /// A statement that the backend cannot read.
    fn parameters(&self, statement: &str) -> Result<Vec<String>>;

    /// What statements can query, by name.
    ///
    /// # Errors
    /// Those of [`LatticeStore`].
    fn schema_objects(&self) -> Result<Vec<SchemaObject>>;

    /// A statement of ours as this store takes it, whose graph may have other labels.
    fn in_its_words(&self, statement: &str) -> String {
        statement.to_owned()
    }

    /// What its graph is called in it.
    fn graph_name(&self) -> String;

    /// Whether what was opened is still there; a failure says what to do. What is asked after it is
    /// answered, whatever was interrupted before.
    fn still_there(&self) -> Result<()>;

    /// Something that ends a running answer from another thread, up to [`Queryable::still_there`].
    fn interrupter(&self) -> Interrupter;
}
