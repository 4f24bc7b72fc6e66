//! FENs that are read, and those that are refused.

use draughts::{Clocks, Fen, FenReader, Numbering, Position};

fn read(text: &str) -> Result<String, String> {
    text.parse::<Fen>().map(|fen| fen.to_string()).map_err(|error| error.to_string())
}

#[test]
fn many_spellings_are_one_position() {
    let expected = Ok("W:WKg3,Ka5,c3:BKf8,a3".to_owned());
    for text in [
        "W:WKa5,Kg3,c3:BKf8,a3",
        "W:BKf8,a3:WKa5,Kg3,c3",
        "w:wka5,kg3,C3:bKF8,A3",
        "  W : W Ka5 , K g3,c3 : B Kf8, a3 . ",
        "[FEN \"W:WKa5,Kg3,c3:BKf8,a3.\"]",
        "[fen \" W:WKa5,Kg3,c3:BKf8,a3 \" ]",
        "W:WK13,K24,22:BK3,21",
        "W:WK13,Kg3,22:BKf8,21",
        "W:WKa5,Kg3,c3:BKf8,a3:F12",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn a_side_may_be_empty_or_left_out() {
    for text in ["W:W:BKa3", "W:BKa3:W", "W:BKa3"] {
        assert_eq!(read(text), Ok("W:W:BKa3".to_owned()), "{text}");
    }
    assert_eq!(read("B:W:B"), Ok("B:W:B".to_owned()));
}

#[test]
fn ranges_count_along_the_numbers() {
    assert_eq!("W:W21-32:B1-12".parse(), Ok(Position::start()));
    let from_a1 = FenReader { numbering: Numbering::A1 }.read("W:W1-12:B21-32");
    assert_eq!(from_a1.map(|fen| fen.position), Ok(Position::start()));
    assert_eq!(read("W:WK1-3,21:B"), Ok("W:WKb8,Kd8,Kf8,a3:B".to_owned()));
    assert_eq!(read("W:WK1-K3, 21 - 21:B"), Ok("W:WKb8,Kd8,Kf8,a3:B".to_owned()));
}

#[test]
fn clocks_are_read_in_any_order() {
    let clocks = |text: &str| text.parse::<Fen>().map(|fen| fen.clocks());
    assert_eq!(clocks("W:WKa1:BKh8"), Ok(Clocks::ZERO));
    assert_eq!(clocks("W:WKa1:BKh8:H4"), Ok(Clocks::new(4, 4)));
    assert_eq!(clocks("W:WKa1:BKh8:R4:H2"), Ok(Clocks { king: 2, material: 4, road: 4 }));
    assert_eq!(clocks("W:WKa1:BKh8:M17"), Ok(Clocks::new(0, 17)));
    assert_eq!(clocks("W:h 4:WKa1:m17:BKh8:F3:R2."), Ok(Clocks { king: 4, material: 17, road: 2 }));
    let fen = Fen::new(Position::start(), Clocks::new(3, 8));
    assert_eq!(fen.to_string().parse(), Ok(Fen { road_clock: None, ..fen }));
    assert!(fen.to_text(Some(Numbering::B8)).ends_with(":B9,10,11,12,5,6,7,8,1,2,3,4:H3:M8"));
}

#[test]
fn faults_are_named_with_their_place() {
    let long = format!("W:W{}", "x".repeat(100));
    for (text, message) in [
        ("", "at column 1: a FEN begins with the side to move, `W:` or `B:`"),
        (" WKa5:BKf8", "`WKa5` at column 2: a FEN begins with the side to move, `W:` or `B:`"),
        ("W", "`W` at column 1: no pieces; they follow the side to move, as in W:WKa5,c3:BKf8"),
        ("W:H3", "`W:H3` at column 1: no pieces; they follow the side to move, as in W:WKa5,c3:BKf8"),
        ("[FEN W:WKa1]", "`[FEN W:WKa1]` at column 1: with brackets, a FEN is written [FEN \"…\"]"),
        ("[PGN \"W:WKa1\"]", "`[PGN \"W:WKa1\"]` at column 1: with brackets, a FEN is written [FEN \"…\"]"),
        ("W:WKa1::B", "at column 8: neither pieces (W…, B…) nor a clock (H…, M…, R…, F…)"),
        ("W:WKa1:X3", "`X3` at column 8: neither pieces (W…, B…) nor a clock (H…, M…, R…, F…)"),
        ("W:WKa1:é", "`é` at column 8: neither pieces (W…, B…) nor a clock (H…, M…, R…, F…)"),
        ("W:WKa1:WKc1", "`WKc1` at column 8: this field is here twice"),
        ("W:WKa1:H3:H3", "`H3` at column 11: this field is here twice"),
        ("W:WKa1,,c3", "at column 8: a square is missing here"),
        ("W:WK,c3", "`K` at column 4: a square is missing here"),
        ("W:Wc3,a2", "`a2` at column 7: a light square, where no piece can stand"),
        ("W:W é1", "`é1` at column 5: not a square; squares are written like `c3` or as a number from 1 to 32"),
        ("W:WK33", "`K33` at column 4: not on the board, which goes from a1 to h8, or from 1 to 32 in numbers"),
        ("W:W30-33", "`30-33` at column 4: not on the board, which goes from a1 to h8, or from 1 to 32 in numbers"),
        ("W:Wa1-g1", "`a1-g1` at column 4: a range goes from a number up to another, as in 21-32 or K1-3"),
        ("W:W21-K23", "`21-K23` at column 4: a range goes from a number up to another, as in 21-32 or K1-3"),
        ("W:W23-21", "`23-21` at column 4: a range goes from a number up to another, as in 21-32 or K1-3"),
        ("W:W21-22-23", "`21-22-23` at column 4: a range goes from a number up to another, as in 21-32 or K1-3"),
        ("W:WKa1:BKh8,a1", "`a1` at column 13: two pieces stand on a1"),
        ("W:Wb8", "`b8` at column 4: a white man cannot stand on b8, its last row; write K for a king"),
        ("W:B20-32", "`20-32` at column 4: a black man cannot stand on a1, its last row; write K for a king"),
        ("W:W20-32", "`20-32` at column 4: white has more than twelve pieces"),
        ("W:WKa1:H", "`H` at column 8: a clock is a whole number of plies, as in H4"),
        ("W:WKa1:M-1", "`M-1` at column 8: a clock is a whole number of plies, as in H4"),
        ("W:WKa1:M+1", "`M+1` at column 8: a clock is a whole number of plies, as in H4"),
        ("W:WKa1:R65536", "`R65536` at column 8: a clock is a whole number of plies, as in H4"),
        ("W:WKa1:Fx", "`Fx` at column 8: a clock is a whole number of plies, as in H4"),
    ] {
        assert_eq!(read(text), Err(message.to_owned()), "{text}");
    }
    assert!(read(&long).is_err_and(|message| message.len() < 150 && message.contains('…')));
}
