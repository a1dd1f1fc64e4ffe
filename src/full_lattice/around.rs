//! What lies within some covers of a cluster of the full lattice.

use std::collections::BTreeMap;

use super::{Cluster, Extent, FullLattice};
use crate::base::ids::PointId;
use crate::select;
use crate::store::Result;

/// Clusters of the full lattice near one of them, in canonical order, with the covers between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neighborhood {
    /// The clusters.
    pub clusters: Vec<Neighbor>,
    /// Lower to upper, as indices into `clusters`.
    pub covers: Vec<(usize, usize)>,
}

/// One of the clusters of a [`Neighborhood`].
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbor {
    /// The cluster.
    pub cluster: Cluster,
    /// The points whose smallest cluster it is.
    pub introduced: Vec<PointId>,
    /// Whether it is the one in the middle.
    pub is_center: bool,
    /// How many of its upper covers are farther away.
    pub hidden_up: u32,
    /// How many of its lower covers are farther away.
    pub hidden_down: u32,
}

/// An extent where it stands in canonical order: by size, then by members.
type Ranked = (usize, Extent);

fn ranked(extent: Extent) -> Ranked {
    (extent.len(), extent)
}

impl FullLattice<'_> {
    /// The clusters at most `radius` covers from the one with that extent, up or down, not through
    /// the empty cluster: the first `most`, nearest first.
    pub fn around(&self, center: &[PointId], radius: usize, most: usize) -> Result<Neighborhood> {
        // Each extent with its upper and its lower covers, as they are found.
        let mut covers: BTreeMap<Ranked, [Vec<Ranked>; 2]> = BTreeMap::new();
        let covers_of = |extent: &Ranked| {
            let upper = self.upper(&extent.1).into_iter().map(ranked).collect();
            let lower = self.lower(&extent.1).into_iter().map(ranked).collect();
            [upper, lower]
        };
        let middle = ranked(center.to_vec());
        let near = select::breadth_first(middle.clone(), radius, most, |edge| {
            let mut next = Vec::new();
            // Through the empty cluster every cluster would be near: no path goes through it.
            for extent in edge.iter().filter(|extent| extent.0 > 0 || **extent == middle) {
                let found: [Vec<Ranked>; 2] = covers_of(extent);
                next.extend(found.iter().flatten().cloned());
                covers.insert(extent.clone(), found);
            }
            Ok(next)
        })?;
        let extents: Vec<Extent> = near.iter().map(|(_, extent)| extent.clone()).collect();
        let place: BTreeMap<&Ranked, usize> = near.iter().zip(0..).collect();
        let mut found = Neighborhood::default();
        for ((at, extent), cluster) in near.iter().enumerate().zip(self.clusters(&extents)?) {
            let [upper, lower] = covers.remove(extent).unwrap_or_else(|| covers_of(extent));
            let shown = |others: &[Ranked]| -> Vec<usize> {
                others.iter().filter_map(|other| place.get(other).copied()).collect()
            };
            let (above, below) = (shown(&upper), shown(&lower));
            found.covers.extend(above.iter().map(|&upper| (at, upper)));
            found.clusters.push(Neighbor {
                cluster,
                introduced: self.introduced(&extent.1),
                is_center: *extent == middle,
                hidden_up: (upper.len() - above.len()) as u32,
                hidden_down: (lower.len() - below.len()) as u32,
            });
        }
        Ok(found)
    }
}
