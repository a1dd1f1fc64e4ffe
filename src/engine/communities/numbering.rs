//! Numbers and names of communities.

use std::cmp::Reverse;

use super::hierarchy::{Hierarchy, Level};
use super::names;
use super::shares::Shares;
use crate::base::ids::CommunityId;

#[derive(Default)]
pub(super) struct NumberedRegions {
    pub(crate) regions: Vec<usize>,
    pub names: Vec<String>,
    pub parents: Vec<Option<CommunityId>>,
    /// The boundary ratio of each community with what it joins in its parent.
    pub(crate) ratios: Vec<Option<f64>>,
    /// The number of each region; `None` for a region without points.
    pub(super) ids: Vec<Option<CommunityId>>,
}

impl NumberedRegions {
    /// Numbers and names the regions that have points, which not all regions have.
    pub(super) fn new(hierarchy: &Hierarchy, sizes: &[u32]) -> Self {
        let regions = &hierarchy.regions;
        let of_level = |level: Level| {
            let all = (0..regions.len()).filter(move |&at| regions[at].level == level);
            all.filter(move |&at| level == Level::Join || sizes[at] > 0).collect::<Vec<_>>()
        };
        let mut numbered = Self { ids: vec![None; regions.len()], ..Self::default() };
        let mut groups = of_level(Level::Group);
        groups.sort_by_key(|&at| (Reverse(sizes[at]), at));
        for (at, &group) in groups.iter().enumerate() {
            numbered.push(group, format!("g{}", at + 1));
        }
        let mut parts = of_level(Level::Part);
        // Parts do not divide a group all of whose points are in one of them.
        let has_all = |&part: &usize| regions[part].parent.filter(|&of| sizes[of] == sizes[part]);
        let undivided: Vec<usize> = parts.iter().filter_map(has_all).collect();
        parts.retain(|&part| regions[part].parent.is_none_or(|of| !undivided.contains(&of)));
        parts.sort_by_key(|&at| {
            let group = regions[at].parent.and_then(|group| numbered.ids[group]);
            (group, Reverse(sizes[at]), at)
        });
        for of_group in parts.chunk_by(|&one, &other| regions[one].parent == regions[other].parent)
        {
            for (at, &part) in of_group.iter().enumerate() {
                let group = regions[part].parent.and_then(|group| numbered.ids[group]);
                let group = group.map_or(0, |group| group.index() + 1);
                numbered.push(part, format!("g{group}.{}", at + 1));
            }
        }
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); regions.len()];
        for (at, &group) in groups.iter().enumerate() {
            let mut up = regions[group].parent;
            while let Some(join) = up {
                below[join].push(at + 1);
                up = regions[join].parent;
            }
        }
        let mut met: Vec<&[usize]> = Vec::new();
        for join in of_level(Level::Join) {
            // Without the regions that have no points, a join may contain a single group or the
            // groups of an earlier join: then it is not a community.
            if below[join].len() > 1 && !met.contains(&&below[join][..]) {
                met.push(&below[join]);
                numbered.push(join, names::join_name(&below[join]));
            }
        }
        for at in 0..numbered.regions.len() {
            let mut largest = numbered.regions[at];
            let above = |at: usize| regions[at].parent;
            while let Some(region) = above(largest).filter(|&at| numbered.ids[at].is_none()) {
                largest = region;
            }
            numbered.parents.push(above(largest).and_then(|region| numbered.ids[region]));
            numbered.ratios.push(regions[largest].ratio);
        }
        numbered
    }

    fn push(&mut self, region: usize, name: String) {
        self.ids[region] = Some(CommunityId(self.regions.len() as u32));
        self.regions.push(region);
        self.names.push(name);
    }

    pub(super) fn membership(&self, shares: &Shares) -> Vec<(CommunityId, f64)> {
        let number = |&(region, share): &(usize, f64)| Some((self.ids[region]?, share));
        let mut shares: Vec<(CommunityId, f64)> = shares.iter().filter_map(number).collect();
        shares.sort_unstable_by_key(|&(id, _)| id);
        shares
    }

    /// Returns the communities that contain a region, ascending.
    pub(super) fn containing_region(&self, region: usize) -> Vec<CommunityId> {
        self.containing(&self.membership(&vec![(region, 1.0)]))
    }

    pub(super) fn containing(&self, shares: &[(CommunityId, f64)]) -> Vec<CommunityId> {
        super::containing(shares, |id| {
            std::iter::successors(Some(id), |id| self.parents[id.index()])
        })
    }
}
