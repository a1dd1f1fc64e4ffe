//! A number of points, said as such or as a share of all: `75`, `50%`.

use std::str::FromStr;

/// A number of points: `75`, or `50%` of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// This many points.
    Count(usize),
    /// This percentage of them.
    Percent(f64),
}

/// A word that is not an [`Amount`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is neither a number of points such as 75 nor a share of up to 100% such as 50%")]
pub struct NoAmount {
    word: String,
}

impl Amount {
    /// The number for n points: a share above 0 is rounded down, and at least 1.
    pub fn of(self, n: usize) -> usize {
        match self {
            Amount::Count(count) => count,
            Amount::Percent(share) => ((share * n as f64 / 100.0).floor() as usize).max(1),
        }
    }
}

impl FromStr for Amount {
    type Err = NoAmount;

    fn from_str(word: &str) -> Result<Self, NoAmount> {
        let amount = match word.strip_suffix('%') {
            Some(share) => match share.trim().parse::<f64>() {
                // No points are none, not the one that other shares are rounded up to.
                Ok(0.0) => Some(Amount::Count(0)),
                Ok(share) if (0.0..=100.0).contains(&share) => Some(Amount::Percent(share)),
                _ => None,
            },
            None => word.parse().ok().map(Amount::Count),
        };
        amount.ok_or_else(|| NoAmount { word: word.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_down_and_at_least_one() {
        assert_eq!("50%".parse::<Amount>().unwrap().of(151), 75);
        assert_eq!("0.1%".parse::<Amount>().unwrap().of(150), 1);
        assert_eq!("0%".parse::<Amount>().unwrap().of(150), 0);
        assert_eq!("7".parse::<Amount>().unwrap().of(150), 7);
        for wrong in ["", "x", "-1", "101%", "1.5", "nan%"] {
            assert!(wrong.parse::<Amount>().is_err(), "{wrong}");
        }
    }
}
