//! What is left of the clocks before the game is drawn, and what a ply does to it.

use draughts::{Clocks, MaterialClass, Move, Position, RuleSet, lone_king_on_road};

/// What is left of each clock, in plies: its limit less what it shows; [`u16::MAX`] where the rules
/// set no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Budgets {
    /// Quiet king moves in a row that are left.
    pub king: u16,
    /// Plies without a conversion that are left.
    pub material: u16,
    /// Plies in a row of a lone king on the main road that are left.
    pub road: u16,
}

/// How a ply acts on the clocks of the class that it is played in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum PlyKind {
    /// A king moved without a capture: the king clock and the material clock go on.
    KingMove,
    /// A man moved without a capture and was not crowned: only the material clock goes on.
    ManMove,
    /// A capture or a crowning: what follows has full budgets of its own.
    Conversion,
}

/// A ply as the clocks see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Ply {
    /// What was moved.
    pub kind: PlyKind,
    /// Whether a lone king stood on the main road before it, see [`lone_king_on_road`].
    pub from_road: bool,
    /// Whether a lone king stands on the main road after it.
    pub to_road: bool,
}

impl Budgets {
    /// Budgets where no rule limits anything.
    pub const UNLIMITED: Budgets = Budgets { king: u16::MAX, material: u16::MAX, road: u16::MAX };

    /// The budgets of a class with all clocks at zero.
    #[must_use]
    pub fn full(rules: &RuleSet, class: MaterialClass) -> Budgets {
        let budget = |limit: Option<u8>| limit.map_or(u16::MAX, u16::from);
        Budgets {
            king: budget(rules.king_limit),
            material: budget(rules.material_limit(class)),
            road: budget(rules.road_limit(class)),
        }
    }

    /// What is left at some clocks; nothing of a clock that is past its limit.
    #[must_use]
    pub fn left(rules: &RuleSet, class: MaterialClass, clocks: Clocks) -> Budgets {
        Budgets::full(rules, class).less(clocks)
    }

    /// What `clocks` leave of these full budgets.
    #[inline]
    #[must_use]
    pub const fn less(self, clocks: Clocks) -> Budgets {
        Budgets {
            king: spend(self.king, clocks.king),
            material: spend(self.material, clocks.material),
            road: spend(self.road, clocks.road),
        }
    }

    /// Whether a clock has run out: the game is drawn unless the side to move has no move.
    #[inline]
    #[must_use]
    pub const fn run_out(self) -> bool {
        self.king == 0 || self.material == 0 || self.road == 0
    }

    /// What is left after a ply in a class with the budgets `full`. After a conversion nothing of
    /// this class is left to spend: the result is `full` again, to be read as "full".
    #[inline]
    #[must_use]
    pub const fn after(self, ply: Ply, full: Budgets) -> Budgets {
        let conversion = matches!(ply.kind, PlyKind::Conversion);
        Budgets {
            king: if matches!(ply.kind, PlyKind::KingMove) { spend(self.king, 1) } else { full.king },
            material: if conversion { full.material } else { spend(self.material, 1) },
            road: if ply.stays_on_road() { spend(self.road, 1) } else { full.road },
        }
    }
}

const fn spend(budget: u16, plies: u16) -> u16 {
    if budget == u16::MAX { budget } else { budget.saturating_sub(plies) }
}

impl Ply {
    /// A ply where no lone king is on the main road, or no rule cares.
    #[must_use]
    pub const fn new(kind: PlyKind) -> Ply {
        Ply { kind, from_road: false, to_road: false }
    }

    /// A move of `before` that leads to `after`.
    #[must_use]
    pub fn of(before: &Position, m: &Move, after: &Position) -> Ply {
        let kind = if m.is_conversion() {
            PlyKind::Conversion
        } else if m.is_man_move() {
            PlyKind::ManMove
        } else {
            PlyKind::KingMove
        };
        Ply { kind, from_road: lone_king_on_road(before), to_road: lone_king_on_road(after) }
    }

    /// Whether the road clock counts it.
    #[inline]
    #[must_use]
    pub const fn stays_on_road(self) -> bool {
        self.from_road && self.to_road && !matches!(self.kind, PlyKind::Conversion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_limits_less_clocks() {
        let rules = RuleSet::russian_main_road();
        let class: MaterialClass = "KKKvK".parse().expect("a class");
        let full = Budgets::full(&rules, class);
        assert_eq!(full, Budgets { king: 30, material: 30, road: 10 });
        let clocks = Clocks { king: 4, material: 7, road: 2 };
        assert_eq!(Budgets::left(&rules, class, clocks), Budgets { king: 26, material: 23, road: 8 });
        assert_eq!(Budgets::left(&rules, class, Clocks::new(40, 40)), Budgets { king: 0, material: 0, road: 10 });
        let class: MaterialClass = "KKMvM".parse().expect("a class");
        assert_eq!(Budgets::left(&rules, class, Clocks::new(1, 99)), Budgets { king: 29, ..Budgets::UNLIMITED });
    }

    #[test]
    fn budgets_go_on_as_the_clocks_do() {
        let rules = RuleSet::russian_main_road();
        for text in ["W:WKc3:BKb8,Kd8,f8", "B:WKc3:BKb8,Kd8,f8", "W:WKb2,c3:BKh8", "B:Wc5,Kf8:BKa3,h4"] {
            let before: Position = text.parse().expect("a position");
            let road = lone_king_on_road(&before) && rules.road_limit(before.class()).is_some();
            let clocks = Clocks { king: 3, material: 8, road: 2 * u16::from(road) };
            for m in before.legal_moves(rules.movement) {
                let after = before.after(&m);
                let ply = Ply::of(&before, &m, &after);
                let left = Budgets::left(&rules, before.class(), clocks);
                let expected = Budgets::left(&rules, after.class(), clocks.after(&before, &m, &rules));
                let full = Budgets::full(&rules, after.class());
                if ply.kind == PlyKind::Conversion {
                    assert_eq!(expected, full);
                } else {
                    assert_eq!(left.after(ply, full), expected, "{text} {m}");
                }
            }
        }
    }
}
