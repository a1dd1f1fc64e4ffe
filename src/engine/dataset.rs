//! Points with their context: everything a graph is made from, and nothing that is mined.
//!
//! A [`Table`] becomes a context by its points' nearest neighbours (Yoneda, Sugiyama and Washio
//! 2018, section 2); a ready context is one already, without numbers behind its points.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::base::count_or_percent::CountOrPercent;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::context::FormalContext;
use crate::context::binarize::{Binarized, among};
use crate::context::neighbor_lists::{NeighborLists, mean_length};
use crate::knn::{self, Metric, Scale, Space, Uneven};
use crate::near::NearPoints;
use crate::table::{Missing, Table};

/// Where a context came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// Made from a table: each point's k nearest neighbours.
    Neighbors {
        /// How many neighbours, the point itself among them; so many on average where lists
        /// of them were given.
        k: usize,
        /// Among how many points they were looked for; none where among all.
        anchors: Option<usize>,
        /// The distance; [`Metric::Precomputed`] where distances or neighbours were given.
        metric: Metric,
        /// The scaling before it.
        scale: Scale,
    },
    /// Read from a file as it is.
    Ready,
}

/// The numbers behind the points: names of the columns, and the values row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// Column names; empty for a ready context.
    pub names: Vec<String>,
    /// points x features values, unscaled.
    pub values: Arc<Vec<f64>>,
}

impl Features {
    /// The value of a point in a column.
    pub fn value(&self, point: PointId, column: usize) -> f64 {
        self.values[point.index() * self.names.len() + column]
    }

    /// How many points have values that no earlier one has; none without columns.
    pub fn different(&self) -> usize {
        let bits = |row: &[f64]| row.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        let rows = self.values.chunks(self.names.len().max(1));
        rows.map(bits).collect::<HashSet<_>>().len()
    }

    /// The least and the largest value of a column; 0 for no points.
    pub fn range(&self, column: usize) -> (f64, f64) {
        let values = || self.values.iter().skip(column).step_by(self.names.len()).copied();
        (values().reduce(f64::min).unwrap_or(0.0), values().reduce(f64::max).unwrap_or(0.0))
    }

    /// Mean and standard deviation of a column over all points.
    pub fn spread(&self, column: usize) -> (f64, f64) {
        let (low, high) = self.range(column);
        let part = knn::part(low, high);
        let values = || self.values.iter().skip(column).step_by(self.names.len()).map(|v| v / part);
        let count = values().count().max(1) as f64;
        let mean = values().sum::<f64>() / count;
        let square = |value: f64| (value - mean) * (value - mean);
        (part * mean, part * (values().map(square).sum::<f64>() / count).sqrt())
    }
}

/// Which neighbours make a table's context.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbors {
    /// How many a point has, itself among them; none is the number that follows from the number of
    /// points ([`neighborhood`](crate::build::neighborhood)).
    pub k: Option<CountOrPercent>,
    /// Among how many of the points they are looked for: all of them for 0 and where there are no
    /// more. None is all of them unless k is chosen and that is too dear.
    pub anchors: Option<usize>,
    /// The distance.
    pub metric: Metric,
    /// The scaling before it; none is chosen by the spreads of the columns
    /// ([`uneven`](knn::uneven)).
    pub scale: Option<Scale>,
}

impl Neighbors {
    /// The scaling of a table, as given or chosen; with what made it necessary where it was chosen.
    pub fn scale_of(&self, table: &Table) -> (Scale, Option<Uneven>) {
        match self.scale {
            Some(scale) => (scale, None),
            None if matches!(self.metric, Metric::Cosine | Metric::Precomputed) => {
                (Scale::None, None)
            }
            None => match knn::uneven(table) {
                Some(uneven) => (Scale::Standard, Some(uneven)),
                None => (Scale::None, None),
            },
        }
    }

    /// Among how many of n points they are looked for, where that is given; none is all of them.
    pub fn anchors_of(&self, n: usize) -> Option<usize> {
        self.anchors.filter(|&anchors| anchors > 0 && anchors < n)
    }

    /// How many each of n points has, where that is given. A percentage is one of the anchors.
    pub fn k_of(&self, n: usize) -> Option<usize> {
        self.k.map(|k| k.of(self.anchors_of(n).unwrap_or(n)))
    }
}

impl Default for Neighbors {
    fn default() -> Self {
        Self { k: None, anchors: None, metric: Metric::Euclidean, scale: None }
    }
}

/// The neighbours among the first of equal points; of the others the first alone.
fn given(space: &Space) -> Option<Csr> {
    let first = space.first_of_equals();
    let nodes: Vec<u32> =
        (0..).zip(&first).filter(|(at, of)| at == *of).map(|(at, _)| at).collect();
    let near = knn::neighbors(&space.only(&nodes), knn::group_k(nodes.len())).ok()?;
    let list = |(point, first): (u32, &u32)| match nodes.binary_search(&point) {
        Ok(node) => near.get(node).iter().map(|&at| nodes[at as usize]).collect(),
        Err(_) => vec![*first],
    };
    Some((0..).zip(&first).map(list).collect())
}

/// Points with their context.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// What it is called: the stem of its input.
    pub name: String,
    /// How the context was made.
    pub origin: Origin,
    /// Names and classes of the points.
    pub points: Points,
    /// The table behind them.
    pub features: Features,
    /// Which point has which attribute.
    pub context: FormalContext,
    /// The point that each attribute is, ascending; empty for a ready context.
    pub anchors: Vec<PointId>,
    /// The attributes of each point in their order, nearest first; none of a ready context.
    pub order: Option<Csr>,
    /// The nearest points of each point; none of a ready context.
    pub near: NearPoints,
    /// What was done to rows of the table with empty cells.
    pub missing: Missing,
    /// Where distances were given, the neighbours by which groups are looked for, of the first of
    /// equal points; the others have that point alone. Nothing else keeps the distances.
    pub given: Option<Csr>,
}

impl Dataset {
    /// The points of a table with their k nearest neighbours as attributes.
    ///
    /// # Errors
    /// k = 0 or k > n; a zero row under the cosine; values too large for a distance.
    pub fn of_table(
        name: &str,
        table: &Table,
        k: usize,
        metric: Metric,
        scale: Scale,
    ) -> Result<Self, knn::Error> {
        Self::among(name, table, None, k, metric, scale)
    }

    /// The points of a table with their k nearest anchors as attributes: a sample of that many
    /// points, or all of them.
    ///
    /// # Errors
    /// k = 0 or more than there are anchors; a zero row under the cosine; values too large for a
    /// distance.
    pub fn among(
        name: &str,
        table: &Table,
        anchors: Option<usize>,
        k: usize,
        metric: Metric,
        scale: Scale,
    ) -> Result<Self, knn::Error> {
        let space = knn::space(table, metric, scale)?;
        let found = among(&space, table.points().names(), anchors, k)?;
        Ok(Self::in_space(name, table, &space, scale, found))
    }

    /// The points of a table with the neighbours that were found in its space.
    pub(crate) fn in_space(
        name: &str,
        table: &Table,
        space: &Space,
        scale: Scale,
        found: Binarized,
    ) -> Self {
        let (metric, n) = (space.metric(), table.points().len());
        let Binarized { context, anchors, order } = found;
        let k = order.iter().next().map_or(0, <[u32]>::len);
        let are_all = anchors.len() == n;
        let among = (!are_all).then_some(anchors.len());
        let origin = Origin::Neighbors { k, anchors: among, metric, scale };
        let near = match are_all {
            true => NearPoints::of_space(space, Some(&order)),
            false => NearPoints::of_anchors(space, &anchors, &order),
        };
        // Given distances say nothing of a point by itself.
        let (features, given) = match metric {
            Metric::Precomputed => (Features::default(), given(space)),
            _ => {
                let (names, values) = (table.features().to_vec(), table.shared_values());
                (Features { names, values }, None)
            }
        };
        let (name, points) = (name.to_owned(), table.points().clone());
        let (missing, order) = (table.missing(), Some(order));
        Self { name, origin, points, features, context, anchors, order, near, missing, given }
    }

    /// Points whose neighbours were given: their k is how many one has on average, itself among
    /// them.
    pub fn of_lists(name: &str, lists: NeighborLists) -> Self {
        let (metric, scale) = (Metric::Precomputed, Scale::None);
        let origin =
            Origin::Neighbors { k: mean_length(&lists.lists), anchors: None, metric, scale };
        let context = lists.context();
        let anchors = lists.points.ids().collect();
        let near = NearPoints::of_lists(&lists.order);
        let (name, points, order) = (name.to_owned(), lists.points, Some(lists.order));
        let (features, missing, given) = (Features::default(), Missing::Error, None);
        Self { name, origin, points, features, context, anchors, order, near, missing, given }
    }

    /// The objects of a ready context.
    pub fn of_context(name: &str, context: FormalContext, points: Points) -> Self {
        Self {
            name: name.to_owned(),
            origin: Origin::Ready,
            points,
            features: Features::default(),
            context,
            anchors: Vec::new(),
            order: None,
            near: NearPoints::default(),
            missing: Missing::Error,
            given: None,
        }
    }
}
