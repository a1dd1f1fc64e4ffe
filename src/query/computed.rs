//! Queries that have no statement, because no query language says them well: the program computes
//! them, from any store.

use super::bind::Argument;
use super::cells;
use super::describe::describe;
use super::fault::Error;
use super::words::Dictionary;
use crate::base::ids::ConceptId;
use crate::base::rows::Value;
use crate::full_lattice::{Cluster, Extent, FullLattice};
use crate::select::landmarks::{Landmark, MOST, landmarks};
use crate::store::LatticeStore;

/// Rows of values.
type Table = Vec<Vec<Value>>;

/// A question that the program computes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Computed {
    /// A cluster of the full lattice in words.
    Describe(Extent),
    /// At most that many landmarks.
    Landmarks(usize),
}

impl Computed {
    /// The question about these arguments, where the query is computed.
    ///
    /// # Errors
    /// A failure of the store.
    pub(super) fn of<S: LatticeStore + ?Sized>(
        store: &S,
        dictionary: &Dictionary,
        query: &str,
        arguments: &[Argument],
    ) -> Result<Option<Self>, Error> {
        let most = match arguments {
            [Argument::Count(most)] => *most as usize,
            _ => MOST,
        };
        Ok(match (query, arguments) {
            ("describe", [Argument::Concept(named)]) => {
                Some(Self::Describe(dictionary.extent(store, named)?))
            }
            ("landmarks", _) => Some(Self::Landmarks(most)),
            _ => None,
        })
    }

    /// The rows of the answer.
    pub(super) fn rows(&self, store: &dyn LatticeStore) -> Result<Table, Error> {
        Ok(match self {
            Self::Describe(extent) => {
                vec![vec![Value::Text(describe(&FullLattice::of(store)?, store, extent)?)]]
            }
            Self::Landmarks(most) => {
                let chosen = landmarks(store, *most)?;
                let held = chosen.iter().map(|landmark| Value::count(landmark.held));
                landmark_rows(store, &chosen, held)?
            }
        })
    }
}

/// Cluster rows with cohesion, and one value more for each.
fn landmark_rows(
    store: &dyn LatticeStore,
    landmarks: &[Landmark],
    last: impl Iterator<Item = Value>,
) -> Result<Table, Error> {
    let stored = store.stored_context()?;
    let ids: Vec<ConceptId> = landmarks.iter().map(|landmark| landmark.id).collect();
    let row = |(concept, last): (crate::store::Concept, Value)| {
        let cohesion = Value::real(concept.cohesion);
        let mut row = cells::cluster(&stored.points, &Cluster::from(concept));
        row.extend([cohesion, last]);
        row
    };
    Ok(store.concepts(&ids)?.into_iter().zip(last).map(row).collect())
}
