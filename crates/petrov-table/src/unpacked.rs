//! All outcomes of a table in memory at two bits a value.

use crate::cpu::Cpu;
use crate::index::{Pieces, TableIndex};
use crate::outcome::Outcome;
use draughts::Color;

/// The outcomes of a whole table, two bits a value.
///
/// The fourth two-bit code marks the few cursed wins and blessed losses; a sorted list of the
/// blessed ones tells them apart.
#[derive(Debug)]
pub struct UnpackedOutcomes {
    index: TableIndex,
    codes: Box<[u8]>,
    blessed: Box<[u64]>,
}

const DRAW: u8 = 0;
const WIN: u8 = 1;
const LOSS: u8 = 2;
const BOUND_BY_A_CLOCK: u8 = 3;

impl UnpackedOutcomes {
    /// Takes the outcomes of all values in the order of their indices; what is missing at the end
    /// is a draw.
    pub fn new(index: TableIndex, outcomes: impl IntoIterator<Item = Outcome>) -> UnpackedOutcomes {
        let mut codes = vec![0u8; index.values().div_ceil(4) as usize].into_boxed_slice();
        let mut blessed = Vec::new();
        for (value, outcome) in (0..index.values()).zip(outcomes) {
            let code = match outcome {
                Outcome::Draw => DRAW,
                Outcome::Win => WIN,
                Outcome::Loss => LOSS,
                Outcome::CursedWin => BOUND_BY_A_CLOCK,
                Outcome::BlessedLoss => {
                    blessed.push(value);
                    BOUND_BY_A_CLOCK
                }
            };
            codes[(value / 4) as usize] |= code << (2 * (value % 4));
        }
        UnpackedOutcomes { index, codes, blessed: blessed.into() }
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
        let code = self.codes.get((value / 4) as usize).map_or(DRAW, |byte| byte >> (2 * (value % 4)) & 3);
        match code {
            DRAW => Outcome::Draw,
            WIN => Outcome::Win,
            LOSS => Outcome::Loss,
            _ => self.bound_by_a_clock(value),
        }
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
}
