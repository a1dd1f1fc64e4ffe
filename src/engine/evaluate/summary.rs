//! Means and deviations over several trials of one input.

use super::trial::Trial;
use crate::base::numbers::{deviation, mean, rough};

/// A summary of the trials of one input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The mean number of concepts, to three digits if it was estimated.
    pub concepts: f64,
    /// The largest of the trials' relative errors of the number of concepts (two standard errors);
    /// 0 if the concepts were counted.
    pub off: f64,
    /// The mean dendrogram purity of the lattice.
    pub ours: Option<f64>,
    /// The mean dendrogram purity of the lattice that is expected for shuffled labels.
    pub ours_chance: Option<f64>,
    /// The mean dendrogram purity of the lattice with the tree of communities above it.
    pub hierarchy: Option<f64>,
    /// The mean dendrogram purity of that hierarchy that is expected for shuffled labels.
    pub hierarchy_chance: Option<f64>,
    /// The mean dendrogram purity of Ward's tree.
    pub ward: Option<f64>,
    /// The mean dendrogram purity of Ward's tree that is expected for shuffled labels.
    pub ward_chance: Option<f64>,
    /// The standard deviation of the lattice's purity; `None` for a single trial.
    pub ours_deviation: Option<f64>,
    /// The standard deviation of Ward's purity; `None` for a single trial.
    pub ward_deviation: Option<f64>,
    /// The total time of the purities of the lattice in seconds.
    pub seconds: f64,
}

impl Summary {
    /// Summarises trials.
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
