//! The miner of concepts, the crate `conceptgraph-mine`, and its estimates in words.

use std::fmt;

use conceptgraph_mine as kernel;
pub use conceptgraph_mine::{Counts, ESTIMATE_BYTES, Limits, MinedConcept, MiningError, Sink};

use crate::base::keys::Key;
use crate::base::numbers::{group_thousands, round_estimate};
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;

/// Mines the concepts of `context` with at least the minimum size of `limits` into sinks made by
/// `new_sink`, one for each thread. `keys` has one key for each object.
///
/// # Errors
/// Returns an error if there are more concepts, or the sinks need more memory, than `limits` allow,
/// or if an interrupt was requested.
pub fn mine<S: Sink>(
    context: &FormalContext,
    keys: &[Key],
    limits: &Limits,
    progress: &Progress,
    new_sink: impl Fn() -> S,
) -> Result<Vec<S>, MiningError> {
    kernel::mine(context.matrix(), keys, limits, progress.control(), new_sink)
}

/// Counts the concepts and, if `covers`, their covers, in constant memory.
///
/// # Errors
/// Returns an error if there are more concepts than `limits` allow or an interrupt was requested.
pub fn count(
    context: &FormalContext,
    limits: &Limits,
    covers: bool,
    progress: &Progress,
) -> Result<Counts, MiningError> {
    kernel::count(context.matrix(), limits, covers, progress.control())
}

/// An estimate of the number of concepts.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The mean over all sweeps.
    pub concepts: f64,
    /// The standard error of the mean; the true number mostly lies within twice this error.
    pub error: f64,
    /// `true` if there are probably more concepts, because a sweep took too long to be finished.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// The largest reliable ratio of two standard errors to an estimate. Beyond it, the estimate
/// depends on the presence or absence of a few large sweeps and was measured to be far too low more
/// often than not.
const MAX_RELIABLE_ERROR: f64 = 0.4;

impl Estimate {
    /// Returns two standard errors as a share of the estimate.
    pub fn relative_error(&self) -> f64 {
        2.0 * self.error / self.concepts.max(1.0)
    }

    /// Formats the number: `about 8,100,000,000`, `more than 3.21e17`.
    pub fn format_number(&self) -> String {
        let rounded = round_estimate(self.concepts);
        let number = match rounded < 1e15 {
            true => group_thousands(rounded as u64),
            false => format!("{rounded:.2e}"),
        };
        format!("{} {number}", if self.at_least { "more than" } else { "about" })
    }

    /// Formats the uncertainty: `likely within 3 %`.
    pub fn format_uncertainty(&self) -> String {
        match self.at_least {
            true => "too many to estimate closer".to_owned(),
            false => describe_uncertainty(self.relative_error()),
        }
    }
}

/// Formats as `about 8,100,000,000 clusters (likely within 3 %)`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.format_number();
        let clusters = if number.ends_with(" 1") { "cluster" } else { "clusters" };
        write!(f, "{number} {clusters} ({})", self.format_uncertainty())
    }
}

/// Describes the uncertainty of an estimate whose two standard errors are the share `off` of it.
pub fn describe_uncertainty(off: f64) -> String {
    match off < MAX_RELIABLE_ERROR {
        true => format!("likely within {} %", (100.0 * off).ceil().max(1.0)),
        false => "a rough guess, likely too low".to_owned(),
    }
}

/// Estimates the number of concepts with at least `min_size` points, top and bottom included, with
/// `times` times less work than usual.
pub fn estimate(
    context: &FormalContext,
    min_size: usize,
    seed: u64,
    times: u64,
    progress: &Progress,
) -> Result<Estimate, InterruptedError> {
    let found = kernel::estimate(context.matrix(), min_size, seed, times, progress.control())?;
    let kernel::Estimate { concepts, error, at_least } = found;
    Ok(Estimate { concepts, error, at_least })
}
