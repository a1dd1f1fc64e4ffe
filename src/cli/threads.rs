//! The threads of the program.

use super::error::{CliError, print_note};
use crate::base::numbers::pluralize;

/// Starts `asked` threads, but at most one per core: more would only wait. Called once.
pub(super) fn start_threads(asked: u16) -> Result<(), CliError> {
    let asked = usize::from(asked);
    let cores = std::thread::available_parallelism().map_or(asked, usize::from);
    if asked > cores {
        let all = pluralize(cores as u64, "core", "cores");
        print_note(&format!("--threads {asked}: this machine has {all}, so {cores} are used"));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(asked.min(cores));
    pool.build_global().map_err(|error| CliError::Failed(error.to_string()))
}
