//! What a run that is ended early must undo: temporary files, programs that it started.
//!
//! Code that begins such a thing keeps a [`CleanupGuard`], which knows how to undo it. When the
//! guard is dropped, the thing is finished or undone already. Code that ends the program calls
//! [`clean_up`] first.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

type Cleanup = Box<dyn FnOnce() + Send>;

static CLEANUPS: Mutex<Vec<(u64, Cleanup)>> = Mutex::new(Vec::new());
static NEXT: AtomicU64 = AtomicU64::new(0);

fn cleanups() -> MutexGuard<'static, Vec<(u64, Cleanup)>> {
    CLEANUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that is to be undone if the program ends before this is dropped.
#[derive(Debug)]
pub struct CleanupGuard(u64);

impl CleanupGuard {
    /// Remembers how it is undone.
    pub fn new(cleanup: impl FnOnce() + Send + 'static) -> Self {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        cleanups().push((id, Box::new(cleanup)));
        Self(id)
    }
}

impl Drop for CleanupGuard {
    fn drop(&mut self) {
        cleanups().retain(|(id, _)| *id != self.0);
    }
}

/// Undoes whatever is unfinished, the latest first.
pub fn clean_up() {
    // One at a time, so that an action may itself drop a guard.
    while let Some((_, cleanup)) = { cleanups().pop() } {
        cleanup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn what_is_finished_is_not_undone() {
        let undone = Arc::new(AtomicU64::new(0));
        let [a, b] = [1, 10].map(|value| {
            let undone = Arc::clone(&undone);
            CleanupGuard::new(move || {
                undone.fetch_add(value, Ordering::Relaxed);
            })
        });
        drop(a);
        clean_up();
        drop(b);
        assert_eq!(undone.load(Ordering::Relaxed), 10);
    }
}
