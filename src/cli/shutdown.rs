//! Ends of the program from outside: Ctrl-C, a signal, a time limit. Unfinished files are removed,
//! and programs that were started are ended.

use std::process::exit;
use std::time::Duration;

use super::error::CliError;
use crate::base::cleanup::clean_up;

/// Cleans up, reports `failure` and ends the program.
pub(super) fn exit_with(failure: &CliError) -> ! {
    clean_up();
    failure.report();
    exit(failure.exit_code().into())
}

/// Sets the action of Ctrl-C. Called once.
pub(super) fn on_interrupt(act: impl Fn() + Send + 'static) -> Result<(), CliError> {
    let failed = |error| CliError::Failed(format!("cannot watch for Ctrl-C: {error}"));
    ctrlc::set_handler(act).map_err(failed)
}

/// Ends the program on SIGTERM and SIGHUP, with 128 plus the number of the signal.
#[cfg(unix)]
pub(super) fn watch_signals() -> Result<(), CliError> {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    let failed = |error| CliError::Failed(format!("cannot watch for signals: {error}"));
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP]).map_err(failed)?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            clean_up();
            exit(128 + signal);
        }
    });
    Ok(())
}

/// Does nothing: the system ends the program.
#[cfg(not(unix))]
pub(super) fn watch_signals() -> Result<(), CliError> {
    Ok(())
}

pub(super) fn limit_time(time: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(time);
        let seconds = time.as_secs_f64();
        exit_with(&CliError::Limit(format!(
            "not done after {seconds} s, the limit set by --timeout"
        )));
    });
}
