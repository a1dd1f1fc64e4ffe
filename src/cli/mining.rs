//! The options of every command that mines, and what to do where there is too much.

use clap::Args;

use super::failure::Failure;
use super::input::Source;
use super::words::Amount;
use crate::graph::Origin;
use crate::mine::{Limits, Stop};
use crate::numbers::grouped;

/// Which concepts to mine.
#[derive(Debug, Args)]
pub(super) struct Mining {
    /// Leave out clusters with fewer points: a number or a share such as 10%
    #[arg(long, value_name = "N|P%", default_value = "0", help_heading = "Lattice")]
    min_size: Amount,
    /// Say at the end how long each step took and how much memory was needed
    #[arg(long)]
    pub(super) stats: bool,
}

impl Mining {
    /// Whether small clusters are left out.
    pub(super) fn is_cut(&self) -> bool {
        !matches!(self.min_size, Amount::Count(0))
    }

    /// The limits for that source.
    pub(super) fn limits(
        &self,
        source: &Source,
        max_concepts: Option<u64>,
    ) -> Result<Limits, Failure> {
        let n = source.points.len();
        let min_size = self.min_size.of(n);
        if min_size > n {
            return Err(Failure::Usage(format!(
                "{}: --min-size {min_size} is more than the {n} points, so no cluster would be \
                 left; choose 0 to {n}",
                source.name
            )));
        }
        Ok(Limits { min_size, max_concepts })
    }
}

/// What to do when mining stops early; `instead` is one way more.
pub(super) fn stopped(
    stop: Stop,
    source: &Source,
    limits: &Limits,
    instead: Option<&str>,
) -> Failure {
    let Stop::TooMany(most) = stop else { return Failure::Interrupted };
    let n = source.points.len();
    let min_size = (2 * limits.min_size).clamp((n / 10).max(2), n.max(2));
    let mut ways = vec![format!("keep only larger clusters (--min-size {min_size})")];
    if let Origin::Neighbors { k, .. } = source.origin
        && k > 3
    {
        ways.push(format!("take fewer neighbours (--k {})", k / 2));
    }
    ways.extend(instead.map(str::to_owned));
    Failure::Limit(format!(
        "{} has more than {} concepts. You may {}, or allow more (--max-concepts {})",
        source.name,
        grouped(most),
        ways.join(", "),
        most.saturating_mul(10),
    ))
}
