//! Which neighbours a table gets where none are given: those whose clusters tell most.
//!
//! Every k of a ladder up to half of the points is tried, and of those whose
//! [telling](crate::telling) share is within a tenth of the highest the smallest is taken, but none
//! more than a tenth above the mean size of a group: then many neighbours are of other groups, and
//! so are the points of most clusters. Where that many neighbours among all points are too dear,
//! which a sample shows, points look for theirs among as many anchors as give each about ten.
//! Nothing of it is random, so the same table has the same neighbours on every machine.

use super::{BuildOptions, Error, Shape};
use crate::base::count_or_percent::CountOrPercent;
use crate::base::display_safe;
use crate::base::numbers::grouped;
use crate::base::progress::{InterruptedError, Progress};
use crate::communities::Regions;
use crate::context::binarize::{Binarizer, among};
use crate::dataset::{Dataset, Neighbors};
use crate::knn::{self, Metric, Scale, Space, Uneven, anchors::sample};
use crate::point_graph::PointGraph;
use crate::table::{Table, are_directions};
use crate::telling::{Pairs, Telling};

/// What has at least this much of the highest telling share tells as much.
const NEAR: f64 = 0.9;
/// Of more points this many say about which share of them the neighbours are.
const SAMPLE: usize = 4_000;
/// Neighbours of all points are too dear where there are more than this,
const MOST_NEIGHBORS: f64 = 2e6;
/// or where there are more pairs of points, times columns.
const MOST_WORK: f64 = 4e11;
/// Then a point has about this many anchors,
const AMONG: f64 = 10.0;
/// from the first of these to the second.
const ANCHORS: [f64; 2] = [1_000.0, 5_000.0];
/// Among anchors no more neighbours than this are tried.
const MOST_AMONG: f64 = 5e6;
/// Of many points, this many neighbours are looked for at once.
const MANY: usize = 50;
/// No fewer neighbours are chosen, unless there are fewer points.
const LEAST: usize = 5;

/// What was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tried {
    pub k: usize,
    pub telling: Telling,
}

/// 2, 5, 10, 15, 20, 30, 50, 70, 100, 150 and so on, then half of the points.
pub fn ladder(n: usize) -> Vec<usize> {
    let half = knn::default_k(n);
    let tens = std::iter::successors(Some(10_usize), |ten| ten.checked_mul(10));
    let steps = tens.flat_map(|ten| [ten, ten / 2 * 3, 2 * ten, 3 * ten, 5 * ten, 7 * ten]);
    [2, 5].into_iter().chain(steps).take_while(|&k| k < half).chain([half]).collect()
}

/// The points of a table with as many neighbours as are given, or else with those that tell most; a
/// note says which these are, and why, or that those given say little.
pub(super) fn prepared(
    name: &str,
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<(Dataset, Regions), Error> {
    let shape = Shape::of(table);
    let (Neighbors { k, metric, .. }, scale) = (options.neighbors, scale(table, options, progress));
    let (n, mut anchors) =
        (table.points().len(), options.neighbors.anchors_of(table.points().len()));
    shape.allows(k.map_or(1, |k| k.of(anchors.unwrap_or(n))), options.memory)?;
    let space = Space::new(table, metric, scale)?;
    progress.step("looking for groups");
    let regions = regions(&space, progress)?;
    let (unit, groups) = regions.labels(n);
    if k.is_none() && options.neighbors.anchors.is_none() {
        progress.step("choosing k");
        anchors = anchors_for(&space, &groups, progress)?;
    }
    let pairs = Pairs::of(groups);
    let names = table.points().names();
    let (k, tried, found) = match k {
        Some(k) => {
            progress.step("finding neighbours");
            let k = k.of(anchors.unwrap_or(n));
            (k, Vec::new(), among(&space, names, anchors, k)?)
        }
        None => {
            progress.step("choosing k");
            let mut binarizer = Binarizer::new(&space, names, anchors);
            let fits = |k: usize| shape.allows(k, options.memory).is_ok();
            let tried = tried(&mut binarizer, n, &pairs, fits, progress)?;
            let size = pairs.mean_size() * anchors.unwrap_or(n) / n;
            let least = LEAST.min(anchors.unwrap_or(n));
            let k = preferred(&tried, size).map_or(least, |best| best.k);
            binarizer.reach(k)?;
            (k, tried, (binarizer.context(k)?, binarizer.anchors()))
        }
    };
    let mut dataset = Dataset::in_space(name, table, &space, scale, k, found);
    dataset.telling = match tried.iter().find(|one| one.k == k) {
        Some(taken) => Some(taken.telling),
        None => pairs.telling(&dataset.context),
    };
    let note = dataset.telling.and_then(|telling| match tried.is_empty() {
        true => Some(format!("k = {k}: {}; another k may say more.", telling.fault()?)),
        false => Some(among_how_many(anchors, n) + &chosen(unit, k, telling, &tried)),
    });
    if let Some(note) = note {
        progress.note(&note);
    }
    Ok((dataset, regions))
}

/// The points of a table with as many neighbours as are given.
pub(super) fn given(
    name: &str,
    table: &Table,
    k: CountOrPercent,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    let anchors = options.neighbors.anchors_of(table.points().len());
    let k = k.of(anchors.unwrap_or(table.points().len()));
    Shape::of(table).allows(k, options.memory)?;
    let scale = scale(table, options, progress);
    progress.step("finding neighbours");
    Ok(Dataset::among(name, table, anchors, k, options.neighbors.metric, scale)?)
}

/// What clusters tell by k, for each that the default is chosen from.
///
/// # Errors
/// Neighbours that cannot be computed; an interrupt.
pub fn telling_by_k(
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Vec<(usize, Telling)>, Error> {
    let (shape, n) = (Shape::of(table), table.points().len());
    let space = Space::new(table, options.neighbors.metric, options.neighbors.scale_of(table).0)?;
    let pairs = Pairs::of(regions(&space, progress)?.labels(n).1);
    let anchors = options.neighbors.anchors_of(n);
    let mut binarizer = Binarizer::new(&space, table.points().names(), anchors);
    let fits = |k: usize| shape.allows(k, options.memory).is_ok();
    let tried = tried(&mut binarizer, n, &pairs, fits, progress)?;
    Ok(tried.iter().map(|one| (one.k, one.telling)).collect())
}

/// How the columns are scaled; where that is chosen, a note says why.
fn scale(table: &Table, options: &BuildOptions, progress: &Progress) -> Scale {
    let (scale, uneven) = options.neighbors.scale_of(table);
    if let Some(Uneven { most, middle, times }) = uneven {
        let [most, middle] =
            [most, middle].map(|column| display_safe::name(&table.features()[column]));
        let times = match times {
            usual if usual < 1e15 => grouped(usual.round() as u64),
            many => format!("{many:.0e}"),
        };
        // Unscaled distances of rows of length 1 are in the order of their cosines.
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

/// What stands apart in a space.
pub(super) fn regions(space: &Space, progress: &Progress) -> Result<Regions, InterruptedError> {
    progress.check()?;
    Regions::of(PointGraph::of_space(space), progress)
}

/// Among how many points neighbours are looked for; none is all. A sample says about which share
/// of the points they are.
fn anchors_for(
    space: &Space,
    groups: &[Option<u32>],
    progress: &Progress,
) -> Result<Option<usize>, Error> {
    let n = space.len();
    if n <= SAMPLE || space.metric() == Metric::Precomputed {
        return Ok(None);
    }
    let rows = sample(n, SAMPLE);
    let pairs = Pairs::of(rows.iter().map(|&row| groups[row as usize]).collect());
    let (space, names) = (space.only(&rows), vec![String::new(); SAMPLE]);
    let mut binarizer = Binarizer::new(&space, &names, None);
    let tried = tried(&mut binarizer, SAMPLE, &pairs, |_| true, progress)?;
    let share =
        preferred(&tried, pairs.mean_size()).map_or(LEAST, |best| best.k) as f64 / SAMPLE as f64;
    let squares = n as f64 * n as f64;
    let is_dear =
        share * squares > MOST_NEIGHBORS || squares * space.dimensions() as f64 > MOST_WORK;
    let [least, most] = ANCHORS;
    let anchors = (AMONG / share).clamp(least, most) as usize;
    Ok(is_dear.then_some(anchors))
}

/// The telling share of each k of the ladder, up to the largest k that fits and is not too dear.
/// With many points, the search ends once a share is less than half of the highest.
fn tried(
    binarizer: &mut Binarizer<'_>,
    n: usize,
    pairs: &Pairs,
    fits: impl Fn(usize) -> bool,
    progress: &Progress,
) -> Result<Vec<Tried>, Error> {
    let among = binarizer.anchors().len();
    let neighbors = if among < n { MOST_AMONG } else { MOST_NEIGHBORS };
    let most = ((neighbors / n as f64) as usize).max(LEAST).min(knn::default_k(among));
    let (mut tried, mut best): (Vec<Tried>, f64) = (Vec::new(), 0.0);
    for k in ladder(among) {
        progress.check()?;
        if k > most || !tried.is_empty() && !fits(k) {
            break;
        }
        if k > binarizer.most() {
            // Of many points distances take longest, so once should do.
            let more = if n >= SAMPLE { most.min(MANY) } else { 5 * k }.max(k).min(most);
            binarizer.reach(if fits(more) { more } else { k })?;
        }
        let Some(telling) = pairs.telling(&binarizer.context(k)?) else { break };
        tried.push(Tried { k, telling });
        best = best.max(telling.share);
        if n >= SAMPLE && telling.share < best / 2.0 {
            break;
        }
    }
    Ok(tried)
}

/// The smallest k that is nearly best, or where that is more than a tenth above the size of a group
/// the largest that is not.
pub(super) fn preferred(tried: &[Tried], size: usize) -> Option<&Tried> {
    let best = tried.iter().map(|one| one.telling.share).fold(f64::NEG_INFINITY, f64::max);
    let least = tried.iter().find(|one| one.telling.share >= NEAR * best)?;
    let most = ((size as f64 / NEAR) as usize).max(LEAST);
    if least.k <= most { Some(least) } else { tried.iter().rev().find(|one| one.k <= most) }
}

/// How many points are anchors, where not all are.
fn among_how_many(anchors: Option<usize>, n: usize) -> String {
    anchors.map_or(String::new(), |anchors| {
        format!("{} of {} points are anchors, ", grouped(anchors as u64), grouped(n as u64))
    })
}

/// What was chosen, and why not fewer.
fn chosen(unit: &str, k: usize, telling: Telling, tried: &[Tried]) -> String {
    let fewer = tried.iter().rev().find(|one| one.k < k && one.telling.whole > 0.5);
    let fewer = fewer.map_or(String::new(), |fewer| {
        let percent = (100.0 * fewer.telling.whole).round();
        format!("; with k = {} {percent} % of them meet only in the whole", fewer.k)
    });
    let share = telling.share;
    format!("k = {k}: two points of a {unit} meet in clusters of their {unit} ({share:.2}{fewer}).")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_up_to_half_of_the_points() {
        assert_eq!(ladder(1), [1]);
        assert_eq!(ladder(8), [2, 4]);
        assert_eq!(ladder(150), [2, 5, 10, 15, 20, 30, 50, 70, 75]);
        assert_eq!(ladder(4_000)[12..], [500, 700, 1000, 1500, 2000]);
    }

    #[test]
    fn the_smallest_of_nearly_best_is_preferred() {
        let tried = [(5, 0.3), (10, 0.55), (15, 0.6), (20, 0.58)];
        let tried =
            tried.map(|(k, share)| Tried { k, telling: Telling { share, alone: 0.0, whole: 0.6 } });
        let chosen = |size| preferred(&tried, size).map(|one| one.k);
        assert_eq!([100, 9, 8, 2].map(chosen), [Some(10), Some(10), Some(5), Some(5)]);
        assert_eq!(preferred(&[], 100), None);
    }
}
