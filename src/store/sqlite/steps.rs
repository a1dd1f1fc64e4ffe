//! Covers as they are stored: for each concept the ids of those above it, and of those below it.
//!
//! A list is cut in pieces. A piece has its first id and, as characters, the steps from one id to
//! the next. Where clusters of pairs lie in many others, covers are most of a file: 141 million of
//! 3.9 GB of 2,126 cardiotocograms, at 25 bytes each as rows with an index. A step takes two bytes
//! or so, and stock SQLite still reads it, by `unicode` (the views `cover` and `covered` of
//! `schema.sql`).

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use rusqlite::Row;
use rusqlite::types::Type;

use super::STEPS;
use super::decode::cover;
use super::store::SqliteStore;
use crate::base::ids::ConceptId;
use crate::store::bounds::Bounds;
use crate::store::{Damage, LatticeStore, Result};

/// A cover: lower and upper concept.
pub(super) type Cover = (ConceptId, ConceptId);

/// Most ids of a piece: a view takes its steps off one by one, and copies the rest each time. The
/// views read no more of one that was made longer.
const PIECE: usize = 1_000;
/// Code points from here on are none, or not all: surrogates, and what SQLite takes for an error.
const GAP: u32 = 0xd800;
/// What is added to a step that is not less.
const OVER_GAP: u32 = 0x1_0000 - GAP;

/// The character of a step; none for one that is too long.
fn character(step: u32) -> Option<char> {
    let code = if step < GAP { step } else { step.checked_add(OVER_GAP)? };
    char::from_u32(code)
}

/// The step of a character; none for one that stands for no step.
fn step(character: char) -> Option<u32> {
    match u32::from(character) {
        code @ 1..GAP => Some(code),
        code @ 0x1_0000.. => Some(code - OVER_GAP),
        _ => None,
    }
}

/// The pieces of a list of rising ids: the first id and the steps from there.
pub(super) fn pieces(ids: &[ConceptId]) -> Vec<(ConceptId, String)> {
    let mut pieces: Vec<(ConceptId, String)> = Vec::new();
    let mut left = 0;
    for (at, &id) in ids.iter().enumerate() {
        let next = at.checked_sub(1).and_then(|last| character(id.0 - ids[last].0));
        match (next, pieces.last_mut()) {
            (Some(next), Some((_, steps))) if left > 0 => {
                steps.push(next);
                left -= 1;
            }
            _ => {
                pieces.push((id, String::new()));
                left = PIECE - 1;
            }
        }
    }
    pieces
}

/// The ids of a piece; none where it is not one.
fn ids(first: ConceptId, steps: &str) -> Option<Vec<ConceptId>> {
    let mut last = first.0;
    let mut ids = vec![first];
    for character in steps.chars() {
        last = last.checked_add(step(character)?)?;
        ids.push(ConceptId(last));
        if ids.len() > PIECE {
            return None;
        }
    }
    Some(ids)
}

/// The two ends at which covers are listed.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// Those above a concept.
    Upper,
    /// Those below it.
    Lower,
}

impl End {
    /// A cover as the concept whose list it is in and the one that is listed, or such a pair as a
    /// cover: at the lower end both are the other way round.
    pub(super) fn turned(self, (one, other): Cover) -> Cover {
        match self {
            Self::Upper => (one, other),
            Self::Lower => (other, one),
        }
    }

    /// What reads the list of a concept, and what read its covers when they were rows.
    fn selects(self) -> [&'static str; 2] {
        match self {
            Self::Upper => [
                "SELECT concept_id, first_id, steps FROM upper_covers WHERE concept_id = ? \
                 ORDER BY first_id",
                "SELECT lower_id, upper_id FROM cover WHERE lower_id = ? ORDER BY upper_id",
            ],
            Self::Lower => [
                "SELECT concept_id, first_id, steps FROM lower_covers WHERE concept_id = ? \
                 ORDER BY first_id",
                "SELECT lower_id, upper_id FROM cover WHERE upper_id = ? ORDER BY lower_id",
            ],
        }
    }

    /// The covers of a row with a piece.
    fn row(self, row: &Row<'_>) -> rusqlite::Result<Vec<Cover>> {
        let (of, first): (ConceptId, ConceptId) = (row.get(0)?, row.get(1)?);
        let Some(others) = ids(first, row.get_ref(2)?.as_str()?) else {
            let damage = Box::new(Damage(format!("the covers of {of} cannot be read")));
            return Err(rusqlite::Error::FromSqlConversionFailure(2, Type::Text, damage));
        };
        Ok(others.into_iter().map(|other| self.turned((of, other))).collect())
    }
}

/// The covers at one end of each of these concepts, in the order asked for, then by id.
pub(super) fn covers(store: &SqliteStore, end: End, ids: &[ConceptId]) -> Result<Vec<Cover>> {
    let [pieces, rows] = end.selects();
    let mut found = Vec::new();
    for &id in ids {
        let list = match store.version >= STEPS {
            true => store.each(pieces, &[id], |row| end.row(row))?.concat(),
            false => store.each(rows, &[id], cover)?,
        };
        found.extend(sound(store, list)?);
    }
    Ok(found)
}

/// All covers, by lower id, then by upper id.
pub(super) fn all(store: &SqliteStore) -> Result<Vec<Cover>> {
    let pieces = "SELECT concept_id, first_id, steps FROM upper_covers \
                  ORDER BY concept_id, first_id";
    let rows = "SELECT lower_id, upper_id FROM cover ORDER BY lower_id, upper_id";
    let found = match store.version >= STEPS {
        true => store.all(pieces, &[], |row| End::Upper.row(row))?.concat(),
        false => store.all(rows, &[], cover)?,
    };
    sound(store, found)
}

/// Covers that rise, between concepts that are there.
fn sound(store: &SqliteStore, covers: Vec<Cover>) -> Result<Vec<Cover>> {
    let stored = store.stored_context()?;
    let checked = Bounds::of(&stored).all_covers(&covers);
    checked.map(|()| covers).map_err(|Damage(damage)| store.damaged(damage))
}

/// A number that others, added up, do not give by chance.
pub(super) fn hash(of: impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(of)
}

/// Concepts read together.
const BATCH: u32 = 1 << 12;

/// Where the two ends do not say the same, at most so many.
///
/// Every concept has a sum of hashes: of those below it as their own lists say, less those that its
/// list says.
pub(super) fn faults(store: &SqliteStore, most: usize) -> Result<Vec<String>> {
    if store.version < STEPS {
        return Ok(Vec::new());
    }
    let concepts = store.facts()?.concepts;
    let mut sums = vec![0_u64; concepts as usize];
    for ids in ConceptId::batches(concepts, BATCH) {
        for (lower, upper) in covers(store, End::Upper, &ids)? {
            let sum = &mut sums[upper.index()];
            *sum = sum.wrapping_add(hash(lower));
        }
        for (lower, upper) in covers(store, End::Lower, &ids)? {
            let sum = &mut sums[upper.index()];
            *sum = sum.wrapping_sub(hash(lower));
        }
    }
    let differing = (0..concepts).map(ConceptId).filter(|id| sums[id.index()] != 0);
    let fault = |id| format!("the list of clusters next below {id} is not that of its covers");
    Ok(differing.take(most).map(fault).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read_back(pieces: &[(ConceptId, String)]) -> Option<Vec<ConceptId>> {
        let lists: Option<Vec<_>> =
            pieces.iter().map(|(first, steps)| ids(*first, steps)).collect();
        lists.map(|lists| lists.concat())
    }

    proptest! {
        #[test]
        fn a_list_is_read_back(
            steps in proptest::collection::vec(
                prop_oneof![1_u32..200, 1_u32..70_000, 1_050_000_u32..1_150_000], 0..3_000,
            ),
        ) {
            let mut last = 0_u32;
            let ids: Vec<ConceptId> = steps
                .into_iter()
                .map_while(|step| {
                    last = last.checked_add(step)?;
                    Some(ConceptId(last))
                })
                .collect();
            prop_assert_eq!(read_back(&pieces(&ids)), Some(ids));
        }
    }

    #[test]
    fn every_step_has_a_character_of_its_own() {
        let longest = 0x10_ffff - OVER_GAP;
        for of in [1, 127, 128, GAP - 1, GAP, GAP + 1, 0xffff, 0x1_0000, longest] {
            assert_eq!(character(of).and_then(step), Some(of), "{of}");
        }
        assert_eq!(character(longest + 1), None);
        assert_eq!(character(u32::MAX), None);
    }

    #[test]
    fn what_is_no_step_is_damage() {
        for steps in ["\0", "a\0", "\u{e000}", "\u{fffd}"] {
            assert_eq!(ids(ConceptId(8), steps), None, "{steps:?}");
        }
        assert_eq!(ids(ConceptId(u32::MAX), "a"), None);
        assert_eq!(ids(ConceptId(8), &"a".repeat(PIECE - 1)).map(|ids| ids.len()), Some(PIECE));
        assert_eq!(ids(ConceptId(8), &"a".repeat(PIECE)), None);
    }
}
