//! Packing of needs: a value mostly has the set of needs of one of its neighbours.
//!
//! The distinct sets met among the six [neighbours](crate::neighbours) are the *candidates*, those
//! met most often first, of equals the one met first. Up to three candidates are asked in turn:
//! "is it this one?", with a probability for each rank and pattern of the neighbours that have it.
//! If it is none of them its number is written: its length in bits, then the bits.
//! Values that have no needs to tell (draws, captures) take the first candidate.

use crate::cpu::{Cpu, CpuTask, with_cpu};
use crate::index::TableIndex;
use crate::neighbours::{LINE, Line, NEIGHBOURS, Visitor, walk};
use crate::range_coder::{Decoder, Encoder, MissProbability};
use draughts::Color;

/// The number of a set of needs in a table's list.
pub(crate) type SetId = u32;

/// A neighbour that is missing.
const MISSING: SetId = SetId::MAX;

/// Candidates that are asked.
const CANDIDATES: usize = 3;
/// Lengths that a number can have, in bits; numbers are written plus one, so the length is at least 1.
const LENGTHS: usize = 32;
/// Leading bits of a number (after the first) that have probabilities of their own.
const MODELLED_BITS: u32 = 3;

const PATTERNS: usize = 1 << NEIGHBOURS;
const LENGTH_AT: usize = CANDIDATES * PATTERNS;
const BITS_AT: usize = LENGTH_AT + LENGTHS;
/// Number of probabilities in a model.
const DECISIONS: usize = BITS_AT + (LENGTHS << MODELLED_BITS);
/// Bytes of a model.
pub(crate) const MODEL_BYTES: usize = 2 * DECISIONS;

/// The probability of each decision being a miss.
pub(crate) struct NeedModel {
    misses: Vec<MissProbability>,
}

/// How often each decision was a hit and a miss.
#[derive(Clone)]
pub(crate) struct Counts(Vec<[u64; 2]>);

impl Counts {
    pub(crate) fn new() -> Counts {
        Counts(vec![[0; 2]; DECISIONS])
    }

    pub(crate) fn add(&mut self, other: &Counts) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine[0] += theirs[0];
            mine[1] += theirs[1];
        }
    }

    pub(crate) fn model(&self) -> NeedModel {
        let probability = |&[hits, misses]: &[u64; 2]| {
            let (misses, all) = (u128::from(misses) * 16 + 1, (u128::from(hits) + u128::from(misses)) * 16 + 2);
            (misses * 4096 / all).clamp(1, 4095) as MissProbability
        };
        NeedModel { misses: self.0.iter().map(probability).collect() }
    }
}

/// The lines of the neighbours 3 and 4.
type Far = [Line<SetId>; 2];

#[inline(always)]
fn neighbours(before: SetId, square: usize, [right, left, sixth]: [SetId; 3], far: &Far) -> [SetId; NEIGHBOURS] {
    let [third, fourth] = [0, 1].map(|i| far[i][square % LINE]);
    [before, right, left, third, fourth, sixth]
}

/// The candidates for a value, each with the pattern of the neighbours that have it.
struct Candidates {
    list: [(SetId, usize); NEIGHBOURS],
    count: usize,
}

impl Candidates {
    #[inline(always)]
    fn of(sets: [SetId; NEIGHBOURS]) -> Candidates {
        let pattern_of = |set: SetId| {
            let mut pattern = 0;
            for (i, &other) in sets.iter().enumerate() {
                pattern |= usize::from(other == set) << i;
            }
            pattern
        };
        let mut list = [(MISSING, 0usize); NEIGHBOURS];
        let mut count = 0;
        // By far the usual case.
        let differ = sets[1..].iter().fold(0, |differ, set| differ | (set ^ sets[0]));
        if differ == 0 && sets[0] != MISSING {
            list[0] = (sets[0], PATTERNS - 1);
            return Candidates { list, count: 1 };
        }
        // One candidate at a time, since most often there are two.
        let mut seen = pattern_of(MISSING);
        while seen != PATTERNS - 1 {
            let set = sets[(!seen).trailing_zeros() as usize % NEIGHBOURS];
            let pattern = pattern_of(set);
            list[count % NEIGHBOURS] = (set, pattern);
            seen |= pattern;
            count += 1;
        }
        // Insertion keeps equals in the order in which they were met.
        for i in 1..count.min(NEIGHBOURS) {
            let mut at = i;
            while at > 0 && list[at - 1].1.count_ones() < list[at].1.count_ones() {
                list.swap(at - 1, at);
                at -= 1;
            }
        }
        Candidates { list, count }
    }

    /// What a value without needs takes.
    #[inline(always)]
    fn filler(&self) -> SetId {
        if self.count > 0 { self.list[0].0 } else { 0 }
    }
}

/// Makes the decisions that tell a value from its candidates.
#[inline(always)]
fn tell(set: SetId, candidates: &Candidates, mut decide: impl FnMut(usize, bool)) {
    for (rank, &(candidate, pattern)) in candidates.list[..candidates.count.min(CANDIDATES)].iter().enumerate() {
        decide(rank * PATTERNS + pattern, candidate != set);
        if candidate == set {
            return;
        }
    }
    let number = set.saturating_add(1);
    let length = 32 - number.leading_zeros();
    for shorter in 1..=length {
        // "Longer than this?"
        decide(LENGTH_AT + shorter as usize - 1, shorter < length);
    }
    for (i, bit) in (0..length - 1).rev().enumerate() {
        let decision = bit_decision(length, i as u32, number >> (bit + 1));
        decide(decision.unwrap_or(usize::MAX), number >> bit & 1 != 0);
    }
}

/// The decision for the `i`-th bit after the leading one, given the bits before it; `None` for a
/// bit without a probability of its own.
#[inline(always)]
fn bit_decision(length: u32, i: u32, before: SetId) -> Option<usize> {
    (i < MODELLED_BITS).then(|| {
        let prefix = (1 << i) | (before as usize & ((1 << i) - 1));
        BITS_AT + (((length - 1) as usize) << MODELLED_BITS) + prefix
    })
}

const EVEN: MissProbability = 2048;

impl NeedModel {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.misses.iter().flat_map(|probability| probability.to_le_bytes()).collect()
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<NeedModel> {
        let misses = bytes.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]]).clamp(1, 4095)).collect();
        (bytes.len() == MODEL_BYTES).then_some(NeedModel { misses })
    }

    /// Counts the decisions of a block.
    pub(crate) fn count(index: &TableIndex, side: Color, first: u64, sets: &[Option<SetId>], counts: &mut Counts) {
        with_cpu(Visit {
            index,
            side,
            first,
            sets,
            decide: |decision: usize, miss: bool| {
                if let Some(count) = counts.0.get_mut(decision) {
                    count[usize::from(miss)] += 1;
                }
            },
        });
    }

    /// Packs a block.
    pub(crate) fn encode(&self, index: &TableIndex, side: Color, first: u64, sets: &[Option<SetId>]) -> Vec<u8> {
        let mut encoder = Encoder::new();
        with_cpu(Visit {
            index,
            side,
            first,
            sets,
            decide: |decision: usize, miss: bool| {
                encoder.encode(miss, self.misses.get(decision).copied().unwrap_or(EVEN));
            },
        });
        encoder.finish()
    }

    /// Unpacks a block of `count` values; `sets` is the length of the table's list.
    pub(crate) fn decode(
        &self,
        index: &TableIndex,
        side: Color,
        first: u64,
        count: usize,
        sets: u32,
        bytes: &[u8],
    ) -> NeedBlock {
        with_cpu(Decode { model: self, index, side, first, count, sets, bytes })
    }
}

struct Visit<'a, F> {
    index: &'a TableIndex,
    side: Color,
    first: u64,
    sets: &'a [Option<SetId>],
    decide: F,
}

impl<F: FnMut(usize, bool)> CpuTask for Visit<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let teller = Teller { before: MISSING, sets: self.sets.iter(), decide: self.decide };
        walk(cpu, self.index, self.side, self.first, &mut vec![(); self.sets.len()], teller);
    }
}

/// Tells the values of a block that is known.
struct Teller<'a, F> {
    before: SetId,
    sets: std::slice::Iter<'a, Option<SetId>>,
    decide: F,
}

impl<F: FnMut(usize, bool)> Visitor for Teller<'_, F> {
    type Value = SetId;
    const MISSING: SetId = MISSING;
    type Far = Far;
    type Written = ();

    #[inline(always)]
    fn far(third: &Line<SetId>, fourth: &Line<SetId>) -> Far {
        [*third, *fourth]
    }

    #[inline(always)]
    fn visit(&mut self, square: usize, near: [SetId; 3], far: &Far) -> (SetId, ()) {
        let candidates = Candidates::of(neighbours(self.before, square, near, far));
        let set = self.sets.next().copied().flatten().unwrap_or_else(|| candidates.filler());
        tell(set, &candidates, &mut self.decide);
        self.before = set;
        (set, ())
    }
}

struct Decode<'a> {
    model: &'a NeedModel,
    index: &'a TableIndex,
    side: Color,
    first: u64,
    count: usize,
    sets: u32,
    bytes: &'a [u8],
}

impl CpuTask for Decode<'_> {
    type Output = NeedBlock;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> NeedBlock {
        let mut known = vec![0; self.count];
        let unpacker =
            Unpacker { model: self.model, sets: self.sets, decoder: Decoder::new(self.bytes), before: MISSING };
        walk(cpu, self.index, self.side, self.first, &mut known, unpacker);
        NeedBlock::new(&known)
    }
}

/// Reads the values of a block.
struct Unpacker<'a> {
    model: &'a NeedModel,
    sets: u32,
    decoder: Decoder<'a>,
    before: SetId,
}

/// Reads the number of a set that is none of the candidates'. The decoder goes in and out by value,
/// so that the inner loop keeps it in registers.
#[inline(never)]
fn number<'a>(mut decoder: Decoder<'a>, model: &NeedModel, sets: u32) -> (Decoder<'a>, SetId) {
    let mut decide = |decision: Option<usize>| {
        let probability = decision.and_then(|decision| model.misses.get(decision)).copied();
        decoder.decode(probability.unwrap_or(EVEN))
    };
    let mut length = 1;
    while length < LENGTHS as u32 - 1 && decide(Some(LENGTH_AT + length as usize - 1)) {
        length += 1;
    }
    let mut number = 1;
    for i in 0..length - 1 {
        number = number << 1 | SetId::from(decide(bit_decision(length, i, number)));
    }
    // A damaged block may name a set that is not there; checksums keep it from coming so far.
    (decoder, (number - 1).min(sets.saturating_sub(1)))
}

impl Visitor for Unpacker<'_> {
    type Value = SetId;
    const MISSING: SetId = MISSING;
    type Far = Far;
    type Written = SetId;

    #[inline(always)]
    fn far(third: &Line<SetId>, fourth: &Line<SetId>) -> Far {
        [*third, *fourth]
    }

    #[inline(always)]
    fn visit(&mut self, square: usize, near: [SetId; 3], far: &Far) -> (SetId, SetId) {
        let candidates = Candidates::of(neighbours(self.before, square, near, far));
        let mut set = None;
        for rank in 0..candidates.count.min(CANDIDATES) {
            let (candidate, pattern) = candidates.list[rank];
            let probability = self.model.misses.get(rank * PATTERNS + pattern).copied();
            if !self.decoder.decode(probability.unwrap_or(EVEN)) {
                set = Some(candidate);
                break;
            }
        }
        let set = set.unwrap_or_else(|| {
            let (decoder, set) = number(self.decoder, self.model, self.sets);
            self.decoder = decoder;
            set
        });
        self.before = set;
        (set, set)
    }
}

/// The sets of needs of a block's values, as numbers in the table's list.
///
/// Where the side to move must capture or the value is neither won nor lost, the number is a filler
/// without meaning.
#[derive(Debug)]
pub struct NeedBlock(Numbers);

#[derive(Debug)]
enum Numbers {
    /// Places in a list of the few numbers there are, so many bits each (1, 2 or 4).
    Few {
        bits: u8,
        list: Box<[SetId]>,
        places: Box<[u8]>,
    },
    Tiny(Box<[u8]>),
    Short(Box<[u16]>),
    Long(Box<[u32]>),
}

/// Most numbers of a block that has few.
const FEW: usize = 16;

impl Numbers {
    /// `None` if there are more than [`FEW`].
    fn few(sets: &[SetId]) -> Option<Numbers> {
        let mut list: Vec<SetId> = Vec::with_capacity(FEW);
        let mut last = (MISSING, 0);
        let mut place_of = |set: SetId| {
            // Mostly the same as the one before.
            if last.0 != set {
                let known = list.iter().position(|&known| known == set);
                let place = known.unwrap_or_else(|| {
                    list.push(set);
                    list.len() - 1
                });
                last = (set, place as u8);
            }
            (usize::from(last.1) < FEW).then_some(last.1)
        };
        let places: Vec<u8> = sets.iter().map(|&set| place_of(set)).collect::<Option<_>>()?;
        let bits = match list.len() {
            0..=2 => 1,
            3..=4 => 2,
            _ => 4u8,
        };
        let join = |some: &[u8]| some.iter().rev().fold(0, |byte, place| byte << bits | place);
        let places = places.chunks(usize::from(8 / bits)).map(join).collect();
        Some(Numbers::Few { bits, list: list.into(), places })
    }
}

impl NeedBlock {
    fn new(sets: &[SetId]) -> NeedBlock {
        if let Some(few) = Numbers::few(sets) {
            return NeedBlock(few);
        }
        let largest = sets.iter().copied().max().unwrap_or(0);
        NeedBlock(if largest <= SetId::from(u8::MAX) {
            Numbers::Tiny(sets.iter().map(|&set| set as u8).collect())
        } else if largest <= SetId::from(u16::MAX) {
            Numbers::Short(sets.iter().map(|&set| set as u16).collect())
        } else {
            Numbers::Long(sets.into())
        })
    }

    /// The number of the set of the value at an offset within the block; past its end it means nothing.
    #[inline(always)]
    #[must_use]
    pub fn id(&self, offset: usize) -> u32 {
        match &self.0 {
            Numbers::Few { bits, list, places } => {
                let bit = offset * usize::from(*bits);
                let place = places.get(bit / 8).map_or(0, |byte| byte >> (bit % 8) & ((1 << bits) - 1));
                list.get(usize::from(place)).copied().unwrap_or(0)
            }
            Numbers::Tiny(sets) => sets.get(offset).copied().unwrap_or(0).into(),
            Numbers::Short(sets) => sets.get(offset).copied().unwrap_or(0).into(),
            Numbers::Long(sets) => sets.get(offset).copied().unwrap_or(0),
        }
    }

    /// Memory held, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<NeedBlock>()
            + match &self.0 {
                Numbers::Few { list, places, .. } => std::mem::size_of_val(&**list) + places.len(),
                Numbers::Tiny(sets) => sets.len(),
                Numbers::Short(sets) => 2 * sets.len(),
                Numbers::Long(sets) => 4 * sets.len(),
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_however_they_are_held() {
        for distinct in [1, 2, 3, 4, 5, 16, 17, 256, 257, 70_000] {
            let sets: Vec<SetId> = (0..4001).map(|i: SetId| i / 3 * 7919 % distinct).collect();
            let block = NeedBlock::new(&sets);
            let few = matches!(block.0, Numbers::Few { .. });
            assert_eq!(few, distinct <= FEW as SetId);
            let back: Vec<SetId> = (0..sets.len()).map(|offset| block.id(offset)).collect();
            assert_eq!(back, sets, "{distinct}");
            assert!(block.bytes() <= 4 * sets.len() + 128);
        }
        assert_eq!(NeedBlock::new(&[]).id(3), 0);
    }
}
