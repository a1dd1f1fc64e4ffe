//! The paper's synthetic tables (Yoneda, Sugiyama and Washio 2018, section 4), seeded.
//!
//! - synth1: two classes of n/2 points, each feature N(0, 1) and N(2, 1);
//! - synth2: N(0, 1) and N(2, 4), the 4 read as a variance or as a deviation;
//! - synth3: three classes of n/2, n/4 and n/4 points, N(mean, 1), the means uniform in [-25, 25],
//!   one for each class and feature or one for each class.
//!
//! The paper leaves two readings of synth2 and of synth3 open; both are available.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::{Distribution, Normal, Uniform};

use crate::base::points::{Classes, Points};
use crate::table::Table;

/// A kind of the paper's synthetic tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntheticTable {
    /// Two classes that differ in their means.
    Synth1,
    /// Two classes that differ in mean and spread.
    Synth2 {
        /// `true` if 4 is the variance of the second class; otherwise it is the standard deviation.
        variance: bool,
    },
    /// Three classes about random means.
    Synth3 {
        /// `true` if a class has a mean for each feature; otherwise it has one mean for all
        /// features.
        by_feature: bool,
    },
}

/// Generates a table of `n` points and `m` features, class by class; equal seeds give equal tables.
pub fn sample(kind: SyntheticTable, n: usize, m: usize, seed: u64) -> Table {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let sizes = match kind {
        SyntheticTable::Synth1 | SyntheticTable::Synth2 { .. } => vec![n - n / 2, n / 2],
        SyntheticTable::Synth3 { .. } => vec![n - 2 * (n / 4), n / 4, n / 4],
    };
    let (mut values, mut labels) = (Vec::with_capacity(n * m), Vec::with_capacity(n));
    for (class, size) in sizes.into_iter().enumerate() {
        let far = 2.0 * class as f64;
        let normals: Vec<Normal<f64>> = match kind {
            SyntheticTable::Synth1 => vec![normal(far, 1.0); m],
            SyntheticTable::Synth2 { variance } => {
                let wide = if variance { 2.0 } else { 4.0 };
                vec![normal(far, if class == 0 { 1.0 } else { wide }); m]
            }
            SyntheticTable::Synth3 { by_feature } => {
                let means = Uniform::new_inclusive(-25.0, 25.0).expect("the ends are in order");
                let one = means.sample(&mut random);
                let mean = |feature: usize| match by_feature && feature > 0 {
                    true => means.sample(&mut random),
                    false => one,
                };
                (0..m).map(mean).map(|mean| normal(mean, 1.0)).collect()
            }
        };
        for _ in 0..size {
            values.extend(normals.iter().map(|normal| normal.sample(&mut random)));
            labels.push(format!("{}", class + 1));
        }
    }
    let names = (1..=m).map(|feature| format!("x{feature}")).collect();
    Table::new(names, values, Points::from_count(n, Some(Classes::from_labels(&labels))))
}

fn normal(mean: f64, deviation: f64) -> Normal<f64> {
    Normal::new(mean, deviation).expect("a deviation above 0")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(table: &Table, class: usize) -> (f64, f64) {
        let of = table.points().classes().expect("it has classes").class_ids();
        let rows = (0..of.len()).filter(|&row| of[row].index() == class);
        let values: Vec<f64> = rows.flat_map(|row| table.row(row).to_vec()).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let square = |value: &f64| (value - mean) * (value - mean);
        (mean, values.iter().map(square).sum::<f64>() / values.len() as f64)
    }

    #[test]
    fn classes_are_spread_as_told() {
        let near = |(mean, variance): (f64, f64), truth: (f64, f64)| {
            assert!((mean - truth.0).abs() < 0.1, "{mean} for {}", truth.0);
            assert!((variance / truth.1 - 1.0).abs() < 0.1, "{variance} for {}", truth.1);
        };
        let table = sample(SyntheticTable::Synth1, 2000, 5, 1);
        near(moments(&table, 0), (0.0, 1.0));
        near(moments(&table, 1), (2.0, 1.0));
        for (variance, square) in [(true, 4.0), (false, 16.0)] {
            let table = sample(SyntheticTable::Synth2 { variance }, 2000, 5, 1);
            near(moments(&table, 1), (2.0, square));
        }
        let table = sample(SyntheticTable::Synth3 { by_feature: false }, 2001, 5, 1);
        assert_eq!(table.points().classes().expect("it has classes").sizes(), [1001, 500, 500]);
        let (mean, variance) = moments(&table, 2);
        near((0.0, variance), (0.0, 1.0));
        assert!(mean.abs() <= 25.1);
        // A mean for each feature spreads the values of a class.
        let table = sample(SyntheticTable::Synth3 { by_feature: true }, 2001, 5, 1);
        assert!(moments(&table, 0).1 > 5.0);
    }
}
