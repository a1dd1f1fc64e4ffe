//! Many short sorted lists in one array (compressed sparse rows).
//!
//! Invariant: `starts` rises from 0 to `items.len()`; list `i` is `items[starts[i]..starts[i +
//! 1]]`.

/// Lists of numbers, one a row, stored end to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr {
    starts: Vec<usize>,
    items: Vec<u32>,
}

impl Default for Csr {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl Csr {
    /// Creates an empty collection with room for `lists` lists and `items` items.
    pub fn with_capacity(lists: usize, items: usize) -> Self {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Self { starts, items: Vec::with_capacity(items) }
    }

    /// Creates lists of `length` items each from their items, end to end.
    pub fn from_chunks(items: Vec<u32>, length: usize) -> Self {
        Self { starts: (0..=items.len()).step_by(length).collect(), items }
    }

    /// Appends a list.
    pub fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.items.extend(list);
        self.starts.push(self.items.len());
    }

    /// Returns the number of lists.
    #[inline]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns `true` if there is no list.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of items of all lists.
    #[inline]
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    /// Returns one list.
    #[inline]
    pub fn get(&self, list: usize) -> &[u32] {
        &self.items[self.starts[list]..self.starts[list + 1]]
    }

    /// Returns the position of a list's first item among the items of all lists.
    #[inline]
    pub fn start(&self, list: usize) -> usize {
        self.starts[list]
    }

    /// Returns the lists in order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> + '_ {
        self.starts.windows(2).map(|w| &self.items[w[0]..w[1]])
    }

    /// Applies `change` to each item of all lists.
    pub fn map_items(mut self, change: impl Fn(u32) -> u32) -> Self {
        self.items.iter_mut().for_each(|item| *item = change(*item));
        self
    }

    /// Returns the transpose: list `j` of the result holds, ascending, each `i` whose list has `j`.
    ///
    /// # Panics
    /// Panics if an item is not less than `lists`.
    pub fn transpose(&self, lists: usize) -> Self {
        Self::transpose_from(lists, || self.iter().map(|list| list.iter().copied()))
    }

    /// Transposes lists that `walk` produces; it is called twice, so no list need be in memory.
    pub fn transpose_from<L: IntoIterator<Item = u32>, T: Iterator<Item = L>>(
        lists: usize,
        walk: impl Fn() -> T,
    ) -> Self {
        let mut starts = vec![0; lists + 1];
        for item in walk().flatten() {
            starts[item as usize + 1] += 1;
        }
        for list in 0..lists {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut items = vec![0; starts[lists]];
        for (i, list) in (0..).zip(walk()) {
            for j in list {
                items[next[j as usize]] = i;
                next[j as usize] += 1;
            }
        }
        Self { starts, items }
    }
}

impl<L: IntoIterator<Item = u32>> FromIterator<L> for Csr {
    fn from_iter<T: IntoIterator<Item = L>>(lists: T) -> Self {
        let mut all = Self::default();
        for list in lists {
            all.push(list);
        }
        all
    }
}

/// Returns the items that are in both of two sorted lists; `few` should be the shorter one.
pub fn intersect<'a, T: Copy + Ord>(few: &'a [T], many: &'a [T]) -> impl Iterator<Item = T> + 'a {
    few.iter().copied().filter(|item| many.binary_search(item).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_twice_gives_the_same_lists() {
        let lists = [vec![0, 2], vec![], vec![1, 2]];
        let csr: Csr = lists.clone().into_iter().collect();
        let turned = csr.transpose(3);
        assert_eq!(turned.iter().collect::<Vec<_>>(), [&[0][..], &[2], &[0, 2]]);
        assert_eq!(turned.transpose(3), csr);
    }
}
