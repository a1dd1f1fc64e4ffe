//! Purities by k: the paper's Figure 2.

use std::time::Instant;

use super::trial::{EvaluationOptions, Trial, check_purity_memory, check_ward_memory, ward_purity};
use super::{EvaluateError, require_classes};
use crate::base::progress::Progress;
use crate::build::{self, TableSize};
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
    options: &EvaluationOptions,
    mut ks: impl Iterator<Item = usize> + Clone,
    progress: &Progress,
) -> Result<Vec<Trial>, EvaluateError> {
    let classes = require_classes(table)?;
    let anchors = options.neighbors.anchor_count(table.points().len());
    let n = anchors.unwrap_or(table.points().len());
    let possible_ks = ks.clone().take_while(|&k| k <= n);
    let Some(max_k) = possible_ks.clone().last() else {
        return Err(EvaluateError::NoK { n, k: ks.next().unwrap_or(0) });
    };
    let (scale, _) = options.neighbors.resolve_scale(table);
    check_ward_memory(table, options.memory)?;
    TableSize::new(table).check_memory(max_k, options.memory).map_err(build::BuildError::from)?;
    let ward = ward_purity(table, options, progress)?;
    progress.begin_step("sweeping");
    let metric = options.neighbors.metric;
    let space = knn::space(table, metric, scale).map_err(build::BuildError::Neighbors)?;
    let binarizer = Binarizer::new(&space, table.points().names(), anchors, max_k)
        .map_err(build::BuildError::Neighbors)?;
    let trial = |k: usize| {
        let context = binarizer.context(k).map_err(build::BuildError::Neighbors)?;
        check_purity_memory(&context, options.memory)?;
        let began = Instant::now();
        let ours = pair_purity::dendrogram_purity(&context, classes, None, progress)?.lattice;
        Ok(Trial {
            name: name.to_owned(),
            points: table.points().clone(),
            features: table.features().len(),
            k,
            concepts: 0.0,
            relative_error: 0.0,
            lattice: ours,
            hierarchy: None,
            ward: ward.clone(),
            seconds: began.elapsed().as_secs_f64(),
        })
    };
    possible_ks.map(trial).collect()
}
