//! Loops compiled twice: for any processor, and for x86-64-v3 (AVX2, BMI, LZCNT, POPCNT), chosen at
//! run time, so that one program for all machines is as fast as one built for its machine.
//!
//! Counting bits takes one instruction there and a dozen elsewhere, and four words are compared at
//! once.

#![expect(unsafe_code, reason = "calling code compiled for a processor that was tested for it")]

/// Work that gains from being compiled for x86-64-v3.
pub trait Work {
    /// The result of the work.
    type Output;

    /// Does the work. Must be `#[inline(always)]`, so that it is compiled for its caller.
    fn run(self) -> Self::Output;
}

/// Does the work with the best code for this processor.
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
            // SAFETY: the processor has the features that the function was compiled for.
            return unsafe { compiled(work) };
        }
    }
    work.run()
}
