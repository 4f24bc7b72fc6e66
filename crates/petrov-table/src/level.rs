//! Probabilities as small numbers.

use crate::range_coder::MissProbability;

/// How unlikely a miss is: level 0 is one half, and each four levels halve it, down to 1/4096.
pub(crate) type Level = u8;

/// Number of levels.
pub(crate) const LEVELS: usize = 45;

/// The probability of each level in units of 1/4096: 2048 · 2^(-level/4), rounded.
pub(crate) static PROBABILITY: [MissProbability; LEVELS] = [
    2048, 1722, 1448, 1218, 1024, 861, 724, 609, 512, 431, 362, 304, 256, 215, 181, 152, 128, 108, 91, 76, 64, 54, 45,
    38, 32, 27, 23, 19, 16, 13, 11, 10, 8, 7, 6, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1,
];

/// The probability of a level; damaged levels read as the last.
#[inline(always)]
pub(crate) fn probability(level: Level) -> MissProbability {
    PROBABILITY[usize::from(level).min(LEVELS - 1)]
}

/// Half way (by ratio) from each level to the next, in units of 1/65536.
static HALF_WAY: [u64; LEVELS - 1] = [
    30048, 25268, 21247, 17867, 15024, 12634, 10624, 8933, 7512, 6317, 5312, 4467, 3756, 3158, 2656, 2233, 1878, 1579,
    1328, 1117, 939, 790, 664, 558, 470, 395, 332, 279, 235, 197, 166, 140, 117, 99, 83, 70, 59, 49, 41, 35, 29, 25,
    21, 17,
];

/// The level nearest to so many misses among so many decisions, in whole numbers, so that it is
/// the same on every machine.
pub(crate) fn level_for(misses: u64, decisions: u64) -> Level {
    // A little doubt, so that what was never seen can still be written.
    let (misses, decisions) = (u128::from(misses) * 16 + 1, u128::from(decisions) * 16 + 2);
    let nearest = HALF_WAY.iter().position(|&half_way| misses * 65536 >= u128::from(half_way) * decisions);
    nearest.unwrap_or(LEVELS - 1) as Level
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_follow_their_formula() {
        for (level, &probability) in PROBABILITY.iter().enumerate() {
            let exact = 2048.0 * (-(level as f64) / 4.0).exp2();
            assert_eq!(f64::from(probability), exact.round().max(1.0), "{level}");
        }
    }

    #[test]
    fn levels_fit_what_was_counted() {
        assert_eq!(level_for(1, 2), 0);
        assert_eq!(level_for(1, 4), 4);
        assert_eq!(usize::from(level_for(0, 1_000_000)), LEVELS - 1);
        assert_eq!(level_for(9, 10), 0);
    }
}
