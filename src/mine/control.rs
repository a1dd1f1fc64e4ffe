//! Control of a search from other threads: its progress, and a request to end it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The state that a search shares with the threads that wait for it.
#[derive(Debug, Default)]
pub struct Control {
    concepts: AtomicU64,
    is_stopped: AtomicBool,
}

/// The error of work that the caller interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct InterruptedError;

impl Control {
    /// Returns the number of concepts that the current search has found, a few thousand behind.
    pub fn concepts(&self) -> u64 {
        self.concepts.load(Ordering::Relaxed)
    }

    /// Sets the number of concepts found to 0.
    pub fn reset(&self) {
        self.concepts.store(0, Ordering::Relaxed);
    }

    /// Ends the current search soon, and every later one.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the search is to end.
    ///
    /// Every node of a search checks it, so it must not be a call.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Checks that the search may go on.
    pub fn check(&self) -> Result<(), InterruptedError> {
        if self.is_stopped() { Err(InterruptedError) } else { Ok(()) }
    }

    pub(crate) fn add(&self, concepts: u64) {
        self.concepts.fetch_add(concepts, Ordering::Relaxed);
    }
}
