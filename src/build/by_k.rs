//! About how many concepts a table has by k, by neighbours looked for once.

use super::{BuildOptions, Error, Shape};
use crate::base::progress::Progress;
use crate::context::binarize::Binarizer;
use crate::dataset::Neighbors;
use crate::mine::{Estimate, estimate_quickly};
use crate::table::Table;

/// A quarter of the usual work for each k: the run of the numbers is what matters.
const TIMES: u64 = 4;

/// An estimate for each k up to the number of points.
///
/// # Errors
/// Neighbours that cannot be computed, or not in the memory that is allowed; no k that is small
/// enough; an interrupt.
pub fn estimates(
    table: &Table,
    ks: impl Iterator<Item = usize>,
    options: &BuildOptions,
    seed: u64,
    progress: &Progress,
) -> Result<Vec<(usize, Estimate)>, Error> {
    let n = table.points().len();
    let ks: Vec<usize> = ks.collect();
    let (first, most) = match (ks.first(), ks.iter().filter(|&&k| k <= n).max()) {
        (_, Some(&most)) => (0, most),
        (first, None) => (first.copied().unwrap_or(0), 0),
    };
    if most == 0 {
        return Err(crate::knn::Error::K { k: first, n }.into());
    }
    Shape::of(table).allows_estimate(most, options.memory)?;
    progress.step("finding neighbours");
    let Neighbors { metric, scale, .. } = options.neighbors;
    let binarizer = Binarizer::new(table, most, metric, scale)?;
    progress.step("estimating");
    let min_size = options.min_size.of(n);
    let of = |k: usize| {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        Ok((k, estimate_quickly(&binarizer.context(k)?, min_size, seed, TIMES)))
    };
    ks.into_iter().filter(|&k| k <= n).map(of).collect()
}
