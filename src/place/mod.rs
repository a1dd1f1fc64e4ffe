//! Placement of new rows in a stored graph: the concepts and communities that contain them.
//!
//! N(x), for a row x, are the k points of the graph that are nearest to x, among the anchors if
//! there are any; of equally near points, the first. A row x lies in exactly those concepts whose
//! intent is a subset of N(x), the condition by which a point is a member of a concept. For a
//! point, k counts the point itself, so a row with the values of a point lies in exactly the
//! concepts of the first such point.
//!
//! The smallest concept of x is the smallest of these by size, of several the first by id. If no
//! stored concept is contained in all others, several may be minimal. x belongs to
//! [communities](crate::communities) by the neighbours of its nearest points, as points do.
//!
//! Invariant: a graph does not change. Rows are scaled as the table was, and gaps and words become
//! what they became there; the necessary values follow from the features that the graph keeps.

mod community_search;
mod concept_search;
mod cover_walk;
mod rows;

use std::path::Path;
use std::sync::Arc;

pub use crate::table::ReadOptions as Reading;
pub use community_search::{CommunityPlacement, CommunitySearch, CommunityShares};
pub use concept_search::ConceptSearch;
pub(crate) use concept_search::ContainingConcepts;
pub use rows::PLACEMENT_COLUMNS;

use crate::base::ids::PointId;
use crate::base::input_error::InputError;
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::dataset::{Features, Origin};
use crate::graph::{self, Graph, NO_FEATURES_MESSAGE};
use crate::knn::{Metric, NearestError, NoDistanceError, Scale};
use crate::select::landmarks::landmark_ids;
use crate::store;
use crate::table::{self, MissingPolicy, NewRows, ReadCounts, RowSchema, Statement};
use concept_search::RowNeighbors;

/// The reason why rows cannot be placed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// A graph of a ready context, which has no distances.
    #[error(
        "this graph was made from a ready context, which has no distances; use a graph of a table"
    )]
    NoDistances,
    /// A graph of given distances or neighbours.
    #[error(
        "this graph was made from given distances or neighbours, so it cannot place new rows; \
         use a graph of a table"
    )]
    GivenNeighbors,
    /// A graph that does not keep the values of its features.
    #[error("{NO_FEATURES_MESSAGE}")]
    NoFeatures,
    /// A typed row that is wrong.
    #[error("{0}")]
    InvalidRow(String),
    /// A row without distances.
    #[error("row {} has {far}", at + 1)]
    Row {
        /// The index of the row, from 0.
        at: usize,
        /// The reason why it has no distances.
        far: NoDistanceError,
    },
    /// An error of writing rows.
    #[error(transparent)]
    Output(#[from] std::io::Error),
    /// An error of reading a file of rows.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An error of the store.
    #[error(transparent)]
    Store(#[from] store::StoreError),
}

impl From<graph::GraphError> for PlaceError {
    fn from(error: graph::GraphError) -> Self {
        Self::Store(error.into())
    }
}

impl PlaceError {
    fn with_row_offset(self, rows: usize) -> Self {
        match self {
            PlaceError::Row { at, far } => PlaceError::Row { at: rows + at, far },
            error => error,
        }
    }
}

impl From<NearestError> for PlaceError {
    fn from(error: NearestError) -> Self {
        match error {
            NearestError::Row { at, reason: far } => PlaceError::Row { at, far },
            _ => PlaceError::Store(store::StoreError::Interrupted),
        }
    }
}

type WriteResult = std::result::Result<(), std::io::Error>;

/// The place of a row in a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// The nearest points with their distances, nearest first; as many as were requested.
    pub nearest: Vec<(PointId, f64)>,
    /// The number of the k nearest points in each class; empty without classes.
    pub classes: Vec<u32>,
    /// The communities of the row, and its distance from the points of its group.
    pub communities: CommunityPlacement,
    /// The concepts that contain the row.
    pub clusters: Arc<ContainingConcepts>,
}

/// A placement of rows in one stored graph.
pub struct Placer {
    graph: Arc<Graph>,
    schema: RowSchema,
    groups: CommunitySearch,
    clusters: ConceptSearch,
    cells: rows::ConceptCells,
}

/// The most neighbours of rows that are held at once.
const MAX_HELD_NEIGHBORS: usize = 1 << 20;
/// The most rows that are placed at once.
const MAX_BATCH_ROWS: usize = 1 << 14;

impl Placer {
    /// Reads from a stored graph the features of all points, the landmarks and the communities.
    ///
    /// # Errors
    /// Returns an error if the graph is of a ready context or of given distances or neighbours, if
    /// it has no features or cannot be read, or after an interrupt.
    pub fn new(graph: &Arc<Graph>, progress: &Progress) -> Result<Self, PlaceError> {
        let groups = CommunitySearch::new(graph, progress)?;
        let clusters = ConceptSearch::new(graph, landmark_ids(graph)?)?;
        let (schema, graph) = (row_schema(graph)?, Arc::clone(graph));
        Ok(Self { graph, schema, groups, clusters, cells: rows::ConceptCells::default() })
    }

    /// Returns the number of neighbours of a row.
    pub fn k(&self) -> usize {
        self.clusters.k()
    }

    /// Places a typed row: values in the order of the features, or `name=value` pairs. Returns a
    /// row of the columns [`PLACEMENT_COLUMNS`], with at most `most` of the nearest points.
    ///
    /// # Errors
    /// Returns an error if the row is wrong or the store fails.
    pub fn place_typed(&mut self, words: &[String], most: usize) -> Result<Vec<Value>, PlaceError> {
        let values = self.schema.parse_row(words).map_err(PlaceError::InvalidRow)?;
        let placed = self.place_values(&values, most)?;
        Ok(self.cells.rows(&self.graph, &[1], placed)?.pop().unwrap_or_default())
    }

    /// Places the rows of a file, or of standard input if the path is `-`, and passes them to
    /// `take` in their order, in the columns of [`PLACEMENT_COLUMNS`], with at most `most` of the
    /// nearest points of each.
    ///
    /// Memory: the file, the sections that were read of the graph, and one batch of placed rows.
    ///
    /// # Errors
    /// Returns an error for the first fault of the file, or if the store or `take` fails.
    pub fn place_file(
        &mut self,
        path: &Path,
        how: &Reading,
        most: usize,
        take: impl FnMut(Vec<Vec<Value>>) -> WriteResult,
    ) -> Result<ReadCounts, PlaceError> {
        let rows = self.schema_with(how.clone()).read(path)?;
        self.place_rows(&rows, most, take)
    }

    /// Places the rows of a statement, whose columns have names, as [`Self::place_file`] does.
    ///
    /// # Errors
    /// Returns an error if [`Self::place_file`] would, or if the database does not answer the
    /// statement.
    pub fn place_statement(
        &mut self,
        statement: &dyn Statement,
        how: &Reading,
        most: usize,
        take: impl FnMut(Vec<Vec<Value>>) -> WriteResult,
    ) -> Result<ReadCounts, PlaceError> {
        let rows = self.schema_with(how.clone().header(true)).read_statement(statement)?;
        self.place_rows(&rows, most, take)
    }

    fn schema_with(&self, reading: Reading) -> RowSchema {
        RowSchema { reading, ..self.schema.clone() }
    }

    fn place_rows(
        &mut self,
        rows: &NewRows,
        most: usize,
        mut take: impl FnMut(Vec<Vec<Value>>) -> WriteResult,
    ) -> Result<ReadCounts, PlaceError> {
        let (width, at_once) = (self.schema.features.len(), self.rows_at_once());
        let batches = rows.values.chunks((at_once * width).max(1));
        for (batch, (values, numbers)) in batches.zip(rows.numbers.chunks(at_once)).enumerate() {
            let placed = self.place_values(values, most).map_err(|error| match error {
                PlaceError::Row { at, far } => {
                    let remedy = "correct the row, or leave it out";
                    rows.row_error(batch * at_once + at, format!("found {far}"), remedy).into()
                }
                error => error,
            })?;
            take(self.cells.rows(&self.graph, numbers, placed)?)?;
        }
        Ok(rows.counts)
    }

    fn rows_at_once(&self) -> usize {
        (MAX_HELD_NEIGHBORS / self.k().max(1)).clamp(1, MAX_BATCH_ROWS)
    }

    /// Places rows of features, with at most `most` of the nearest points of each.
    ///
    /// # Errors
    /// Returns an error for the first row without distances, or if the store fails.
    pub fn place_values(
        &mut self,
        values: &[f64],
        most: usize,
    ) -> Result<Vec<Placement>, PlaceError> {
        let progress = Progress::default();
        let near = self.clusters.nearest_points(values, &progress)?;
        let communities = self.groups.place(values, &progress)?;
        let clusters = self.clusters.concepts_containing(&near, &progress)?;
        let classes = self.graph.points()?.classes();
        let placed = |((near, clusters), communities): (
            (RowNeighbors, Arc<ContainingConcepts>),
            CommunityPlacement,
        )| {
            let mut counts = classes.map_or(Vec::new(), |classes| vec![0; classes.names().len()]);
            if let Some(classes) = classes {
                near.nearest.iter().for_each(|of| counts[classes.class_of(of.0).index()] += 1);
            }
            let mut nearest = near.nearest;
            nearest.truncate(most);
            Placement { nearest, classes: counts, communities, clusters }
        };
        Ok(near.into_iter().zip(clusters).zip(communities).map(placed).collect())
    }
}

fn neighbor_space(graph: &Graph) -> Result<(usize, Metric, Scale), PlaceError> {
    match graph.facts().origin {
        Origin::Ready => Err(PlaceError::NoDistances),
        Origin::Neighbors { metric: Metric::Precomputed, .. } => Err(PlaceError::GivenNeighbors),
        _ if graph.facts().omits_features() => Err(PlaceError::NoFeatures),
        Origin::Neighbors { k, metric, scale, .. } => Ok((k, metric, scale)),
    }
}

fn row_schema(graph: &Graph) -> graph::Result<RowSchema> {
    let features = graph.features()?;
    let (missing, width) = (graph.facts().missing, features.names.len());
    let means = match missing {
        MissingPolicy::Mean => (0..width).map(|column| fill_value(features, column)).collect(),
        MissingPolicy::Drop | MissingPolicy::Error => vec![0.0; width],
    };
    Ok(RowSchema { features: features.names.clone(), means, missing, ..RowSchema::default() })
}

/// Returns the value that filled the empty cells of a column: its mean. If cells were filled, the
/// mean is among the values to the last bit, and the mean of all values equals it but for rounding.
fn fill_value(features: &Features, column: usize) -> f64 {
    let values = || features.values.iter().skip(column).step_by(features.names.len()).copied();
    let mean = table::running_mean(values()).unwrap_or(0.0);
    let (least, largest) = features.range(column);
    let near = |value: &f64| (value - mean).abs() <= 1e-9 * (largest - least);
    let nearest = |a: &f64, b: &f64| (a - mean).abs().total_cmp(&(b - mean).abs());
    values().filter(near).min_by(nearest).unwrap_or(mean)
}
