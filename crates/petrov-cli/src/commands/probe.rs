//! `petrov probe`.

use crate::answer::Printed;
use crate::arguments::Common;
use crate::asked::ReadingOptions;
use crate::building::Resources;
use crate::failure::{Failure, Status, one_line, say};
use crate::output::Output;
use crate::prober::Prober;
use petrov_answer::Answer;
use serde::Serialize;
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// Say what a position is worth at its clocks, and what every move leads to
///
/// A FEN is written as in PDN 3.0, with squares like c3 or numbers: W:WKa5,Kg3,c3:BKf8,a3. The
/// clocks may follow it, in plies: :H4 (king clock: king moves in a row without a capture), :M17
/// (material clock: plies since the last capture or crowning) and, under rules that count it, :R4 (road
/// clock: plies in a row of a lone king on a1-h8). A clock that is not given is at zero, but the
/// material clock is never behind the others.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  petrov probe W:WKa5,Kg3,c3:BKf8,a3\n  \
    petrov probe --build --king-clock 12 --material-clock 40 W:WKa5,Kg3,c3:BKf8,a3\n  \
    petrov probe --batch positions.txt --json --no-moves")]
pub(crate) struct Probe {
    /// The position
    #[arg(value_name = "FEN", required_unless_present = "batch")]
    fen: Option<String>,
    /// Probe the positions of a file, one a line (`-`: standard input); blank lines and lines that
    /// begin with # are skipped
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    batch: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Leave the moves and the distance out
    #[arg(long)]
    no_moves: bool,
    /// Build the tables that are missing first, into the first folder of tables
    #[arg(long)]
    build: bool,
    #[command(flatten)]
    resources: Resources,
}

/// A line of a batch that has no answer.
#[derive(Serialize)]
struct Unanswered<'a> {
    fen: &'a str,
    error: &'a str,
}

impl Probe {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let mut prober = Prober::new(common, self.build.then_some(&self.resources))?;
        match (&self.fen, &self.batch) {
            (_, Some(file)) => self.run_batch(common, prober, file, output),
            (fen, None) => {
                let answer = self.answer(&mut prober, fen.as_deref().unwrap_or_default())?;
                if common.json { output.json(&answer.to_json()) } else { Printed(&answer).print(output) }
            }
        }
    }

    fn answer(&self, prober: &mut Prober<'_>, text: &str) -> Result<Answer, Failure> {
        let fen = self.reading.read(text)?;
        prober.answer(&fen, !self.no_moves)
    }

    fn run_batch(
        &self,
        common: &Common,
        mut prober: Prober<'_>,
        file: &Path,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let from_stdin = file == Path::new("-");
        let mut lines: Box<dyn BufRead> = if from_stdin {
            Box::new(std::io::stdin().lock())
        } else {
            let file_name = file.display();
            let open = std::fs::File::open(file);
            Box::new(std::io::BufReader::new(open.map_err(|e| Failure::bad_input(format!("{file_name}: {e}")))?))
        };
        let mut worst: Option<Status> = None;
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            let read = lines.read_until(b'\n', &mut bytes);
            let read = read.map_err(|error| Failure::bad_input(format!("{}: {error}", file.display())))?;
            if read == 0 {
                break;
            }
            let line = String::from_utf8_lossy(&bytes);
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match self.answer(&mut prober, line) {
                Ok(answer) if common.json => output.json(&answer.to_json())?,
                Ok(answer) => output.line(Printed(&answer).in_a_line())?,
                Err(Failure::Message(status, message)) => {
                    worst = worst.max(Some(status));
                    if common.json {
                        output.json(&Unanswered { fen: line, error: &one_line(&message) })?;
                    } else {
                        // In the order of the lines, if both go to a terminal.
                        output.flush()?;
                        say(&format!("line {number}: {message}"));
                    }
                }
                Err(failure) => return Err(failure),
            }
            if from_stdin {
                output.flush()?;
            }
        }
        worst.map_or(Ok(()), |status| Err(Failure::Reported(status)))
    }
}
