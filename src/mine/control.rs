//! A search seen from outside: how far it is, and a way to end it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What a search shares with the threads that wait for it.
#[derive(Debug, Default)]
pub struct Control {
    found: AtomicU64,
    is_stopped: AtomicBool,
}

/// The caller ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct InterruptedError;

impl Control {
    /// Returns how many concepts the present search has found, a few thousand behind.
    pub fn found(&self) -> u64 {
        self.found.load(Ordering::Relaxed)
    }

    /// Forgets what was found.
    pub fn reset(&self) {
        self.found.store(0, Ordering::Relaxed);
    }

    /// Ends the search soon, and every later one.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search is to end.
    ///
    /// Asked at every node of a search, so it must not be a call.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Goes on unless the search is to end.
    ///
    /// # Errors
    /// It was stopped.
    pub fn check(&self) -> Result<(), InterruptedError> {
        if self.is_stopped() { Err(InterruptedError) } else { Ok(()) }
    }

    pub(crate) fn add(&self, concepts: u64) {
        self.found.fetch_add(concepts, Ordering::Relaxed);
    }
}
