//! What a win or a loss needs of the clocks, and how the needs of a position follow from those of
//! the positions that its moves lead to.

use crate::budgets::{Budgets, Ply, PlyKind};
use std::ops::Deref;

/// Budgets with which a win can be forced and none of which can be less, in plies. A clock that has
/// no limit, or that does not run in the position, has a need of 0, which is always met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Need {
    /// Of quiet king moves in a row.
    pub king: u8,
    /// Of plies without a conversion.
    pub material: u8,
    /// Of plies in a row of a lone king on the main road.
    pub road: u8,
}

impl Need {
    /// What the side without a move needs to have lost: nothing.
    pub const NOTHING: Need = Need { king: 0, material: 0, road: 0 };

    /// Whether the budgets suffice.
    #[inline]
    #[must_use]
    pub const fn met_by(self, budgets: Budgets) -> bool {
        self.king as u16 <= budgets.king && self.material as u16 <= budgets.material && self.road as u16 <= budgets.road
    }

    /// Whether whatever meets `other` meets this one too.
    #[inline]
    #[must_use]
    pub const fn at_most(self, other: Need) -> bool {
        self.king <= other.king && self.material <= other.material && self.road <= other.road
    }

    /// The least need that is met only where both are.
    #[inline]
    #[must_use]
    pub const fn max(self, other: Need) -> Need {
        const fn larger(a: u8, b: u8) -> u8 {
            if a > b { a } else { b }
        }
        Need {
            king: larger(self.king, other.king),
            material: larger(self.material, other.material),
            road: larger(self.road, other.road),
        }
    }

    /// What is needed before `ply` so that this is met after it, or `None` if no clocks within the
    /// limits `full` of the class allow it. Any ply needs one ply left of each clock that runs.
    #[must_use]
    pub fn before(self, ply: Ply, full: Budgets) -> Option<Need> {
        if ply.kind == PlyKind::Conversion {
            return Some(Need::of_conversion(ply.from_road, full));
        }
        if !self.met_by(full) {
            return None;
        }
        let counted = |need: u8| need.saturating_add(1);
        let king = if ply.kind == PlyKind::KingMove { counted(self.king) } else { 1 };
        let road = match (ply.from_road, ply.to_road) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => counted(self.road),
        };
        let need = Need { king, material: counted(self.material), road }.where_limited(full);
        need.met_by(full).then_some(need)
    }

    /// What a capture or a crowning needs: a ply of each clock that runs.
    #[must_use]
    pub const fn of_conversion(from_road: bool, full: Budgets) -> Need {
        Need { king: 1, material: 1, road: from_road as u8 }.where_limited(full)
    }

    /// Nothing is needed of a clock without a limit.
    const fn where_limited(self, full: Budgets) -> Need {
        Need {
            king: if full.king == u16::MAX { 0 } else { self.king },
            material: if full.material == u16::MAX { 0 } else { self.material },
            road: if full.road == u16::MAX { 0 } else { self.road },
        }
    }
}

/// The needs of a position: minimal, none met by all that meets another, in growing king budget.
///
/// They stand for a set of budgets that is closed upward, the set of all that meet one of them.
/// [`or`](Needs::or) and [`and`](Needs::and) are union and intersection of such sets. With
/// [`before`](Needs::before) they give the needs of a position from its moves:
///
/// ```
/// use petrov_table::{Budgets, Need, Needs, Ply, PlyKind};
///
/// let full = Budgets { king: 30, material: 60, road: u16::MAX };
/// let need = |king, material| Need { king, material, road: 0 };
/// // One move of a king leaves a loss with these needs, one of a man leaves another.
/// let after_king_move = Needs::from_iter([need(9, 21), need(11, 12)]);
/// let after_man_move = Needs::from_iter([need(20, 16), need(21, 14)]);
/// let mut won = after_king_move.before(Ply::new(PlyKind::KingMove), full);
/// won.or(&after_man_move.before(Ply::new(PlyKind::ManMove), full));
/// assert_eq!(*won, [need(1, 15), need(12, 13)]);
/// assert!(won.met_by(Budgets { king: 2, material: 15, road: u16::MAX }));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Needs(Vec<Need>);

impl Needs {
    /// No budgets suffice.
    #[must_use]
    pub const fn never() -> Needs {
        Needs(Vec::new())
    }

    /// All budgets suffice, none at all too: what the side without a move has.
    #[must_use]
    pub fn always() -> Needs {
        Needs::one(Need::NOTHING)
    }

    /// A single need.
    #[must_use]
    pub fn one(need: Need) -> Needs {
        Needs(vec![need])
    }

    /// Whether the budgets suffice.
    #[inline]
    #[must_use]
    pub fn met_by(&self, budgets: Budgets) -> bool {
        self.0.iter().any(|need| need.met_by(budgets))
    }

    /// The needs before `ply` if these are those after it; `full` are the budgets of the class that
    /// the ply was played in. Of a conversion it counts only that there are any.
    #[must_use]
    pub fn before(&self, ply: Ply, full: Budgets) -> Needs {
        self.0.iter().filter_map(|need| need.before(ply, full)).collect()
    }

    /// What meets either: the side to move wins if one of its moves leads to a loss.
    pub fn or(&mut self, other: &[Need]) {
        self.0.extend_from_slice(other);
        self.minimise();
    }

    /// What meets both: the side to move loses if all of its moves lead to a win.
    pub fn and(&mut self, other: &[Need]) {
        if *self.0 != *other {
            self.0 = self.0.iter().flat_map(|&a| other.iter().map(move |&b| a.max(b))).collect();
            self.minimise();
        }
    }

    /// Sorts, and leaves out every need that another one makes idle.
    fn minimise(&mut self) {
        self.0.sort_unstable();
        // Whatever makes a need idle sorts before it.
        let mut kept = 0;
        for at in 0..self.0.len() {
            let need = self.0[at];
            if !self.0[..kept].iter().any(|least| least.at_most(need)) {
                self.0[kept] = need;
                kept += 1;
            }
        }
        self.0.truncate(kept);
    }
}

impl Deref for Needs {
    type Target = [Need];

    fn deref(&self) -> &[Need] {
        &self.0
    }
}

impl FromIterator<Need> for Needs {
    /// Any needs in any order; what another one makes idle is left out.
    fn from_iter<I: IntoIterator<Item = Need>>(needs: I) -> Needs {
        let mut needs = Needs(needs.into_iter().collect());
        needs.minimise();
        needs
    }
}

impl<'a> IntoIterator for &'a Needs {
    type Item = &'a Need;
    type IntoIter = std::slice::Iter<'a, Need>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Small limits, so that all budgets can be gone through; each may be missing.
    fn limits() -> impl Strategy<Value = Budgets> {
        let limit = |max: u16| prop_oneof![3 => 1..=max, 1 => Just(u16::MAX)];
        (limit(5), limit(6), limit(3)).prop_map(|(king, material, road)| Budgets { king, material, road })
    }

    /// Needs as a position of a class with these limits can have.
    fn needs(full: Budgets) -> impl Strategy<Value = Needs> {
        let part = |limit: u16| if limit == u16::MAX { 0..=0u8 } else { 0..=limit as u8 };
        let need = (part(full.king), part(full.material), part(full.road));
        let need = need.prop_map(|(king, material, road)| Need { king, material, road });
        prop::collection::vec(need, 0..6).prop_map(Needs::from_iter)
    }

    fn ply() -> impl Strategy<Value = Ply> {
        let kind = prop::sample::select(vec![PlyKind::KingMove, PlyKind::ManMove, PlyKind::Conversion]);
        (kind, any::<bool>(), any::<bool>()).prop_map(|(kind, from_road, to_road)| Ply { kind, from_road, to_road })
    }

    /// All budgets within limits.
    fn grid(full: Budgets) -> Vec<Budgets> {
        let part = |limit: u16| if limit == u16::MAX { limit..=limit } else { 0..=limit };
        let with_king = move |king| {
            part(full.material)
                .flat_map(move |material| part(full.road).map(move |road| Budgets { king, material, road }))
        };
        part(full.king).flat_map(with_king).collect()
    }

    /// The definition: what is left after the ply suffices, and nothing had run out before it.
    fn met_after(needs: &Needs, ply: Ply, full: Budgets, budgets: Budgets) -> bool {
        if budgets.run_out() {
            return false;
        }
        match ply.kind {
            PlyKind::Conversion => !needs.is_empty(),
            _ => needs.met_by(budgets.after(ply, full)),
        }
    }

    /// Whether the road budget can be what it is: off the road it is always full.
    fn possible(budgets: Budgets, from_road: bool, full: Budgets) -> bool {
        from_road || budgets.road == full.road
    }

    fn check_minimal(needs: &Needs) -> Result<(), TestCaseError> {
        for (at, need) in needs.iter().enumerate() {
            prop_assert!(needs[..at].iter().all(|other| other < need));
            prop_assert!(needs.iter().enumerate().all(|(i, other)| i == at || !other.at_most(*need)));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn a_ply_back_is_as_defined((full, needs, ply) in limits().prop_flat_map(|full| (Just(full), needs(full), ply()))) {
            let before = needs.before(ply, full);
            check_minimal(&before)?;
            for budgets in grid(full).into_iter().filter(|&b| possible(b, ply.from_road, full)) {
                prop_assert_eq!(before.met_by(budgets), met_after(&needs, ply, full, budgets), "{:?}", budgets);
            }
            // Minimal too: nothing is asked of a clock that does not run.
            prop_assert!(before.iter().all(|need| need.met_by(full) && (ply.from_road || need.road == 0)));
        }

        #[test]
        fn union_and_intersection_are_those_of_the_budgets(
            (full, a, b) in limits().prop_flat_map(|full| (Just(full), needs(full), needs(full)))
        ) {
            let (mut either, mut both) = (a.clone(), a.clone());
            either.or(&b);
            both.and(&b);
            check_minimal(&either)?;
            check_minimal(&both)?;
            for budgets in grid(full) {
                prop_assert_eq!(either.met_by(budgets), a.met_by(budgets) || b.met_by(budgets));
                prop_assert_eq!(both.met_by(budgets), a.met_by(budgets) && b.met_by(budgets));
            }
        }

        #[test]
        fn a_position_has_the_needs_that_its_moves_give(
            (full, moves, from_road) in limits().prop_flat_map(|full| {
                (Just(full), prop::collection::vec((needs(full), ply()), 1..5), any::<bool>())
            })
        ) {
            let moves: Vec<(Needs, Ply)> =
                moves.into_iter().map(|(needs, ply)| (needs, Ply { from_road, ..ply })).collect();
            let (mut won, mut lost) = (Needs::never(), Needs::always());
            for (needs, ply) in &moves {
                won.or(&needs.before(*ply, full));
                lost.and(&needs.before(*ply, full));
            }
            for budgets in grid(full).into_iter().filter(|&b| possible(b, from_road, full)) {
                let met = |(needs, ply): &(Needs, Ply)| met_after(needs, *ply, full, budgets);
                prop_assert_eq!(won.met_by(budgets), moves.iter().any(met));
                prop_assert_eq!(lost.met_by(budgets), moves.iter().all(met));
            }
        }
    }

    #[test]
    fn a_man_move_refills_the_king_budget() {
        let full = Budgets { king: 30, material: 60, road: u16::MAX };
        let need = |king, material| Need { king, material, road: 0 };
        let needs = Needs::from_iter([need(10, 20), need(9, 21)]);
        assert_eq!(*needs, [need(9, 21), need(10, 20)]);
        assert_eq!(*needs.before(Ply::new(PlyKind::ManMove), full), [need(1, 21)]);
        assert_eq!(*needs.before(Ply::new(PlyKind::KingMove), full), [need(10, 22), need(11, 21)]);
        assert_eq!(*needs.before(Ply::new(PlyKind::Conversion), full), [need(1, 1)]);
        let no_material = Budgets { material: u16::MAX, ..full };
        assert_eq!(*Needs::always().before(Ply::new(PlyKind::Conversion), no_material), [need(1, 0)]);
        assert_eq!(*Needs::one(need(30, 1)).before(Ply::new(PlyKind::KingMove), full), []);
    }
}
