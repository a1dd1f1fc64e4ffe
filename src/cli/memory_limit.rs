//! The most memory that the program takes. What would go beyond it ends the program.
//!
//! The allocator counts what it gives before it gives it, whoever asks: readers of formats, the
//! search, the store. A thread waits for the moment when that is too much, and ends the program as
//! the end of a time limit does. What libraries in C take and what lies between allocations is in
//! no count, so this thread also looks at all memory that the program has, which may be a twentieth
//! more (on Linux).

#![expect(unsafe_code, reason = "an allocator is unsafe; this one hands all on to the system's")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread::{self, Thread};
use std::time::Duration;

use super::error::CliError;
use super::shutdown::end;
use crate::base::lock::lock;
use crate::base::memory::{Memory, bytes, resident};
use crate::base::progress::Progress;

/// The allocator of the system. Once there is a limit, it counts.
#[derive(Debug)]
pub struct CountingAllocator;

/// The most bytes, and all that are taken but for what the threads have not added yet.
static MOST: AtomicIsize = AtomicIsize::new(isize::MAX);
static TAKEN: AtomicIsize = AtomicIsize::new(0);
static IS_BEYOND: AtomicBool = AtomicBool::new(false);
static WAITING: OnceLock<Thread> = OnceLock::new();

thread_local! {
    /// What this thread has taken, less what it has given back, since it was last added to all.
    static OWN: Cell<isize> = const { Cell::new(0) };
}

/// A thread adds what it has taken when it is this much: all threads write one number.
const STEP: isize = 1 << 16;
/// What the system keeps beside an allocation.
const BESIDE: usize = 16;
/// How often the thread looks at all memory.
const GLANCE: Duration = Duration::from_millis(10);

/// What the computation does, to be named when it takes too much; before it begins, it reads.
static PROGRESS: Mutex<Option<Progress>> = Mutex::new(None);

/// From now on a limit that is reached names the step of this progress.
pub(super) fn name_steps_of(progress: &Progress) {
    *lock(&PROGRESS) = Some(progress.clone());
}

/// Ends the program before it takes more memory. The first call counts.
pub(super) fn limit(memory: Memory) {
    let Ok(most) = isize::try_from(memory.bytes()) else { return };
    if WAITING.get().is_some() {
        return;
    }
    let (all, taken) = (most as u64, resident().unwrap_or(0));
    if taken > all {
        end_beyond(all);
    }
    let waiting = move || {
        while !IS_BEYOND.load(Ordering::Relaxed)
            && resident().is_none_or(|resident| resident <= all + all / 20)
        {
            thread::park_timeout(GLANCE);
        }
        end_beyond(all);
    };
    WAITING.get_or_init(|| {
        TAKEN.store(taken as isize, Ordering::Relaxed);
        MOST.store(most, Ordering::Relaxed);
        thread::spawn(waiting).thread().clone()
    });
}

fn end_beyond(all: u64) -> ! {
    let progress = lock(&PROGRESS).clone();
    let step = progress.and_then(|progress| progress.current()).map_or("reading", |(step, _)| step);
    let all = bytes(all);
    end(&CliError::Limit(format!("{step} takes more than {all}; --max-memory allows more")));
}

/// Counts bytes that are taken, or given back where they are negative.
#[inline(always)]
fn count(bytes: isize) {
    if MOST.load(Ordering::Relaxed) < isize::MAX {
        // A thread that ends counts no more.
        let _ = OWN.try_with(|own| match own.get() + bytes {
            few if few.abs() < STEP => own.set(few),
            many => {
                own.set(0);
                add(many, bytes);
            }
        });
    }
}

/// Adds what a thread has taken; the last of it are these bytes.
#[cold]
fn add(many: isize, bytes: isize) {
    let all = many + TAKEN.fetch_add(many, Ordering::Relaxed);
    if many > 0 && all > MOST.load(Ordering::Relaxed) {
        IS_BEYOND.store(true, Ordering::Relaxed);
        WAITING.get().inspect(|waiting| waiting.unpark());
        // Little goes on, since who takes it may hold what the end of the program needs.
        if bytes >= STEP {
            loop {
                thread::sleep(Duration::from_secs(1));
            }
        }
    }
}

fn whole(layout: Layout) -> isize {
    (layout.size() + BESIDE) as isize
}

unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(whole(layout));
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(whole(layout));
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-whole(layout));
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        unsafe { System.realloc(place, layout, size) }
    }
}
