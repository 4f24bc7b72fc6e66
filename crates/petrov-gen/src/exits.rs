//! What leaves a slice: captures, crownings and quiet moves of men.

use crate::captures::{Captures, sides_of};
use crate::class_values::ClassValues;
use crate::code::{self, CLOSED, LOSS, UNDECIDED};
use crate::needs::CAPTURE;
use crate::slice::{Cell, Limits, NEVER_LOST, Slice, won_stamp};
use crate::smaller::SmallerTables;
use draughts::board::{DIRECTIONS, NEIGHBOUR, NO_SQUARE, shift};
use draughts::generate::far_row;
use draughts::{Color, Movement};
use petrov_table::cpu::Cpu;
use petrov_table::{Outcome, Pieces};

/// What the exits of a slice lead to.
pub(crate) struct Surroundings<'a> {
    /// The tables of captures and crownings.
    pub(crate) smaller: &'a SmallerTables,
    /// The class in hand, in which slices nearer to crowning are solved.
    pub(crate) values: &'a ClassValues,
    /// What the clocks allow.
    pub(crate) limits: Limits,
    /// The captures of the rule set.
    pub(crate) captures: Captures,
}

/// A step of a man, which any placement of the kings allows that leaves its target free.
struct ManStep {
    target: u32,
    leads_to: Target,
}

enum Target {
    /// The man is crowned: the pieces without the kings, and the new king.
    Crowning { men_left: u32, king: u32 },
    /// A slice of the same class.
    Slice(SliceRef),
}

/// Where the values of a slice lie for one side to move.
#[derive(Clone, Copy)]
pub(crate) struct SliceRef {
    /// Index of the slice's first value.
    pub(crate) first_value: u64,
    /// Squares free of men, as the table has them.
    pub(crate) free: u32,
    /// Whether the board must be turned to find a placement of the kings.
    pub(crate) mirrored: bool,
    /// The side to move, as the table has it.
    pub(crate) side: Color,
}

/// What is found for one side to move besides the codes, with memory to work in.
#[derive(Default)]
struct Found {
    /// Cells without a move.
    lost_at_once: Vec<(Cell, u8)>,
    /// The captures of a cell.
    noted: Vec<Pieces>,
}

/// The exits that a step over the clocks' codes needs: the least budget of a win, the floor of a
/// loss.
struct Exits {
    wins_with: u8,
    loss_floor: u8,
    any: bool,
}

/// Cells that an exit wins are listed with those of the first king ply.
const WON_AT_STEP_ONE: u16 = won_stamp(1);

/// No win is possible.
const NEVER_WON: u8 = 255;

impl Slice {
    /// Settles what the exits decide, for both sides to move, and starts the lists of changed
    /// cells. Returns the cells in which a side has no move at all, or `None` if a table that an
    /// exit leads to is not there.
    #[inline(always)]
    pub(crate) fn settle_exits<M: Movement, C: Cpu>(
        &mut self,
        cpu: C,
        around: &Surroundings<'_>,
        men: Pieces,
    ) -> Option<[Vec<(Cell, u8)>; 2]> {
        let steps = [man_steps::<C, true>(cpu, around, men), man_steps::<C, false>(cpu, around, men)];
        let mut found = [Found::default(), Found::default()];
        let free = self.geometry.free;
        for white in 0..self.white_sets.len() {
            let white_kings = cpu.scatter(self.white_sets[white], free);
            for black in 0..self.black_squares.len() {
                let black_kings = self.black_squares[black];
                if white_kings & black_kings != 0 {
                    continue;
                }
                let cell = Cell { white: white as u32, black: black as u32 };
                let pieces = Pieces { white_kings, black_kings, ..men };
                self.settle::<M, C, true>(cpu, around, pieces, cell, &steps[0], &mut found[0])?;
                self.settle::<M, C, false>(cpu, around, pieces, cell, &steps[1], &mut found[1])?;
            }
        }
        Some(found.map(|found| found.lost_at_once))
    }

    #[inline(always)]
    fn settle<M: Movement, C: Cpu, const WHITE: bool>(
        &mut self,
        cpu: C,
        around: &Surroundings<'_>,
        pieces: Pieces,
        cell: Cell,
        steps: &[ManStep],
        found: &mut Found,
    ) -> Option<()> {
        let limits = around.limits;
        let place = self.place(cell);
        let sides = sides_of::<WHITE>(pieces);
        let side = &mut self.sides[usize::from(!WHITE)];
        if sides.must_capture::<M, WHITE>() {
            let outcome = around.captures.best::<C, WHITE>(cpu, around.smaller, pieces, &sides, &mut found.noted)?;
            let outcome = if limits.counted { outcome } else { outcome.without_clocks() };
            side.loss_floor[place] = NEVER_LOST;
            side.needs[place] = CAPTURE;
            side.codes[place] = match outcome {
                Outcome::Win => {
                    side.won.push(cell);
                    limits.step
                }
                Outcome::Loss => {
                    side.lost.push((cell, limits.step));
                    LOSS + limits.step
                }
                Outcome::Draw => CLOSED,
                Outcome::CursedWin | Outcome::BlessedLoss => {
                    self.bound_by_a_clock = true;
                    CLOSED
                }
            };
            return Some(());
        }
        let occupied = pieces.men() | pieces.kings();
        let mut exits = Exits { wins_with: NEVER_WON, loss_floor: 0, any: false };
        for step in steps {
            if occupied & step.target == 0 {
                exits.any = true;
                let code = match &step.leads_to {
                    Target::Crowning { men_left, king } => {
                        let outcome = after_crowning::<C, WHITE>(cpu, around.smaller, pieces, *men_left, *king)?;
                        match outcome {
                            Outcome::Win => 0,
                            Outcome::Loss => LOSS,
                            Outcome::Draw => UNDECIDED,
                            Outcome::CursedWin => code::CURSED,
                            Outcome::BlessedLoss => code::BLESSED,
                        }
                    }
                    Target::Slice(slice) => around.values.code(slice.value(cpu, around.values, pieces)),
                };
                exits.meet(code, limits, &mut self.bound_by_a_clock);
            }
        }
        let own_kings = sides.own_kings;
        let reach = DIRECTIONS.into_iter().fold(0, |reach, direction| reach | shift(own_kings, direction));
        let king_can_move = reach & !occupied != 0;
        side.loss_floor[place] = exits.loss_floor;
        if !exits.any && !king_can_move {
            side.codes[place] = LOSS;
            found.lost_at_once.push((cell, 0));
        } else if exits.wins_with != NEVER_WON {
            side.codes[place] = exits.wins_with;
            side.stamps[place] = WON_AT_STEP_ONE;
            side.won.push(cell);
        } else if !king_can_move && exits.loss_floor != NEVER_LOST {
            side.codes[place] = LOSS + exits.loss_floor;
            side.lost.push((cell, exits.loss_floor));
        } else {
            side.codes[place] = UNDECIDED;
        }
        Some(())
    }
}

impl Exits {
    /// Takes an exit in which the opponent, to move, has `code`.
    #[inline(always)]
    fn meet(&mut self, code: u8, limits: Limits, bound_by_a_clock: &mut bool) {
        if !limits.counted {
            // Without clocks only won, drawn and lost are told apart.
            match code::outcome(code).without_clocks() {
                Outcome::Loss => (self.wins_with, self.loss_floor) = (0, NEVER_LOST),
                Outcome::Win => {}
                _ => self.loss_floor = NEVER_LOST,
            }
        } else if code::is_loss(code) {
            self.loss_floor = NEVER_LOST;
            // Only a step more, and `limits.step` is 0 without a material limit.
            let budget = (code - LOSS) + limits.step;
            if budget <= limits.material {
                self.wins_with = self.wins_with.min(budget);
            } else {
                *bound_by_a_clock = true;
            }
        } else if code::is_win(code) {
            let budget = code + limits.step;
            if budget <= limits.material {
                self.loss_floor = self.loss_floor.max(budget);
            } else {
                self.loss_floor = NEVER_LOST;
                *bound_by_a_clock = true;
            }
        } else {
            self.loss_floor = NEVER_LOST;
            *bound_by_a_clock |= code == code::CURSED || code == code::BLESSED;
        }
    }
}

impl SliceRef {
    /// Where the values of a placement of men lie with `side` to move.
    #[inline(always)]
    pub(crate) fn new<C: Cpu>(cpu: C, values: &ClassValues, men: Pieces, side: Color) -> SliceRef {
        let index = values.index();
        let mirrored = side == Color::Black && index.class().is_symmetric();
        let (men, side) = if mirrored { (men.mirrored(), Color::White) } else { (men, side) };
        let slice = index.slice_of(cpu, men.white_men, men.black_men);
        SliceRef {
            first_value: side.index() as u64 * index.positions() + slice * index.slice_size(),
            free: !men.men(),
            mirrored,
            side,
        }
    }

    /// The index of the value of a placement of kings in the slice.
    #[inline(always)]
    pub(crate) fn value<C: Cpu>(&self, cpu: C, values: &ClassValues, kings: Pieces) -> u64 {
        let (white, black) = if self.mirrored {
            (kings.black_kings.reverse_bits(), kings.white_kings.reverse_bits())
        } else {
            (kings.white_kings, kings.black_kings)
        };
        self.first_value + values.index().king_index(cpu, self.free, white, black, self.side)
    }
}

pub(crate) const fn mover<const WHITE: bool>() -> Color {
    if WHITE { Color::White } else { Color::Black }
}

/// The outcome for the opponent after a man was crowned.
#[inline(always)]
fn after_crowning<C: Cpu, const WHITE: bool>(
    cpu: C,
    smaller: &SmallerTables,
    pieces: Pieces,
    men_left: u32,
    king: u32,
) -> Option<Outcome> {
    let after = if WHITE {
        Pieces { white_men: men_left, white_kings: pieces.white_kings | king, ..pieces }
    } else {
        Pieces { black_men: men_left, black_kings: pieces.black_kings | king, ..pieces }
    };
    smaller.outcome(cpu, after, mover::<WHITE>().other())
}

fn man_steps<C: Cpu, const WHITE: bool>(cpu: C, around: &Surroundings<'_>, men: Pieces) -> Vec<ManStep> {
    let own = if WHITE { men.white_men } else { men.black_men };
    let mut steps = Vec::new();
    for from in draughts::bits(own) {
        for direction in if WHITE { [0, 1] } else { [2, 3] } {
            let to = NEIGHBOUR[direction][usize::from(from)];
            if to == NO_SQUARE || men.men() >> to & 1 != 0 {
                continue;
            }
            let target = 1 << to;
            let men_left = own & !(1 << from);
            let leads_to = if far_row::<WHITE>() & target != 0 {
                Target::Crowning { men_left, king: target }
            } else {
                let after = if WHITE {
                    Pieces { white_men: men_left | target, ..men }
                } else {
                    Pieces { black_men: men_left | target, ..men }
                };
                Target::Slice(SliceRef::new(cpu, around.values, after, mover::<WHITE>().other()))
            };
            steps.push(ManStep { target, leads_to });
        }
    }
    steps
}
