//! The default number of neighbours of the points of a table, and the default number of anchors.
//!
//! A point has k = 4 sqrt(n) neighbours, itself included, and at most n/2: enough that clusters
//! reach from single points to whole groups. All points together have at most 5 million neighbours.
//! If there would be more, beyond some 11,600 points, the neighbours of each point are taken from
//! 2,000 anchors, a deterministic sample. An anchor then represents n / m points, and a point has
//! as many anchors as represent 4 sqrt(n) points.
//!
//! Measured on tables of 30,000 to 200,000 points: with that k, 2,000 anchors keep clusters of
//! every scale (gain of the stored clusters alone .95 to 1.00), while all points with the k that
//! their number still allows lose the large clusters (.03 to .89).

use super::{BuildOptions, Error, Shape, TooLargeError};
use crate::base::display_safe;
use crate::base::memory::Memory;
use crate::base::numbers::grouped;
use crate::base::progress::Progress;
use crate::communities::Regions;
use crate::context::binarize::among;
use crate::dataset::Dataset;
use crate::knn::{self, Scale, Space, Uneven};
use crate::point_graph::PointGraph;
use crate::table::{Table, are_directions};

/// The ratio of k to the square root of the number of points.
const ROOTS: f64 = 4.0;
/// The most neighbours of all points together.
const MOST_NEIGHBORS: usize = 5_000_000;
/// The number of anchors.
const ANCHORS: usize = 2_000;
/// The least number of anchors that are neighbours of a point.
const LEAST: usize = 4;

/// The number of neighbours of each point, and the number of anchors they are taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighborhood {
    /// The number of neighbours, the point itself included.
    pub k: usize,
    /// The number of anchors; `None` if all points are anchors.
    pub anchors: Option<usize>,
}

/// Returns the default neighbourhood of n points.
pub fn neighborhood(n: usize) -> Neighborhood {
    let k = by_root(n);
    match n * k > MOST_NEIGHBORS {
        false => Neighborhood { k, anchors: None },
        true => among_anchors(n, ANCHORS),
    }
}

/// Returns the neighbourhood of n points among `anchors` anchors, fewer than n.
fn among_anchors(n: usize, anchors: usize) -> Neighborhood {
    let share = anchors as f64 / n as f64;
    let k = (share * ROOTS * (n as f64).sqrt()).round() as usize;
    Neighborhood { k: k.max(LEAST).min(anchors / 2).max(1), anchors: Some(anchors) }
}

fn by_root(n: usize) -> usize {
    ((ROOTS * (n as f64).sqrt()).round() as usize).min(n / 2).max(1)
}

/// Creates the points of a table with their neighbours, as many as are given or follow from the
/// number of points, and the separate groups among them.
pub(super) fn prepared(
    name: &str,
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<(Dataset, Regions), Error> {
    let (space, scale, of) = space(table, options, progress, Shape::allows_graph)?;
    progress.step("looking for groups");
    progress.check()?;
    let regions = Regions::of(PointGraph::of_space(&space), progress)?;
    Ok((found(name, table, &space, scale, of, progress)?, regions))
}

/// Creates the points of a table with their neighbours, without groups.
pub(super) fn dataset(
    name: &str,
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    let (space, scale, of) = space(table, options, progress, Shape::allows)?;
    found(name, table, &space, scale, of, progress)
}

fn found(
    name: &str,
    table: &Table,
    space: &Space,
    scale: Scale,
    Neighborhood { k, anchors }: Neighborhood,
    progress: &Progress,
) -> Result<Dataset, Error> {
    progress.step("finding neighbours");
    progress.check()?;
    let found = among(space, table.points().names(), anchors, k)?;
    Ok(Dataset::in_space(name, table, space, scale, found))
}

fn space(
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
    allows: fn(Shape, usize, Memory) -> Result<(), TooLargeError>,
) -> Result<(Space, Scale, Neighborhood), Error> {
    let (n, neighbors) = (table.points().len(), options.neighbors);
    let given = neighbors.anchors_of(n);
    let of = match (neighbors.k, neighbors.anchors) {
        (Some(k), _) => Neighborhood { k: k.of(given.unwrap_or(n)), anchors: given },
        (None, Some(_)) => match given {
            Some(anchors) => among_anchors(n, anchors),
            None => Neighborhood { k: by_root(n), anchors: None },
        },
        (None, None) => neighborhood(n),
    };
    let scale = scale(table, options, progress);
    allows(Shape::of(table), of.k, options.memory)?;
    if let (Some(anchors), None) = (of.anchors, neighbors.anchors) {
        let [anchors, all] = [anchors, n].map(|count| grouped(count as u64));
        progress.note(&format!(
            "{all} points look for their {} neighbours among {anchors} of them, the anchors.",
            of.k
        ));
    }
    Ok((knn::space(table, neighbors.metric, scale)?, scale, of))
}

/// Returns the scaling of the columns; notes the reason if it was chosen.
fn scale(table: &Table, options: &BuildOptions, progress: &Progress) -> Scale {
    let (scale, uneven) = options.neighbors.scale_of(table);
    if let Some(Uneven { most, middle, times }) = uneven {
        let [most, middle] =
            [most, middle].map(|column| display_safe::name(&table.features()[column]));
        let times = match times {
            usual if usual < 1e15 => grouped(usual.round() as u64),
            many => format!("{many:.0e}"),
        };
        // Unscaled distances of rows of length 1 have the order of their cosines.
        let advice = match are_directions(table) {
            true => {
                " All rows have length 1, as those of an encoder have; the metric cosine would \
                 take them as they are."
            }
            false => "",
        };
        progress.note(&format!(
            "The columns are standardised: {most} would count {times} times as much as \
             {middle}.{advice}"
        ));
    }
    scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn k_follows_from_the_number_of_points() {
        let all = |k| Neighborhood { k, anchors: None };
        assert_eq!([0, 1, 2, 3].map(neighborhood), [all(1); 4]);
        assert_eq!([8, 30, 150, 1_797].map(neighborhood), [all(4), all(15), all(49), all(170)]);
        assert_eq!(neighborhood(11_600), all(431));
        let among = |k| Neighborhood { k, anchors: Some(ANCHORS) };
        assert_eq!(neighborhood(11_700), among(74));
        assert_eq!(
            [50_000, 200_000, 1_000_000].map(neighborhood),
            [among(36), among(18), among(8)]
        );
        assert_eq!(neighborhood(100_000_000), among(LEAST));
        assert_eq!(among_anchors(5, 3), Neighborhood { k: 1, anchors: Some(3) });
    }
}
