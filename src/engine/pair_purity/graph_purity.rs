//! Dendrogram purity of the clusters that a graph keeps: the LCA of two points is the smallest kept
//! cluster with both or, if that is the whole, the smallest community with both.

use rayon::prelude::*;

use super::smallest_communities::SmallestCommunities;
use super::{PointSums, dendrogram_purity};
use crate::base::ids::{ConceptId, PointId};
use crate::base::points::Classes;
use crate::base::progress::{InterruptedError, Progress};
use crate::communities::CommunityResult;
use crate::context::FormalContext;
use crate::lattice::{GraphKind, Lattice};
use crate::purity::{self, ClassCounts, DendrogramPurity, PuritySums};

/// The most pairs of members, over all clusters, for which the purity is computed.
const MAX_MEMBER_PAIRS: u64 = 4_000_000_000;

/// Returns the dendrogram purity of a graph; `None` if there are too many pairs of points, or of
/// members.
pub(crate) fn graph_purity(
    context: &FormalContext,
    lattice: &Lattice,
    communities: &CommunityResult,
    classes: &Classes,
    progress: &Progress,
) -> Result<Option<DendrogramPurity>, InterruptedError> {
    if !purity::has_few_pairs(classes) {
        return Ok(None);
    }
    let is_whole = lattice.kind() == GraphKind::Full && lattice.min_size() == 0;
    if is_whole {
        let all = dendrogram_purity(context, classes, Some(communities), progress)?;
        return Ok(Some(all.hierarchy.unwrap_or(all.lattice)));
    }
    let pairs = |id| u64::from(lattice.members.size(id)).pow(2);
    match lattice.ids().map(pairs).sum::<u64>() > MAX_MEMBER_PAIRS {
        true => Ok(None),
        false => Ok(Some(cluster_purity(lattice, communities, classes, progress)?)),
    }
}

fn cluster_purity(
    lattice: &Lattice,
    communities: &CommunityResult,
    classes: &Classes,
    progress: &Progress,
) -> Result<DendrogramPurity, InterruptedError> {
    let n = classes.class_ids().len();
    let meeting = SmallestCommunities::new(communities, classes);
    let ids: Vec<ConceptId> = lattice.ids().collect();
    let members: Vec<Vec<PointId>> = ids.par_iter().map(|&id| lattice.members.points(id)).collect();
    let counts: Vec<ClassCounts> =
        members.par_iter().map(|members| ClassCounts::from_points(members, classes)).collect();
    let sizes = classes.sizes();
    // The pairs of one point with the later ones.
    let of_point = |is_met: &mut Vec<bool>, p: usize| {
        let (class, mut sums, mut count) = (classes.class_ids()[p], PointSums::default(), 0_u64);
        let mut add = |size: u32, share: f64, q: usize| {
            sums.inverse += 1.0 / f64::from(size);
            if classes.class_ids()[q] == class {
                sums.purity += share;
                count += 1;
            }
        };
        is_met.fill(false);
        for id in lattice.members.containing(PointId(p as u32)) {
            let size = lattice.members.size(id);
            if progress.is_interrupted() || size as usize == n {
                break;
            }
            let share = counts[id.index()].purity_in(class).unwrap_or_default();
            for q in members[id.index()].iter().map(|member| member.index()) {
                if q > p && !is_met[q] {
                    is_met[q] = true;
                    add(size, share, q);
                }
            }
        }
        let whole = (n as u32, f64::from(sizes[class.index()]) / n as f64);
        for q in (p + 1..n).filter(|&q| !is_met[q]) {
            let (size, share) = meeting.size_and_share(p, q, class).unwrap_or(whole);
            add(size, share, q);
        }
        (count, sums)
    };
    let all: Vec<(u64, PointSums)> =
        (0..n).into_par_iter().map_init(|| vec![false; n], of_point).collect();
    progress.check()?;
    let mut sums = PuritySums::new(classes);
    for (point, (count, of_point)) in all.into_iter().enumerate() {
        sums.add_class_pairs(classes.class_ids()[point], of_point.purity, count);
        sums.add_pairs(of_point.inverse, (n - 1 - point) as u64);
    }
    Ok(sums.means())
}
