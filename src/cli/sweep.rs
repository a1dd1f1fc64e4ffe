//! A range of values of k, such as `k=10..190:10`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::base::numbers::pluralize;
use crate::base::progress::Progress;

/// Values of k, from the first to the last with a step.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    range: RangeInclusive<usize>,
    step: usize,
}

impl Sweep {
    pub(super) fn ks(&self) -> impl Iterator<Item = usize> + Clone {
        self.range.clone().step_by(self.step)
    }

    /// Notes that k is limited if some values of k are at most the `n` points of `input` and others
    /// are larger. If all are larger, the sweep itself returns an error.
    pub(super) fn note_limit(&self, n: usize, input: &str, progress: &Progress) {
        if *self.range.start() <= n && self.ks().any(|k| k > n) {
            let points = pluralize(n as u64, "point", "points");
            progress.note(&format!("{input}: k is limited to its {points}"));
        }
    }
}

impl FromStr for Sweep {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let read = || {
            let word = word.strip_prefix("k=")?;
            let (ends, step) = word.split_once(':').unwrap_or((word, "1"));
            let (from, to) = ends.split_once("..")?;
            let (range, step) = (from.parse().ok()?..=to.parse().ok()?, step.parse().ok()?);
            let is_some = *range.start() >= 1 && !range.is_empty() && step >= 1;
            is_some.then_some(Self { range, step })
        };
        read().ok_or("write k=FROM..TO:STEP, as in k=10..190:10")
    }
}
