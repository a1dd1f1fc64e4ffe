//! Which neighbours a table gets where none are given: those whose graph keeps near and far best.
//!
//! Of a few thousand points every one is an anchor, and every k of a ladder from 2 to half of the
//! points is tried, as long as its graph has no more concepts than allowed; where small clusters
//! are left out, from the first k with a larger one on. Of more points some are anchors, so that
//! clusters of every size come out, and numbers of both are tried ([`ANCHORS`], [`FEW`]). What has
//! the highest [cophenetic correlation](crate::cophenetic) is taken, and of what is within [`NEAR`]
//! of it most anchors and the smallest graph. Nothing of it is random, so the same table has the
//! same neighbours on every machine.

use std::cmp::Reverse;

use super::{BuildOptions, Error, Shape, TooMany, Wanted};
use crate::base::amount::Amount;
use crate::base::numbers::grouped;
use crate::base::progress::Progress;
use crate::base::setting::Setting;
use crate::context::FormalContext;
use crate::context::binarize::Binarizer;
use crate::cophenetic::{FEW as MANY, Fit, Pairs};
use crate::dataset::{Dataset, Neighbors, Origin};
use crate::knn::{self, anchors::sample};
use crate::lattice::PairClosures;
use crate::mine::{self, Limits, Stop};
use crate::table::Table;

/// Correlations that are as near as this are as good.
const NEAR: f64 = 0.01;
/// Once the correlation has fallen this far below the best it does not come back.
const FALLEN: f64 = 0.15;
/// A context of more crosses is made only for a given k.
const MOST_CROSSES: usize = 40_000_000;
/// How many anchors are tried.
const ANCHORS: [usize; 6] = [50, 100, 200, 300, 500, 1_000];
/// Fewer anchors are taken only where no graph of as many is small enough. They keep near and far
/// as well, but join groups of a few hundredths of the points to others: such a group needs as many
/// anchors as a point has.
const ENOUGH: usize = 200;
/// How many of them a point has.
const FEW: [usize; 6] = [3, 5, 7, 10, 15, 20];
/// More concepts than this are not chosen among anchors, where no other number is allowed.
const SECONDS: u64 = 350_000;
/// Of more points this many are enough to compare anchors.
const SAMPLE: usize = 20_000;

/// What was tried.
#[derive(Clone, Copy, Debug)]
struct Tried {
    anchors: Option<usize>,
    k: usize,
    fit: Option<Fit>,
    concepts: u64,
}

/// What says most, and what says as much.
struct Chosen {
    best: Tried,
    /// Each larger k whose correlation is as near as [`NEAR`]; none where anchors are chosen too.
    as_good: Vec<String>,
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

/// Whether the number of anchors is chosen too.
fn chooses_anchors(table: &Table, options: &BuildOptions) -> bool {
    let Neighbors { k, anchors, .. } = options.neighbors;
    // Pairs of points that share an anchor are too many.
    let is_free = anchors.is_none() && k.is_none() && options.graph != Wanted::Lca;
    is_free && table.points().len() > MANY
}

/// The points of a table with the neighbours that say most; notes which these are, and why.
pub(super) fn dataset(
    name: &str,
    table: &Table,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    let mut choice = Choice::of(table, options)?;
    let Chosen { best, as_good } = choice.best(name, progress)?;
    if let Some(correlation) = best.fit.and_then(|fit| fit.correlation) {
        let is_half = best.k == knn::default_k(table.points().len());
        let half = if is_half { None } else { choice.half()?.and_then(|fit| fit.fault()) };
        let half = half.map(|fault| format!("; with k = n/2, as in the paper, {fault}"));
        let (k, half) = (best.k, half.unwrap_or_default());
        let (of, settings) = match best.anchors {
            Some(anchors) => {
                let (anchors, n) = (anchors as u64, table.points().len() as u64);
                let of = format!("{} of {} points are anchors, ", grouped(anchors), grouped(n));
                (of, vec![Setting::Anchors, Setting::Neighbors])
            }
            None => (String::new(), vec![Setting::Neighbors]),
        };
        let others = match as_good.split_last() {
            None => String::new(),
            Some((k, [])) => format!("; k = {k} does as well"),
            Some((k, more)) => format!("; k = {} and {k} do as well", more.join(", ")),
        };
        let note = format!("{of}k = {k}: cophenetic correlation {correlation:.2}{others}{half}.");
        progress.note_of(&note, &settings);
    }
    choice.dataset(name, best)
}

/// The points of a table with a given number of neighbours; where these say little, notes a number
/// that says more.
pub(super) fn given(
    name: &str,
    table: &Table,
    k: Amount,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    let n = table.points().len();
    let anchors = options.neighbors.anchors_of(n);
    let k = k.of(anchors.unwrap_or(n));
    Shape::of(table).allows(k, options.memory)?;
    let Neighbors { metric, scale, .. } = options.neighbors;
    let mut dataset = Dataset::among(name, table, anchors, k, metric, scale)?;
    dataset.fit = Pairs::of(&knn::Space::new(table, metric, scale)?).fit(&dataset.context);
    // Of many points no k that fits brings most pairs together.
    if n <= MANY
        && let Some(fault) = dataset.fit.and_then(|fit| fit.fault())
        && let Ok(Chosen { best, .. }) =
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
    let Origin::Neighbors { anchors, metric, scale, .. } = dataset.origin else { return None };
    if metric == knn::Metric::Precomputed {
        return None;
    }
    let (names, values) = (dataset.features.names.clone(), dataset.features.values.clone());
    let table = Table::new(names, values, dataset.points.clone());
    let options = BuildOptions {
        neighbors: Neighbors { k: None, anchors: anchors.or(Some(0)), metric, scale },
        graph: Wanted::Full,
        min_size: Amount::Count(min_size),
        max_concepts: Some(most),
        ..BuildOptions::default()
    };
    let progress = Progress::default();
    Some(Choice::of(&table, &options).ok()?.best(&dataset.name, &progress).ok()?.best.k)
}

/// A table whose neighbours are chosen.
struct Choice<'a> {
    table: &'a Table,
    options: &'a BuildOptions,
    binarizer: Binarizer,
    /// Among how many points the binarizer looks.
    anchors: Option<usize>,
    pairs: Pairs,
}

impl<'a> Choice<'a> {
    fn of(table: &'a Table, options: &'a BuildOptions) -> Result<Self, Error> {
        Shape::of(table).allows(1, options.memory)?;
        let Neighbors { metric, scale, .. } = options.neighbors;
        let anchors = match chooses_anchors(table, options) {
            true => Some(ANCHORS[0]),
            false => options.neighbors.anchors_of(table.points().len()),
        };
        let binarizer = Binarizer::new(table, 0, anchors, metric, scale)?;
        let pairs = Pairs::of(binarizer.space());
        Ok(Self { table, options, binarizer, anchors, pairs })
    }

    /// The context for this k. Neighbours are looked for a few times as many at once.
    fn context(&mut self, anchors: Option<usize>, k: usize) -> Result<FormalContext, Error> {
        let n = self.table.points().len();
        if anchors != self.anchors {
            self.binarizer.among(anchors, 0)?;
            self.anchors = anchors;
        }
        if k > self.binarizer.most() {
            let allows = |k| Shape::of(self.table).allows_choice(k, self.options.memory);
            allows(k)?;
            let most = match anchors {
                Some(anchors) => anchors.min(FEW[FEW.len() - 1]),
                None => (5 * k).min(MOST_CROSSES / n).min(knn::default_k(n)),
            };
            let more = most.max(k);
            self.binarizer.reach(if allows(more).is_ok() { more } else { k })?;
        }
        Ok(self.binarizer.context(k)?)
    }

    /// What half of the points would give; none for many points.
    fn half(&mut self) -> Result<Option<Fit>, Error> {
        match (self.table.points().len(), self.anchors) {
            (n, None) if n <= MANY => {
                let context = self.context(None, knn::default_k(n))?;
                Ok(self.pairs.fit(&context))
            }
            _ => Ok(None),
        }
    }

    /// What says most.
    fn best(&mut self, name: &str, progress: &Progress) -> Result<Chosen, Error> {
        let n = self.table.points().len();
        progress.step("choosing k");
        let mut tried = self.tried(progress)?;
        while let Some(best) = preferred(&tried) {
            if n <= SAMPLE || best.anchors.is_none() {
                let as_good = as_good(&tried, best).map(|other| other.k.to_string()).collect();
                return Ok(Chosen { best, as_good });
            }
            // It was tried on some of the points.
            let context = self.context(best.anchors, best.k)?;
            if fits(&context, self.options, self.most(best.anchors), progress)?.is_some() {
                let best = Tried { fit: self.pairs.fit(&context), ..best };
                return Ok(Chosen { best, as_good: Vec::new() });
            }
            // What had more clusters there has too many as well.
            tried.retain(|other| other.concepts < best.concepts);
        }
        let (name, most) = (name.to_owned(), self.most(None));
        Err(TooMany { name, most, min_size: None, k: None, enough: None }.into())
    }

    /// How many concepts a graph may have.
    fn most(&self, anchors: Option<usize>) -> u64 {
        match (anchors, self.options.max_concepts) {
            (Some(_), None) if self.options.neighbors.anchors.is_none() => SECONDS,
            _ => self.options.most_concepts(self.table.points().len()),
        }
    }

    /// What may be chosen; of many points some are enough to see which is best.
    fn tried(&mut self, progress: &Progress) -> Result<Vec<Tried>, Error> {
        let n = self.table.points().len();
        let mut tried: Vec<Tried> = Vec::new();
        let few = |anchors: usize| match FEW.into_iter().take_while(|&k| k <= anchors) {
            ks if anchors >= FEW[0] => ks.collect(),
            _ => vec![anchors],
        };
        let given = self.options.neighbors.anchors_of(n);
        let is_free = chooses_anchors(self.table, self.options);
        // A sample cannot have more anchors than points.
        if n > SAMPLE && (is_free || given.is_some_and(|anchors| anchors < SAMPLE)) {
            let table = self.table.rows(&sample(n, SAMPLE));
            let min_size = self.options.min_size.of(n) * SAMPLE / n;
            let options = BuildOptions { min_size: Amount::Count(min_size), ..*self.options };
            return Choice::of(&table, &options)?.tried(progress);
        }
        match given {
            Some(anchors) => self.climb(given, &few(anchors), &mut tried, progress)?,
            None if is_free => {
                for anchors in ANCHORS {
                    self.climb(Some(anchors), &few(anchors), &mut tried, progress)?;
                }
            }
            None => self.climb(None, &ladder(n), &mut tried, progress)?,
        }
        Ok(tried)
    }

    /// Tries rising numbers of neighbours among these anchors, as far as graphs are allowed and say
    /// more.
    fn climb(
        &mut self,
        anchors: Option<usize>,
        ks: &[usize],
        tried: &mut Vec<Tried>,
        progress: &Progress,
    ) -> Result<(), Error> {
        let (n, most) = (self.table.points().len(), self.most(anchors));
        let (mut best, mut last) = (f64::NEG_INFINITY, f64::INFINITY);
        for &k in ks {
            let is_large = k.saturating_mul(n) > MOST_CROSSES && !tried.is_empty();
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            if is_large || best - last > FALLEN {
                break;
            }
            let context = match self.context(anchors, k) {
                Err(Error::TooLarge(_)) if !tried.is_empty() => break,
                context => context?,
            };
            // All clusters but the whole lie in some column.
            let columns = 0..context.attributes().len();
            let largest = columns.map(|at| context.support(at)).max().unwrap_or(0) as usize;
            if largest < self.options.min_size.of(n) && ks.last() != Some(&k) {
                continue;
            }
            let Some(concepts) = fits(&context, self.options, most, progress)? else { break };
            let found = Tried { anchors, k, fit: self.pairs.fit(&context), concepts };
            last = found.correlation();
            best = best.max(last);
            tried.push(found);
        }
        Ok(())
    }

    fn dataset(mut self, name: &str, tried: Tried) -> Result<Dataset, Error> {
        let Tried { anchors, k, fit, .. } = tried;
        let context = self.context(anchors, k)?;
        let Neighbors { metric, scale, .. } = self.options.neighbors;
        let origin = Origin::Neighbors { k, anchors, metric, scale };
        let anchors = self.binarizer.anchors();
        let dataset = Dataset::with_context(name, self.table, origin, anchors, context);
        Ok(Dataset { fit, ..dataset })
    }
}

/// Of what has enough anchors and is nearly best that with most of them, which see the smallest
/// groups, and then the smallest graph.
fn preferred(tried: &[Tried]) -> Option<Tried> {
    let has_enough = |tried: &Tried| tried.anchors.is_none_or(|anchors| anchors >= ENOUGH);
    let any_has = tried.iter().any(has_enough);
    let all = || tried.iter().filter(|tried| !any_has || has_enough(tried));
    let best = all().map(Tried::correlation).fold(f64::NEG_INFINITY, f64::max);
    let near = all().filter(|tried| tried.correlation() >= best - NEAR);
    // Among all points that is the graph of the smallest k.
    let size = |tried: &&Tried| tried.anchors.map(|_| tried.concepts);
    near.min_by_key(|tried| (Reverse(tried.anchors), size(tried), tried.k)).copied()
}

/// What was tried with a larger k and says as much.
fn as_good(tried: &[Tried], best: Tried) -> impl Iterator<Item = &Tried> {
    let highest = tried.iter().map(Tried::correlation).fold(f64::NEG_INFINITY, f64::max);
    let larger = tried.iter().filter(move |other| best.anchors.is_none() && other.k > best.k);
    larger.filter(move |other| other.correlation() >= highest - NEAR)
}

/// How many concepts the wanted graph of a context has, where these are no more than allowed.
fn fits(
    context: &FormalContext,
    options: &BuildOptions,
    most: u64,
    progress: &Progress,
) -> Result<Option<u64>, Error> {
    if options.graph == Wanted::Lca {
        return Ok(Some(PairClosures::most(context)).filter(|&concepts| concepts <= most));
    }
    let min_size = options.min_size.of(context.objects());
    let limits = Limits { min_size, max_concepts: Some(most) };
    progress.restart();
    match mine::count(context.as_objects().context, &limits, false, progress) {
        Ok(counts) => Ok(Some(counts.concepts)),
        Err(Stop::TooMany(_)) => Ok(None),
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
