//! What to do where a graph has more concepts than allowed: every value that is named was tried, by
//! an estimate or by counting up to the limit.

use super::TooMany;
use crate::dataset::Dataset;
use crate::mine::{Estimate, Limits, estimate_quickly};

/// How much less work an estimate is given than usual.
const TIMES: u64 = 4;
/// More concepts than this are not for one machine.
const FAR_MORE: f64 = 50_000_000.0;

/// That a search found more concepts than allowed.
pub(super) fn too_many(dataset: &Dataset, limits: &Limits, most: u64) -> TooMany {
    let context = &dataset.context;
    let n = dataset.points.len();
    // A rough guess is no advice.
    let at_most = |estimate: Estimate| match estimate.is_rough() {
        true => f64::INFINITY,
        false => estimate.concepts + 3.0 * estimate.error,
    };
    let estimated = |min_size: usize| at_most(estimate_quickly(context, min_size, 0, TIMES));
    // From few large clusters down to many small ones, as long as they fit.
    let shares = [50, 40, 30, 20, 15, 10, 7, 5, 3, 2, 1];
    let sizes = shares.into_iter().map(|share| (share * n / 100).max(2));
    let sizes = sizes.filter(|&size| size > limits.min_size);
    let min_size = sizes.take_while(|&size| estimated(size) <= most as f64).last();
    let enough = estimated(limits.min_size);
    let enough = (enough <= FAR_MORE).then(|| rounded_up((1.2 * enough).max(2.0 * most as f64)));
    TooMany { name: dataset.name.clone(), most, min_size, enough }
}

/// The next number with one digit and zeros.
fn rounded_up(number: f64) -> u64 {
    let ten = 10_f64.powf(number.log10().floor());
    ((number / ten).ceil() * ten) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_up() {
        assert_eq!(
            [1.0, 20.0, 154_060.0, 3_400_000.0].map(rounded_up),
            [1, 20, 200_000, 4_000_000]
        );
    }
}
