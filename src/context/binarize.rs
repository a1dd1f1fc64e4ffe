//! From numbers to a binary table: attribute j of point i is "d_j is among the k nearest of d_i".
//!
//! Yoneda, Sugiyama and Washio 2018, section 2. The point itself is always among its k.

use super::FormalContext;
use crate::knn::{self, Metric, Scale, Space};
use crate::table::Table;

/// The context of a table's k-nearest-neighbour graph: n objects, n attributes with the points'
/// names, k crosses a row.
///
/// # Errors
/// k = 0 or k > n; a zero row under the cosine; values too large for a distance.
pub fn binarize(
    table: &Table,
    k: usize,
    metric: Metric,
    scale: Scale,
) -> Result<FormalContext, knn::Error> {
    let space = Space::new(table, metric, scale)?;
    let neighbors = knn::neighbors(&space, k)?;
    let names = table.points().names().to_vec();
    Ok(FormalContext::new(names, neighbors.iter().map(<[u32]>::to_vec)))
}
