//! The options of every command that mines, and what to do where there is too much.

use clap::Args;

use super::failure::Failure;
use crate::amount::Amount;
use crate::build::{self, Error, TooLarge, TooMany};
use crate::dataset::Dataset;
use crate::mine::{Limits, Stop};

/// Which concepts to mine.
#[derive(Debug, Args)]
pub(super) struct Mining {
    /// Leave out clusters with fewer points: a number or a share such as 10%
    #[arg(long, value_name = "N|P%", default_value = "0", help_heading = "Lattice")]
    pub(super) min_size: Amount,
    /// Say at the end how long each step took and how much memory was needed
    #[arg(long)]
    pub(super) stats: bool,
}

impl Mining {
    /// Whether small clusters are left out.
    pub(super) fn is_cut(&self) -> bool {
        !matches!(self.min_size, Amount::Count(0))
    }

    /// The limits for that dataset.
    pub(super) fn limits(
        &self,
        dataset: &Dataset,
        max_concepts: Option<u64>,
    ) -> Result<Limits, Failure> {
        build::limits(dataset, self.min_size, max_concepts)
            .map_err(|error| failed(error, &dataset.name, None))
    }
}

/// What a person is told when mining stops early; `instead` is one way more to go on.
pub(super) fn stopped(
    stop: Stop,
    dataset: &Dataset,
    limits: &Limits,
    instead: Option<&str>,
) -> Failure {
    failed(build::stopped(stop, dataset, limits), &dataset.name, instead)
}

/// What a person is told when nothing was built of that name; `instead` is one way more.
pub(super) fn failed(error: Error, name: &str, instead: Option<&str>) -> Failure {
    match error {
        Error::Neighbors(error) => super::input::neighbors_failed(&error, name),
        Error::MinSize { .. } => Failure::Usage(format!("{name}: {error}")),
        Error::TooMany(too_many) => Failure::Limit(ways_out(&too_many, instead)),
        Error::TooLarge(error) => too_large(&error, instead),
        Error::Interrupted => Failure::Interrupted,
    }
}

/// What a person is told when something is too large; `instead` is one way to go on.
pub(super) fn too_large(error: &TooLarge, instead: Option<&str>) -> Failure {
    let ways = error.k.map(|k| format!("take fewer neighbours (--k {k})"));
    let ways: Vec<String> = ways.into_iter().chain(instead.map(str::to_owned)).collect();
    Failure::Limit(match &ways[..] {
        [] => error.to_string(),
        ways => format!("{error}. You may {}", ways.join(", or ")),
    })
}

fn ways_out(too_many: &TooMany, instead: Option<&str>) -> String {
    let TooMany { most, min_size, k, .. } = *too_many;
    let mut ways = vec![format!("keep only larger clusters (--min-size {min_size})")];
    ways.extend(k.map(|k| format!("take fewer neighbours (--k {k})")));
    ways.extend(instead.map(str::to_owned));
    let ten_times = most.saturating_mul(10);
    let ways = ways.join(", ");
    format!("{too_many}. You may {ways}, or allow more (--max-concepts {ten_times})")
}
