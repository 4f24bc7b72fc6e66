//! What a table says in numbers, kept in the file so that nobody needs to count again.

use crate::Outcome;

/// Counts of the values of one side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideStatistics {
    /// Number of values by [`Outcome::code`]: losses first, wins last.
    pub outcomes: [u64; 5],
    /// Values with more than one need.
    pub several_needs: u64,
    /// The largest, over the won and lost values, of the least king budget, in plies.
    pub max_king_need: u16,
    /// The largest material budget that a value needs when its king budget is full, in plies; 0
    /// where the class has no material limit.
    pub max_material_need: u16,
    /// Index of the first value with that king need, within its side; `u64::MAX`: none.
    pub king_example: u64,
    /// Index of the first value with that material need, within its side; `u64::MAX`: none.
    pub material_example: u64,
}

/// Bytes of one side's statistics.
const SIDE_BYTES: usize = 5 * 8 + 8 + 2 + 2 + 8 + 8;

impl SideStatistics {
    /// Nothing counted yet.
    #[must_use]
    pub fn new() -> SideStatistics {
        SideStatistics { king_example: u64::MAX, material_example: u64::MAX, ..SideStatistics::default() }
    }

    /// Number of values with an outcome.
    #[must_use]
    pub const fn count(&self, outcome: Outcome) -> u64 {
        self.outcomes[outcome as usize]
    }

    /// Number of all values.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// Number of all values; `None` for counts that no table can have.
    pub(crate) fn checked_positions(&self) -> Option<u64> {
        self.outcomes.iter().try_fold(0u64, |sum, &count| sum.checked_add(count))
    }

    /// Counts a decided value with the king budget and the material budget it takes.
    pub fn meet_need(&mut self, value: u64, king: u16, material: u16) {
        if self.king_example == u64::MAX || (king, self.king_example) > (self.max_king_need, value) {
            (self.max_king_need, self.king_example) = (king, value);
        }
        if self.material_example == u64::MAX || (material, self.material_example) > (self.max_material_need, value) {
            (self.max_material_need, self.material_example) = (material, value);
        }
    }

    /// The statistics of two parts of a side together.
    #[must_use]
    pub fn joined(mut self, other: &SideStatistics) -> SideStatistics {
        for (count, more) in self.outcomes.iter_mut().zip(other.outcomes) {
            *count += more;
        }
        self.several_needs += other.several_needs;
        let later = |mine: (u16, u64), theirs: (u16, u64)| {
            if theirs.1 == u64::MAX || mine.1 != u64::MAX && (mine.0, theirs.1) > (theirs.0, mine.1) {
                mine
            } else {
                theirs
            }
        };
        (self.max_king_need, self.king_example) =
            later((self.max_king_need, self.king_example), (other.max_king_need, other.king_example));
        (self.max_material_need, self.material_example) =
            later((self.max_material_need, self.material_example), (other.max_material_need, other.material_example));
        self
    }

    pub(crate) fn to_bytes(sides: &[SideStatistics]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(sides.len() * SIDE_BYTES);
        for side in sides {
            for number in side.outcomes.iter().chain([&side.several_needs]) {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend(side.max_king_need.to_le_bytes());
            bytes.extend(side.max_material_need.to_le_bytes());
            bytes.extend(side.king_example.to_le_bytes());
            bytes.extend(side.material_example.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Vec<SideStatistics> {
        let side = |bytes: &[u8]| {
            let number = |at: usize, length: usize| {
                bytes[at..at + length].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
            };
            SideStatistics {
                outcomes: std::array::from_fn(|i| number(8 * i, 8)),
                several_needs: number(40, 8),
                max_king_need: number(48, 2) as u16,
                max_material_need: number(50, 2) as u16,
                king_example: number(52, 8),
                material_example: number(60, 8),
            }
        };
        bytes.chunks_exact(SIDE_BYTES).map(side).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_come_back_and_join() {
        let mut a = SideStatistics { outcomes: [1, 2, 3, 4, 5], several_needs: 6, ..SideStatistics::new() };
        a.meet_need(7, 3, 9);
        a.meet_need(8, 3, 9);
        let mut b = SideStatistics { outcomes: [5, 4, 3, 2, 1], ..SideStatistics::new() };
        b.meet_need(5, 3, 1);
        assert_eq!(SideStatistics::from_bytes(&SideStatistics::to_bytes(&[a, b])), [a, b]);
        for joined in [a.joined(&b), b.joined(&a)] {
            assert_eq!(joined.outcomes, [6; 5]);
            assert_eq!((joined.max_king_need, joined.king_example), (3, 5));
            assert_eq!((joined.max_material_need, joined.material_example), (9, 7));
        }
        assert_eq!(a.joined(&SideStatistics::new()), a);
    }
}
