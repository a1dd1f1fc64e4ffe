//! Keys that identify sets of points, and thereby concepts.
//!
//! Every point gets a random key of 63 - ceil(log2(n + 1)) bits. The key of a set of points is the
//! sum of the keys of its members, which stays below 2^63 and so fits a signed integer of any
//! store. Two extents with equal sums are possible though unlikely (about N^2 / 2 of one in
//! 2^bits): the code that builds a lattice checks that keys are unique, and takes the next seed if
//! they are not.
//!
//! The keys come from ChaCha8, whose stream for a seed is fixed by definition: a seed gives equal
//! keys on every machine and in every version.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The key of a point, or of a set of points: the sum of the keys of its members.
pub type Key = u64;

/// Two keys of different seeds as one number, the second in the upper half.
pub type KeyPair = u128;

/// One random key for each point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointKeys {
    seed: u64,
    keys: Vec<Key>,
}

impl PointKeys {
    /// Creates keys for `n` points.
    pub fn new(n: usize, seed: u64) -> Self {
        Self::with_bits(n, seed, Self::bits(n))
    }

    /// Returns the number of bits of the key of one of `n` points.
    pub fn bits(n: usize) -> u32 {
        63 - (usize::BITS - n.leading_zeros())
    }

    /// Creates keys of `bits` bits, 1 to 63. Few bits make collisions likely, for tests.
    pub fn with_bits(n: usize, seed: u64, bits: u32) -> Self {
        let mut chacha_seed = [0; 32];
        chacha_seed[..8].copy_from_slice(&seed.to_le_bytes());
        let mut stream = ChaCha8Rng::from_seed(chacha_seed);
        let keys = (0..n).map(|_| stream.next_u64() >> (64 - bits)).collect();
        Self { seed, keys }
    }

    /// Returns the seed of the keys.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the key of each point, by row.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_all_keys_fits_a_signed_integer() {
        for n in [0, 1, 2, 3, 7, 8, 150, 1023, 1024, 100_000] {
            let keys = PointKeys::new(n, 0);
            let sum: u128 = keys.keys().iter().map(|&k| u128::from(k)).sum();
            assert!(sum < 1 << 63, "{n} points");
        }
    }

    #[test]
    fn a_seed_fixes_the_keys() {
        let keys = PointKeys::new(3, 0);
        assert_eq!(keys, PointKeys::new(3, 0));
        assert_ne!(keys.keys(), PointKeys::new(3, 1).keys());
    }
}
