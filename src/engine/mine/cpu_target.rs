//! The search compiled twice: for any processor, and for x86-64-v3 (AVX2, BMI, POPCNT), chosen at
//! run time, so that the distributed program is as fast as one built for its machine.
//!
//! Counting bits is one instruction there and a dozen without, and four words compare at once. Both
//! compile the same source.

#![expect(unsafe_code, reason = "calling code compiled for a processor that was tested for it")]

use super::Sink;
use super::blocks::Blocks;
use super::classes::{Classes, Unmerged};
#[cfg(target_arch = "x86_64")]
use super::processor::V3;
use super::search::{Frame, Search};
use super::weights::Weights;
use crate::base::bitset::Bits;

/// Where the recursion of a search goes on: code compiled for one kind of processor.
pub(super) trait CpuTarget {
    /// [`Search::below`].
    fn below<B: Bits + 'static, S: Sink>(
        search: &mut Search<'_, '_, B, S>,
        sink: &mut S,
        extent: &B,
        intent_size: u32,
        frame: Frame,
    );

    /// [`Classes::of`].
    fn classes<B: Bits>(unmerged: &Unmerged<'_, B>) -> Classes;

    /// [`Blocks::keep_maximal`] of the only list.
    fn keep_maximal<B: Bits>(blocks: &mut Blocks<B>, least: u32, weights: &Weights) -> usize;
}

/// Any processor.
pub(super) struct Baseline;

impl CpuTarget for Baseline {
    fn below<B: Bits + 'static, S: Sink>(
        search: &mut Search<'_, '_, B, S>,
        sink: &mut S,
        extent: &B,
        intent_size: u32,
        frame: Frame,
    ) {
        search.below::<Self>(sink, extent, intent_size, frame);
    }

    fn classes<B: Bits>(unmerged: &Unmerged<'_, B>) -> Classes {
        Classes::of(unmerged)
    }

    fn keep_maximal<B: Bits>(blocks: &mut Blocks<B>, least: u32, weights: &Weights) -> usize {
        blocks.keep_maximal(0, least, |set| weights.sum(set))
    }
}

#[cfg(target_arch = "x86_64")]
impl CpuTarget for V3 {
    #[inline(always)]
    fn below<B: Bits + 'static, S: Sink>(
        search: &mut Search<'_, '_, B, S>,
        sink: &mut S,
        extent: &B,
        intent_size: u32,
        frame: Frame,
    ) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<B: Bits + 'static, S: Sink>(
            search: &mut Search<'_, '_, B, S>,
            sink: &mut S,
            extent: &B,
            intent_size: u32,
            frame: Frame,
        ) {
            search.below::<V3>(sink, extent, intent_size, frame);
        }
        // SAFETY: a search goes on at this level only where `V3::detect` found the features.
        unsafe { compiled(search, sink, extent, intent_size, frame) }
    }

    fn classes<B: Bits>(unmerged: &Unmerged<'_, B>) -> Classes {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<B: Bits>(unmerged: &Unmerged<'_, B>) -> Classes {
            Classes::of(unmerged)
        }
        // SAFETY: as above.
        unsafe { compiled(unmerged) }
    }

    fn keep_maximal<B: Bits>(blocks: &mut Blocks<B>, least: u32, weights: &Weights) -> usize {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<B: Bits>(blocks: &mut Blocks<B>, least: u32, weights: &Weights) -> usize {
            blocks.keep_maximal(0, least, |set| weights.sum(set))
        }
        // SAFETY: as above.
        unsafe { compiled(blocks, least, weights) }
    }
}
