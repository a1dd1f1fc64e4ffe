//! An axis: where a number stands on it, and the marks that people know: 1, 2, 5, 10, 20 and so on.

/// From this ratio of the largest count to the smallest on, equal steps are equal factors.
const MANY: f64 = 20.0;

/// The numbers from one to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    is_log: bool,
    /// Marks are at least so far apart, if steps are equal.
    least: f64,
}

impl Axis {
    /// Of counts, from 1 on. A single one stands in the middle.
    pub fn of_counts(low: u32, high: u32) -> Self {
        let around = u32::from(low == high);
        let low = f64::from(low.saturating_sub(around).max(1));
        let high = f64::from(high) + f64::from(around);
        Self { low, high, is_log: high / low >= MANY, least: 1.0 }
    }

    /// Of shares, between two marks.
    pub fn of_shares(low: f64, high: f64) -> Self {
        let low = low.min(high - 0.05);
        let step = step((high - low) / 4.0);
        let (low, high) = ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step);
        Self { low, high, is_log: false, least: 0.0 }
    }

    /// Where a number stands, from 0 to 1.
    pub fn place(&self, number: f64) -> f64 {
        let at = |number: f64| if self.is_log { number.max(1.0).ln() } else { number };
        (at(number) - at(self.low)) / (at(self.high) - at(self.low))
    }

    /// At most this many marks, if there is room for two.
    pub fn marks(&self, most: usize) -> Vec<f64> {
        let is_here = |mark: &f64| (self.low - 1e-9..=self.high + 1e-9).contains(mark);
        if !self.is_log {
            let step = step((self.high - self.low) / most.max(1) as f64).max(self.least);
            let first = (self.low / step - 1e-9).ceil();
            let marks = (0..=most).map(|at| (first + at as f64) * step);
            return marks.filter(is_here).collect();
        }
        let powers = |step: usize| (0..10).step_by(step).map(|power| 10_f64.powi(power));
        let all = |step: usize, of: &[f64]| -> Vec<f64> {
            let marks = powers(step).flat_map(|power| of.iter().map(move |one| one * power));
            marks.filter(is_here).collect()
        };
        let dense = [all(1, &[1.0, 2.0, 5.0]), all(1, &[1.0])];
        let fits = |marks: &Vec<f64>| marks.len() <= most;
        dense.into_iter().find(fits).unwrap_or_else(|| all(2, &[1.0]))
    }
}

/// The least of 1, 2 and 5, times a power of ten, that is no less.
fn step(least: f64) -> f64 {
    let power = 10_f64.powi(least.log10().floor() as i32);
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|one| one * power)
        .find(|&step| step >= least * 0.999)
        .unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_those_that_people_know() {
        let of = |low, high, most| Axis::of_counts(low, high).marks(most);
        assert_eq!(of(1, 150, 9), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
        assert_eq!(of(3, 20_000, 5), [10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!(of(1, u32::MAX, 6), [1.0, 100.0, 1e4, 1e6, 1e8]);
        assert_eq!(of(10, 190, 5), [50.0, 100.0, 150.0]);
        assert_eq!(of(50, 50, 11), [49.0, 50.0, 51.0]);
        assert_eq!(of(1, 1, 11), [1.0, 2.0]);
        assert_eq!(of(50, 52, 11), [50.0, 51.0, 52.0]);
        let all_pure = Axis::of_shares(1.0, 1.0);
        let marks: Vec<f64> = all_pure.marks(5).iter().map(|mark| (100.0 * mark).round()).collect();
        assert_eq!((marks, all_pure.place(1.0)), (vec![94.0, 96.0, 98.0, 100.0], 1.0));
        let shares = Axis::of_shares(0.52, 1.0);
        // 0.4, 0.6, 0.8 and 1.
        assert_eq!(shares.marks(5).len(), 4);
        assert!((shares.place(0.7) - 0.5).abs() < 1e-9);
    }
}
