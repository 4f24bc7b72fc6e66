//! The king plies inside a slice, counted backward from where it is left.
//!
//! Step `n` finds what is won or lost with a king budget of `n` plies. For each such cell the code
//! holds the least material budget that goes with it, so a cell changes as often as it has needs.
//! Only neighbours of what changed at the last step are looked at.

use crate::code::{self, LARGEST_BUDGET, LOSS, UNDECIDED};
use crate::needs::{CAPTURE, NeedCache, NeedSets};
use crate::slice::{Cell, Limits, NEVER_LOST, Side, Slice, lost_stamp, won_stamp};

impl Slice {
    /// Counts the king plies. The lists of changed cells hold what is decided with no ply at all
    /// in `lost_at_once`, and what one ply out of the slice decides in the sides' own lists.
    #[inline(always)]
    pub(crate) fn count_king_plies(
        &mut self,
        limits: Limits,
        lost_at_once: [Vec<(Cell, u8)>; 2],
        mut log: Option<(&NeedSets, &mut NeedCache)>,
    ) {
        let mut lost_before = lost_at_once;
        if let Some((sets, cache)) = &mut log {
            for (side, lost) in lost_before.iter().enumerate() {
                for &(cell, _) in lost {
                    let place = self.place(cell);
                    let needs = &mut self.sides[side].needs[place];
                    *needs = cache.extend(sets, *needs, (0, 0));
                }
            }
        }
        let mut won_before: [Vec<Cell>; 2] = [Vec::new(), Vec::new()];
        let mut step: u16 = 1;
        loop {
            for side in 0..2 {
                self.find_lost(side, step, limits, &won_before[1 - side]);
            }
            for side in 0..2 {
                self.find_won(side, step, limits, &lost_before[1 - side]);
            }
            if let Some((sets, cache)) = &mut log {
                self.log_needs(step, sets, cache);
            }
            for side in 0..2 {
                won_before[side].clear();
                lost_before[side].clear();
                std::mem::swap(&mut won_before[side], &mut self.sides[side].won);
                std::mem::swap(&mut lost_before[side], &mut self.sides[side].lost);
            }
            if won_before.iter().all(Vec::is_empty) && lost_before.iter().all(Vec::is_empty) {
                break;
            }
            if step >= limits.king {
                // What changed last would have led on.
                self.bound_by_a_clock = true;
                break;
            }
            step += 1;
        }
        // Keep the memory for the next slice.
        for (side, (won, lost)) in self.sides.iter_mut().zip(won_before.into_iter().zip(lost_before)) {
            if side.won.capacity() < won.capacity() {
                side.won = won;
            }
            if side.lost.capacity() < lost.capacity() {
                side.lost = lost;
            }
            side.won.clear();
            side.lost.clear();
        }
    }

    /// Cells of `side` that a king move turns into a win: it leads to a cell where the other side
    /// became lost.
    #[inline(always)]
    fn find_won(&mut self, side: usize, step: u16, limits: Limits, lost: &[(Cell, u8)]) {
        let stamp = won_stamp(step);
        let black_sets = self.black_sets.len() as u32;
        for &(cell, material) in lost {
            let code = material + limits.step;
            if code > limits.material {
                self.bound_by_a_clock = true;
                continue;
            }
            let (own, blockers) = if side == 0 {
                (cell.white, self.black_sets[cell.black as usize])
            } else {
                (cell.black, self.white_sets[cell.white as usize])
            };
            let Side { codes, stamps, won, .. } = &mut self.sides[side];
            self.king_moves[side].all(own, blockers, |number| {
                let cell = if side == 0 { Cell { white: number, ..cell } } else { Cell { black: number, ..cell } };
                let place = (cell.white * black_sets + cell.black) as usize;
                let known = codes[place];
                if known > code && known <= UNDECIDED {
                    codes[place] = code;
                    if stamps[place] != stamp {
                        stamps[place] = stamp;
                        won.push(cell);
                    }
                }
                true
            });
        }
    }

    /// Cells of `side` in which every king move leads to a win of the other side, as may be once a
    /// neighbour became won.
    #[inline(always)]
    fn find_lost(&mut self, side: usize, step: u16, limits: Limits, won: &[Cell]) {
        let stamp = lost_stamp(step);
        for &cell in won {
            let (own, other) = if side == 0 {
                let [own, other] = &mut self.sides;
                (own, &other.codes)
            } else {
                let [other, own] = &mut self.sides;
                (own, &other.codes)
            };
            let (placement, blockers) = if side == 0 {
                (cell.white, self.black_sets[cell.black as usize])
            } else {
                (cell.black, self.white_sets[cell.white as usize])
            };
            let king_moves = &self.king_moves[side];
            // Places of this side's kings lie one apart or a whole row of black placements apart.
            let row = self.black_sets.len();
            let (stride, base) = if side == 0 { (row, cell.black as usize) } else { (1, cell.white as usize * row) };
            king_moves.all(placement, blockers, |number| {
                let place = base + number as usize * stride;
                let floor = own.loss_floor[place];
                let known = own.codes[place];
                // Never lost, won already, or lost with no more than the floor.
                if floor == NEVER_LOST
                    || known <= LARGEST_BUDGET
                    || known == LOSS + floor.max(limits.step)
                    || own.stamps[place] == stamp
                {
                    return true;
                }
                own.stamps[place] = stamp;
                // Mostly the move that saved it the last time still does.
                if other.get(own.refuges[place] as usize).is_some_and(|&code| !code::is_win(code)) {
                    return true;
                }
                let mut most = 0;
                let all_won = king_moves.all(number, blockers, |to| {
                    let place_after = base + to as usize * stride;
                    let code = other[place_after];
                    most = most.max(code);
                    if !code::is_win(code) {
                        own.refuges[place] = place_after as u32;
                    }
                    code::is_win(code)
                });
                if all_won {
                    let material = floor.max(most + limits.step);
                    if material > limits.material {
                        self.bound_by_a_clock = true;
                    } else if known == UNDECIDED || (known > LOSS + material) {
                        own.codes[place] = LOSS + material;
                        let cell =
                            if side == 0 { Cell { white: number, ..cell } } else { Cell { black: number, ..cell } };
                        own.lost.push((cell, material));
                    }
                }
                true
            });
        }
    }

    /// Notes the needs that step `step` brought.
    #[inline(always)]
    fn log_needs(&mut self, step: u16, sets: &NeedSets, cache: &mut NeedCache) {
        let row = self.black_sets.len();
        let place = |cell: Cell| cell.white as usize * row + cell.black as usize;
        for side in &mut self.sides {
            let mut note = |cell, needs: &mut [u32], material| {
                let needs = &mut needs[place(cell)];
                if *needs != CAPTURE {
                    *needs = cache.extend(sets, *needs, (step, material));
                }
            };
            for &cell in &side.won {
                note(cell, &mut side.needs, side.codes[place(cell)]);
            }
            for &(cell, material) in &side.lost {
                note(cell, &mut side.needs, material);
            }
        }
    }
}
