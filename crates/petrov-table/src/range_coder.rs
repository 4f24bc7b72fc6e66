//! A binary range coder: yes-or-no decisions of known probability, packed to a fraction of a bit.
//!
//! It is the coder of G. N. N. Martin (1979) in the form that LZMA uses, with fixed instead of
//! adapted probabilities: 32-bit range, 12-bit probabilities, bytes shifted out as they settle.

use std::hint::cold_path;

/// The probability of a miss in units of 1/4096, from 1 to 4095; to [`Decoder::hit`] also 0, of a miss that never
/// happens and of which nothing was written.
pub(crate) type MissProbability = u16;

pub(crate) const PROBABILITY_BITS: u32 = 12;
const LEAST_RANGE: u32 = 1 << 24;

/// Writes decisions.
pub(crate) struct Encoder {
    low: u64,
    range: u32,
    /// The byte that a carry may still change, and how many 0xFF follow it.
    held: Option<u8>,
    held_ff: usize,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new() -> Encoder {
        Encoder { low: 0, range: u32::MAX, held: None, held_ff: 0, bytes: Vec::new() }
    }

    /// Writes one decision.
    #[inline(always)]
    pub(crate) fn encode(&mut self, miss: bool, probability: MissProbability) {
        // The hit takes the lower part: where nothing is missed no byte is left to write.
        let miss_range = (self.range >> PROBABILITY_BITS) * u32::from(probability);
        let hit_range = self.range - miss_range;
        if miss {
            self.low += u64::from(hit_range);
            self.range = miss_range;
        } else {
            self.range = hit_range;
        }
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        let (carry, byte) = ((self.low >> 32) as u8, (self.low >> 24) as u8);
        if carry != 0 || byte != 0xFF {
            if let Some(held) = self.held {
                self.bytes.push(held.wrapping_add(carry));
            }
            self.bytes.extend(std::iter::repeat_n(0xFFu8.wrapping_add(carry), self.held_ff));
            self.held_ff = 0;
            self.held = Some(byte);
        } else {
            self.held_ff += 1;
        }
        self.low = (self.low & 0x00FF_FFFF) << 8;
    }

    /// The bytes of all decisions. Zeros at the end are left out; the decoder reads on in zeros.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        // The number with the most zeros at its end that still lies within the range.
        let top = self.low + u64::from(self.range) - 1;
        for bits in (0..=32).rev() {
            let number = top >> bits << bits;
            if number >= self.low {
                self.low = number;
                break;
            }
        }
        for _ in 0..5 {
            self.shift();
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads decisions.
#[derive(Clone, Copy)]
pub(crate) struct Decoder<'a> {
    range: u32,
    code: u32,
    bytes: &'a [u8],
    /// The next byte to be read; past the end they are zeros.
    at: usize,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { range: u32::MAX, code: 0, bytes, at: 0 };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next_byte();
        }
        // The code is always less than the range, so that what has no probability does not happen. No encoder writes
        // so great a code.
        decoder.code = decoder.code.min(decoder.range - 1);
        decoder
    }

    #[inline(always)]
    fn next_byte(&mut self) -> u32 {
        let byte = self.bytes.get(self.at).map_or(0, |&byte| u32::from(byte));
        self.at += 1;
        byte
    }

    /// Reads one decision if it is a hit; after a miss nothing has been read, and
    /// [`miss`](Decoder::miss) must follow.
    ///
    /// A hit is far likelier than a miss. With the two apart the processor guesses the branch, and goes
    /// on with the next value before this one is multiplied out.
    #[inline(always)]
    pub(crate) fn hit(&mut self, probability: MissProbability) -> bool {
        let miss_range = (self.range >> PROBABILITY_BITS) * u32::from(probability);
        let hit_range = self.range - miss_range;
        if self.code >= hit_range {
            cold_path();
            return false;
        }
        self.range = hit_range;
        if self.range < LEAST_RANGE {
            cold_path();
            self.refill();
        }
        true
    }

    /// Reads two decisions if both are hits and no byte is called for; else nothing has been read.
    #[inline(always)]
    pub(crate) fn hit_both(&mut self, first: MissProbability, second: MissProbability) -> bool {
        let range = self.range - (self.range >> PROBABILITY_BITS) * u32::from(first);
        let range = range - (range >> PROBABILITY_BITS) * u32::from(second);
        // The first range is no smaller than the second.
        if self.code >= range || range < LEAST_RANGE {
            cold_path();
            return false;
        }
        self.range = range;
        true
    }

    /// Reads the decision that was found to be a miss.
    #[inline(always)]
    pub(crate) fn miss(&mut self, probability: MissProbability) {
        let miss_range = (self.range >> PROBABILITY_BITS) * u32::from(probability);
        self.code -= self.range - miss_range;
        self.range = miss_range;
        self.refill();
    }

    #[inline(always)]
    fn refill(&mut self) {
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.code = self.code << 8 | self.next_byte();
        }
    }

    /// Reads one decision: whether it is a miss.
    #[inline(always)]
    pub(crate) fn decode(&mut self, probability: MissProbability) -> bool {
        let miss_range = (self.range >> PROBABILITY_BITS) * u32::from(probability);
        let hit_range = self.range - miss_range;
        let miss = self.code >= hit_range;
        if miss {
            self.code -= hit_range;
            self.range = miss_range;
        } else {
            self.range = hit_range;
        }
        self.refill();
        miss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decisions_come_back(decisions in prop::collection::vec((any::<bool>(), 1u16..4096), 0..2000)) {
            let mut encoder = Encoder::new();
            for &(miss, probability) in &decisions {
                encoder.encode(miss, probability);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for &(miss, probability) in &decisions {
                prop_assert_eq!(decoder.decode(probability), miss);
            }
            let mut decoder = Decoder::new(&bytes);
            for &(miss, probability) in &decisions {
                prop_assert_eq!(!decoder.hit(probability), miss);
                if miss {
                    decoder.miss(probability);
                }
            }
        }

        #[test]
        fn two_hits_at_once_are_two_hits(
            bytes: Vec<u8>,
            probabilities in prop::collection::vec((1u16..4096, prop_oneof![Just(0u16), 1u16..4096]), 0..500),
        ) {
            let (mut at_once, mut apart) = (Decoder::new(&bytes), Decoder::new(&bytes));
            for (first, second) in probabilities {
                let both = at_once.hit_both(first, second);
                let mut hit = |probability| {
                    let hit = apart.hit(probability);
                    if !hit {
                        apart.miss(probability);
                    }
                    hit
                };
                let hits = [hit(first), hit(second)];
                prop_assert!(second > 0 || hits[1]);
                if both {
                    prop_assert_eq!(hits, [true; 2]);
                } else {
                    // Nothing was read, and the same is read one by one.
                    for (probability, hit) in [first, second].into_iter().zip(hits) {
                        prop_assert_eq!(at_once.hit(probability), hit);
                        if !hit {
                            at_once.miss(probability);
                        }
                    }
                }
                prop_assert_eq!((at_once.range, at_once.code, at_once.at), (apart.range, apart.code, apart.at));
            }
        }

        #[test]
        fn any_bytes_can_be_read(
            ones in 0usize..6,
            bytes: Vec<u8>,
            probabilities in prop::collection::vec(1u16..4096, 0..500),
        ) {
            let bytes = [vec![0xFF; ones], bytes].concat();
            let mut decoder = Decoder::new(&bytes);
            for probability in probabilities {
                decoder.decode(probability);
            }
        }
    }

    #[test]
    fn nothing_missed_is_nothing_written() {
        let mut encoder = Encoder::new();
        (0..5000).for_each(|_| encoder.encode(false, 2000));
        assert_eq!(encoder.finish(), []);
    }

    #[test]
    fn likely_decisions_cost_little() {
        let mut encoder = Encoder::new();
        for i in 0..100_000 {
            encoder.encode(i % 1000 == 0, 4);
        }
        // 100 misses of 10 bits and 99,900 hits of 0.0014 bits.
        let bytes = encoder.finish().len();
        assert!((130..160).contains(&bytes), "{bytes}");
    }
}
