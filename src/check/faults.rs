//! Faults as they are found, as many as a person will read.

use crate::store::{Error, Result};

/// More than this many are not reported.
pub const MOST: usize = 10;

/// The first faults.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: Vec<String>,
}

impl Faults {
    /// Adds a fault; each is reported once.
    pub(super) fn add(&mut self, fault: String) {
        if !self.is_full() && !self.found.contains(&fault) {
            self.found.push(fault);
        }
    }

    /// Whether there is no need to look on.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= MOST
    }

    /// An answer, or nothing where the graph is damaged, which is a fault.
    ///
    /// # Errors
    /// Any other failure of the store.
    pub(super) fn unless_damaged<T>(&mut self, answer: Result<T>) -> Result<Option<T>> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(Error::Damaged { damage, .. }) => {
                self.add(damage.0);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) fn first(self) -> Vec<String> {
        self.found
    }
}
