//! The depth-first search below one extent.
//!
//! A node is an extent E with two lists of sets, both of proper non-empty subsets of E:
//!
//! - *candidates*: distinct attributes restricted to E, smallest first, none inside a passed set;
//! - *passed*: the maximal ones among the attributes, restricted to E, that an earlier branch has
//!   taken: every extent inside one of them has been met there already.
//!
//! Every candidate is the extent of a child: it is no earlier branch's, and a candidate before it
//! is smaller and cannot hold it. So each concept is met exactly once and no canonicity test fails
//! after the fact. Taking the smallest candidate first is what keeps the lists short: on
//! k-nearest-neighbour contexts a node has 1 to 2 candidates and 5 to 7 passed sets on average,
//! where the largest first leaves 30 to 40 candidates (measured on the paper's datasets).
//!
//! The lower covers of E are the maximal sets of both lists together (the definition: a lower cover
//! is a maximal proper subset among E's restricted attributes).

use std::ops::Range;

use rayon::Scope;

use super::lists::{Candidate, distinct, insert_maximal, keep_new};
use super::shared::Shared;
use super::universe::{Universe, project};
use super::{Found, Sink};
use crate::bitset::Bits;
use crate::keys::Key;

/// A node with at least so many candidates becomes a task of its own, for any thread to take.
const SPLIT: usize = 12;
/// A node with at least so many candidates is projected onto its points once they need fewer words.
const PROJECT: usize = 4;
/// Concepts between two looks at the limit.
const REPORT: u64 = 1 << 12;

/// An extent to be visited with its lists, owning everything: what moves between threads.
pub(super) struct Node<B> {
    pub(super) universe: Universe,
    pub(super) extent: B,
    pub(super) intent_size: u32,
    pub(super) candidates: Vec<Candidate<B>>,
    pub(super) passed: Vec<B>,
}

impl<B: Bits + 'static> Node<B> {
    /// Visits the extent and everything below it.
    pub(super) fn search<'s, S: Sink + 's>(
        self,
        scope: &Scope<'s>,
        shared: &'s Shared<'s, S>,
        sink: &mut S,
    ) {
        let mut search = Search {
            universe: self.universe,
            candidates: self.candidates,
            passed: self.passed,
            members: Vec::new(),
            lower: Vec::new(),
            unreported: 0,
            scope,
            shared,
        };
        if S::COVERS || S::NAMED {
            search.visit(sink, &self.extent, self.intent_size, 0, 0);
        } else {
            search.count(sink, 0, 0);
        }
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
            node: Node<B>,
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
            Node {
                extent: C::full(n),
                candidates: candidates.collect(),
                passed: node.passed.iter().map(narrow).collect(),
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

/// How many words a set of that many points takes: the widths of [`Node::narrowed`].
fn width(points: u32) -> usize {
    match points.div_ceil(64) as usize {
        words @ 0..=8 => words.next_power_of_two(),
        words => words,
    }
}

/// A search under way: the lists of the nodes on the path, end to end.
struct Search<'a, 's, B, S: Sink> {
    universe: Universe,
    candidates: Vec<Candidate<B>>,
    passed: Vec<B>,
    members: Vec<u32>,
    lower: Vec<Key>,
    unreported: u64,
    scope: &'a Scope<'s>,
    shared: &'s Shared<'s, S>,
}

impl<B: Bits + 'static, S: Sink> Search<'_, '_, B, S> {
    /// Visits the extent whose lists start at `c0` and `p0` and end where the lists end.
    fn visit(&mut self, sink: &mut S, extent: &B, intent_size: u32, c0: usize, p0: usize) {
        self.hand_over(sink, extent, intent_size, c0, p0);
        let (c1, p1) = (self.candidates.len(), self.passed.len());
        for at in c0..c1 {
            if self.shared.ended() {
                return;
            }
            let child = self.candidates[at].set.clone();
            let intent_size = intent_size + self.descend(&child, at, c0..c1, p0..p1);
            self.child(sink, child, intent_size, c1, p1);
            self.candidates.truncate(c1);
            self.passed.truncate(p1);
        }
    }

    /// Counts the extent whose lists start at `c0` and `p0` and everything below it: [`Self::visit`]
    /// without covers. Most children have at most two candidates of their own, and are counted
    /// without lists: candidates are held against the parent's passed sets, unrestricted.
    fn count(&mut self, sink: &mut S, c0: usize, p0: usize) {
        let (c1, p1) = (self.candidates.len(), self.passed.len());
        let mut concepts = 1;
        for at in c0..c1 {
            if self.shared.ended() {
                return;
            }
            let child = self.candidates[at].set.clone();
            for later in at + 1..c1 {
                let set = self.candidates[later].set.and(&child);
                if set != child && self.is_new(&set, c0..at, p0..p1) {
                    self.candidates.push(Candidate { set, size: 0, attributes: 0 });
                }
            }
            concepts += match &self.candidates[c1..] {
                [] => 1,
                [_] => 2,
                [x, y] if x.set == y.set => 2,
                [x, y] => {
                    let both = x.set.and(&y.set);
                    let third =
                        both != x.set && both != y.set && self.is_new(&both, c0..at, p0..p1);
                    3 + u64::from(third)
                }
                _ => {
                    self.pass_on(&child, c0..at, p0..p1);
                    self.candidates[c1..].iter_mut().for_each(|c| c.size = c.set.size());
                    distinct(&mut self.candidates, c1);
                    self.child(sink, child, 0, c1, p1);
                    self.passed.truncate(p1);
                    0
                }
            };
            self.candidates.truncate(c1);
        }
        self.tally(sink, concepts, 0);
    }

    /// Whether a set is large enough and inside none of these candidates and passed sets.
    #[inline(always)]
    fn is_new(&self, set: &B, candidates: Range<usize>, passed: Range<usize>) -> bool {
        let least = self.shared.least();
        let large = if least == 1 { !set.is_empty() } else { set.size() >= least };
        large
            && !self.passed[passed].iter().any(|other| set.within(other))
            && !self.candidates[candidates].iter().any(|other| set.within(&other.set))
    }

    /// Puts the passed sets of a child behind those of its parent: the parent's and the candidates
    /// before it, restricted to it.
    #[inline(always)]
    fn pass_on(&mut self, child: &B, candidates: Range<usize>, passed: Range<usize>) {
        let (least, p1) = (self.shared.least(), passed.end);
        for earlier in passed {
            let set = self.passed[earlier].and(child);
            if set.size() >= least {
                insert_maximal(&mut self.passed, p1, set);
            }
        }
        for sibling in candidates {
            let set = self.candidates[sibling].set.and(child);
            if set.size() >= least {
                insert_maximal(&mut self.passed, p1, set);
            }
        }
    }

    /// Puts the lists of the child at `at` behind those of its parent. Returns how many attributes
    /// its intent has more than the parent's.
    #[inline(always)]
    fn descend(
        &mut self,
        child: &B,
        at: usize,
        candidates: Range<usize>,
        passed: Range<usize>,
    ) -> u32 {
        let (least, c1, p1) = (self.shared.least(), candidates.end, passed.end);
        let mut intent = self.candidates[at].attributes;
        for later in at + 1..c1 {
            let set = self.candidates[later].set.and(child);
            let attributes = self.candidates[later].attributes;
            if set == *child {
                intent += attributes;
                continue;
            }
            let size = set.size();
            if size >= least {
                self.candidates.push(Candidate { set, size, attributes });
            }
        }
        self.pass_on(child, candidates.start..at, passed);
        keep_new(&mut self.candidates, c1, &self.passed[p1..]);
        intent
    }

    /// Visits a child here, over fewer points, or leaves it to whichever thread is free.
    #[inline(always)]
    fn child(&mut self, sink: &mut S, child: B, intent_size: u32, c1: usize, p1: usize) {
        let candidates = self.candidates.len() - c1;
        let narrower = candidates >= PROJECT && width(child.size()) < child.words().len();
        if candidates < SPLIT && !narrower {
            return if S::COVERS || S::NAMED {
                self.visit(sink, &child, intent_size, c1, p1)
            } else {
                self.count(sink, c1, p1)
            };
        }
        let node = Node {
            universe: self.universe.clone(),
            extent: child,
            intent_size,
            candidates: self.candidates[c1..].to_vec(),
            passed: self.passed[p1..].to_vec(),
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
    fn hand_over(&mut self, sink: &mut S, extent: &B, intent_size: u32, c0: usize, p0: usize) {
        let (candidates, passed) = (&self.candidates[c0..], &self.passed[p0..]);
        let mut covers = 0;
        self.lower.clear();
        let mut cover = |set: &B| {
            covers += 1;
            if S::NAMED {
                self.lower.push(self.universe.key(set));
            }
        };
        for (at, c) in candidates.iter().enumerate() {
            if !candidates[at + 1..].iter().any(|later| c.set.within(&later.set)) {
                cover(&c.set);
            }
        }
        for set in passed {
            if !candidates.iter().any(|c| set.within(&c.set)) {
                cover(set);
            }
        }
        if covers == 0 && self.shared.empty_bottom() {
            covers = 1;
            if S::NAMED {
                self.lower.push(0);
            }
        }
        if S::NAMED {
            self.universe.members(extent, &mut self.members);
            let key = self.universe.key(extent);
            let (members, lower) = (&self.members[..], &self.lower[..]);
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
