//! Clusters by their size: how many there are, and how pure, for all of them and by the class that
//! most of their points have.

use std::collections::BTreeMap;

use super::{Line, MANY};
use crate::base::ids::ConceptId;
use crate::store::{LatticeStore, Result};

/// Clusters read together.
const BATCH: usize = 1 << 12;

/// How many clusters there are of a size, and the sum of their purities.
type Tally = BTreeMap<u32, (u32, f64)>;

/// The clusters of a graph, counted by size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BySize {
    all: Tally,
    by_class: Vec<(String, Tally)>,
}

impl BySize {
    /// Reads every cluster.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn of(store: &dyn LatticeStore) -> Result<Self> {
        let stored = store.stored_context()?;
        let classes = stored.points.classes().map_or(&[][..], |classes| classes.names());
        let by_class = classes.iter().map(|name| (name.clone(), Tally::new())).collect();
        let mut tallies = Self { all: Tally::new(), by_class };
        let ids: Vec<ConceptId> = ConceptId::first(stored.facts.concepts as usize).collect();
        for batch in ids.chunks(BATCH) {
            for concept in store.concepts(batch)? {
                let majority = concept.majority_and_purity();
                let add = |tally: &mut Tally| {
                    let (count, purities) = tally.entry(concept.size).or_default();
                    *count += 1;
                    *purities += majority.map_or(0.0, |(_, purity)| purity);
                };
                add(&mut tallies.all);
                if let Some((class, _)) = majority {
                    add(&mut tallies.by_class[class.index()].1);
                }
            }
        }
        Ok(tallies)
    }

    /// How many clusters there are of each size.
    pub fn counts(&self) -> Vec<Line> {
        self.lines(|count, _| Some(f64::from(count)))
    }

    /// How pure the clusters of each size are on average; nothing without classes.
    pub fn purities(&self) -> Vec<Line> {
        if self.by_class.is_empty() {
            return Vec::new();
        }
        self.lines(|count, purities| (purities > 0.0).then(|| purities / f64::from(count)))
    }

    /// Whether sizes are too many for a number each: those from one power of two to the next then
    /// stand together, at the lower one.
    pub fn is_grouped(&self) -> bool {
        let mut sizes = self.all.keys().filter(|&&size| size > 0);
        sizes
            .next()
            .zip(self.all.keys().last())
            .is_some_and(|(first, last)| last / first >= 2 * MANY)
    }

    fn grouped(&self, tally: &Tally) -> Tally {
        if !self.is_grouped() {
            return tally.clone();
        }
        let mut grouped = Tally::new();
        for (&size, &(count, purities)) in tally {
            let power = size.checked_ilog2().map_or(0, |power| 1 << power);
            let of = grouped.entry(power).or_default();
            *of = (of.0 + count, of.1 + purities);
        }
        grouped
    }

    fn lines(&self, value: impl Fn(u32, f64) -> Option<f64>) -> Vec<Line> {
        let line = |name: String, class: Option<usize>, tally: &Tally| {
            let point =
                |(&size, &(count, sum)): (&u32, &(u32, f64))| Some((size, value(count, sum)?));
            Line { name, class, points: self.grouped(tally).iter().filter_map(point).collect() }
        };
        let classes = self.by_class.iter().enumerate();
        let classes = classes
            .map(|(at, (name, tally))| line(format!("most points: {name}"), Some(at), tally));
        classes.chain([line("all clusters".to_owned(), None, &self.all)]).collect()
    }
}
