//! Games between the ranking and opponents of three kinds.

use draughts::{Color, Ending, Game, Move, Position};
use petrov::Tables;

/// Who plays against the ranking.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opponent {
    /// Any legal move.
    Random,
    /// The first of the ranked moves.
    Ranked,
    /// A move to a position that was on the board before, or that the answer of the ranking leads back
    /// to one; else the last king move taken back; else any king move.
    Repeating,
}

impl Opponent {
    pub(crate) const ALL: [Opponent; 3] = [Opponent::Random, Opponent::Ranked, Opponent::Repeating];
}

/// A game that is over.
pub(crate) struct Played {
    pub(crate) ending: Ending,
    pub(crate) plies: usize,
    pub(crate) moves: Vec<String>,
    /// Whether a position came again.
    pub(crate) came_again: bool,
}

/// Numbers that look random and are the same each time (splitmix64).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * u128::from(bound)) >> 64) as u64
    }
}

/// Plays a game out, the ranking for one side and the opponent for the other.
pub(crate) fn play(tables: &Tables, mut game: Game, ranked: Color, opponent: Opponent, mut numbers: Numbers) -> Played {
    let mut seen = vec![*game.position()];
    let mut moves: Vec<Move> = Vec::new();
    let ending = loop {
        if let Some(ending) = game.ending() {
            break ending;
        }
        let m = if game.position().side_to_move() == ranked {
            first(tables, &game)
        } else {
            match opponent {
                Opponent::Random => any(&game.legal_moves(), &mut numbers),
                Opponent::Ranked => first(tables, &game),
                Opponent::Repeating => repeating(tables, &game, &seen, &moves, &mut numbers),
            }
        };
        game.play(&m).expect("a legal move");
        seen.push(*game.position());
        moves.push(m);
    };
    let came_again = (1..seen.len()).any(|at| seen[..at].contains(&seen[at]));
    Played { ending, plies: moves.len(), moves: moves.iter().map(Move::to_string).collect(), came_again }
}

fn first(tables: &Tables, game: &Game) -> Move {
    tables.rank_moves(game.position(), game.clocks()).expect("a table")[0].played
}

fn any(moves: &[Move], numbers: &mut Numbers) -> Move {
    moves[numbers.below(moves.len() as u64) as usize]
}

fn repeating(tables: &Tables, game: &Game, seen: &[Position], moves: &[Move], numbers: &mut Numbers) -> Move {
    let legal = game.legal_moves();
    let own_last = moves.len().checked_sub(2).map(|at| moves[at]);
    let times = |position: &Position| seen.iter().filter(|&known| known == position).count();
    let score = |m: &Move| {
        let mut next = game.clone();
        next.play(m).expect("a legal move");
        let now = times(next.position());
        let then = if next.ending().is_some() {
            0
        } else {
            let answer = first(tables, &next);
            next.play(&answer).expect("a legal move");
            times(next.position())
        };
        let back =
            own_last.is_some_and(|last| last.is_quiet_king_move() && (m.from(), m.to()) == (last.to(), last.from()));
        (now + then, back, m.is_quiet_king_move())
    };
    let scores: Vec<_> = legal.iter().map(score).collect();
    let best = scores.iter().max().copied();
    let equals: Vec<Move> =
        legal.iter().zip(&scores).filter(|&(_, score)| Some(*score) == best).map(|(m, _)| *m).collect();
    any(&equals, numbers)
}
