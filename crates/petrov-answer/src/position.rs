//! What a position is worth.

use crate::details::DetailsJson;
use crate::needs::{NeedJson, needs_json};
use draughts::{Clocks, Ending, Fen, RuleSet};
use petrov::{MoveInfo, ProbeError, Tables};
use petrov_table::{Budgets, Need, Outcome};
use serde::Serialize;

/// What a position is worth.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position with the clocks that were given.
    pub fen: Fen,
    /// The clocks that the answer is for.
    pub clocks: Clocks,
    /// The rules that the answer is for.
    pub rules: RuleSet,
    /// At these clocks.
    pub outcome: Outcome,
    /// What a win or a loss needs of the clocks.
    pub needs: Vec<Need>,
    /// Every legal move, the best first, if they were asked for.
    pub moves: Option<Vec<RankedMove>>,
    /// Plies to the end if both sides play by the ranking, of a win or a loss, if it was asked for.
    pub distance: Option<usize>,
}

/// What a move leads to.
#[derive(Clone, Debug)]
pub struct RankedMove {
    /// As `c3-d4` or `h6:f8:b4`.
    pub name: String,
    /// In the notation of the Hub protocol.
    pub hub: String,
    /// The position after it, with its clocks.
    pub fen: Fen,
    /// The clocks after it.
    pub clocks: Clocks,
    /// From the mover's point of view.
    pub outcome: Outcome,
    /// Of the position after it.
    pub needs: Vec<Need>,
    /// Whether it is a capture or a crowning.
    pub conversion: bool,
    /// How the game ends with it, if it does.
    pub ending: Option<Ending>,
    /// Plies from after the move to the end, of a win or a loss; `None` if it was not asked for.
    pub distance: Option<Option<usize>>,
}

/// An [`Answer`] as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct PositionJson {
    /// The position as it was read.
    pub fen: String,
    /// `win`, `cursed-win`, `draw`, `blessed-loss` or `loss` of the side to move at the clocks given.
    pub outcome: &'static str,
    /// In growing king budget.
    pub needs: Vec<NeedJson>,
    /// `null` if it is neither won nor lost; not there without moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Option<usize>>,
    /// The best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveJson>>,
    /// What helps to show the answer, if it was asked for.
    #[serde(flatten)]
    pub details: Option<DetailsJson>,
}

/// A [`RankedMove`] as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct MoveJson {
    /// As `c3-d4` or `h6:f8:b4`.
    #[serde(rename = "move")]
    pub name: String,
    /// In the notation of the Hub protocol.
    pub hub: String,
    /// The position after the move, with its clocks: what it is worth hangs on them.
    pub fen: String,
    /// From the mover's point of view.
    pub outcome: &'static str,
    /// Of the position after the move.
    pub needs: Vec<NeedJson>,
    /// Whether it is a capture or a crowning.
    pub conversion: bool,
    /// With details: how the game ends with the move, `null` if it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Option<&'static str>>,
    /// If it was asked for: plies to the end from after the move, `null` if it is neither won nor lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Option<usize>>,
}

impl Answer {
    /// Asks the tables about a position, with its moves and its distance to the end or without.
    ///
    /// # Errors
    /// As [`Tables::probe`] and, with moves, [`Tables::line`].
    pub fn ask(tables: &Tables, fen: &Fen, moves: bool) -> Result<Answer, ProbeError> {
        let (position, clocks) = (fen.position, fen.clocks());
        let outcome = tables.probe(&position, clocks)?;
        let needs = tables.needs(&position)?.to_vec();
        let (moves, distance) = if moves {
            let infos = tables.rank_moves(&position, clocks)?;
            let moves = infos.into_iter().map(RankedMove::new).collect();
            (Some(moves), tables.distance(&position, clocks)?)
        } else {
            (None, None)
        };
        Ok(Answer { fen: *fen, clocks, rules: tables.rules().clone(), outcome, needs, moves, distance })
    }

    /// The budgets of the position's class with all clocks at zero.
    #[must_use]
    pub fn full(&self) -> Budgets {
        Budgets::full(&self.rules, self.fen.position.class())
    }

    /// The answer as JSON, without details.
    #[must_use]
    pub fn to_json(&self) -> PositionJson {
        PositionJson {
            fen: self.fen.to_string(),
            outcome: self.outcome.name(),
            needs: needs_json(&self.needs, self.full()),
            distance: self.moves.as_ref().map(|_| self.distance),
            moves: self.moves.as_ref().map(|moves| moves.iter().map(|m| m.to_json(&self.rules)).collect()),
            details: None,
        }
    }

    /// The answer as JSON, with all that a board wants to show besides.
    #[must_use]
    pub fn to_detailed_json(&self) -> PositionJson {
        let mut json = self.to_json();
        json.details = Some(DetailsJson::of(self));
        for (m, known) in json.moves.iter_mut().flatten().zip(self.moves.iter().flatten()) {
            m.ending = Some(known.ending.map(Ending::name));
        }
        json
    }
}

impl RankedMove {
    fn new(info: MoveInfo) -> RankedMove {
        RankedMove {
            name: info.played.to_string(),
            hub: info.played.hub(),
            fen: Fen::new(info.after, info.clocks),
            clocks: info.clocks,
            outcome: info.outcome,
            needs: info.needs.to_vec(),
            conversion: info.conversion,
            ending: info.ending,
            distance: None,
        }
    }

    /// The budgets of the class of the position after the move, with all clocks at zero.
    #[must_use]
    pub fn full(&self, rules: &RuleSet) -> Budgets {
        Budgets::full(rules, self.fen.position.class())
    }

    /// Plays the game out from after the move, to tell its [`distance`](RankedMove::distance).
    ///
    /// # Errors
    /// As [`Tables::distance`].
    pub fn measure(&mut self, tables: &Tables) -> Result<(), ProbeError> {
        let distance = match self.ending {
            Some(ending) => ending.winner().map(|_| 0),
            None => tables.distance(&self.fen.position, self.clocks)?,
        };
        self.distance = Some(distance);
        Ok(())
    }

    fn to_json(&self, rules: &RuleSet) -> MoveJson {
        MoveJson {
            name: self.name.clone(),
            hub: self.hub.clone(),
            fen: self.fen.to_string(),
            outcome: self.outcome.name(),
            needs: needs_json(&self.needs, self.full(rules)),
            conversion: self.conversion,
            ending: None,
            distance: self.distance,
        }
    }
}
