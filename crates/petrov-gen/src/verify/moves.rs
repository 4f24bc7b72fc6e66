//! One ply forward from a position without captures, and what its results make of it.

use super::algebra::{ALWAYS, Algebra, NEVER, PlyCode, SetId};
use super::state::State;
use draughts::board::shift;
use draughts::generate::{far_row, king_moves};
use draughts::{Color, Movement, lone_king_on_road};
use petrov_table::cpu::Cpu;
use petrov_table::{Outcome, Pieces};

/// A quiet step of a man that no other man is in the way of.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManStep {
    /// The man's square.
    pub(super) from: u32,
    /// Where it steps to, a set of one square like the other.
    pub(super) to: u32,
    /// Whether it is crowned there.
    pub(super) crowns: bool,
}

impl ManStep {
    /// The steps of one side's men, among men alone.
    pub(super) fn all(men: Pieces, side: Color) -> Vec<ManStep> {
        let (own, forward, far_row) = match side {
            Color::White => (men.white_men, [0, 1], far_row::<true>()),
            Color::Black => (men.black_men, [2, 3], far_row::<false>()),
        };
        let steps_of = |square: u8| {
            let from = 1u32 << square;
            let targets = (shift(from, forward[0]) | shift(from, forward[1])) & !men.men();
            draughts::bits(targets).map(move |to| (from, 1u32 << to))
        };
        let steps = draughts::bits(own).flat_map(steps_of);
        steps.map(|(from, to)| ManStep { from, to, crowns: far_row & to != 0 }).collect()
    }

    /// The pieces after the step.
    #[inline(always)]
    pub(super) fn made<const WHITE: bool>(&self, pieces: Pieces) -> Pieces {
        let (men, king) = if self.crowns { (0, self.to) } else { (self.to, 0) };
        if WHITE {
            let (white_men, white_kings) = (pieces.white_men & !self.from | men, pieces.white_kings | king);
            Pieces { white_men, white_kings, ..pieces }
        } else {
            let (black_men, black_kings) = (pieces.black_men & !self.from | men, pieces.black_kings | king);
            Pieces { black_men, black_kings, ..pieces }
        }
    }
}

/// What is known of the positions that a quiet move leads to, the opponent being to move there.
/// Everything is `None` where a table that is needed is not there.
pub(super) trait Results<'a> {
    fn algebra(&mut self) -> &mut Algebra<'a>;
    /// Whether the class has a road clock.
    fn has_road(&self) -> bool;
    fn after_king_move<C: Cpu>(&mut self, cpu: C, after: Pieces) -> Option<State>;
    /// After a step with its place in the list of steps.
    fn after_man_move<C: Cpu>(&mut self, cpu: C, step: usize, after: Pieces) -> Option<State>;
    fn after_crowning<C: Cpu>(&mut self, cpu: C, after: Pieces) -> Option<Outcome>;
}

/// What the moves of a position give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Derived {
    pub(super) outcome: Outcome,
    /// [`NEVER`] unless it is won or lost within the limits.
    pub(super) set: SetId,
}

/// What was seen of a position's moves so far.
struct Seen {
    /// A bit for each outcome that the opponent had after a move.
    outcomes: u8,
    wins: SetId,
    losses: SetId,
}

const fn bit(outcome: Outcome) -> u8 {
    1 << outcome.code()
}

/// Whether a lone king is on the main road against three pieces.
pub(super) fn on_road(pieces: Pieces) -> bool {
    // The side to move does not matter.
    lone_king_on_road(&pieces.with_side_to_move(Color::White))
}

impl Seen {
    #[inline(always)]
    fn meet(&mut self, algebra: &mut Algebra<'_>, expects_loss: bool, state: State, ply: PlyCode) {
        let outcome = state.outcome();
        self.outcomes |= bit(outcome);
        if outcome == Outcome::Loss {
            let before = algebra.before(state.set(), ply);
            self.wins = algebra.or(self.wins, before);
        } else if outcome == Outcome::Win && expects_loss {
            let before = algebra.before(state.set(), ply);
            self.losses = algebra.and(self.losses, before);
        }
    }

    #[inline(always)]
    fn meet_conversion(&mut self, algebra: &mut Algebra<'_>, outcome: Outcome, from_road: bool) {
        self.outcomes |= bit(outcome);
        let needs = algebra.sets.conversion(from_road);
        if outcome == Outcome::Loss {
            self.wins = algebra.or(self.wins, needs);
        } else if outcome == Outcome::Win {
            self.losses = algebra.and(self.losses, needs);
        }
    }

    /// The recursion of the values; `None` if the needs of the moves to a win were left out and
    /// are needed.
    #[inline(always)]
    fn derived(&self, expects_loss: bool) -> Option<Derived> {
        const LOSSES: u8 = bit(Outcome::Loss) | bit(Outcome::BlessedLoss);
        const WINS: u8 = bit(Outcome::Win) | bit(Outcome::CursedWin);
        Some(if self.outcomes == 0 {
            Derived { outcome: Outcome::Loss, set: ALWAYS }
        } else if self.wins != NEVER {
            Derived { outcome: Outcome::Win, set: self.wins }
        } else if self.outcomes & LOSSES != 0 {
            Derived { outcome: Outcome::CursedWin, set: NEVER }
        } else if self.outcomes & !WINS != 0 {
            Derived { outcome: Outcome::Draw, set: NEVER }
        } else if self.outcomes & bit(Outcome::CursedWin) != 0 {
            Derived { outcome: Outcome::BlessedLoss, set: NEVER }
        } else if !expects_loss {
            return None;
        } else if self.losses != NEVER {
            Derived { outcome: Outcome::Loss, set: self.losses }
        } else {
            Derived { outcome: Outcome::BlessedLoss, set: NEVER }
        })
    }
}

/// The outcome and the needs of a position from its moves, none of which is a capture. `steps` are
/// those of its men, found among men alone. `K` says how kings move; of the rules only that matters
/// here. `expects_loss` is a guess, right or wrong, that saves work.
#[inline(always)]
pub(super) fn derive<'a, K: Movement, C: Cpu, R: Results<'a>, const WHITE: bool>(
    cpu: C,
    results: &mut R,
    pieces: Pieces,
    steps: &[ManStep],
    expects_loss: bool,
) -> Option<Derived> {
    let seen = look::<K, C, R, WHITE>(cpu, results, pieces, steps, expects_loss)?;
    if let Some(derived) = seen.derived(expects_loss) {
        return Some(derived);
    }
    look_again::<K, C, R, WHITE>(cpu, results, pieces, steps)?.derived(true)
}

#[inline(never)]
fn look_again<'a, K: Movement, C: Cpu, R: Results<'a>, const WHITE: bool>(
    cpu: C,
    results: &mut R,
    pieces: Pieces,
    steps: &[ManStep],
) -> Option<Seen> {
    look::<K, C, R, WHITE>(cpu, results, pieces, steps, true)
}

#[inline(always)]
fn look<'a, K: Movement, C: Cpu, R: Results<'a>, const WHITE: bool>(
    cpu: C,
    results: &mut R,
    pieces: Pieces,
    steps: &[ManStep],
    expects_loss: bool,
) -> Option<Seen> {
    let mut seen = Seen { outcomes: 0, wins: NEVER, losses: ALWAYS };
    let occupied = pieces.men() | pieces.kings();
    let has_road = results.has_road();
    let from_road = has_road && on_road(pieces);
    for (number, step) in steps.iter().enumerate() {
        if occupied & step.to != 0 {
            continue;
        }
        let after = step.made::<WHITE>(pieces);
        if step.crowns {
            let outcome = results.after_crowning(cpu, after)?;
            seen.meet_conversion(results.algebra(), outcome, from_road);
        } else {
            let state = results.after_man_move(cpu, number, after)?;
            let ply = PlyCode::new(false, from_road, has_road && on_road(after));
            seen.meet(results.algebra(), expects_loss, state, ply);
        }
    }
    let own = if WHITE { pieces.white_kings } else { pieces.black_kings };
    let mut kings = own;
    while kings != 0 {
        let square = kings.trailing_zeros() as usize;
        kings &= kings - 1;
        let mut targets = king_moves::<K>(square, occupied);
        while targets != 0 {
            let target = targets & targets.wrapping_neg();
            targets ^= target;
            let moved = own ^ (1 << square) ^ target;
            let after =
                if WHITE { Pieces { white_kings: moved, ..pieces } } else { Pieces { black_kings: moved, ..pieces } };
            let state = results.after_king_move(cpu, after)?;
            let ply = PlyCode::new(true, from_road, has_road && on_road(after));
            seen.meet(results.algebra(), expects_loss, state, ply);
        }
    }
    Some(seen)
}
