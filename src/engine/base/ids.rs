//! Identifiers of points, classes, concepts and communities: indices from 0, each of its own type.
//!
//! People and stores count from 1: [`PointId::number`] and its counterparts return that number, and
//! [`PointId::from_number`] is the only conversion back. It accepts only valid numbers.

use std::fmt;

/// Defines an identifier; the types differ only in their meaning.
macro_rules! id {
    ($(#[$meaning:meta])* $name:ident) => {
        $(#[$meaning])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the identifier as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the number that people and stores see, from 1.
            pub fn number(self) -> i64 {
                i64::from(self.0) + 1
            }

            /// Returns the identifier with this number; `None` if it is below 1 or above 2^32.
            pub fn from_number(number: i64) -> Option<Self> {
                number.checked_sub(1).and_then(|place| u32::try_from(place).ok()).map(Self)
            }

            /// Returns the first `count` identifiers in ascending order.
            pub fn first(
                count: usize,
            ) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
                (0..count as u32).map(Self)
            }
        }
    };
}

id! {
    /// A point: its row in the table or context.
    PointId
}
id! {
    /// A class: its index among the sorted class names.
    ClassId
}
id! {
    /// A concept: its index in canonical order. People see it as `c1`.
    ConceptId
}

id! {
    /// A community: its index among those of a graph, groups first. People see its name: `g1`.
    CommunityId
}

impl ConceptId {
    /// Returns the first `count` identifiers in ascending order, in batches of `size`.
    pub fn batches(count: u32, size: u32) -> impl Iterator<Item = Vec<Self>> {
        (0..count)
            .step_by(size as usize)
            .map(move |first| (first..count.min(first.saturating_add(size))).map(Self).collect())
    }
}

impl fmt::Display for ConceptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_hold_each_id_once() {
        for (count, sizes) in [(0, vec![]), (1, vec![1]), (4, vec![4]), (9, vec![4, 4, 1])] {
            let batches: Vec<_> = ConceptId::batches(count, 4).collect();
            assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), sizes);
            assert_eq!(batches.concat(), ConceptId::first(count as usize).collect::<Vec<_>>());
        }
    }

    #[test]
    fn numbers_count_from_1_and_nothing_else_is_an_id() {
        assert_eq!(ConceptId::from_number(1), Some(ConceptId(0)));
        assert_eq!(ConceptId(0).to_string(), "c1");
        for id in [0, 7, u32::MAX].map(PointId) {
            assert_eq!(PointId::from_number(id.number()), Some(id));
        }
        for number in [i64::MIN, -1, 0, (1 << 32) + 1, i64::MAX] {
            assert_eq!(ClassId::from_number(number), None, "{number}");
        }
    }
}
