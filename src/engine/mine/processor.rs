//! What the processor can do, found out once.

/// The proof that this processor has x86-64-v3 (AVX2, BMI, LZCNT, POPCNT).
#[derive(Clone, Copy, Debug)]
pub(super) struct V3(());

impl V3 {
    /// The proof, where there is one.
    pub(super) fn detect() -> Option<Self> {
        let has = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}
