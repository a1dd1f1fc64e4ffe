//! Which k a table gets where none is given: the one whose graph keeps near and far best.
//!
//! Every k of a ladder from 2 to half of the points is tried, as long as its graph has no more
//! concepts than allowed; where small clusters are left out, from the first k with a larger one on.
//! The one with the highest [cophenetic correlation](crate::cophenetic) is taken, and of those
//! within [`NEAR`] of it the smallest, whose graph is the smallest too. Nothing of it is random, so
//! the same table has the same k on every machine.

use super::{BuildOptions, Error, Shape, TooMany, Wanted};
use crate::base::amount::Amount;
use crate::base::progress::Progress;
use crate::base::setting::Setting;
use crate::context::FormalContext;
use crate::context::binarize::Binarizer;
use crate::cophenetic::{Fit, Pairs};
use crate::dataset::{Dataset, Neighbors, Origin};
use crate::knn::{self, Space};
use crate::lattice::PairClosures;
use crate::mine::{self, Limits, Stop};
use crate::table::Table;

/// Correlations that are as near as this are as good.
const NEAR: f64 = 0.01;
/// Once the correlation has fallen this far below the best it does not come back.
const FALLEN: f64 = 0.15;
/// A context of more crosses is made only for a given k.
const MOST_CROSSES: usize = 40_000_000;
/// Of tables with more points it is not said what another k would give.
const PAPER: usize = 3_000;

/// A k that was tried.
#[derive(Clone, Copy, Debug)]
struct Tried {
    k: usize,
    fit: Option<Fit>,
}

impl Tried {
    fn correlation(&self) -> f64 {
        self.fit.and_then(|fit| fit.correlation).unwrap_or(-1.0)
    }
}

/// 2, 5, 10, 15, 20, 30, 50, 70, 100, 150 and so on, then half of the points.
pub fn ladder(n: usize) -> Vec<usize> {
    let half = knn::default_k(n);
    let tens = std::iter::successors(Some(10_usize), |ten| ten.checked_mul(10));
    let steps = tens.flat_map(|ten| [ten, ten / 2 * 3, 2 * ten, 3 * ten, 5 * ten, 7 * ten]);
    [2, 5].into_iter().chain(steps).take_while(|&k| k < half).chain([half]).collect()
}

/// The points of a table with the neighbours that say most; notes which k that is, and why.
pub(super) fn dataset(
    name: &str,
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    let mut choice = Choice::of(table, options)?;
    let best = choice.best(name, progress)?;
    if let Some(correlation) = best.fit.and_then(|fit| fit.correlation) {
        let is_half = best.k == knn::default_k(table.points().len());
        let half = if is_half { None } else { choice.half()?.and_then(|fit| fit.fault()) };
        let half = half.map(|fault| format!("; with k = n/2, as in the paper, {fault}"));
        let (k, half) = (best.k, half.unwrap_or_default());
        let note = format!("k = {k}: cophenetic correlation {correlation:.2}{half}.");
        progress.note_of(&note, &[Setting::Neighbors]);
    }
    choice.dataset(name, best)
}

/// The points of a table with a given number of neighbours; where these say little, notes a number
/// that says more.
pub(super) fn given(
    name: &str,
    table: &Table,
    k: usize,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    Shape::of(table).allows(k, options.memory)?;
    let Neighbors { metric, scale, .. } = options.neighbors;
    let mut dataset = Dataset::of_table(name, table, k, metric, scale)?;
    dataset.fit = Pairs::of(&Space::new(table, metric, scale)?).fit(&dataset.context);
    // Of many points no k that fits brings most pairs together.
    if table.points().len() <= PAPER
        && let Some(fault) = dataset.fit.and_then(|fit| fit.fault())
        && let Ok(best) =
            Choice::of(table, options).and_then(|mut choice| choice.best(name, progress))
        && let Some(better) = best.fit.filter(|fit| fit.fault().is_none())
        && let Some(correlation) = better.correlation
    {
        let best = best.k;
        let note = format!(
            "k = {k}: {fault}; k = {best} says more (cophenetic correlation {correlation:.2})."
        );
        progress.note_of(&note, &[Setting::Neighbors]);
    }
    Ok(dataset)
}

/// The k that says most among those whose graph of at least such clusters has no more concepts than
/// allowed.
pub(super) fn best_k(dataset: &Dataset, min_size: usize, most: u64) -> Option<usize> {
    let Origin::Neighbors { metric, scale, .. } = dataset.origin else { return None };
    let (names, values) = (dataset.features.names.clone(), dataset.features.values.clone());
    let table = Table::new(names, values, dataset.points.clone());
    let options = BuildOptions {
        neighbors: Neighbors { k: None, metric, scale },
        graph: Wanted::Full,
        min_size: Amount::Count(min_size),
        max_concepts: Some(most),
        ..BuildOptions::default()
    };
    let progress = Progress::default();
    Some(Choice::of(&table, &options).ok()?.best(&dataset.name, &progress).ok()?.k)
}

/// A table whose k is looked for.
struct Choice<'a> {
    table: &'a Table,
    options: &'a BuildOptions,
    binarizer: Binarizer,
    pairs: Pairs,
}

impl<'a> Choice<'a> {
    fn of(table: &'a Table, options: &'a BuildOptions) -> Result<Self, Error> {
        Shape::of(table).allows(1, options.memory)?;
        let Neighbors { metric, scale, .. } = options.neighbors;
        let binarizer = Binarizer::new(table, 1, metric, scale)?;
        let pairs = Pairs::of(binarizer.space());
        Ok(Self { table, options, binarizer, pairs })
    }

    /// The context for this k. Neighbours are looked for a few times as many at once.
    fn context(&mut self, k: usize) -> Result<FormalContext, Error> {
        let n = self.table.points().len();
        if k > self.binarizer.most() {
            let allows = |k| Shape::of(self.table).allows_choice(k, self.options.memory);
            allows(k)?;
            let more = (5 * k).min(MOST_CROSSES / n).min(knn::default_k(n)).max(k);
            self.binarizer.reach(if allows(more).is_ok() { more } else { k })?;
        }
        Ok(self.binarizer.context(k)?)
    }

    fn fit(&mut self, k: usize) -> Result<Option<Fit>, Error> {
        let context = self.context(k)?;
        Ok(self.pairs.fit(&context))
    }

    /// What half of the points would give; none for many points.
    fn half(&mut self) -> Result<Option<Fit>, Error> {
        match self.table.points().len() {
            n if n <= PAPER => self.fit(knn::default_k(n)),
            _ => Ok(None),
        }
    }

    /// The k that says most.
    fn best(&mut self, name: &str, progress: &Progress) -> Result<Tried, Error> {
        let n = self.table.points().len();
        let most = self.options.most_concepts(n);
        let mut tried: Vec<Tried> = Vec::new();
        let mut best = f64::NEG_INFINITY;
        progress.step("choosing k");
        for k in ladder(n) {
            let is_large = k.saturating_mul(n) > MOST_CROSSES && !tried.is_empty();
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            if is_large || best - tried.last().map_or(best, Tried::correlation) > FALLEN {
                break;
            }
            let context = match self.context(k) {
                Err(Error::TooLarge(_)) if !tried.is_empty() => break,
                context => context?,
            };
            // All clusters but the whole lie in some column.
            let largest = context.columns().iter().map(<[u32]>::len).max().unwrap_or(0);
            if largest < self.options.min_size.of(n) && k < knn::default_k(n) {
                continue;
            }
            if !fits(&context, self.options, most, progress)? {
                break;
            }
            let found = Tried { k, fit: self.pairs.fit(&context) };
            best = best.max(found.correlation());
            tried.push(found);
        }
        let near = tried.into_iter().find(|tried| tried.correlation() >= best - NEAR);
        near.ok_or_else(|| {
            let name = name.to_owned();
            TooMany { name, most, min_size: None, k: None, enough: None }.into()
        })
    }

    fn dataset(mut self, name: &str, tried: Tried) -> Result<Dataset, Error> {
        let context = self.context(tried.k)?;
        let Neighbors { metric, scale, .. } = self.options.neighbors;
        let origin = Origin::Neighbors { k: tried.k, metric, scale };
        let dataset = Dataset::with_context(name, self.table, origin, context);
        Ok(Dataset { fit: tried.fit, ..dataset })
    }
}

/// Whether the wanted graph of a context has no more concepts than allowed.
fn fits(
    context: &FormalContext,
    options: &BuildOptions,
    most: u64,
    progress: &Progress,
) -> Result<bool, Error> {
    if options.graph == Wanted::Lca {
        return Ok(PairClosures::most(context) <= most);
    }
    let min_size = options.min_size.of(context.objects());
    progress.restart();
    match mine::count(context, &Limits { min_size, max_concepts: Some(most) }, false, progress) {
        Ok(_) => Ok(true),
        Err(Stop::TooMany(_)) => Ok(false),
        Err(Stop::Interrupted) => Err(Error::Interrupted),
    }
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
}
