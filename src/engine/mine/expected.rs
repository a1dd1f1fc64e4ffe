//! A search together with an estimate of its end, for a person who watches.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::{ESTIMATE_BYTES, Limits, estimate};
use crate::base::progress::{Expected, Progress};
use crate::context::FormalContext;

/// After this long, the end of a search is estimated.
const PATIENCE: Duration = Duration::from_secs(1);
/// Of a larger context no copy is made for that.
const MOST_CROSSES: usize = 20_000_000;
/// What a cross takes in the copy, and as the estimate has it.
const BYTES: f64 = 20.0;

/// Runs a search of a context as the step "mining". If its progress is shown and it takes longer
/// than a second, the number of concepts is estimated meanwhile.
pub fn watched<T>(
    context: &FormalContext,
    limits: &Limits,
    progress: &Progress,
    search: impl FnOnce() -> T,
) -> T {
    progress.step("mining");
    let (crosses, min_size) = (context.rows().total(), limits.min_size);
    let bytes = ESTIMATE_BYTES as f64 + BYTES * crosses as f64;
    let fits = crosses <= MOST_CROSSES && limits.memory.allows(bytes).is_ok();
    if !progress.is_watched() || !fits {
        return search();
    }
    let (context, shown, own) = (context.clone(), progress.clone(), Progress::default());
    let (over, end) = channel::<()>();
    let estimating = own.clone();
    // A separate thread, which is not waited for: those of the pool are mining, and mining may end
    // first.
    std::thread::spawn(move || {
        if end.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else { return };
        let about = pool.install(|| estimate(&context, min_size, 0, &estimating));
        // After the end another step has begun.
        if let Ok(about) = about
            && !estimating.interrupted()
        {
            shown.expect(Expected { words: about.to_string(), concepts: about.concepts });
        }
    });
    let found = search();
    own.interrupt();
    drop(over);
    found
}
