//! A plain alpha-beta searcher that probes tables. It is meant to be copied from.

use draughts::{Clocks, Color, Game, Move, Position, RuleSet, Square};
use petrov::{Outcome, ProbeError, Tables};

/// What a game is worth that is won on the spot; one that is won in `n` plies is worth `n` less.
const WON: i32 = 30_000;
/// What a win of the tables is worth, less a point for each ply to the position: below every win that the
/// search has seen to its end, above all that is only counted up.
const WON_BY_TABLES: i32 = 20_000;
/// What a draw is worth in which the tables say that the side to move is held off by the clocks alone: a
/// little more than a draw, as opponents err.
const CURSED: i32 = 10;

/// An engine: the rules, and the tables if it has any.
pub(crate) struct Engine<'a> {
    rules: &'a RuleSet,
    tables: Option<&'a Tables>,
    /// Tables are probed up to this number of pieces.
    pieces: u8,
    /// The positions from the start of the game, or its last move that cannot be taken back, to the one that is
    /// looked at: none of before can come again.
    path: Vec<Position>,
    /// Positions that were searched.
    pub(crate) nodes: u64,
    /// Probes that were answered.
    pub(crate) hits: u64,
}

impl<'a> Engine<'a> {
    /// An engine that plays by its own lights.
    pub(crate) fn new(rules: &'a RuleSet) -> Engine<'a> {
        Engine { rules, tables: None, pieces: 0, path: Vec::new(), nodes: 0, hits: 0 }
    }

    /// An engine that probes tables, up to the largest number of pieces of which all are there.
    pub(crate) fn with_tables(tables: &'a Tables) -> Result<Engine<'a>, ProbeError> {
        let pieces = tables.largest_piece_count()?;
        Ok(Engine { tables: Some(tables), pieces, ..Engine::new(tables.rules()) })
    }

    /// The move to play; `None` if the game is over. `seen` are the positions of the game so far.
    pub(crate) fn choose(&mut self, game: &Game, seen: &[Position], depth: u32) -> Option<Move> {
        let (position, clocks) = (*game.position(), game.clocks());
        // At the root: if the tables have the position, the first of the ranked moves is all that is needed. A
        // search alone could keep a win for ever without getting on with it.
        match self.tables.map(|tables| tables.rank_moves(&position, clocks)) {
            Some(Ok(ranked)) => return ranked.first().map(|best| best.played),
            // With more pieces than all tables are there for that is no wonder. Else it is told, since play is poorer for
            // it: a `.ptn` file may be missing.
            Some(Err(error)) if self.covers(&position) => eprintln!("{error}"),
            _ => {}
        }
        self.path = seen.to_vec();
        let mut best = None;
        let mut alpha = -WON;
        for played in game.legal_moves() {
            let score = -self.after(&position, clocks, &played, depth, -WON, -alpha, 1);
            if best.is_none() || score > alpha {
                (best, alpha) = (Some(played), score);
            }
        }
        best
    }

    /// Plays a move and searches on. The clocks go with the position.
    #[allow(clippy::too_many_arguments)]
    fn after(
        &mut self,
        position: &Position,
        clocks: Clocks,
        played: &Move,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> i32 {
        let after = position.after(played);
        // A capture or a crowning sets all clocks to zero: the position after it is a fresh one, whatever went
        // before. Any other move lets them run, so the same pieces on the same squares may be won here and
        // drawn there.
        let clocks = clocks.after(position, played, self.rules);
        let again = self.path.contains(&after);
        self.path.push(after);
        // A position that comes again is as good as drawn.
        let score = if again { 0 } else { self.search(&after, clocks, depth.saturating_sub(1), alpha, beta, ply) };
        self.path.pop();
        score
    }

    /// What a position is worth to the side to move, `ply` plies from the root.
    fn search(&mut self, position: &Position, clocks: Clocks, depth: u32, alpha: i32, beta: i32, ply: i32) -> i32 {
        self.nodes += 1;
        let moves = position.legal_moves(self.rules.movement);
        if moves.is_empty() {
            return ply - WON;
        }
        if clocks.run_out(self.rules, position.class()).is_some() {
            return 0;
        }
        if let Some(score) = self.probe(position, clocks, ply) {
            return score;
        }
        // Where a capture is compulsory nothing is at rest.
        if depth == 0 && !moves[0].is_capture() {
            return count(position);
        }
        let mut alpha = alpha;
        for played in &moves {
            let score = -self.after(position, clocks, played, depth, -beta, -alpha, ply + 1);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// Whether all tables of so many pieces are there.
    fn covers(&self, position: &Position) -> bool {
        position.occupied().count_ones() <= u32::from(self.pieces)
    }

    /// What the tables say, if they have the position.
    fn probe(&mut self, position: &Position, clocks: Clocks, ply: i32) -> Option<i32> {
        let tables = self.tables.filter(|_| self.covers(position))?;
        // With the clocks at zero this is `tables.outcome(position)`, the cheapest question there is. With others it
        // asks for the needs too, but only where the clocks stand so late that they could matter.
        let outcome = tables.probe(position, clocks).ok()?;
        self.hits += 1;
        Some(match outcome {
            Outcome::Win => WON_BY_TABLES - ply,
            Outcome::CursedWin => CURSED,
            Outcome::Draw => 0,
            Outcome::BlessedLoss => -CURSED,
            Outcome::Loss => ply - WON_BY_TABLES,
        })
    }
}

/// Pieces and how far the men have come, for the side to move.
fn count(position: &Position) -> i32 {
    let of = |color: Color| {
        let steps = |square: Square| match color {
            Color::White => i32::from(square.rank()),
            Color::Black => 7 - i32::from(square.rank()),
        };
        let kings = 300 * position.kings_of(color).count_ones() as i32;
        kings + Square::of_set(position.men_of(color)).map(|man| 100 + 2 * steps(man)).sum::<i32>()
    };
    let color = position.side_to_move();
    of(color) - of(color.other())
}
