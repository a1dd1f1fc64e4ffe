//! What all tasks of one search share: limits, counts, progress, a sink for each thread.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::Scope;

use super::{Limits, MiningError, Sink};
use crate::base::progress::Progress;

pub(super) struct Shared<'s, S> {
    limits: &'s Limits,
    progress: &'s Progress,
    /// Concepts found, a few thousand behind.
    concepts: AtomicU64,
    /// Bytes that the sinks have taken.
    bytes: AtomicU64,
    /// Whether a limit was passed.
    is_over: AtomicBool,
    empty_bottom: bool,
    new_sink: &'s (dyn Fn() -> S + Sync),
    /// One sink a thread. A task locks its thread's for as long as it runs; tasks never wait for
    /// each other, so no thread meets a lock that is held.
    sinks: Vec<Mutex<Option<S>>>,
}

impl<'s, S: Sink + 's> Shared<'s, S> {
    pub(super) fn new(
        limits: &'s Limits,
        progress: &'s Progress,
        empty_bottom: bool,
        new_sink: &'s (dyn Fn() -> S + Sync),
    ) -> Self {
        let sinks = (0..rayon::current_num_threads()).map(|_| Mutex::new(None)).collect();
        Self {
            limits,
            progress,
            concepts: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            empty_bottom,
            new_sink,
            sinks,
        }
    }

    /// The smallest extent that the search itself looks at; an empty bottom is added apart.
    #[inline(always)]
    pub(super) fn least(&self) -> u32 {
        self.limits.min_size.max(1) as u32
    }

    /// Whether an extent without lower covers lies right above the empty one.
    #[inline(always)]
    pub(super) fn empty_bottom(&self) -> bool {
        self.empty_bottom
    }

    /// Whether the search is to end: interrupted, or beyond a limit.
    ///
    /// Checked at every node of a search, so it must not be a call.
    #[inline(always)]
    pub(super) fn ended(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.progress.interrupted()
    }

    /// Adds concepts to those found, and ends the search when they, or what the sink keeps of them,
    /// are too many.
    pub(super) fn report(&self, concepts: u64, sink: &mut S) {
        self.progress.found(concepts);
        let concepts = concepts + self.concepts.fetch_add(concepts, Ordering::Relaxed);
        let new = sink.bytes_taken();
        let bytes = new + self.bytes.fetch_add(new, Ordering::Relaxed);
        let is_over = self.limits.max_concepts.is_some_and(|most| concepts > most)
            || bytes > self.limits.memory.bytes();
        if is_over {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Why the search ended early, if it did.
    pub(super) fn check(&self) -> Result<(), MiningError> {
        self.progress.check()?;
        let concepts = self.concepts.load(Ordering::Relaxed);
        match self.limits.max_concepts {
            Some(most) if concepts > most => Err(MiningError::TooMany(most)),
            _ => Ok(self.limits.memory.allows(self.bytes.load(Ordering::Relaxed) as f64)?),
        }
    }

    /// Leaves work to whichever thread is free.
    pub(super) fn spawn(
        &'s self,
        scope: &Scope<'s>,
        work: impl FnOnce(&Scope<'s>, &mut S) + Send + 's,
    ) {
        scope.spawn(move |scope| {
            if self.ended() {
                return;
            }
            let thread = rayon::current_thread_index().expect("tasks run on the pool");
            let mut sink = self.sinks[thread].lock().expect("a panic ends the whole search");
            work(scope, sink.get_or_insert_with(self.new_sink));
        });
    }

    /// The sinks that were used, one at least; the search must be over.
    pub(super) fn take_sinks(&self) -> Vec<S> {
        let take = |sink: &Mutex<Option<S>>| sink.lock().expect("all tasks have ended").take();
        let mut sinks: Vec<S> = self.sinks.iter().filter_map(take).collect();
        if sinks.is_empty() {
            sinks.push((self.new_sink)());
        }
        sinks
    }
}
