//! The graph of near points of a ready context.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::{MAX_NODES, PointGraph, SAMPLE_NEIGHBORS, first_of_each};
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::knn::group_k;

/// The most shared attributes that are counted over all pairs of objects: a few seconds.
const MAX_SHARED: usize = 1 << 31;

impl PointGraph {
    pub(super) fn from_context(context: &FormalContext) -> Self {
        let n = context.object_count();
        let shared: usize = context.columns().iter().map(|column| column.len().pow(2)).sum();
        let most = MAX_NODES.min(MAX_SHARED / (shared / n.max(1)).max(1)).max(1);
        let objects = context.clarified_objects();
        let first = |point: PointId| objects.first_point(objects.object_of(point)).0;
        let equals: Vec<u32> = PointId::first(n).map(first).collect();
        let mut different = first_of_each(&equals);
        different.sort_by_key(|&row| row_of(context, row));
        let mut graph = Self::from_equals(&equals, &different, most, 0);
        let nodes = graph.node_rows();
        let rows: Csr = nodes.iter().map(|&row| row_of(context, row).to_vec()).collect();
        let columns = rows.transpose(context.attributes().len());
        graph.k = group_k(nodes.len());
        let k = graph.k;
        let links = most_similar_rows(&nodes, &rows, &columns, context, k).into_iter().enumerate();
        let links = links.map(|(at, mut list)| {
            if !list.contains(&(at as u32)) {
                // An object without attributes has nothing in common even with itself.
                list.push(at as u32);
            }
            list.sort_unstable();
            list
        });
        graph.links = links.collect();
        if graph.is_sample() {
            let all: Vec<u32> = (0..n as u32).collect();
            graph.nearest = most_similar_rows(&all, &rows, &columns, context, SAMPLE_NEIGHBORS)
                .into_iter()
                .collect();
        }
        graph
    }
}

fn row_of(context: &FormalContext, row: u32) -> &[u32] {
    context.rows().get(row as usize)
}

/// Returns for each object up to `most` rows with the largest Jaccard similarity, ties by index.
fn most_similar_rows(
    objects: &[u32],
    rows: &Csr,
    columns: &Csr,
    context: &FormalContext,
    most: usize,
) -> Vec<Vec<u32>> {
    let of_one = |(shared, met): &mut (Vec<u32>, Vec<u32>), &object: &u32| {
        let own = row_of(context, object);
        for &place in own.iter().flat_map(|&attribute| columns.get(attribute as usize)) {
            if shared[place as usize] == 0 {
                met.push(place);
            }
            shared[place as usize] += 1;
        }
        let rank = |&place: &u32| {
            let both = shared[place as usize];
            let either = (own.len() + rows.get(place as usize).len()) as u32 - both;
            // Non-negative floating-point numbers are ordered as their bits.
            (Reverse((f64::from(both) / f64::from(either)).to_bits()), place)
        };
        if met.len() > most {
            met.select_nth_unstable_by_key(most, rank);
        }
        let mut best = met[..most.min(met.len())].to_vec();
        best.sort_unstable_by_key(rank);
        met.drain(..).for_each(|place| shared[place as usize] = 0);
        best
    };
    let scratch = || (vec![0; rows.len()], Vec::new());
    objects.par_iter().map_init(scratch, of_one).collect()
}
