//! A long run seen from the terminal: how far it is, and Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::failure::Failure;
use crate::mine::Progress;
use crate::numbers::grouped;

/// A run that shows on a terminal what it does and ends on Ctrl-C with code 130.
///
/// While nothing is on disk Ctrl-C ends the program at once. While a file is written it ends the
/// writing, which then removes what it began.
pub(super) struct Running {
    progress: Arc<Progress>,
    writing: Arc<AtomicBool>,
    bar: ProgressBar,
    watch: Option<JoinHandle<()>>,
    done: Arc<AtomicBool>,
    /// When a load began, and how much was there then.
    loading: Mutex<Option<(Instant, u64)>>,
}

impl Running {
    /// Begins to watch.
    pub(super) fn start() -> Result<Self, Failure> {
        let (progress, writing) = (Arc::new(Progress::default()), Arc::new(AtomicBool::new(false)));
        let (stop, at_disk) = (Arc::clone(&progress), Arc::clone(&writing));
        ctrlc::set_handler(move || {
            stop.interrupt();
            if !at_disk.load(Ordering::SeqCst) {
                Failure::Interrupted.report();
                std::process::exit(130);
            }
        })
        .map_err(|error| Failure::Failed(format!("cannot watch for Ctrl-C: {error}")))?;
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {msg} ({elapsed})").expect("valid"));
        let (done, loading) = (Arc::new(AtomicBool::new(false)), Mutex::new(None));
        Ok(Self { progress, writing, bar, watch: None, done, loading })
    }

    /// What a search reports to.
    pub(super) fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// Shows a step by its name.
    pub(super) fn step(&self, text: &'static str) {
        self.bar.set_message(text);
        self.bar.enable_steady_tick(Duration::from_millis(100));
    }

    /// Shows how many concepts have been found.
    pub(super) fn mining(&mut self) {
        self.step("mining");
        let (bar, progress, done) = (self.bar.clone(), self.progress.clone(), self.done.clone());
        self.watch = Some(std::thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                let concepts = progress.concepts();
                let rate = concepts as f64 / bar.elapsed().as_secs_f64().max(0.1);
                let (concepts, rate) = (grouped(concepts), grouped(rate as u64));
                bar.set_message(format!("mining: {concepts} concepts, {rate} a second"));
                std::thread::park_timeout(Duration::from_millis(100));
            }
        }));
    }

    /// Mining is over.
    pub(super) fn mined(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(watch) = self.watch.take() {
            watch.thread().unpark();
            // The thread only draws; were it to panic, the run would be as good.
            let _ = watch.join();
        }
    }

    /// From now on files are written.
    pub(super) fn writing(&self) {
        self.writing.store(true, Ordering::SeqCst);
        self.step("writing");
    }

    /// Shows how many nodes and relationships of a server's graph are there.
    pub(super) fn loaded(&self, done: u64, all: u64) {
        let mut since = self.loading.lock().expect("no panic while it is held");
        let (began, first) = *since.get_or_insert((Instant::now(), done));
        let rate = (done - first) as f64 / began.elapsed().as_secs_f64().max(0.1);
        let (done, all, rate) = (grouped(done), grouped(all), grouped(rate as u64));
        self.bar.set_message(format!("loading: {done} of {all} rows, {rate} a second"));
    }

    /// Clears the terminal's line.
    pub(super) fn finish(mut self) {
        self.mined();
        self.bar.finish_and_clear();
    }
}
