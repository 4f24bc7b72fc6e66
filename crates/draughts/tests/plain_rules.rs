//! The move generator against a second one that is written square by square, straight from the
//! table of the rules, for every combination of movement flags.

mod common;

use common::positions;
use draughts::{Color, CrowningInCapture, Landing, MovementRules, Position, Square};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// From, to, captured squares, whether crowned.
type PlainMove = (Square, Square, u32, bool);

/// Files and ranks as signed numbers, so that off the board is simply no square.
fn at(file: i8, rank: i8) -> Option<Square> {
    Square::at(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
}

/// The squares from `square` (left out) to the edge in a direction.
fn line(square: Square, (right, up): (i8, i8)) -> Vec<Square> {
    let (file, rank) = (square.file() as i8, square.rank() as i8);
    (1..8).map_while(|n| at(file + n * right, rank + n * up)).collect()
}

const DIAGONALS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

struct Plain<'a> {
    position: &'a Position,
    rules: MovementRules,
}

impl Plain<'_> {
    fn mover(&self) -> Color {
        self.position.side_to_move()
    }

    fn forward(&self) -> i8 {
        if self.mover() == Color::White { 1 } else { -1 }
    }

    fn far(&self, square: Square) -> bool {
        square.rank() == if self.mover() == Color::White { 7 } else { 0 }
    }

    fn is_opponent(&self, square: Square) -> bool {
        self.position.pieces(self.mover().other()) & square.bit() != 0
    }

    /// All single jumps of a piece on `here`: what is jumped and where it may land, direction by direction.
    fn jumps(&self, start: Square, here: Square, king: bool, captured: u32) -> Vec<(Square, Vec<Square>)> {
        let free = |square: &Square| self.position.occupied() & !start.bit() & square.bit() == 0;
        let flies = king && self.rules.kings_fly;
        let mut jumps = Vec::new();
        for diagonal in DIAGONALS {
            if !king && !self.rules.men_capture_backward && diagonal.1 != self.forward() {
                continue;
            }
            let line = line(here, diagonal);
            let way = if flies { line.iter().take_while(|s| free(s)).count() } else { 0 };
            let Some(&over) = line.get(way).filter(|&&s| self.is_opponent(s) && captured & s.bit() == 0) else {
                continue;
            };
            let beyond = line[way + 1..].iter().copied().take_while(free);
            let landings: Vec<Square> = beyond.take(if flies { 8 } else { 1 }).collect();
            if !landings.is_empty() {
                jumps.push((over, landings));
            }
        }
        jumps
    }

    /// Goes on with a capture from `here`.
    fn go_on(
        &self,
        start: Square,
        here: Square,
        king: bool,
        captured: u32,
        crowned: bool,
        out: &mut BTreeSet<PlainMove>,
    ) {
        for (over, landings) in self.jumps(start, here, king, captured) {
            let captured = captured | over.bit();
            let crowned_on = |s: Square| !king && self.far(s) && self.rules.crowning != CrowningInCapture::StaysMan;
            let ends = |s: Square| crowned_on(s) && self.rules.crowning == CrowningInCapture::EndsMove;
            let can = |s: Square| !ends(s) && !self.jumps(start, s, king || crowned_on(s), captured).is_empty();
            let some_can = landings.iter().any(|&s| can(s));
            for &s in &landings {
                if can(s) {
                    self.go_on(start, s, king || crowned_on(s), captured, crowned || crowned_on(s), out);
                } else if self.rules.landing == Landing::Anywhere || !some_can {
                    out.insert((start, s, captured, crowned || !king && self.far(s)));
                }
            }
        }
    }

    fn moves(&self) -> BTreeSet<PlainMove> {
        let own = Square::of_set(self.position.pieces(self.mover()));
        let is_king = |square: Square| self.position.kings() & square.bit() != 0;
        let mut moves = BTreeSet::new();
        for square in own {
            self.go_on(square, square, is_king(square), 0, false, &mut moves);
        }
        if !moves.is_empty() {
            let most = moves.iter().map(|m| m.2.count_ones()).max();
            moves.retain(|m| !self.rules.most_pieces || Some(m.2.count_ones()) == most);
            return moves;
        }
        for square in Square::of_set(self.position.pieces(self.mover())) {
            let king = is_king(square);
            for diagonal in DIAGONALS.into_iter().filter(|d| king || d.1 == self.forward()) {
                let steps = if king && self.rules.kings_fly { 8 } else { 1 };
                let free = |to: &Square| self.position.occupied() & to.bit() == 0;
                for to in line(square, diagonal).into_iter().take_while(free).take(steps) {
                    moves.insert((square, to, 0, !king && self.far(to)));
                }
            }
        }
        moves
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn both_generators_find_the_same(position in positions()) {
        for code in 0..48 {
            let rules = MovementRules::from_code(code);
            let found = position.legal_moves(rules);
            let found: BTreeSet<_> =
                found.iter().map(|m| (m.from(), m.to(), m.captured(), m.is_crowning())).collect();
            let expected = Plain { position: &position, rules }.moves();
            prop_assert_eq!(found, expected, "{} under {:?}", position, rules);
        }
    }
}
