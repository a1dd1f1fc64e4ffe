//! The state that all tasks of one search share: limits, counts, an end, a sink for each thread.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::Scope;

use crate::control::Control;
use crate::sink::SearchSink;
use crate::{Limits, MiningError};

pub(crate) struct Shared<'s, S> {
    limits: &'s Limits,
    control: &'s Control,
    /// The number of concepts found, a few thousand behind.
    concepts: AtomicU64,
    bytes: AtomicU64,
    is_over: AtomicBool,
    empty_bottom: bool,
    /// One sink a thread. A task locks its thread's sink for as long as it runs; tasks never wait
    /// for each other, so no thread meets a lock that is held.
    sinks: &'s [Mutex<S>],
}

pub(crate) fn one_per_thread<S>(new: impl Fn() -> S) -> Vec<S> {
    (0..rayon::current_num_threads()).map(|_| new()).collect()
}

impl<'s, S: SearchSink + 's> Shared<'s, S> {
    pub(crate) fn new(
        limits: &'s Limits,
        control: &'s Control,
        empty_bottom: bool,
        sinks: &'s [Mutex<S>],
    ) -> Self {
        Self {
            limits,
            control,
            concepts: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            empty_bottom,
            sinks,
        }
    }

    /// Returns the size of the smallest extent that the search visits, an empty bottom apart.
    #[inline(always)]
    pub(crate) fn min_weight(&self) -> u32 {
        self.limits.min_size.max(1) as u32
    }

    /// Returns `true` if an extent without other lower covers covers the empty bottom.
    #[inline(always)]
    pub(crate) fn has_empty_bottom(&self) -> bool {
        self.empty_bottom
    }

    /// Returns `true` if the search is to end: interrupted, or beyond a limit.
    ///
    /// Every node of a search checks it, so it must not be a call.
    #[inline(always)]
    pub(crate) fn is_ended(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    /// Adds to the concepts found and the bytes taken, and ends the search beyond a limit.
    pub(crate) fn report(&self, concepts: u64, sink: &mut S) {
        self.control.add(concepts);
        let concepts = concepts + self.concepts.fetch_add(concepts, Ordering::Relaxed);
        let new = sink.new_bytes();
        let bytes = new + self.bytes.fetch_add(new, Ordering::Relaxed);
        let is_over = self.limits.max_concepts.is_some_and(|most| concepts > most)
            || self.limits.max_bytes.is_some_and(|most| bytes > most);
        if is_over {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn check(&self) -> Result<(), MiningError> {
        self.control.check()?;
        let concepts = self.concepts.load(Ordering::Relaxed);
        let needed = self.bytes.load(Ordering::Relaxed);
        match (self.limits.max_concepts, self.limits.max_bytes) {
            (Some(most), _) if concepts > most => Err(MiningError::TooMany(most)),
            (_, Some(most)) if needed > most => Err(MiningError::TooLarge { needed, most }),
            _ => Ok(()),
        }
    }

    /// Spawns a task for any free thread, which runs it with its own sink.
    pub(crate) fn spawn(
        &'s self,
        scope: &Scope<'s>,
        work: impl FnOnce(&Scope<'s>, &mut S) + Send + 's,
    ) {
        scope.spawn(move |scope| {
            if self.is_ended() {
                return;
            }
            let thread = rayon::current_thread_index().expect("tasks run on the pool");
            let mut sink = self.sinks[thread].lock().expect("a panic ends the whole search");
            work(scope, &mut sink);
        });
    }
}
