//! Parts of a search that other machines can do, given the matrix and little else.
//!
//! A node of the search is an extent with candidates and passed sets (`search.rs`), all of which
//! are attributes restricted to the extent. So the extent and the attributes that are still *open*
//! there determine the node: an attribute that holds the extent belongs to its intent, an open one
//! is a candidate unless a passed one holds it there, and every other one has been passed.
//!
//! The matrix may be weighted: its rows then represent several points each, and sizes count points.
//!
//! Invariant: the nodes of [`SearchTree::roots`] have all concepts, each once; the nodes that
//! [`SearchTree::split`] makes of a node have the concepts of that node, each once.

use std::sync::Mutex;

use crate::blocks::Blocks;
use crate::branch::{NodeLists, supports as shared_by};
use crate::candidates::{Candidate, sort_distinct};
use crate::columns::Columns;
use crate::control::{Control, InterruptedError};
use crate::descent::estimate_below;
use crate::matrix::BitMatrix;
use crate::maximal::maximal;
use crate::search::SearchNode;
use crate::shared::{Shared, one_per_thread};
use crate::sink::{SearchSink, Sink, SinkAdapter};
use crate::universe::{Universe, set_words};
use crate::{Limits, top_and_bottom};
use conceptgraph_sets::bitset::Bits;

/// An extent to visit, with everything below it that no other node has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenNode {
    /// The rows of the extent, ascending.
    pub extent: Vec<u32>,
    /// The columns that are still open at the extent, ascending.
    pub open: Vec<u32>,
}

/// The search tree of one matrix, for searches in parts.
#[derive(Clone, Copy, Debug)]
pub struct SearchTree<'a> {
    matrix: &'a BitMatrix,
    min_size: usize,
}

impl<'a> SearchTree<'a> {
    /// Returns the search tree of the concepts with at least `min_size` points.
    pub fn new(matrix: &'a BitMatrix, min_size: usize) -> Self {
        Self { matrix, min_size }
    }

    /// Returns the fewest points of an extent that the search visits, an empty bottom apart.
    fn min_weight(self) -> u32 {
        self.min_size.max(1) as u32
    }

    /// Returns nodes that have every concept once: the top, an empty bottom, and every column.
    pub fn roots(self) -> Vec<OpenNode> {
        let alone = |extent| OpenNode { extent, open: Vec::new() };
        if self.matrix.point_count() < self.min_size {
            return Vec::new();
        }
        let all: Vec<u32> = (0..self.matrix.rows().len() as u32).collect();
        let columns = Columns::from_matrix(self.matrix, self.min_weight() as usize);
        let extents: Vec<Vec<u32>> = columns.points.iter().map(<[u32]>::to_vec).collect();
        let mut roots = self.child_nodes(&all, &extents);
        if top_and_bottom::has_empty_bottom(self.matrix, self.min_size) {
            roots.push(alone(Vec::new()));
        }
        roots.push(alone(all));
        roots
    }

    /// Returns the concepts of a node as more nodes: its extent alone, and its children.
    pub fn split(self, node: &OpenNode) -> Vec<OpenNode> {
        let (_, NodeLists { candidates, .. }) = self.lists::<Box<[u64]>>(node);
        let points = |c: &Candidate<Box<[u64]>>| {
            c.set.ones().map(|at| node.extent[at as usize]).collect::<Vec<_>>()
        };
        let children: Vec<_> = candidates.iter().map(points).collect();
        let mut nodes = self.child_nodes(&node.extent, &children);
        nodes.push(OpenNode { extent: node.extent.clone(), open: Vec::new() });
        nodes
    }

    /// Returns the next children of an extent as nodes; `children` are as in
    /// [`Sink::leave_children`](crate::Sink::leave_children).
    pub fn child_nodes(self, extent: &[u32], children: &[Vec<u32>]) -> Vec<OpenNode> {
        let mut shares = vec![0; self.matrix.columns().len()];
        let sizes = self.supports(extent, &mut shares);
        let size = |attribute: u32| {
            let at = sizes.binary_search_by_key(&attribute, |met| met.0);
            at.map_or(0, |at| sizes[at].1)
        };
        // The child that each attribute equals, restricted to the extent.
        let mut places = Vec::new();
        for (place, child) in (0_u32..).zip(children) {
            let whole = self.size(child);
            let met = self.supports(child, &mut shares).into_iter();
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
            let (met, whole) = (self.supports(child, &mut shares).into_iter(), self.size(child));
            let proper = met.filter(|&(_, share)| share < whole);
            let open = proper.map(|(at, _)| at).filter(|&at| is_later(at, place)).collect();
            nodes.push(OpenNode { extent: child.clone(), open });
        }
        nodes
    }

    /// Estimates the number of concepts of a node at random, from at most `most` nodes of a level;
    /// equal seeds give equal estimates. An interrupt makes the estimate too low.
    pub fn estimate(
        self,
        node: &OpenNode,
        seeds: (u64, u64),
        most: usize,
        control: &Control,
    ) -> f64 {
        if node.open.is_empty() {
            return 1.0;
        }
        let (_, lists) = self.lists(node);
        estimate_below(lists, self.weights(&node.extent), self.min_weight(), seeds, most, control)
    }

    /// Mines nodes on the current rayon pool until a sink is full; returns also those not begun.
    ///
    /// `keys` has one key a row, of 128 bits so that the sums of billions of concepts differ.
    pub fn mine<S: Sink<u128>>(
        self,
        nodes: Vec<OpenNode>,
        keys: &[u128],
        control: &Control,
        new_sink: impl Fn() -> S,
    ) -> Result<(Vec<S>, Vec<OpenNode>), InterruptedError> {
        let mut sinks = one_per_thread(new_sink);
        let takers: Vec<_> = sinks.iter_mut().map(|sink| Mutex::new(SinkAdapter(sink))).collect();
        let left = self.search_all(nodes, keys, control, &takers)?;
        drop(takers);
        Ok((sinks, left))
    }

    fn search_all(
        self,
        nodes: Vec<OpenNode>,
        keys: &[u128],
        control: &Control,
        sinks: &[Mutex<SinkAdapter<'_, u128>>],
    ) -> Result<Vec<OpenNode>, InterruptedError> {
        let limits = Limits { min_size: self.min_size, ..Limits::default() };
        let empty_bottom = top_and_bottom::has_empty_bottom(self.matrix, self.min_size);
        let shared = Shared::new(&limits, control, empty_bottom, sinks);
        let left = Mutex::new(Vec::new());
        rayon::scope(|scope| {
            let (shared, left) = (&shared, &left);
            for node in nodes {
                shared.spawn(scope, move |scope, sink| {
                    if sink.is_full() {
                        left.lock().expect("no panic while it is held").push(node);
                        return;
                    }
                    if node.open.is_empty() && self.visit_end(&node, keys, empty_bottom, sink) {
                        return shared.report(1, sink);
                    }
                    let search = match set_words(node.extent.len()) {
                        0..=1 => Self::search::<[u64; 1], _>,
                        2 => Self::search::<[u64; 2], _>,
                        8 => Self::search::<[u64; 8], _>,
                        _ => Self::search::<Box<[u64]>, _>,
                    };
                    search(self, &node, keys, scope, shared, sink);
                });
            }
        });
        control.check()?;
        Ok(left.into_inner().expect("all tasks have ended"))
    }

    /// Visits a node if it is the top or an empty bottom. Returns `true` if it is one.
    fn visit_end<S: SearchSink>(
        self,
        node: &OpenNode,
        keys: &[S::Key],
        empty_bottom: bool,
        sink: &mut S,
    ) -> bool {
        if node.extent.len() == self.matrix.rows().len() {
            let columns = Columns::from_matrix(self.matrix, self.min_weight() as usize);
            let mut shares = vec![0; columns.points.len()];
            // Smaller columns come first, so a column that holds another comes later.
            let is_cover = |&rank: &usize| {
                let rows = columns.points.get(rank).iter().map(|&row| row as usize);
                let rows = rows.map(|row| (columns.rows.get(row), columns.weights[row]));
                let met = shared_by(rows, columns.sizes[rank], &mut shares);
                met.iter().all(|&(other, _)| other as usize == rank)
            };
            let covers: Vec<usize> = (0..columns.points.len()).filter(is_cover).collect();
            top_and_bottom::visit_top(self.matrix, &columns, keys, &covers, empty_bottom, sink);
            return true;
        }
        if node.extent.is_empty() {
            top_and_bottom::visit_bottom(self.matrix, sink);
        }
        node.extent.is_empty()
    }

    fn search<'s, B: Bits + 'static, S: SearchSink + 's>(
        self,
        node: &OpenNode,
        keys: &[S::Key],
        scope: &rayon::Scope<'s>,
        shared: &'s Shared<'s, S>,
        sink: &mut S,
    ) {
        let extent = &node.extent;
        let universe = Universe::with_keys(self.weights(extent), |at, points| {
            points.push(extent[at]);
            keys[extent[at] as usize]
        });
        let (intent_size, NodeLists { candidates, passed, sets }) = self.lists(node);
        let extent = B::full(extent.len());
        let node = SearchNode { universe, extent, intent_size, candidates, passed, sets };
        node.search(scope, shared, sink);
    }

    fn size(self, rows: &[u32]) -> u32 {
        self.matrix.size(rows.iter().copied())
    }

    fn weights(self, points: &[u32]) -> Vec<u32> {
        points.iter().map(|&point| self.matrix.weight(point)).collect()
    }

    /// Returns the attributes of enough of these points, ascending, each with its support there.
    fn supports(self, points: &[u32], shares: &mut [u32]) -> Vec<(u32, u32)> {
        let row = |&at: &u32| (self.matrix.rows().get(at as usize), self.matrix.weight(at));
        let rows = points.iter().map(row);
        shared_by(rows, self.min_weight(), shares)
    }

    fn lists<B: Bits>(self, node: &OpenNode) -> (u32, NodeLists<B>) {
        let mut shares = vec![0; self.matrix.columns().len()];
        let mut met = self.supports(&node.extent, &mut shares);
        let (points, size, all) = (node.extent.len(), self.size(&node.extent), met.len());
        met.retain(|&(_, share)| share < size);
        let intent_size = (all - met.len()) as u32;
        (1..).zip(&met).for_each(|(slot, &(attribute, _))| shares[attribute as usize] = slot);
        let mut columns = vec![B::empty(points); met.len()];
        for (at, &point) in (0..).zip(&node.extent) {
            let row = self.matrix.rows().get(point as usize).iter();
            let slots = row.filter_map(|&attribute| shares[attribute as usize].checked_sub(1));
            slots.for_each(|slot| columns[slot as usize].insert(at));
        }
        let is_open = |attribute: u32| node.open.binary_search(&attribute).is_ok();
        let (open, others): (Vec<_>, Vec<_>) =
            columns.into_iter().zip(&met).partition(|(_, met)| is_open(met.0));
        let others = maximal(others.into_iter().map(|(set, _)| set).collect());
        let mut passed = Blocks::new();
        others.iter().enumerate().for_each(|(at, set)| passed.push(0, at, set));
        let new = open.into_iter().map(|(set, _)| set).filter(|set| !passed.any_contains(0, set));
        let candidate = |set| Candidate { set, size: 0, attributes: 1 };
        let mut candidates: Vec<Candidate<B>> = new.map(candidate).collect();
        sort_distinct(&mut candidates, 0);
        // `distinct` does not set the size of a lone candidate.
        candidates.iter_mut().for_each(|c| c.size = c.set.size());
        (intent_size, NodeLists { candidates, passed, sets: others.len() })
    }
}
