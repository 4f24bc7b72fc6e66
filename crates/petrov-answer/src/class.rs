//! What the table of a class says in numbers.

use draughts::{Color, MaterialClass, Position};
use petrov_table::{Outcome, OutcomeTable, SideStatistics, TableIndex};
use serde::Serialize;

/// The counts of a class, as it was asked for.
#[derive(Clone, Debug, Serialize)]
pub struct ClassJson {
    /// White's side first.
    pub class: String,
    /// The name of the rule set.
    pub rules: String,
    /// White to move, then Black to move.
    pub sides: [SideJson; 2],
}

/// One side to move, in the words of the reference data.
#[derive(Clone, Debug, Serialize)]
pub struct SideJson {
    /// `white` or `black`.
    pub to_move: &'static str,
    /// All positions with this side to move.
    pub positions: u64,
    /// Won within the limits.
    pub win: u64,
    /// Won only if no plies were counted.
    pub cursed_win: u64,
    /// Neither won nor lost, even if no plies were counted.
    pub draw: u64,
    /// Lost only if no plies were counted.
    pub blessed_loss: u64,
    /// Lost within the limits.
    pub loss: u64,
    /// The largest, over all won and lost positions, of the least king budget, in plies.
    pub max_king_need: u16,
    /// The same of the material budget with the king budget full; 0 without a material limit.
    pub max_material_need: u16,
    /// Positions with more than one need.
    pub several_needs: u64,
    /// A position with the largest king need.
    #[serde(skip)]
    pub king_example: Option<Position>,
    /// A position with the largest material need.
    #[serde(skip)]
    pub material_example: Option<Position>,
}

impl ClassJson {
    /// The counts of a class or of its mirror from the table that holds both.
    #[must_use]
    pub fn of(table: &OutcomeTable, class: MaterialClass, rules: &str) -> ClassJson {
        let sides = [Color::White, Color::Black].map(|side| SideJson::of(table, class, side));
        ClassJson { class: class.to_string(), rules: rules.to_owned(), sides }
    }
}

impl SideJson {
    /// The statistics of `to_move` in a class as it was asked for.
    #[must_use]
    pub fn of(table: &OutcomeTable, class: MaterialClass, to_move: Color) -> SideJson {
        let (statistics, mirrored) = statistics_of(table, class, to_move);
        let count = |outcome| statistics.count(outcome);
        let example = |value| example(table.index(), value, if mirrored { to_move.other() } else { to_move }, mirrored);
        SideJson {
            to_move: to_move.name(),
            positions: statistics.positions(),
            win: count(Outcome::Win),
            cursed_win: count(Outcome::CursedWin),
            draw: count(Outcome::Draw),
            blessed_loss: count(Outcome::BlessedLoss),
            loss: count(Outcome::Loss),
            max_king_need: statistics.max_king_need,
            max_material_need: statistics.max_material_need,
            several_needs: statistics.several_needs,
            king_example: example(statistics.king_example),
            material_example: example(statistics.material_example),
        }
    }

    /// Each outcome in words and the number of positions that have it.
    #[must_use]
    pub fn outcomes(&self) -> [(&'static str, u64); 5] {
        [
            ("win", self.win),
            ("cursed win", self.cursed_win),
            ("draw", self.draw),
            ("blessed loss", self.blessed_loss),
            ("loss", self.loss),
        ]
    }
}

/// The statistics for a side to move, and whether they are of the mirrored position: always so in a
/// mirrored class, and for Black in a class that is its own mirror.
fn statistics_of(table: &OutcomeTable, class: MaterialClass, to_move: Color) -> (SideStatistics, bool) {
    let mirrored = !class.is_canonical() || class.is_symmetric() && to_move == Color::Black;
    let side = if mirrored { to_move.other() } else { to_move };
    (table.statistics().get(side.index()).copied().unwrap_or_else(SideStatistics::new), mirrored)
}

fn example(index: &TableIndex, value: u64, side: Color, mirrored: bool) -> Option<Position> {
    // There may be none, and a file may name what is not there.
    let within = (value < index.positions()).then_some(value)?;
    let position = index.position_of(side.index() as u64 * index.positions() + within)?;
    Some(if mirrored { position.mirrored() } else { position })
}
