//! Parts of the search that can be done elsewhere: the context, and little else.
//!
//! A node of the search is an extent with candidates and passed sets (`search.rs`). All of these
//! are attributes restricted to the extent. So the extent and the attributes that are still *open*
//! there say it all: an attribute that holds the extent belongs to its intent, an open one is a
//! candidate unless a passed one holds it there, and every other one has been passed.
//!
//! The context may be weighted: a point here is then an object, all points with the same
//! attributes, and sizes count the points that objects stand for.
//!
//! Invariant: the concepts of [`SearchTree::roots`] are all concepts, each once; those of a node
//! are those of what [`SearchTree::split`] makes of it.

use std::sync::Mutex;

use super::blocks::Blocks;
use super::branch::{Lists, shared as shared_by};
use super::candidates::{Candidate, distinct};
use super::columns::Columns;
use super::descent::estimate_below;
use super::maximal::maximal;
use super::search::SearchNode;
use super::shared::Shared;
use super::universe::{Universe, width};
use super::{Limits, Sink, top_and_bottom};
use crate::base::bitset::Bits;
use crate::base::ids::PointId;
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;

/// An extent to be visited, with everything below it that no other node has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenNode {
    /// Its points, ascending.
    pub extent: Vec<PointId>,
    /// The attributes that are still open there, ascending.
    pub open: Vec<u32>,
}

/// The search tree of one context.
#[derive(Clone, Copy, Debug)]
pub struct SearchTree<'a> {
    context: &'a FormalContext,
    min_size: usize,
}

impl<'a> SearchTree<'a> {
    /// The tree of the concepts with at least `min_size` points.
    pub fn new(context: &'a FormalContext, min_size: usize) -> Self {
        Self { context, min_size }
    }

    /// The fewest points that matter, an empty bottom apart.
    fn least(self) -> u32 {
        self.min_size.max(1) as u32
    }

    /// Nodes that hold every concept once: the ends of the lattice, and every attribute.
    pub fn roots(self) -> Vec<OpenNode> {
        let alone = |extent| OpenNode { extent, open: Vec::new() };
        if self.context.points() < self.min_size {
            return Vec::new();
        }
        let all: Vec<PointId> = PointId::first(self.context.objects()).collect();
        let columns = Columns::of(self.context, self.least() as usize);
        let column = |rank| columns.points.get(rank).iter().map(|&point| PointId(point)).collect();
        let extents: Vec<Vec<PointId>> = (0..columns.points.len()).map(column).collect();
        let mut roots = self.below(&all, &extents);
        if top_and_bottom::empty_bottom(self.context, self.min_size) {
            roots.push(alone(Vec::new()));
        }
        roots.push(alone(all));
        roots
    }

    /// The same concepts in more nodes: the extent alone, and its children.
    pub fn split(self, node: &OpenNode) -> Vec<OpenNode> {
        let (_, Lists { candidates, .. }) = self.lists::<Box<[u64]>>(node);
        let points = |c: &Candidate<Box<[u64]>>| {
            c.set.ones().map(|at| node.extent[at as usize]).collect::<Vec<_>>()
        };
        let children: Vec<_> = candidates.iter().map(points).collect();
        let mut nodes = self.below(&node.extent, &children);
        nodes.push(OpenNode { extent: node.extent.clone(), open: Vec::new() });
        nodes
    }

    /// The next children of an extent, attributes restricted to it in the order of the search, as
    /// nodes: what [`Sink::leave`] is given.
    pub fn below(self, extent: &[PointId], children: &[Vec<PointId>]) -> Vec<OpenNode> {
        let mut shares = vec![0; self.context.attributes().len()];
        let sizes = self.met(extent, &mut shares);
        let size = |attribute: u32| {
            let at = sizes.binary_search_by_key(&attribute, |met| met.0);
            at.map_or(0, |at| sizes[at].1)
        };
        // Which child an attribute is, restricted to the extent.
        let mut places = Vec::new();
        for (place, child) in (0_u32..).zip(children) {
            let whole = self.context.size(child);
            let met = self.met(child, &mut shares).into_iter();
            let is_it = |&(at, share): &(u32, u32)| share == whole && size(at) == whole;
            places.extend(met.filter(is_it).map(|(attribute, _)| (attribute, place)));
        }
        places.sort_unstable();
        let is_later = |attribute: u32, place: u32| {
            let at = places.binary_search_by_key(&attribute, |known| known.0);
            at.is_ok_and(|at| places[at].1 > place)
        };
        let mut nodes = Vec::with_capacity(children.len());
        for (place, child) in (0_u32..).zip(children) {
            let (met, whole) = (self.met(child, &mut shares).into_iter(), self.context.size(child));
            let proper = met.filter(|&(_, share)| share < whole);
            let open = proper.map(|(at, _)| at).filter(|&at| is_later(at, place)).collect();
            nodes.push(OpenNode { extent: child.clone(), open });
        }
        nodes
    }

    /// About how many concepts a node has, by chance and the same for the same seeds; the work is
    /// bounded by that many nodes of a level. An interrupt makes it too low.
    pub fn estimate(
        self,
        node: &OpenNode,
        seeds: (u64, u64),
        most: usize,
        progress: &Progress,
    ) -> f64 {
        if node.open.is_empty() {
            return 1.0;
        }
        let (_, lists) = self.lists(node);
        estimate_below(lists, self.weights(&node.extent), self.least(), seeds, most, progress)
    }

    /// Mines some nodes, on the current rayon pool, until a sink is full. Returns the sinks that
    /// were used, and the nodes that were not begun.
    pub fn mine<S: Sink>(
        self,
        nodes: Vec<OpenNode>,
        keys: &[S::Key],
        progress: &Progress,
        new_sink: impl Fn() -> S + Sync,
    ) -> Result<(Vec<S>, Vec<OpenNode>), InterruptedError> {
        let limits = Limits { min_size: self.min_size, ..Limits::default() };
        let empty_bottom = top_and_bottom::empty_bottom(self.context, self.min_size);
        let shared = Shared::new(&limits, progress, empty_bottom, &new_sink);
        let left = Mutex::new(Vec::new());
        rayon::scope(|scope| {
            let (shared, left) = (&shared, &left);
            for node in nodes {
                shared.spawn(scope, move |scope, sink| {
                    if sink.is_full() {
                        left.lock().expect("no panic while it is held").push(node);
                        return;
                    }
                    if node.open.is_empty() && self.end(&node, keys, empty_bottom, sink) {
                        return shared.report(1, sink);
                    }
                    let search = match width(node.extent.len()) {
                        0..=1 => Self::search::<[u64; 1], S>,
                        2 => Self::search::<[u64; 2], S>,
                        4 => Self::search::<[u64; 4], S>,
                        8 => Self::search::<[u64; 8], S>,
                        _ => Self::search::<Box<[u64]>, S>,
                    };
                    search(self, &node, keys, scope, shared, sink);
                });
            }
        });
        progress.check()?;
        Ok((shared.take_sinks(), left.into_inner().expect("all tasks have ended")))
    }

    /// Visits a node that is an end of the lattice; returns whether it is one.
    fn end<S: Sink>(
        self,
        node: &OpenNode,
        keys: &[S::Key],
        empty_bottom: bool,
        sink: &mut S,
    ) -> bool {
        if node.extent.len() == self.context.objects() {
            let columns = Columns::of(self.context, self.least() as usize);
            let mut shares = vec![0; columns.points.len()];
            // Smaller columns come first, so that what holds a column comes later.
            let is_cover = |&rank: &usize| {
                let rows = columns.points.get(rank).iter().map(|&row| row as usize);
                let rows = rows.map(|row| (columns.rows.get(row), columns.weights[row]));
                let met = shared_by(rows, columns.sizes[rank], &mut shares);
                met.iter().all(|&(other, _)| other as usize == rank)
            };
            let covers: Vec<usize> = (0..columns.points.len()).filter(is_cover).collect();
            top_and_bottom::top(self.context, &columns, keys, &covers, empty_bottom, sink);
            return true;
        }
        if node.extent.is_empty() {
            top_and_bottom::bottom(self.context, sink);
        }
        node.extent.is_empty()
    }

    fn search<'s, B: Bits + 'static, S: Sink + 's>(
        self,
        node: &OpenNode,
        keys: &[S::Key],
        scope: &rayon::Scope<'s>,
        shared: &'s Shared<'s, S>,
        sink: &mut S,
    ) {
        let extent = &node.extent;
        let universe = Universe::keyed(self.weights(extent), |at, points| {
            points.push(extent[at]);
            keys[extent[at].index()]
        });
        let (intent_size, Lists { candidates, passed, sets }) = self.lists(node);
        let extent = B::full(extent.len());
        let node = SearchNode { universe, extent, intent_size, candidates, passed, sets };
        node.search(scope, shared, sink);
    }

    /// How many points of the context each of these stands for.
    fn weights(self, points: &[PointId]) -> Vec<u32> {
        points.iter().map(|&point| self.context.weight(point)).collect()
    }

    /// The attributes that enough of these points have, ascending, with how many do.
    fn met(self, points: &[PointId], shares: &mut [u32]) -> Vec<(u32, u32)> {
        let row =
            |&point: &PointId| (self.context.rows().get(point.index()), self.context.weight(point));
        let rows = points.iter().map(row);
        shared_by(rows, self.least(), shares)
    }

    /// How many attributes an extent has, and the lists of its node.
    fn lists<B: Bits>(self, node: &OpenNode) -> (u32, Lists<B>) {
        let mut shares = vec![0; self.context.attributes().len()];
        let mut met = self.met(&node.extent, &mut shares);
        let (points, size, all) = (node.extent.len(), self.context.size(&node.extent), met.len());
        met.retain(|&(_, share)| share < size);
        let intent_size = (all - met.len()) as u32;
        (1..).zip(&met).for_each(|(slot, &(attribute, _))| shares[attribute as usize] = slot);
        let mut columns = vec![B::empty(points); met.len()];
        for (at, point) in (0..).zip(&node.extent) {
            let row = self.context.rows().get(point.index()).iter();
            let slots = row.filter_map(|&attribute| shares[attribute as usize].checked_sub(1));
            slots.for_each(|slot| columns[slot as usize].insert(at));
        }
        let is_open = |attribute: u32| node.open.binary_search(&attribute).is_ok();
        let (open, others): (Vec<_>, Vec<_>) =
            columns.into_iter().zip(&met).partition(|(_, met)| is_open(met.0));
        let others = maximal(others.into_iter().map(|(set, _)| set).collect());
        let mut passed = Blocks::new();
        others.iter().enumerate().for_each(|(at, set)| passed.push(0, at, set));
        let new = open.into_iter().map(|(set, _)| set).filter(|set| !passed.any_holds(0, set));
        let candidate = |set| Candidate { set, size: 0, attributes: 1 };
        let mut candidates: Vec<Candidate<B>> = new.map(candidate).collect();
        distinct(&mut candidates, 0);
        // What is alone has no size yet.
        candidates.iter_mut().for_each(|c| c.size = c.set.size());
        (intent_size, Lists { candidates, passed, sets: others.len() })
    }
}
