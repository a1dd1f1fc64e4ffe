//! Several trials of one input as one: means and deviations.

use super::trial::Trial;
use crate::base::numbers::{deviation, mean, rough};

/// What the trials of one input have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The mean number of concepts, in three digits where it was estimated.
    pub concepts: f64,
    /// How far off that may be, as a share; 0 where they were counted.
    pub off: f64,
    /// Mean dendrogram purity of the lattice.
    pub ours: Option<f64>,
    /// The same for shuffled labels, on average.
    pub ours_chance: Option<f64>,
    /// Mean dendrogram purity of the lattice with the tree of communities above it.
    pub hierarchy: Option<f64>,
    /// The same for shuffled labels, on average.
    pub hierarchy_chance: Option<f64>,
    /// Mean dendrogram purity of Ward's tree.
    pub ward: Option<f64>,
    /// The same for shuffled labels, on average.
    pub ward_chance: Option<f64>,
    /// Its standard deviation, from two trials on.
    pub ours_deviation: Option<f64>,
    /// That of Ward's tree.
    pub ward_deviation: Option<f64>,
    /// How long our purities took together.
    pub seconds: f64,
}

impl Summary {
    /// Of these trials.
    pub fn of(trials: &[Trial]) -> Self {
        let over =
            |of: fn(&Trial) -> Option<f64>| -> Vec<f64> { trials.iter().filter_map(of).collect() };
        let ours = over(|trial| trial.ours.overall);
        let ward = over(|trial| trial.ward.overall);
        let off = trials.iter().map(|trial| trial.off).fold(0.0, f64::max);
        let concepts = mean(&over(|trial| Some(trial.concepts))).unwrap_or(0.0);
        Self {
            concepts: if off > 0.0 { rough(concepts) } else { concepts },
            off,
            ours: mean(&ours),
            ours_chance: mean(&over(|trial| trial.ours.chance)),
            hierarchy: mean(&over(|trial| trial.hierarchy.as_ref()?.overall)),
            hierarchy_chance: mean(&over(|trial| trial.hierarchy.as_ref()?.chance)),
            ward: mean(&ward),
            ward_chance: mean(&over(|trial| trial.ward.chance)),
            ours_deviation: deviation(&ours),
            ward_deviation: deviation(&ward),
            seconds: trials.iter().map(|trial| trial.seconds).sum(),
        }
    }
}
