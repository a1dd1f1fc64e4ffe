//! Supervision of a long run at the terminal: the step, the progress, and Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{HumanBytes, ProgressBar, ProgressStyle};

use super::error::{CliError, print_note};
use super::memory_limit::set_progress;
use super::shutdown::{exit_with, on_interrupt};
use crate::base::lock::lock;
use crate::base::memory::peak_bytes;
use crate::base::numbers::group_thousands;
use crate::base::progress::Progress;

const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// The time between two lines of progress if no line can be rewritten.
const LINE_INTERVAL: Duration = Duration::from_secs(1);

/// The time without progress after which a server is reported as silent.
const MAX_SILENCE: Duration = Duration::from_secs(5);

/// When it is shown how far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ProgressMode {
    // On a terminal.
    Auto,
    // On a terminal and elsewhere, there as a line a second.
    Always,
    // Not at all.
    Never,
}

static PROGRESS_MODE: OnceLock<ProgressMode> = OnceLock::new();

/// Sets when progress is shown. Only the first call has an effect.
pub(super) fn set_progress_mode(when: ProgressMode) {
    let _ = PROGRESS_MODE.set(when);
}

/// The supervision of a run: shows progress on a terminal, and ends the run on Ctrl-C with code
/// 130.
///
/// Ctrl-C ends the program at once, except while a file is written: then it interrupts the writing,
/// which removes the unfinished file.
pub(super) struct Watch {
    progress: Progress,
    is_writing: Arc<AtomicBool>,
    is_stored: Arc<AtomicBool>,
    bar: ProgressBar,
    is_over: Arc<AtomicBool>,
    display: Option<JoinHandle<()>>,
}

/// The notes of a run that are printed after its answer.
#[derive(Clone, Default)]
pub(super) struct LateNotes(Arc<Mutex<Vec<String>>>);

impl LateNotes {
    /// Prints the notes.
    pub(super) fn print(&self) {
        lock(&self.0).iter().for_each(|note| print_note(note));
    }
}

impl Watch {
    /// Starts the supervision of a run whose notes are printed at once.
    pub(super) fn start() -> Result<Self, CliError> {
        Self::start_with(None)
    }

    /// Starts the supervision of a run; its notes are kept in `late`, or printed at once.
    pub(super) fn start_with(late: Option<LateNotes>) -> Result<Self, CliError> {
        let when = PROGRESS_MODE.get().copied().unwrap_or(ProgressMode::Auto);
        let bar = match when {
            ProgressMode::Never => ProgressBar::hidden(),
            ProgressMode::Auto | ProgressMode::Always => ProgressBar::new_spinner(),
        };
        bar.set_style(ProgressStyle::with_template("{spinner} {msg} ({elapsed})").expect("valid"));
        let notes = bar.clone();
        let by_lines = when == ProgressMode::Always && bar.is_hidden();
        let is_watched = by_lines || !bar.is_hidden();
        let progress = Progress::new(move |text| match &late {
            None => notes.suspend(|| print_note(text)),
            Some(late) => lock(&late.0).push(text.to_owned()),
        });
        set_progress(&progress);
        let (writing, is_stored) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let (stop, at_disk, stored) = (progress.clone(), Arc::clone(&writing), is_stored.clone());
        on_interrupt(move || {
            if at_disk.load(Ordering::SeqCst) {
                return stop.interrupt();
            }
            // The program ends here, since the computation would report the interrupt again.
            match stored.load(Ordering::SeqCst) {
                true => exit_with(&CliError::InterruptedAfterSave),
                false => exit_with(&CliError::Interrupted),
            }
        })?;
        let over = Arc::new(AtomicBool::new(false));
        let display = is_watched.then(|| {
            let (bar, progress, over) = (bar.clone(), progress.clone(), Arc::clone(&over));
            std::thread::spawn(move || {
                let began = Instant::now();
                let mut next = LINE_INTERVAL;
                while !over.load(Ordering::Relaxed) {
                    if let Some(line) = progress_line(&progress) {
                        if !by_lines {
                            bar.set_message(line);
                            bar.tick();
                        } else if began.elapsed() >= next {
                            next += LINE_INTERVAL;
                            print_note(&line);
                        }
                    }
                    std::thread::park_timeout(UPDATE_INTERVAL);
                }
            })
        });
        Ok(Self { progress, is_writing: writing, is_stored, bar, is_over: over, display })
    }

    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }

    pub(super) fn begin_writing(&self) {
        self.is_writing.store(true, Ordering::SeqCst);
        self.progress.begin_step("writing");
    }

    pub(super) fn end_writing(&self) {
        self.is_stored.store(true, Ordering::SeqCst);
        self.is_writing.store(false, Ordering::SeqCst);
    }

    fn stats(&self) -> String {
        let line =
            |(step, time): &(&str, Duration)| format!("{step:<28}{:>8.2} s\n", time.as_secs_f64());
        let lines: String = self.progress.step_durations().iter().map(line).collect();
        let peak = peak_bytes().map(|bytes| HumanBytes(bytes).to_string());
        lines + &format!("{:<28}{:>10}\n", "most memory", peak.as_deref().unwrap_or("unknown"))
    }

    /// Clears the terminal's line and, if `stats` is set, prints the duration of each step.
    pub(super) fn finish(self, stats: bool) {
        let lines = self.stats();
        drop(self);
        if stats {
            print_note(lines.trim_end());
        }
    }
}

impl Drop for Watch {
    /// Clears the terminal's line, so that the next message begins a new one.
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(display) = self.display.take() {
            display.thread().unpark();
            // The thread only draws; a panic in it does not affect the run.
            let _ = display.join();
        }
        self.bar.finish_and_clear();
    }
}

fn progress_line(progress: &Progress) -> Option<String> {
    let (step, time) = progress.current_step()?;
    if let Some(loaded) = progress.load_progress() {
        let [done, all, rate] =
            [loaded.done, loaded.all, loaded.rate() as u64].map(group_thousands);
        let idle = loaded.idle();
        let pace = if loaded.done == loaded.all {
            "finishing".to_owned()
        } else if idle < MAX_SILENCE {
            format!("{rate} a second")
        } else {
            format!("no answer from the server for {} s", idle.as_secs())
        };
        return Some(format!("loading: {done} of {all} rows, {pace}"));
    }
    if step != "mining" {
        return Some(match progress.share_done() {
            Some(share) => format!("{step}: {:.0} %{}", 100.0 * share, remaining_time(share, time)),
            None => step.to_owned(),
        });
    }
    let concepts = progress.concepts();
    let rate = group_thousands((concepts as f64 / time.as_secs_f64().max(0.1)) as u64);
    let found = group_thousands(concepts);
    Some(format!("mining: {found} clusters, {rate} a second"))
}

/// Describes about how long the rest of a step takes; empty while it cannot be estimated.
fn remaining_time(share: f64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 || share < 0.01 {
        return String::new();
    }
    let rest = seconds * (1.0 - share) / share;
    match rest {
        ..120.0 => format!(", about {rest:.0} s left"),
        120.0..7200.0 => format!(", about {:.0} minutes left", rest / 60.0),
        _ => format!(", about {:.0} hours left", rest / 3600.0),
    }
}
