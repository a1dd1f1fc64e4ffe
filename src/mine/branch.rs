//! The branch of the search below one attribute, gathered from the rows of its members.
//!
//! Occurrence deliver (Uno, Kiyomi and Arimura, *LCM ver. 2*, FIMI 2004): one walk over the rows
//! counts the points that every other attribute shares with this one. No set over all n points is
//! made, so the cost on a sparse matrix is that of its crosses. Rows with the same candidates are
//! merged; `classes.rs` says why, and what becomes of the passed sets.

use std::borrow::Cow;
use std::cmp::Reverse;

use crate::blocks::Blocks;
use crate::candidates::{Candidate, sort_distinct};
use crate::columns::Columns;
use crate::index::{Index, hash_numbers};
use crate::maximal::maximal;
use conceptgraph_sets::bitset::Bits;
use conceptgraph_sets::csr::Csr;

#[derive(Default)]
pub(crate) struct Branch {
    /// The number of attributes that all these points have, without those that all points have.
    pub(crate) intent_size: u32,
    /// `true` if the extent is a lower cover of the top.
    pub(crate) is_cover: bool,
    /// The rows of each class, heaviest class first; empty if only new extents are wanted.
    pub(crate) rows: Csr,
    pub(crate) weights: Vec<u32>,
    candidates: AttributeSide,
    passed: AttributeSide,
}

/// The attributes before the branch's own in the order of columns, or those after it.
#[derive(Default)]
struct AttributeSide {
    /// The columns that share enough points with the branch's own but do not hold it, ascending.
    columns: Vec<u32>,
    /// The columns of each class, by their positions in `columns`.
    classes: Csr,
}

struct MemberRow<'a> {
    row: u32,
    weight: u32,
    below: &'a [u32],
    above: &'a [u32],
}

pub(crate) struct NodeLists<B: Bits> {
    pub(crate) candidates: Vec<Candidate<B>>,
    pub(crate) passed: Blocks<B>,
    pub(crate) sets: usize,
}

impl Branch {
    /// Returns the branch of the column at `rank`. With `whole` it serves covers too, for which
    /// passed attributes are compared and rows in no candidate count; without, it serves new
    /// extents alone. `shares` is scratch space, one number a column, all 0 between calls.
    pub(crate) fn new(
        columns: &Columns,
        rank: usize,
        least: u32,
        whole: bool,
        shares: &mut [u32],
    ) -> Self {
        let halves = |&row: &u32| {
            let list = columns.rows.get(row as usize);
            let at = list.partition_point(|&other| (other as usize) < rank);
            let (below, above) = (&list[..at], &list[at + 1..]);
            MemberRow { row, weight: columns.weights[row as usize], below, above }
        };
        let rows: Vec<MemberRow> = columns.points.get(rank).iter().map(halves).collect();
        let mut met = supports(rows.iter().map(|row| (row.above, row.weight)), least, shares);
        // Columns that hold the whole extent belong to its intent; those below `least` are no sets.
        let size = columns.sizes[rank];
        let holding = met.iter().filter(|&&(_, share)| share == size);
        let attributes = |&(other, _): &(u32, u32)| columns.attributes[other as usize];
        let mut branch = Self {
            intent_size: columns.attributes[rank] + holding.clone().map(attributes).sum::<u32>(),
            is_cover: holding.count() == 0,
            ..Self::default()
        };
        met.retain(|&(_, share)| share < size);
        branch.candidates = AttributeSide::from_supports(met);
        if whole {
            let below = rows.iter().map(|row| (row.below, row.weight));
            branch.passed = AttributeSide::from_supports(supports(below, least, shares));
            branch.merge(&rows, true, shares);
        } else if !branch.candidates.columns.is_empty() {
            let common = branch.merge(&rows, false, shares);
            let lists = || common.iter().zip(&branch.weights).map(|(list, &w)| (&list[..], w));
            let mut passed = AttributeSide::from_supports(supports(lists(), least, shares));
            passed.write_slots(shares);
            lists().for_each(|(list, _)| passed.classes.push(slots(list, shares)));
            passed.clear_slots(shares);
            branch.passed = passed;
        }
        branch.sort();
        branch
    }

    /// Merges rows with the same candidates and, with `whole`, the same passed attributes. Returns,
    /// for each class, the attributes before the branch's own that all its rows have.
    fn merge<'a>(
        &mut self,
        rows: &[MemberRow<'a>],
        whole: bool,
        shares: &mut [u32],
    ) -> Vec<Cow<'a, [u32]>> {
        let Self { candidates, passed, weights, .. } = self;
        candidates.write_slots(shares);
        passed.write_slots(shares);
        let (mut index, mut key) = (Index::with_capacity(rows.len()), Vec::new());
        let (mut common, mut classes) = (Vec::<Cow<[u32]>>::new(), Vec::new());
        for row in rows {
            key.clear();
            key.extend(slots(row.above, shares));
            let middle = key.len();
            if whole {
                key.extend(slots(row.below, shares));
            } else if middle == 0 {
                continue;
            }
            let (above, below) = key.split_at(middle);
            let new = weights.len() as u32;
            let class = index.find_or_insert(hash_numbers(key.iter().copied()), new, |class| {
                candidates.classes.get(class as usize) == above
                    && (!whole || passed.classes.get(class as usize) == below)
            });
            if class == new {
                weights.push(0);
                common.push(Cow::Borrowed(row.below));
                candidates.classes.push(above.iter().copied());
                if whole {
                    passed.classes.push(below.iter().copied());
                }
            } else {
                retain_common(&mut common[class as usize], row.below);
            }
            weights[class as usize] += row.weight;
            classes.push(class);
        }
        candidates.clear_slots(shares);
        passed.clear_slots(shares);
        if whole {
            let members = Csr::from_chunks(classes, 1).transpose(weights.len());
            let row = |&at: &u32| rows[at as usize].row;
            self.rows = members.iter().map(|at| at.iter().map(row)).collect();
        }
        common
    }

    fn sort(&mut self) {
        if self.weights.is_sorted_by(|a, b| a >= b) {
            return;
        }
        let mut order: Vec<usize> = (0..self.weights.len()).collect();
        order.sort_by_key(|&class| Reverse(self.weights[class]));
        let sorted = |lists: &Csr| -> Csr {
            order.iter().map(|&class| lists.get(class).iter().copied()).collect()
        };
        self.candidates.classes = sorted(&self.candidates.classes);
        self.passed.classes = sorted(&self.passed.classes);
        if !self.rows.is_empty() {
            self.rows = sorted(&self.rows);
        }
        self.weights = order.iter().map(|&class| self.weights[class]).collect();
    }

    /// Returns the lists of the branch's node: maximal passed sets, and candidates that are new.
    pub(crate) fn lists<B: Bits>(&self, columns: &Columns) -> NodeLists<B> {
        let classes = self.weights.len();
        let (mut passed, earlier) = (Blocks::new(), maximal::<B>(self.passed.sets(classes)));
        earlier.iter().enumerate().for_each(|(at, set)| passed.push(0, at, set));
        let attributes = self.candidates.columns.iter().map(|&at| columns.attributes[at as usize]);
        let mut candidates: Vec<Candidate<B>> = self
            .candidates
            .sets(classes)
            .into_iter()
            .zip(attributes)
            .filter(|(set, _)| !passed.any_contains(0, set))
            .map(|(set, attributes)| Candidate { set, size: 0, attributes })
            .collect();
        sort_distinct(&mut candidates, 0);
        NodeLists { candidates, passed, sets: earlier.len() }
    }
}

impl AttributeSide {
    fn from_supports(columns: Vec<(u32, u32)>) -> Self {
        Self { columns: columns.into_iter().map(|at| at.0).collect(), classes: Csr::default() }
    }

    /// Writes the position of each column in `columns`, plus 1, to its entry in `shares`.
    fn write_slots(&self, shares: &mut [u32]) {
        (1..).zip(&self.columns).for_each(|(slot, &column)| shares[column as usize] = slot);
    }

    fn clear_slots(&self, shares: &mut [u32]) {
        self.columns.iter().for_each(|&column| shares[column as usize] = 0);
    }

    fn sets<B: Bits>(&self, classes: usize) -> Vec<B> {
        let mut sets = vec![B::empty(classes); self.columns.len()];
        for (class, slots) in (0..).zip(self.classes.iter()) {
            slots.iter().for_each(|&slot| sets[slot as usize].insert(class));
        }
        sets
    }
}

/// Returns the positions that [`AttributeSide::write_slots`] wrote for the columns of a list.
fn slots(list: &[u32], shares: &[u32]) -> impl Iterator<Item = u32> {
    list.iter().filter_map(|&column| shares[column as usize].checked_sub(1))
}

/// Returns the numbers that lists of a total weight of `least` or more contain, ascending, each
/// with that weight. `shares` is all 0 before and after.
pub(crate) fn supports<'a>(
    lists: impl Iterator<Item = (&'a [u32], u32)>,
    least: u32,
    shares: &mut [u32],
) -> Vec<(u32, u32)> {
    let mut met = Vec::new();
    for (list, weight) in lists {
        for &number in list {
            let share = &mut shares[number as usize];
            if *share == 0 {
                met.push((number, 0));
            }
            *share += weight;
        }
    }
    met.retain_mut(|(number, share)| {
        *share = std::mem::take(&mut shares[*number as usize]);
        *share >= least
    });
    met.sort_unstable();
    met
}

fn retain_common(list: &mut Cow<[u32]>, other: &[u32]) {
    if list.is_empty() {
        return;
    }
    let mut other = other.iter().copied().peekable();
    let mut common = std::mem::take(list).into_owned();
    common.retain(|&number| {
        while other.next_if(|&o| o < number).is_some() {}
        other.peek() == Some(&number)
    });
    *list = Cow::Owned(common);
}
