//! Faults as they are found, as many as a person will read.

use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::store::{Error, Result};

/// More than this many are not reported.
pub const MOST: usize = 10;

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

    /// Adds a fault about the first point of which other is claimed than was found; whether there
    /// is one.
    pub(super) fn differs<T: PartialEq>(
        &mut self,
        points: &Points,
        claimed: &[T],
        found: &[T],
        what: &str,
    ) -> bool {
        let first = claimed.iter().zip(found).position(|(claimed, found)| claimed != found);
        if let Some(place) = first {
            self.add(format!("point {:?} {what}", points.name(PointId(place as u32))));
        }
        first.is_some()
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
