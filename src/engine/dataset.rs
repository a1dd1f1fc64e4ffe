//! Points with their context: the input of the miner.
//!
//! A [`Table`] becomes a context by the nearest neighbours of its points (Yoneda, Sugiyama and
//! Washio 2018, section 2). A ready context is used unchanged and has no numbers behind its points.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::base::count_or_percent::CountOrPercent;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::numbers::mean_and_deviation;
use crate::base::points::Points;
use crate::context::FormalContext;
use crate::context::binarize::{Binarization, binarize};
use crate::context::neighbor_lists::{NeighborLists, mean_length};
use crate::knn::{self, Metric, Scale, Space, UnevenColumns};
use crate::near_points::NearPoints;
use crate::table::{MissingPolicy, Table};

/// The origin of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The context has the k nearest neighbours of each point of a table as attributes.
    Neighbors {
        /// The number of neighbours, the point itself included; the rounded mean of given lists.
        k: usize,
        /// The number of points that neighbours are taken from; `None` if from all points.
        anchors: Option<usize>,
        /// The distance; [`Metric::Precomputed`] if distances or neighbours were given.
        metric: Metric,
        /// The scaling of the columns before distances are computed.
        scale: Scale,
    },
    /// The context was read from a file.
    Ready,
}

/// The numbers behind the points: the names of the columns, and the values row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// The names of the columns; empty for a ready context.
    pub names: Vec<String>,
    /// The values before scaling, points x columns.
    pub values: Arc<Vec<f64>>,
}

impl Features {
    /// Returns the value of a point in a column.
    pub fn value(&self, point: PointId, column: usize) -> f64 {
        self.values[point.index() * self.names.len() + column]
    }

    /// Returns the number of points with different values; 0 if there are no columns.
    pub(crate) fn count_distinct_rows(&self) -> usize {
        let bits =
            |row: &[f64]| row.iter().map(|value| (value + 0.0).to_bits()).collect::<Vec<_>>();
        let rows = self.values.chunks(self.names.len().max(1));
        rows.map(bits).collect::<HashSet<_>>().len()
    }

    /// Returns the least and the largest value of a column; 0 and 0 if there are no points.
    pub fn range(&self, column: usize) -> (f64, f64) {
        let values = || self.values.iter().skip(column).step_by(self.names.len()).copied();
        (values().reduce(f64::min).unwrap_or(0.0), values().reduce(f64::max).unwrap_or(0.0))
    }

    /// Returns the mean and the standard deviation of a column over all points.
    pub fn mean_and_deviation(&self, column: usize) -> (f64, f64) {
        let values = self.values.iter().skip(column).step_by(self.names.len()).copied();
        match &values.collect::<Vec<f64>>()[..] {
            [] => (0.0, 0.0),
            values => mean_and_deviation(values),
        }
    }
}

/// The choice of the neighbours that become the context of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NeighborOptions {
    /// The number of neighbours of a point, itself included; `None` to derive it from n.
    pub k: Option<CountOrPercent>,
    /// The number of points that neighbours are taken from; 0 and numbers from n on mean all
    /// points, and so does `None` unless k is automatic and that would take too long.
    pub anchors: Option<usize>,
    /// The distance.
    pub metric: Metric,
    /// The scaling of the columns; `None` to choose it by their spreads.
    pub scale: Option<Scale>,
}

crate::base::setters::setters!(NeighborOptions {
    k: Option<CountOrPercent>,
    anchors: Option<usize>,
    metric: Metric,
    scale: Option<Scale>,
});

impl NeighborOptions {
    /// Returns the given or chosen scaling, and the spreads that made a choice necessary.
    pub(crate) fn resolve_scale(&self, table: &Table) -> (Scale, Option<UnevenColumns>) {
        match self.scale {
            Some(scale) => (scale, None),
            None if matches!(self.metric, Metric::Cosine | Metric::Precomputed) => {
                (Scale::None, None)
            }
            None => match knn::uneven_columns(table) {
                Some(uneven) => (Scale::Standard, Some(uneven)),
                None => (Scale::None, None),
            },
        }
    }

    /// Returns the number of anchors among n points; `None` if all points are anchors.
    pub(crate) fn anchor_count(&self, n: usize) -> Option<usize> {
        self.anchors.filter(|&anchors| anchors > 0 && anchors < n)
    }

    /// Returns the k of n points, if it is given. A percentage is a share of the anchors.
    pub(crate) fn resolve_k(&self, n: usize) -> Option<usize> {
        self.k.map(|k| k.resolve(self.anchor_count(n).unwrap_or(n)))
    }
}

impl Default for NeighborOptions {
    fn default() -> Self {
        Self { k: None, anchors: None, metric: Metric::Euclidean, scale: None }
    }
}

/// Points with their context.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// The name of the dataset: the stem of its input.
    pub name: String,
    /// The origin of the context.
    pub origin: Origin,
    /// The names and classes of the points.
    pub points: Points,
    /// The numbers of the table.
    pub features: Features,
    /// The incidence of points and attributes.
    pub context: FormalContext,
    /// The point of each attribute, in ascending order; empty for a ready context.
    pub anchors: Vec<PointId>,
    /// The attributes of each point, nearest first; `None` for a ready context.
    pub order: Option<Csr>,
    /// The nearest points of each point; empty for a ready context.
    pub near_points: NearPoints,
    /// The treatment of rows with empty cells in the table.
    pub missing: MissingPolicy,
    /// The distances between the points, if they were given.
    pub(crate) distances: Option<Space>,
}

impl Dataset {
    /// Creates a dataset of the points of a table with their k nearest anchors as attributes. The
    /// anchors are a sample of `anchors` points, or all points for `None`.
    ///
    /// # Errors
    /// Returns an error if k is 0 or exceeds the number of anchors, if a row is zero under the
    /// cosine, or if values are too large for a distance.
    pub fn with_anchors(
        name: &str,
        table: &Table,
        anchors: Option<usize>,
        k: usize,
        metric: Metric,
        scale: Scale,
    ) -> Result<Self, knn::KnnError> {
        let space = knn::space(table, metric, scale)?;
        let found = binarize(&space, table.points().names(), anchors, k)?;
        Ok(Self::from_neighbors(name, table, &space, scale, found))
    }

    pub(crate) fn from_neighbors(
        name: &str,
        table: &Table,
        space: &Space,
        scale: Scale,
        found: Binarization,
    ) -> Self {
        let (metric, n) = (space.metric(), table.points().len());
        let Binarization { context, anchors, order } = found;
        let k = order.iter().next().map_or(0, <[u32]>::len);
        let are_all = anchors.len() == n;
        let among = (!are_all).then_some(anchors.len());
        let origin = Origin::Neighbors { k, anchors: among, metric, scale };
        let near_points = match are_all {
            true => NearPoints::from_space(space, Some(&order)),
            false => NearPoints::from_anchors(space, &anchors, &order),
        };
        // A row of a distance matrix is not a feature of the point alone.
        let (features, distances) = match metric {
            Metric::Precomputed => (Features::default(), Some(space.clone())),
            _ => {
                let (names, values) = (table.features().to_vec(), table.shared_values());
                (Features { names, values }, None)
            }
        };
        let (missing, order) = (table.missing(), Some(order));
        let ready = Self::from_context(name, context, table.points().clone());
        Self { origin, features, anchors, order, near_points, missing, distances, ..ready }
    }

    pub(crate) fn from_lists(name: &str, lists: NeighborLists) -> Self {
        let (metric, scale) = (Metric::Precomputed, Scale::None);
        let origin =
            Origin::Neighbors { k: mean_length(&lists.lists), anchors: None, metric, scale };
        let (context, anchors) = (lists.context(), lists.points.ids().collect());
        let (near_points, order) = (NearPoints::from_lists(&lists.order), Some(lists.order));
        let ready = Self::from_context(name, context, lists.points);
        Self { origin, anchors, order, near_points, ..ready }
    }

    /// Creates a dataset of the objects of a ready context.
    pub fn from_context(name: &str, context: FormalContext, points: Points) -> Self {
        Self {
            name: name.to_owned(),
            origin: Origin::Ready,
            points,
            features: Features::default(),
            context,
            anchors: Vec::new(),
            order: None,
            near_points: NearPoints::default(),
            missing: MissingPolicy::Error,
            distances: None,
        }
    }
}
