//! Queries that have no statement, because no query language says them well: the program computes
//! them, from any store.

use super::bind::Argument;
use super::cells;
use super::describe::describe;
use super::fault::Error;
use super::words::Dictionary;
use crate::base::ids::{ConceptId, PointId};
use crate::base::rows::Value;
use crate::full_lattice::{Cluster, Extent, FullLattice};
use crate::select::landmarks::{MOST, SIMILAR, landmarks};
use crate::store::LatticeStore;

/// Rows of values.
type Table = Vec<Vec<Value>>;

/// A question that the program computes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Computed {
    /// A cluster of the full lattice in words.
    Describe(Extent),
    /// Which of this many landmarks, of which no two are more similar than this, hold each point.
    Groups(usize, f64),
    /// This many landmarks, of which no two are more similar than this.
    Landmarks(usize, f64),
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
        let numbers = || match arguments {
            [Argument::Count(most), Argument::Share(similar)] => (*most as usize, *similar),
            _ => (MOST, SIMILAR),
        };
        Ok(match (query, arguments) {
            ("describe", [Argument::Concept(named)]) => {
                Some(Self::Describe(dictionary.extent(store, named)?))
            }
            ("groups", _) => Some(Self::Groups(numbers().0, numbers().1)),
            ("landmarks", _) => Some(Self::Landmarks(numbers().0, numbers().1)),
            _ => None,
        })
    }

    /// The rows of the answer.
    pub(super) fn rows(&self, store: &dyn LatticeStore) -> Result<Table, Error> {
        Ok(match self {
            Self::Describe(extent) => {
                vec![vec![Value::Text(describe(&FullLattice::of(store)?, store, extent)?)]]
            }
            Self::Groups(most, similar) => groups(store, &landmarks(store, *most, *similar)?)?,
            Self::Landmarks(most, similar) => {
                stable_rows(store, &landmarks(store, *most, *similar)?)?
            }
        })
    }
}

/// Cluster rows with delta and gap.
fn stable_rows(store: &dyn LatticeStore, ids: &[ConceptId]) -> Result<Table, Error> {
    let stored = store.stored_context()?;
    let row = |concept: crate::store::Concept| {
        let (delta, gap) = (concept.delta, concept.gap);
        let mut row = cells::cluster(&stored.points, &Cluster::from(concept));
        row.extend([Value::count(delta), gap.map_or(Value::Null, Value::count)]);
        row
    };
    Ok(store.concepts(ids)?.into_iter().map(row).collect())
}

/// Every point with each of these clusters that holds it, in the order of these; with none once.
fn groups(store: &dyn LatticeStore, ids: &[ConceptId]) -> Result<Table, Error> {
    let stored = store.stored_context()?;
    let members = store.members(ids)?;
    let holding = |point: PointId| {
        let holds =
            move |(_, members): &(&ConceptId, &Vec<PointId>)| members.binary_search(&point).is_ok();
        ids.iter().zip(&members).filter(holds).map(|(&id, _)| id).collect::<Vec<_>>()
    };
    let rows = |point: PointId| {
        let row = |concept| [cells::point(&stored.points, point), vec![concept]].concat();
        match &holding(point)[..] {
            [] => vec![row(Value::Null)],
            some => some.iter().map(|id| row(Value::text(id.to_string()))).collect(),
        }
    };
    Ok(stored.points.ids().flat_map(rows).collect())
}
