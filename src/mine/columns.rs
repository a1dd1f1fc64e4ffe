//! The reduced matrix that a search starts from.
//!
//! Attributes of too few points are dropped, attributes with the same points are merged, and so are
//! points with the same attributes among those that are left (database reduction, Uno, Kiyomi and
//! Arimura, *LCM ver. 2*, FIMI 2004).

use crate::index::{Index, hash_numbers};
use crate::matrix::BitMatrix;
use conceptgraph_sets::csr::Csr;

/// The attributes as sets of rows: proper, large enough, each set once, smallest first.
pub(crate) struct Columns {
    pub(crate) points: Csr,
    pub(crate) sizes: Vec<u32>,
    /// The number of attributes with each column's set of points.
    pub(crate) attributes: Vec<u32>,
    pub(crate) rows: Csr,
    pub(crate) weights: Vec<u32>,
    /// The points that each row represents; `None` if each row represents itself.
    members: Option<Csr>,
    /// The number of attributes that every point has: the size of the top's intent.
    pub(crate) shared_by_all: u32,
}

/// The rank of an attribute that is not a column.
const NO_RANK: u32 = u32::MAX;

impl Columns {
    pub(crate) fn from_matrix(matrix: &BitMatrix, least: usize) -> Self {
        Self::new(matrix, least, false)
    }

    pub(crate) fn with_merged_rows(matrix: &BitMatrix, least: usize) -> Self {
        Self::new(matrix, least, true)
    }

    fn new(matrix: &BitMatrix, least: usize, merge: bool) -> Self {
        let (n, lists) = (matrix.point_count(), matrix.columns());
        let supports: Vec<u32> = (0..lists.len()).map(|at| matrix.support(at)).collect();
        let size = |&attribute: &usize| supports[attribute] as usize;
        let mut order: Vec<usize> = (0..lists.len()).filter(|at| size(at) >= least).collect();
        let shared_by_all = order.iter().filter(|at| size(at) == n).count() as u32;
        order.retain(|at| size(at) < n);
        order.sort_unstable_by(|a, b| {
            size(a).cmp(&size(b)).then_with(|| lists.get(*a).cmp(lists.get(*b)))
        });
        let mut ranks = vec![NO_RANK; lists.len()];
        let (mut sizes, mut attributes) = (Vec::new(), Vec::new());
        for equal in order.chunk_by(|&a, &b| lists.get(a) == lists.get(b)) {
            ranks[equal[0]] = sizes.len() as u32;
            sizes.push(size(&equal[0]) as u32);
            attributes.push(equal.len() as u32);
        }
        let objects = matrix.rows().len();
        let mut index = Index::with_capacity(if merge { objects } else { 0 });
        let (mut rows, mut row) = (Csr::default(), Vec::new());
        let (mut weights, mut places) = (Vec::<u32>::new(), Vec::with_capacity(objects));
        for (object, list) in (0..).zip(matrix.rows().iter()) {
            row.clear();
            row.extend(list.iter().map(|&at| ranks[at as usize]).filter(|&rank| rank != NO_RANK));
            let new = rows.len() as u32;
            let mut place = new;
            if merge {
                let hash = hash_numbers(row.iter().copied());
                place = index.find_or_insert(hash, new, |other| rows.get(other as usize) == row);
            }
            if place == new {
                rows.push(row.iter().copied());
                weights.push(0);
            }
            weights[place as usize] += matrix.weight(object);
            places.push(place);
        }
        let members =
            (rows.len() < objects).then(|| Csr::from_chunks(places, 1).transpose(rows.len()));
        let points = rows.transpose(sizes.len());
        rows = points.transpose(rows.len());
        Self { points, sizes, attributes, rows, weights, members, shared_by_all }
    }

    pub(crate) fn members(&self, row: u32) -> impl Iterator<Item = u32> {
        let (one, many) = match &self.members {
            None => (Some(row), &[][..]),
            Some(members) => (None, members.get(row as usize)),
        };
        one.into_iter().chain(many.iter().copied())
    }

    /// Returns the number of crosses that are read to make the branch of the column at `rank`.
    pub(crate) fn branch_crosses(&self, rank: usize) -> u64 {
        self.points.get(rank).iter().map(|&point| self.rows.get(point as usize).len() as u64).sum()
    }
}
