//! How many concepts the full lattice of a table has for several k. Neighbours are looked for once.

use super::{BuildOptions, Error, Shape};
use crate::base::progress::Progress;
use crate::context::binarize::Binarizer;
use crate::knn;
use crate::mine::{self, Estimate, Limits, MiningError};
use crate::table::Table;

/// This many concepts are counted, which takes no longer than to estimate more.
const SOON: u64 = 500_000;
/// A quarter of the usual work for each k: the run of the numbers is what matters.
const TIMES: u64 = 4;

/// The full lattice for one k.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KTrial {
    /// How many neighbours a point has.
    pub k: usize,
    /// How many concepts there are: counted where they are few.
    pub concepts: Estimate,
    /// Whether they were counted.
    pub is_exact: bool,
}

/// Counts or estimates the concepts for each k that is no larger than the number of points.
///
/// # Errors
/// Neighbours that cannot be computed, or not in the memory that is allowed; no k that is small
/// enough; an interrupt.
pub fn by_k(
    table: &Table,
    ks: &[usize],
    options: &BuildOptions,
    seed: u64,
    progress: &Progress,
) -> Result<Vec<KTrial>, Error> {
    let anchors = options.neighbors.anchors_of(table.points().len());
    let n = anchors.unwrap_or(table.points().len());
    let Some(most) = ks.iter().copied().filter(|&k| k <= n).max() else {
        return Err(knn::Error::K { k: ks.first().copied().unwrap_or(0), n }.into());
    };
    Shape::of(table).allows_estimate(most, options.memory)?;
    let (scale, _) = options.neighbors.scale_of(table);
    let space = knn::space(table, options.neighbors.metric, scale)?;
    progress.step("finding neighbours");
    let mut binarizer = Binarizer::new(&space, table.points().names(), anchors);
    binarizer.reach(most)?;
    progress.step("estimating");
    let min_size = options.min_size.of(table.points().len());
    let limits = Limits { min_size, max_concepts: Some(SOON), max_bytes: None };
    let of = |k: usize| {
        let context = binarizer.context(k)?;
        match mine::count(&context, &limits, false, progress) {
            Ok(counts) => {
                let concepts = counts.concepts as f64;
                let concepts = Estimate { concepts, error: 0.0, at_least: false };
                Ok(KTrial { k, concepts, is_exact: true })
            }
            Err(MiningError::TooMany(_)) => {
                let concepts = mine::estimate(&context, min_size, seed, TIMES, progress)?;
                Ok(KTrial { k, concepts, is_exact: false })
            }
            Err(error) => Err(error.into()),
        }
    };
    ks.iter().copied().filter(|&k| k <= n).map(of).collect()
}
