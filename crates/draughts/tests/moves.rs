//! Legal moves: positions with all their moves, and the points where the rule sets differ.

use draughts::{Move, MovementRules, Position, Square};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::error::Error;

#[derive(Deserialize)]
struct Case {
    fen: String,
    moves: Vec<CaseMove>,
}

#[derive(Deserialize)]
struct CaseMove {
    path: Vec<String>,
    captured: Vec<String>,
    fen: String,
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// First and last square, captured squares, position after.
type Outline = (Square, Square, u32, Position);

fn outline(position: &Position, m: &Move) -> Outline {
    (m.from(), m.to(), m.captured(), position.after(m))
}

impl CaseMove {
    fn outline(&self) -> Result<Outline> {
        let square = |name: Option<&String>| Ok::<Square, Box<dyn Error>>(name.ok_or("no square")?.parse()?);
        let mut captured = 0;
        for name in &self.captured {
            captured |= name.parse::<Square>()?.bit();
        }
        Ok((square(self.path.first())?, square(self.path.last())?, captured, self.fen.parse()?))
    }
}

#[test]
fn russian_moves_are_those_of_three_other_programs() -> Result<()> {
    let cases: Vec<Case> = serde_json::from_str(include_str!("data/moves_russian.json"))?;
    assert_eq!(cases.len(), 480);
    for case in cases {
        let position: Position = case.fen.parse()?;
        let moves = position.legal_moves(MovementRules::RUSSIAN);
        let found: BTreeSet<Outline> = moves.iter().map(|m| outline(&position, m)).collect();
        assert_eq!(found.len(), moves.len(), "a move twice in {position}");
        let expected = case.moves.iter().map(CaseMove::outline).collect::<Result<BTreeSet<_>>>()?;
        assert_eq!(found, expected, "{position}");
        for m in &case.moves {
            let text = m.path.join(if m.captured.is_empty() { "-" } else { ":" });
            let read = position.parse_move(&text, MovementRules::RUSSIAN)?;
            assert_eq!(outline(&position, &read), m.outline()?, "{text} in {position}");
        }
    }
    Ok(())
}

/// Checks the legal moves by what they are called and what they lead to, in any order.
fn check(fen: &str, rules: MovementRules, expected: &[(&str, &str)]) -> Result<()> {
    let position: Position = fen.parse()?;
    let moves = position.legal_moves(rules);
    let found: BTreeSet<_> = moves.iter().map(|m| (m.to_string(), position.after(m).to_string())).collect();
    let expected: BTreeSet<_> = expected.iter().map(|&(m, after)| (m.to_owned(), after.to_owned())).collect();
    assert_eq!(found, expected, "{fen}");
    Ok(())
}

#[test]
fn a_ukrainian_king_lands_where_it_likes() -> Result<()> {
    // Over c3 the king has d4 to h8 to land on; only from d4 it can go on, over c5.
    let fen = "W:WKa1:Bc3,c5";
    let on = [("a1:d4:b6", "B:WKb6:B"), ("a1:d4:a7", "B:WKa7:B")];
    check(fen, MovementRules::RUSSIAN, &on)?;
    check(fen, MovementRules::BRAZILIAN, &on)?;
    let short = [("a1:e5", "B:WKe5:Bc5"), ("a1:f6", "B:WKf6:Bc5"), ("a1:g7", "B:WKg7:Bc5"), ("a1:h8", "B:WKh8:Bc5")];
    check(fen, MovementRules::UKRAINIAN, &[&on[..], &short[..]].concat())?;
    // Straight on it can jump from everywhere, so it must: c3 alone cannot be taken.
    check("W:WKa1:Bc3,g7", MovementRules::UKRAINIAN, &[("a1:d4:h8", "B:WKh8:B")])
}

#[test]
fn a_ukrainian_man_that_is_crowned_in_a_capture_lands_where_it_likes() -> Result<()> {
    // Crowned on f8 it takes g7 or nothing more of it: h6 is the only square beyond.
    check("W:Wd6:Be7,g7", MovementRules::UKRAINIAN, &[("d6:f8:h6", "B:WKh6:B")])?;
    // Crowned on f8 it goes on over c5; on b4 it must take c3 too, on a3 it is done.
    let fen = "W:Wh6:Bg7,c5,c3";
    let on = [("h6:f8:b4:d2", "B:WKd2:B"), ("h6:f8:b4:e1", "B:WKe1:B")];
    check(fen, MovementRules::RUSSIAN, &on)?;
    check(fen, MovementRules::UKRAINIAN, &[&on[..], &[("h6:f8:a3", "B:WKa3:Bc3")]].concat())
}

#[test]
fn a_man_that_reaches_the_far_row_inside_a_capture() -> Result<()> {
    let fen = "W:Wd6:Be7,g7";
    check(fen, MovementRules::RUSSIAN, &[("d6:f8:h6", "B:WKh6:B")])?;
    check(fen, MovementRules::ENGLISH, &[("d6:f8", "B:WKf8:Bg7")])?;
    check(fen, MovementRules::BRAZILIAN, &[("d6:f8:h6", "B:Wh6:B")])?;
    // Ending there, it is crowned everywhere.
    for rules in [MovementRules::RUSSIAN, MovementRules::ENGLISH, MovementRules::BRAZILIAN] {
        check("W:Wd6:Be7", rules, &[("d6:f8", "B:WKf8:B")])?;
    }
    // On f8, a Russian king takes from afar; a Brazilian man does not.
    check("W:Wh6:Bg7,c5", MovementRules::RUSSIAN, &[("h6:f8:b4", "B:WKb4:B"), ("h6:f8:a3", "B:WKa3:B")])?;
    check("W:Wh6:Bg7,c5", MovementRules::BRAZILIAN, &[("h6:f8", "B:WKf8:Bc5")])
}

#[test]
fn only_brazilians_must_take_the_most() -> Result<()> {
    let fen = "W:Wc3:Bb4,d4,f6";
    let one = ("c3:a5", "B:Wa5:Bd4,f6");
    let two = ("c3:e5:g7", "B:Wg7:Bb4");
    check(fen, MovementRules::RUSSIAN, &[one, two])?;
    check(fen, MovementRules::UKRAINIAN, &[one, two])?;
    check(fen, MovementRules::ENGLISH, &[one, two])?;
    check(fen, MovementRules::BRAZILIAN, &[two])?;
    // A king that takes one gives way to a man that takes two.
    let fen = "W:WKh8,a3,e5:Bg7,b4,d6";
    let two = ("a3:c5:e7", "B:WKh8,e5,e7:Bg7");
    check(fen, MovementRules::RUSSIAN, &[two, ("h8:f6", "B:WKf6,a3,e5:Bb4,d6"), ("e5:c7", "B:WKh8,a3,c7:Bb4,g7")])?;
    check(fen, MovementRules::BRAZILIAN, &[two])
}

#[test]
fn english_men_and_kings_are_short() -> Result<()> {
    check("W:We5:Bd4", MovementRules::ENGLISH, &[("e5-d6", "B:Wd6:Bd4"), ("e5-f6", "B:Wf6:Bd4")])?;
    check("W:We5:Bd4", MovementRules::RUSSIAN, &[("e5:c3", "B:Wc3:B")])?;
    check("W:WKa1:Bd4", MovementRules::ENGLISH, &[("a1-b2", "B:WKb2:Bd4")])?;
    check("W:WKe5:Bd4,b4", MovementRules::ENGLISH, &[("e5:c3:a5", "B:WKa5:B")])
}

#[test]
fn jumped_pieces_stay_until_the_move_is_over() -> Result<()> {
    // On c5 the king looks down at e3, which it took first and which still hides f2.
    check(
        "W:WKc1:Be3,f6,d6,f2",
        MovementRules::RUSSIAN,
        &[
            ("c1:g5:e7:c5", "B:WKc5:Bf2"),
            ("c1:g5:e7:b4", "B:WKb4:Bf2"),
            ("c1:g5:e7:a3", "B:WKa3:Bf2"),
            ("c1:f4:c7", "B:WKc7:Bf2,f6"),
            ("c1:f4:b8", "B:WKb8:Bf2,f6"),
        ],
    )
}

#[test]
fn texts_that_name_no_legal_move_say_why() -> Result<()> {
    let errors = |fen: &str, rules: MovementRules, expected: &[(&str, &str)]| -> Result<()> {
        let position: Position = fen.parse()?;
        for &(text, message) in expected {
            let error = position.parse_move(text, rules).err().map(|error| error.to_string());
            assert_eq!(error.as_deref(), Some(message), "{text} in {fen}");
        }
        Ok(())
    };
    errors(
        "W:Wc3,g3:Bd4,f6,h8",
        MovementRules::RUSSIAN,
        &[
            ("", "``: a square is missing"),
            ("c3-", "`c3-`: a square is missing"),
            ("c3-d4!", "`d4!` is not a square; squares are written like `c3` or as a number from 1 to 32"),
            ("c3-e4", "`e4` is a light square, where no piece can stand"),
            ("22x33", "`33` is not on the board, which goes from a1 to h8, or from 1 to 32 in numbers"),
            ("c3", "`c3` is no move: write where it starts and where it ends, as in c3-d4, d4:f6, 22-18 or 22x15x18"),
            ("a1-b2", "no piece stands on a1"),
            ("d4-e3", "the piece on d4 belongs to the side that is not to move"),
            ("c3-b4", "c3-b4 takes nothing, but a capture is compulsory: c3:e5:g7 (22x8x11x18)"),
            ("g3-h4", "g3-h4 takes nothing, but a capture is compulsory: c3:e5:g7 (22x8x11x18)"),
            ("c3:e5", "c3:e5 is a part of a capture that must go on: c3:e5:g7 (22x8x11x18)"),
            ("c3:a5", "c3:a5 is not a legal move here"),
            ("22x8x18", "22x8x18 is not a legal move here"),
            ("22x8x18x18", "22x8x18x18 is not a legal move here"),
        ],
    )?;
    errors("W:Wc3:Bh8", MovementRules::RUSSIAN, &[("c3-e5", "c3-e5 is not a legal move here")])?;
    errors(
        "W:Wc3:Bb4,d4,f6",
        MovementRules::BRAZILIAN,
        &[("c3:a5", "c3:a5 takes too few pieces, the most must be taken: c3:e5:g7 (22x8x11x18)")],
    )?;
    Ok(())
}

#[test]
fn many_spellings_are_one_move() -> Result<()> {
    let read = |fen: &str, text: &str| -> Result<String> {
        Ok(fen.parse::<Position>()?.parse_move(text, MovementRules::RUSSIAN)?.to_string())
    };
    let fen = "W:Wc3,g3:Bd4,f6,h8";
    for text in ["c3:e5:g7", "c3xe5xg7", "C3-E5-G7", " c3 : g7 ", "22x15x8", "22-8", "22x8x18x11", "22x8x11x18"] {
        assert_eq!(read(fen, text)?, "c3:e5:g7", "{text}");
    }
    for text in ["g3-h4", "g3:h4", "24-20"] {
        assert_eq!(read("W:Wc3,g3:Bh8", text)?, "g3-h4", "{text}");
    }
    // Straight on over two pieces with two free squares between them: either will do, or none.
    for text in ["a1:c3:g7", "a1:d4:g7", "a1:e5:g7", "a1:g7"] {
        assert_eq!(read("W:WKa1:Bb2,f6,h8", text)?, "a1:c3:g7", "{text}");
    }
    assert!(read("W:WKa1:Bb2,f6,h8", "a1:c3:d4:g7").is_err());
    Ok(())
}

#[test]
fn two_ways_round_are_one_move_and_two_moves_are_ambiguous() -> Result<()> {
    // Round the square either way the same four pieces go, and the king ends where it began.
    let position: Position = "W:WKe1:Bd2,d4,f2,f4,h8".parse()?;
    let rules = MovementRules { kings_fly: false, ..MovementRules::RUSSIAN };
    let moves = position.legal_moves(rules);
    assert_eq!(moves.iter().map(Move::to_string).collect::<Vec<_>>(), ["e1:g3:e5:c3:e1"]);
    for text in ["e1:g3:e5:c3:e1", "e1:c3:e5:g3:e1", "e1:e1"] {
        assert_eq!(position.parse_move(text, rules)?, moves[0], "{text}");
    }
    // Two ways to h6 that take different pieces, and a printed path that is short for neither.
    let position: Position = "W:WKe7:Bc3,d4,g5,d6".parse()?;
    let rules = MovementRules::RUSSIAN;
    let error = position.parse_move("e7:h6", rules).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("e7:h6 may mean e7:b4:d2:h6 (7x12x10x16x22), e7:c5:e3:h6 (7x12x10x16x18)"));
    assert_eq!(position.parse_move("7x12x10x16x18", rules)?, position.parse_move("e7:e3:h6", rules)?);
    assert_ne!(position.parse_move("7x12x10x16x18", rules)?, position.parse_move("e7:d2:h6", rules)?);
    Ok(())
}

#[test]
fn a_path_in_full_goes_before_one_with_gaps() -> Result<()> {
    // From e3 straight over b6's row to a7 it takes one; a longer way round ends there as well.
    let position: Position = "W:WKe3:Bb2,d2,g3,b4,b6".parse()?;
    let moves: Vec<String> = position.legal_moves(MovementRules::RUSSIAN).iter().map(Move::to_string).collect();
    assert_eq!(moves, ["e3:a7", "e3:c1:a3:c5:a7", "e3:c1:a3:d6:h2"]);
    assert_eq!(position.parse_move("e3:a7", MovementRules::RUSSIAN)?.to_string(), "e3:a7");
    assert_eq!(position.parse_move("e3:c1:a7", MovementRules::RUSSIAN)?.to_string(), "e3:c1:a3:c5:a7");
    Ok(())
}
