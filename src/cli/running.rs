//! A long run seen from the terminal: how far it is, and Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressStyle};

use super::failure::{Failure, tell};
use super::words::about;
use crate::context::FormalContext;
use crate::mine::{Estimate, Progress, estimate};
use crate::numbers::grouped;

/// After that long, a search is set beside an estimate of its end.
const PATIENCE: Duration = Duration::from_secs(1);

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
    /// When each step began.
    steps: Mutex<Vec<(&'static str, Instant)>>,
}

impl Running {
    /// Begins to watch.
    pub(super) fn start() -> Result<Self, Failure> {
        let (progress, writing) = (Arc::new(Progress::default()), Arc::new(AtomicBool::new(false)));
        let (stop, at_disk) = (Arc::clone(&progress), Arc::clone(&writing));
        ctrlc::set_handler(move || {
            if at_disk.load(Ordering::SeqCst) {
                return stop.interrupt();
            }
            // Nobody else is told: who computes would report the end a second time.
            Failure::Interrupted.report();
            std::process::exit(130);
        })
        .map_err(|error| Failure::Failed(format!("cannot watch for Ctrl-C: {error}")))?;
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {msg} ({elapsed})").expect("valid"));
        let (done, loading) = (Arc::new(AtomicBool::new(false)), Mutex::new(None));
        let steps = Mutex::new(Vec::new());
        Ok(Self { progress, writing, bar, watch: None, done, loading, steps })
    }

    /// What a search reports to.
    pub(super) fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// Shows a step by its name.
    pub(super) fn step(&self, text: &'static str) {
        self.steps.lock().expect("no panic while it is held").push((text, Instant::now()));
        self.bar.set_message(text);
        self.bar.enable_steady_tick(Duration::from_millis(100));
    }

    /// Runs a search of a context and shows meanwhile how many concepts it has found and, when it
    /// takes longer than a second, of how many.
    pub(super) fn mining<T>(
        &mut self,
        context: &FormalContext,
        min_size: usize,
        search: impl FnOnce(&Progress) -> T,
    ) -> T {
        self.step("mining");
        self.progress.restart();
        self.watch(context, min_size);
        let found = search(&self.progress);
        self.mined();
        found
    }

    /// Begins to show how far the search is.
    fn watch(&mut self, context: &FormalContext, min_size: usize) {
        if self.bar.is_hidden() {
            return;
        }
        self.done = Arc::default();
        let (bar, progress, done) = (self.bar.clone(), self.progress.clone(), self.done.clone());
        let context = context.clone();
        self.watch = Some(std::thread::spawn(move || {
            let began = Instant::now();
            let (all, mut context) = (Arc::new(OnceLock::new()), Some(context));
            while !done.load(Ordering::Relaxed) {
                if began.elapsed() > PATIENCE
                    && let Some(context) = context.take()
                {
                    estimate_aside(context, min_size, Arc::clone(&all));
                }
                let concepts = progress.concepts();
                let rate = concepts as f64 / began.elapsed().as_secs_f64().max(0.1);
                let all =
                    all.get().map_or("concepts".to_owned(), |all| format!("of {}", about(all)));
                let (concepts, rate) = (grouped(concepts), grouped(rate as u64));
                bar.set_message(format!("mining: {concepts} {all}, {rate} a second"));
                std::thread::park_timeout(Duration::from_millis(100));
            }
        }));
    }

    /// Ends to show it.
    fn mined(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(watch) = self.watch.take() {
            watch.thread().unpark();
            // The thread only draws; were it to panic, the run would be as good.
            let _ = watch.join();
        }
    }

    /// Says something that stays on the screen.
    pub(super) fn say(&self, text: &str) {
        self.bar.suspend(|| tell(text));
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

    /// How long each step took, and the most memory this program has had, a line each.
    fn stats(&self) -> String {
        let steps = self.steps.lock().expect("no panic while it is held");
        let ends = steps.iter().skip(1).map(|&(_, end)| end).chain([Instant::now()]);
        // What is done several times is told once.
        let mut sums: Vec<(&str, Duration)> = Vec::new();
        for (&(step, began), end) in steps.iter().zip(ends) {
            match sums.iter_mut().find(|(known, _)| *known == step) {
                Some((_, sum)) => *sum += end - began,
                None => sums.push((step, end - began)),
            }
        }
        let line =
            |(step, sum): &(&str, Duration)| format!("{step:<28}{:>8.2} s\n", sum.as_secs_f64());
        let lines: String = sums.iter().map(line).collect();
        let peak = peak_memory()
            .map_or("not told by this system".to_owned(), |bytes| HumanBytes(bytes).to_string());
        lines + &format!("{:<28}{peak:>10}\n", "most memory")
    }

    /// Clears the terminal's line and, where wanted, tells [`Self::stats`].
    pub(super) fn finish(self, stats: bool) {
        let told = self.stats();
        drop(self);
        if stats {
            tell(told.trim_end());
        }
    }
}

impl Drop for Running {
    /// Whatever is said next begins a line of its own.
    fn drop(&mut self) {
        self.mined();
        self.bar.finish_and_clear();
    }
}

/// Estimates how many concepts there are, with a thread of its own: those of the pool are mining.
/// Nobody waits for it: mining may be over first.
fn estimate_aside(context: FormalContext, min_size: usize, into: Arc<OnceLock<Estimate>>) {
    std::thread::spawn(move || {
        let own = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        if let Ok(own) = own {
            let _ = into.set(own.install(|| estimate(&context, min_size, 0)));
        }
    });
}

/// The most memory this process has had so far, in bytes, where the system tells it (Linux).
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
