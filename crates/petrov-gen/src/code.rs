//! What the solver keeps of a value while a class is in hand: one byte.

use petrov_table::Outcome;

/// The outcome of a value and the least material budget (plies) with which it holds when the king
/// budget is full.
///
/// `0..=120` a win, `128..=248` a loss, with that material budget (0 everywhere in a class without
/// a material limit); the rest below.
pub(crate) type Code = u8;

/// Not won and not lost, so far or for good.
pub(crate) const UNDECIDED: Code = 121;
/// Not won and not lost by captures, which no king move can change.
pub(crate) const CLOSED: Code = 122;
/// Won without clocks only.
pub(crate) const CURSED: Code = 123;
/// Lost without clocks only.
pub(crate) const BLESSED: Code = 124;
/// The largest budget that a code holds, in plies.
pub(crate) const LARGEST_BUDGET: u8 = 120;
/// A loss is this plus the budget.
pub(crate) const LOSS: Code = 128;

/// Whether a code is a win.
#[inline(always)]
pub(crate) const fn is_win(code: Code) -> bool {
    code <= LARGEST_BUDGET
}

/// Whether a code is a loss.
#[inline(always)]
pub(crate) const fn is_loss(code: Code) -> bool {
    code >= LOSS
}

/// The outcome at full budgets.
#[inline(always)]
pub(crate) const fn outcome(code: Code) -> Outcome {
    match code {
        0..=LARGEST_BUDGET => Outcome::Win,
        UNDECIDED | CLOSED => Outcome::Draw,
        CURSED => Outcome::CursedWin,
        BLESSED => Outcome::BlessedLoss,
        _ => Outcome::Loss,
    }
}
