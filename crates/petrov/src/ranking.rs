//! The order of moves: one sort key, [`sort_key`].

use crate::{MoveInfo, Outcome};
use petrov_table::{Budgets, Need};
use std::cmp::Reverse;

/// What a move is ranked by, besides what a [`MoveInfo`] shows. All of it is of the position after
/// the move, with the budgets that are left there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weight {
    /// Of a win or loss: [`plies_to_progress`], the least of the needs that are met.
    pub(crate) plies: u16,
    /// The same once compulsory captures are over, and those too.
    pub(crate) settled: u16,
    /// Of a win or loss: plies that the winner can spare. Else plies by which the clocks fall short of
    /// what would be a win without them.
    pub(crate) slack: u16,
    /// Replies that the opponent has.
    pub(crate) replies: u16,
    /// Whether the opponent must capture.
    pub(crate) must_capture: bool,
    /// Whether the move cannot be taken back and no clock counts beyond it: a conversion, or a man's
    /// move in a class without a material limit.
    pub(crate) is_progress: bool,
    /// Replies that do not lose, in thousandths of all; 0 if not looked at.
    pub(crate) holding: u16,
}

/// What moves are sorted by, the smallest first: the outcome, the best first, and then
///
/// - **win**: a move that ends the game; the fewest plies to the next ply that cannot be taken back
///   (a conversion, or a man's move in a class without a material limit), none for a move that is
///   such a ply itself; conversions before men's moves; the fewest plies of this kind that follow, once
///   captures that are compulsory are over; the fewest replies.
/// - **loss**: a game that goes on; the fewest plies that the winner can spare before a clock runs out;
///   the most plies to the next ply that cannot be taken back; nothing left to be captured at
///   once; the most plies once captures are over; the most replies.
/// - **cursed win, draw and blessed loss**, all drawn at these clocks: first a game that goes on
///   (after a blessed loss: one that is over); in a cursed win the fewest plies by which the clocks fall
///   short of a win, in a blessed loss the most; the smallest share of replies that hold the draw,
///   where it was looked at (a move sets a problem if some of its replies lose); nothing left to be
///   captured at once.
///
/// Equals stay in the order of the move generator.
///
/// Why it wins: a move that keeps the win does so at the budgets that are left, so the next is won as
/// well, and so on until a clock would run out or nothing can be played; the tables say that the
/// clocks do not run out. It gets on, too. Against any defence the plies to the next ply that cannot
/// be taken back grow fewer with each move, for the needs count just these; there are only so many
/// plies that cannot be taken back; and so no position ever comes again.
pub(crate) fn sort_key(info: &MoveInfo) -> (Reverse<Outcome>, [i32; 6]) {
    let weight = &info.weight;
    let least = |number: u16| i32::from(number);
    let most = |number: u16| -i32::from(number);
    let unless = |condition: bool| i32::from(!condition);
    let when = |condition: bool| i32::from(condition);
    let over = info.ending.is_some();
    let plies = if weight.is_progress { 0 } else { i32::from(weight.plies) + 1 };
    let (settled, replies, slack) = (weight.settled, weight.replies, weight.slack);
    let problem = [least(weight.holding), when(weight.must_capture)];
    let rest = match info.outcome {
        Outcome::Win => [unless(over), plies, unless(info.conversion), least(settled), least(replies), 0],
        Outcome::Loss => {
            [when(over), least(slack), most(weight.plies), when(weight.must_capture), most(settled), most(replies)]
        }
        Outcome::CursedWin => [when(over), least(slack), problem[0], problem[1], 0, 0],
        Outcome::Draw => [when(over), 0, problem[0], problem[1], 0, 0],
        Outcome::BlessedLoss => [unless(over), most(slack), problem[0], problem[1], 0, 0],
    };
    (Reverse(info.outcome), rest)
}

/// Plies to the next conversion, if the needs are just met; where the material clock has no limit,
/// to the next conversion or man's move.
fn plies_to_progress(need: Need, full: Budgets) -> u16 {
    u16::from(if full.material == u16::MAX { need.king } else { need.material })
}

/// [`plies_to_progress`] of the best of the needs that are met; 0 if none is.
pub(crate) fn fewest_plies(needs: &[Need], left: Budgets, full: Budgets) -> u16 {
    let met = needs.iter().filter(|need| need.met_by(left));
    met.map(|&need| plies_to_progress(need, full)).min().unwrap_or(0)
}

/// Plies that can be lost before the clocks run out on the most patient of the needs.
pub(crate) fn spare_plies(needs: &[Need], left: Budgets) -> u16 {
    let spare = |need: &Need| {
        let [king, material, road] = parts(*need, left).map(|(need, left)| left.saturating_sub(need));
        king.min(material).min(road)
    };
    needs.iter().filter(|need| need.met_by(left)).map(spare).max().unwrap_or(0)
}

/// Plies that the clocks lack for the need that is nearest to being met.
pub(crate) fn lacking_plies(needs: &[Need], left: Budgets) -> u16 {
    let lacking = |need: &Need| {
        let [king, material, road] = parts(*need, left).map(|(need, left)| need.saturating_sub(left));
        king.max(material).max(road)
    };
    needs.iter().map(lacking).min().unwrap_or(u16::MAX)
}

fn parts(need: Need, left: Budgets) -> [(u16, u16); 3] {
    [(need.king.into(), left.king), (need.material.into(), left.material), (need.road.into(), left.road)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: Budgets = Budgets { king: 30, material: 60, road: u16::MAX };

    fn need(king: u8, material: u8) -> Need {
        Need { king, material, road: 0 }
    }

    #[test]
    fn only_needs_that_are_met_count() {
        let needs = [need(9, 21), need(11, 12)];
        let left = |king, material| Budgets { king, material, ..FULL };
        assert_eq!(fewest_plies(&needs, FULL, FULL), 12);
        assert_eq!(fewest_plies(&needs, left(10, 60), FULL), 21);
        assert_eq!(fewest_plies(&needs, left(10, 20), FULL), 0);
        assert_eq!(spare_plies(&needs, left(12, 60)), 3);
        assert_eq!(spare_plies(&needs, left(20, 20)), 8);
        assert_eq!(lacking_plies(&needs, left(8, 12)), 3);
        assert_eq!(lacking_plies(&[], left(8, 12)), u16::MAX);
    }

    #[test]
    fn a_man_s_move_is_progress_where_only_kings_are_counted() {
        let unlimited = Budgets { material: u16::MAX, ..FULL };
        assert_eq!(fewest_plies(&[need(7, 0)], unlimited, unlimited), 7);
        assert_eq!(spare_plies(&[need(7, 0)], unlimited), 23);
    }
}
