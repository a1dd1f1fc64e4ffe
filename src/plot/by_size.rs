//! Clusters by their size: how many are no larger, and how pure they are.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Line, Plot};
use crate::base::ids::ConceptId;
use crate::base::numbers::{counted, grouped, percent};
use crate::base::points::Classes;
use crate::store::{Concept, LatticeStore, Result, StoredContext};

/// Clusters read together.
const BATCH: usize = 1 << 12;
/// Of more classes with clusters those with the fewest have no line: with all clusters and points
/// at random ten lines are enough.
const LINES: usize = 8;
/// How often classes are shuffled.
const SHUFFLES: usize = 50;
const X: &str = "size (points in a cluster)";

/// By size, how many clusters there are, and the sum of their purities.
type Tally = BTreeMap<u32, (u32, f64)>;

/// The clusters of a graph that have a point, and not all points, counted by size.
#[derive(Debug)]
pub struct BySize {
    stored: Arc<StoredContext>,
    all: Tally,
    /// By the class of most of their points.
    by_class: Vec<Tally>,
}

impl BySize {
    /// Reads every cluster.
    pub fn of(store: &dyn LatticeStore) -> Result<Self> {
        let stored = store.stored_context()?;
        let (facts, mut all) = (&stored.facts, Tally::new());
        let classes = stored.points.classes().map_or(0, |classes| classes.names().len());
        let mut by_class = vec![Tally::new(); classes];
        let is_some = |concept: &&Concept| concept.size > 0 && concept.size < facts.points;
        let ids: Vec<ConceptId> = ConceptId::first(facts.concepts as usize).collect();
        for batch in ids.chunks(BATCH) {
            for concept in store.concepts(batch)?.iter().filter(is_some) {
                let majority = concept.majority_and_purity();
                let of_class = majority.map(|(class, _)| &mut by_class[class.index()]);
                for tally in [&mut all].into_iter().chain(of_class) {
                    let (count, purities) = tally.entry(concept.size).or_default();
                    *count += 1;
                    *purities += majority.map_or(0.0, |(_, purity)| purity);
                }
            }
        }
        Ok(Self { stored, all, by_class })
    }

    /// Which share of the clusters is no larger.
    pub fn sizes(&self) -> Plot {
        let all = no_larger(&self.all);
        let at_most = |share: f64| all.iter().copied().find(|&(_, sum)| sum >= share);
        let half = at_most(0.5);
        let said = half.zip(at_most(0.9)).map_or(String::new(), |((half, _), (most, _))| {
            let least = self.stored.facts.min_size;
            let least = match least > 1 {
                true => format!(" of at least {} points", grouped(least.into())),
                false => String::new(),
            };
            let clusters = counted(count(&self.all).into(), "cluster", "clusters");
            let half = counted(half.into(), "point", "points");
            let most = grouped(most.into());
            format!(
                "Half of the {clusters}{least} have at most {half}, nine in ten at most {most}."
            )
        });
        let curve = |tally: &Tally| {
            let points = no_larger(tally);
            let ends = points.chunk_by(|one, other| bin(one.0, 4) == bin(other.0, 4));
            let first = points.first().map(|&(size, _)| (size, 0.0));
            first.into_iter().chain(ends.filter_map(|same| same.last().copied())).collect()
        };
        Plot {
            title: format!("{}: clusters by size", self.stored.facts.name),
            said,
            x: X,
            y: "clusters that are no larger",
            is_percent: true,
            lines: self.lines(curve),
            mark: half,
        }
    }

    /// How pure the clusters are on average; none without classes.
    pub fn purities(&self) -> Option<Plot> {
        let classes = self.stored.points.classes()?;
        let bins = |tally: &Tally| {
            let tally: Vec<_> =
                tally.iter().map(|(&size, &(count, sum))| (size, count, sum)).collect();
            let same = tally.chunk_by(|one, other| bin(one.0, 2) == bin(other.0, 2));
            let mean = |same: &[(u32, u32, f64)]| {
                let count: u32 = same.iter().map(|(_, count, _)| count).sum();
                let sizes: u64 = same.iter().map(|at| u64::from(at.0) * u64::from(at.1)).sum();
                let purities: f64 = same.iter().map(|at| at.2).sum();
                (count, (sizes / u64::from(count)) as u32, purities / f64::from(count))
            };
            same.map(mean).collect::<Vec<_>>()
        };
        let all = bins(&self.all);
        let sizes: Vec<u32> = all.iter().map(|(_, size, _)| *size).collect();
        let random = shuffled(classes, &sizes);
        let weighted = |purities: &mut dyn Iterator<Item = f64>| {
            let sum: f64 =
                all.iter().zip(purities).map(|(at, purity)| f64::from(at.0) * purity).sum();
            percent(sum / f64::from(count(&self.all).max(1)))
        };
        let whole = f64::from(classes.sizes().into_iter().max()?) / classes.of().len() as f64;
        let said = format!(
            "A cluster is {} pure on average, as many points at random are {} pure, all together \
             {}.",
            weighted(&mut all.iter().map(|at| at.2)),
            weighted(&mut random.iter().map(|at| at.1)),
            percent(whole)
        );
        let name = "points at random".to_owned();
        let mut lines = vec![Line { name, class: None, is_dashed: true, points: random }];
        lines.extend(self.lines(|tally| bins(tally).iter().map(|at| (at.1, at.2)).collect()));
        Some(Plot {
            title: format!("{}: purity of clusters by size", self.stored.facts.name),
            said,
            x: X,
            y: "mean purity",
            is_percent: true,
            lines,
            mark: None,
        })
    }

    /// A line for each of the largest classes, and one for all clusters.
    fn lines(&self, points: impl Fn(&Tally) -> Vec<(u32, f64)>) -> Vec<Line> {
        let names = self.stored.points.classes().map_or(&[][..], |classes| classes.names());
        let has_some = |class: &usize| !self.by_class[*class].is_empty();
        let mut shown: Vec<usize> = (0..names.len()).filter(has_some).collect();
        let is_cut = shown.len() > LINES;
        shown.sort_by_key(|&class| Reverse(count(&self.by_class[class])));
        shown.truncate(LINES);
        shown.sort_unstable();
        let all = match is_cut {
            true => format!("all clusters, of {} classes", names.len()),
            false => "all clusters".to_owned(),
        };
        let of_class =
            |class: usize| (format!("mostly {}", names[class]), Some(class), &self.by_class[class]);
        let lines = shown.into_iter().map(of_class).chain([(all, None, &self.all)]);
        let line =
            |(name, class, tally)| Line { name, class, is_dashed: false, points: points(tally) };
        lines.map(line).collect()
    }
}

fn count(tally: &Tally) -> u32 {
    tally.values().map(|(count, _)| count).sum()
}

/// For each size, which share of the clusters is no larger.
fn no_larger(tally: &Tally) -> Vec<(u32, f64)> {
    let (all, mut sum) = (f64::from(count(tally)), 0);
    let mut add = |count: u32| {
        sum += count;
        f64::from(sum) / all
    };
    tally.iter().map(|(&size, &(count, _))| (size, add(count))).collect()
}

/// What sizes have in common whose first binary digits, one more than these, are the same: a curve
/// of more places would look no other.
fn bin(size: u32, digits: u32) -> u32 {
    size | ((1 << size.ilog2().saturating_sub(digits)) - 1)
}

/// How pure this many points, drawn at random, are on average.
fn shuffled(classes: &Classes, sizes: &[u32]) -> Vec<(u32, f64)> {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut labels: Vec<usize> = classes.of().iter().map(|class| class.index()).collect();
    let mut sums = vec![0_u64; sizes.len()];
    for _ in 0..SHUFFLES {
        let (mut counts, mut most, mut drawn) = (vec![0_u64; classes.names().len()], 0, 0);
        for (sum, &size) in sums.iter_mut().zip(sizes) {
            for at in drawn..size as usize {
                let other = at + (random.next_u64() % (labels.len() - at) as u64) as usize;
                labels.swap(at, other);
                counts[labels[at]] += 1;
                most = most.max(counts[labels[at]]);
            }
            (drawn, *sum) = (size as usize, *sum + most);
        }
    }
    let mean = |(&size, &sum): (&u32, &u64)| (size, sum as f64 / SHUFFLES as f64 / f64::from(size));
    sizes.iter().zip(&sums).map(mean).collect()
}
