use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn versions_are_compared_by_their_numbers() {
    for new in ["5.23.0", "5.26.30", "2026.08.1", "5.100-aura", "6.0"] {
        assert!(is_new_enough(new), "{new}");
    }
    for old in ["5.22.9", "4.4.40", "5.9", ""] {
        assert!(!is_new_enough(old), "{old}");
    }
}

/// The interrupt comes before the wait, while it begins, and after that.
#[test]
fn no_interrupt_is_lost() {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let begun = AtomicUsize::new(0);
    let interrupted = watch::Sender::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for turn in 1..=TURNS {
                while begun.load(Ordering::Acquire) < turn {
                    std::hint::spin_loop();
                }
                (0..turn % 1000).for_each(|_| std::hint::spin_loop());
                interrupted.send_replace(true);
            }
        });
        for turn in 1..=TURNS {
            begun.store(turn, Ordering::Release);
            let endless = std::future::pending::<()>();
            let patience = Duration::from_secs(10);
            let wait = async { timeout(patience, or_interrupt(&interrupted, endless)).await };
            let ended = runtime.block_on(wait);
            if ended != Ok(None) {
                begun.store(TURNS, Ordering::Release);
            }
            assert_eq!(ended, Ok(None), "turn {turn}");
            interrupted.send_replace(false);
        }
    });
    assert_eq!(runtime.block_on(or_interrupt(&interrupted, async { 7 })), Some(7));
}

const TURNS: usize = 20_000;
