//! An ordered set by its covers: levels, the order relation, irreducible elements.

/// A finite ordered set.
#[derive(Clone, Debug)]
pub(super) struct CoverOrder {
    pub(super) covers: Vec<(usize, usize)>,
    /// The covers of which each element is an end, as indices.
    pub(super) covers_of: Vec<Vec<usize>>,
    /// The upper and the lower covers of each element.
    pub(super) upper: Vec<Vec<usize>>,
    pub(super) lower: Vec<Vec<usize>>,
    /// The level of each element: the longest chain below it minus the longest one above it, so
    /// that a cover spans at least two levels.
    pub(super) levels: Vec<i32>,
    /// Each element's row: `true` for the elements above it and for itself.
    above: Vec<Vec<bool>>,
}

/// The irreducible elements on one side, and which of them each element has.
#[derive(Clone, Debug)]
pub(super) struct Irreducibles {
    /// The number of irreducible elements.
    pub(super) count: usize,
    /// The irreducible elements of each element, as indices.
    pub(super) sets: Vec<Vec<usize>>,
    /// 1 if an element stands above the sum of its vectors, -1 if below.
    pub(super) direction: i32,
}

impl CoverOrder {
    pub(super) fn new(count: usize, covers: &[(usize, usize)]) -> Self {
        let (mut upper, mut lower) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut covers_of = vec![Vec::new(); count];
        for (at, &(low, high)) in covers.iter().enumerate() {
            upper[low].push(high);
            lower[high].push(low);
            covers_of[low].push(at);
            covers_of[high].push(at);
        }
        let rising = sorted(&upper, &lower);
        let heights = longest_chains(rising.iter(), &lower);
        let depths = longest_chains(rising.iter().rev(), &upper);
        let levels = heights.iter().zip(depths).map(|(height, depth)| height - depth).collect();
        let mut above = vec![vec![false; count]; count];
        for &at in rising.iter().rev() {
            let mut row = vec![false; count];
            row[at] = true;
            for &high in &upper[at] {
                row.iter_mut().zip(&above[high]).for_each(|(own, &other)| *own |= other);
            }
            above[at] = row;
        }
        Self { covers: covers.to_vec(), covers_of, upper, lower, levels, above }
    }

    pub(super) fn len(&self) -> usize {
        self.upper.len()
    }

    pub(super) fn is_comparable(&self, one: usize, other: usize) -> bool {
        self.above[one][other] || self.above[other][one]
    }

    /// Returns the largest element, if there is one.
    pub(super) fn largest(&self) -> Option<usize> {
        only_end(&self.upper)
    }

    /// Returns the smallest element, if there is one.
    pub(super) fn smallest(&self) -> Option<usize> {
        only_end(&self.lower)
    }

    /// Returns the elements with one upper cover, if the set has a largest element.
    pub(super) fn meet_irreducibles(&self) -> Option<Irreducibles> {
        let has = |at: usize, irreducible: usize| self.above[at][irreducible];
        self.irreducibles(&self.upper, -1, has)
    }

    /// Returns the elements with one lower cover, if the set has a smallest element.
    pub(super) fn join_irreducibles(&self) -> Option<Irreducibles> {
        let has = |at: usize, irreducible: usize| self.above[irreducible][at];
        self.irreducibles(&self.lower, 1, has)
    }

    fn irreducibles(
        &self,
        covers: &[Vec<usize>],
        direction: i32,
        has: impl Fn(usize, usize) -> bool,
    ) -> Option<Irreducibles> {
        let irreducible: Vec<usize> = (0..self.len()).filter(|&at| covers[at].len() == 1).collect();
        let of = |at| (0..irreducible.len()).filter(|&which| has(at, irreducible[which])).collect();
        let sets: Vec<Vec<usize>> = (0..self.len()).map(of).collect();
        // Elements with equal sets would stand at one place.
        let mut different: Vec<&Vec<usize>> = sets.iter().collect();
        different.sort();
        different.dedup();
        let is_fit = only_end(covers).is_some() && different.len() == self.len();
        is_fit.then_some(Irreducibles { count: irreducible.len(), sets, direction })
    }
}

/// Returns the element without covers, if it is the only one.
fn only_end(covers: &[Vec<usize>]) -> Option<usize> {
    let mut ends = (0..covers.len()).filter(|&at| covers[at].is_empty());
    ends.next().filter(|_| ends.next().is_none())
}

/// Returns the elements, each after all that it covers.
fn sorted(upper: &[Vec<usize>], lower: &[Vec<usize>]) -> Vec<usize> {
    let mut waiting: Vec<usize> = lower.iter().map(Vec::len).collect();
    let mut rising: Vec<usize> = (0..upper.len()).filter(|&at| waiting[at] == 0).collect();
    let mut next = 0;
    while let Some(&at) = rising.get(next) {
        next += 1;
        for &high in &upper[at] {
            waiting[high] -= 1;
            if waiting[high] == 0 {
                rising.push(high);
            }
        }
    }
    assert_eq!(rising.len(), upper.len(), "covers do not form a circle");
    rising
}

fn longest_chains<'a>(order: impl Iterator<Item = &'a usize>, before: &[Vec<usize>]) -> Vec<i32> {
    let mut longest = vec![0; before.len()];
    for &at in order {
        longest[at] = before[at].iter().map(|&other| longest[other] + 1).max().unwrap_or(0);
    }
    longest
}
