//! Progress of long work: its current step, the share that is done, and a way to interrupt it.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use conceptgraph_mine::Control;

use super::lock::lock;

pub use conceptgraph_mine::InterruptedError;

type NoteHandler = Box<dyn Fn(&str) + Send + Sync>;

/// The progress of some work; clones share one state.
#[derive(Clone, Default)]
pub struct Progress(Arc<State>);

#[derive(Default)]
struct State {
    /// The number of concepts that the current search has found, and the interrupt flag.
    search: Control,
    /// The parts of the step that are done, and the number of its parts; 0 if that is unknown.
    parts_done: AtomicU64,
    part_count: AtomicU64,
    steps: Mutex<Vec<(&'static str, Instant)>>,
    loaded: Mutex<Option<LoadProgress>>,
    notes: Option<NoteHandler>,
}

/// The progress of a load into a database.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadProgress {
    /// The number of loaded rows.
    pub done: u64,
    /// The number of rows in all.
    pub all: u64,
    began: Instant,
    first: u64,
    last: Instant,
}

impl LoadProgress {
    /// Returns the rows loaded per second since the load began.
    pub fn rate(&self) -> f64 {
        (self.done - self.first) as f64 / self.began.elapsed().as_secs_f64().max(0.1)
    }

    /// Returns the time since rows were last stored.
    pub fn idle(&self) -> Duration {
        self.last.elapsed()
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("concepts", &self.concepts())
            .field("interrupted", &self.is_interrupted())
            .finish_non_exhaustive()
    }
}

impl Progress {
    /// Creates a progress whose notes are received by `notes`.
    pub fn new(notes: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(State { notes: Some(Box::new(notes)), ..State::default() }))
    }

    /// Sends a note to the watcher at once.
    pub fn note(&self, text: &str) {
        if let Some(notes) = &self.0.notes {
            notes(text);
        }
    }

    /// Begins a step of the work.
    pub fn begin_step(&self, name: &'static str) {
        self.0.search.reset();
        *lock(&self.0.loaded) = None;
        self.set_part_count(0);
        lock(&self.0.steps).push((name, Instant::now()));
    }

    /// Sets the number of parts of the current step, none of them done yet.
    pub fn set_part_count(&self, all: u64) {
        self.0.parts_done.store(0, Ordering::Relaxed);
        self.0.part_count.store(all, Ordering::Relaxed);
    }

    /// Adds to the number of parts of the step that are done.
    pub fn add_done(&self, parts: u64) {
        self.0.parts_done.fetch_add(parts, Ordering::Relaxed);
    }

    /// Returns the share of the step that is done, if the number of its parts is known.
    pub fn share_done(&self) -> Option<f64> {
        let (done, all) =
            (self.0.parts_done.load(Ordering::Relaxed), self.0.part_count.load(Ordering::Relaxed));
        (all > 0).then(|| done.min(all) as f64 / all as f64)
    }

    /// Returns the current step and its duration so far.
    pub fn current_step(&self) -> Option<(&'static str, Duration)> {
        lock(&self.0.steps).last().map(|(name, began)| (*name, began.elapsed()))
    }

    /// Returns the duration of each step, in order of beginning; repeated steps are summed.
    pub fn step_durations(&self) -> Vec<(&'static str, Duration)> {
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

    /// Returns the number of concepts found so far, which lags by a few thousand.
    pub fn concepts(&self) -> u64 {
        self.0.search.concepts()
    }

    /// Reports the number of stored rows of a load.
    pub fn report_load(&self, done: u64, all: u64) {
        let mut loaded = lock(&self.0.loaded);
        let last = Instant::now();
        let (began, first) = loaded.map_or((last, done), |known| (known.began, known.first));
        *loaded = Some(LoadProgress { done, all, began, first, last });
    }

    /// Returns the progress of the load, if one is under way.
    pub fn load_progress(&self) -> Option<LoadProgress> {
        *lock(&self.0.loaded)
    }

    /// Requests an interrupt of the work.
    pub fn interrupt(&self) {
        self.0.search.stop();
    }

    /// Returns `true` if an interrupt was requested.
    #[inline(always)]
    pub fn is_interrupted(&self) -> bool {
        self.0.search.is_stopped()
    }

    /// Returns an error if an interrupt was requested.
    pub fn check(&self) -> Result<(), InterruptedError> {
        self.0.search.check()
    }

    /// Returns the control that a search of the miner reports to.
    pub fn control(&self) -> &Control {
        &self.0.search
    }
}
