//! Options shared by the commands that mine.

use clap::Args;

use super::build_error::build_error;
use super::error::CliError;
use crate::base::count_or_percent::CountOrPercent;
use crate::base::memory::MemoryLimit;
use crate::build;
use crate::dataset::Dataset;
use crate::mine::Limits;

#[derive(Debug, Args)]
pub(super) struct MiningArgs {
    /// Leave out clusters with fewer points: a number or a share such as 10%
    #[arg(long, value_name = "N|P%", default_value = "0", help_heading = "Lattice")]
    pub(super) min_size: CountOrPercent,
    /// Show the duration of each step and the peak memory at the end
    #[arg(long)]
    pub(super) stats: bool,
}

impl MiningArgs {
    pub(super) fn has_min_size(&self) -> bool {
        !matches!(self.min_size, CountOrPercent::Count(0))
    }

    pub(super) fn limits(
        &self,
        dataset: &Dataset,
        max_concepts: Option<u64>,
        memory: MemoryLimit,
    ) -> Result<Limits, CliError> {
        build::mining_limits(dataset.points.len(), self.min_size, max_concepts, memory)
            .map_err(|error| build_error(error, &dataset.name))
    }
}
