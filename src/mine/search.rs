//! The depth-first search below one extent.
//!
//! A node is an extent E with two lists of sets, both of proper non-empty subsets of E:
//!
//! - *candidates*: distinct attributes restricted to E, smallest first, none inside a passed set;
//! - *passed*: the maximal ones among the attributes, restricted to E, that an earlier branch has
//!   taken: every extent inside one of them has been met there already. A candidate that has been
//!   visited joins them.
//!
//! Every candidate is the extent of a child: it is no earlier branch's, and a candidate before it
//! is smaller and cannot hold it. So each concept is met exactly once and no canonicity test fails
//! after the fact. Taking the smallest candidate first is what keeps the lists short: on
//! k-nearest-neighbour contexts a node has 1 to 2 candidates and 5 to 7 passed sets on average,
//! where the largest first leaves 30 to 40 candidates (measured on the paper's datasets).
//!
//! The lower covers of E are the maximal sets of both lists together (the definition: a lower cover
//! is a maximal proper subset among E's restricted attributes).

use rayon::Scope;

use super::blocks::Blocks;
use super::candidates::{Candidate, distinct};
use super::level::{Baseline, Level};
#[cfg(target_arch = "x86_64")]
use super::processor::V3;
use super::shared::Shared;
use super::universe::{Universe, project};
use super::{Found, Sink};
use crate::bitset::Bits;
use crate::ids::PointId;
use crate::keys::Key;

/// A node with at least so many candidates becomes a task of its own, for any thread to take.
const SPLIT: usize = 12;
/// A node with at least so many candidates is projected onto its points once they need fewer words.
const PROJECT: usize = 4;
/// The extents below one with at most so many candidates are counted as intersections of these.
const FEW: usize = 6;
/// Concepts between two looks at the limit.
const REPORT: u64 = 1 << 12;

/// An extent to be visited with its lists, owning everything: what moves between threads.
pub(super) struct SearchNode<B: Bits> {
    pub(super) universe: Universe,
    pub(super) extent: B,
    pub(super) intent_size: u32,
    pub(super) candidates: Vec<Candidate<B>>,
    pub(super) passed: Blocks<B>,
    /// How many sets are passed.
    pub(super) sets: usize,
}

impl<B: Bits + 'static> SearchNode<B> {
    /// Visits the extent and everything below it.
    pub(super) fn search<'s, S: Sink + 's>(
        self,
        scope: &Scope<'s>,
        shared: &'s Shared<'s, S>,
        sink: &mut S,
    ) {
        let (extent, intent_size, sets) = (self.extent, self.intent_size, self.sets);
        let mut search = Search {
            universe: self.universe,
            candidates: self.candidates,
            passed: self.passed,
            family: Vec::new(),
            members: Vec::new(),
            lower: Vec::new(),
            unreported: 0,
            scope,
            shared,
        };
        let frame = Frame { candidates: 0, passed: 0, sets };
        #[cfg(target_arch = "x86_64")]
        if shared.level.is_some() {
            V3::below(&mut search, sink, &extent, intent_size, frame);
            return shared.report(search.unreported);
        }
        Baseline::below(&mut search, sink, &extent, intent_size, frame);
        shared.report(search.unreported);
    }

    /// The same node over its own points only, at whatever width they need.
    fn narrowed<'s, S: Sink + 's>(
        self,
        scope: &Scope<'s>,
        shared: &'s Shared<'s, S>,
        sink: &mut S,
    ) {
        fn over<'s, B: Bits + 'static, C: Bits + 'static, S: Sink + 's>(
            node: SearchNode<B>,
            scope: &Scope<'s>,
            shared: &'s Shared<'s, S>,
            sink: &mut S,
        ) {
            let universe = node.universe.within(&node.extent);
            let n = universe.len();
            let narrow = |set: &B| project::<B, C>(set, &node.extent, n);
            let candidates = node.candidates.iter().map(|c| Candidate {
                set: narrow(&c.set),
                size: c.size,
                attributes: c.attributes,
            });
            let mut passed = Blocks::new();
            for (at, set) in node.passed.sets(0, node.sets).enumerate() {
                passed.push(0, at, &narrow(&set));
            }
            SearchNode {
                extent: C::full(n),
                candidates: candidates.collect(),
                passed,
                sets: node.sets,
                intent_size: node.intent_size,
                universe,
            }
            .search(scope, shared, sink);
        }
        match self.extent.size().div_ceil(64) {
            0..=1 => over::<B, [u64; 1], S>(self, scope, shared, sink),
            2 => over::<B, [u64; 2], S>(self, scope, shared, sink),
            3..=4 => over::<B, [u64; 4], S>(self, scope, shared, sink),
            5..=8 => over::<B, [u64; 8], S>(self, scope, shared, sink),
            _ => over::<B, Box<[u64]>, S>(self, scope, shared, sink),
        }
    }
}

/// How many words a set of that many points takes: the widths of [`SearchNode::narrowed`].
fn width(points: u32) -> usize {
    match points.div_ceil(64) as usize {
        words @ 0..=8 => words.next_power_of_two(),
        words => words,
    }
}

/// Where the lists of a node begin; they end where the lists end.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    candidates: usize,
    passed: usize,
    /// How many sets are passed.
    sets: usize,
}

/// A search under way: the lists of the nodes on the path, end to end.
pub(super) struct Search<'a, 's, B: Bits, S: Sink> {
    universe: Universe,
    candidates: Vec<Candidate<B>>,
    passed: Blocks<B>,
    family: Vec<B>,
    members: Vec<PointId>,
    lower: Vec<Key>,
    unreported: u64,
    scope: &'a Scope<'s>,
    shared: &'s Shared<'s, S>,
}

impl<B: Bits + 'static, S: Sink> Search<'_, '_, B, S> {
    /// Does with an extent and everything below it what the sink wants.
    #[inline(always)]
    pub(super) fn below<L: Level>(
        &mut self,
        sink: &mut S,
        extent: &B,
        intent_size: u32,
        frame: Frame,
    ) {
        if S::COVERS || S::KEYED {
            self.visit::<L>(sink, extent, intent_size, frame);
        } else {
            self.count::<L>(sink, frame);
        }
    }

    #[inline(always)]
    fn visit<L: Level>(&mut self, sink: &mut S, extent: &B, intent_size: u32, mut frame: Frame) {
        self.hand_over(sink, extent, intent_size, frame);
        let (c1, least) = (self.candidates.len(), self.shared.least());
        for at in frame.candidates..c1 {
            if self.shared.ended() {
                return;
            }
            let child = self.candidates[at].set.clone();
            let intent_size = intent_size + self.restrict(&child, at, c1, frame);
            distinct(&mut self.candidates, c1);
            let p1 = self.passed.end();
            let sets = self.passed.restrict(frame.passed, &child, least);
            let lists = Frame { candidates: c1, passed: p1, sets };
            self.child::<L>(sink, &child, intent_size, lists);
            self.leave(child, &mut frame, lists);
        }
    }

    /// Counts the extent with these lists and everything below it: [`Self::visit`] without covers.
    /// Most children have few candidates, and what is below them is counted without lists.
    #[inline(always)]
    fn count<L: Level>(&mut self, sink: &mut S, mut frame: Frame) {
        let (c1, least) = (self.candidates.len(), self.shared.least());
        let mut concepts = 1;
        for at in frame.candidates..c1 {
            if self.shared.ended() {
                return;
            }
            let child = self.candidates[at].set.clone();
            self.restrict(&child, at, c1, frame);
            let mut lists = Frame { candidates: c1, passed: self.passed.end(), sets: 0 };
            match self.candidates.len() - c1 {
                few @ 0..=1 => concepts += 1 + few as u64,
                2..=FEW => concepts += 1 + self.intersections(c1, frame),
                _ => {
                    distinct(&mut self.candidates, c1);
                    lists.sets = self.passed.restrict(frame.passed, &child, least);
                    self.child::<L>(sink, &child, 0, lists);
                }
            }
            self.leave(child, &mut frame, lists);
        }
        self.tally(sink, concepts, 0);
    }

    /// How many different sets the last candidates, from `from` on, and their intersections are, as
    /// far as these are new where the lists are at `frame`.
    #[inline(always)]
    fn intersections(&mut self, from: usize, frame: Frame) -> u64 {
        let mut family = std::mem::take(&mut self.family);
        family.clear();
        for candidate in &self.candidates[from..] {
            let set = &candidate.set;
            if family.contains(set) {
                continue;
            }
            // What lies within a set that is not new is not new.
            for at in 0..family.len() {
                let both = family[at].and(set);
                let is_one = both == *set || both == family[at];
                if !is_one && !family.contains(&both) && self.is_new(&both, frame) {
                    family.push(both);
                }
            }
            family.push(set.clone());
        }
        self.family = family;
        self.family.len() as u64
    }

    /// Whether a set is large enough and inside no passed one.
    #[inline(always)]
    fn is_new(&self, set: &B, frame: Frame) -> bool {
        let least = self.shared.least();
        let large = if least == 1 { !set.is_empty() } else { set.size() >= least };
        large && !self.passed.any_holds(frame.passed, set)
    }

    /// Puts the candidates of the child at `at` behind those of its parent, which end at `c1`.
    /// Returns how many attributes its intent has more than the parent's.
    #[inline(always)]
    fn restrict(&mut self, child: &B, at: usize, c1: usize, frame: Frame) -> u32 {
        let mut intent = self.candidates[at].attributes;
        for later in at + 1..c1 {
            let set = self.candidates[later].set.and(child);
            let attributes = self.candidates[later].attributes;
            if set == *child {
                intent += attributes;
            } else if self.is_new(&set, frame) {
                self.candidates.push(Candidate { set, size: 0, attributes });
            }
        }
        intent
    }

    /// Removes the lists of a child that has been visited and makes it a passed set.
    #[inline(always)]
    fn leave(&mut self, child: B, frame: &mut Frame, lists: Frame) {
        self.candidates.truncate(lists.candidates);
        self.passed.truncate(lists.passed);
        self.passed.push(frame.passed, frame.sets, &child);
        frame.sets += 1;
    }

    /// Visits a child here, over fewer points, or leaves it to whichever thread is free.
    #[inline(always)]
    fn child<L: Level>(&mut self, sink: &mut S, child: &B, intent_size: u32, lists: Frame) {
        let candidates = self.candidates.len() - lists.candidates;
        let narrower = candidates >= PROJECT && width(child.size()) < child.words().len();
        if candidates < SPLIT && !narrower {
            return L::below(self, sink, child, intent_size, lists);
        }
        let node = SearchNode {
            universe: self.universe.clone(),
            extent: child.clone(),
            intent_size,
            candidates: self.candidates[lists.candidates..].to_vec(),
            passed: self.passed.list(lists.passed),
            sets: lists.sets,
        };
        let (scope, shared) = (self.scope, self.shared);
        match (candidates >= SPLIT, narrower) {
            (false, _) => node.narrowed(scope, shared, sink),
            (true, true) => shared.spawn(scope, move |s, sink| node.narrowed(s, shared, sink)),
            (true, false) => shared.spawn(scope, move |s, sink| node.search(s, shared, sink)),
        }
    }

    /// Gives the extent to the sink, with its lower covers where they are wanted.
    #[inline(always)]
    fn hand_over(&mut self, sink: &mut S, extent: &B, intent_size: u32, frame: Frame) {
        let Self { universe, candidates, passed, lower, members, .. } = self;
        let candidates = &candidates[frame.candidates..];
        let mut covers = 0;
        lower.clear();
        for (at, c) in candidates.iter().enumerate() {
            if !candidates[at + 1..].iter().any(|later| c.set.within(&later.set)) {
                covers += 1;
                if S::KEYED {
                    lower.push(universe.key(&c.set));
                }
            }
        }
        let others = candidates.iter().map(|c| &c.set);
        passed.outside_all(frame.passed, frame.sets, others, |set| {
            covers += 1;
            if S::KEYED {
                lower.push(universe.key(&set));
            }
        });
        if covers == 0 && self.shared.empty_bottom() {
            covers = 1;
            if S::KEYED {
                lower.push(0);
            }
        }
        if S::KEYED {
            universe.members(extent, members);
            let key = universe.key(extent);
            sink.concept(Found { key, intent_size, members, lower });
        }
        self.tally(sink, 1, covers);
    }

    #[inline(always)]
    fn tally(&mut self, sink: &mut S, concepts: u64, covers: u64) {
        sink.count(concepts, covers);
        self.unreported += concepts;
        if self.unreported >= REPORT {
            self.shared.report(std::mem::take(&mut self.unreported));
        }
    }
}
