//! A game under the rules: legal moves only, clocks, repetitions, the end.

use crate::{ClockError, ClockKind, Clocks, Color, Move, MoveTextError, Position, RuleSet};
use std::fmt;

/// A game from some position on.
///
/// ```
/// use draughts::{Color, Ending, Game, Position, RuleSet};
///
/// let position: Position = "W:WKc1:Bf4,f6,h6".parse()?;
/// let mut game = Game::new(RuleSet::russian(), position);
/// assert_eq!(game.legal_moves().len(), 2);
/// game.play_text("c1:g5:d8")?;
/// assert_eq!((game.plies(), game.ending()), (1, None));
/// game.play_text("h6-g5")?;
/// game.play_text("d8:h4")?;
/// assert_eq!(game.ending(), Some(Ending::Loss(Color::Black)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: RuleSet,
    position: Position,
    clocks: Clocks,
    plies: u32,
    ending: Option<Ending>,
    /// The positions since the last move that cannot be taken back, the present one the last.
    since: Vec<Position>,
}

/// How a game ended. Everything but a loss is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Ending {
    /// This side is to move and has no move.
    Loss(Color),
    /// The king clock reached its limit.
    KingClock,
    /// The material clock reached the limit of the material on the board.
    MaterialClock,
    /// The road clock reached its limit.
    RoadClock,
    /// The same position with the same side to move is on the board for the third time.
    Repetition,
}

impl From<ClockKind> for Ending {
    /// The draw by a clock that has run out.
    fn from(clock: ClockKind) -> Ending {
        match clock {
            ClockKind::King => Ending::KingClock,
            ClockKind::Material => Ending::MaterialClock,
            ClockKind::Road => Ending::RoadClock,
        }
    }
}

impl Ending {
    /// How a game has ended that comes to a position with these clocks, if it has. Repetitions are for
    /// whoever knows what was on the board before, such as a [`Game`].
    #[must_use]
    pub fn at(position: &Position, clocks: Clocks, rules: &RuleSet) -> Option<Ending> {
        if !position.has_legal_move(rules.movement) {
            return Some(Ending::Loss(position.side_to_move()));
        }
        clocks.run_out(rules, position.class()).map(Ending::from)
    }

    /// One word for it, for programs to read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Loss(_) => "no-move",
            Ending::KingClock => "king-clock",
            Ending::MaterialClock => "material-clock",
            Ending::RoadClock => "road-clock",
            Ending::Repetition => "repetition",
        }
    }

    /// The side that won, or `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Ending::Loss(loser) => Some(loser.other()),
            _ => None,
        }
    }

    /// Whether nobody won.
    #[must_use]
    pub const fn is_draw(self) -> bool {
        self.winner().is_none()
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Loss(loser) => write!(f, "{loser} has no move and has lost"),
            Ending::KingClock => f.write_str("drawn: the king clock reached its limit"),
            Ending::MaterialClock => f.write_str("drawn: the material clock reached its limit"),
            Ending::RoadClock => f.write_str("drawn: the road clock reached its limit"),
            Ending::Repetition => f.write_str("drawn: the position is on the board for the third time"),
        }
    }
}

/// Why a move was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Ending),
    /// The move is not one of this position.
    #[error("{0} is not a legal move here")]
    Illegal(Move),
    /// The text names no legal move.
    #[error(transparent)]
    Text(#[from] MoveTextError),
}

impl Game {
    /// A game with all clocks at zero.
    #[must_use]
    pub fn new(rules: RuleSet, position: Position) -> Game {
        Game::started(rules, position, Clocks::ZERO)
    }

    /// A game that goes on with clocks that run already. What was on the board before is not known,
    /// so no position of that time counts as repeated.
    ///
    /// # Errors
    /// If no game can be going on with these clocks, see [`Clocks::check`].
    pub fn with_clocks(rules: RuleSet, position: Position, clocks: Clocks) -> Result<Game, ClockError> {
        clocks.check(&rules, &position)?;
        Ok(Game::started(rules, position, clocks))
    }

    fn started(rules: RuleSet, position: Position, clocks: Clocks) -> Game {
        let mut game = Game { rules, position, clocks, plies: 0, ending: None, since: vec![position] };
        game.ending = game.judge();
        game
    }

    /// Plays a move, and judges whether it ends the game.
    ///
    /// # Errors
    /// If the game is over or the move is not legal; nothing changes then.
    pub fn play(&mut self, m: &Move) -> Result<Option<Ending>, PlayError> {
        if let Some(ending) = self.ending {
            return Err(PlayError::Over(ending));
        }
        if !self.position.legal_moves(self.rules.movement).contains(m) {
            return Err(PlayError::Illegal(*m));
        }
        self.clocks = self.clocks.after(&self.position, m, &self.rules);
        self.position = self.position.after(m);
        self.plies = self.plies.saturating_add(1);
        // No position from before a capture or a man's move can come back.
        if !m.is_quiet_king_move() {
            self.since.clear();
        }
        self.since.push(self.position);
        self.ending = self.judge();
        Ok(self.ending)
    }

    /// Plays the move that a text names, see [`Position::parse_move`].
    ///
    /// # Errors
    /// If the game is over or the text names no legal move; nothing changes then.
    pub fn play_text(&mut self, text: &str) -> Result<Move, PlayError> {
        if let Some(ending) = self.ending {
            return Err(PlayError::Over(ending));
        }
        let m = self.position.parse_move(text, self.rules.movement)?;
        self.play(&m)?;
        Ok(m)
    }

    fn judge(&self) -> Option<Ending> {
        Ending::at(&self.position, self.clocks, &self.rules).or_else(|| {
            let times = self.since.iter().filter(|&&position| position == self.position).count();
            (times >= 3).then_some(Ending::Repetition)
        })
    }

    /// The rules of the game.
    #[must_use]
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What the clocks show.
    #[must_use]
    pub const fn clocks(&self) -> Clocks {
        self.clocks
    }

    /// Number of plies played since the game was set up.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// How the game ended, or `None` while it goes on.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The moves that can be played: none once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.ending.is_some() { Vec::new() } else { self.position.legal_moves(self.rules.movement) }
    }
}
