//! Where new rows belong in a stored graph: which of its clusters hold them.
//!
//! N(x), for a row x, are the k points of the graph that are nearest to it, among the anchors where
//! the graph has anchors; of equally near ones the first. x lies in exactly those clusters whose
//! intent is a subset of N(x): its points have these neighbours in common, and so has x. This is
//! what makes a point of the graph a member. For a point, k counts the point itself; for a row with
//! its values that point is the first of N(x), at distance 0. So such a row lies in exactly the
//! clusters of that point. Of several points with these values it is the first: where there are
//! more of them than k, later ones have other neighbours, since each counts itself.
//!
//! The smallest cluster of x is the smallest of these by size, and of several the first by id.
//! Where clusters are stored of which none is in all others, several may be minimal. x belongs to
//! [communities](crate::communities) by the neighbours of its nearest points, as points do.
//!
//! Nothing in a graph changes. Rows are scaled by what the table was scaled by, and gaps and words
//! become what they became there; what is needed follows from the features that the graph keeps.

mod clusters;
mod groups;
mod near_points;
mod rows;
mod walk;

use std::path::Path;
use std::sync::Arc;

pub use crate::table::RowReading as Reading;
pub use clusters::{ClusterSearch, Clusters};
pub use groups::{Groups, Row};
pub use near_points::reach;
pub use rows::COLUMNS;

use crate::base::ids::{CommunityId, PointId};
use crate::base::input_error::InputError;
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::dataset::{Features, Origin};
use crate::graph::{self, Graph, NO_FEATURES};
use crate::knn::{Metric, NearestError, NoDistanceError, Scale};
use crate::select::landmarks::{MOST, landmarks};
use crate::store;
use crate::table::{self, Batch, BatchError, Done, Missing, RowSchema, Statement};
use clusters::Neighbors;

/// Why rows cannot be placed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The graph is that of a ready context.
    #[error(
        "this graph was made from a ready context, which has no distances; take a graph of a table"
    )]
    NoDistances,
    /// The graph is that of given distances or neighbours.
    #[error(
        "this graph was made from given distances or neighbours, which say nothing of new rows; \
         take a graph of a table"
    )]
    Given,
    /// The graph does not keep the numbers of its features.
    #[error("{NO_FEATURES}")]
    NoFeatures,
    /// A row that was typed.
    #[error("{0}")]
    Typed(String),
    /// A row without distances, by its place from 0.
    #[error("row {} has {far}", at + 1)]
    Row {
        /// Which one.
        at: usize,
        /// Why it has none.
        far: NoDistanceError,
    },
    /// Rows that cannot be written.
    #[error(transparent)]
    Output(#[from] std::io::Error),
    /// A file of rows.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
}

impl From<graph::Error> for Error {
    fn from(error: graph::Error) -> Self {
        Self::Store(error.into())
    }
}

impl Error {
    /// The same of rows that come after this many others.
    fn after(self, rows: usize) -> Self {
        match self {
            Error::Row { at, far } => Error::Row { at: rows + at, far },
            error => error,
        }
    }
}

impl From<NearestError> for Error {
    fn from(error: NearestError) -> Self {
        match error {
            NearestError::Row { at, far } => Error::Row { at, far },
            _ => Error::Store(store::Error::Interrupted),
        }
    }
}

/// What a batch of rows meets on its way out.
type Written = std::result::Result<(), std::io::Error>;

/// Where a row belongs.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The nearest points, nearest first, with their distances; as many as were wanted.
    pub nearest: Vec<(PointId, f64)>,
    /// How many of its k nearest points each class has; empty without classes.
    pub classes: Vec<u32>,
    /// The groups and parts that it belongs to, the one with its largest share first.
    pub communities: Vec<(CommunityId, f64)>,
    /// The clusters that hold it.
    pub clusters: Arc<Clusters>,
}

/// Finds where rows belong in one stored graph.
pub struct Placer {
    graph: Arc<Graph>,
    schema: RowSchema,
    groups: Groups,
    clusters: ClusterSearch,
    rows: rows::Cells,
}

/// Numbers that neighbours of rows take at once.
const AT_ONCE: usize = 1 << 20;

impl Placer {
    /// Reads of a stored graph what rows are placed by: the features of all points, landmarks and
    /// communities.
    ///
    /// # Errors
    /// A graph of a ready context, of given distances or neighbours, or without its features; a
    /// failure of the graph; an interrupt.
    pub fn new(graph: &Arc<Graph>, progress: &Progress) -> Result<Self, Error> {
        let groups = Groups::new(graph, progress)?;
        let landmarks = landmarks(graph, MOST)?.into_iter().map(|landmark| landmark.id).collect();
        let clusters = ClusterSearch::new(graph, landmarks)?;
        let (schema, graph) = (schema_of(graph)?, Arc::clone(graph));
        Ok(Self { graph, schema, groups, clusters, rows: rows::Cells::default() })
    }

    /// How many neighbours a row has.
    pub fn k(&self) -> usize {
        self.clusters.k()
    }

    /// Places a row that was typed: values in the order of the features, or `name=value` pairs.
    ///
    /// # Errors
    /// What is wrong with it; a failure of the store.
    pub fn typed(&mut self, words: &[String], most: usize) -> Result<Vec<Value>, Error> {
        let values = self.schema.typed(words).map_err(Error::Typed)?;
        let placed = self.values(&values, most)?;
        self.rows.add(&self.graph, 1..2, placed)?;
        Ok(self.rows.taken().pop().unwrap_or_default())
    }

    /// Places the rows of a file, or of standard input where the path is `-`, and hands them on in
    /// their order, in rows of [`COLUMNS`]. Each has at most `most` of its nearest points.
    ///
    /// Memory: the file, what was read of the graph, and one batch of rows.
    ///
    /// # Errors
    /// The first fault of the file; a failure of the store. Inside, what `take` says.
    pub fn file(
        &mut self,
        path: &Path,
        how: &Reading,
        most: usize,
        mut take: impl FnMut(Vec<Vec<Value>>) -> Written,
    ) -> Result<Done, Error> {
        let schema = self.schema_of(how.clone());
        schema.read(path, |batch| {
            let rows = self.batch(batch, most)?;
            take(rows).map_err(|error| BatchError::Other(error.into()))
        })
    }

    /// The same for the rows of a statement, whose columns have names.
    ///
    /// # Errors
    /// See [`Self::file`]; a database that does not answer the statement.
    pub fn statement(
        &mut self,
        statement: &dyn Statement,
        how: &Reading,
        most: usize,
        mut take: impl FnMut(Vec<Vec<Value>>) -> Written,
    ) -> Result<Done, Error> {
        let schema = self.schema_of(Reading { header: true, ..how.clone() });
        schema.read_statement(statement, |batch| {
            let rows = self.batch(batch, most)?;
            take(rows).map_err(|error| BatchError::Other(error.into()))
        })
    }

    fn schema_of(&self, reading: Reading) -> RowSchema {
        RowSchema { reading, ..self.schema.clone() }
    }

    fn batch(
        &mut self,
        batch: &Batch,
        most: usize,
    ) -> std::result::Result<Vec<Vec<Value>>, BatchError<Error>> {
        let (width, runs) = (self.schema.features.len(), self.at_once());
        let mut first = 0;
        for values in batch.values.chunks((runs * width).max(1)) {
            let placed = self.values(values, most).map_err(|error| match error {
                Error::Row { at, far } => {
                    let remedy = "correct the row, or leave it out";
                    BatchError::Row(first + at, format!("found {far}"), remedy)
                }
                error => BatchError::Other(error),
            })?;
            let count = placed.len();
            let numbers = batch.numbers[first..first + count].iter().copied();
            let rows = self.rows.add(&self.graph, numbers, placed);
            rows.map_err(|error| BatchError::Other(error.into()))?;
            first += count;
        }
        Ok(self.rows.taken())
    }

    /// How many rows are placed at once.
    fn at_once(&self) -> usize {
        (AT_ONCE / self.k().max(1)).max(1)
    }

    /// Places rows of features.
    ///
    /// # Errors
    /// The first row that has no distances; a failure of the store.
    pub fn values(&mut self, values: &[f64], most: usize) -> Result<Vec<Placed>, Error> {
        let progress = Progress::default();
        let near = self.clusters.near(values, &progress)?;
        let communities = self.groups.shares(values, &progress)?;
        let clusters = self.clusters.holding(&near, &progress)?;
        let classes = self.graph.points()?.classes();
        let placed = |((near, clusters), communities): ((Neighbors, Arc<Clusters>), Row)| {
            let mut counts = classes.map_or(Vec::new(), |classes| vec![0; classes.names().len()]);
            if let Some(classes) = classes {
                near.nearest.iter().for_each(|of| counts[classes.of_point(of.0).index()] += 1);
            }
            let mut nearest = near.nearest;
            nearest.truncate(most);
            Placed { nearest, classes: counts, communities, clusters }
        };
        Ok(near.into_iter().zip(clusters).zip(communities).map(placed).collect())
    }
}

/// Which points are near a row of a stored graph: how many, and by which distances.
///
/// # Errors
/// A graph of a ready context, or of given distances or neighbours.
fn space_of(graph: &Graph) -> Result<(usize, Metric, Scale), Error> {
    match graph.facts().origin {
        Origin::Ready => Err(Error::NoDistances),
        Origin::Neighbors { metric: Metric::Precomputed, .. } => Err(Error::Given),
        _ if graph.facts().has_left_out_features() => Err(Error::NoFeatures),
        Origin::Neighbors { k, metric, scale, .. } => Ok((k, metric, scale)),
    }
}

/// What new rows of a stored graph are to become.
fn schema_of(graph: &Graph) -> graph::Result<RowSchema> {
    let features = graph.features()?;
    let (missing, width) = (graph.facts().missing, features.names.len());
    let means = match missing {
        Missing::Mean => (0..width).map(|column| filled(features, column)).collect(),
        Missing::Drop | Missing::Error => vec![0.0; width],
    };
    Ok(RowSchema { features: features.names.clone(), means, missing, ..RowSchema::default() })
}

/// What stands in the empty cells of a column: its mean. Where cells were filled, the mean is among
/// the values, to the last bit, and the mean of all is it but for rounding.
fn filled(features: &Features, column: usize) -> f64 {
    let values = || features.values.iter().skip(column).step_by(features.names.len()).copied();
    let mean = table::mean(values()).unwrap_or(0.0);
    let (least, largest) = features.range(column);
    let near = |value: &f64| (value - mean).abs() <= 1e-9 * (largest - least);
    let nearest = |a: &f64, b: &f64| (a - mean).abs().total_cmp(&(b - mean).abs());
    values().filter(near).min_by(nearest).unwrap_or(mean)
}
