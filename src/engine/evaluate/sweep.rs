//! Purities by k: the paper's Figure 2.

use std::time::Instant;

use super::trial::{Options, Trial, allows_closures, allows_ward, baseline};
use super::{Error, classes};
use crate::base::progress::Progress;
use crate::build::{self, Shape};
use crate::context::binarize::Binarizer;
use crate::knn;
use crate::pair_purity;
use crate::table::Table;

/// Evaluates a table for every k of `ks`, ascending, up to its number of points. Ward's tree does
/// not depend on k, and the neighbours for the largest k include those for every smaller one.
///
/// # Errors
/// Returns an error if the table has no classes or no neighbours, or has fewer points than the
/// least k; if more memory than allowed would be taken; or after an interrupt.
pub fn sweep(
    name: &str,
    table: &Table,
    options: &Options,
    mut ks: impl Iterator<Item = usize> + Clone,
    progress: &Progress,
) -> Result<Vec<Trial>, Error> {
    let classes = classes(table)?;
    let anchors = options.neighbors.anchors_of(table.points().len());
    let n = anchors.unwrap_or(table.points().len());
    let few = ks.clone().take_while(|&k| k <= n);
    let Some(most) = few.clone().last() else {
        return Err(Error::NoK { n, k: ks.next().unwrap_or(0) });
    };
    let (scale, _) = options.neighbors.scale_of(table);
    allows_ward(table, options.memory)?;
    Shape::of(table).allows(most, options.memory).map_err(build::Error::from)?;
    let ward = baseline(table, options, progress)?;
    progress.step("sweeping");
    let metric = options.neighbors.metric;
    let space = knn::space(table, metric, scale).map_err(build::Error::Neighbors)?;
    let mut binarizer = Binarizer::new(&space, table.points().names(), anchors);
    binarizer.reach(most).map_err(build::Error::Neighbors)?;
    let trial = |k: usize| {
        let context = binarizer.context(k).map_err(build::Error::Neighbors)?;
        allows_closures(&context, options.memory)?;
        let began = Instant::now();
        let ours = pair_purity::dendrogram_purity(&context, classes, None, progress)?.lattice;
        Ok(Trial {
            name: name.to_owned(),
            points: table.points().clone(),
            features: table.features().len(),
            k,
            concepts: 0.0,
            off: 0.0,
            ours,
            hierarchy: None,
            ward: ward.clone(),
            seconds: began.elapsed().as_secs_f64(),
        })
    };
    few.map(trial).collect()
}
