//! The points that a page holds: all of them, or of many a sample and those that its clusters need.
//!
//! Invariant: the generators of the clusters, the points that were asked for and the anchors are
//! held, each with all its attributes that a point on the page has. So the attributes that some
//! points on the page share, and with them the order of the clusters, are those of the whole graph.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::PageError;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::knn::anchors::sample as sample_rows;
use crate::picture::{Picture, Point};
use crate::store::StoredContext;

/// Up to this many points are all on the page.
const MOST: usize = 20_000;
/// Of more points a page holds a sample of this size: the more attributes a point has, the smaller.
const SAMPLE: RangeInclusive<usize> = 5_000..=MOST;
const SAMPLE_CROSSES: usize = 5_000_000;
/// A page has about a byte a cross, and four where it is open.
pub const MOST_CROSSES: usize = 20_000_000;

/// What a page holds of a graph. Points are called by their places here.
pub struct PageSample {
    /// The points, ascending.
    pub points: Vec<PointId>,
    /// The picture of these points; sizes and counts are those of all.
    pub picture: Picture,
    /// The rows of these points.
    pub context: Arc<FormalContext>,
    /// The point that each attribute is, where it is here; nothing where each point is one, and
    /// for a ready context.
    pub anchors: Option<Vec<Option<usize>>>,
}

impl PageSample {
    /// What the page of a picture holds.
    pub fn of(picture: Picture, stored: &StoredContext) -> Result<Self, PageError> {
        let all = stored.context.rows();
        let points: Vec<PointId> = match all.len() > MOST {
            true => needed(&picture, stored),
            false => stored.points.ids().collect(),
        };
        let crosses = points.iter().map(|point| all.get(point.index()).len()).sum();
        if crosses > MOST_CROSSES {
            return Err(PageError(crosses));
        }
        let place = |point: &PointId| points.binary_search(point).ok();
        if points.len() == all.len() {
            let is_each = stored.anchors.len() == points.len() || !stored.is_neighbor_graph();
            let anchors = (!is_each).then(|| stored.anchors.iter().map(place).collect());
            return Ok(Self { picture, context: stored.context.clone(), anchors, points });
        }
        let rows = || points.iter().map(|point| all.get(point.index()));
        // Where attributes are points, those that nobody here has are left out: each point of such
        // a graph has an attribute that another lacks, so no cluster changes.
        let attributes: Vec<u32> = match stored.is_neighbor_graph() {
            false => (0..stored.context.attributes().len() as u32).collect(),
            true => {
                let mut used: Vec<u32> = rows().flatten().copied().collect();
                used.sort_unstable();
                used.dedup();
                used
            }
        };
        let names = attributes.iter().map(|&at| stored.context.attributes()[at as usize].clone());
        let kept = |row: &[u32]| -> Vec<u32> {
            row.iter()
                .filter_map(|at| attributes.binary_search(at).ok())
                .map(|at| at as u32)
                .collect()
        };
        let rows: Csr = rows().map(kept).collect();
        let anchors = stored
            .is_neighbor_graph()
            .then(|| attributes.iter().map(|&at| place(&stored.anchors[at as usize])).collect());
        let context = Arc::new(FormalContext::of_rows(names.collect(), rows));
        Ok(Self { picture: of_places(picture, &points), context, anchors, points })
    }
}

/// A sample, the generators of the clusters, what was asked for and the anchors, ascending.
fn needed(picture: &Picture, stored: &StoredContext) -> Vec<PointId> {
    let n = stored.points.len();
    let mut is_here = vec![false; n];
    let each = stored.context.rows().total().div_ceil(n.max(1)).max(1);
    let most = (SAMPLE_CROSSES / each).clamp(*SAMPLE.start(), *SAMPLE.end());
    sample_rows(n, most).into_iter().for_each(|row| is_here[row as usize] = true);
    picture.nodes.iter().flat_map(|node| &node.generator).for_each(|&at| is_here[at] = true);
    // Without a sample of anchors every point is one.
    if stored.anchors.len() < n {
        stored.anchors.iter().for_each(|anchor| is_here[anchor.index()] = true);
    }
    let is_asked = |at: usize| picture.points.get(at).is_some_and(|point| point.asked);
    PointId::first(n).filter(|at| is_here[at.index()] || is_asked(at.index())).collect()
}

/// A picture that knows these points alone.
fn of_places(picture: Picture, points: &[PointId]) -> Picture {
    let place = |&at: &usize| points.binary_search(&PointId(at as u32)).ok();
    let mut picture = picture;
    for node in &mut picture.nodes {
        node.generator = node.generator.iter().filter_map(place).collect();
        // Some of them would be told as if they were all.
        node.introduced.clear();
        node.members = None;
    }
    let known: Vec<Point> =
        points.iter().map(|point| std::mem::take(&mut picture.points[point.index()])).collect();
    Picture { points: known, ..picture }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::base::progress::Progress;
    use crate::dataset::Dataset;
    use crate::graph::ConceptGraph;
    use crate::knn::{Metric, Scale};
    use crate::lattice::Lattice;
    use crate::mine::Limits;
    use crate::picture::Node;
    use crate::store::LatticeStore;
    use crate::table::Table;
    use std::collections::BTreeSet;

    /// Points on a line, some of them anchors.
    fn line(n: usize, anchors: Option<usize>) -> ConceptGraph {
        let values: Vec<f64> = (0..n).map(|at| (at * at % 7919) as f64).collect();
        let table = Table::new(vec!["x".into()], values, Points::numbered(n, None));
        let dataset =
            Dataset::among("g", &table, anchors, 3, Metric::Euclidean, Scale::None).unwrap();
        let lattice =
            Lattice::mine(&dataset.context, &Limits::default(), &Progress::default()).unwrap();
        ConceptGraph::new(dataset, lattice, None, &Progress::default()).unwrap()
    }

    fn picture(graph: &ConceptGraph) -> Picture {
        let node = |id| {
            let generator = graph.concepts(&[id]).unwrap().remove(0).generator;
            let generator = generator.iter().map(|point| point.index()).collect();
            Node { generator, size: graph.lattice.size(id), ..Node::default() }
        };
        let points = vec![Point::default(); graph.points.len()];
        let mut picture = Picture { points, ..Picture::default() };
        picture.nodes = graph.lattice.ids().step_by(500).map(node).collect();
        picture.points[20_500].asked = true;
        picture
    }

    #[test]
    fn of_many_points_a_page_holds_a_sample_and_what_its_clusters_need() {
        for anchors in [Some(40), None] {
            let graph = line(21_000, anchors);
            let stored = graph.stored_context().unwrap();
            let whole = picture(&graph);
            let sample = PageSample::of(whole.clone(), &stored).unwrap();
            let (here, n) = (sample.points.len(), graph.points.len());
            assert!((MOST..n).contains(&here), "{here}");
            assert!(sample.points.is_sorted_by(|a, b| a < b));
            assert_eq!(sample.picture.points.len(), here);
            assert_eq!(sample.context.objects(), here);
            assert!(sample.points.contains(&PointId(20_500)));
            let named = sample.anchors.as_ref().unwrap();
            assert_eq!(named.len(), sample.context.attributes().len());
            if anchors.is_some() {
                let all: Vec<PointId> = named.iter().map(|at| sample.points[at.unwrap()]).collect();
                assert_eq!(all[..], stored.anchors[..]);
            }
            // A cluster has those of its members that are here.
            for (before, after) in whole.nodes.iter().zip(&sample.picture.nodes) {
                assert_eq!(before.generator.len(), after.generator.len());
                assert_eq!(before.size, after.size);
                let ids =
                    |of: &[usize]| of.iter().map(|&at| PointId(at as u32)).collect::<Vec<_>>();
                let all: BTreeSet<PointId> =
                    stored.context.closure(&ids(&before.generator)).into_iter().collect();
                let found = sample.context.closure(&ids(&after.generator));
                let found: Vec<PointId> =
                    found.iter().map(|at| sample.points[at.index()]).collect();
                let expected: Vec<PointId> =
                    sample.points.iter().copied().filter(|point| all.contains(point)).collect();
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn few_points_are_all_there() {
        for (anchors, named) in [(Some(40), Some(40)), (None, None)] {
            let graph = line(300, anchors);
            let stored = graph.stored_context().unwrap();
            let sample = PageSample::of(Picture::default(), &stored).unwrap();
            assert_eq!((sample.points.len(), &sample.context), (300, &stored.context));
            assert_eq!(sample.anchors.map(|anchors| anchors.len()), named);
        }
    }
}
