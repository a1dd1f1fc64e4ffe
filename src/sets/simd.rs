//! Loops compiled twice: for any processor, and for x86-64-v3 (AVX2, BMI, LZCNT, POPCNT), chosen at
//! run time, so that one program for all machines is as fast as one built for its machine.
//!
//! Counting bits is one instruction there and a dozen without, and four words compare at once.

#![expect(unsafe_code, reason = "calling code compiled for a processor that was tested for it")]

/// Something to do that gains from such a processor.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it; `#[inline(always)]`, so that it is compiled for its caller.
    fn run(self) -> Self::Output;
}

/// Does the work by the best code for this processor.
pub fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        use std::sync::LazyLock;

        static IS_V3: LazyLock<bool> = LazyLock::new(|| {
            std::is_x86_feature_detected!("avx2")
                && std::is_x86_feature_detected!("bmi1")
                && std::is_x86_feature_detected!("bmi2")
                && std::is_x86_feature_detected!("lzcnt")
                && std::is_x86_feature_detected!("popcnt")
        });
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<W: Work>(work: W) -> W::Output {
            work.run()
        }
        if *IS_V3 {
            // SAFETY: the processor has what it was compiled for.
            return unsafe { compiled(work) };
        }
    }
    work.run()
}
