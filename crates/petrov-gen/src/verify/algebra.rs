//! The algebra of needs on numbers: every set of needs that is met is numbered once, and what a ply,
//! a union or an intersection makes of sets is remembered by their numbers.

use super::state::MAX_SETS;
use petrov_table::{Budgets, Need, Needs, Ply, PlyKind};
use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The number of a set of needs.
pub(super) type SetId = u32;

/// The set that no budgets meet.
pub(super) const NEVER: SetId = 0;
/// The set that all budgets meet: the side to move has no move.
pub(super) const ALWAYS: SetId = 1;

/// The distinct sets of needs that are met in a class, shared by all workers.
pub(super) struct NeedSets {
    full: Budgets,
    conversions: [SetId; 2],
    shared: RwLock<Shared>,
}

#[derive(Default)]
struct Shared {
    sets: Vec<Arc<Needs>>,
    ids: FxHashMap<Arc<Needs>, SetId>,
}

impl NeedSets {
    /// No sets but those that every class has; `full` are the budgets of the class.
    pub(super) fn new(full: Budgets) -> NeedSets {
        let mut sets = NeedSets { full, conversions: [NEVER; 2], shared: RwLock::default() };
        sets.number(Needs::never());
        sets.number(Needs::always());
        sets.conversions = [false, true].map(|road| sets.number(Needs::one(Need::of_conversion(road, full))));
        sets
    }

    /// The budgets of the class with all clocks at zero.
    pub(super) const fn full(&self) -> Budgets {
        self.full
    }

    /// What a capture or a crowning needs.
    #[inline(always)]
    pub(super) const fn conversion(&self, from_road: bool) -> SetId {
        self.conversions[from_road as usize]
    }

    /// The number of a set, which it gets when it is met for the first time.
    pub(super) fn number(&self, needs: Needs) -> SetId {
        // A thread that panicked while it held the lock left the two collections whole.
        let known = self.shared.read().unwrap_or_else(PoisonError::into_inner).ids.get(&needs).copied();
        if let Some(id) = known {
            return id;
        }
        let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
        let next = shared.sets.len() as SetId;
        let needs = Arc::new(needs);
        let id = *shared.ids.entry(Arc::clone(&needs)).or_insert(next);
        if id == next {
            shared.sets.push(needs);
        }
        // More sets than fit would take more memory than any machine has.
        if id < MAX_SETS { id } else { NEVER }
    }

    /// A set by its number.
    pub(super) fn get(&self, id: SetId) -> Arc<Needs> {
        let shared = self.shared.read().unwrap_or_else(PoisonError::into_inner);
        shared.sets.get(id as usize).cloned().unwrap_or_default()
    }
}

/// What the statistics take of a set of needs.
#[derive(Clone, Copy, Default)]
pub(super) struct Summary {
    /// The least king budget and the least material budget of any of its needs.
    pub(super) least_king: u8,
    pub(super) least_material: u8,
    /// Whether there is more than one need.
    pub(super) several: bool,
    /// The largest of all needs, each clock by itself.
    pub(super) largest: Need,
}

/// How a ply that is no conversion acts on the clocks, as a small number.
#[derive(Clone, Copy)]
pub(super) struct PlyCode(usize);

const PLY_CODES: usize = 6;

impl PlyCode {
    #[inline(always)]
    pub(super) const fn new(king_moves: bool, from_road: bool, to_road: bool) -> PlyCode {
        let road = if !from_road {
            0
        } else if !to_road {
            1
        } else {
            2
        };
        PlyCode(road + 3 * king_moves as usize)
    }

    const fn ply(self) -> Ply {
        let kind = if self.0 >= 3 { PlyKind::KingMove } else { PlyKind::ManMove };
        Ply { kind, from_road: !self.0.is_multiple_of(3), to_road: self.0 % 3 == 2 }
    }
}

/// One worker's memory of the algebra.
pub(super) struct Algebra<'a> {
    pub(super) sets: &'a NeedSets,
    /// By code of the ply and number of the set after it.
    before: [Vec<SetId>; PLY_CODES],
    /// A direct-mapped cache of unions and intersections: what was joined, and the result.
    joined: Box<[(u64, SetId)]>,
    summaries: Vec<Option<Summary>>,
}

const UNKNOWN: SetId = SetId::MAX;
const JOINED_BITS: u32 = 15;
const INTERSECTION: u64 = 1 << 63;

impl<'a> Algebra<'a> {
    pub(super) fn new(sets: &'a NeedSets) -> Algebra<'a> {
        Algebra {
            sets,
            before: std::array::from_fn(|_| Vec::new()),
            joined: vec![(u64::MAX, NEVER); 1 << JOINED_BITS].into(),
            summaries: Vec::new(),
        }
    }

    /// The needs before a ply that leads to a position with the needs `set`.
    #[inline(always)]
    pub(super) fn before(&mut self, set: SetId, ply: PlyCode) -> SetId {
        match self.before[ply.0 % PLY_CODES].get(set as usize) {
            Some(&before) if before != UNKNOWN => before,
            _ => self.find_before(set, ply),
        }
    }

    #[cold]
    fn find_before(&mut self, set: SetId, ply: PlyCode) -> SetId {
        let before = self.sets.number(self.sets.get(set).before(ply.ply(), self.sets.full()));
        let known = &mut self.before[ply.0 % PLY_CODES];
        if known.len() <= set as usize {
            known.resize(set as usize + 1, UNKNOWN);
        }
        known[set as usize] = before;
        before
    }

    /// What meets either of two sets.
    #[inline(always)]
    pub(super) fn or(&mut self, a: SetId, b: SetId) -> SetId {
        match (a, b) {
            _ if a == b => a,
            (NEVER, other) | (other, NEVER) => other,
            _ => self.join(a, b, 0),
        }
    }

    /// What meets both of two sets.
    #[inline(always)]
    pub(super) fn and(&mut self, a: SetId, b: SetId) -> SetId {
        match (a, b) {
            _ if a == b => a,
            (NEVER, _) | (_, NEVER) => NEVER,
            (ALWAYS, other) | (other, ALWAYS) => other,
            _ => self.join(a, b, INTERSECTION),
        }
    }

    #[inline(always)]
    fn join(&mut self, a: SetId, b: SetId, how: u64) -> SetId {
        let key = how | u64::from(a.min(b)) << 30 | u64::from(a.max(b));
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - JOINED_BITS)) as usize;
        match self.joined.get(place) {
            Some(&(known, result)) if known == key => result,
            _ => self.find_joined(key, place, a, b),
        }
    }

    #[cold]
    fn find_joined(&mut self, key: u64, place: usize, a: SetId, b: SetId) -> SetId {
        let mut joined = (*self.sets.get(a)).clone();
        let other = self.sets.get(b);
        if key & INTERSECTION != 0 {
            joined.and(&other);
        } else {
            joined.or(&other);
        }
        let result = self.sets.number(joined);
        if let Some(entry) = self.joined.get_mut(place) {
            *entry = (key, result);
        }
        result
    }

    /// What the statistics take of a set.
    #[inline(always)]
    pub(super) fn summary(&mut self, set: SetId) -> Summary {
        match self.summaries.get(set as usize) {
            Some(&Some(summary)) => summary,
            _ => self.find_summary(set),
        }
    }

    #[cold]
    fn find_summary(&mut self, set: SetId) -> Summary {
        let needs = self.sets.get(set);
        let summary = Summary {
            least_king: needs.iter().map(|need| need.king).min().unwrap_or(0),
            least_material: needs.iter().map(|need| need.material).min().unwrap_or(0),
            several: needs.len() > 1,
            largest: needs.iter().fold(Need::NOTHING, |largest, &need| largest.max(need)),
        };
        if self.summaries.len() <= set as usize {
            self.summaries.resize(set as usize + 1, None);
        }
        self.summaries[set as usize] = Some(summary);
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_their_sets() {
        let full = Budgets { king: 30, material: 60, road: u16::MAX };
        let sets = NeedSets::new(full);
        let need = |king, material| Need { king, material, road: 0 };
        let known: Vec<Needs> = vec![
            Needs::never(),
            Needs::always(),
            Needs::one(need(1, 1)),
            Needs::from_iter([need(9, 21), need(10, 20)]),
            Needs::from_iter([need(8, 22), need(12, 19)]),
            Needs::one(need(30, 30)),
        ];
        let mut algebra = Algebra::new(&sets);
        // Twice, so that what is remembered is asked too.
        for _ in 0..2 {
            for a in &known {
                let id = sets.number(a.clone());
                assert_eq!(*sets.get(id), *a);
                for king_moves in [false, true] {
                    let ply = PlyCode::new(king_moves, false, true);
                    let before = algebra.before(id, ply);
                    assert_eq!(*sets.get(before), a.before(ply.ply(), full));
                }
                for b in &known {
                    let other = sets.number(b.clone());
                    let (mut either, mut both) = (a.clone(), a.clone());
                    either.or(b);
                    both.and(b);
                    let found = algebra.or(id, other);
                    assert_eq!(*sets.get(found), either);
                    let found = algebra.and(id, other);
                    assert_eq!(*sets.get(found), both, "{a:?} {b:?}");
                }
            }
        }
        assert_eq!(sets.number(Needs::never()), NEVER);
        assert_eq!(sets.number(Needs::always()), ALWAYS);
        assert_eq!(*sets.get(sets.conversion(false)), Needs::one(need(1, 1)));
    }

    #[test]
    fn plies_come_back_from_their_codes() {
        for (from_road, to_road) in [(false, false), (true, false), (true, true)] {
            let ply = PlyCode::new(true, from_road, to_road).ply();
            assert_eq!(ply, Ply { kind: PlyKind::KingMove, from_road, to_road });
            let ply = PlyCode::new(false, from_road, to_road).ply();
            assert_eq!(ply, Ply { kind: PlyKind::ManMove, from_road, to_road });
        }
    }
}
