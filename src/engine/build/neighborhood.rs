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

use super::{BuildError, BuildOptions, TableSize, TooLargeError};
use crate::base::display_safe;
use crate::base::memory::MemoryLimit;
use crate::base::numbers::group_thousands;
use crate::base::progress::Progress;
use crate::communities::Regions;
use crate::context::binarize::binarize;
use crate::dataset::Dataset;
use crate::knn::{self, Scale, Space, UnevenColumns};
use crate::point_graph::PointGraph;
use crate::table::Table;

const K_PER_ROOT: f64 = 4.0;
/// The most neighbours of all points together.
const MAX_NEIGHBORS: usize = 5_000_000;
const DEFAULT_ANCHORS: usize = 2_000;
/// The least number of anchors that are neighbours of a point.
const MIN_K: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neighborhood {
    /// The number of neighbours, the point itself included.
    pub k: usize,
    /// The number of anchors; `None` if all points are anchors.
    pub anchors: Option<usize>,
}

pub(crate) fn default_neighborhood(n: usize) -> Neighborhood {
    let k = default_k(n);
    match n * k > MAX_NEIGHBORS {
        false => Neighborhood { k, anchors: None },
        true => anchor_neighborhood(n, DEFAULT_ANCHORS),
    }
}

fn anchor_neighborhood(n: usize, anchors: usize) -> Neighborhood {
    let share = anchors as f64 / n as f64;
    let k = (share * K_PER_ROOT * (n as f64).sqrt()).round() as usize;
    Neighborhood { k: k.max(MIN_K).min(anchors / 2).max(1), anchors: Some(anchors) }
}

fn default_k(n: usize) -> usize {
    ((K_PER_ROOT * (n as f64).sqrt()).round() as usize).min(n / 2).max(1)
}

/// Creates the points of a table with their neighbours, and the separate groups among them.
pub(super) fn prepare(
    name: &str,
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<(Dataset, Regions), BuildError> {
    let (space, scale, neighborhood) =
        create_space(table, options, progress, TableSize::check_graph_memory)?;
    progress.begin_step("looking for groups");
    progress.check()?;
    let regions = Regions::new(PointGraph::from_space(&space), progress)?;
    Ok((find_neighbors(name, table, &space, scale, neighborhood, progress)?, regions))
}

pub(super) fn build_dataset(
    name: &str,
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, BuildError> {
    let (space, scale, neighborhood) =
        create_space(table, options, progress, TableSize::check_memory)?;
    find_neighbors(name, table, &space, scale, neighborhood, progress)
}

fn find_neighbors(
    name: &str,
    table: &Table,
    space: &Space,
    scale: Scale,
    Neighborhood { k, anchors }: Neighborhood,
    progress: &Progress,
) -> Result<Dataset, BuildError> {
    progress.begin_step("finding neighbours");
    progress.check()?;
    let found = binarize(space, table.points().names(), anchors, k)?;
    Ok(Dataset::from_neighbors(name, table, space, scale, found))
}

fn create_space(
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
    check_memory: fn(TableSize, usize, MemoryLimit) -> Result<(), TooLargeError>,
) -> Result<(Space, Scale, Neighborhood), BuildError> {
    let (n, neighbors) = (table.points().len(), options.neighbors);
    let anchors = neighbors.anchor_count(n);
    let neighborhood = match (neighbors.k, neighbors.anchors) {
        (Some(k), _) => Neighborhood { k: k.resolve(anchors.unwrap_or(n)), anchors },
        (None, Some(_)) => match anchors {
            Some(anchors) => anchor_neighborhood(n, anchors),
            None => Neighborhood { k: default_k(n), anchors: None },
        },
        (None, None) => default_neighborhood(n),
    };
    let scale = choose_scale(table, options, progress);
    check_memory(TableSize::new(table), neighborhood.k, options.memory)?;
    if let (Some(anchors), None) = (neighborhood.anchors, neighbors.anchors) {
        let [anchors, all] = [anchors, n].map(|count| group_thousands(count as u64));
        progress.note(&format!(
            "{all} points look for their {} neighbours among {anchors} of them, the anchors.",
            neighborhood.k
        ));
    }
    Ok((knn::space(table, neighbors.metric, scale)?, scale, neighborhood))
}

/// Returns the scaling of the columns; notes the reason if it was chosen.
fn choose_scale(table: &Table, options: &BuildOptions, progress: &Progress) -> Scale {
    let (scale, uneven) = options.neighbors.resolve_scale(table);
    if let Some(UnevenColumns { widest: most, median: middle, ratio: times }) = uneven {
        let [most, middle] =
            [most, middle].map(|column| display_safe::escape_name(&table.features()[column]));
        let times = match times {
            usual if usual < 1e15 => group_thousands(usual.round() as u64),
            many if many.is_infinite() => "over 1e308".to_owned(),
            many => format!("{many:.0e}"),
        };
        // Unscaled distances of rows of length 1 have the order of their cosines.
        let advice = match table.has_unit_rows() {
            true => {
                " All rows have length 1, as embeddings do; the metric cosine would use them \
                 without scaling."
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
        assert_eq!([0, 1, 2, 3].map(default_neighborhood), [all(1); 4]);
        assert_eq!(
            [8, 30, 150, 1_797].map(default_neighborhood),
            [all(4), all(15), all(49), all(170)]
        );
        assert_eq!(default_neighborhood(11_600), all(431));
        let among = |k| Neighborhood { k, anchors: Some(DEFAULT_ANCHORS) };
        assert_eq!(default_neighborhood(11_700), among(74));
        assert_eq!(
            [50_000, 200_000, 1_000_000].map(default_neighborhood),
            [among(36), among(18), among(8)]
        );
        assert_eq!(default_neighborhood(100_000_000), among(MIN_K));
        assert_eq!(anchor_neighborhood(5, 3), Neighborhood { k: 1, anchors: Some(3) });
    }
}
