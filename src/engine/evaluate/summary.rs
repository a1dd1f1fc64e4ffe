//! Means and deviations over several trials of one input.

use super::trial::Trial;
use crate::base::numbers::{deviation, mean, round_estimate};

/// A summary of the trials of one input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialSummary {
    /// The mean number of concepts, to three digits if it was estimated.
    pub concepts: f64,
    /// The largest relative error of the number of concepts; 0 if the concepts were counted.
    pub relative_error: f64,
    /// The mean dendrogram purity of the lattice.
    pub lattice: Option<f64>,
    /// The mean dendrogram purity of the lattice that is expected for shuffled labels.
    pub lattice_chance: Option<f64>,
    /// The mean dendrogram purity of the lattice with the tree of communities above it.
    pub hierarchy: Option<f64>,
    /// The mean dendrogram purity of that hierarchy that is expected for shuffled labels.
    pub hierarchy_chance: Option<f64>,
    /// The mean dendrogram purity of Ward's tree.
    pub ward: Option<f64>,
    /// The mean dendrogram purity of Ward's tree that is expected for shuffled labels.
    pub ward_chance: Option<f64>,
    /// The standard deviation of the lattice's purity; `None` for a single trial.
    pub lattice_deviation: Option<f64>,
    /// The standard deviation of Ward's purity; `None` for a single trial.
    pub ward_deviation: Option<f64>,
    /// The total time of the purities of the lattice in seconds.
    pub seconds: f64,
}

impl TrialSummary {
    /// Summarises trials.
    pub fn from_trials(trials: &[Trial]) -> Self {
        let values =
            |of: fn(&Trial) -> Option<f64>| -> Vec<f64> { trials.iter().filter_map(of).collect() };
        let ours = values(|trial| trial.lattice.overall);
        let ward = values(|trial| trial.ward.overall);
        let relative_error = trials.iter().map(|trial| trial.relative_error).fold(0.0, f64::max);
        let concepts = mean(&values(|trial| Some(trial.concepts))).unwrap_or(0.0);
        Self {
            concepts: if relative_error > 0.0 { round_estimate(concepts) } else { concepts },
            relative_error,
            lattice: mean(&ours),
            lattice_chance: mean(&values(|trial| trial.lattice.chance)),
            hierarchy: mean(&values(|trial| trial.hierarchy.as_ref()?.overall)),
            hierarchy_chance: mean(&values(|trial| trial.hierarchy.as_ref()?.chance)),
            ward: mean(&ward),
            ward_chance: mean(&values(|trial| trial.ward.chance)),
            lattice_deviation: deviation(&ours),
            ward_deviation: deviation(&ward),
            seconds: trials.iter().map(|trial| trial.seconds).sum(),
        }
    }
}
