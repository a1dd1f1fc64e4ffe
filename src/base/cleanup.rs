//! Actions that undo unfinished work if a run is ended early: temporary files, child processes.
//!
//! The code that begins such work keeps a [`CleanupGuard`] with the action that undoes it, and
//! drops the guard when the work is finished or undone. Code that ends the program calls
//! [`clean_up`] first.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::base::lock::lock;

type Cleanup = Box<dyn FnOnce() + Send>;

static CLEANUP_STACK: CleanupStack = CleanupStack(Mutex::new(Vec::new()));
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

/// The actions of unfinished work, the latest last. A test has its own, since `clean_up` undoes the
/// work of all other threads.
struct CleanupStack(Mutex<Vec<(u64, Cleanup)>>);

impl CleanupStack {
    fn lock(&self) -> MutexGuard<'_, Vec<(u64, Cleanup)>> {
        lock(&self.0)
    }

    fn guard(&'static self, cleanup: impl FnOnce() + Send + 'static) -> CleanupGuard {
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        self.lock().push((id, Box::new(cleanup)));
        CleanupGuard { stack: self, id }
    }

    #[cfg(any(feature = "cli", test))]
    fn clean_up(&self) {
        // One action at a time without the lock, so that an action may itself drop a guard.
        while let Some((_, cleanup)) = { self.lock().pop() } {
            cleanup();
        }
    }
}

/// A guard of unfinished work, which is undone if the program ends before the guard is dropped.
pub(crate) struct CleanupGuard {
    stack: &'static CleanupStack,
    id: u64,
}

impl CleanupGuard {
    pub(crate) fn new(cleanup: impl FnOnce() + Send + 'static) -> Self {
        CLEANUP_STACK.guard(cleanup)
    }
}

impl fmt::Debug for CleanupGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CleanupGuard").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Drop for CleanupGuard {
    fn drop(&mut self) {
        self.stack.lock().retain(|(id, _)| *id != self.id);
    }
}

/// Undoes all unfinished work, the latest first.
#[cfg(feature = "cli")]
pub(crate) fn clean_up() {
    CLEANUP_STACK.clean_up();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn what_is_finished_is_not_undone() {
        static UNFINISHED: CleanupStack = CleanupStack(Mutex::new(Vec::new()));
        let undone = Arc::new(AtomicU64::new(0));
        let [a, b] = [1, 10].map(|value| {
            let undone = Arc::clone(&undone);
            UNFINISHED.guard(move || {
                undone.fetch_add(value, Ordering::Relaxed);
            })
        });
        drop(a);
        UNFINISHED.clean_up();
        drop(b);
        assert_eq!(undone.load(Ordering::Relaxed), 10);
    }
}
