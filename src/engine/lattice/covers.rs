//! The covers among extents: the Hasse diagram of the clusters that are kept.
//!
//! The extents that contain another extent are in the lists of all its objects; an object's list
//! has the extents that contain it. The minimal ones cover it. Ids rise with size, so the lowest is
//! minimal, and so is the lowest of those that contain no cover found before.

use rayon::prelude::*;

use super::extents::Extents;
use crate::base::csr::Csr;
use crate::base::ids::ConceptId;
use crate::base::progress::{InterruptedError, Progress};

/// The covers among the clusters of a graph, in both directions.
#[derive(Clone, Debug)]
pub struct Covers {
    upper: Csr,
    lower: Csr,
}

impl Covers {
    /// Creates the covers from the list of the upper covers of each cluster, ascending.
    pub(crate) fn from_upper(upper: Csr) -> Self {
        Self { lower: upper.transpose(upper.len()), upper }
    }

    pub(crate) fn from_lower(lower: Csr) -> Self {
        Self { upper: lower.transpose(lower.len()), lower }
    }

    /// Returns the number of covers.
    pub fn total(&self) -> u64 {
        self.upper.item_count() as u64
    }

    /// Returns the upper covers of a cluster (its parents), ascending.
    pub fn upper(&self, cluster: ConceptId) -> impl ExactSizeIterator<Item = ConceptId> + '_ {
        self.upper.get(cluster.index()).iter().map(|&id| ConceptId(id))
    }

    /// Returns the lower covers of a cluster (its children), ascending.
    pub fn lower(&self, cluster: ConceptId) -> impl ExactSizeIterator<Item = ConceptId> + '_ {
        self.lower.get(cluster.index()).iter().map(|&id| ConceptId(id))
    }

    /// Returns a shortest chain of covers from a cluster up to a larger one, both included; `None`
    /// if the first does not lie below the second. Of several chains, read from the larger cluster
    /// down, each step takes the lowest id.
    pub fn path(&self, from: ConceptId, to: ConceptId) -> Option<Vec<ConceptId>> {
        // Ids rise along covers, so every cluster between has an id between.
        let mut steps: Vec<Option<u32>> = vec![None; to.0.checked_sub(from.0)? as usize + 1];
        let place = |id: u32| id.checked_sub(from.0).map(|place| place as usize);
        steps[0] = Some(0);
        for at in from.0 + 1..=to.0 {
            let below = self.lower.get(at as usize).iter();
            let nearest = below.filter_map(|&low| steps[place(low)?]).min();
            steps[(at - from.0) as usize] = nearest.map(|nearest| nearest + 1);
        }
        let mut left = steps[(to.0 - from.0) as usize]?;
        let mut chain = vec![to];
        while left > 0 {
            left -= 1;
            let last = chain[chain.len() - 1];
            let leads = |low: &ConceptId| place(low.0).is_some_and(|at| steps[at] == Some(left));
            chain.extend(self.lower(last).find(leads));
        }
        chain.reverse();
        Some(chain)
    }
}

pub(super) fn extents_by_member(extents: &Extents, objects: usize) -> Csr {
    let members = |at: usize| extents.members(at).into_iter().map(|member| member.0);
    Csr::transpose_from(objects, || (0..extents.len()).map(members))
}

/// Returns the upper covers of extents in canonical order; `containing` has those of each object.
pub(super) fn upper_covers(
    extents: &Extents,
    containing: &Csr,
    progress: &Progress,
) -> Result<Csr, InterruptedError> {
    let count = extents.len();
    progress.set_part_count(count as u64);
    let found = |at: usize| {
        progress.add_done(1);
        if progress.is_interrupted() {
            return Box::default();
        }
        // A boxed slice has no room for the extents that were left out.
        supersets(extents, containing, at).into_boxed_slice()
    };
    let above: Vec<Box<[u32]>> = (0..count).into_par_iter().map(found).collect();
    progress.check()?;
    // An extent above a cover is none; it is marked with the extent that is covered.
    let minimal = |marks: &mut Vec<u32>, at: usize| {
        let mut covers = Vec::new();
        for &id in &above[at] {
            if marks[id as usize] != at as u32 {
                covers.push(id);
                above[id as usize].iter().for_each(|&higher| marks[higher as usize] = at as u32);
            }
        }
        covers.into_boxed_slice()
    };
    let covers: Vec<Box<[u32]>> =
        (0..count).into_par_iter().map_init(|| vec![u32::MAX; count], minimal).collect();
    drop(above);
    Ok(covers.into_iter().collect())
}

fn supersets(extents: &Extents, containing: &Csr, at: usize) -> Vec<u32> {
    let members = extents.members(at);
    let later = |list: &[u32]| list.partition_point(|&id| id as usize <= at);
    let lists = members.iter().map(|member| {
        let list = containing.get(member.index());
        &list[later(list)..]
    });
    let mut lists: Vec<&[u32]> = lists.collect();
    let Some(shortest) = (0..lists.len()).min_by_key(|&list| lists[list].len()) else {
        // An empty extent lies within every other.
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
