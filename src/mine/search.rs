//! The depth-first search below one extent.
//!
//! A node is an extent E with two lists of sets, both of proper non-empty subsets of E:
//!
//! - *candidates*: distinct attributes restricted to E, smallest first, none inside a passed set;
//! - *passed sets*: the maximal ones among the attributes, restricted to E, that an earlier branch
//!   has taken. Every extent inside one of them has been visited there. A visited candidate joins
//!   them.
//!
//! Every candidate is the extent of a child: it does not belong to an earlier branch, and an
//! earlier candidate is smaller and cannot hold it. So each concept is visited exactly once, and no
//! canonicity test fails after the fact. Taking the smallest candidate first keeps the lists short:
//! on matrices of nearest neighbours a node has 1 to 2 candidates and 5 to 7 passed sets on
//! average, where the largest first leaves 30 to 40 candidates (measured on the paper's data).
//!
//! The lower covers of E are the maximal sets of both lists together, by definition.

use multiversion::multiversion;
use rayon::Scope;

use crate::blocks::{Blocks, keep_maximal};
use crate::candidates::{Candidate, sort_distinct};
use crate::classes::{ClassMerge, Classes, merge_classes};
use crate::shared::Shared;
use crate::sink::{MinedConcept, SearchSink, SumKey};
use crate::universe::{Universe, set_words};
use conceptgraph_sets::bitset::Bits;

/// The number of candidates from which on a node becomes a separate task, for any thread.
const MIN_TASK_CANDIDATES: usize = 12;
/// The number of candidates from which on a node has its points merged once they need fewer words.
const MIN_MERGE_CANDIDATES: usize = 4;
/// The most candidates of an extent below which concepts are counted as intersections.
const MAX_COUNTED_CANDIDATES: usize = 6;
/// The most words of a short set; longer sets are always worth shortening first.
const MAX_SHORT_WORDS: usize = 8;
/// The number of concepts between two checks of the limits.
const REPORT_INTERVAL: u64 = 1 << 12;

/// An extent to visit with its lists, all owned, so that it can move between threads.
pub(crate) struct SearchNode<B: Bits, K> {
    pub(crate) universe: Universe<K>,
    pub(crate) extent: B,
    pub(crate) intent_size: u32,
    pub(crate) candidates: Vec<Candidate<B>>,
    pub(crate) passed: Blocks<B>,
    pub(crate) sets: usize,
}

impl<B: Bits + 'static, K: SumKey> SearchNode<B, K> {
    pub(crate) fn search<'s, S: SearchSink<Key = K> + 's>(
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
        let extent = &extent;
        visit_node(&mut search, sink, extent, intent_size, frame);
        shared.report(search.unreported, sink);
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn visit_node<B: Bits + 'static, S: SearchSink>(
    search: &mut Search<'_, '_, B, S>,
    sink: &mut S,
    extent: &B,
    intent_size: u32,
    frame: Frame,
) {
    if S::COVERS || S::KEYED {
        search.visit(sink, extent, intent_size, frame);
    } else {
        search.count(sink, extent, frame);
    }
}

fn search_classes<'s, C: Bits + 'static, S: SearchSink + 's>(
    classes: &Classes,
    universe: Universe<S::Key>,
    (attributes, intent_size): (&[u32], u32),
    scope: &Scope<'s>,
    shared: &'s Shared<'s, S>,
    sink: &mut S,
) {
    let candidate = |(set, &attributes)| Candidate { set, size: 0, attributes };
    let (mut passed, mut sets) = (Blocks::<C>::new(), 0);
    for set in classes.passed_sets() {
        passed.push(0, sets, &set);
        sets += 1;
    }
    if !(S::COVERS || S::KEYED) {
        let (least, weights) = (shared.min_weight(), universe.weights());
        sets = keep_maximal(&mut passed, least, weights);
    }
    let node = SearchNode {
        extent: C::full(classes.count),
        candidates: classes.candidates().zip(attributes).map(candidate).collect(),
        passed,
        sets,
        intent_size,
        universe,
    };
    if attributes.len() < MIN_TASK_CANDIDATES {
        node.search(scope, shared, sink);
    } else {
        shared.spawn(scope, move |scope, sink| node.search(scope, shared, sink));
    }
}

/// The beginnings of a node's lists, which end where the stacks end, and its number of passed sets.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    candidates: usize,
    passed: usize,
    sets: usize,
}

/// A search in progress: the lists of the nodes on the path, end to end.
pub(crate) struct Search<'a, 's, B: Bits, S: SearchSink> {
    universe: Universe<S::Key>,
    candidates: Vec<Candidate<B>>,
    passed: Blocks<B>,
    family: Vec<B>,
    members: Vec<u32>,
    /// The keys of the lower covers of the visited extent; empty if the sink wants none.
    lower: Vec<S::Key>,
    unreported: u64,
    scope: &'a Scope<'s>,
    shared: &'s Shared<'s, S>,
}

impl<B: Bits + 'static, S: SearchSink> Search<'_, '_, B, S> {
    #[inline(always)]
    fn visit(&mut self, sink: &mut S, extent: &B, intent_size: u32, frame: Frame) {
        let mut frame = frame;
        self.deliver(sink, extent, intent_size, frame);
        let c1 = self.candidates.len();
        for at in frame.candidates..c1 {
            if self.shared.is_ended() {
                return;
            }
            if sink.is_full() {
                return self.leave_rest(sink, extent, at);
            }
            let child = self.candidates[at].set.clone();
            let intent_size = intent_size + self.restrict(&child, at, c1, frame);
            sort_distinct(&mut self.candidates, c1);
            let p1 = self.passed.block_count();
            let sets = self.restrict_passed(frame, &child);
            let lists = Frame { candidates: c1, passed: p1, sets };
            if self.can_merge(&child, lists) {
                self.visit_merged(sink, &child, intent_size, lists);
            } else {
                self.visit_child(sink, &child, intent_size, lists);
            }
            self.finish_child(child, &mut frame, lists);
        }
    }

    /// Gives the sink the unvisited children of an extent: the candidates from `from` on.
    #[cold]
    fn leave_rest(&self, sink: &mut S, extent: &B, from: usize) {
        let points = |set: &B| self.universe.rows(set);
        let children: Vec<_> = self.candidates[from..].iter().map(|c| points(&c.set)).collect();
        sink.leave_children(&points(extent), &children);
    }

    /// Counts what [`Self::visit`] visits; most children have few candidates and need no lists.
    #[inline(always)]
    fn count(&mut self, sink: &mut S, extent: &B, mut frame: Frame) {
        let c1 = self.candidates.len();
        let few = if extent.words().len() > MAX_SHORT_WORDS { 1 } else { MAX_COUNTED_CANDIDATES };
        let mut concepts = 1;
        for at in frame.candidates..c1 {
            if self.shared.is_ended() {
                return;
            }
            let child = self.candidates[at].set.clone();
            self.restrict(&child, at, c1, frame);
            let mut lists = Frame { candidates: c1, passed: self.passed.block_count(), sets: 0 };
            match self.candidates.len() - c1 {
                few @ 0..=1 => concepts += 1 + few as u64,
                2.. if self.candidates.len() - c1 <= few => {
                    concepts += 1 + self.intersections(c1, frame)
                }
                _ => {
                    sort_distinct(&mut self.candidates, c1);
                    if self.can_merge(&child, lists) {
                        let parents = Frame { candidates: c1, ..frame };
                        self.visit_merged(sink, &child, 0, parents);
                    } else {
                        lists.sets = self.restrict_passed(frame, &child);
                        self.visit_child(sink, &child, 0, lists);
                    }
                }
            }
            self.finish_child(child, &mut frame, lists);
        }
        self.tally(sink, concepts, 0);
    }

    /// Returns the number of distinct sets among the candidates from `from` on and their
    /// intersections that are new where the lists begin at `frame`.
    #[inline(always)]
    fn intersections(&mut self, from: usize, frame: Frame) -> u64 {
        let mut family = std::mem::take(&mut self.family);
        family.clear();
        for candidate in &self.candidates[from..] {
            let set = &candidate.set;
            if family.contains(set) {
                continue;
            }
            // A subset of a set that is not new is not new either.
            for at in 0..family.len() {
                let both = family[at].intersection(set);
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

    /// Returns `true` if a set is large enough and inside no passed set.
    #[inline(always)]
    fn is_new(&self, set: &B, frame: Frame) -> bool {
        let least = self.shared.min_weight();
        let sum = |set: &B| self.universe.weights().sum(set);
        let large = if least == 1 { !set.is_empty() } else { sum(set) >= least };
        large && !self.passed.any_contains(frame.passed, set)
    }

    /// Adds the candidates of the child at `at` behind those of its parent, which end at `c1`.
    /// Returns the number of attributes that the child's intent has more than the parent's.
    #[inline(always)]
    fn restrict(&mut self, child: &B, at: usize, c1: usize, frame: Frame) -> u32 {
        let mut intent = self.candidates[at].attributes;
        for later in at + 1..c1 {
            let set = self.candidates[later].set.intersection(child);
            let attributes = self.candidates[later].attributes;
            if set == *child {
                intent += attributes;
            } else if self.is_new(&set, frame) {
                self.candidates.push(Candidate { set, size: 0, attributes });
            }
        }
        intent
    }

    #[inline(always)]
    fn finish_child(&mut self, child: B, frame: &mut Frame, lists: Frame) {
        self.candidates.truncate(lists.candidates);
        self.passed.truncate(lists.passed);
        self.passed.push(frame.passed, frame.sets, &child);
        frame.sets += 1;
    }

    /// Adds the passed sets of a child behind those of its parent. Returns their number.
    #[inline(always)]
    fn restrict_passed(&mut self, parent: Frame, child: &B) -> usize {
        let (least, weights) = (self.shared.min_weight(), self.universe.weights());
        self.passed.restrict(parent.passed, child, least, |set| weights.sum(set))
    }

    /// Visits a child here or, if it is large, in a task for any thread.
    #[inline(always)]
    fn visit_child(&mut self, sink: &mut S, child: &B, intent_size: u32, lists: Frame) {
        if self.candidates.len() - lists.candidates < MIN_TASK_CANDIDATES {
            return visit_node(self, sink, child, intent_size, lists);
        }
        let node = SearchNode {
            universe: self.universe.clone(),
            extent: child.clone(),
            intent_size,
            candidates: self.candidates[lists.candidates..].to_vec(),
            passed: self.passed.last_list(lists.passed),
            sets: lists.sets,
        };
        let shared = self.shared;
        shared.spawn(self.scope, move |scope, sink| node.search(scope, shared, sink));
    }

    /// Returns `true` if a child over the classes of its points is likely to take fewer words.
    #[inline(always)]
    fn can_merge(&self, child: &B, lists: Frame) -> bool {
        let (words, candidates) = (child.words().len(), self.candidates.len() - lists.candidates);
        if words == 1
            || candidates == 0
            || (candidates < MIN_MERGE_CANDIDATES && words <= MAX_SHORT_WORDS)
        {
            return false;
        }
        // Without covers, only candidates distinguish classes.
        let classes = if S::COVERS || S::KEYED { usize::MAX } else { 1 << candidates.min(16) };
        words > MAX_SHORT_WORDS
            || set_words(child.size() as usize) < words
            || set_words(classes) <= words / 2
    }

    fn visit_merged(&mut self, sink: &mut S, child: &B, intent_size: u32, lists: Frame) {
        let whole = S::COVERS || S::KEYED;
        let candidates = &self.candidates[lists.candidates..];
        // Sets of one word gain nothing. Where no points were equal so far, as among neighbours,
        // almost none are equal later if passed sets distinguish them too.
        let (weights, words, points) = (self.universe.weights(), child.words().len(), child.size());
        let is_narrow = words <= MAX_SHORT_WORDS && set_words(points as usize) < words;
        let plain = points <= 64 || (whole && is_narrow && weights.are_all_ones());
        let mut classes = merge_classes(&ClassMerge {
            candidates,
            passed: &self.passed,
            list: (lists.passed, lists.sets),
            weights,
            extent: whole.then_some(child),
            max_points: points as usize,
            is_plain: plain,
            with_points: S::KEYED,
        });
        let weights = std::mem::take(&mut classes.weights);
        let universe = self.universe.merge_classes(weights, &classes.points);
        let attributes: Vec<u32> = candidates.iter().map(|c| c.attributes).collect();
        let over = match set_words(classes.count) {
            0..=1 => search_classes::<[u64; 1], S>,
            2 => search_classes::<[u64; 2], S>,
            8 => search_classes::<[u64; 8], S>,
            _ => search_classes::<Box<[u64]>, S>,
        };
        over(&classes, universe, (&attributes, intent_size), self.scope, self.shared, sink);
    }

    #[inline(always)]
    fn deliver(&mut self, sink: &mut S, extent: &B, intent_size: u32, frame: Frame) {
        let Self { universe, candidates, passed, lower, members, .. } = self;
        let candidates = &candidates[frame.candidates..];
        let mut covers = 0;
        lower.clear();
        for (at, c) in candidates.iter().enumerate() {
            if !candidates[at + 1..].iter().any(|later| c.set.is_subset(&later.set)) {
                covers += 1;
                if S::KEYED {
                    lower.push(universe.key(&c.set));
                }
            }
        }
        let others = candidates.iter().map(|c| &c.set);
        passed.for_each_outside(frame.passed, frame.sets, others, |set| {
            covers += 1;
            if S::KEYED {
                lower.push(universe.key(&set));
            }
        });
        if covers == 0 && self.shared.has_empty_bottom() {
            covers = 1;
            if S::KEYED {
                lower.push(S::Key::default());
            }
        }
        if S::KEYED {
            universe.write_rows(extent, members);
            let key = universe.key(extent);
            sink.add_concept(MinedConcept { key, intent_size, members, lower });
        }
        self.tally(sink, 1, covers);
    }

    #[inline(always)]
    fn tally(&mut self, sink: &mut S, concepts: u64, covers: u64) {
        sink.add_counts(concepts, covers);
        self.unreported += concepts;
        if self.unreported >= REPORT_INTERVAL {
            self.shared.report(std::mem::take(&mut self.unreported), sink);
        }
    }
}
