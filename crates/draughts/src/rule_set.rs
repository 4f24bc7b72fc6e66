//! Rule sets as data: how the pieces move and when a game is drawn by count.

use crate::{MaterialClass, MovementRules};
use std::borrow::Cow;

/// A named set of rules: movement and limits of the clocks.
///
/// The limits are those of the printed rules in plies, two to a move; see [`Clocks`](crate::Clocks)
/// for what they count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// Short name in lower case, also the name of the folder of its tables.
    pub name: Cow<'static, str>,
    /// Where the rules are printed, in words.
    pub source: Cow<'static, str>,
    /// What a reader should know of the reading of those rules that this is; may be empty.
    pub notes: Cow<'static, str>,
    /// How the pieces move.
    pub movement: MovementRules,
    /// Plies in a row of quiet king moves that draw the game, 1 to 120; `None`: no such rule.
    pub king_limit: Option<u8>,
    /// Limits on the plies since the last capture or crowning; where several apply, the smallest counts.
    pub material_limits: Cow<'static, [MaterialLimit]>,
    /// Plies in a row that a lone king may spend on the main road a1–h8 against three pieces
    /// before the game is drawn; `None`: no such rule.
    pub road_limit: Option<u8>,
}

/// A limit on the material clock, and where it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaterialLimit {
    /// The material it holds for.
    pub holds: MaterialCondition,
    /// Plies since the last capture or crowning that draw the game, 1 to 120.
    pub plies: u8,
}

/// The material that a limit holds for; a class and its mirror alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaterialCondition {
    /// Each side has a king, and there are so many pieces in all, the bounds included.
    KingOnEachSide {
        /// Fewest pieces of both sides.
        min_pieces: u8,
        /// Most pieces of both sides.
        max_pieces: u8,
    },
    /// One side has a lone king, the other at least so many kings and nothing else.
    KingsAgainstLoneKing {
        /// Fewest kings of the stronger side.
        min_kings: u8,
    },
    /// Just this class.
    Class(MaterialClass),
}

impl MaterialCondition {
    /// Whether the condition holds for a class.
    #[must_use]
    pub fn holds_for(&self, class: MaterialClass) -> bool {
        match *self {
            MaterialCondition::KingOnEachSide { min_pieces, max_pieces } => {
                class.white_kings > 0 && class.black_kings > 0 && (min_pieces..=max_pieces).contains(&class.pieces())
            }
            MaterialCondition::KingsAgainstLoneKing { min_kings } => {
                class.men() == 0
                    && class.white_kings.min(class.black_kings) == 1
                    && class.white_kings.max(class.black_kings) >= min_kings
            }
            MaterialCondition::Class(named) => named.canonical() == class.canonical(),
        }
    }
}

const fn king_on_each_side(min_pieces: u8, max_pieces: u8, plies: u8) -> MaterialLimit {
    MaterialLimit { holds: MaterialCondition::KingOnEachSide { min_pieces, max_pieces }, plies }
}

const fn in_class(white: (u8, u8), black: (u8, u8), plies: u8) -> MaterialLimit {
    let class = MaterialClass { white_kings: white.0, white_men: white.1, black_kings: black.0, black_men: black.1 };
    MaterialLimit { holds: MaterialCondition::Class(class), plies }
}

const RUSSIAN_LIMITS: &[MaterialLimit] = &[
    king_on_each_side(2, 3, 10),
    king_on_each_side(4, 5, 60),
    king_on_each_side(6, 7, 120),
    MaterialLimit { holds: MaterialCondition::KingsAgainstLoneKing { min_kings: 3 }, plies: 30 },
];

/// The named endings in which Brazilian draughts allows five moves each.
const BRAZILIAN_LIMITS: &[MaterialLimit] = &[
    in_class((1, 0), (1, 0), 10),
    in_class((2, 0), (1, 0), 10),
    in_class((1, 1), (1, 0), 10),
    in_class((2, 0), (2, 0), 10),
    in_class((2, 0), (1, 1), 10),
];

const RUSSIAN_NOTES: &str = "The draws by count are read literally: the fifteen moves of kings alone hold in any \
    material. Lidraughts reads the rules otherwise and does not apply them with fewer than eight pieces on the \
    board. Where two limits hold, the smaller one counts; a count begins with the ply after the one that made the \
    material. With kings alone both clocks are one, so the limit for three kings adds nothing to the fifteen moves.";

const MAIN_ROAD_NOTES: &str = "Russian draughts with a third clock, in four-piece classes with a lone king only: it \
    counts plies in a row that begin and end with the lone king on a1-h8 and are neither capture nor crowning. The ply \
    that brings the king onto the road is not counted, and stepping off starts afresh. All else is as in russian.";

const UKRAINIAN_NOTES: &str = "A capturing king comes down on any free square behind the piece; if it can jump on from \
    the one it chose, it must. Beside ukrainian-64: in B:Wc3,f4,h2:BKa1 the king may take c3 alone, come down on d4, f6, g7 or h8 \
    and win; under ukrainian-64 it must come down on e5, take f4 too, and is taken on g3.";

const UKRAINIAN_64_NOTES: &str = "Moves are those of russian, draws by count those of ukrainian: a capturing king comes \
    down where it can jump on, if there is such a square. Beside ukrainian: in B:Wc3,f4,h2:BKa1 the king must take c3 \
    and f4 and is taken on g3; under ukrainian it may stop on d4, f6, g7 or h8, and wins.";

const ENGLISH_NOTES: &str = "The World Checkers/Draughts Federation lets a game be declared drawn when in forty moves \
    of each side no man was moved and nothing was taken: 80 plies of kings alone. A man that is crowned stops.";

const BRAZILIAN_NOTES: &str = "The literal reading of the rules that the Brazilian confederation has printed: a draw \
    after twenty successive moves of kings without a capture or a man's move (each side's twenty, 40 plies), and after \
    five moves each (10 plies) in the endings KvK, KKvK, KvKM, KKvKK and KKvKM, counted from when that material \
    arose. Kings and men count alike where the most pieces must be taken.";

impl RuleSet {
    /// The rule sets known by name.
    #[must_use]
    pub fn all() -> [RuleSet; 6] {
        [
            RuleSet::russian(),
            RuleSet::russian_main_road(),
            RuleSet::ukrainian(),
            RuleSet::ukrainian_64(),
            RuleSet::english(),
            RuleSet::brazilian(),
        ]
    }

    /// The rule set with this name, or `None`.
    #[must_use]
    pub fn named(name: &str) -> Option<RuleSet> {
        RuleSet::all().into_iter().find(|rules| rules.name.eq_ignore_ascii_case(name))
    }

    /// Russian draughts.
    ///
    /// Draws by count, literally as printed: fifteen moves each of kings alone (30 plies of the king
    /// clock) in any material, and with a king on each side five, thirty or sixty moves in a material
    /// of 2–3, 4–5 or 6–7 pieces (10, 60, 120 plies of the material clock); three kings or more against
    /// a lone king have fifteen moves. With kings alone the two clocks are one, so that last rule adds
    /// nothing. Lidraughts does not apply the fifteen-move rule with fewer than eight pieces on the board.
    #[must_use]
    pub fn russian() -> RuleSet {
        RuleSet {
            name: Cow::Borrowed("russian"),
            source: Cow::Borrowed("official rules of Russian draughts, Draughts Federation of Russia (ФШР)"),
            notes: Cow::Borrowed(RUSSIAN_NOTES),
            movement: MovementRules::RUSSIAN,
            king_limit: Some(30),
            material_limits: Cow::Borrowed(RUSSIAN_LIMITS),
            road_limit: None,
        }
    }

    /// Russian draughts with the main-road draw: three pieces of any kind against a lone king on the
    /// main road a1–h8 have five moves.
    ///
    /// The road clock counts plies in a row that begin and end with the lone king on the road and are
    /// neither capture nor crowning; the ply that brings the king there is not counted, and stepping
    /// off starts afresh. Its limit is 10 plies. All else is as in [`russian`](RuleSet::russian).
    #[must_use]
    pub fn russian_main_road() -> RuleSet {
        RuleSet {
            name: Cow::Borrowed("russian-main-road"),
            source: Cow::Borrowed(
                "official rules of Russian draughts, Draughts Federation of Russia (ФШР), with the main-road draw",
            ),
            notes: Cow::Borrowed(MAIN_ROAD_NOTES),
            road_limit: Some(10),
            ..RuleSet::russian()
        }
    }

    /// Ukrainian draughts: a capturing king comes down where it likes; fifteen moves of kings alone.
    ///
    /// On any free square behind the piece, that is; if it can jump on from the square that it chose, it
    /// must. [`ukrainian_64`](RuleSet::ukrainian_64) has the same limits and the Russian way to land:
    ///
    /// ```
    /// use draughts::{Position, RuleSet};
    ///
    /// let position: Position = "B:Wc3,f4,h2:BKa1".parse()?;
    /// let moves = |rules: RuleSet| {
    ///     let mut moves: Vec<String> = position.legal_moves(rules.movement).iter().map(|m| m.to_string()).collect();
    ///     moves.sort();
    ///     moves.join(" ")
    /// };
    /// assert_eq!(moves(RuleSet::ukrainian()), "a1:d4 a1:e5:g3 a1:f6 a1:g7 a1:h8");
    /// // Where White's h2:f4 ends the game.
    /// assert_eq!(moves(RuleSet::ukrainian_64()), "a1:e5:g3");
    /// # Ok::<(), draughts::FenError>(())
    /// ```
    #[must_use]
    pub fn ukrainian() -> RuleSet {
        RuleSet {
            name: Cow::Borrowed("ukrainian"),
            source: Cow::Borrowed("a page of rules for Ukrainian draughts"),
            notes: Cow::Borrowed(UKRAINIAN_NOTES),
            movement: MovementRules::UKRAINIAN,
            king_limit: Some(30),
            material_limits: Cow::Borrowed(&[]),
            road_limit: None,
        }
    }

    /// Draughts-64 as played in Ukraine under the FMJD's section: Russian movement, fifteen moves
    /// of kings alone and no other count.
    ///
    /// A capturing king lands where it can jump on, if there is such a square; under
    /// [`ukrainian`](RuleSet::ukrainian) it may land elsewhere and stop.
    #[must_use]
    pub fn ukrainian_64() -> RuleSet {
        RuleSet {
            name: Cow::Borrowed("ukrainian-64"),
            source: Cow::Borrowed("play under FMJD-64 in Ukraine"),
            notes: Cow::Borrowed(UKRAINIAN_64_NOTES),
            movement: MovementRules::RUSSIAN,
            ..RuleSet::ukrainian()
        }
    }

    /// Standard checkers, with a draw after forty moves each of kings alone.
    ///
    /// Men capture forward only, kings move one square, a man crowned in a capture stops. The World
    /// Checkers/Draughts Federation lets a game be declared drawn when in forty moves of each side no man
    /// was moved and nothing was taken: 80 plies of kings alone. Here it is drawn without being asked.
    #[must_use]
    pub fn english() -> RuleSet {
        RuleSet {
            name: Cow::Borrowed("english"),
            source: Cow::Borrowed(
                "standard rules of checkers (English draughts), World Checkers/Draughts Federation (WCDF)",
            ),
            notes: Cow::Borrowed(ENGLISH_NOTES),
            movement: MovementRules::ENGLISH,
            king_limit: Some(80),
            material_limits: Cow::Borrowed(&[]),
            road_limit: None,
        }
    }

    /// Brazilian draughts.
    ///
    /// The reading is the literal one of the rules as the Brazilian confederation has them printed:
    /// twenty successive moves of kings without a capture or a man's move are a draw (40 plies of the
    /// king clock, both sides counted), and so are five moves each in the endings `KvK`, `KKvK`, `KvKM`,
    /// `KKvKK` and `KKvKM` (10 plies of the material clock, which begins with the material). The first is
    /// rule 16 of the widely copied *Regras oficiais do jogo de damas* ("20 lances sucessivos de damas, sem
    /// captura ou deslocamento de pedra"). Of captures one of the most pieces must be played, kings and
    /// men counting alike; a man that only passes the far row stays a man.
    #[must_use]
    pub fn brazilian() -> RuleSet {
        RuleSet {
            name: Cow::Borrowed("brazilian"),
            source: Cow::Borrowed("rules of the Brazilian confederation as commonly printed"),
            notes: Cow::Borrowed(BRAZILIAN_NOTES),
            movement: MovementRules::BRAZILIAN,
            king_limit: Some(40),
            material_limits: Cow::Borrowed(BRAZILIAN_LIMITS),
            road_limit: None,
        }
    }

    /// The material clock's limit in a class, in plies; `None`: it may run for ever.
    #[must_use]
    pub fn material_limit(&self, class: MaterialClass) -> Option<u8> {
        self.material_limits.iter().filter(|limit| limit.holds.holds_for(class)).map(|limit| limit.plies).min()
    }

    /// The road clock's limit in a class, in plies: only where a lone king faces three pieces.
    #[must_use]
    pub fn road_limit(&self, class: MaterialClass) -> Option<u8> {
        let lone_king = |kings, men, others| kings == 1 && men == 0 && others == 3;
        let holds = lone_king(class.white_kings, class.white_men, class.black_pieces())
            || lone_king(class.black_kings, class.black_men, class.white_pieces());
        self.road_limit.filter(|_| holds)
    }

    /// A digest of all that decides the value of a position (not the name and the source): 64 bits
    /// of FNV-1a over a canonical listing. Stored in every table, so that no table is read under
    /// rules that it was not made for.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut bytes = vec![1, self.movement.code()];
        bytes.extend([self.king_limit.unwrap_or(0), self.road_limit.unwrap_or(0)]);
        let mut limits: Vec<[u8; 6]> = self
            .material_limits
            .iter()
            .map(|limit| match limit.holds {
                MaterialCondition::KingOnEachSide { min_pieces, max_pieces } => {
                    [1, min_pieces, max_pieces, 0, 0, limit.plies]
                }
                MaterialCondition::KingsAgainstLoneKing { min_kings } => [2, min_kings, 0, 0, 0, limit.plies],
                MaterialCondition::Class(class) => {
                    let c = class.canonical();
                    [3 + c.white_kings * 16, c.white_men, c.black_kings, c.black_men, 0, limit.plies]
                }
            })
            .collect();
        limits.sort_unstable();
        limits.dedup();
        bytes.extend(limits.into_iter().flatten());
        bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn russian_limits_are_those_of_the_rules() {
        let rules = RuleSet::russian();
        let limit = |name: &str| name.parse().ok().and_then(|class| rules.material_limit(class));
        assert_eq!(limit("KvK"), Some(10));
        assert_eq!(limit("KvKM"), Some(10));
        assert_eq!(limit("KKMvK"), Some(60));
        assert_eq!(limit("KvKKK"), Some(30));
        assert_eq!(limit("KKMMvKM"), Some(120));
        assert_eq!(limit("KKMvM"), None);
        assert_eq!(limit("KKKKvKKKK"), None);
    }

    #[test]
    fn digests_tell_rule_sets_apart() {
        let sets = RuleSet::all();
        for (i, a) in sets.iter().enumerate() {
            assert!(sets[..i].iter().all(|b| a.digest() != b.digest()), "{}", a.name);
            assert_eq!(RuleSet::named(&a.name).as_ref(), Some(a));
        }
    }
}
