//! Long work seen from outside: what it does, how far it is, and a way to end it.
//!
//! The computing code reports here and checks here whether to go on; the waiting code reads and
//! interrupts. Nothing here depends on the terminal.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use conceptgraph_mine::Control;

use super::lock::lock;

pub use conceptgraph_mine::InterruptedError;

/// Takes what is worth saying while the work goes on.
type Notes = Box<dyn Fn(&str) + Send + Sync>;

/// How far some work is, shared between who does it and who waits for it: clones are the same
/// progress.
#[derive(Clone, Default)]
pub struct Progress(Arc<State>);

#[derive(Default)]
struct State {
    /// What the present search has found, for people to see, and whether the work is to end.
    search: Control,
    /// Parts of the step that are done, and all that it has where that is known, else 0.
    done: AtomicU64,
    all: AtomicU64,
    steps: Mutex<Vec<(&'static str, Instant)>>,
    loaded: Mutex<Option<Loaded>>,
    notes: Option<Notes>,
}

/// How far a load is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loaded {
    /// Rows that are loaded.
    pub done: u64,
    /// Rows in all.
    pub all: u64,
    began: Instant,
    first: u64,
    last: Instant,
}

impl Loaded {
    /// Rows a second since the load began.
    pub fn rate(&self) -> f64 {
        (self.done - self.first) as f64 / self.began.elapsed().as_secs_f64().max(0.1)
    }

    /// How long nothing has been stored.
    pub fn idle(&self) -> Duration {
        self.last.elapsed()
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("concepts", &self.concepts())
            .field("interrupted", &self.interrupted())
            .finish_non_exhaustive()
    }
}

impl Progress {
    /// Progress whose notes are taken by `notes`.
    pub fn new(notes: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(State { notes: Some(Box::new(notes)), ..State::default() }))
    }

    /// Says something that the watcher should see at once.
    pub fn note(&self, text: &str) {
        if let Some(notes) = &self.0.notes {
            notes(text);
        }
    }

    /// A step of the work begins.
    pub fn step(&self, name: &'static str) {
        self.0.search.reset();
        *lock(&self.0.loaded) = None;
        self.parts(0);
        lock(&self.0.steps).push((name, Instant::now()));
    }

    /// The current step has this many parts, none of them done yet.
    pub fn parts(&self, all: u64) {
        self.0.done.store(0, Ordering::Relaxed);
        self.0.all.store(all, Ordering::Relaxed);
    }

    /// This many more parts of the step are done.
    pub fn did(&self, parts: u64) {
        self.0.done.fetch_add(parts, Ordering::Relaxed);
    }

    /// Which share of the step is done, where that is known.
    pub fn share(&self) -> Option<f64> {
        let (done, all) = (self.0.done.load(Ordering::Relaxed), self.0.all.load(Ordering::Relaxed));
        (all > 0).then(|| done.min(all) as f64 / all as f64)
    }

    /// The step that is being done, and for how long.
    pub fn current(&self) -> Option<(&'static str, Duration)> {
        lock(&self.0.steps).last().map(|(name, began)| (*name, began.elapsed()))
    }

    /// How long each step took, in the order of their beginnings; what was done several times is
    /// summed.
    pub fn durations(&self) -> Vec<(&'static str, Duration)> {
        let steps = lock(&self.0.steps);
        let ends = steps.iter().skip(1).map(|&(_, end)| end).chain([Instant::now()]);
        let mut sums: Vec<(&str, Duration)> = Vec::new();
        for (&(step, began), end) in steps.iter().zip(ends) {
            match sums.iter_mut().find(|(known, _)| *known == step) {
                Some((_, sum)) => *sum += end - began,
                None => sums.push((step, end - began)),
            }
        }
        sums
    }

    /// Concepts found so far, a few thousand behind.
    pub fn concepts(&self) -> u64 {
        self.0.search.found()
    }

    /// This many rows of a load are stored.
    pub fn load(&self, done: u64, all: u64) {
        let mut loaded = lock(&self.0.loaded);
        let last = Instant::now();
        let (began, first) = loaded.map_or((last, done), |known| (known.began, known.first));
        *loaded = Some(Loaded { done, all, began, first, last });
    }

    /// How far the load is, where one is under way.
    pub fn loaded(&self) -> Option<Loaded> {
        *lock(&self.0.loaded)
    }

    /// Ends the work soon.
    pub fn interrupt(&self) {
        self.0.search.stop();
    }

    /// Whether the caller wants an end.
    #[inline(always)]
    pub fn interrupted(&self) -> bool {
        self.0.search.is_stopped()
    }

    /// Goes on unless the caller wants an end.
    pub fn check(&self) -> Result<(), InterruptedError> {
        self.0.search.check()
    }

    /// What a search of the miner reports to.
    pub fn search(&self) -> &Control {
        &self.0.search
    }
}
