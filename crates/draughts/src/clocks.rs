//! The clocks that the draw rules count, all in plies.

use crate::{MAIN_ROAD, MaterialClass, Move, Position, RuleSet};

/// What the clocks show before the side to move plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Clocks {
    /// Plies in a row that were king moves without a capture.
    pub king: u16,
    /// Plies since the last capture or crowning; a quiet man move does not reset it.
    pub material: u16,
    /// Plies in a row that a lone king spent on the main road; only some rule sets count them.
    pub road: u16,
}

/// Why clocks cannot stand as they were given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClockError {
    /// The king clock counts a part of what the material clock counts.
    #[error("the king clock ({king}) cannot be ahead of the material clock ({material})")]
    KingAheadOfMaterial {
        /// The king clock, in plies.
        king: u16,
        /// The material clock, in plies.
        material: u16,
    },
    /// The road clock counts a part of what the material clock counts.
    #[error("the road clock ({road}) cannot be ahead of the material clock ({material})")]
    RoadAheadOfMaterial {
        /// The road clock, in plies.
        road: u16,
        /// The material clock, in plies.
        material: u16,
    },
    /// The game has ended before.
    #[error("the {clock} clock stands at {plies} plies, but the game is drawn at {limit}: it must be below")]
    PastLimit {
        /// Which clock.
        clock: &'static str,
        /// What it was said to show, in plies.
        plies: u16,
        /// Its limit, in plies.
        limit: u16,
    },
    /// A road clock where no lone king stands on the main road against three pieces.
    #[error("the road clock stands at {0} plies, but no rule counts them in this position")]
    NoRoad(u16),
}

impl Clocks {
    /// Clocks at zero, as after a capture or a crowning.
    pub const ZERO: Clocks = Clocks { king: 0, material: 0, road: 0 };

    /// A king and a material clock, in plies.
    #[must_use]
    pub const fn new(king: u16, material: u16) -> Clocks {
        Clocks { king, material, road: 0 }
    }

    /// The clocks after `m` was played in `position`.
    #[must_use]
    pub fn after(&self, position: &Position, m: &Move, rules: &RuleSet) -> Clocks {
        let conversion = m.is_conversion();
        let on_road = |p: &Position| rules.road_limit.is_some() && lone_king_on_road(p);
        let road = !conversion && on_road(position) && on_road(&position.after(m));
        Clocks {
            king: if m.is_quiet_king_move() { self.king.saturating_add(1) } else { 0 },
            material: if conversion { 0 } else { self.material.saturating_add(1) },
            road: if road { self.road.saturating_add(1) } else { 0 },
        }
    }

    /// Which clock has reached its limit in a class, if one has: first the king clock, then the
    /// material clock, then the road clock.
    #[must_use]
    pub fn run_out(&self, rules: &RuleSet, class: MaterialClass) -> Option<ClockKind> {
        let reached = |plies: u16, limit: Option<u8>| limit.is_some_and(|limit| plies >= u16::from(limit));
        if reached(self.king, rules.king_limit) {
            Some(ClockKind::King)
        } else if reached(self.material, rules.material_limit(class)) {
            Some(ClockKind::Material)
        } else if reached(self.road, rules.road_limit(class)) {
            Some(ClockKind::Road)
        } else {
            None
        }
    }

    /// Checks that a game can still be going on with these clocks.
    ///
    /// # Errors
    /// If the king clock or the road clock is ahead of the material clock, a clock has reached its limit, or the road
    /// clock runs where nothing counts it.
    pub fn check(&self, rules: &RuleSet, position: &Position) -> Result<(), ClockError> {
        let class = position.class();
        if self.king > self.material {
            return Err(ClockError::KingAheadOfMaterial { king: self.king, material: self.material });
        }
        if self.road > self.material {
            return Err(ClockError::RoadAheadOfMaterial { road: self.road, material: self.material });
        }
        if self.road > 0 && !(rules.road_limit(class).is_some() && lone_king_on_road(position)) {
            return Err(ClockError::NoRoad(self.road));
        }
        let (clock, plies, limit) = match self.run_out(rules, class) {
            None => return Ok(()),
            Some(ClockKind::King) => ("king", self.king, rules.king_limit),
            Some(ClockKind::Material) => ("material", self.material, rules.material_limit(class)),
            Some(ClockKind::Road) => ("road", self.road, rules.road_limit(class)),
        };
        Err(ClockError::PastLimit { clock, plies, limit: limit.map_or(0, u16::from) })
    }
}

/// One of the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ClockKind {
    /// Quiet king moves in a row.
    King,
    /// Plies since the last capture or crowning.
    Material,
    /// Plies in a row of a lone king on the main road.
    Road,
}

/// Whether one side has a lone king and nothing else, the other three pieces, and that king stands
/// on the main road a1–h8.
#[must_use]
pub fn lone_king_on_road(position: &Position) -> bool {
    let on_road = |own: u32, other: u32| {
        own.count_ones() == 1 && other.count_ones() == 3 && own & position.kings() & MAIN_ROAD != 0
    };
    on_road(position.white(), position.black()) || on_road(position.black(), position.white())
}
