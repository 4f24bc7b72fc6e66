//! Values of a class too large to be loaded, picked at random: whatever their moves lead to is read
//! from the files when it is asked for.

use super::algebra::{Algebra, NEVER, NeedSets, SetId};
use super::captures::Captures;
use super::loaded::{capture_state, numbers_of};
use super::moves::{Derived, ManStep, Results, derive};
use super::state::State;
use super::wrong::{Rank, Saying, WrongValue, moves_of, same_table};
use crate::solve::Progress;
use draughts::{Color, English, MaterialClass, Position, RuleSet, Russian};
use petrov_table::cpu::{Cpu, Portable};
use petrov_table::{NeedBlock, NeedTable, Outcome, OutcomeBlock, OutcomeTable, Pieces, TableError};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

/// The files of a class and of all that it leads to.
pub(super) struct Files<'a> {
    pub(super) class: MaterialClass,
    pub(super) outcomes: BTreeMap<MaterialClass, OutcomeTable>,
    pub(super) needs: NeedTable,
    pub(super) sets: &'a NeedSets,
    pub(super) captures: Captures,
}

/// Why a sample could not be finished.
pub(super) enum SampleError {
    Table(TableError),
    MissingSmaller,
    Interrupted,
}

/// What came of it.
pub(super) struct Sampled {
    pub(super) wrong: u64,
    pub(super) first_wrong: Option<(Rank, u64)>,
}

/// Numbers that look random, the same for the same seed: SplitMix64.
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

/// Values that a worker looks at before others may have its place.
const JOB_VALUES: usize = 64;
/// Blocks that a worker keeps.
const MAX_BLOCKS: usize = 4096;

impl Files<'_> {
    /// Looks at some values of the class.
    pub(super) fn check(&self, values: &[u64], progress: &Progress) -> Result<Sampled, SampleError> {
        let numbers = numbers_of(&self.needs, self.sets).map_err(SampleError::Table)?;
        let readers = Mutex::new(Vec::new());
        let look = |values: &[u64]| {
            if progress.stop.load(Relaxed) {
                return Err(SampleError::Interrupted);
            }
            let lock = || readers.lock().unwrap_or_else(PoisonError::into_inner);
            let mut reader = lock().pop().unwrap_or_else(|| Reader::new(self, &numbers));
            let mut sampled = Sampled { wrong: 0, first_wrong: None };
            for &value in values {
                let Some(wrong) = reader.look_at(value) else {
                    return Err(reader.fault.map_or(SampleError::MissingSmaller, SampleError::Table));
                };
                sampled = sampled.joined(Sampled { wrong: wrong.is_some().into(), first_wrong: wrong });
            }
            progress.values.fetch_add(values.len() as u64, Relaxed);
            lock().push(reader);
            Ok(sampled)
        };
        let none = || Ok(Sampled { wrong: 0, first_wrong: None });
        values.par_chunks(JOB_VALUES).map(look).try_reduce_with(|a, b| Ok(a.joined(b))).unwrap_or_else(none)
    }

    /// What is wrong with a value.
    pub(super) fn explain(&self, rules: &RuleSet, value: u64, disagreeing: u64) -> Option<WrongValue> {
        let numbers = numbers_of(&self.needs, self.sets).ok()?;
        let mut reader = Reader::new(self, &numbers);
        let position = self.needs.index().position_of(value)?;
        let (stored, derived) = reader.stored_and_derived(&position)?;
        let moves = moves_of(rules, &position, |after| {
            if same_table(after.class(), self.class) {
                let after = if after.class() == self.class { *after } else { after.mirrored() };
                let state = reader.state(Pieces::of(&after), after.side_to_move())?;
                return Some(reader.saying(Derived { outcome: state.outcome(), set: state.set() }));
            }
            let (outcome, _) = reader.outcome(Pieces::of(after), after.side_to_move())?;
            Some(Saying { outcome, needs: None })
        });
        let stored = reader.saying(Derived { outcome: stored.outcome(), set: stored.set() });
        let derived = reader.saying(derived);
        Some(WrongValue { value, position, stored, derived, moves, in_a_circle: false, disagreeing })
    }
}

impl Sampled {
    fn joined(self, other: Sampled) -> Sampled {
        let first_wrong = match (self.first_wrong, other.first_wrong) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Sampled { wrong: self.wrong + other.wrong, first_wrong }
    }
}

/// One worker's view of the files.
struct Reader<'f, 'a> {
    files: &'f Files<'a>,
    numbers: &'f [SetId],
    algebra: Algebra<'a>,
    outcome_blocks: FxHashMap<(MaterialClass, u64), OutcomeBlock>,
    need_blocks: FxHashMap<u64, NeedBlock>,
    fault: Option<TableError>,
}

impl<'f, 'a> Reader<'f, 'a> {
    fn new(files: &'f Files<'a>, numbers: &'f [SetId]) -> Reader<'f, 'a> {
        Reader {
            files,
            numbers,
            algebra: Algebra::new(files.sets),
            outcome_blocks: FxHashMap::default(),
            need_blocks: FxHashMap::default(),
            fault: None,
        }
    }

    /// Whether a value is not what its moves give; `None` if that cannot be told.
    fn look_at(&mut self, value: u64) -> Option<Option<(Rank, u64)>> {
        let position = self.files.needs.index().position_of(value)?;
        let (pieces, side) = (Pieces::of(&position), position.side_to_move());
        if self.files.captures.are_compulsory(pieces, side) {
            return Some(None);
        }
        let (stored, derived) = self.stored_and_derived(&position)?;
        let is_right = stored.outcome() == derived.outcome && stored.set() == derived.set;
        Some((!is_right).then(|| {
            let stored = self.saying(Derived { outcome: stored.outcome(), set: stored.set() });
            let derived = self.saying(derived);
            (Rank::of(self.files.sets.full(), pieces, &stored, &derived), value)
        }))
    }

    /// The needs of a side that are not stored are taken to be what its moves give.
    fn stored_and_derived(&mut self, position: &Position) -> Option<(State, Derived)> {
        let (pieces, side) = (Pieces::of(position), position.side_to_move());
        let (outcome, _) = self.outcome(pieces, side)?;
        let derived = self.derive(pieces, side)?;
        let set = match self.stored_set(outcome, pieces, side)? {
            Some(set) => set,
            None if outcome == derived.outcome => derived.set,
            None => NEVER,
        };
        Some((State::quiet(outcome, set), derived))
    }

    fn saying(&self, derived: Derived) -> Saying {
        let needs = (derived.set != NEVER).then(|| (*self.files.sets.get(derived.set)).clone());
        Saying { outcome: derived.outcome, needs }
    }

    /// The outcome of any position, and whether a capture or the lack of pieces settles it.
    fn outcome(&mut self, pieces: Pieces, side: Color) -> Option<(Outcome, bool)> {
        let position = pieces.with_side_to_move(side);
        if position.pieces(side) == 0 {
            return Some((Outcome::Loss, true));
        }
        let captures = self.files.captures;
        if captures.are_compulsory(pieces, side) {
            let mut best = Some(Outcome::Loss);
            captures.each(pieces, side, &mut |after| {
                let outcome = self.outcome(after, side.other());
                best = outcome.and_then(|(outcome, _)| best.map(|best| best.max(outcome.reversed())));
                if best.is_none_or(|best| best == Outcome::Win) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            return best.map(|best| (best, true));
        }
        let class = position.class().canonical();
        let table = self.files.outcomes.get(&class)?;
        let (block, offset) = table.place_of(table.index().value_of(&position)?)?;
        if let Some(unpacked) = self.outcome_blocks.get(&(class, block)) {
            return Some((unpacked.outcome(offset), false));
        }
        let unpacked = table.unpack_block(block).map_err(|error| self.fault = Some(error)).ok()?;
        let outcome = unpacked.outcome(offset);
        if self.outcome_blocks.len() >= MAX_BLOCKS {
            self.outcome_blocks.clear();
        }
        self.outcome_blocks.insert((class, block), unpacked);
        Some((outcome, false))
    }

    /// The needs of a quiet position of the class, if its side to move has them stored; within,
    /// `None`: it has not.
    fn stored_set(&mut self, outcome: Outcome, pieces: Pieces, side: Color) -> Option<Option<SetId>> {
        let table = &self.files.needs;
        let value = table.index().value_of_pieces(Portable, pieces, side);
        let Some((block, offset)) = table.place_of(value) else { return Some(None) };
        if !outcome.is_decided() {
            return Some(Some(NEVER));
        }
        if !self.need_blocks.contains_key(&block) {
            let unpacked = table.unpack_block(block).map_err(|error| self.fault = Some(error)).ok()?;
            if self.need_blocks.len() >= MAX_BLOCKS {
                self.need_blocks.clear();
            }
            self.need_blocks.insert(block, unpacked);
        }
        let id = self.need_blocks.get(&block)?.id(offset);
        Some(Some(self.numbers.get(id as usize).copied().unwrap_or(NEVER)))
    }

    /// What is known of a position of the class.
    fn state(&mut self, pieces: Pieces, side: Color) -> Option<State> {
        let (outcome, is_capture) = self.outcome(pieces, side)?;
        if is_capture {
            return Some(capture_state(outcome, pieces, Some(self.files.sets)));
        }
        if let Some(set) = self.stored_set(outcome, pieces, side)? {
            return Some(State::quiet(outcome, set));
        }
        let derived = self.derive(pieces, side)?;
        let outcome = if derived.outcome.is_decided() { derived.outcome } else { outcome };
        Some(State::quiet(outcome, derived.set))
    }

    #[inline(never)]
    fn derive(&mut self, pieces: Pieces, side: Color) -> Option<Derived> {
        let men = Pieces { white_kings: 0, black_kings: 0, ..pieces };
        let steps = ManStep::all(men, side);
        let kings_fly = self.files.captures.kings_fly;
        let mut results = OnDemand { reader: self, answering: side.other() };
        match (kings_fly, side) {
            (true, Color::White) => derive::<Russian, _, _, true>(Portable, &mut results, pieces, &steps, true),
            (true, Color::Black) => derive::<Russian, _, _, false>(Portable, &mut results, pieces, &steps, true),
            (false, Color::White) => derive::<English, _, _, true>(Portable, &mut results, pieces, &steps, true),
            (false, Color::Black) => derive::<English, _, _, false>(Portable, &mut results, pieces, &steps, true),
        }
    }
}

/// The values that the moves of a position lead to.
struct OnDemand<'r, 'f, 'a> {
    reader: &'r mut Reader<'f, 'a>,
    answering: Color,
}

impl OnDemand<'_, '_, '_> {
    /// In a symmetric class only White to move has values.
    fn state(&mut self, after: Pieces) -> Option<State> {
        if self.answering == Color::Black && self.reader.files.class.is_symmetric() {
            self.reader.state(after.mirrored(), Color::White)
        } else {
            self.reader.state(after, self.answering)
        }
    }
}

impl<'a> Results<'a> for OnDemand<'_, '_, 'a> {
    fn algebra(&mut self) -> &mut Algebra<'a> {
        &mut self.reader.algebra
    }

    fn has_road(&self) -> bool {
        self.reader.files.sets.full().road != u16::MAX
    }

    fn after_king_move<C: Cpu>(&mut self, _: C, after: Pieces) -> Option<State> {
        self.state(after)
    }

    fn after_man_move<C: Cpu>(&mut self, _: C, _: usize, after: Pieces) -> Option<State> {
        self.state(after)
    }

    fn after_crowning<C: Cpu>(&mut self, _: C, after: Pieces) -> Option<Outcome> {
        self.reader.outcome(after, self.answering).map(|(outcome, _)| outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_the_known_ones_and_stay_below_their_end() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert!((0..1000).all(|_| random.below(7) < 7));
    }
}
