//! The home of each point: of the clusters that hold it, the one that says most about it.
//!
//! A cluster says much where it is large and its points keep to one another. So it counts by its
//! size times the square of its cohesion beyond chance ([`weight`]), and a point's home is the
//! cluster with it that counts most; of equal ones the first. Clusters of more than half of the
//! points are no homes, as they say what most points are; nor are single points in a table's graph.
//! A ready context has no neighbours and so no cohesion: there the share of a cluster's points that
//! no child has stands in for its square.
//!
//! Homes are few, at most one a point, and every point that any such cluster holds is in one of
//! them: what stands for the whole graph is chosen among them and a few more
//! (`landmarks`, in the crate above).

use crate::base::ids::{ConceptId, PointId};
use crate::cohesion::beyond_chance;
use crate::dataset::Origin;

/// How much a point of a cluster counts, from 0 to 1: the square of the cluster's cohesion beyond
/// chance.
pub fn weight(origin: Origin, n: u32, size: u32, delta: u32, cohesion: Option<f64>) -> f64 {
    if size == 0 || u64::from(size) * 2 > u64::from(n) {
        return 0.0;
    }
    match (origin, cohesion) {
        (Origin::Neighbors { k, anchors, .. }, Some(cohesion)) => {
            beyond_chance(cohesion, size, n, k, anchors).clamp(0.0, 1.0).powi(2)
        }
        (Origin::Neighbors { .. }, None) => 0.0,
        (Origin::Ready, _) => f64::from(delta) / f64::from(size),
    }
}

/// The homes of all objects among the clusters seen so far: of points, or of points with equal rows
/// as one.
#[derive(Clone, Debug)]
pub struct Homes(Vec<Option<(f64, ConceptId)>>);

impl Homes {
    /// Of that many objects, before any cluster.
    pub fn none(n: usize) -> Self {
        Self(vec![None; n])
    }

    /// Takes a cluster of these objects, with that size and weight, into account, in any order.
    pub fn offer(&mut self, id: ConceptId, members: &[PointId], size: u32, weight: f64) {
        if weight > 0.0 {
            let offered = Some((weight * f64::from(size), id));
            members.iter().for_each(|point| better(&mut self.0[point.index()], offered));
        }
    }

    /// The homes among the clusters that either has seen.
    pub fn joined(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(mine, offered)| better(mine, offered));
        self
    }

    /// The home of each object, in order; none where no cluster counts.
    pub fn ids(self) -> Vec<Option<ConceptId>> {
        self.0.into_iter().map(|home| home.map(|(_, id)| id)).collect()
    }
}

fn better(mine: &mut Option<(f64, ConceptId)>, offered: Option<(f64, ConceptId)>) {
    let Some((score, id)) = offered else { return };
    let keeps = |&(best, first): &(f64, ConceptId)| best > score || best == score && first < id;
    if !mine.as_ref().is_some_and(keeps) {
        *mine = offered;
    }
}
