//! The shares that points have in groups of clusters.

/// Groups, ascending, each with the share that somebody has in it. The shares add up to 1, or there
/// are none.
pub(crate) type Shares = Vec<(u32, f64)>;

/// Smaller shares than this are left out, where there is a larger one.
const LEAST: f64 = 0.2;

/// The share of each group among clusters of these groups, in whatever order.
pub(crate) fn of_clusters(groups: impl IntoIterator<Item = u32>) -> Shares {
    let mut groups: Vec<u32> = groups.into_iter().collect();
    groups.sort_unstable();
    let all = groups.len() as f64;
    groups.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as f64 / all)).collect()
}

/// The mean of the shares of some neighbours, in their order; those that have none do not count.
///
/// However groups are numbered, the same shares come out to the last bit.
pub(crate) fn of_neighbors<'a>(neighbors: impl IntoIterator<Item = &'a Shares>) -> Shares {
    let (mut sums, mut count) = (Shares::new(), 0);
    for shares in neighbors.into_iter().filter(|shares| !shares.is_empty()) {
        count += 1;
        for &(group, share) in shares {
            match sums.iter_mut().find(|(other, _)| *other == group) {
                Some((_, sum)) => *sum += share,
                None => sums.push((group, share)),
            }
        }
    }
    let least = LEAST * f64::from(count);
    if sums.iter().any(|(_, sum)| *sum >= least) {
        sums.retain(|(_, sum)| *sum >= least);
    }
    // Largest first, so that the sum does not depend on the numbers.
    sums.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
    let all: f64 = sums.iter().map(|(_, sum)| sum).sum();
    sums.iter_mut().for_each(|(_, sum)| *sum /= all);
    sums.sort_unstable_by_key(|&(group, _)| group);
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shares_are_means_without_the_small_ones() {
        assert_eq!(of_clusters([4, 2, 4, 4]), [(2, 0.25), (4, 0.75)]);
        assert_eq!(of_clusters([]), []);
        assert_eq!(of_neighbors([]), []);
        let [one, other] = [vec![(0, 1.0)], vec![(0, 0.5), (1, 0.5)]];
        assert_eq!(of_neighbors([&one, &Vec::new(), &other]), [(0, 0.75), (1, 0.25)]);
        // A tenth is left out.
        let small = vec![(0, 0.8), (1, 0.2)];
        assert_eq!(of_neighbors([&one, &small]), [(0, 1.0)]);
        // Unless nothing is larger.
        let many: Shares = (0..20).map(|group| (group, 0.05)).collect();
        assert_eq!(of_neighbors([&many]).len(), 20);
    }

    proptest! {
        #[test]
        fn numbers_of_groups_do_not_matter(
            clusters in proptest::collection::vec(
                proptest::collection::vec(0..6u32, 0..7), 0..9,
            ),
        ) {
            let shares = |number: &dyn Fn(u32) -> u32| {
                let of = |groups: &Vec<u32>| of_clusters(groups.iter().map(|&at| number(at)));
                let all: Vec<Shares> = clusters.iter().map(of).collect();
                of_neighbors(&all)
            };
            let plain = shares(&|group| group);
            let mut other: Shares = shares(&|group| (group * 5 + 3) % 6);
            // The same numbers again: 5 is its own inverse.
            other.iter_mut().for_each(|(group, _)| *group = (*group + 3) * 5 % 6);
            other.sort_unstable_by_key(|&(group, _)| group);
            let sum: f64 = plain.iter().map(|(_, share)| share).sum();
            prop_assert!(plain.is_empty() || (sum - 1.0).abs() < 1e-12);
            prop_assert_eq!(plain, other);
        }
    }
}
