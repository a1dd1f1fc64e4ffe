//! The covers among some extents: the Hasse diagram of whatever is kept.
//!
//! The extents that contain another one are those that hold all its objects: what the lists of the
//! objects, of the extents with each, have in common. Of these an extent is covered by the minimal
//! ones. Ids rise with size, so the lowest is minimal, and of the others those that contain no
//! cover found before.

use rayon::prelude::*;

use super::extents::Extents;
use crate::base::csr::Csr;
use crate::base::progress::{InterruptedError, Progress};

/// The extents with each of `objects` objects, ascending.
pub(super) fn containing(extents: &Extents, objects: usize) -> Csr {
    let members = |at: usize| extents.members(at).into_iter().map(|member| member.0);
    Csr::transposing(objects, || (0..extents.len()).map(members))
}

/// The upper covers of each of some extents, which differ from one another and are in canonical
/// order. `containing` has the extents with each object.
///
/// # Errors
/// An interrupt.
pub(super) fn upper_covers(
    extents: &Extents,
    containing: &Csr,
    progress: &Progress,
) -> Result<Csr, InterruptedError> {
    progress.parts(extents.len() as u64);
    let above: Vec<Vec<u32>> = (0..extents.len())
        .into_par_iter()
        .map(|at| {
            progress.did(1);
            if progress.interrupted() { Vec::new() } else { supersets(extents, containing, at) }
        })
        .collect();
    progress.check()?;
    let minimal = |at: usize| {
        let mut left = above[at].clone();
        let mut covers = Vec::new();
        while let Some(&lowest) = left.first() {
            covers.push(lowest);
            let higher = &above[lowest as usize];
            left.retain(|id| *id != lowest && higher.binary_search(id).is_err());
        }
        covers
    };
    let covers: Vec<Vec<u32>> = (0..extents.len()).into_par_iter().map(minimal).collect();
    Ok(covers.into_iter().collect())
}

/// The other extents that contain one, ascending.
fn supersets(extents: &Extents, containing: &Csr, at: usize) -> Vec<u32> {
    let members = extents.members(at);
    let later = |list: &[u32]| list.partition_point(|&id| id as usize <= at);
    let lists = members.iter().map(|member| {
        let list = containing.get(member.index());
        &list[later(list)..]
    });
    let mut lists: Vec<&[u32]> = lists.collect();
    let Some(shortest) = (0..lists.len()).min_by_key(|&list| lists[list].len()) else {
        // Without an object it is within every other.
        return (at as u32 + 1..extents.len() as u32).collect();
    };
    let mut left = lists.swap_remove(shortest).to_vec();
    for list in lists {
        if left.is_empty() {
            break;
        }
        left.retain(|id| list.binary_search(id).is_ok());
    }
    left
}
