//! A search together with an estimate of its end, for a person who watches.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::estimate;
use crate::base::progress::{Expected, Progress};
use crate::context::FormalContext;

/// After this long, the end of a search is estimated.
const PATIENCE: Duration = Duration::from_secs(1);
/// The limit for contexts that are held a second time for that.
const MOST_CROSSES: usize = 20_000_000;

/// Runs a search of a context as the step "mining". If its progress is shown and it takes longer
/// than a second, the number of concepts is estimated meanwhile.
pub fn watched<T>(
    context: &FormalContext,
    min_size: usize,
    progress: &Progress,
    search: impl FnOnce(&Progress) -> T,
) -> T {
    progress.step("mining");
    progress.restart();
    if !progress.is_watched() || context.rows().total() > MOST_CROSSES {
        return search(progress);
    }
    let (context, expectation) = (context.clone(), progress.expectation());
    let (over, end) = channel::<()>();
    // A separate thread, which is not waited for: those of the pool are mining, and mining may end
    // first.
    std::thread::spawn(move || {
        if end.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let Ok(own) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else { return };
        let about = own.install(|| estimate(&context, min_size, 0));
        // After the end the next step is another's.
        if end.try_recv() == Err(std::sync::mpsc::TryRecvError::Empty)
            && let Ok(mut expected) = expectation.lock()
        {
            *expected = Some(Expected { words: about.to_string(), concepts: about.concepts });
        }
    });
    let found = search(progress);
    drop(over);
    found
}
