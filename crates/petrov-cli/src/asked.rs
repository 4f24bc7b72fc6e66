//! The position that a command is asked about.

use crate::failure::Failure;
use draughts::{Fen, FenReader, Numbering};

/// Clocks beside a FEN, and how its squares are numbered.
#[derive(clap::Args)]
pub(crate) struct ReadingOptions {
    /// Plies in a row that were king moves without a capture; comes before what the FEN says
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true)]
    king_clock: Option<u16>,
    /// Plies since the last capture or crowning; comes before what the FEN says
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true)]
    material_clock: Option<u16>,
    /// Plies in a row of a lone king on the main road, where the rule set counts them
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true)]
    road_clock: Option<u16>,
    /// What numbers of squares count from: 1 = b8 … 32 = g1, or 1 = a1 … 32 = h8
    #[arg(long, value_name = "SQUARE", default_value = "b8", value_parser = numbering)]
    numbering: Numbering,
}

fn numbering(text: &str) -> Result<Numbering, String> {
    match text.to_ascii_lowercase().as_str() {
        "b8" => Ok(Numbering::B8),
        "a1" => Ok(Numbering::A1),
        _ => Err("squares are numbered from b8 or from a1".to_owned()),
    }
}

impl ReadingOptions {
    /// Reads a position and its clocks.
    pub(crate) fn read(&self, text: &str) -> Result<Fen, Failure> {
        let fen = FenReader { numbering: self.numbering }.read(text);
        let mut fen: Fen = fen.map_err(|error| Failure::bad_input(error.to_string()))?;
        fen.king_clock = self.king_clock.or(fen.king_clock);
        fen.material_clock = self.material_clock.or(fen.material_clock);
        fen.road_clock = self.road_clock.or(fen.road_clock);
        Ok(fen)
    }
}
