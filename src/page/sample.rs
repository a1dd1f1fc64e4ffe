//! The points that a page holds: all of them or, of many, a sample, the selected points, the
//! centres of the clusters, typical points and those far from all groups.
//!
//! Invariant: the page holds for each of its clusters all members that are among its points. So the
//! clusters of the page that contain some of these points are found there as in the whole graph.

use super::PageError;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::knn::anchors::sample as sample_rows;
use crate::picture::{Node, Picture, Point};

/// The most points that are all on the page; of more points, a sample of this size is.
const MAX_POINTS: usize = 20_000;
/// The most members of clusters and attributes of points that a page holds: each is about a byte
/// and a half of the file, and four bytes where the page is open.
pub(crate) const MAX_ENTRIES: usize = 20_000_000;

/// The part of a graph that a page holds. Points are identified by their indices in `points`.
#[derive(Debug)]
pub(crate) struct PageSample {
    /// The points, ascending.
    pub points: Vec<PointId>,
    /// The picture of these points; sizes and counts are those of all points.
    pub picture: Picture,
    /// The points that are far from all groups.
    pub far: Vec<PointId>,
}

impl PageSample {
    /// Returns the part for a picture with the points that are far from all groups and typical
    /// points; `rows` are the attributes of points in a ready context.
    pub(super) fn new(
        picture: Picture,
        far: Vec<PointId>,
        typical: &[PointId],
        rows: Option<&Csr>,
    ) -> Result<Self, PageError> {
        let n = picture.points.len();
        let (points, picture) = match n > MAX_POINTS {
            true => {
                let points = needed_points(&picture, far.iter().chain(typical));
                let picture = restrict_picture(picture, &points);
                (points, picture)
            }
            false => (PointId::first(n).collect(), picture),
        };
        let members: usize = picture.nodes.iter().map(|node| node.extent.len()).sum();
        let length = |rows: &Csr| -> usize {
            points.iter().map(|point| rows.get(point.index()).len()).sum()
        };
        let held = members + rows.map_or(0, length);
        if held > MAX_ENTRIES {
            return Err(PageError::TooMany(held));
        }
        Ok(Self { points, picture, far })
    }

    pub(super) fn position(&self, point: PointId) -> Option<u32> {
        self.points.binary_search(&point).ok().map(|at| at as u32)
    }
}

/// Returns a sample, the selected points, the centres of the clusters and further points,
/// ascending.
fn needed_points<'a>(
    picture: &Picture,
    further: impl Iterator<Item = &'a PointId>,
) -> Vec<PointId> {
    let n = picture.points.len();
    let mut is_here: Vec<bool> = picture.points.iter().map(|point| point.is_selected).collect();
    let centers = picture.nodes.iter().filter_map(|node| node.center);
    let sample = sample_rows(n, MAX_POINTS).into_iter().map(|row| row as usize);
    let further = further.map(|point| point.index());
    sample.chain(centers).chain(further).for_each(|at| is_here[at] = true);
    PointId::first(n).filter(|at| is_here[at.index()]).collect()
}

fn restrict_picture(mut picture: Picture, points: &[PointId]) -> Picture {
    let place = |point: PointId| points.binary_search(&point).ok();
    for node in &mut picture.nodes {
        let places = node.extent.iter().filter_map(|&point| place(point));
        *node = Node {
            extent: places.map(|at| PointId(at as u32)).collect(),
            center: node.center.and_then(|at| place(PointId(at as u32))),
            // A part of the introduced points would be shown as if it were all of them.
            introduced: Vec::new(),
            members: None,
            ..std::mem::take(node)
        };
    }
    let known: Vec<Point> =
        points.iter().map(|point| std::mem::take(&mut picture.points[point.index()])).collect();
    Picture { points: known, ..picture }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(n: u32) -> Picture {
        let node = |step: usize| {
            let extent: Vec<PointId> = (0..n).step_by(step).map(PointId).collect();
            let center = Some(extent[extent.len() / 2].index());
            let introduced = vec![extent[0].index()];
            Node { size: extent.len() as u32, extent, center, introduced, ..Node::default() }
        };
        let points = vec![Point::default(); n as usize];
        let nodes = [5_000, 11, 2, 1].map(node).to_vec();
        Picture { points, nodes, ..Picture::default() }
    }

    #[test]
    fn of_many_points_a_page_holds_a_sample_and_what_its_clusters_need() {
        let mut whole = picture(21_000);
        whole.points[20_500].is_selected = true;
        let sample = PageSample::new(whole.clone(), Vec::new(), &[], None).unwrap();
        let here = sample.points.len();
        assert!((MAX_POINTS..MAX_POINTS + 6).contains(&here), "{here}");
        assert!(sample.points.is_sorted_by(|a, b| a < b));
        assert_eq!(sample.picture.points.len(), here);
        assert!(
            sample.picture.points[sample.position(PointId(20_500)).unwrap() as usize].is_selected
        );
        // A cluster keeps the members that are on the page, its centre among them.
        for (before, after) in whole.nodes.iter().zip(&sample.picture.nodes) {
            assert_eq!((before.size, &after.introduced[..]), (after.size, &[][..]));
            let point = |at: usize| sample.points[at];
            assert_eq!(after.center.map(point), before.center.map(|at| PointId(at as u32)));
            let found: Vec<PointId> = after.extent.iter().map(|at| point(at.index())).collect();
            let mut expected = before.extent.clone();
            expected.retain(|&point| sample.position(point).is_some());
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn few_points_are_all_there() {
        let sample = PageSample::new(picture(300), Vec::new(), &[], None).unwrap();
        assert_eq!((sample.points.len(), sample.picture), (300, picture(300)));
    }

    #[test]
    fn more_members_and_attributes_than_a_page_holds_are_refused() {
        let mut whole = picture(10_000);
        let all = whole.nodes[3].clone();
        whole.nodes = vec![all; 1_999];
        let rows = Csr::from_chunks(vec![0; 20_000], 2);
        let said = PageSample::new(whole, Vec::new(), &[], Some(&rows)).unwrap_err().to_string();
        assert!(said.contains("20,010,000"), "{said}");
    }
}
