//! The context as the search starts from it: attributes that matter, equal rows as one.
//!
//! Attributes that too few points have are dropped, attributes with the same points become one, and
//! so do points with the same attributes among those that are left (database reduction, Uno,
//! Kiyomi and Arimura, *LCM ver. 2*, FIMI 2004).

use super::index::{Index, hash};
use crate::context::FormalContext;
use crate::csr::Csr;
use crate::ids::PointId;

/// The attributes as sets of rows: proper, large enough, each set once, smallest first.
pub(super) struct Columns {
    /// The rows of each column, ascending.
    pub(super) points: Csr,
    /// How many points of the context each column has.
    pub(super) sizes: Vec<u32>,
    /// How many attributes have that set of points.
    pub(super) attributes: Vec<u32>,
    /// The columns each row is in, ascending.
    pub(super) rows: Csr,
    /// How many points each row stands for.
    pub(super) weights: Vec<u32>,
    /// The points that each row stands for; none where each stands for itself.
    members: Option<Csr>,
    /// How many attributes every point has: the intent of the top.
    pub(super) shared_by_all: u32,
}

impl Columns {
    /// Each point as a row of its own.
    pub(super) fn of(context: &FormalContext, least: usize) -> Self {
        let n = context.objects();
        let mut lists: Vec<&[u32]> = context.columns().iter().collect();
        let shared_by_all = lists.iter().filter(|list| list.len() == n).count() as u32;
        lists.retain(|list| (least..n).contains(&list.len()));
        lists.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        let runs: Vec<_> = lists.chunk_by(|a, b| a == b).collect();
        let points: Csr = runs.iter().map(|run| run[0].iter().copied()).collect();
        Self {
            sizes: runs.iter().map(|run| run[0].len() as u32).collect(),
            attributes: runs.iter().map(|run| run.len() as u32).collect(),
            rows: points.transposed(n),
            weights: vec![1; n],
            members: None,
            shared_by_all,
            points,
        }
    }

    /// Equal rows as one.
    pub(super) fn merged(self) -> Self {
        let mut index = Index::with_room(self.rows.len());
        let mut rows = Csr::with_capacity(self.rows.len(), self.rows.total());
        let (mut weights, mut places) = (Vec::<u32>::new(), Vec::with_capacity(self.rows.len()));
        for row in self.rows.iter() {
            let new = rows.len() as u32;
            let hash = hash(row.iter().map(|&column| u64::from(column)));
            let place = index.number(hash, new, |other| rows.get(other as usize) == row);
            if place == new {
                rows.push(row.iter().copied());
                weights.push(0);
            }
            weights[place as usize] += 1;
            places.push([place]);
        }
        if rows.len() == self.rows.len() {
            return self;
        }
        let places: Csr = places.into_iter().collect();
        let members = Some(places.transposed(rows.len()));
        Self { points: rows.transposed(self.points.len()), rows, weights, members, ..self }
    }

    /// The points that a row stands for.
    pub(super) fn members(&self, row: u32) -> impl Iterator<Item = PointId> {
        let (one, many) = match &self.members {
            None => (Some(row), &[][..]),
            Some(members) => (None, members.get(row as usize)),
        };
        one.into_iter().chain(many.iter().copied()).map(PointId)
    }

    /// How many crosses are looked at to make the branch of the column of that rank.
    pub(super) fn gathered(&self, rank: usize) -> u64 {
        self.points.get(rank).iter().map(|&point| self.rows.get(point as usize).len() as u64).sum()
    }
}
