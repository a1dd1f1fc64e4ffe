//! Whether a file may answer without a whole check: it is as it was built, or it is checked now.

use super::faults::Faults;
use super::report;
use crate::base::progress::Progress;
use crate::store::sqlite::{Seal, SqliteStore};
use crate::store::{Damage, Error, LatticeStore, Result};

/// To check a larger graph takes seconds.
const MOST_CHECKED: u32 = 20_000;

/// What is known of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Nothing speaks against it.
    Sound,
    /// Somebody wrote to it, and it is too large to be checked in passing.
    Unknown,
}

/// What its seal, and where this is broken a check, says of a file. Who wrote to it by SQLite may
/// have changed names on purpose.
///
/// # Errors
/// The first fault of a file that has one; a failure of the store.
pub fn sealed(store: &SqliteStore, progress: &Progress) -> Result<Trust> {
    let place = store.path().display().to_string();
    let damaged = |fault| Err(Error::Damaged { place, damage: Damage(fault) });
    let seal = store.seal()?;
    let any_names = match seal {
        Seal::Whole | Seal::None => return Ok(Trust::Sound),
        Seal::Broken => false,
        Seal::Written => true,
    };
    if store.facts()?.concepts > MOST_CHECKED {
        return match any_names {
            false => damaged("its bytes are not those that were built".to_owned()),
            true => Ok(Trust::Unknown),
        };
    }
    match report(store, progress, Faults::new(any_names))?.faults.into_iter().next() {
        None => Ok(Trust::Sound),
        Some(fault) => damaged(fault),
    }
}
