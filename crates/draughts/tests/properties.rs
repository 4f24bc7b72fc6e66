//! What must hold for every position.

mod common;

use common::{MOVEMENTS, RawCapture, positions, raw, rule_sets};
use draughts::{Clocks, Fen, FenReader, Game, Move, MoveTextError, Numbering, Position, RuleSet, Square};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};

/// Squares joined to a text.
fn joined(squares: impl Iterator<Item = Square>, separator: &str, numbers: bool) -> String {
    let name = |square: Square| if numbers { square.number(Numbering::B8).to_string() } else { square.to_string() };
    squares.map(name).collect::<Vec<_>>().join(separator)
}

/// What names a move to its own side, whatever the colour.
fn rotated(m: &Move) -> (Square, Square, u32, bool) {
    (m.from().rotated(), m.to().rotated(), m.captured().reverse_bits(), m.is_crowning())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn fens_come_back(position in positions(), king in any::<u16>(), material in any::<u16>(), road in any::<u16>()) {
        let clocks = Clocks { king, material, road };
        let fen = Fen::new(position, clocks);
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        for numbering in [Numbering::B8, Numbering::A1] {
            let reader = FenReader { numbering };
            for squares in [None, Some(numbering)] {
                let text = fen.to_text(squares);
                for text in [text.to_lowercase(), format!("[FEN \"{text}.\"]"), text.replace(',', " , ")] {
                    let read = reader.read(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
                    prop_assert_eq!((read.position, read.clocks()), (position, clocks));
                }
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), position in positions()) {
        let _ = text.parse::<Fen>();
        let _ = text.parse::<Square>();
        let _ = position.parse_move(&text, MOVEMENTS[0]);
    }

    #[test]
    fn nearly_right_texts_give_sound_positions_or_errors(
        position in positions(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), "[WBKHMRF:,.a-i0-9 é\"\\[\\]-]?", any::<bool>()), 1..4),
    ) {
        let mut text = Fen::new(position, Clocks::new(3, 5)).to_text(Some(Numbering::B8));
        for (place, inserted, replace) in edits {
            let mut letters: Vec<char> = text.chars().collect();
            let at = place.index(letters.len() + 1);
            let end = letters.len().min(at + usize::from(replace));
            letters.splice(at..end, inserted.chars());
            text = letters.into_iter().collect();
        }
        if let Ok(fen) = text.parse::<Fen>() {
            let p = fen.position;
            prop_assert_eq!(Position::new(p.white(), p.black(), p.kings(), p.side_to_move()), Ok(p));
            prop_assert_eq!(fen.to_string().parse::<Position>(), Ok(p));
        }
    }

    #[test]
    fn the_layers_agree(position in positions()) {
        for rules in MOVEMENTS {
            let moves = position.legal_moves(rules);
            let raw = raw(&position, rules);
            prop_assert_eq!(raw.must_capture, !raw.captures.is_empty());
            prop_assert_eq!(raw.must_capture, moves.iter().any(Move::is_capture));
            prop_assert!(!raw.must_capture || moves.iter().all(Move::is_capture));
            prop_assert_eq!(raw.has_move, !moves.is_empty());
            prop_assert_eq!(raw.count, moves.len());
            prop_assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len());
            // A different order of the same jumps never decides whether the man is crowned.
            let ends = |c: &RawCapture| (c.0.first().copied(), c.0.last().copied(), c.1);
            let with_crown: BTreeSet<_> = raw.captures.iter().map(|c| (ends(c), c.2)).collect();
            let without: BTreeSet<_> = raw.captures.iter().map(ends).collect();
            prop_assert_eq!(with_crown.len(), without.len());
        }
    }

    #[test]
    fn moves_lead_to_sound_positions(position in positions()) {
        for rules in MOVEMENTS {
            for m in position.legal_moves(rules) {
                let p = position.after(&m);
                prop_assert_eq!(Position::new(p.white(), p.black(), p.kings(), p.side_to_move()), Ok(p));
                let mover = position.side_to_move();
                prop_assert_eq!(p.side_to_move(), mover.other());
                prop_assert_eq!(p.pieces(mover).count_ones(), position.pieces(mover).count_ones());
                prop_assert_eq!(p.pieces(mover.other()), position.pieces(mover.other()) & !m.captured());
                let crowned = p.kings_of(mover).count_ones() - position.kings_of(mover).count_ones();
                prop_assert_eq!(crowned, u32::from(m.is_crowning()));
                prop_assert_eq!(m.is_quiet_king_move(), !m.is_conversion() && !m.is_man_move());
            }
        }
    }

    #[test]
    fn mirrored_positions_have_mirrored_moves(position in positions()) {
        let mirrored = position.mirrored();
        for rules in MOVEMENTS {
            let moves = position.legal_moves(rules);
            let here: BTreeSet<_> = moves.iter().map(|m| (rotated(m), position.after(m).mirrored())).collect();
            let there = mirrored.legal_moves(rules);
            let plain = |m: &Move| ((m.from(), m.to(), m.captured(), m.is_crowning()), mirrored.after(m));
            prop_assert_eq!(here, there.iter().map(plain).collect::<BTreeSet<_>>());
        }
    }

    #[test]
    fn moves_come_back_from_text(position in positions()) {
        for rules in MOVEMENTS {
            let moves = position.legal_moves(rules);
            for m in &moves {
                let number_path = joined(m.path(), "x", true);
                for text in [m.to_string(), m.to_string().to_uppercase(), m.hub(), number_path] {
                    let read = position.parse_move(&text, rules);
                    prop_assert_eq!(read.as_ref(), Ok(m), "{} in {}", text, position);
                    prop_assert_eq!(read.ok().map(|m| m.to_string()), Some(m.to_string()));
                }
                let same_ends = |other: &&Move| (other.from(), other.to()) == (m.from(), m.to());
                let group: HashSet<_> = moves.iter().filter(same_ends).copied().collect();
                match position.parse_move(&format!("{}-{}", m.from(), m.to()), rules) {
                    Ok(read) => prop_assert!(group.contains(&read)),
                    Err(MoveTextError::Ambiguous { candidates, .. }) => {
                        prop_assert!(group.len() > 1);
                        prop_assert_eq!(candidates.into_iter().collect::<HashSet<_>>(), group);
                    }
                    Err(error) => prop_assert!(false, "{} in {}", error, position),
                }
            }
            for (path, captured, _) in raw(&position, rules).captures {
                let text = joined(path.iter().copied(), ":", false);
                let read = position.parse_move(&text, rules).map(|m| (Some(m.from()), Some(m.to()), m.captured()));
                prop_assert_eq!(read, Ok((path.first().copied(), path.last().copied(), captured)), "{}", text);
            }
        }
    }

    #[test]
    fn only_legal_moves_are_read(position in positions(), squares in prop::collection::vec(1u8..33, 2..5)) {
        let text = squares.iter().map(u8::to_string).collect::<Vec<_>>().join("-");
        for rules in MOVEMENTS {
            match position.parse_move(&text, rules) {
                Ok(m) => prop_assert!(position.legal_moves(rules).contains(&m)),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_game_keeps_its_books(
        rules in rule_sets(),
        start in prop_oneof![Just(Position::start()), positions()],
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..200),
    ) {
        let mut game = Game::new(rules.clone(), start);
        let mut seen: Vec<Position> = vec![start];
        for choice in choices {
            let moves = game.legal_moves();
            prop_assert_eq!(game.ending().is_some(), moves.is_empty());
            if moves.is_empty() {
                break;
            }
            let result = game.play(&moves[choice.index(moves.len())]);
            prop_assert_eq!(result, Ok(game.ending()));
            seen.push(*game.position());
            prop_assert_eq!(game.plies() as usize, seen.len() - 1);
            let no_move = game.position().legal_moves(rules.movement).is_empty();
            let run_out = game.clocks().run_out(&rules, game.position().class()).is_some();
            let third = seen.iter().filter(|p| *p == game.position()).count() >= 3;
            prop_assert_eq!(game.ending().is_some(), no_move || run_out || third);
            if game.ending().is_none() {
                prop_assert_eq!(game.clocks().check(&rules, game.position()), Ok(()));
            }
        }
    }
}

#[test]
fn every_rule_set_moves_by_one_of_the_movements_tested() {
    assert!(RuleSet::all().iter().all(|rules| MOVEMENTS.contains(&rules.movement)));
}
