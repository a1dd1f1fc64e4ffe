//! Numbers of points, given as a count or as a percentage: `75`, `50%`.

use std::str::FromStr;

/// A number of points: `75`, or `50%` of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CountOrPercent {
    /// A count of points.
    Count(usize),
    /// A percentage of the points.
    Percent(f64),
}

/// An error: a word that is not a [`CountOrPercent`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is neither a number of points such as 75 nor a share of up to 100% such as 50%")]
pub struct CountOrPercentError {
    word: String,
}

impl CountOrPercent {
    /// Returns the count for n points: a percentage is rounded down, and is at least 1 point.
    pub fn resolve(self, n: usize) -> usize {
        match self {
            CountOrPercent::Count(count) => count,
            CountOrPercent::Percent(share) => ((share * n as f64 / 100.0).floor() as usize).max(1),
        }
    }
}

impl FromStr for CountOrPercent {
    type Err = CountOrPercentError;

    fn from_str(word: &str) -> Result<Self, CountOrPercentError> {
        let amount = match word.strip_suffix('%') {
            Some(share) => match share.trim().parse::<f64>() {
                // 0% means no points, not the one point that other percentages are rounded up to.
                Ok(0.0) => Some(CountOrPercent::Count(0)),
                Ok(share) if (0.0..=100.0).contains(&share) => Some(CountOrPercent::Percent(share)),
                _ => None,
            },
            None => word.parse().ok().map(CountOrPercent::Count),
        };
        amount.ok_or_else(|| CountOrPercentError { word: word.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_down_and_at_least_one() {
        assert_eq!("50%".parse::<CountOrPercent>().unwrap().resolve(151), 75);
        assert_eq!("0.1%".parse::<CountOrPercent>().unwrap().resolve(150), 1);
        assert_eq!("0%".parse::<CountOrPercent>().unwrap().resolve(150), 0);
        assert_eq!("7".parse::<CountOrPercent>().unwrap().resolve(150), 7);
        for wrong in ["", "x", "-1", "101%", "1.5", "nan%"] {
            assert!(wrong.parse::<CountOrPercent>().is_err(), "{wrong}");
        }
    }
}
