//! Errors of reading a section of a graph.

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::progress::InterruptedError;

/// An error of reading a section of a graph; its message is one line for a person.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// A graph whose content contradicts itself.
    #[error("{place}: this graph is damaged: {damage}; build it again")]
    Damaged {
        /// The place of the graph.
        place: String,
        /// The fault in its content.
        damage: DamageError,
    },
    /// A failure of the place that holds the graph.
    #[error(transparent)]
    Read(ReadError),
    /// An interrupt of the computation of a section.
    #[error("interrupted")]
    Interrupted,
}

impl From<InterruptedError> for GraphError {
    fn from(_: InterruptedError) -> Self {
        Self::Interrupted
    }
}

/// An error of a place that holds a graph.
pub(crate) type ReadError = Box<dyn std::error::Error + Send + Sync>;

/// The fault in a graph whose content contradicts itself: half a sentence.
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

/// Defines a function from the number of an id in a store to the id.
macro_rules! numbered {
    ($name:ident, $id:ident, $what:literal) => {
        #[doc = concat!("Returns the id of a ", $what, " by its number in a store.")]
        ///
        /// # Errors
        /// Returns an error if no id has the number.
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
