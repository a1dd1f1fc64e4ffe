//! Shares of points in regions: the mean, over the neighbours of a point, of the share of *their*
//! neighbours in each region.

use std::collections::BTreeMap;

/// The least share of a group among all groups, and of a part among the parts of its group. Smaller
/// shares are left out, unless all are smaller.
pub(crate) const MIN_SHARE: f64 = 0.2;

/// Regions with shares, in ascending order of the regions. The shares of groups add up to 1, the
/// shares of a group's parts to the share of the group; or there are no shares.
pub type Shares = Vec<(usize, f64)>;

/// Returns the share of each region among the smallest regions of some neighbours.
pub fn count_shares(regions: impl Iterator<Item = Option<usize>>) -> Shares {
    let mut counts: BTreeMap<usize, f64> = BTreeMap::new();
    regions.flatten().for_each(|region| *counts.entry(region).or_default() += 1.0);
    let all: f64 = counts.values().sum();
    counts.into_iter().map(|(region, count)| (region, count / all)).collect()
}

/// Returns the shares of a point: the mean of the shares around its neighbours, `near`.
pub fn mean_shares<'a>(
    near: impl Iterator<Item = &'a Shares>,
    group_of: impl Fn(usize) -> usize,
) -> Shares {
    let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
    for &(region, share) in near.flatten() {
        *sums.entry(region).or_default() += share;
    }
    let mut groups: BTreeMap<usize, f64> = BTreeMap::new();
    sums.iter().for_each(|(&region, sum)| *groups.entry(group_of(region)).or_default() += sum);
    let groups = drop_small(groups.into_iter().collect(), 1.0);
    let mut shares = Shares::new();
    for &(group, share) in &groups {
        shares.push((group, share));
        let parts = sums.iter().map(|(&region, &sum)| (region, sum));
        let parts = parts.filter(|&(region, _)| region != group && group_of(region) == group);
        shares.extend(drop_small(parts.collect(), share));
    }
    shares.sort_unstable_by_key(|&(region, _)| region);
    shares
}

/// Removes the small shares and scales the others, so that they add up to `all`.
fn drop_small(mut sums: Shares, all: f64) -> Shares {
    let total: f64 = sums.iter().map(|(_, sum)| sum).sum();
    if sums.iter().any(|(_, sum)| *sum >= MIN_SHARE * total) {
        sums.retain(|(_, sum)| *sum >= MIN_SHARE * total);
    }
    let kept: f64 = sums.iter().map(|(_, sum)| sum).sum();
    // A single share becomes `all` exactly, to the last bit.
    sums.iter_mut().for_each(|(_, sum)| *sum = *sum / kept * all);
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_means_without_the_small_ones() {
        assert_eq!(
            count_shares([Some(4), None, Some(2), Some(4)].into_iter()),
            [(2, 1.0 / 3.0), (4, 2.0 / 3.0)]
        );
        assert_eq!(count_shares([None].into_iter()), []);
        let own = |region: usize| region;
        let of = |near: &[Shares]| mean_shares(near.iter(), own);
        assert_eq!(of(&[]), []);
        let [one, other] = [vec![(0, 1.0)], vec![(0, 0.5), (1, 0.5)]];
        assert_eq!(of(&[one.clone(), Vec::new(), other]), [(0, 0.75), (1, 0.25)]);
        // A tenth is left out, unless nothing is larger.
        assert_eq!(of(&[one, vec![(0, 0.8), (1, 0.2)]]), [(0, 1.0)]);
        let many: Shares = (0..20).map(|region| (region, 0.05)).collect();
        assert_eq!(of(&[many]).len(), 20);
    }

    #[test]
    fn parts_add_up_to_their_group() {
        // Group 0 has parts 2 and 3, group 1 has none.
        let group_of = |region: usize| if region < 2 { region } else { 0 };
        let near = [vec![(1, 0.5), (2, 0.5)], vec![(2, 0.5), (3, 0.5)]];
        let shares = mean_shares(near.iter(), group_of);
        assert_eq!(shares, [(0, 0.75), (1, 0.25), (2, 0.5), (3, 0.25)]);
    }
}
