//! `petrov count`.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{Columns, Output, thousands};
use draughts::{MAX_PIECES_A_SIDE, MaterialClass};
use petrov_table::count_positions;
use serde::Serialize;

/// Most pieces on a board.
const MOST_PIECES: u8 = 2 * MAX_PIECES_A_SIDE;

/// Count the positions of a class, or of all classes of N pieces
///
/// The side to move is left out. Classes in which a colour has nothing count too, and a class and
/// its mirror count apart. Without arguments: the totals for 1 to 24 pieces.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  petrov count KKMvKM\n  petrov count --pieces 8\n  petrov count")]
pub(crate) struct Count {
    /// A material class as KKMvKM
    #[arg(value_name = "CLASS", conflicts_with = "pieces")]
    class: Option<MaterialClass>,
    /// All classes of exactly N pieces, 1 to 24
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_PIECES)))]
    pieces: Option<u8>,
}

#[derive(Serialize)]
struct OfClass {
    class: String,
    positions: u128,
}

#[derive(Serialize)]
struct OfPieces {
    pieces: u8,
    positions: u128,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    classes: Vec<OfClass>,
}

fn of_class(class: MaterialClass) -> OfClass {
    OfClass { class: class.to_string(), positions: count_positions(class) }
}

fn of_pieces(pieces: u8) -> OfPieces {
    let classes: Vec<OfClass> = MaterialClass::all(pieces).into_iter().map(of_class).collect();
    OfPieces { pieces, positions: classes.iter().map(|c| c.positions).sum(), classes }
}

impl Count {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        if let Some(class) = self.class {
            let count = of_class(class);
            return if common.json {
                output.json(&count)
            } else {
                output.line(format!("{}  {}", count.class, thousands(count.positions)))
            };
        }
        if let Some(pieces) = self.pieces {
            let count = of_pieces(pieces);
            return if common.json { output.json(&count) } else { print_classes(&count, output) };
        }
        let totals = (1..=MOST_PIECES).map(|pieces| OfPieces { classes: Vec::new(), ..of_pieces(pieces) });
        if common.json {
            return output.json(&totals.collect::<Vec<_>>());
        }
        let mut columns = Columns::new(["pieces", "positions"]);
        for count in totals {
            columns.row([count.pieces.to_string(), thousands(count.positions)]);
        }
        columns.print(output)
    }
}

fn print_classes(count: &OfPieces, output: &mut Output) -> Result<(), Failure> {
    let mut columns = Columns::new(["class", "positions"]);
    for class in &count.classes {
        columns.row([class.class.clone(), thousands(class.positions)]);
    }
    let pieces = if count.pieces == 1 { "piece" } else { "pieces" };
    columns.row([format!("all of {} {pieces}", count.pieces), thousands(count.positions)]);
    columns.print(output)
}
