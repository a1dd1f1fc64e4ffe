//! The paper's Figure 2: purities by k.

use std::ops::RangeInclusive;

use super::trial::{Options, allows_closures, baseline};
use super::{Error, classes};
use crate::base::numbers::{deviation, mean};
use crate::base::progress::Progress;
use crate::build::{self, Shape};
use crate::context::binarize::Binarizer;
use crate::dataset::Neighbors;
use crate::knn::Space;
use crate::pair_purity;
use crate::table::Table;

/// Purities by k of one table or of several trials of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Swept {
    points: Vec<At>,
}

/// The purities of each trial for one k.
#[derive(Clone, Debug, Default, PartialEq)]
struct At {
    k: usize,
    ours: Vec<f64>,
    ours_chance: Vec<f64>,
    ward: Vec<f64>,
    ward_chance: Vec<f64>,
}

/// Means and deviations over the trials of one k.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// How many neighbours a point has.
    pub k: usize,
    /// Mean dendrogram purity of the lattice; none where no class has two points.
    pub ours: Option<f64>,
    /// The same for shuffled labels, on average.
    pub ours_chance: Option<f64>,
    /// Mean dendrogram purity of Ward's tree.
    pub ward: Option<f64>,
    /// The same for shuffled labels, on average.
    pub ward_chance: Option<f64>,
    /// Its standard deviation, from two trials on.
    pub ours_deviation: Option<f64>,
    /// That of Ward's tree.
    pub ward_deviation: Option<f64>,
}

impl Swept {
    /// Adds a trial: purities of one table for every k of `range` in steps of `step` that is not
    /// beyond its points. Ward's tree knows no k. Every trial must have as many points.
    ///
    /// # Errors
    /// A table without classes or neighbours, or with fewer points than the least k.
    pub fn add(
        &mut self,
        table: &Table,
        options: &Options,
        range: &RangeInclusive<usize>,
        step: usize,
        progress: &Progress,
    ) -> Result<(), Error> {
        let classes = classes(table)?;
        let anchors = options.neighbors.anchors_of(table.points().len());
        let n = anchors.unwrap_or(table.points().len());
        let ks: Vec<usize> = range.clone().step_by(step).take_while(|&k| k <= n).collect();
        if ks.is_empty() {
            return Err(Error::NoK { n, k: *range.start() });
        }
        if self.points.is_empty() {
            self.points = ks.iter().map(|&k| At { k, ..At::default() }).collect();
        }
        // The neighbours for the largest k include those for every smaller one.
        let Neighbors { metric, .. } = options.neighbors;
        let (scale, _) = options.neighbors.scale_of(table);
        let most = ks[ks.len() - 1];
        Shape::of(table).allows(most, options.memory).map_err(build::Error::from)?;
        let ward = baseline(table, options, progress)?;
        progress.step("sweeping");
        let space = Space::new(table, metric, scale).map_err(build::Error::Neighbors)?;
        let mut binarizer = Binarizer::new(&space, table.points().names(), anchors);
        binarizer.reach(most).map_err(build::Error::Neighbors)?;
        for at in &mut self.points {
            let context = binarizer.context(at.k).map_err(build::Error::Neighbors)?;
            allows_closures(&context, options.memory)?;
            let found = pair_purity::dendrogram_purity(&context, classes, None, 0, progress)?;
            at.ours.extend(found.lattice.overall);
            at.ours_chance.extend(found.lattice.chance);
            at.ward.extend(ward.overall);
            at.ward_chance.extend(ward.chance);
        }
        Ok(())
    }

    /// Means and deviations by k.
    pub fn by_k(&self) -> impl Iterator<Item = Swing> + '_ {
        self.points.iter().map(|at| Swing {
            k: at.k,
            ours: mean(&at.ours),
            ours_chance: mean(&at.ours_chance),
            ward: mean(&at.ward),
            ward_chance: mean(&at.ward_chance),
            ours_deviation: deviation(&at.ours),
            ward_deviation: deviation(&at.ward),
        })
    }
}
