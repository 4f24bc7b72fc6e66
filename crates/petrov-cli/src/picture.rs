//! A small picture of the board.

use draughts::{Color, Position, Square};

/// The board as eight lines and the letters of the files: `w` and `b` men, `W` and `B` kings, dots
/// the free dark squares.
pub(crate) fn picture(position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = (0..8)
        .rev()
        .map(|rank| {
            let squares: Vec<&str> = (0..8).map(|file| letter(position, file, rank)).collect();
            format!("{} {}", rank + 1, squares.join(" ")).trim_end().to_owned()
        })
        .collect();
    lines.push("  a b c d e f g h".to_owned());
    lines
}

fn letter(position: &Position, file: u8, rank: u8) -> &'static str {
    let Some(square) = Square::at(file, rank) else { return " " };
    let is_in = |set: u32| set & square.bit() != 0;
    match (is_in(position.white()), is_in(position.pieces(Color::Black)), is_in(position.kings())) {
        (true, _, false) => "w",
        (true, _, true) => "W",
        (_, true, false) => "b",
        (_, true, true) => "B",
        _ => ".",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_stand_where_they_stand() {
        let position: Position = "W:WKa1,c3:BKh8,g7".parse().expect("a position");
        let lines = picture(&position);
        assert_eq!(lines[0], "8   .   .   .   B");
        assert_eq!(lines[1], "7 .   .   .   b");
        assert_eq!(lines[5], "3 .   w   .   .");
        assert_eq!(lines[7], "1 W   .   .   .");
    }
}
