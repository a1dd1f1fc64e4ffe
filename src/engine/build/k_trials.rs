//! The number of concepts of a full lattice for several k, from one search for neighbours.

use super::{BuildError, BuildOptions, TableSize};
use crate::base::progress::Progress;
use crate::context::binarize::Binarizer;
use crate::knn;
use crate::mine::{self, Estimate, Limits, MiningError};
use crate::table::Table;

/// The most concepts that are counted; counting as many takes no longer than an estimate of more.
const MAX_COUNTED: u64 = 500_000;
/// A quarter of the usual work for each k: the trend over k matters, not the single number.
const WORK_DIVISOR: u64 = 4;

/// The size of the full lattice for one k.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KTrial {
    /// The number of neighbours of a point.
    pub k: usize,
    /// The number of concepts, counted if it is small.
    pub concepts: Estimate,
    /// `true` if the concepts were counted.
    pub is_exact: bool,
}

/// Counts or estimates the concepts for each k in `ks` that is at most the number of points.
///
/// # Errors
/// Returns an error if the neighbours cannot be computed, or not within the allowed memory, if no k
/// is small enough, or if an interrupt was requested.
pub fn count_by_k(
    table: &Table,
    ks: &[usize],
    options: &BuildOptions,
    seed: u64,
    progress: &Progress,
) -> Result<Vec<KTrial>, BuildError> {
    let anchors = options.neighbors.anchor_count(table.points().len());
    let n = anchors.unwrap_or(table.points().len());
    let Some(max_k) = ks.iter().copied().filter(|&k| k <= n).max() else {
        return Err(knn::KnnError::K { k: ks.first().copied().unwrap_or(0), n }.into());
    };
    TableSize::new(table).check_estimate_memory(max_k, options.memory)?;
    let (scale, _) = options.neighbors.resolve_scale(table);
    let space = knn::space(table, options.neighbors.metric, scale)?;
    progress.begin_step("finding neighbours");
    let binarizer = Binarizer::new(&space, table.points().names(), anchors, max_k)?;
    progress.begin_step("estimating");
    let min_size = options.min_size.resolve(table.points().len());
    let limits = Limits { min_size, max_concepts: Some(MAX_COUNTED), max_bytes: None };
    let trial = |k: usize| {
        let context = binarizer.context(k)?;
        match mine::count(&context, &limits, false, progress) {
            Ok(counts) => {
                let concepts = counts.concepts as f64;
                let concepts = Estimate { concepts, error: 0.0, at_least: false };
                Ok(KTrial { k, concepts, is_exact: true })
            }
            Err(MiningError::TooMany(_)) => {
                let concepts = mine::estimate(&context, min_size, seed, WORK_DIVISOR, progress)?;
                Ok(KTrial { k, concepts, is_exact: false })
            }
            Err(error) => Err(error.into()),
        }
    };
    ks.iter().copied().filter(|&k| k <= n).map(trial).collect()
}
