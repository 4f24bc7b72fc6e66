//! The move generator: one piece of code for every rule set, compiled for each (see
//! [`Movement`]) and for each colour.
//!
//! This is the raw layer, on sets of squares; [`Position`](crate::Position) and
//! [`Move`](crate::Move) are the pleasant one.

use crate::board::{DIRECTIONS, Direction, NEIGHBOUR, NO_SQUARE, RAY, king_slides, nearest, nearest_set, shift};
use crate::movement::{CrowningInCapture, Landing, Movement};
use std::ops::ControlFlow;

/// The pieces on the board as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    /// Squares of the mover's men.
    pub own_men: u32,
    /// Squares of the mover's kings.
    pub own_kings: u32,
    /// Squares of the opponent's men and kings.
    pub opponent: u32,
}

/// One complete capture, seen as it is found.
#[derive(Clone, Copy, Debug)]
pub struct Capture<'a> {
    /// All squares that the piece touches down on: the start first, the end last.
    pub path: &'a [u8],
    /// The squares of the captured pieces.
    pub captured: u32,
    /// The moving piece was a man and is a king now.
    pub crowned: bool,
}

/// A capture takes at most twelve pieces, so a path has at most thirteen squares.
pub const MAX_PATH: usize = 13;

const FORWARD: [[Direction; 2]; 2] = [[0, 1], [2, 3]];
const FAR_ROW: [u32; 2] = [0xF000_0000, 0x0000_000F];

impl Sides {
    #[inline(always)]
    fn own(&self) -> u32 {
        self.own_men | self.own_kings
    }

    #[inline(always)]
    fn occupied(&self) -> u32 {
        self.own_men | self.own_kings | self.opponent
    }

    /// Whether the side to move can capture, and so must. Without a branch but on the number of kings: what
    /// stands around a piece is hard to foretell.
    #[inline(always)]
    #[must_use]
    pub fn must_capture<M: Movement, const WHITE: bool>(&self) -> bool {
        let free = !self.occupied();
        // By direction: the squares next to the mover's men and, as far as they see, to its kings.
        let next_to_men = |direction: Direction| {
            let men_capture = M::RULES.men_capture_backward || FORWARD[usize::from(!WHITE)].contains(&direction);
            let men = if men_capture { self.own_men } else { 0 };
            shift(if M::RULES.kings_fly { men } else { men | self.own_kings }, direction)
        };
        let (mut met_0, mut met_1, mut met_2, mut met_3) =
            (next_to_men(0), next_to_men(1), next_to_men(2), next_to_men(3));
        if M::RULES.kings_fly {
            let mut kings = self.own_kings;
            while kings != 0 {
                let square = kings.trailing_zeros() as usize % 32;
                kings &= kings - 1;
                met_0 |= nearest_set(0, RAY[0][square] & !free);
                met_1 |= nearest_set(1, RAY[1][square] & !free);
                met_2 |= nearest_set(2, RAY[2][square] & !free);
                met_3 |= nearest_set(3, RAY[3][square] & !free);
            }
        }
        let behind = |direction: Direction, met: u32| shift(met & self.opponent, direction);
        (behind(0, met_0) | behind(1, met_1) | behind(2, met_2) | behind(3, met_3)) & free != 0
    }

    /// Calls `sink` with every legal capture, until it breaks. A capture that can be made along
    /// several paths is seen once for each.
    #[inline(always)]
    pub fn captures<M: Movement, const WHITE: bool, F>(&self, mut sink: F) -> ControlFlow<()>
    where
        F: FnMut(&Capture<'_>) -> ControlFlow<()>,
    {
        if M::RULES.most_pieces {
            let mut most = 0;
            let _ = self.all_captures::<M, WHITE, _>(|capture| {
                most = most.max(capture.captured.count_ones());
                ControlFlow::Continue(())
            });
            self.all_captures::<M, WHITE, _>(|capture| {
                if capture.captured.count_ones() == most { sink(capture) } else { ControlFlow::Continue(()) }
            })
        } else {
            self.all_captures::<M, WHITE, F>(sink)
        }
    }

    #[inline(always)]
    fn all_captures<M: Movement, const WHITE: bool, F>(&self, mut sink: F) -> ControlFlow<()>
    where
        F: FnMut(&Capture<'_>) -> ControlFlow<()>,
    {
        let mut men = self.own_men;
        while men != 0 {
            let square = men.trailing_zeros() as u8;
            men &= men - 1;
            let mut jumper = Jumper::<M, WHITE, F>::new(self, square, &mut sink);
            jumper.man_jumps(square)?;
        }
        let mut kings = self.own_kings;
        while kings != 0 {
            let square = kings.trailing_zeros() as u8;
            kings &= kings - 1;
            let mut jumper = Jumper::<M, WHITE, F>::new(self, square, &mut sink);
            if M::RULES.kings_fly {
                for direction in DIRECTIONS {
                    if jumper.sees(square, direction) {
                        jumper.flying_jump(square, direction)?;
                    }
                }
            } else {
                jumper.short_king_jumps(square)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares that the man on `square` can step to.
    #[inline(always)]
    #[must_use]
    pub fn man_steps<const WHITE: bool>(&self, square: usize) -> u32 {
        let [left, right] = FORWARD[usize::from(!WHITE)];
        let man = 1 << square;
        (shift(man, left) | shift(man, right)) & !self.occupied()
    }

    /// Number of the quiet moves of all the mover's men.
    #[inline(always)]
    #[must_use]
    pub(crate) fn man_step_count<const WHITE: bool>(&self) -> usize {
        let free = !self.occupied();
        let steps = FORWARD[usize::from(!WHITE)].map(|d| (shift(self.own_men, d) & free).count_ones() as usize);
        steps[0] + steps[1]
    }

    /// The squares that the king on `square` can go to without a capture.
    #[inline(always)]
    #[must_use]
    pub fn king_steps<M: Movement>(&self, square: usize) -> u32 {
        king_moves::<M>(square, self.occupied())
    }

    /// Whether the mover has a move at all.
    #[inline(always)]
    #[must_use]
    pub fn has_move<M: Movement, const WHITE: bool>(&self) -> bool {
        let free = !self.occupied();
        let steps = FORWARD[usize::from(!WHITE)].map(|d| shift(self.own_men, d));
        let king_steps = DIRECTIONS.map(|d| shift(self.own_kings, d));
        (steps[0] | steps[1] | king_steps[0] | king_steps[1] | king_steps[2] | king_steps[3]) & free != 0
            || self.must_capture::<M, WHITE>()
    }
}

/// The squares that a king on `square` can go to without a capture, whoever it belongs to. A king
/// that stands on one of them could have come from `square`: quiet king moves run both ways.
#[inline(always)]
#[must_use]
pub fn king_moves<M: Movement>(square: usize, occupied: u32) -> u32 {
    if M::RULES.kings_fly {
        king_slides(square, occupied)
    } else {
        let king = 1 << square;
        (shift(king, 0) | shift(king, 1) | shift(king, 2) | shift(king, 3)) & !occupied
    }
}

/// The squares of the far row of White or Black, where its men are crowned.
#[inline(always)]
#[must_use]
pub const fn far_row<const WHITE: bool>() -> u32 {
    FAR_ROW[!WHITE as usize]
}

/// A piece in the middle of a capture.
struct Jumper<'s, M, const WHITE: bool, F> {
    opponent: u32,
    /// Everything that blocks the way: the start square is free again, jumped pieces still stand.
    occupied: u32,
    captured: u32,
    crowned: bool,
    path: [u8; MAX_PATH + 1],
    length: usize,
    sink: &'s mut F,
    movement: std::marker::PhantomData<M>,
}

/// Whether a jump was found, or stop.
type Found = ControlFlow<(), bool>;

impl<'s, M: Movement, const WHITE: bool, F> Jumper<'s, M, WHITE, F>
where
    F: FnMut(&Capture<'_>) -> ControlFlow<()>,
{
    #[inline(always)]
    fn new(sides: &Sides, square: u8, sink: &'s mut F) -> Self {
        let mut path = [0; MAX_PATH + 1];
        path[0] = square;
        Jumper {
            opponent: sides.opponent,
            occupied: (sides.own() | sides.opponent) & !(1 << square),
            captured: 0,
            crowned: false,
            path,
            length: 1,
            sink,
            movement: std::marker::PhantomData,
        }
    }

    fn emit(&mut self, crowned: bool) -> ControlFlow<()> {
        let path = &self.path[..self.length.min(MAX_PATH)];
        (self.sink)(&Capture { path, captured: self.captured, crowned })
    }

    /// Touches down on `square` after taking the piece on `over`, does the rest, takes it back.
    #[inline(always)]
    fn landed<R>(&mut self, square: u8, rest: impl FnOnce(&mut Self) -> ControlFlow<(), R>) -> ControlFlow<(), R> {
        // Twelve captures fill the path; a thirteenth cannot happen on a legal board.
        self.path[self.length.min(MAX_PATH)] = square;
        self.length += 1;
        let result = rest(self);
        self.length -= 1;
        result
    }

    /// The square behind an opponent next to `square`, if it can be jumped.
    #[inline(always)]
    fn step_over(&self, square: u8, direction: Direction) -> Option<(u32, u8)> {
        let over = NEIGHBOUR[direction][usize::from(square)];
        if over == NO_SQUARE || (self.opponent & !self.captured) >> over & 1 == 0 {
            return None;
        }
        let to = NEIGHBOUR[direction][usize::from(over)];
        (to != NO_SQUARE && self.occupied >> to & 1 == 0).then_some((1 << over, to))
    }

    fn man_jumps(&mut self, square: u8) -> Found {
        let mut found = false;
        for direction in DIRECTIONS {
            if !M::RULES.men_capture_backward && !FORWARD[usize::from(!WHITE)].contains(&direction) {
                continue;
            }
            let Some((over, to)) = self.step_over(square, direction) else { continue };
            found = true;
            self.captured |= over;
            let on_far_row = far_row::<WHITE>() >> to & 1 != 0;
            self.landed(to, |this| {
                if on_far_row && M::RULES.crowning != CrowningInCapture::StaysMan {
                    if M::RULES.crowning == CrowningInCapture::EndsMove || !this.crowned_jumps(to)? {
                        this.emit(true)?;
                    }
                } else if !this.man_jumps(to)? {
                    this.emit(on_far_row)?;
                }
                ControlFlow::Continue(())
            })?;
            self.captured &= !over;
        }
        ControlFlow::Continue(found)
    }

    /// Goes on as a king after crowning on `square`.
    fn crowned_jumps(&mut self, square: u8) -> Found {
        self.crowned = true;
        let mut found = false;
        if M::RULES.kings_fly {
            for direction in DIRECTIONS {
                found |= self.sees(square, direction) && self.flying_jump(square, direction)?;
            }
        } else {
            found = self.short_king_jumps(square)?;
        }
        self.crowned = false;
        ControlFlow::Continue(found)
    }

    fn short_king_jumps(&mut self, square: u8) -> Found {
        let mut found = false;
        for direction in DIRECTIONS {
            let Some((over, to)) = self.step_over(square, direction) else { continue };
            found = true;
            self.captured |= over;
            self.landed(to, |this| {
                if !this.short_king_jumps(to)? {
                    this.emit(this.crowned)?;
                }
                ControlFlow::Continue(())
            })?;
            self.captured &= !over;
        }
        ControlFlow::Continue(found)
    }

    /// Whether an opponent that was not taken yet stands somewhere ahead of a flying king. Mostly none
    /// does, and the call of [`flying_jump`](Jumper::flying_jump) is spared.
    #[inline(always)]
    fn sees(&self, square: u8, direction: Direction) -> bool {
        RAY[direction][usize::from(square) % 32] & self.opponent & !self.captured != 0
    }

    /// The jump of a flying king from `square` in one direction, and all that can follow it.
    fn flying_jump(&mut self, square: u8, direction: Direction) -> Found {
        let blockers = RAY[direction][usize::from(square)] & self.occupied;
        if blockers == 0 {
            return ControlFlow::Continue(false);
        }
        let over = nearest(direction, blockers);
        if (self.opponent & !self.captured) >> over & 1 == 0 {
            return ControlFlow::Continue(false);
        }
        let ray = RAY[direction][over];
        let next = ray & self.occupied;
        let landings = if next == 0 {
            ray
        } else {
            let next = nearest(direction, next);
            ray & !(RAY[direction][next] | 1 << next)
        };
        if landings == 0 {
            return ControlFlow::Continue(false);
        }
        self.captured |= 1 << over;
        // Straight on, every square between two jumped pieces leads to the same; one is enough.
        let first = NEIGHBOUR[direction][over];
        let straight = self.sees(first, direction) && self.landed(first, |this| this.flying_jump(first, direction))?;
        let mut jumps_on = straight;
        let mut squares = landings;
        while squares != 0 {
            let to = squares.trailing_zeros() as u8;
            squares &= squares - 1;
            let sideways = self.landed(to, |this| {
                let mut found = false;
                for turn in [direction ^ 1, direction ^ 2] {
                    found |= this.sees(to, turn) && this.flying_jump(to, turn)?;
                }
                if M::RULES.landing == Landing::Anywhere && !found && !straight {
                    this.emit(this.crowned)?;
                }
                ControlFlow::Continue(found)
            })?;
            jumps_on |= sideways;
        }
        if M::RULES.landing == Landing::WhereItJumpsOn && !jumps_on {
            let mut squares = landings;
            while squares != 0 {
                let to = squares.trailing_zeros() as u8;
                squares &= squares - 1;
                self.landed(to, |this| this.emit(this.crowned))?;
            }
        }
        self.captured &= !(1 << over);
        ControlFlow::Continue(true)
    }
}
