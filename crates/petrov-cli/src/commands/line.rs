//! `petrov line`.

use crate::arguments::Common;
use crate::asked::ReadingOptions;
use crate::building::Resources;
use crate::failure::Failure;
use crate::output::Output;
use crate::prober::Prober;
use crate::words;
use draughts::{Clocks, Ending, Fen, RuleSet};
use petrov::{Budgets, MoveInfo, Outcome};
use serde::Serialize;

/// Play a position out, both sides by the first of the ranked moves
///
/// The winner goes the shortest way to the next capture or crowning that keeps the win, the loser
/// leaves the fewest plies to spare, and who holds a draw sets problems. It is one way the game can go, not
/// the shortest. The FEN is written as for `petrov probe`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  petrov line W:WKa1,Kb2,Kc3:BKc1\n  \
    petrov line --king-clock 12 --material-clock 12 W:WKa1,Kb2,Kc3:BKc1\n  \
    petrov line --build W:WKa1,Ke1,c1:BKa5,a3")]
pub(crate) struct Line {
    /// The position
    #[arg(value_name = "FEN")]
    fen: String,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Stop after so many plies; else the game is played to its end
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Build the tables that are missing first, into the first folder of tables
    #[arg(long)]
    build: bool,
    #[command(flatten)]
    resources: Resources,
}

/// A game as it was played.
struct Game {
    fen: Fen,
    rules: RuleSet,
    outcome: Outcome,
    line: petrov::Line,
}

#[derive(Serialize)]
struct Json {
    fen: String,
    outcome: &'static str,
    plies: Vec<JsonPly>,
    /// How it ended; `null` if it was cut short.
    ending: Option<&'static str>,
    /// Who won; `null` if nobody did.
    winner: Option<&'static str>,
}

#[derive(Serialize)]
struct JsonPly {
    #[serde(rename = "move")]
    name: String,
    hub: String,
    fen: String,
    king_clock: u16,
    material_clock: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    road_clock: Option<u16>,
    outcome: &'static str,
    conversion: bool,
}

impl Line {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let mut prober = Prober::new(common, self.build.then_some(&self.resources))?;
        let fen = self.reading.read(&self.fen)?;
        let game = prober.ask(&fen, |tables| {
            let (position, clocks) = (fen.position, fen.clocks());
            let outcome = tables.probe(&position, clocks)?;
            let line = tables.line(&position, clocks, self.plies.unwrap_or(usize::MAX))?;
            Ok(Game { fen, rules: tables.rules().clone(), outcome, line })
        })?;
        if common.json { output.json(&game.to_json()) } else { game.print(output) }
    }
}

impl Game {
    fn full(&self, ply: &MoveInfo) -> Budgets {
        Budgets::full(&self.rules, ply.after.class())
    }

    fn to_json(&self) -> Json {
        let of_ply = |ply: &MoveInfo| JsonPly {
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
        Json {
            fen: self.fen.to_string(),
            outcome: self.outcome.name(),
            plies: self.line.plies.iter().map(of_ply).collect(),
            ending: ending.map(|ending| match ending {
                Ending::Loss(_) => "no-move",
                Ending::KingClock => "king-clock",
                Ending::MaterialClock => "material-clock",
                Ending::RoadClock => "road-clock",
                Ending::Repetition => "repetition",
            }),
            winner: ending.and_then(Ending::winner).map(draughts::Color::name),
        }
    }

    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let mover = self.fen.position.side_to_move();
        let class = self.fen.position.class();
        output.line(self.fen)?;
        output.line(format!(
            "{} to move, {class}, rule set {}: {}",
            words::side(mover),
            self.rules.name,
            words::outcome(self.outcome)
        ))?;
        output.line("")?;
        let plies = &self.line.plies;
        let width = plies.iter().map(|ply| ply.played.to_string().len()).max().unwrap_or(0);
        let number = plies.len().to_string().len();
        let mut side = mover;
        for (at, ply) in (1..).zip(plies) {
            let name = ply.played.to_string();
            let clocks = clocks(ply.clocks, self.full(ply));
            let conversion = if ply.conversion { "  conversion" } else { "" };
            let line = format!("{at:>number$}. {}  {name:<width$}  {clocks}{conversion}", words::side(side));
            output.line(line.trim_end())?;
            side = side.other();
        }
        if !plies.is_empty() {
            output.line("")?;
        }
        let after = match plies.len() {
            0 => String::new(),
            1 => " after 1 ply".to_owned(),
            plies => format!(" after {plies} plies"),
        };
        match self.line.ending {
            Some(Ending::Loss(loser)) => {
                let (loser, winner) = (words::side(loser), words::side(loser.other()));
                output.line(format!("{winner} wins{after}: {loser} has no move."))
            }
            Some(ending) => output.line(format!("Over{after}: {ending}.")),
            None => output.line(format!("Not over{after}.")),
        }
    }
}

/// What the clocks show, and their limits.
fn clocks(clocks: Clocks, full: Budgets) -> String {
    let clock = |name: &str, plies: u16, limit: u16| match limit {
        u16::MAX => format!("{name} {plies:>2}"),
        limit => format!("{name} {plies:>2} of {limit:>2}"),
    };
    let mut shown = vec![clock("king clock", clocks.king, full.king)];
    shown.push(clock("material clock", clocks.material, full.material));
    if full.road != u16::MAX {
        shown.push(clock("road clock", clocks.road, full.road));
    }
    shown.join("  ")
}
