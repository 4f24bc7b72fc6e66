//! An oracle for the tests: the game played out on its clocks, in the plainest way there is.
//!
//! It knows `draughts` (the moves, the limits as data) and nothing of tables, indices, slices,
//! needs or retrograde steps. What a position is worth is read off the rules:
//!
//! 1. a side to move that has no move has lost;
//! 2. else, if a clock stands at its limit, the game is drawn;
//! 3. else the side to move wins if some move leads to a position that is lost for the opponent,
//!    loses if every move leads to one that is won for the opponent, and draws otherwise.
//!
//! This is a recursion that ends, since every ply leaves less of the material clock or makes a
//! smaller class. It is done as loops: for a whole class at once, first with no ply left on the
//! material clock, then with one ply left, with two, … up to the limit, each time from the values
//! one ply nearer to the end. The king clocks are done side by side, one bit of a word for each.
//!
//! In a class without a limit on the material clock the same loops ask what is worth what in a game
//! that is called a draw after so many plies. Each answer follows from the last by one rule, so as
//! soon as two are equal, all that come are, and that is the answer for a game without such an end.

#![allow(dead_code)] // Each test uses its own part.

use draughts::{Clocks, Color, MaterialClass, Move, Position, RuleSet, Square, lone_king_on_road};
use std::borrow::Cow;
use std::collections::HashMap;

/// What the side to move gets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) enum Outcome {
    /// The opponent can force a win.
    Loss,
    /// Nobody can.
    Draw,
    /// The side to move can force a win.
    Win,
}

/// The game under some rules, with what has been worked out of it so far: class by class, when a
/// position of it is first asked for. Meant for up to four pieces: seconds and a hundred megabytes or
/// so for a class with those below it; with three, hundredths of a second.
pub(crate) struct PlainGame {
    rules: RuleSet,
    classes: HashMap<MaterialClass, Vec<(Place, Worth)>>,
    /// The same movement and no limit at all.
    clockless: Option<Box<PlainGame>>,
}

/// A position's [`number`], its road clock, and the plies left on the material clock. What is worked
/// out of a class is a list, in order, of places where what a position is worth differs from what it
/// is worth with one ply less, beginning from a draw.
type Place = (u32, u16, u16);

/// At which king clocks a position is won and lost: bit `k` stands for king clock `k`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Worth {
    win: u128,
    loss: u128,
}

/// What a legal move comes to.
enum Step {
    /// A capture or a crowning: all clocks at zero, in another class. What the opponent gets there.
    Conversion(Outcome),
    /// A quiet move, to a position of the same class.
    Quiet {
        /// The cell of that position with the road clock at zero.
        cell: u32,
        /// A king moved, so the king clock runs on; else it goes back to zero.
        king: bool,
        /// The lone king was and is on the road, so the road clock runs on; else it goes back to zero.
        road: bool,
    },
}

impl PlainGame {
    /// A game of which nothing is worked out yet.
    pub(crate) fn new(rules: RuleSet) -> PlainGame {
        PlainGame { rules, classes: HashMap::new(), clockless: None }
    }

    /// What the side to move gets with the clocks at these readings. They may stand at their limits,
    /// and the king clock may be ahead of the material clock. A clock that no rule counts in this
    /// position is not looked at.
    pub(crate) fn outcome(&mut self, position: &Position, clocks: Clocks) -> Outcome {
        let class = position.class();
        if !self.classes.contains_key(&class) {
            let changes = self.play_out(class);
            self.classes.insert(class, changes);
        }
        let king = self.rules.king_limit.map_or(0, |limit| clocks.king.min(limit.into()));
        let road = road_limit(&self.rules, position).map_or(0, |limit| clocks.road.min(limit));
        let left = self.rules.material_limit(class).map_or(u16::MAX, |l| u16::from(l).saturating_sub(clocks.material));

        let changes = &self.classes[&class];
        let number = number(position) as u32;
        let last = changes.partition_point(|&(place, _)| place <= (number, road, left));
        match changes[..last].last() {
            Some(((n, r, _), worth)) if (*n, *r) == (number, road) => worth.at(king),
            _ => Outcome::Draw,
        }
    }

    /// What the side to move gets in a game that no clock ever ends.
    pub(crate) fn without_clocks(&mut self, position: &Position) -> Outcome {
        let rules = &self.rules;
        let game = self.clockless.get_or_insert_with(|| {
            let (material_limits, rules) = (Cow::Borrowed(&[][..]), rules.clone());
            Box::new(PlainGame::new(RuleSet { king_limit: None, material_limits, road_limit: None, ..rules }))
        });
        game.outcome(position, Clocks::ZERO)
    }

    /// The least that must be left on the king, the material and the road clock for the outcome to
    /// be what it is with all clocks at zero: all such triples of which none does with less than
    /// another, in growing order; none for a draw. A clock that no rule counts here gives 0.
    /// Found by trying all.
    pub(crate) fn needs(&mut self, position: &Position) -> Vec<[u16; 3]> {
        let limits = [
            self.rules.king_limit.map_or(0, u16::from),
            self.rules.material_limit(position.class()).map_or(0, u16::from),
            road_limit(&self.rules, position).unwrap_or(0),
        ];
        let outcome = self.outcome(position, Clocks::ZERO);
        let mut needs: Vec<[u16; 3]> = Vec::new();
        if outcome == Outcome::Draw {
            return needs;
        }
        for king in 0..=limits[0] {
            for material in 0..=limits[1] {
                for road in 0..=limits[2] {
                    let left = [king, material, road];
                    if needs.iter().any(|need| (0..3).all(|i| need[i] <= left[i])) {
                        continue;
                    }
                    let [king, material, road] = [0, 1, 2].map(|i| limits[i] - left[i]);
                    if self.outcome(position, Clocks { king, material, road }) == outcome {
                        needs.push(left);
                    }
                }
            }
        }
        needs
    }

    /// Works out a class, and first those that its conversions lead to.
    fn play_out(&mut self, class: MaterialClass) -> Vec<(Place, Worth)> {
        // The king clocks that can be seen at all, and those at which the game still goes on, as bits.
        // If nothing counts king moves, the clock stands at zero for ever.
        let (seen, going_on) = match self.rules.king_limit {
            Some(limit) => ((2 << limit) - 1, (1 << limit) - 1),
            None => (1, 1),
        };
        let king_clock_runs = u32::from(self.rules.king_limit.is_some());

        // A position has a cell for each road clock it can stand at, limit included, in their order:
        // just one, unless the lone king is on the road.
        let positions: Vec<Position> = positions(class).collect();
        let mut first_cells = vec![u32::MAX; 2 << (5 * class.pieces())];
        let mut cells = 0;
        for position in &positions {
            first_cells[number(position)] = cells;
            cells += 1 + u32::from(road_limit(&self.rules, position).unwrap_or(0));
        }

        let mut steps: Vec<Vec<Step>> = Vec::new();
        for position in &positions {
            let moves = position.legal_moves(self.rules.movement);
            let on_road = road_limit(&self.rules, position).is_some();
            let step = |m: &Move| {
                let after = position.after(m);
                if m.is_conversion() {
                    return Step::Conversion(self.outcome(&after, Clocks::ZERO));
                }
                let road = on_road && road_limit(&self.rules, &after).is_some();
                Step::Quiet { cell: first_cells[number(&after)], king: m.is_quiet_king_move(), road }
            };
            steps.push(moves.iter().map(step).collect());
        }

        // What each cell is worth with so many plies left on the material clock as were last looked at.
        let mut now = vec![Worth { win: 0, loss: 0 }; cells as usize];
        let mut changes = Vec::new();
        for left in 0..=self.rules.material_limit(class).map_or(u16::MAX, u16::from) {
            let one_less = now.clone();
            let mut changed = false;
            for (position, steps) in positions.iter().zip(&steps) {
                let number = number(position);
                let road_limit = road_limit(&self.rules, position);
                for road_clock in 0..=road_limit.unwrap_or(0) {
                    let worth = if steps.is_empty() {
                        // Lost, whatever the clocks say.
                        Worth { win: 0, loss: seen }
                    } else if left == 0 || road_limit == Some(road_clock) {
                        Worth { win: 0, loss: 0 }
                    } else {
                        best(steps, &one_less, road_clock.into(), king_clock_runs, going_on)
                    };
                    let cell = first_cells[number] as usize + usize::from(road_clock);
                    if worth != now[cell] {
                        now[cell] = worth;
                        changes.push(((number as u32, road_clock, left), worth));
                        changed = true;
                    }
                }
            }
            // With one ply left and more, each answer follows from the last by the same rule, so if
            // one is as the last was, so are all that come.
            if !changed && left > 0 {
                break;
            }
        }
        changes.sort_unstable_by_key(|&(place, _)| place);
        changes.shrink_to_fit();
        changes
    }
}

impl Worth {
    fn at(&self, king_clock: u16) -> Outcome {
        match (self.win >> king_clock & 1, self.loss >> king_clock & 1) {
            (0, 0) => Outcome::Draw,
            (_, 0) => Outcome::Win,
            _ => Outcome::Loss,
        }
    }
}

/// What the side to move can get with these moves, if `one_less` is what every cell is worth after
/// one of them. The game goes on at the king clocks of `going_on`.
fn best(steps: &[Step], one_less: &[Worth], road_clock: u32, king_clock_runs: u32, going_on: u128) -> Worth {
    let at_all_clocks_if = |condition: bool| if condition { going_on } else { 0 };
    let (mut some_lost, mut all_won) = (0, going_on);
    for step in steps {
        let opponent = match *step {
            Step::Conversion(outcome) => Worth {
                win: at_all_clocks_if(outcome == Outcome::Win),
                loss: at_all_clocks_if(outcome == Outcome::Loss),
            },
            Step::Quiet { cell, king, road } => {
                let then = one_less[(cell + if road { road_clock + 1 } else { 0 }) as usize];
                if king {
                    // What is bit k + 1 after the move is bit k before it.
                    Worth { win: then.win >> king_clock_runs, loss: then.loss >> king_clock_runs }
                } else {
                    // From whatever it was, the king clock goes to zero.
                    Worth { win: at_all_clocks_if(then.win & 1 != 0), loss: at_all_clocks_if(then.loss & 1 != 0) }
                }
            }
        };
        some_lost |= opponent.loss & going_on;
        all_won &= opponent.win;
    }
    Worth { win: some_lost, loss: all_won }
}

/// The limit of the road clock, if it can run in a position.
fn road_limit(rules: &RuleSet, position: &Position) -> Option<u16> {
    rules.road_limit(position.class()).filter(|_| lone_king_on_road(position)).map(u16::from)
}

/// All readings of the clocks at which a game can be going on in a class: each clock below its
/// limit, none ahead of the material clock. Where there is no limit on the material clock, it shows
/// what the furthest of the others does. Those with a road clock above zero are for the positions
/// with the lone king on the road only.
pub(crate) fn readings(rules: &RuleSet, class: MaterialClass) -> Vec<Clocks> {
    let kings = u16::from(rules.king_limit.unwrap_or(1));
    let roads = u16::from(rules.road_limit(class).unwrap_or(1));
    let mut readings = Vec::new();
    for king in 0..kings {
        for road in 0..roads {
            let least = king.max(road);
            for material in least..rules.material_limit(class).map_or(least + 1, u16::from) {
                readings.push(Clocks { king, material, road });
            }
        }
    }
    readings
}

/// All positions of a class, with either side to move: every way to put its pieces on the board.
pub(crate) fn positions(class: MaterialClass) -> impl Iterator<Item = Position> {
    (0..2 << (5 * class.pieces())).filter_map(move |number| numbered(class, number))
}

/// The number of a position in its class: its squares as digits to the base 32, White's kings
/// before White's men, Black's kings and Black's men, the side to move in front.
fn number(position: &Position) -> usize {
    let mut number = position.side_to_move().index();
    for color in [Color::White, Color::Black] {
        for set in [position.kings_of(color), position.men_of(color)] {
            for square in Square::of_set(set) {
                number = 32 * number + usize::from(square.index());
            }
        }
    }
    number
}

/// The position of a class with this number, if there is one: many numbers put two pieces on one
/// square or a man on its last row, or name the squares of like pieces in another order.
fn numbered(class: MaterialClass, number: usize) -> Option<Position> {
    let mut digits = (0..class.pieces()).rev().map(|place| number >> (5 * place) & 31);
    let [white_kings, white_men, black_kings, black_men] =
        [class.white_kings, class.white_men, class.black_kings, class.black_men]
            .map(|count| digits.by_ref().take(count.into()).fold(0u32, |set, square| set | 1 << square));
    let side_to_move = if number >> (5 * class.pieces()) == 0 { Color::White } else { Color::Black };
    let (white, black) = (white_kings | white_men, black_kings | black_men);
    let position = Position::new(white, black, white_kings | black_kings, side_to_move).ok()?;
    (position.class() == class && self::number(&position) == number).then_some(position)
}
