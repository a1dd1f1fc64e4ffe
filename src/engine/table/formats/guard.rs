//! Libraries that read the files of others may panic where these are damaged.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

/// What a panic prints is the same for all threads.
static HOOK: Mutex<()> = Mutex::new(());

/// What is read, or none where that panicked. Nothing is printed then; what was being read must not
/// be used any more.
pub(super) fn guarded<T>(read: impl FnOnce() -> T) -> Option<T> {
    let _one_at_a_time = HOOK.lock().unwrap_or_else(PoisonError::into_inner);
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let read = panic::catch_unwind(AssertUnwindSafe(read));
    panic::set_hook(hook);
    read.ok()
}
