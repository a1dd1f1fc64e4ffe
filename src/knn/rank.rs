//! The tie rule as a number, and the k smallest of many ranks.

/// A distance and a row as one number that orders as neighbours do: by distance, then by row.
///
/// Invariant: distances are not negative, so their bits order as they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank(u128);

impl Rank {
    /// The rank after every row at every distance.
    pub(crate) const LAST: Self = Self((f64::INFINITY.to_bits() as u128) << 32 | u32::MAX as u128);

    #[inline(always)]
    pub(crate) fn new(distance: f64, row: u32) -> Self {
        Self(u128::from(distance.to_bits()) << 32 | u128::from(row))
    }

    #[inline(always)]
    pub(crate) fn distance(self) -> f64 {
        f64::from_bits((self.0 >> 32) as u64)
    }

    #[inline(always)]
    pub(crate) fn row(self) -> u32 {
        self.0 as u32
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListOrder {
    ByRow,
    /// The point itself, then by distance, then by row.
    ByRank,
}

/// The largest k for which insertion into a sorted list is quicker than an occasional selection.
const MAX_SORTED: usize = 32;

/// The k smallest ranks met so far, and at most as many others that wait to be dropped.
pub(crate) struct Smallest {
    k: usize,
    ranks: Vec<Rank>,
    bound: Rank,
}

impl Smallest {
    pub(crate) fn new(k: usize) -> Self {
        let ranks = if k <= MAX_SORTED { vec![Rank::LAST; k] } else { Vec::with_capacity(2 * k) };
        Self { k, ranks, bound: Rank::LAST }
    }

    /// Returns a rank after which no other is among the k smallest.
    #[inline(always)]
    pub(crate) fn bound(&self) -> Rank {
        self.bound
    }

    #[inline(always)]
    pub(crate) fn offer(&mut self, rank: Rank) {
        if rank >= self.bound {
            return;
        }
        if self.k > MAX_SORTED {
            self.ranks.push(rank);
            if self.ranks.len() == 2 * self.k {
                self.prune();
            }
            return;
        }
        let mut place = self.k - 1;
        while place > 0 && self.ranks[place - 1] > rank {
            self.ranks[place] = self.ranks[place - 1];
            place -= 1;
        }
        self.ranks[place] = rank;
        self.bound = self.ranks[self.k - 1];
    }

    fn prune(&mut self) {
        if self.ranks.len() > self.k {
            self.ranks.select_nth_unstable(self.k - 1);
            self.ranks.truncate(self.k);
        }
        self.bound = self.ranks[self.k - 1];
    }

    pub(crate) fn into_ranks(mut self) -> impl Iterator<Item = Rank> {
        if self.k > MAX_SORTED {
            self.prune();
        }
        self.ranks.sort_unstable();
        self.ranks.into_iter()
    }

    /// Writes the k neighbours of a point to which k or more were offered; `own` as in
    /// [`write_list`].
    pub(crate) fn write_list(&mut self, own: Option<u32>, listed: ListOrder, into: &mut [u32]) {
        if self.k > MAX_SORTED {
            self.prune();
        }
        write_list(&mut self.ranks, own, listed, into);
    }
}

/// Writes the rows of the k smallest ranks. A point that was itself offered has its `own` row,
/// which comes first: if it is not among them, k others lie at distance 0, and the last gives way.
pub(crate) fn write_list(
    ranks: &mut [Rank],
    own: Option<u32>,
    listed: ListOrder,
    into: &mut [u32],
) {
    if listed == ListOrder::ByRank {
        ranks.sort_unstable();
    }
    into.iter_mut().zip(ranks.iter()).for_each(|(row, rank)| *row = rank.row());
    match (listed, own) {
        (ListOrder::ByRow, _) => sort_rows(own, into),
        (ListOrder::ByRank, Some(own)) => {
            let at = into.iter().position(|&row| row == own).unwrap_or(into.len() - 1);
            into[..=at].rotate_right(1);
            into[0] = own;
        }
        (ListOrder::ByRank, None) => {}
    }
}

/// Sorts the rows of k smallest ranks, and replaces the last by `own` if that is not among them.
pub(crate) fn sort_rows(own: Option<u32>, rows: &mut [u32]) {
    rows.sort_unstable();
    if let Some(own) = own
        && rows.binary_search(&own).is_err()
    {
        // All rows are at distance 0 and before the point's own, so the largest of them ranks last.
        rows[rows.len() - 1] = own;
    }
}
