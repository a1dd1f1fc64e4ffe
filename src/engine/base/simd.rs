//! Loops compiled twice: for any processor, and for x86-64 with AVX2, chosen at run time.

#![expect(unsafe_code, reason = "calling code compiled for a processor that was tested for it")]

/// Something to do whose loops gain from wide registers.
pub(crate) trait Work {
    /// Does it; `#[inline(always)]`, so that it is compiled for its caller.
    fn run(self);
}

/// Does the work with the widest registers that are known to be there.
pub(crate) fn run(work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn compiled(work: impl Work) {
            work.run();
        }
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what it was compiled for.
            return unsafe { compiled(work) };
        }
    }
    work.run();
}
