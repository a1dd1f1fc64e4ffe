//! What lies below one attribute, gathered from the rows of its members.
//!
//! Occurrence deliver (Uno, Kiyomi and Arimura, *LCM ver. 2*, FIMI 2004): one walk over the rows
//! counts what every other attribute shares with this one, and no set over all n points is ever
//! made, so that a sparse context costs what its crosses cost. Rows that share the same candidates
//! become one; `classes.rs` says why, and what becomes of the passed sets.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::blocks::Blocks;
use super::candidates::{Candidate, distinct};
use super::columns::Columns;
use super::index::{Index, hash};
use super::maximal::maximal;
use crate::bitset::Bits;
use crate::csr::Csr;

/// What lies below one attribute, over the classes of its rows.
pub(super) struct Branch {
    /// The attributes with these points, without those that all points have.
    pub(super) intent_size: u32,
    /// Whether it is a lower cover of the top.
    pub(super) is_cover: bool,
    /// The rows of each class, heaviest first, where passed attributes tell rows apart.
    pub(super) rows: Csr,
    /// How many points each class stands for.
    pub(super) weights: Vec<u32>,
    candidates: Side,
    passed: Side,
}

/// The attributes before that of a branch, or after it.
#[derive(Default)]
struct Side {
    /// Those that share enough with it but do not hold it, ascending.
    columns: Vec<u32>,
    /// For each class, which of these it has.
    classes: Csr,
}

/// The lists of a node.
pub(super) struct Lists<B: Bits> {
    pub(super) candidates: Vec<Candidate<B>>,
    pub(super) passed: Blocks<B>,
    /// How many sets are passed.
    pub(super) sets: usize,
}

impl Branch {
    /// The branch of the column of that rank. With `whole` for covers too, where passed attributes
    /// are compared and rows in no candidate count; otherwise for new extents alone. `shares` is
    /// scratch space, one number a column, all 0 between calls.
    pub(super) fn of(
        columns: &Columns,
        rank: usize,
        least: u32,
        whole: bool,
        shares: &mut [u32],
    ) -> Self {
        let (rows, size) = (columns.points.get(rank), columns.sizes[rank]);
        let weight = |row: u32| columns.weights[row as usize];
        let halves = |row: u32| {
            let row = columns.rows.get(row as usize);
            let at = row.partition_point(|&other| (other as usize) < rank);
            (&row[..at], &row[at + 1..])
        };
        let halves: Vec<(&[u32], &[u32])> = rows.iter().map(|&row| halves(row)).collect();
        let above = rows.iter().zip(&halves).map(|(&row, half)| (half.1, weight(row)));
        let mut met = shared(above, least, shares);
        // Columns that hold the whole extent belong to its intent; small ones can be no extent
        // here.
        let holding = met.iter().filter(|&&(_, share)| share == size);
        let intent_size = columns.attributes[rank]
            + holding.clone().map(|&(other, _)| columns.attributes[other as usize]).sum::<u32>();
        let is_cover = holding.count() == 0;
        met.retain(|&(_, share)| share < size);
        let mut branch = Self {
            intent_size,
            is_cover,
            rows: Csr::default(),
            weights: Vec::new(),
            candidates: Side::of(met),
            passed: Side::default(),
        };
        if !whole && branch.candidates.columns.is_empty() {
            return branch;
        }
        if whole {
            let below = rows.iter().zip(&halves).map(|(&row, half)| (half.0, weight(row)));
            branch.passed = Side::of(shared(below, least, shares));
            branch.passed.number(shares);
        }
        branch.candidates.number(shares);
        let (mut index, mut key) = (Index::with_room(rows.len()), Vec::new());
        let (mut common, mut members) = (Vec::<Cow<[u32]>>::new(), Vec::new());
        for (&row, &(below, above)) in rows.iter().zip(&halves) {
            key.clear();
            let slots = |list: &[u32], key: &mut Vec<u32>| {
                key.extend(list.iter().filter_map(|&o| shares[o as usize].checked_sub(1)));
            };
            slots(above, &mut key);
            let middle = key.len();
            if whole {
                slots(below, &mut key);
            } else if middle == 0 {
                continue;
            }
            let hash = hash([middle as u64].into_iter().chain(key.iter().map(|&s| u64::from(s))));
            let new = branch.weights.len() as u32;
            let class = index.number(hash, new, |class| {
                branch.candidates.classes.get(class as usize) == &key[..middle]
                    && (!whole || branch.passed.classes.get(class as usize) == &key[middle..])
            });
            if class == new {
                branch.weights.push(0);
                branch.candidates.classes.push(key[..middle].iter().copied());
                if whole {
                    branch.passed.classes.push(key[middle..].iter().copied());
                } else {
                    common.push(Cow::Borrowed(below));
                }
            } else if !whole {
                retain_common(&mut common[class as usize], below);
            }
            branch.weights[class as usize] += weight(row);
            if whole {
                members.push([class]);
            }
        }
        branch.candidates.forget(shares);
        branch.passed.forget(shares);
        if whole {
            let classes: Csr = members.into_iter().collect();
            let members = classes.transposed(branch.weights.len());
            branch.rows = members.iter().map(|at| at.iter().map(|&at| rows[at as usize])).collect();
        } else {
            let lists = || common.iter().zip(&branch.weights).map(|(list, &w)| (&list[..], w));
            let mut passed = Side::of(shared(lists(), least, shares));
            passed.number(shares);
            for (list, _) in lists() {
                let slots = list.iter().filter_map(|&other| shares[other as usize].checked_sub(1));
                passed.classes.push(slots);
            }
            passed.forget(shares);
            branch.passed = passed;
        }
        branch.sort();
        branch
    }

    /// Puts the heaviest classes first.
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

    /// The lists of its node: of the passed sets the maximal, and the candidates that are new.
    pub(super) fn lists<B: Bits>(&self, columns: &Columns) -> Lists<B> {
        let classes = self.weights.len();
        let (mut passed, earlier) = (Blocks::new(), maximal::<B>(self.passed.sets(classes)));
        earlier.iter().enumerate().for_each(|(at, set)| passed.push(0, at, set));
        let attributes = self.candidates.columns.iter().map(|&at| columns.attributes[at as usize]);
        let mut candidates: Vec<Candidate<B>> = self
            .candidates
            .sets(classes)
            .into_iter()
            .zip(attributes)
            .filter(|(set, _)| !passed.any_holds(0, set))
            .map(|(set, attributes)| Candidate { set, size: 0, attributes })
            .collect();
        distinct(&mut candidates, 0);
        Lists { candidates, passed, sets: earlier.len() }
    }
}

impl Side {
    fn of(columns: Vec<(u32, u32)>) -> Self {
        Self { columns: columns.into_iter().map(|at| at.0).collect(), classes: Csr::default() }
    }

    /// Writes each column's place here and 1 where the column's share was counted.
    fn number(&self, shares: &mut [u32]) {
        (1..).zip(&self.columns).for_each(|(slot, &column)| shares[column as usize] = slot);
    }

    fn forget(&self, shares: &mut [u32]) {
        self.columns.iter().for_each(|&column| shares[column as usize] = 0);
    }

    /// The columns as sets of classes.
    fn sets<B: Bits>(&self, classes: usize) -> Vec<B> {
        let mut sets = vec![B::empty(classes); self.columns.len()];
        for (class, slots) in (0..).zip(self.classes.iter()) {
            slots.iter().for_each(|&slot| sets[slot as usize].insert(class));
        }
        sets
    }
}

/// The numbers in these lists, ascending, with how much the lists with each weigh: those with
/// `least` or more. `shares` is all 0 before and after.
fn shared<'a>(
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

/// Of an ascending list keeps what another has too.
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
