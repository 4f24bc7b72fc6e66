//! What is said of a position, in words.

use crate::failure::Failure;
use crate::output::Output;
use crate::picture::picture;
use crate::words;
use petrov_answer::{Answer, RankedMove, need_json};
use petrov_table::{Budgets, Need, Outcome};

/// An answer as people read it.
pub(crate) struct Printed<'a>(pub(crate) &'a Answer);

impl std::ops::Deref for Printed<'_> {
    type Target = Answer;

    fn deref(&self) -> &Answer {
        self.0
    }
}

impl Printed<'_> {
    /// For people who ask for many positions: position, outcome, needs, the best move and the distance in
    /// a line.
    pub(crate) fn in_a_line(&self) -> String {
        let mut line = format!("{}  {}", self.fen, words::outcome(self.outcome));
        if !self.needs.is_empty() {
            line += &format!("  needs {}", short_needs(&self.needs, self.full()));
        }
        if let Some(best) = self.moves.as_ref().and_then(|moves| moves.first()) {
            line += &format!("  best {}", best.name);
        }
        if let Some(plies) = self.distance {
            line += &format!("  distance {plies}");
        }
        line
    }

    /// For people who ask for one position.
    pub(crate) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let position = &self.fen.position;
        output.line(self.fen)?;
        output.line("")?;
        let mover = position.side_to_move();
        let beside = [
            format!("{} to move", words::side(mover)),
            format!("{}, rule set {}", position.class(), self.rules.name),
            self.clock_words("king", self.clocks.king, self.full().king),
            self.clock_words("material", self.clocks.material, self.full().material),
            if self.full().road == u16::MAX {
                String::new()
            } else {
                self.clock_words("road", self.clocks.road, self.full().road)
            },
        ];
        for (i, line) in picture(position).iter().enumerate() {
            let words = i.checked_sub(1).and_then(|i| beside.get(i)).map_or("", String::as_str);
            output.line(format!("  {line:<17}   {words}").trim_end())?;
        }
        output.line("")?;
        for line in self.verdict() {
            output.line(line)?;
        }
        self.print_moves(output)
    }

    fn clock_words(&self, clock: &str, plies: u16, limit: u16) -> String {
        if limit == u16::MAX {
            format!("no limit on the {clock} clock")
        } else {
            format!("{clock} clock {plies} of {limit}")
        }
    }

    /// Who wins and what the clocks say to it.
    fn verdict(&self) -> Vec<String> {
        let mover = self.fen.position.side_to_move();
        let (winner, loser) = match self.outcome {
            Outcome::Win | Outcome::CursedWin => (words::side(mover), words::side(mover.other())),
            _ => (words::side(mover.other()), words::side(mover)),
        };
        match self.outcome {
            Outcome::Draw => vec!["Draw: neither side can force a win, whatever the clocks.".to_owned()],
            Outcome::Win | Outcome::Loss => {
                let kind = if self.outcome == Outcome::Win { "Win" } else { "Loss" };
                if self.is_without_moves() {
                    return vec![format!("{kind}: {loser} has no move.")];
                }
                let latest = self.latest_clocks();
                let when = if latest.is_empty() {
                    "at any clocks at which the game goes on".to_owned()
                } else {
                    format!("while {}", latest.join(", or "))
                };
                let mut lines = vec![format!("{kind}: {winner} wins within the limits."), format!("It is so {when}.")];
                lines.extend(self.distance.map(|plies| {
                    let unit = if plies == 1 { "ply" } else { "plies" };
                    let done = if self.outcome == Outcome::Win { "Won" } else { "Lost" };
                    format!("{done} in {plies} {unit} if both sides play by the ranking.")
                }));
                lines
            }
            Outcome::CursedWin | Outcome::BlessedLoss => {
                let kind = if self.outcome == Outcome::CursedWin { "Cursed win" } else { "Blessed loss" };
                if self.needs.is_empty() {
                    return vec![format!(
                        "{kind}: {winner} would win if no plies were counted, but {loser} reaches a draw by count."
                    )];
                }
                vec![
                    format!("{kind}: {winner} would win with clocks at zero, but {loser} now reaches a draw by count."),
                    format!("It is a win for {winner} while {}.", self.latest_clocks().join(", or ")),
                ]
            }
        }
    }

    /// Whether the side to move is lost for want of a move.
    fn is_without_moves(&self) -> bool {
        // Without any limit other losses need nothing either.
        self.needs.contains(&Need::NOTHING) && self.fen.position.legal_moves(self.rules.movement).is_empty()
    }

    /// For each need the latest clocks at which it is met; none if any clocks do.
    fn latest_clocks(&self) -> Vec<String> {
        let full = self.full();
        let latest = |need: &Need| {
            let clocks = [
                ("king", need.king, full.king),
                ("material", need.material, full.material),
                ("road", need.road, full.road),
            ];
            let telling = clocks.into_iter().filter(|&(_, need, limit)| need > 1 && limit != u16::MAX);
            let at_most = telling.map(|(clock, need, limit)| match limit.saturating_sub(need.into()) {
                0 => format!("the {clock} clock is at 0"),
                latest => format!("the {clock} clock is at most {latest}"),
            });
            at_most.collect::<Vec<_>>().join(" and ")
        };
        self.needs.iter().map(latest).filter(|words| !words.is_empty()).collect()
    }

    fn print_moves(&self, output: &mut Output) -> Result<(), Failure> {
        let Some(moves) = &self.moves else { return Ok(()) };
        let width = |part: fn(&RankedMove) -> &str| moves.iter().map(|m| part(m).len()).max().unwrap_or(0);
        let (names, hubs) = (width(|m| &m.name), width(|m| &m.hub));
        let mut last = None;
        for m in moves {
            if last != Some(m.outcome) {
                output.line("")?;
                output.line(format!("{}:", words::outcome(m.outcome)))?;
                last = Some(m.outcome);
            }
            let mut line = format!("  {:<names$}  {:<hubs$}", m.name, m.hub);
            if let Some(ending) = m.ending {
                line += &format!("  ends the game: {ending}");
            } else if m.conversion {
                line += "  conversion";
            } else if !m.needs.is_empty() {
                line += &format!("  leaves needs {}", short_needs(&m.needs, m.full(&self.rules)));
            }
            output.line(line.trim_end())?;
        }
        Ok(())
    }
}

/// `9:21 10:20`, king before material, a dash for a clock without a limit.
fn short_needs(needs: &[Need], full: Budgets) -> String {
    let part = |plies: &Option<u8>| plies.map_or("-".to_owned(), |plies| plies.to_string());
    let short = |need: &Need| need_json(need, full).iter().map(part).collect::<Vec<_>>().join(":");
    needs.iter().map(short).collect::<Vec<_>>().join(" ")
}
