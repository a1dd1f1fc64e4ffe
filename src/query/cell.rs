//! Cells of an answer, which are typed until they are written.

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::points::Points;
use crate::base::rows::Value;
use crate::communities::Communities;
use crate::graph::{Graph, Result};

/// A typed value of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// No value.
    Nothing,
    /// A point.
    Point(PointId),
    /// A cluster.
    Cluster(ConceptId),
    /// A community.
    Community(CommunityId),
    /// A class.
    Class(ClassId),
    /// A number of things.
    Count(u64),
    /// A real number.
    Real(f64),
    /// Text.
    Text(String),
    /// A value from the table or from a database.
    Value(Value),
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Creates a [`Cell::Count`]; a number that does not fit becomes `u64::MAX`.
    pub(super) fn count(count: impl TryInto<u64>) -> Self {
        Self::Count(count.try_into().unwrap_or(u64::MAX))
    }

    /// Creates a [`Cell::Real`], or [`Cell::Nothing`] from `None`.
    pub(super) fn real(number: Option<f64>) -> Self {
        number.map_or(Self::Nothing, Self::Real)
    }
}

macro_rules! from {
    ($($id:ident $kind:ident)*) => {
        $(impl From<Option<$id>> for Cell {
            fn from(id: Option<$id>) -> Self {
                id.map_or(Self::Nothing, Self::$kind)
            }
        })*
    };
}

from!(PointId Point ConceptId Cluster CommunityId Community ClassId Class);

/// The names of the points, clusters, communities and classes of a graph.
#[derive(Clone, Copy, Debug)]
pub struct Names<'g> {
    points: &'g Points,
    communities: &'g Communities,
}

impl<'g> Names<'g> {
    /// Reads the names from a graph.
    ///
    /// # Errors
    /// Returns an error if a section cannot be read.
    pub fn new(graph: &'g Graph) -> Result<Self> {
        Ok(Self { points: graph.points()?, communities: graph.communities()? })
    }

    /// Returns the value that a cell is written as.
    pub fn value(&self, cell: &Cell) -> Value {
        match cell {
            Cell::Nothing => Value::Null,
            Cell::Point(point) => Value::text(self.points.name(*point)),
            Cell::Cluster(id) => Value::text(id.to_string()),
            Cell::Community(id) => Value::text(self.communities.name(*id)),
            Cell::Class(class) => {
                self.points.classes().map_or(Value::Null, |all| Value::text(all.name(*class)))
            }
            Cell::Count(count) => Value::count(*count),
            Cell::Real(number) => Value::real(Some(*number)),
            Cell::Text(text) => Value::text(text),
            Cell::Value(value) => value.clone(),
        }
    }

    /// Returns the values that the cells of a row are written as.
    pub fn row(&self, cells: &[Cell]) -> Vec<Value> {
        cells.iter().map(|cell| self.value(cell)).collect()
    }
}
