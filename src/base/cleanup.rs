//! What a run that is ended early must undo: temporary files, programs that it started.
//!
//! Code that begins such a thing says how to undo it and keeps the [`Undo`]; when that is dropped,
//! the thing is finished or undone already. Code that ends the program first calls [`undo_all`].

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

type Deed = Box<dyn FnOnce() + Send>;

static DEEDS: Mutex<Vec<(u64, Deed)>> = Mutex::new(Vec::new());
static NEXT: AtomicU64 = AtomicU64::new(0);

fn deeds() -> MutexGuard<'static, Vec<(u64, Deed)>> {
    DEEDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that is to be undone if the program ends before this is dropped.
#[derive(Debug)]
pub struct Undo(u64);

impl Undo {
    /// Remembers how it is undone.
    pub fn by(deed: impl FnOnce() + Send + 'static) -> Self {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        deeds().push((id, Box::new(deed)));
        Self(id)
    }
}

impl Drop for Undo {
    fn drop(&mut self) {
        deeds().retain(|(id, _)| *id != self.0);
    }
}

/// Undoes whatever is unfinished, the latest first.
pub fn undo_all() {
    // One at a time, so that an action may itself drop an `Undo`.
    while let Some((_, deed)) = { deeds().pop() } {
        deed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn what_is_finished_is_not_undone() {
        let undone = Arc::new(AtomicU64::new(0));
        let [a, b] = [1, 10].map(|value| {
            let undone = Arc::clone(&undone);
            Undo::by(move || {
                undone.fetch_add(value, Ordering::Relaxed);
            })
        });
        drop(a);
        undo_all();
        drop(b);
        assert_eq!(undone.load(Ordering::Relaxed), 10);
    }
}
