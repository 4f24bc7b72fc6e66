//! Moves without a capture, on sets of squares.

use draughts::board::{BLACK_MAN_SQUARES, WHITE_MAN_SQUARES};
use draughts::generate::king_moves;
use draughts::{Color, English, Russian, board, lone_king_on_road};
use petrov_table::{Pieces, Ply, PlyKind};

/// The moves of a side that has no capture: what the clocks see of each, and the pieces after it.
pub(crate) fn quiet_moves(pieces: Pieces, side: Color, kings_fly: bool) -> impl Iterator<Item = (Ply, Pieces)> {
    let occupied = pieces.men() | pieces.kings();
    let (men, kings) = match side {
        Color::White => (pieces.white_men, pieces.white_kings),
        Color::Black => (pieces.black_men, pieces.black_kings),
    };
    let from_road = on_road(pieces);
    let forward = if side == Color::White { [0, 1] } else { [2, 3] };
    let man_steps = move |from: u8| {
        let man = 1u32 << from;
        let steps = (board::shift(man, forward[0]) | board::shift(man, forward[1])) & !occupied;
        draughts::bits(steps).map(move |to| (man, 1u32 << to, false))
    };
    let king_steps = move |from: u8| {
        let square = usize::from(from);
        // Only whether kings fly matters to their quiet moves.
        let steps =
            if kings_fly { king_moves::<Russian>(square, occupied) } else { king_moves::<English>(square, occupied) };
        draughts::bits(steps).map(move |to| (1u32 << from, 1u32 << to, true))
    };
    let moves = draughts::bits(men).flat_map(man_steps).chain(draughts::bits(kings).flat_map(king_steps));
    moves.map(move |(from, to, king)| {
        let far = if side == Color::White { !WHITE_MAN_SQUARES } else { !BLACK_MAN_SQUARES };
        let crowned = !king && to & far != 0;
        let men = if king { men } else { men & !from | if crowned { 0 } else { to } };
        let kings = if king { kings & !from | to } else { kings | if crowned { to } else { 0 } };
        let after = match side {
            Color::White => Pieces { white_men: men, white_kings: kings, ..pieces },
            Color::Black => Pieces { black_men: men, black_kings: kings, ..pieces },
        };
        let kind = match (king, crowned) {
            (true, _) => PlyKind::KingMove,
            (false, true) => PlyKind::Conversion,
            (false, false) => PlyKind::ManMove,
        };
        (Ply { kind, from_road, to_road: on_road(after) }, after)
    })
}

/// Whether a lone king is on the main road against three pieces.
pub(crate) fn on_road(pieces: Pieces) -> bool {
    // The side to move does not matter.
    lone_king_on_road(&pieces.with_side_to_move(Color::White))
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{MovementRules, Position};
    use std::collections::BTreeSet;

    #[test]
    fn they_are_the_legal_moves() {
        let texts = [
            "W:WKa1,c3,g7:BKh2,f8,a5",
            "B:WKa1,c3,e1:BKh6,Kb8,a5",
            "B:WKc3:BKb8,Kd8,f2",
            "W:WKa1:BKd8,Kf8,h8",
            "W:W:BKd8",
            "B:WKb2,Kc1:Ba3",
        ];
        for rules in [MovementRules::RUSSIAN, MovementRules::ENGLISH] {
            for text in texts {
                let position: Position = text.parse().expect("a position");
                let legal = position.legal_moves(rules);
                assert!(legal.iter().all(|m| !m.is_capture()), "{text}");
                let expected: BTreeSet<Position> = legal.iter().map(|m| position.after(m)).collect();
                let side = position.side_to_move();
                let quiet: Vec<_> = quiet_moves(Pieces::of(&position), side, rules.kings_fly).collect();
                let found: BTreeSet<Position> =
                    quiet.iter().map(|(_, after)| after.with_side_to_move(side.other())).collect();
                assert_eq!(found, expected, "{text}");
                assert_eq!(quiet.len(), legal.len());
                for (ply, after) in quiet {
                    let after = after.with_side_to_move(side.other());
                    let plies: Vec<Ply> = legal
                        .iter()
                        .filter(|m| position.after(m) == after)
                        .map(|m| Ply::of(&position, m, &after))
                        .collect();
                    assert!(plies.contains(&ply), "{text} {after}");
                }
            }
        }
    }
}
