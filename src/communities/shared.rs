//! Clusters by the points that they share: the graph in which communities are looked for.

use rayon::prelude::*;

use super::louvain::Weighted;
use crate::base::csr::Csr;
use crate::base::ids::PointId;

/// This many pairs of clusters at a point are counted, all points together: about a second's work.
const MOST_PAIRS: u64 = 1 << 31;

/// How many of these clusters, in their order, may be compared: as many as fit in the work that is
/// allowed.
pub(super) fn affordable(n: usize, clusters: &[Vec<PointId>]) -> usize {
    affordable_within(n, clusters, MOST_PAIRS)
}

fn affordable_within(n: usize, clusters: &[Vec<PointId>], most: u64) -> usize {
    let (mut holding, mut pairs) = (vec![0_u64; n], 0);
    let fits = |members: &&Vec<PointId>| {
        for point in *members {
            let holding = &mut holding[point.index()];
            pairs += 2 * *holding + 1;
            *holding += 1;
        }
        pairs <= most
    };
    clusters.iter().take_while(fits).count()
}

/// Which clusters hold each point.
pub(super) fn holding(n: usize, clusters: &[Vec<PointId>]) -> Csr {
    let total = clusters.iter().map(Vec::len).sum();
    let mut members = Csr::with_capacity(clusters.len(), total);
    clusters.iter().for_each(|points| members.push(points.iter().map(|point| point.0)));
    members.transposed(n)
}

/// The clusters as nodes, two joined by as much as what they share weighs.
pub(super) fn graph(
    clusters: &[Vec<PointId>],
    holding: &Csr,
    weight: impl Fn(PointId) -> u64 + Sync,
) -> Weighted {
    let of_one = |(shared, met): &mut (Vec<u64>, Vec<u32>),
                  (at, points): (usize, &Vec<PointId>)| {
        met.clear();
        for point in points {
            for &other in holding.get(point.index()) {
                if shared[other as usize] == 0 {
                    met.push(other);
                }
                shared[other as usize] += weight(*point);
            }
        }
        met.sort_unstable();
        let edges = met.iter().filter(|&&other| other as usize != at);
        let edges = edges.map(|&other| (other, shared[other as usize])).collect();
        met.iter().for_each(|&other| shared[other as usize] = 0);
        edges
    };
    let scratch = || (vec![0; clusters.len()], Vec::new());
    let edges =
        clusters.par_iter().enumerate().map_init(scratch, |scratch, one| of_one(scratch, one));
    Weighted { edges: edges.collect(), inside: vec![0; clusters.len()] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_edge_weighs_what_two_clusters_share(
            clusters in proptest::collection::vec(
                proptest::collection::btree_set(0..9u32, 0..9), 0..7,
            ),
            most in 0..60u64,
        ) {
            let lists: Vec<Vec<PointId>> =
                clusters.iter().map(|set| set.iter().copied().map(PointId).collect()).collect();
            let graph = graph(&lists, &holding(9, &lists), |_| 1);
            for (i, one) in clusters.iter().enumerate() {
                let others = clusters.iter().enumerate().filter(|(j, _)| *j != i);
                let shared = others.map(|(j, other)| (j as u32, (one & other).len() as u64));
                let shared: Vec<_> = shared.filter(|(_, shared)| *shared > 0).collect();
                prop_assert_eq!(&graph.edges[i], &shared);
            }
            let pairs = |count: usize| -> u64 {
                let some = &clusters[..count];
                let at = |point| some.iter().filter(|set| set.contains(&point)).count();
                (0..9).map(|point| (at(point) as u64).pow(2)).sum()
            };
            let fit = affordable_within(9, &lists, most);
            prop_assert!(pairs(fit) <= most);
            prop_assert!(fit == lists.len() || pairs(fit + 1) > most);
        }
    }
}
