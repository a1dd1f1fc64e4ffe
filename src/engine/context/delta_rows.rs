//! The compact encoding of the neighbours of a point in stores, read by this program only.
//!
//! The numbers of points ascend. Each is encoded as its difference from the one before it, the
//! first from 0, in groups of seven bits, lowest first, with the eighth bit set on all bytes but
//! the last (LEB128).

/// Encodes ascending numbers.
pub fn encode(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    let (mut bytes, mut last) = (Vec::new(), 0);
    for number in numbers {
        let mut left = number - last;
        last = number;
        while left >= 0x80 {
            bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        bytes.push(left as u8);
    }
    bytes
}

/// Decodes ascending numbers below `universe`; returns `None` if the bytes are no such encoding.
pub fn decode(bytes: &[u8], universe: usize) -> Option<Vec<u32>> {
    let mut numbers: Vec<u32> = Vec::new();
    let mut left = bytes.iter();
    while let Some(&first) = left.next() {
        let (mut apart, mut byte, mut shift) = (u64::from(first & 0x7f), first, 7);
        while byte & 0x80 != 0 {
            byte = *left.next().filter(|_| shift < 35)?;
            apart |= u64::from(byte & 0x7f) << shift;
            shift += 7;
        }
        let number = match numbers.last() {
            Some(_) if apart == 0 => return None,
            last => u64::from(last.copied().unwrap_or_default()) + apart,
        };
        numbers.push(u32::try_from(number).ok().filter(|&number| (number as usize) < universe)?);
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_numbers_survive(numbers in proptest::collection::btree_set(0..u32::MAX, 0..40)) {
            let numbers: Vec<u32> = numbers.into_iter().collect();
            let bytes = encode(numbers.iter().copied());
            prop_assert_eq!(decode(&bytes, u32::MAX as usize), Some(numbers));
        }

        #[test]
        fn any_bytes_are_numbers_below_the_universe_or_none(
            bytes in proptest::collection::vec(any::<u8>(), 0..20),
            universe in 1..2_000_000_usize,
        ) {
            if let Some(numbers) = decode(&bytes, universe) {
                prop_assert!(numbers.is_sorted_by(|a, b| a < b));
                prop_assert!(numbers.iter().all(|&number| (number as usize) < universe));
            }
        }
    }

    #[test]
    fn small_steps_take_a_byte() {
        assert_eq!(encode([3, 4, 131, 259]), [3, 1, 127, 128, 1]);
        assert_eq!(decode(&[3, 0], 9), None);
        assert_eq!(decode(&[0x80], 9), None);
        assert_eq!(decode(&[9], 9), None);
    }
}
