//! The paper's Figure 2: purities by k.

use std::path::Path;
use std::str::FromStr;

use super::Evaluate;
use crate::cli::failure::Failure;
use crate::cli::input::file;
use crate::cli::running::Running;
use crate::evaluate::closures;
use crate::export::plot;
use crate::store::Value;

use super::rows::{deviation, mean, real};
use super::trial::classes;

/// Some values of k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sweep {
    from: usize,
    to: usize,
    step: usize,
}

impl FromStr for Sweep {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let read = || {
            let (ends, step) = match word.strip_prefix("k=")?.split_once(':') {
                Some((ends, step)) => (ends, step.parse().ok()?),
                None => (word.strip_prefix("k=")?, 1),
            };
            let (from, to) = ends.split_once("..")?;
            let sweep = Self { from: from.parse().ok()?, to: to.parse().ok()?, step };
            (1 <= sweep.from && sweep.from <= sweep.to && sweep.step >= 1).then_some(sweep)
        };
        read().ok_or("write k=FROM..TO:STEP, as in k=10..190:10".to_owned())
    }
}

/// Purities of one input by k: ours and Ward's in each trial.
pub(super) struct Swept {
    dataset: String,
    trials: u64,
    points: Vec<(usize, [Vec<f64>; 2])>,
}

impl Evaluate {
    /// Each table is read or made once; Ward's tree knows no k.
    pub(super) fn swept(
        &self,
        sweep: &Sweep,
        input: &Path,
        running: &Running,
    ) -> Result<Swept, Failure> {
        let trials = self.trials(input);
        let mut swept = Swept { dataset: String::new(), trials, points: Vec::new() };
        for trial in 0..trials {
            running.step("reading");
            let table = self.table(input, trial)?;
            let n = table.points().len();
            let ks: Vec<usize> =
                (sweep.from..=sweep.to).step_by(sweep.step).take_while(|&k| k <= n).collect();
            if trial == 0 {
                let all = (sweep.to - sweep.from) / sweep.step + 1;
                if ks.is_empty() {
                    let (file, k) = (file(input), sweep.from);
                    return Err(Failure::Usage(format!(
                        "{file} has {n} points, so no k from {k} can be swept; begin --sweep lower"
                    )));
                }
                if ks.len() < all {
                    running.say(&format!("{}: no k above its {n} points", file(input)));
                }
                swept.points = ks.iter().map(|&k| (k, Default::default())).collect();
            }
            let ward = self.baseline(&table, input, running)?.overall;
            running.step("sweeping");
            for (k, both) in &mut swept.points {
                let source = self.how.with_k(*k).neighbours(&table, input)?;
                let (ours, _) = closures::dendrogram_purity(&source.context, classes(&table), 0);
                swept.dataset = source.name;
                for (told, purity) in both.iter_mut().zip([ours.overall, ward]) {
                    told.extend(purity);
                }
            }
        }
        Ok(swept)
    }
}

impl Swept {
    pub(super) fn rows(&self, spread: bool) -> impl Iterator<Item = Vec<Value>> + '_ {
        self.points.iter().map(move |(k, both)| {
            let mut row = vec![Value::Text(self.dataset.clone()), Value::Int(*k as i64)];
            row.extend(both.iter().map(|purities| real(mean(purities))));
            if spread {
                row.push(Value::Int(self.trials as i64));
                row.extend(both.iter().map(|purities| real(deviation(purities))));
            }
            row
        })
    }

    /// Two lines to draw.
    pub(super) fn lines(&self) -> impl Iterator<Item = plot::Line> + '_ {
        [("ours", 0), ("Ward", 1)].into_iter().map(|(method, at)| {
            let point = |(k, both): &(usize, [Vec<f64>; 2])| Some((*k as u32, mean(&both[at])?));
            (format!("{}, {method}", self.dataset), self.points.iter().filter_map(point).collect())
        })
    }
}
