//! What a table's graph would be for several k: how much its clusters tell, and how many
//! concepts it has. Neighbours are looked for once.

use super::choose_k::{Tried, preferred, regions};
use super::{BuildOptions, Error, Shape};
use crate::base::progress::Progress;
use crate::context::binarize::Binarizer;
use crate::dataset::Neighbors;
use crate::knn::{self, Space};
use crate::mine::{self, Estimate, Limits, MiningError, estimate_quickly};
use crate::table::Table;
use crate::telling::{Pairs, Telling};

pub use super::choose_k::{ladder, telling_by_k};

/// This many concepts are counted, which takes no longer than to estimate more.
const SOON: u64 = 500_000;
/// A quarter of the usual work for each k: the run of the numbers is what matters.
const TIMES: u64 = 4;

/// What the graph of one k would be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KTrial {
    /// How many neighbours a point has.
    pub k: usize,
    /// How much the clusters of the full lattice tell; none where no two points are in one group.
    pub telling: Option<Telling>,
    /// Whether it would be chosen among these.
    pub is_chosen: bool,
    /// How many concepts there are: counted where they are few.
    pub concepts: Estimate,
    /// Whether they were counted.
    pub is_exact: bool,
}

/// What the graph would be for each k that is no larger than the number of points.
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
    let Neighbors { metric, .. } = options.neighbors;
    let (scale, _) = options.neighbors.scale_of(table);
    let space = Space::new(table, metric, scale)?;
    progress.step("looking for groups");
    let pairs = Pairs::of(regions(&space, progress)?.labels(space.len()).1);
    progress.step("finding neighbours");
    let mut binarizer = Binarizer::new(&space, table.points().names(), anchors);
    binarizer.reach(most)?;
    progress.step("estimating");
    let min_size = options.min_size.of(table.points().len());
    let limits = Limits { min_size, max_concepts: Some(SOON), memory: options.memory };
    let of = |k: usize| {
        let context = binarizer.context(k)?;
        let (concepts, is_exact) = match mine::count(&context, &limits, false, progress) {
            Ok(counts) => {
                let concepts = counts.concepts as f64;
                (Estimate { concepts, error: 0.0, at_least: false }, true)
            }
            Err(MiningError::TooMany(_)) => {
                (estimate_quickly(&context, limits.min_size, seed, TIMES, progress)?, false)
            }
            Err(error) => return Err(error.into()),
        };
        Ok(KTrial { k, telling: pairs.telling(&context), is_chosen: false, concepts, is_exact })
    };
    let mut found: Vec<KTrial> =
        ks.iter().copied().filter(|&k| k <= n).map(of).collect::<Result<_, Error>>()?;
    let tried = found.iter().filter_map(|at| Some(Tried { k: at.k, telling: at.telling? }));
    let size = pairs.mean_size() * n / table.points().len().max(1);
    let chosen = preferred(&tried.collect::<Vec<_>>(), size).map(|best| best.k);
    found.iter_mut().for_each(|at| at.is_chosen = Some(at.k) == chosen);
    Ok(found)
}
