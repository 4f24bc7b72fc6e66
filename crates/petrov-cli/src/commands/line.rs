//! `petrov line`.

use crate::arguments::Common;
use crate::asked::ReadingOptions;
use crate::building::Resources;
use crate::failure::Failure;
use crate::output::Output;
use crate::prober::Prober;
use crate::words;
use draughts::{Clocks, Ending};
use petrov::Budgets;
use petrov_answer::PlayedLine;

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

/// A game as people read it.
struct Printed(PlayedLine);

impl std::ops::Deref for Printed {
    type Target = PlayedLine;

    fn deref(&self) -> &PlayedLine {
        &self.0
    }
}

impl Line {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let mut prober = Prober::new(common, self.build.then_some(&self.resources))?;
        let fen = self.reading.read(&self.fen)?;
        let plies = self.plies.unwrap_or(usize::MAX);
        let game = prober.ask(&fen, |tables| PlayedLine::play(tables, &fen, plies))?;
        if common.json { output.json(&game.to_json()) } else { Printed(game).print(output) }
    }
}

impl Printed {
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
