//! What the verifier keeps of a value while its class is in hand: one word.

use super::algebra::SetId;
use petrov_table::Outcome;

/// The outcome of a value, the number of its set of needs, and whether a capture is compulsory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State(u32);

/// Sets of needs that can be told apart.
pub(super) const MAX_SETS: u32 = 1 << OUTCOME_AT;
const OUTCOME_AT: u32 = 28;
const CAPTURE: u32 = 1 << 31;

/// By three bits; the last three do not occur.
const OUTCOMES: [Outcome; 8] = [
    Outcome::Loss,
    Outcome::BlessedLoss,
    Outcome::Draw,
    Outcome::CursedWin,
    Outcome::Win,
    Outcome::Draw,
    Outcome::Draw,
    Outcome::Draw,
];

impl State {
    /// A value in which no capture is compulsory.
    #[inline(always)]
    pub(super) const fn quiet(outcome: Outcome, set: SetId) -> State {
        State((set % MAX_SETS) | ((outcome.code() as u32) << OUTCOME_AT))
    }

    /// A value in which the side to move must capture.
    #[inline(always)]
    pub(super) const fn capture(outcome: Outcome, set: SetId) -> State {
        State(State::quiet(outcome, set).0 | CAPTURE)
    }

    #[inline(always)]
    pub(super) const fn outcome(self) -> Outcome {
        OUTCOMES[(self.0 >> OUTCOME_AT & 7) as usize]
    }

    #[inline(always)]
    pub(super) const fn set(self) -> SetId {
        self.0 % MAX_SETS
    }

    #[inline(always)]
    pub(super) const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }
}
