//! The concepts of a context by the miner, the crate `conceptgraph-mine`; what it says in words.

use std::fmt;

use conceptgraph_mine as kernel;
pub use conceptgraph_mine::{Counts, ESTIMATE_BYTES, Limits, MinedConcept, MiningError, Sink};

use crate::base::keys::Key;
use crate::base::numbers::{grouped, rough};
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;

/// Mines every concept of `context` with at least `min_size` points into sinks made by `new_sink`,
/// one a thread; `keys` has one an object.
///
/// # Errors
/// More concepts than `limits` allow, or more memory for what the sinks keep; an interrupt.
pub fn mine<S: Sink>(
    context: &FormalContext,
    keys: &[Key],
    limits: &Limits,
    progress: &Progress,
    new_sink: impl Fn() -> S,
) -> Result<Vec<S>, MiningError> {
    kernel::mine(context.matrix(), keys, limits, progress.search(), new_sink)
}

/// Counts concepts and, where wanted, covers, in constant memory.
///
/// # Errors
/// More concepts than `limits` allow; an interrupt.
pub fn count(
    context: &FormalContext,
    limits: &Limits,
    covers: bool,
    progress: &Progress,
) -> Result<Counts, MiningError> {
    kernel::count(context.matrix(), limits, covers, progress.search())
}

/// About how many concepts there are.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The mean of all sweeps.
    pub concepts: f64,
    /// Its standard error: two of them to either side hold the true number most of the time.
    pub error: f64,
    /// Whether there are likely more: a sweep took too long to be ended.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// Where two standard errors are more of an estimate than this, a few large sweeps make most of it,
/// and so does their absence: such estimates were found far too low more often than not.
const SURE: f64 = 0.4;

impl Estimate {
    /// Two standard errors as a share of the estimate.
    pub fn off(&self) -> f64 {
        2.0 * self.error / self.concepts.max(1.0)
    }

    /// The number: `about 8,100,000,000`, `more than 3.21e17`.
    pub fn number(&self) -> String {
        let rounded = rough(self.concepts);
        let number = match rounded < 1e15 {
            true => grouped(rounded as u64),
            false => format!("{rounded:.2e}"),
        };
        format!("{} {number}", if self.at_least { "more than" } else { "about" })
    }

    /// How far off it may be: `likely within 3 %`.
    pub fn reach(&self) -> String {
        match self.at_least {
            true => "too many to estimate closer".to_owned(),
            false => within(self.off()),
        }
    }
}

/// In words: `about 8,100,000,000 clusters (likely within 3 %)`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number();
        let clusters = if number.ends_with(" 1") { "cluster" } else { "clusters" };
        write!(f, "{number} {clusters} ({})", self.reach())
    }
}

/// How far off an estimate may be, in words, from the share that two standard errors are of it.
pub fn within(off: f64) -> String {
    match off < SURE {
        true => format!("likely within {} %", (100.0 * off).ceil().max(1.0)),
        false => "a rough guess, likely too low".to_owned(),
    }
}

/// Estimates the number of concepts with at least `min_size` points, top and bottom included, with
/// `times` times less than the usual work.
///
/// # Errors
/// An interrupt.
pub fn estimate(
    context: &FormalContext,
    min_size: usize,
    seed: u64,
    times: u64,
    progress: &Progress,
) -> Result<Estimate, InterruptedError> {
    let found = kernel::estimate(context.matrix(), min_size, seed, times, progress.search())?;
    let kernel::Estimate { concepts, error, at_least } = found;
    Ok(Estimate { concepts, error, at_least })
}
