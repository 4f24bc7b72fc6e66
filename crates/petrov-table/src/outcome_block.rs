//! A block of outcomes in memory.

use crate::outcome::Outcome;

/// What a block says of a value: neither won nor lost within the limits; won; lost.
pub(crate) type Symbol = u8;
pub(crate) const DRAWN: Symbol = 0;
pub(crate) const WON: Symbol = 1;
pub(crate) const LOST: Symbol = 2;
/// Of a value that a clock decides: a cursed win and a blessed loss. The two lowest bits of both are 3.
pub(crate) const CURSED: Symbol = 3;
pub(crate) const BLESSED: Symbol = 7;

/// The outcomes of a block, two bits a value.
///
/// Where the side to move must capture, the outcome is a filler without meaning.
#[derive(Debug)]
pub struct OutcomeBlock {
    codes: Box<[u8]>,
    /// Offsets of the values that a clock decides, in growing order, and whether each is a blessed
    /// loss.
    bound: Box<[(u32, bool)]>,
}

/// In two bits, of any value that a clock decides.
pub(crate) const BOUND_CODE: u8 = 3;

/// The two low bits of eight symbols, those of the first lowest.
#[inline(always)]
fn pairs_of(symbols: [Symbol; 8]) -> u16 {
    // They move together by halves.
    let mut word = u64::from_le_bytes(symbols) & 0x0303_0303_0303_0303;
    word = (word | word >> 6) & 0x000F_000F_000F_000F;
    word = (word | word >> 12) & 0x0000_00FF_0000_00FF;
    (word | word >> 24) as u16
}

// What two bits mean in memory is known to `Outcome`.
const _: () = assert!(
    matches!(Outcome::of_two_bits(DRAWN), Outcome::Draw)
        && matches!(Outcome::of_two_bits(WON), Outcome::Win)
        && matches!(Outcome::of_two_bits(LOST), Outcome::Loss)
);

impl OutcomeBlock {
    /// Takes a symbol for each value, or what is written for those that a clock decides. Not inlined, since what stands
    /// beside the loop that reads values changes the registers that it has.
    #[inline(never)]
    pub(crate) fn new(symbols: &[Symbol]) -> OutcomeBlock {
        let mut codes = vec![0; symbols.len().div_ceil(4)].into_boxed_slice();
        let (eights, rest) = symbols.as_chunks::<8>();
        let mut bound_pairs = 0;
        for (two, &eight) in codes.as_chunks_mut::<2>().0.iter_mut().zip(eights) {
            let pairs = pairs_of(eight);
            bound_pairs |= pairs & pairs >> 1 & 0x5555;
            *two = pairs.to_le_bytes();
        }
        // Up to seven symbols take up to two bytes.
        let mut eight = [DRAWN; 8];
        eight[..rest.len()].copy_from_slice(rest);
        let pairs = pairs_of(eight);
        bound_pairs |= pairs & pairs >> 1 & 0x5555;
        codes[2 * eights.len()..].iter_mut().zip(pairs.to_le_bytes()).for_each(|(code, byte)| *code = byte);
        let is_bound = |&(_, &symbol): &(u32, &Symbol)| symbol & 3 == BOUND_CODE;
        let bound = match bound_pairs {
            0 => Box::default(),
            _ => (0..).zip(symbols).filter(is_bound).map(|(offset, &symbol)| (offset, symbol == BLESSED)).collect(),
        };
        OutcomeBlock { codes, bound }
    }

    /// The outcome of the value at an offset within the block; past its end it means nothing.
    #[inline(always)]
    #[must_use]
    pub fn outcome(&self, offset: usize) -> Outcome {
        let code = self.codes.get(offset / 4).map_or(DRAWN, |byte| byte >> (2 * (offset % 4)) & 3);
        if code == BOUND_CODE { self.bound_outcome(offset) } else { Outcome::of_two_bits(code) }
    }

    #[cold]
    fn bound_outcome(&self, offset: usize) -> Outcome {
        match self.bound.binary_search_by_key(&(offset as u32), |&(offset, _)| offset) {
            Ok(at) if self.bound[at].1 => Outcome::BlessedLoss,
            _ => Outcome::CursedWin,
        }
    }

    /// Memory held, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<OutcomeBlock>() + self.codes.len() + self.bound.len() * std::mem::size_of::<(u32, bool)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_any_length_hold_what_was_written() {
        let outcomes = [
            (DRAWN, Outcome::Draw),
            (WON, Outcome::Win),
            (LOST, Outcome::Loss),
            (CURSED, Outcome::CursedWin),
            (BLESSED, Outcome::BlessedLoss),
        ];
        for length in 0..40 {
            for start in 0..outcomes.len() {
                let expected: Vec<_> = (0..length).map(|i| outcomes[(start + i * i) % outcomes.len()]).collect();
                let symbols: Vec<Symbol> = expected.iter().map(|&(symbol, _)| symbol).collect();
                let block = OutcomeBlock::new(&symbols);
                for (offset, &(_, outcome)) in expected.iter().enumerate() {
                    assert_eq!(block.outcome(offset), outcome, "{length} {offset}");
                }
            }
        }
    }
}
