//! Why a section of a graph cannot be read.

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};

/// Why a section of a graph cannot be read, in one line for a person.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What the graph holds contradicts itself.
    #[error("{place}: this graph is damaged: {damage}; build it again")]
    Damaged {
        /// Where the graph is.
        place: String,
        /// What is wrong in it.
        damage: DamageError,
    },
    /// The place that holds the graph fails.
    #[error(transparent)]
    Unread(ReadError),
}

/// An error of a place that holds a graph.
pub type ReadError = Box<dyn std::error::Error + Send + Sync>;

/// What is wrong in a graph whose content contradicts itself: half a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DamageError(pub String);

impl From<String> for DamageError {
    fn from(damage: String) -> Self {
        Self(damage)
    }
}

impl From<&str> for DamageError {
    fn from(damage: &str) -> Self {
        Self(damage.to_owned())
    }
}

/// Ids with the numbers that a store holds.
macro_rules! numbered {
    ($name:ident, $id:ident, $what:literal) => {
        #[doc = concat!("Returns the id of a ", $what, " by its number in a store.")]
        ///
        /// # Errors
        /// A number that no id has.
        pub fn $name(number: i64) -> Result<$id, DamageError> {
            $id::from_number(number).ok_or_else(|| {
                DamageError(format!(concat!("{} cannot be the number of a ", $what), number))
            })
        }
    };
}

numbered!(point_id, PointId, "point");
numbered!(class_id, ClassId, "class");
numbered!(concept_id, ConceptId, "concept");
numbered!(community_id, CommunityId, "community");
