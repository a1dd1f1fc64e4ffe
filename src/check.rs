//! Checks that a stored graph is the one that was written: every section can be read, and the
//! digest of its content is the one that the graph carries.
//!
//! The purities and class counts of concepts, which follow from the rest, are not in the digest,
//! and are only read. The database adds the faults that it finds in its own files.

use crate::base::progress::Progress;
use crate::graph::DamageError;
use crate::store::{Result, StoreError, StoredGraph, digest};

pub(crate) const MAX_FAULTS: usize = 10;

/// Reads a stored graph and returns the first faults in it, at most `MAX_FAULTS`.
///
/// # Errors
/// Returns an error if the store fails, or after an interrupt. Damage of the graph is not an error
/// but a fault.
pub fn check(
    StoredGraph { graph, database }: &StoredGraph,
    progress: &Progress,
) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let found = collect_damage(database.faults(MAX_FAULTS), &mut faults)?;
    faults.extend(found.into_iter().flatten());
    progress.begin_step("checking clusters");
    let found = collect_damage(digest(graph, progress), &mut faults)?;
    if found.is_some() && graph.facts().digest != found {
        faults.push("the digest of its content differs from the stored digest".to_owned());
    }
    faults.truncate(MAX_FAULTS);
    Ok(faults)
}

/// Returns an answer; if the graph is damaged, adds the damage to `faults` once and returns `None`.
fn collect_damage<T>(answer: Result<T>, faults: &mut Vec<String>) -> Result<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(StoreError::Damaged { damage: DamageError(damage), .. }) => {
            if !faults.contains(&damage) {
                faults.push(damage);
            }
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
