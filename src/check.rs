//! Checks that a stored graph is the one that was written: every section can be read, and the
//! digest of its content is the one that the graph carries.
//!
//! Purities and counts of classes, which follow from the rest, are in no digest, and are only read.
//! The database adds what it finds wrong in its own files.

use crate::base::progress::Progress;
use crate::graph::DamageError;
use crate::store::{Error, Opened, Result, digest};

/// More faults than this are not reported.
pub const MOST: usize = 10;

/// Reads a stored graph and returns the first faults in it, at most [`MOST`].
///
/// # Errors
/// A store that fails, or an interrupt; what is wrong in the graph is not an error but a fault.
pub fn check(Opened { graph, database }: &Opened, progress: &Progress) -> Result<Vec<String>> {
    let mut faults = database.faults(MOST)?;
    progress.step("checking clusters");
    match digest(graph, progress) {
        Ok(found) if graph.facts().digest.as_ref() == Some(&found) => {}
        Ok(_) => {
            faults.push("the digest of its content is not the one it was built with".to_owned());
        }
        Err(Error::Damaged { damage: DamageError(damage), .. }) if faults.contains(&damage) => {}
        Err(Error::Damaged { damage: DamageError(damage), .. }) => faults.push(damage),
        Err(error) => return Err(error),
    }
    faults.truncate(MOST);
    Ok(faults)
}
