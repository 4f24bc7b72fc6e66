//! Positions as text: FEN as in PDN 3.0, with the clocks.

use crate::{
    BLACK_MAN_SQUARES, Clocks, Color, MAX_PIECES_A_SIDE, Numbering, Position, Square, SquareError, WHITE_MAN_SQUARES,
};
use std::fmt;
use std::str::FromStr;

/// What a FEN says: a position, and the clocks if it gives them.
///
/// The clocks stay apart from each other and optional, so that a caller can put others in their
/// place; [`clocks`](Fen::clocks) says what they come to. Whether they can stand in a game is for
/// [`Clocks::check`] to say.
///
/// ```
/// use draughts::{Clocks, Fen};
///
/// let mut fen: Fen = "W:WKa5,Kg3,c3:BKf8,a3:H4:M17".parse()?;
/// assert_eq!(fen.clocks(), Clocks::new(4, 17));
/// fen.king_clock = Some(6);
/// assert_eq!(fen.to_string(), "W:WKg3,Ka5,c3:BKf8,a3:H6:M17");
/// # Ok::<(), draughts::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Fen {
    /// Where the pieces stand and who is to move.
    pub position: Position,
    /// The king clock (`:H4`), in plies.
    pub king_clock: Option<u16>,
    /// The material clock (`:M17`), in plies.
    pub material_clock: Option<u16>,
    /// The road clock (`:R4`), in plies.
    pub road_clock: Option<u16>,
}

impl Fen {
    /// A position with its clocks given.
    #[must_use]
    pub const fn new(position: Position, clocks: Clocks) -> Fen {
        Fen {
            position,
            king_clock: Some(clocks.king),
            material_clock: Some(clocks.material),
            road_clock: Some(clocks.road),
        }
    }

    /// The clocks. One that is not given is at zero; but the material clock counts every ply that
    /// another clock counts, so if it is not given it stands where the furthest of the others does.
    #[must_use]
    pub fn clocks(&self) -> Clocks {
        let (king, road) = (self.king_clock.unwrap_or(0), self.road_clock.unwrap_or(0));
        Clocks { king, material: self.material_clock.unwrap_or(king.max(road)), road }
    }

    /// The FEN as text, with squares in letters (`None`) or in numbers, and the clocks that are
    /// given; the road clock only if it runs.
    #[must_use]
    pub fn to_text(&self, numbering: Option<Numbering>) -> String {
        let mut text = self.position.to_fen(numbering);
        let road = self.road_clock.filter(|&plies| plies > 0);
        for (letter, clock) in [('H', self.king_clock), ('M', self.material_clock), ('R', road)] {
            if let Some(plies) = clock {
                text += &format!(":{letter}{plies}");
            }
        }
        text
    }
}

impl fmt::Display for Fen {
    /// The FEN with squares in letters and the clocks that are given.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text(None))
    }
}

impl FromStr for Fen {
    type Err = FenError;

    /// Reads a FEN whose numbers, if it has any, count 1 = b8 … 32 = g1.
    fn from_str(text: &str) -> Result<Fen, FenError> {
        FenReader::default().read(text)
    }
}

impl Position {
    /// The position as a FEN with squares in letters (`None`) or in numbers.
    #[must_use]
    pub fn to_fen(&self, numbering: Option<Numbering>) -> String {
        let name = |square: Square| match numbering {
            None => square.to_string(),
            Some(numbering) => square.number(numbering).to_string(),
        };
        let mut text = String::from(letter(self.side_to_move()));
        for color in [Color::White, Color::Black] {
            text += ":";
            text += letter(color);
            let kings = Square::of_set(self.kings_of(color)).map(|square| (square, "K"));
            let men = Square::of_set(self.men_of(color)).map(|square| (square, ""));
            for (i, (square, prefix)) in kings.chain(men).enumerate() {
                text += if i == 0 { "" } else { "," };
                text += prefix;
                text += &name(square);
            }
        }
        text
    }
}

impl fmt::Display for Position {
    /// The position as a FEN with squares in letters: `W:WKa5,c3:BKf8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_fen(None))
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN whose numbers, if it has any, count 1 = b8 … 32 = g1. Clocks are read and
    /// dropped; read a [`Fen`] to keep them.
    fn from_str(text: &str) -> Result<Position, FenError> {
        Ok(text.parse::<Fen>()?.position)
    }
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}

/// A part of the text that was read, to show where a fault is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The part as it was written, cut short if it is long.
    pub token: String,
    /// The character it starts at; the first of the text is 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.token.is_empty() {
            write!(f, "at column {}", self.column)
        } else {
            write!(f, "`{}` at column {}", self.token, self.column)
        }
    }
}

/// What is wrong with a FEN, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text starts with a bracket, but not as `[FEN "…"]`.
    #[error("{0}: with brackets, a FEN is written [FEN \"…\"]")]
    Wrapping(Place),
    /// The text does not begin with `W:` or `B:`.
    #[error("{0}: a FEN begins with the side to move, `W:` or `B:`")]
    NoSideToMove(Place),
    /// There is a side to move and no list of pieces.
    #[error("{0}: no pieces; they follow the side to move, as in W:WKa5,c3:BKf8")]
    NoPieces(Place),
    /// A field that is neither a side's pieces nor a clock.
    #[error("{0}: neither pieces (W…, B…) nor a clock (H…, M…, R…, F…)")]
    UnknownField(Place),
    /// A field that was there before.
    #[error("{0}: this field is here twice")]
    FieldTwice(Place),
    /// A comma with nothing before or after it.
    #[error("{0}: a square is missing here")]
    SquareMissing(Place),
    /// A square that there is not, or a light one.
    #[error("{0}: {1}")]
    Square(Place, SquareError),
    /// A range whose ends are letters, are a king and a man, or go backward.
    #[error("{0}: a range goes from a number up to another, as in 21-32 or K1-3")]
    Range(Place),
    /// A square that is taken already.
    #[error("{0}: two pieces stand on {1}")]
    TwoPieces(Place, Square),
    /// A man where it would have been crowned.
    #[error("{0}: a {1} man cannot stand on {2}, its last row; write K for a king")]
    ManOnLastRow(Place, Color, Square),
    /// A thirteenth piece.
    #[error("{0}: {1} has more than twelve pieces")]
    TooManyPieces(Place, Color),
    /// A clock that is not a whole number below 65536.
    #[error("{0}: a clock is a whole number of plies, as in H4")]
    ClockNotANumber(Place),
}

/// A part of a text that knows where it came from.
#[derive(Clone, Copy)]
struct Token<'a> {
    whole: &'a str,
    /// Byte offsets, both on the border of a character.
    start: usize,
    end: usize,
}

impl<'a> Token<'a> {
    fn new(whole: &'a str) -> Token<'a> {
        Token { whole, start: 0, end: whole.len() }
    }

    fn text(&self) -> &'a str {
        &self.whole[self.start..self.end]
    }

    /// Leaves `front` and `back` bytes out.
    fn cut(&self, front: usize, back: usize) -> Token<'a> {
        Token { start: self.start + front, end: self.end - back, ..*self }
    }

    fn trim(&self) -> Token<'a> {
        let (text, from_start) = (self.text(), self.text().trim_start());
        self.cut(text.len() - from_start.len(), from_start.len() - from_start.trim_end().len())
    }

    /// The parts between separators, blanks around them left out; at least one.
    fn split(self, separator: char) -> impl Iterator<Item = Token<'a>> {
        let mut start = self.start;
        self.text().split(separator).map(move |part| {
            let token = Token { start, end: start + part.len(), ..self };
            start = token.end + separator.len_utf8();
            token.trim()
        })
    }

    /// The first letter in upper case, if it is one of ASCII's, and what follows it.
    fn first_letter(&self) -> Option<(char, Token<'a>)> {
        let first = self.text().chars().next().filter(char::is_ascii_alphabetic)?;
        Some((first.to_ascii_uppercase(), self.cut(1, 0).trim()))
    }

    fn place(&self) -> Place {
        const LONGEST: usize = 24;
        let mut token: String = self.text().chars().take(LONGEST).collect();
        if token.len() < self.text().len() {
            token.push('…');
        }
        Place { token, column: self.whole[..self.start].chars().count() + 1 }
    }
}

/// Reads FENs. Squares may be in letters or numbers, in one FEN even; the reader knows how numbers count.
///
/// Beyond the letter of PDN 3.0 it takes either colour first, no list for a side without pieces,
/// any letter case, blanks between the parts, a closing dot and `[FEN "…"]` around it all.
///
/// ```
/// use draughts::{FenReader, Numbering};
///
/// let fen = FenReader { numbering: Numbering::A1 }.read("B:W1-3,K4:BK32")?;
/// assert_eq!(fen.to_string(), "B:WKg1,a1,c1,e1:BKh8");
/// # Ok::<(), draughts::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FenReader {
    /// What the numbers of squares count from.
    pub numbering: Numbering,
}

impl FenReader {
    /// Reads a FEN.
    ///
    /// # Errors
    /// If the text is no FEN, or its pieces cannot stand so on a board. The clocks are not checked
    /// against any limit; see [`Clocks::check`].
    pub fn read(&self, text: &str) -> Result<Fen, FenError> {
        let mut inside = unwrapped(Token::new(text).trim())?;
        if inside.text().ends_with('.') {
            inside = inside.cut(0, 1).trim();
        }
        let mut fields = inside.split(':');
        let first = fields.next().unwrap_or(inside);
        let side_to_move = match first.text() {
            "W" | "w" => Color::White,
            "B" | "b" => Color::Black,
            _ => return Err(FenError::NoSideToMove(first.place())),
        };

        let mut board = Board::default();
        let (mut king, mut material, mut road, mut ignored) = (None, None, None, None);
        for field in fields {
            let unknown = || FenError::UnknownField(field.place());
            let (letter, rest) = field.first_letter().ok_or_else(unknown)?;
            let clock = match letter {
                'W' => {
                    self.read_pieces(&mut board, Color::White, field, rest)?;
                    continue;
                }
                'B' => {
                    self.read_pieces(&mut board, Color::Black, field, rest)?;
                    continue;
                }
                'H' => &mut king,
                'M' => &mut material,
                'R' => &mut road,
                'F' => &mut ignored,
                _ => return Err(unknown()),
            };
            let digits = rest.text().bytes().all(|b| b.is_ascii_digit());
            let plies: Option<u16> = rest.text().parse().ok().filter(|_| digits);
            let plies = plies.ok_or_else(|| FenError::ClockNotANumber(field.place()))?;
            if clock.replace(plies).is_some() {
                return Err(FenError::FieldTwice(field.place()));
            }
        }
        if board.listed == [false; 2] {
            return Err(FenError::NoPieces(inside.place()));
        }
        let [white, black] = board.pieces;
        let position = Position::from_sound_sets(white, black, board.kings, side_to_move);
        Ok(Fen { position, king_clock: king, material_clock: material, road_clock: road })
    }

    fn read_pieces(&self, board: &mut Board, color: Color, field: Token<'_>, list: Token<'_>) -> Result<(), FenError> {
        if std::mem::replace(&mut board.listed[color.index()], true) {
            return Err(FenError::FieldTwice(field.place()));
        }
        if list.text().is_empty() {
            return Ok(());
        }
        for token in list.split(',') {
            let (king, squares) = strip_king(token);
            match squares.text().split_once('-') {
                None => board.put(token, self.square(token, squares)?, color, king)?,
                Some(_) => {
                    for number in self.range(token, king, squares)? {
                        let square = Square::from_number(number, self.numbering)
                            .ok_or_else(|| FenError::Square(token.place(), SquareError::OffBoard))?;
                        board.put(token, square, color, king)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn square(&self, token: Token<'_>, square: Token<'_>) -> Result<Square, FenError> {
        if square.text().is_empty() {
            return Err(FenError::SquareMissing(token.place()));
        }
        Square::parse(square.text(), self.numbering).map_err(|error| FenError::Square(token.place(), error))
    }

    fn range(&self, token: Token<'_>, king: bool, range: Token<'_>) -> Result<std::ops::RangeInclusive<u8>, FenError> {
        let wrong = || FenError::Range(token.place());
        let mut ends = range.split('-');
        let (Some(first), Some(last), None) = (ends.next(), ends.next(), ends.next()) else { return Err(wrong()) };
        let (king_again, last) = strip_king(last);
        let is_number = |end: Token<'_>| end.text().bytes().all(|b| b.is_ascii_digit());
        if king_again && !king || !is_number(first) || !is_number(last) {
            return Err(wrong());
        }
        let number = |end| self.square(token, end).map(|square| square.number(self.numbering));
        let (first, last) = (number(first)?, number(last)?);
        if first > last { Err(wrong()) } else { Ok(first..=last) }
    }
}

/// Whether the token begins with a K, and what follows it.
fn strip_king(token: Token<'_>) -> (bool, Token<'_>) {
    match token.first_letter() {
        Some(('K', rest)) => (true, rest),
        _ => (false, token),
    }
}

/// What stands between the quotes of `[FEN "…"]`, or the text itself if it has no brackets.
fn unwrapped(text: Token<'_>) -> Result<Token<'_>, FenError> {
    if !text.text().starts_with('[') {
        return Ok(text);
    }
    let wrong = || FenError::Wrapping(text.place());
    let inner = text.text().strip_prefix('[').and_then(|t| t.strip_suffix(']')).ok_or_else(wrong)?;
    let (name, quoted) = inner.split_once('"').ok_or_else(wrong)?;
    let inside = quoted.trim_end().strip_suffix('"').ok_or_else(wrong)?;
    if !name.trim().eq_ignore_ascii_case("FEN") || inside.contains('"') {
        return Err(wrong());
    }
    let front = 1 + name.len() + 1;
    Ok(text.cut(front, text.text().len() - front - inside.len()).trim())
}

/// The pieces read so far.
#[derive(Default)]
struct Board {
    pieces: [u32; 2],
    kings: u32,
    listed: [bool; 2],
}

impl Board {
    fn put(&mut self, token: Token<'_>, square: Square, color: Color, king: bool) -> Result<(), FenError> {
        let man_squares = if color == Color::White { WHITE_MAN_SQUARES } else { BLACK_MAN_SQUARES };
        if (self.pieces[0] | self.pieces[1]) & square.bit() != 0 {
            return Err(FenError::TwoPieces(token.place(), square));
        }
        if !king && man_squares & square.bit() == 0 {
            return Err(FenError::ManOnLastRow(token.place(), color, square));
        }
        let own = &mut self.pieces[color.index()];
        *own |= square.bit();
        if own.count_ones() > u32::from(MAX_PIECES_A_SIDE) {
            return Err(FenError::TooManyPieces(token.place(), color));
        }
        self.kings |= if king { square.bit() } else { 0 };
        Ok(())
    }
}
