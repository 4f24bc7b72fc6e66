//! What is wrong with a table, told so that a person can check it on a board.

use draughts::{MaterialClass, Move, Position, RuleSet};
use petrov_table::{Budgets, Needs, Outcome, Pieces, Ply};
use std::fmt;

/// An outcome and the needs that go with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saying {
    /// The outcome, for the side to move.
    pub outcome: Outcome,
    /// The needs; `None` if there are none, or the file does not say.
    pub needs: Option<Needs>,
}

/// A move of a wrong position.
#[derive(Clone, Debug)]
pub struct MoveSaying {
    /// The move.
    pub played: Move,
    /// Where it leads.
    pub after: Position,
    /// What is known of that position, for the opponent, who is to move there. After a capture or a
    /// crowning only the outcome counts.
    pub says: Saying,
}

/// A stored value that is not what the moves give.
#[derive(Clone, Debug)]
pub struct WrongValue {
    /// The index of the value in its table.
    pub value: u64,
    /// Its position, as the canonical class has it.
    pub position: Position,
    /// What the files say.
    pub stored: Saying,
    /// What the moves give, all of what they lead to being taken as it is stored.
    pub derived: Saying,
    /// The moves.
    pub moves: Vec<MoveSaying>,
    /// The stored outcome agrees with the moves, but only since positions justify each other in a
    /// circle: nobody can force it.
    pub in_a_circle: bool,
    /// Number of values that are not what their moves give; those that lead to a wrong one may be right.
    pub disagreeing: u64,
}

/// A number in a header that is not what the values give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongCount {
    /// The file's name.
    pub file: String,
    /// What is counted, and for which side to move.
    pub what: String,
    /// What the file says.
    pub stored: String,
    /// What was found.
    pub found: String,
}

/// Why a table is not what the rules of the game make of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A value is wrong.
    Value(Box<WrongValue>),
    /// All values are right, but what a header says of them is not.
    Count(WrongCount),
}

impl fmt::Display for Saying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.outcome)?;
        let Some(needs) = &self.needs else { return Ok(()) };
        for (i, need) in needs.iter().enumerate() {
            let before = if i == 0 { " needing " } else { " or " };
            write!(f, "{before}{}:{}", need.king, need.material)?;
            if need.road > 0 {
                write!(f, ":{}", need.road)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for WrongValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongValue { value, position, stored, derived, .. } = self;
        write!(f, "value {value}, {position}, is stored as {stored}, but ")?;
        if self.in_a_circle {
            write!(f, "nobody can force that: its moves justify it in a circle only")
        } else {
            write!(f, "its moves give {derived}")
        }
    }
}

impl fmt::Display for WrongCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} is stored, but the values give {}", self.file, self.what, self.stored, self.found)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Value(wrong) => wrong.fmt(f),
            Fault::Count(wrong) => wrong.fmt(f),
        }
    }
}

/// Where in the induction a stored value and what its moves give first differ: at a lower rank
/// everything agrees and is right, so what is told apart at the lowest rank is wrong for certain.
///
/// With a material limit the rank is the material budget; without one it is the number of steps that
/// the men have left, then the king budget. Differences that no clock sees come last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Rank(u16, u16);

impl Rank {
    const NO_CLOCK: Rank = Rank(u16::MAX, u16::MAX);

    pub(super) fn of(full: Budgets, pieces: Pieces, stored: &Saying, derived: &Saying) -> Rank {
        let decided = |saying: &Saying| Some(saying.outcome).filter(|outcome| outcome.is_decided());
        let same_side_wins = decided(stored) == decided(derived);
        let at = |king: u16, material: u16| {
            if full.material == u16::MAX { Rank(steps_left(pieces), king) } else { Rank(material, king) }
        };
        let lists = [stored, derived].map(|saying| saying.needs.clone().unwrap_or_default());
        let differing = lists.iter().zip(lists.iter().rev()).flat_map(|(needs, others)| {
            let shared = |need| same_side_wins && others.iter().any(|other| other.at_most(need));
            needs.iter().filter(move |&&need| !shared(need))
        });
        let first = differing.map(|need| at(need.king.into(), need.material.into())).min();
        match first {
            Some(rank) => rank,
            None if !same_side_wins => at(full.king, full.material),
            None => Rank::NO_CLOCK,
        }
    }
}

/// The steps that all men have left to their far rows.
fn steps_left(pieces: Pieces) -> u16 {
    let white = draughts::bits(pieces.white_men).map(|square| 7 - u16::from(square) / 4).sum::<u16>();
    white + draughts::bits(pieces.black_men).map(|square| u16::from(square) / 4).sum::<u16>()
}

/// The moves of a position with what is known of their results; a result that `known` does not know
/// is left out.
pub(super) fn moves_of(
    rules: &RuleSet,
    position: &Position,
    mut known: impl FnMut(&Position) -> Option<Saying>,
) -> Vec<MoveSaying> {
    let mut moves = Vec::new();
    for played in position.legal_moves(rules.movement) {
        let after = position.after(&played);
        if let Some(mut says) = known(&after) {
            if played.is_conversion() {
                says.needs = None;
            }
            moves.push(MoveSaying { played, after, says });
        }
    }
    moves
}

/// The outcome and the needs that moves give, once more and without any memory of sets, to be shown.
pub(super) fn derived_from(position: &Position, moves: &[MoveSaying], full: Budgets) -> Saying {
    if moves.is_empty() {
        return Saying { outcome: Outcome::Loss, needs: Some(Needs::always()) };
    }
    let before = |m: &MoveSaying, wanted: Outcome| {
        let ply = Ply::of(position, &m.played, &m.after);
        match &m.says.needs {
            _ if m.says.outcome != wanted => Needs::never(),
            _ if m.played.is_conversion() => Needs::always().before(ply, full),
            Some(needs) => needs.before(ply, full),
            None => Needs::never(),
        }
    };
    let (mut won, mut lost) = (Needs::never(), Needs::always());
    for m in moves {
        won.or(&before(m, Outcome::Loss));
        lost.and(&before(m, Outcome::Win));
    }
    let best = moves.iter().map(|m| m.says.outcome.reversed().without_clocks()).max();
    let (outcome, needs) = match best {
        _ if !won.is_empty() => (Outcome::Win, Some(won)),
        _ if !lost.is_empty() => (Outcome::Loss, Some(lost)),
        Some(Outcome::Win) => (Outcome::CursedWin, None),
        Some(Outcome::Loss) => (Outcome::BlessedLoss, None),
        _ => (Outcome::Draw, None),
    };
    Saying { outcome, needs }
}

/// Whether two classes share a table.
pub(super) fn same_table(a: MaterialClass, b: MaterialClass) -> bool {
    a.canonical() == b.canonical()
}

#[cfg(test)]
mod tests {
    use super::*;
    use petrov_table::Need;

    #[test]
    fn differences_are_ranked_by_the_least_budget_that_sees_them() {
        let full = Budgets { king: 30, material: 60, road: u16::MAX };
        let pieces = Pieces { white_men: 1 << 8, black_men: 1 << 13, ..Pieces::default() };
        let need = |king, material| Need { king, material, road: 0 };
        let win = |needs: &[Need]| Saying { outcome: Outcome::Win, needs: Some(needs.iter().copied().collect()) };
        let only = |outcome| Saying { outcome, needs: None };
        let stored = win(&[need(9, 21), need(10, 20)]);
        assert_eq!(Rank::of(full, pieces, &stored, &win(&[need(9, 21), need(11, 20)])), Rank(20, 10));
        assert_eq!(Rank::of(full, pieces, &stored, &only(Outcome::Draw)), Rank(20, 10));
        assert_eq!(Rank::of(full, pieces, &only(Outcome::Win), &only(Outcome::Draw)), Rank(60, 30));
        assert_eq!(Rank::of(full, pieces, &only(Outcome::CursedWin), &only(Outcome::Draw)), Rank::NO_CLOCK);
        let no_material = Budgets { material: u16::MAX, ..full };
        assert_eq!(Rank::of(no_material, pieces, &win(&[need(3, 0)]), &win(&[need(5, 0)])), Rank(8, 3));
    }
}
