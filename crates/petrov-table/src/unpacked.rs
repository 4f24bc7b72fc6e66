//! All outcomes of a table in memory at two bits a value.

use crate::cpu::Cpu;
use crate::index::{Pieces, TableIndex};
use crate::outcome::Outcome;
use crate::outcome_block::{BOUND_CODE, DRAWN, LOST, WON};
use crate::pack::Workers;
use draughts::Color;
use std::ops::{Deref, Range};

/// The outcomes of a whole table, two bits a value.
///
/// The fourth two-bit code marks the few cursed wins and blessed losses; a sorted list of the
/// blessed ones tells them apart.
#[derive(Debug)]
pub struct UnpackedOutcomes {
    index: TableIndex,
    codes: Codes,
    blessed: Box<[u64]>,
}

/// Two-bit codes in memory. Tables are asked at random, so large ones lie, where the system can do it, in
/// large pages: a look-up then mostly finds its page's address in the processor's cache of addresses.
#[derive(Debug)]
enum Codes {
    Small(Box<[u8]>),
    Large(memmap2::MmapMut),
}

/// Least size of large codes, in bytes: a large page of most systems.
const LARGE: usize = 2 << 20;

impl Codes {
    fn of(parts: &[Vec<u8>]) -> Codes {
        let length = parts.iter().map(Vec::len).sum();
        if length >= LARGE
            && let Ok(mut memory) = memmap2::MmapMut::map_anon(length)
        {
            // Where it is refused the pages are small, and all else is the same.
            #[cfg(target_os = "linux")]
            let _ = memory.advise(memmap2::Advice::HugePage);
            let mut rest = &mut memory[..];
            for part in parts {
                let (place, after) = rest.split_at_mut(part.len());
                place.copy_from_slice(part);
                rest = after;
            }
            return Codes::Large(memory);
        }
        Codes::Small(parts.concat().into())
    }
}

impl Deref for Codes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Codes::Small(codes) => codes,
            Codes::Large(codes) => codes,
        }
    }
}

/// Values that a worker takes at once.
const STRETCH: u64 = 1 << 18;

impl UnpackedOutcomes {
    /// Takes the outcomes of all values in the order of their indices; what is missing at the end
    /// is a draw.
    pub fn new(index: TableIndex, outcomes: impl IntoIterator<Item = Outcome>) -> UnpackedOutcomes {
        let (codes, blessed) = UnpackedOutcomes::stretch(0..index.values(), outcomes);
        UnpackedOutcomes { index, codes: Codes::of(&[codes]), blessed: blessed.into() }
    }

    /// Holds what `outcome` tells of each value.
    pub fn with_workers(
        index: TableIndex,
        workers: &impl Workers,
        outcome: impl Fn(u64) -> Outcome + Sync,
    ) -> UnpackedOutcomes {
        let values = index.values();
        let stretches = workers.map(values.div_ceil(STRETCH), |stretch| {
            let range = stretch * STRETCH..((stretch + 1) * STRETCH).min(values);
            UnpackedOutcomes::stretch(range.clone(), range.map(&outcome))
        });
        let (codes, blessed): (Vec<_>, Vec<_>) = stretches.into_iter().unzip();
        UnpackedOutcomes { index, codes: Codes::of(&codes), blessed: blessed.concat().into() }
    }

    /// The codes of some values, the first of which has a multiple of four as its index, and the blessed
    /// losses among them.
    fn stretch(values: Range<u64>, outcomes: impl IntoIterator<Item = Outcome>) -> (Vec<u8>, Vec<u64>) {
        let mut codes = vec![0u8; (values.end - values.start).div_ceil(4) as usize];
        let mut blessed = Vec::new();
        for ((i, value), outcome) in values.enumerate().zip(outcomes) {
            let code = match outcome {
                Outcome::Draw => DRAWN,
                Outcome::Win => WON,
                Outcome::Loss => LOST,
                Outcome::CursedWin => BOUND_CODE,
                Outcome::BlessedLoss => {
                    blessed.push(value);
                    BOUND_CODE
                }
            };
            codes[i / 4] |= code << (2 * (i % 4));
        }
        (codes, blessed)
    }

    /// The table's index.
    #[must_use]
    pub const fn index(&self) -> &TableIndex {
        &self.index
    }

    /// Memory held, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.codes.len() + 8 * self.blessed.len()
    }

    /// The outcome of a value; a draw past the last.
    #[inline(always)]
    #[must_use]
    pub fn outcome(&self, value: u64) -> Outcome {
        let code = self.codes.get((value / 4) as usize).map_or(DRAWN, |byte| byte >> (2 * (value % 4)) & 3);
        if code == BOUND_CODE {
            return self.bound_by_a_clock(value);
        }
        Outcome::of_two_bits(code)
    }

    #[cold]
    fn bound_by_a_clock(&self, value: u64) -> Outcome {
        if self.blessed.binary_search(&value).is_ok() { Outcome::BlessedLoss } else { Outcome::CursedWin }
    }

    /// The outcome of pieces that stand as the canonical class has them.
    #[inline(always)]
    #[must_use]
    pub fn outcome_of_pieces<C: Cpu>(&self, cpu: C, pieces: Pieces, side: Color) -> Outcome {
        self.outcome(self.index.value_of_pieces(cpu, pieces, side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OneWorker;

    #[test]
    fn all_five_outcomes_come_back() {
        let index = "KvK".parse().ok().and_then(TableIndex::new).expect("a class");
        let pattern: Vec<Outcome> = (0..index.values()).map(|v| Outcome::ALL[(v * v % 5) as usize]).collect();
        let unpacked = UnpackedOutcomes::new(index, pattern.iter().copied());
        for (value, &outcome) in pattern.iter().enumerate() {
            assert_eq!(unpacked.outcome(value as u64), outcome);
        }
        assert_eq!(unpacked.outcome(u64::MAX), Outcome::Draw);
    }

    #[test]
    fn large_codes_are_those_that_were_given() {
        let parts: Vec<Vec<u8>> =
            [LARGE / 3, LARGE, 0, 1001].map(|length| (0..length).map(|i| i as u8).collect()).into();
        let codes = Codes::of(&parts);
        assert!(matches!(codes, Codes::Large(_)));
        assert_eq!(codes[..], parts.concat());
    }

    #[test]
    fn workers_hold_the_same() {
        // More values than a worker takes at once.
        let index = "KKvKK".parse().ok().and_then(TableIndex::new).expect("a class");
        let outcome = |value: u64| Outcome::ALL[(value * value % 7 % 5) as usize];
        let alone = UnpackedOutcomes::new(index, (0..index.values()).map(outcome));
        let together = UnpackedOutcomes::with_workers(index, &OneWorker, outcome);
        assert_eq!((&alone.codes[..], alone.blessed), (&together.codes[..], together.blessed));
    }
}
