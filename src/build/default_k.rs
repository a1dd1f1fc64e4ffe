//! The number of neighbours of a point, by default.
//!
//! Half of the points, as in the paper, up to [`PAPER`] points; its tables have up to 2,584. Beyond
//! that no machine holds what half of the points make. Then k is the last of 2, 5, 10, 20, 50, 100
//! and so on whose graph, and those of all before it, has no more concepts than allowed. They are
//! counted, no further than up to the limit, so the same table has the same k on every machine, and
//! it takes seconds.

use super::{BuildOptions, Error, Shape, TooMany, Wanted, limits};
use crate::base::amount::Amount;
use crate::base::numbers::{counted, grouped};
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::base::setting::Setting;
use crate::dataset::{Dataset, Neighbors};
use crate::knn;
use crate::lattice::PairClosures;
use crate::mine::{self, Limits, Stop, estimate_quickly};
use crate::table::Table;

/// Up to this many points, k is half of them.
pub const PAPER: usize = 3_000;

/// A context of more crosses is made only for a k that was given.
const MOST_CROSSES: usize = 40_000_000;

/// This many of the points show what half of all would give.
const SAMPLE: usize = 1_000;

/// 2, 5, 10, 20 and so on, up to half of the points.
fn ladder(n: usize) -> impl Iterator<Item = usize> {
    let half = knn::default_k(n);
    let tens = std::iter::successors(Some(1_usize), |ten| ten.checked_mul(10));
    let steps = tens.flat_map(|ten| [ten, 2 * ten, 5 * ten]).skip(1);
    steps.take_while(move |&k| k < half).chain([half])
}

/// The points of a large table with the neighbours that make a graph of the allowed size; says
/// which k that is, and why.
pub(super) fn dataset(
    name: &str,
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    let n = table.points().len();
    let most = options.most_concepts(n);
    let mut chosen = None;
    let mut too_many = None;
    for k in ladder(n) {
        if k.saturating_mul(n) > MOST_CROSSES {
            break;
        }
        let neighbors = options.neighbors.with_k(k);
        Shape::of(table).allows(k, options.memory)?;
        progress.step("choosing k");
        let dataset = Dataset::of_table(name, table, &neighbors)?;
        match clusters(&dataset, options, most, progress)? {
            Some(clusters) => chosen = Some((k, clusters, dataset)),
            None => {
                too_many = Some(k);
                break;
            }
        }
    }
    let Some((k, clusters, dataset)) = chosen else {
        let (name, k) = (name.to_owned(), None);
        return Err(TooMany { name, most, min_size: (n / 10).max(2), k }.into());
    };
    if k < knn::default_k(n) {
        let next = too_many.map(|k| format!("; k = {k} would have more than {}", grouped(most)));
        let (n, next) = (grouped(n as u64), next.unwrap_or_default());
        let settings = match too_many {
            Some(_) => &[Setting::Neighbors, Setting::MaxConcepts][..],
            None => &[Setting::Neighbors],
        };
        progress.note_of(&format!("{n} points: k = {k} has {clusters}{next}."), settings);
        if options.graph != Wanted::Lca && options.min_size == Amount::Count(0) {
            explain_half(table, &options.neighbors, progress);
        }
    }
    Ok(dataset)
}

/// How many clusters the wanted graph of a dataset has, in words; none where there are more than
/// allowed.
fn clusters(
    dataset: &Dataset,
    options: &BuildOptions,
    most: u64,
    progress: &Progress,
) -> Result<Option<String>, Error> {
    let context = &dataset.context;
    let words = |concepts| counted(concepts, "cluster", "clusters");
    if options.graph == Wanted::Lca {
        let concepts = PairClosures::most(context);
        return Ok((concepts <= most).then(|| format!("at most {}", words(concepts))));
    }
    let Limits { min_size, .. } = limits(dataset, options.min_size, None)?;
    let limits = Limits { min_size, max_concepts: Some(most) };
    progress.restart();
    match mine::count(context, &limits, false, progress) {
        Ok(counts) => Ok(Some(words(counts.concepts))),
        Err(Stop::TooMany(_)) => Ok(None),
        Err(Stop::Interrupted) => Err(Error::Interrupted),
    }
}

/// Reports what the paper's k would give: at least as many concepts as some of the points have.
fn explain_half(table: &Table, neighbors: &Neighbors, progress: &Progress) {
    let (n, names) = (table.points().len(), table.features().to_vec());
    let rows = (0..SAMPLE).flat_map(|at| table.row(at * n / SAMPLE)).copied().collect();
    let sample = Table::new(names, rows, Points::numbered(SAMPLE, None));
    // A table that has neighbours has them for fewer points too, unless a column is constant there.
    let Ok(sample) = Dataset::of_table("", &sample, neighbors) else { return };
    let about = estimate_quickly(&sample.context, 0, 0, 4).number();
    progress.note(&format!(
        "k = n/2, as in the paper, would have far more: {} of the points alone have {about}.",
        grouped(SAMPLE as u64)
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_up_to_half_of_the_points() {
        let steps = |n| ladder(n).collect::<Vec<_>>();
        assert_eq!(steps(9), [2, 4]);
        assert_eq!(steps(3_001), [2, 5, 10, 20, 50, 100, 200, 500, 1000, 1500]);
        assert_eq!(steps(4_000)[8..], [1000, 2000]);
    }
}
