//! Bit gathering and scattering, by instruction where the processor has it.
//!
//! Code that is generic over [`Cpu`] and marked `#[inline(always)]` is compiled twice: once plain
//! and once inside a function with the target features of [`Bmi2`]. Which of them runs is chosen with
//! [`with_cpu`], for each task or, by who keeps the [`Cpu`] and calls [`Cpu::run`], once. Both give
//! the same results.

/// A way to gather and scatter bits.
pub trait Cpu: Copy + Send + Sync + 'static {
    /// Gathers the bits of `word` that `mask` selects into the low bits (`pext`).
    fn gather(self, word: u32, mask: u32) -> u32;
    /// Scatters the low bits of `word` to the places that `mask` selects (`pdep`).
    fn scatter(self, word: u32, mask: u32) -> u32;
    /// Runs a task compiled for this processor.
    fn run<T: CpuTask>(self, task: T) -> T::Output;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn gather(self, word: u32, mask: u32) -> u32 {
        let mut rest = word & mask;
        let mut gathered = 0;
        while rest != 0 {
            let lowest = rest & rest.wrapping_neg();
            gathered |= 1 << (mask & (lowest - 1)).count_ones();
            rest ^= lowest;
        }
        gathered
    }

    #[inline(always)]
    fn scatter(self, mut word: u32, mut mask: u32) -> u32 {
        let mut scattered = 0;
        while word != 0 && mask != 0 {
            let lowest = mask & mask.wrapping_neg();
            if word & 1 != 0 {
                scattered |= lowest;
            }
            word >>= 1;
            mask ^= lowest;
        }
        scattered
    }

    #[inline(always)]
    fn run<T: CpuTask>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// An x86-64 processor with `pext`, `pdep`, `popcnt`, `lzcnt` and AVX2. Having a value of this type
/// is the proof that the instructions are there.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// The proof, if this processor has the instructions.
    #[must_use]
    pub fn detect() -> Option<Bmi2> {
        (is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("avx2"))
        .then_some(Bmi2(()))
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Cpu for Bmi2 {
    #[inline(always)]
    fn gather(self, word: u32, mask: u32) -> u32 {
        // SAFETY: a `Bmi2` exists only where `detect` found the instruction.
        unsafe { std::arch::x86_64::_pext_u32(word, mask) }
    }

    #[inline(always)]
    fn scatter(self, word: u32, mask: u32) -> u32 {
        // SAFETY: a `Bmi2` exists only where `detect` found the instruction.
        unsafe { std::arch::x86_64::_pdep_u32(word, mask) }
    }

    #[inline(always)]
    fn run<T: CpuTask>(self, task: T) -> T::Output {
        #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
        fn run_bmi2<T: CpuTask>(task: T, cpu: Bmi2) -> T::Output {
            task.run(cpu)
        }
        // SAFETY: a `Bmi2` exists only where `detect` found every feature that `run_bmi2` is compiled for.
        unsafe { run_bmi2(task, self) }
    }
}

/// Work to be done with the best [`Cpu`] there is. `run` must be `#[inline(always)]` and so must
/// be what it calls in its inner loops, or the features are lost on the way. (Not so if all it does is to keep the `Cpu`.)
pub trait CpuTask {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Runs a task compiled for the best instructions this processor has.
#[inline]
pub fn with_cpu<T: CpuTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(cpu) = Bmi2::detect() {
        return cpu.run(task);
    }
    Portable.run(task)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn gathering_undoes_scattering(word: u32, mask: u32) {
            let low = if mask.count_ones() == 32 { u32::MAX } else { (1 << mask.count_ones()) - 1 };
            let scattered = Portable.scatter(word, mask);
            prop_assert_eq!(scattered & !mask, 0);
            prop_assert_eq!(Portable.gather(scattered, mask), word & low);
        }

        #[cfg(target_arch = "x86_64")]
        #[test]
        fn the_instructions_do_the_same(word: u32, mask: u32) {
            if let Some(cpu) = Bmi2::detect() {
                prop_assert_eq!(cpu.gather(word, mask), Portable.gather(word, mask));
                prop_assert_eq!(cpu.scatter(word, mask), Portable.scatter(word, mask));
            }
        }
    }
}
