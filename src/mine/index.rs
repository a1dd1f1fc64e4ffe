//! A hash table that numbers distinct keys, behind every merging of equal rows.
//!
//! The user of the table keeps the keys, which are compared in full: collisions only cost time.

/// The numbers of distinct keys, from 0, by the hash of the key.
pub(crate) struct Index {
    /// The number of a key plus 1, or 0 for an empty slot.
    slots: Vec<u32>,
    shift: u32,
}

impl Index {
    #[inline(always)]
    pub(crate) fn with_capacity(keys: usize) -> Self {
        let size = (2 * keys).next_power_of_two().max(2);
        Self { slots: vec![0; size], shift: 64 - size.trailing_zeros() }
    }

    /// Returns the number of the key with this hash for which `is_it` holds; if there is none, adds
    /// the key with the number `new` and returns that.
    #[inline(always)]
    pub(crate) fn find_or_insert(
        &mut self,
        hash: u64,
        new: u32,
        is_it: impl Fn(u32) -> bool,
    ) -> u32 {
        let mut at = (hash >> self.shift) as usize;
        loop {
            match self.slots[at].checked_sub(1) {
                None => {
                    self.slots[at] = new + 1;
                    return new;
                }
                Some(number) if is_it(number) => return number,
                Some(_) => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }
}

/// 2^64 divided by the golden ratio, odd: Fibonacci hashing (Knuth).
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns the hash of a key of words; its highest bits are the best mixed.
#[inline(always)]
pub(crate) fn hash(words: impl Iterator<Item = u64>) -> u64 {
    let mix = |hash: u64, word: u64| -> u64 {
        let mixed = (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR);
        mixed ^ (mixed >> 32)
    };
    words.fold(0_u64, mix).wrapping_mul(FACTOR)
}

/// Returns the hash of a set of numbers in any order: a sum, so that no number waits for another.
#[inline(always)]
pub(crate) fn hash_numbers(numbers: impl Iterator<Item = u32>) -> u64 {
    let mixed = numbers.map(|number| {
        let mixed = (u64::from(number) + 1).wrapping_mul(FACTOR);
        mixed ^ (mixed >> 29)
    });
    mixed.fold(0, u64::wrapping_add).wrapping_mul(FACTOR)
}
