//! A position played out.

use draughts::{Ending, Fen, RuleSet};
use petrov::{MoveInfo, ProbeError, Tables};
use petrov_table::{Budgets, Outcome};
use serde::Serialize;

/// A game as it was played by the ranking.
#[derive(Clone, Debug)]
pub struct PlayedLine {
    /// Where it began.
    pub fen: Fen,
    /// The rules that it was played under.
    pub rules: RuleSet,
    /// What the beginning is worth to the side to move.
    pub outcome: Outcome,
    /// The plies and the end.
    pub line: petrov::Line,
}

/// A [`PlayedLine`] as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct LineJson {
    /// Where it began.
    pub fen: String,
    /// What the beginning is worth to the side to move.
    pub outcome: &'static str,
    /// The plies in order.
    pub plies: Vec<PlyJson>,
    /// How it ended; `null` if it was cut short.
    pub ending: Option<&'static str>,
    /// Who won; `null` if nobody did.
    pub winner: Option<&'static str>,
}

/// A ply of a line.
#[derive(Clone, Debug, Serialize)]
pub struct PlyJson {
    /// As `c3-d4` or `h6:f8:b4`.
    #[serde(rename = "move")]
    pub name: String,
    /// In the notation of the Hub protocol.
    pub hub: String,
    /// The position after it, with its clocks.
    pub fen: String,
    /// The king clock after it, in plies.
    pub king_clock: u16,
    /// The material clock after it, in plies.
    pub material_clock: u16,
    /// The road clock after it, in plies, in the classes that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub road_clock: Option<u16>,
    /// From the mover's point of view.
    pub outcome: &'static str,
    /// Whether it is a capture or a crowning.
    pub conversion: bool,
}

impl PlayedLine {
    /// Plays a position out, for at most so many plies.
    ///
    /// # Errors
    /// As [`Tables::line`].
    pub fn play(tables: &Tables, fen: &Fen, max_plies: usize) -> Result<PlayedLine, ProbeError> {
        let (position, clocks) = (fen.position, fen.clocks());
        let outcome = tables.probe(&position, clocks)?;
        let line = tables.line(&position, clocks, max_plies)?;
        Ok(PlayedLine { fen: *fen, rules: tables.rules().clone(), outcome, line })
    }

    /// The budgets of the class after a ply, with all clocks at zero.
    #[must_use]
    pub fn full(&self, ply: &MoveInfo) -> Budgets {
        Budgets::full(&self.rules, ply.after.class())
    }

    /// The line as JSON.
    #[must_use]
    pub fn to_json(&self) -> LineJson {
        let of_ply = |ply: &MoveInfo| PlyJson {
            name: ply.played.to_string(),
            hub: ply.played.hub(),
            fen: Fen::new(ply.after, ply.clocks).to_string(),
            king_clock: ply.clocks.king,
            material_clock: ply.clocks.material,
            road_clock: (self.full(ply).road != u16::MAX).then_some(ply.clocks.road),
            outcome: ply.outcome.name(),
            conversion: ply.conversion,
        };
        let ending = self.line.ending;
        LineJson {
            fen: self.fen.to_string(),
            outcome: self.outcome.name(),
            plies: self.line.plies.iter().map(of_ply).collect(),
            ending: ending.map(Ending::name),
            winner: ending.and_then(Ending::winner).map(draughts::Color::name),
        }
    }
}
