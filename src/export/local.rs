//! A picture of the full lattice around one cluster, whatever the store keeps of it.

use std::collections::{BTreeMap, BTreeSet};

use super::picture::{Node, Picture};
use super::scene::assembled;
use crate::context::covers;
use crate::demand;
use crate::store::{Base, LatticeStore, Result};

/// A cluster by its members, in canonical order: by size, then by members.
type Extent = (usize, Vec<u32>);

/// The clusters of the full lattice at most `radius` covers from one, up or down, not through the
/// empty cluster; nothing where they are more than `most`.
///
/// # Errors
/// A failure of the store.
pub fn picture(
    store: &dyn LatticeStore,
    base: &Base,
    center: Vec<u32>,
    radius: usize,
    most: usize,
    title: String,
) -> Result<Option<Picture>> {
    let sized = |members: Vec<u32>| (members.len(), members);
    let center = sized(center);
    // Each cluster with its upper and its lower covers, as they are found.
    let mut known: BTreeMap<Extent, [Vec<Extent>; 2]> = BTreeMap::new();
    let mut edge = BTreeSet::from([center.clone()]);
    for step in 0..=radius {
        if known.len() + edge.len() > most {
            return Ok(None);
        }
        let mut next = BTreeSet::new();
        for extent in edge {
            let upper = covers::upper(&base.context, &extent.1).into_iter().map(sized).collect();
            let lower = covers::lower(&base.context, &extent.1).into_iter().map(sized).collect();
            let around: [Vec<Extent>; 2] = [upper, lower];
            if extent.0 > 0 || step == 0 {
                next.extend(around.iter().flatten().cloned());
            }
            known.insert(extent, around);
        }
        edge = next.into_iter().filter(|extent| !known.contains_key(extent)).collect();
    }
    let place: BTreeMap<&Extent, usize> = known.keys().zip(0..).collect();
    let extents = known.keys().map(|(_, members)| members.clone()).collect();
    let mut nodes = Vec::new();
    let mut edges = Vec::new();
    for (cluster, (at, (extent, [upper, lower]))) in
        demand::clusters(store, base, extents)?.into_iter().zip(known.iter().enumerate())
    {
        let shown = |others: &[Extent]| -> Vec<usize> {
            others.iter().filter_map(|other| place.get(other).copied()).collect()
        };
        let (above, below) = (shown(upper), shown(lower));
        edges.extend(above.iter().map(|&upper| (at, upper)));
        let is_stored = !cluster.word.starts_with('{');
        nodes.push(Node {
            id: if is_stored { cluster.word.clone() } else { format!("n{}", at + 1) },
            name: cluster.word,
            size: extent.0 as u32,
            counts: cluster.counts,
            introduced: demand::introduced(base, &extent.1, cluster.intent_size)
                .iter()
                .map(|&point| point as usize)
                .collect(),
            members: None,
            asked: *extent == center,
            hidden_up: (upper.len() - above.len()) as u32,
            hidden_down: (lower.len() - below.len()) as u32,
        });
    }
    Ok(Some(assembled(base, title, &BTreeSet::new(), nodes, edges, BTreeMap::new())))
}
