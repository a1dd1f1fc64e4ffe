//! Queries that have no statement, because no query language says them well: the program computes
//! them, from any store.

use super::bind::Argument;
use super::cells;
use super::describe::describe;
use super::fault::Error;
use super::words::Dictionary;
use crate::base::ids::{ConceptId, PointId};
use crate::base::rows::Value;
use crate::communities::Separation;
use crate::full_lattice::{Cluster, Extent, FullLattice};
use crate::select::landmarks::{Landmark, MOST, landmarks};
use crate::select::null::{MOST_CONCEPTS, null, null_separation, separation};
use crate::store::LatticeStore;

/// Rows of values.
type Table = Vec<Vec<Value>>;

/// A question that the program computes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Computed {
    /// A cluster of the full lattice in words.
    Describe(Extent),
    /// Which landmarks hold each point, of at most that many.
    Groups(usize),
    /// At most that many landmarks.
    Landmarks(usize),
    /// How far the communities stand apart, and those of the shuffled table.
    Modularity,
    /// Landmarks, and the cohesion that chance gives.
    Null(usize),
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
            ("groups", _) => Some(Self::Groups(most)),
            ("landmarks", _) => Some(Self::Landmarks(most)),
            ("modularity", _) => Some(Self::Modularity),
            ("null", _) => Some(Self::Null(most)),
            _ => None,
        })
    }

    /// The rows of the answer.
    pub(super) fn rows(&self, store: &dyn LatticeStore) -> Result<Table, Error> {
        Ok(match self {
            Self::Describe(extent) => {
                vec![vec![Value::Text(describe(&FullLattice::of(store)?, store, extent)?)]]
            }
            Self::Groups(most) => groups(store, &landmarks(store, *most)?)?,
            Self::Landmarks(most) => {
                let chosen = landmarks(store, *most)?;
                let held = chosen.iter().map(|landmark| Value::count(landmark.held));
                landmark_rows(store, &chosen, held)?
            }
            Self::Modularity => {
                let communities = store.communities()?.all;
                let clusters: usize = communities.iter().map(|one| one.clusters.len()).sum();
                let head = [Value::count(communities.len()), Value::count(clusters)];
                let (found, null) = (separation(store)?, null_separation(store, MOST_CONCEPTS)?);
                let values = |of: Option<Separation>| {
                    [of.map(|of| of.modularity), of.and_then(|of| of.crossing)].map(Value::real)
                };
                vec![[&head[..], &values(found), &values(null)].concat()]
            }
            Self::Null(most) => {
                let chosen = landmarks(store, *most)?;
                let found = null(store, &chosen)?.unwrap_or_default();
                let found = found.into_iter().map(|share| Value::real(Some(share)));
                landmark_rows(store, &chosen, found.chain(std::iter::repeat(Value::Null)))?
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

/// Every point with each of these clusters that holds it, in the order of these; with none once.
fn groups(store: &dyn LatticeStore, landmarks: &[Landmark]) -> Result<Table, Error> {
    let stored = store.stored_context()?;
    let ids: Vec<ConceptId> = landmarks.iter().map(|landmark| landmark.id).collect();
    let members = store.members(&ids)?;
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
