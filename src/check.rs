//! Checks that a stored graph is the one that was written: every section can be read, and the
//! digest of its content is the one that the graph carries.
//!
//! Purities and counts of classes, which follow from the rest, are in no digest, and are only read.
//! A backend adds what it finds wrong in its own files ([`LatticeStore::own_faults`]).

use crate::base::ids::ConceptId;
use crate::base::progress::Progress;
use crate::store::digest::Digest;
use crate::store::{Error, GraphFacts, LatticeStore, Result};

/// More faults than this are not reported.
pub const MOST: usize = 10;

/// Concepts read together.
const BATCH: u32 = 1 << 12;

/// The facts and the faults of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The facts of the graph; none where they cannot be read.
    pub facts: Option<GraphFacts>,
    /// The first faults, at most [`MOST`].
    pub faults: Vec<String>,
}

/// Reads a stored graph and reports what is wrong with it.
///
/// # Errors
/// A store that fails, or an interrupt; what is wrong in the graph is not an error but part of the
/// report.
pub fn check(store: &dyn LatticeStore, progress: &Progress) -> Result<Report> {
    let mut faults = Vec::new();
    let own = unless_damaged(store.own_faults(MOST), &mut faults)?;
    faults.extend(own.into_iter().flatten());
    let facts = unless_damaged(store.facts(), &mut faults)?;
    if let Some(facts) = &facts
        && let Some(found) = unless_damaged(digest(store, facts, progress), &mut faults)?
        && facts.digest.as_ref() != Some(&found)
    {
        faults.push("the digest of its content is not the one it was built with".to_owned());
    }
    faults.truncate(MOST);
    Ok(Report { facts, faults })
}

/// Reads every section of a graph, and returns the digest of what was read.
fn digest(store: &dyn LatticeStore, facts: &GraphFacts, progress: &Progress) -> Result<String> {
    let mut digest = Digest::of(store, facts, &*store.stored_context()?)?;
    store.near()?;
    store.summaries()?;
    progress.step("checking clusters");
    progress.parts(facts.concepts.into());
    for ids in ConceptId::batches(facts.concepts, BATCH) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let members = if facts.members { store.members(&ids)? } else { Vec::new() };
        digest.concepts(&store.concepts(&ids)?, &members, &store.upper(&ids)?);
        progress.did(ids.len() as u64);
    }
    Ok(digest.finish())
}

/// Returns an answer, or nothing where the graph is damaged, which is a fault; each is reported
/// once.
///
/// # Errors
/// Any other failure of the store.
fn unless_damaged<T>(answer: Result<T>, faults: &mut Vec<String>) -> Result<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Error::Damaged { damage, .. }) => {
            if !faults.contains(&damage.0) {
                faults.push(damage.0);
            }
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
