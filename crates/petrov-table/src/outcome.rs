//! The five outcomes of a position.

use std::fmt;

/// What a position is worth to the side to move.
///
/// The order is that of preference, so the value of a position is the largest of what its moves
/// lead to, each seen from the mover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Outcome {
    /// Lost, whatever the clocks allow.
    Loss = 0,
    /// Lost if there were no clocks; a draw by count saves the game.
    BlessedLoss = 1,
    /// Drawn even if there were no clocks.
    Draw = 2,
    /// Won if there were no clocks; the opponent reaches a draw by count.
    CursedWin = 3,
    /// Won within the limits.
    Win = 4,
}

impl Outcome {
    /// All five, the worst first.
    pub const ALL: [Outcome; 5] =
        [Outcome::Loss, Outcome::BlessedLoss, Outcome::Draw, Outcome::CursedWin, Outcome::Win];

    /// The same result to the opponent.
    #[inline(always)]
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::BlessedLoss => Outcome::CursedWin,
            Outcome::Draw => Outcome::Draw,
            Outcome::CursedWin => Outcome::BlessedLoss,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// What it would be without clocks: a win, a draw or a loss.
    #[inline(always)]
    #[must_use]
    pub const fn without_clocks(self) -> Outcome {
        match self {
            Outcome::Loss | Outcome::BlessedLoss => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::CursedWin | Outcome::Win => Outcome::Win,
        }
    }

    /// Whether it is won or lost within the limits.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        matches!(self, Outcome::Loss | Outcome::Win)
    }

    /// 0 (loss) to 4 (win).
    #[inline(always)]
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// What two bits say of a value in memory: 0 a draw, 1 a win, 2 a loss, and 3 that a clock decides it, which
    /// is looked up elsewhere. Not branched on: the processor then goes on with what comes next while it waits for
    /// the bits.
    #[inline(always)]
    pub(crate) const fn of_two_bits(bits: u8) -> Outcome {
        const OF_TWO_BITS: [Outcome; 4] = [Outcome::Draw, Outcome::Win, Outcome::Loss, Outcome::CursedWin];
        OF_TWO_BITS[(bits & 3) as usize]
    }

    /// The outcome with this code, or `None` from 5 on.
    #[inline(always)]
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Outcome> {
        match code {
            0 => Some(Outcome::Loss),
            1 => Some(Outcome::BlessedLoss),
            2 => Some(Outcome::Draw),
            3 => Some(Outcome::CursedWin),
            4 => Some(Outcome::Win),
            _ => None,
        }
    }

    /// `loss`, `blessed-loss`, `draw`, `cursed-win` or `win`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Loss => "loss",
            Outcome::BlessedLoss => "blessed-loss",
            Outcome::Draw => "draw",
            Outcome::CursedWin => "cursed-win",
            Outcome::Win => "win",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
