//! How the pieces move: the part of a rule set that the move generator is compiled for.

/// What happens to a man that reaches the far row inside a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CrowningInCapture {
    /// It is a king at once and goes on as a king (Russian draughts).
    GoesOnAsKing,
    /// It is crowned and the move ends (standard checkers).
    EndsMove,
    /// It stays a man, and is crowned only if the move ends there (Brazilian draughts).
    StaysMan,
}

/// Where a flying king may come down behind a piece that it jumped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Landing {
    /// Where it can jump again, if there is such a square; else on any free square.
    WhereItJumpsOn,
    /// On any free square; if it can jump again from there it must.
    Anywhere,
}

/// The movement flags of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct MovementRules {
    /// Men may capture backward as well as forward.
    pub men_capture_backward: bool,
    /// Kings move and capture along whole diagonals.
    pub kings_fly: bool,
    /// Of all captures only those of the most pieces are legal.
    pub most_pieces: bool,
    /// What happens to a man that reaches the far row inside a capture.
    pub crowning: CrowningInCapture,
    /// Where a flying king may come down; without meaning for short kings.
    pub landing: Landing,
}

impl MovementRules {
    /// Russian draughts.
    pub const RUSSIAN: MovementRules = MovementRules {
        men_capture_backward: true,
        kings_fly: true,
        most_pieces: false,
        crowning: CrowningInCapture::GoesOnAsKing,
        landing: Landing::WhereItJumpsOn,
    };

    /// Ukrainian draughts: a capturing king comes down where it likes.
    pub const UKRAINIAN: MovementRules = MovementRules { landing: Landing::Anywhere, ..MovementRules::RUSSIAN };

    /// Standard checkers.
    pub const ENGLISH: MovementRules = MovementRules {
        men_capture_backward: false,
        kings_fly: false,
        most_pieces: false,
        crowning: CrowningInCapture::EndsMove,
        landing: Landing::WhereItJumpsOn,
    };

    /// Brazilian draughts.
    pub const BRAZILIAN: MovementRules =
        MovementRules { most_pieces: true, crowning: CrowningInCapture::StaysMan, ..MovementRules::RUSSIAN };

    /// The flags packed into one small number, below 48; [`Coded`] takes it as a parameter. Where
    /// kings do not fly it says nothing of their landing, so there are 36 codes.
    #[must_use]
    pub const fn code(self) -> u8 {
        let landing = match self.landing {
            Landing::Anywhere if self.kings_fly => 1,
            _ => 0,
        };
        let crowning = match self.crowning {
            CrowningInCapture::GoesOnAsKing => 0,
            CrowningInCapture::EndsMove => 1,
            CrowningInCapture::StaysMan => 2,
        };
        self.men_capture_backward as u8
            + 2 * self.kings_fly as u8
            + 4 * self.most_pieces as u8
            + 8 * landing
            + 16 * crowning
    }

    /// The flags with this [`code`](MovementRules::code); bits that mean nothing are ignored.
    #[must_use]
    pub const fn from_code(code: u8) -> MovementRules {
        MovementRules {
            men_capture_backward: code & 1 != 0,
            kings_fly: code & 2 != 0,
            most_pieces: code & 4 != 0,
            landing: if code & 8 != 0 && code & 2 != 0 { Landing::Anywhere } else { Landing::WhereItJumpsOn },
            crowning: match code / 16 {
                0 => CrowningInCapture::GoesOnAsKing,
                1 => CrowningInCapture::EndsMove,
                _ => CrowningInCapture::StaysMan,
            },
        }
    }
}

/// Movement rules as a type, so that code generic over them is compiled once for each with the
/// flags known: no branch on a rule is left in an inner loop.
pub trait Movement: Copy + Send + Sync + 'static {
    /// The flags.
    const RULES: MovementRules;
}

/// The movement rules with a [`MovementRules::code`], as a type.
#[derive(Clone, Copy, Debug)]
pub struct Coded<const CODE: u8>;

impl<const CODE: u8> Movement for Coded<CODE> {
    const RULES: MovementRules = MovementRules::from_code(CODE);
}

/// Movement rules of Russian draughts.
pub type Russian = Coded<{ MovementRules::RUSSIAN.code() }>;
/// Movement rules of Ukrainian draughts.
pub type Ukrainian = Coded<{ MovementRules::UKRAINIAN.code() }>;
/// Movement rules of standard checkers.
pub type English = Coded<{ MovementRules::ENGLISH.code() }>;
/// Movement rules of Brazilian draughts.
pub type Brazilian = Coded<{ MovementRules::BRAZILIAN.code() }>;

/// Something to do under movement rules that are known only at run time; see [`with_movement`].
pub trait MovementVisitor {
    /// What comes of it.
    type Output;
    /// Does it under `M`.
    fn visit<M: Movement>(self) -> Self::Output;
}

/// Runs `visitor` with the type that stands for `rules`: the one place where a rule that is known
/// at run time becomes a constant.
pub fn with_movement<V: MovementVisitor>(rules: MovementRules, visitor: V) -> V::Output {
    macro_rules! dispatch {
        ($($code:literal)*) => {
            match rules.code() {
                $($code => visitor.visit::<Coded<$code>>(),)*
                _ => visitor.visit::<Russian>(),
            }
        };
    }
    dispatch!(
        0 1 2 3 4 5 6 7 10 11 14 15 16 17 18 19 20 21
        22 23 26 27 30 31 32 33 34 35 36 37 38 39 42 43 46 47
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back() {
        let codes: Vec<u8> = (0..48).filter(|&code| MovementRules::from_code(code).code() == code).collect();
        assert_eq!(codes.len(), 36);
        for code in codes {
            struct Flags;
            impl MovementVisitor for Flags {
                type Output = MovementRules;
                fn visit<M: Movement>(self) -> MovementRules {
                    M::RULES
                }
            }
            let rules = MovementRules::from_code(code);
            assert_eq!(with_movement(rules, Flags), rules);
        }
    }
}
