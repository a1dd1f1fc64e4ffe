//! Given neighbours, as links from one point to another.
//!
//! X_i consists of the point i and all points that it has a link to or, if k is given, of i and the
//! k - 1 others with the smallest values, ties to the earlier point. A value is a distance or a
//! rank: nearer neighbours have smaller values. A link that is given twice counts once, with its
//! smaller value; a link from a point to itself has no effect.
//!
//! Invariant: the order of the links does not matter, and every point is in its own list.

use std::collections::HashMap;

use rayon::prelude::*;

use super::FormalContext;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::input_error::{InputError, Location};
use crate::base::points::Points;

/// A link from a point to one of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The point.
    pub source: PointId,
    /// The neighbour.
    pub target: PointId,
    /// The distance or the rank; NaN if it is not known.
    pub value: f64,
}

/// The neighbours of each point.
#[derive(Clone, Debug, PartialEq)]
pub struct NeighborLists {
    /// The names and classes of the points.
    pub points: Points,
    /// The neighbours of each point, itself included, in ascending order.
    pub lists: Csr,
    /// The neighbours of each point: itself first, then by value, then by row.
    pub order: Csr,
    /// The number of points that have fewer than the requested k neighbours.
    pub short_lists: usize,
}

impl NeighborLists {
    /// Creates the lists of these points from links: all neighbours, or the k nearest.
    ///
    /// # Errors
    /// Returns an error if k is 0, or if k is given and a link has no value that is a distance.
    ///
    /// # Panics
    /// Panics if a link leads from or to a point that does not exist.
    pub fn new(points: Points, mut links: Vec<Link>, k: Option<usize>) -> Result<Self, InputError> {
        if let Some(k) = k {
            check_values(&points, &links, k)?;
        }
        links.par_sort_unstable_by(|a, b| {
            let ends = |link: &Link| (link.source, link.target);
            ends(a).cmp(&ends(b)).then(a.value.total_cmp(&b.value))
        });
        links.dedup_by_key(|link| (link.source, link.target));
        let mut lists = Csr::with_capacity(points.len(), links.len() + points.len());
        let mut order = lists.clone();
        let (mut short, mut at) = (0, 0);
        let mut others: Vec<Link> = Vec::new();
        for point in points.ids() {
            let end = at + links[at..].iter().take_while(|link| link.source == point).count();
            others.clear();
            others.extend(links[at..end].iter().filter(|link| link.target != point));
            // The sort is stable: ties stay in the order of points.
            others.sort_by(|a, b| a.value.total_cmp(&b.value));
            if let Some(k) = k {
                short += usize::from(others.len() + 1 < k);
                others.truncate(k - 1);
            }
            let nearest = others.iter().map(|link| link.target.0);
            let mut list: Vec<u32> = [point.0].into_iter().chain(nearest).collect();
            order.push(list.iter().copied());
            list.sort_unstable();
            lists.push(list);
            at = end;
        }
        assert_eq!(at, links.len(), "links are between points");
        Ok(Self { points, lists, order, short_lists: short })
    }

    /// Creates the lists from links between names: source, target and value.
    ///
    /// The points are the names that occur: the sources in the order of their first occurrence,
    /// then the names that are only targets.
    ///
    /// # Errors
    /// Returns an error if there is no link, or if [`NeighborLists::new`] returns one.
    pub fn from_names<'a>(
        links: impl IntoIterator<Item = (&'a str, &'a str, f64)>,
        k: Option<usize>,
    ) -> Result<Self, InputError> {
        let links: Vec<(&str, &str, f64)> = links.into_iter().collect();
        if links.is_empty() {
            let remedy = "give a source and a target for each link";
            return Err(InputError::data(Location::Whole, "there is no link", remedy));
        }
        let (mut numbers, mut names) = (HashMap::new(), Vec::new());
        for name in links.iter().map(|link| link.0).chain(links.iter().map(|link| link.1)) {
            numbers.entry(name).or_insert_with(|| {
                names.push(name.to_owned());
                PointId(names.len() as u32 - 1)
            });
        }
        let link = |(source, target, value)| {
            let [source, target] = [source, target].map(|name: &str| numbers[name]);
            Link { source, target, value }
        };
        let links = links.into_iter().map(link).collect();
        let points = Points::from_names(names, None).expect("each name is met once");
        Self::new(points, links, k)
    }

    /// Returns the context in which the attributes of a point are its neighbours.
    pub fn context(&self) -> FormalContext {
        FormalContext::from_rows(self.points.names().to_vec(), self.lists.clone())
    }
}

/// Returns the rounded mean length of the lists; 0 if there are none.
pub(crate) fn mean_length(lists: &Csr) -> usize {
    (lists.item_count() as f64 / lists.len().max(1) as f64).round() as usize
}

fn check_values(points: &Points, links: &[Link], k: usize) -> Result<(), InputError> {
    let fault = |found: String, remedy| InputError::usage(Location::Whole, found, remedy);
    if k == 0 {
        return Err(fault("k = 0 is not possible".to_owned(), "choose at least 1"));
    }
    let Some(link) = links.iter().find(|link| !(0.0..f64::INFINITY).contains(&link.value)) else {
        return Ok(());
    };
    let [source, target] = [link.source, link.target].map(|point| points.name(point));
    Err(match link.value.is_nan() {
        true => fault(
            "the links have no values, so the nearest neighbours cannot be chosen".to_owned(),
            "take all links",
        ),
        false => fault(
            format!("the link from {source:?} to {target:?} has the value {}", link.value),
            "k chooses the nearest by distances, which are 0 or more; take all links",
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(links: &[(&str, &str, f64)], k: Option<usize>) -> Result<NeighborLists, String> {
        let links = links.iter().copied();
        NeighborLists::from_names(links, k).map_err(|fault| fault.to_string())
    }

    fn of(found: &NeighborLists) -> Vec<Vec<&str>> {
        let name = |&point: &u32| found.points.name(PointId(point));
        found.lists.iter().map(|list| list.iter().map(name).collect()).collect()
    }

    #[test]
    fn all_links_or_the_nearest_with_ties_to_the_earlier_point() {
        let links = [
            ("b", "a", 1.0),
            ("b", "c", 1.0),
            ("a", "c", 3.0),
            ("a", "b", 2.0),
            ("a", "b", 9.0),
            ("a", "a", 0.0),
        ];
        let all = lists(&links, None).expect("links");
        assert_eq!(all.points.names(), ["b", "a", "c"]);
        assert_eq!(of(&all), [vec!["b", "a", "c"], vec!["b", "a", "c"], vec!["c"]]);
        assert_eq!((mean_length(&all.lists), all.short_lists), (2, 0));
        let two = lists(&links, Some(2)).expect("links");
        assert_eq!(of(&two), [vec!["b", "a"], vec!["b", "a"], vec!["c"]]);
        assert_eq!((mean_length(&two.lists), two.short_lists), (2, 1));
        let mut turned = links;
        turned[2..].reverse();
        assert_eq!(lists(&turned, Some(2)), Ok(two));
        assert_eq!(all.context().attributes(), ["b", "a", "c"]);
    }

    #[test]
    fn the_nearest_need_distances() {
        for (value, k, expected) in [
            (f64::NAN, Some(2), "the links have no values"),
            (-1.5, Some(2), "the link from \"x\" to \"y\" has the value -1.5"),
            (1.0, Some(0), "k = 0 is not possible"),
        ] {
            let links = [("x", "y", value)];
            assert!(lists(&links, k).expect_err(expected).starts_with(expected));
            assert!(lists(&links, None).is_ok());
        }
        assert!(lists(&[], None).expect_err("none").starts_with("there is no link"));
    }
}
