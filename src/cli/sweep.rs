//! A range of values of k, such as `k=10..190:10`.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// Values of k, from the first to the last with a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sweep {
    pub(super) range: RangeInclusive<usize>,
    pub(super) step: usize,
}

impl Sweep {
    pub(super) fn ks(&self) -> impl Iterator<Item = usize> + Clone {
        self.range.clone().step_by(self.step)
    }

    /// Returns `true` if some values of k are at most `n` and others are larger.
    pub(super) fn crosses(&self, n: usize) -> bool {
        *self.range.start() <= n && self.ks().any(|k| k > n)
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
