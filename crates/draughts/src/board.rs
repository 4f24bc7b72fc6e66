//! Geometry of the board as constant tables: neighbours, rays, rows.
//!
//! Sets of squares are `u32` words with bit `s` for [square](crate::Square) `s`.

/// A diagonal direction: 0 = up-right, 1 = up-left, 2 = down-right, 3 = down-left, as White sees
/// the board. `3 - d` is the opposite of `d`; in 0 and 1 the square index grows.
pub type Direction = usize;

/// All four directions.
pub const DIRECTIONS: [Direction; 4] = [0, 1, 2, 3];

/// "No square" in [`NEIGHBOUR`].
pub const NO_SQUARE: u8 = 32;

/// Squares where a white man may stand: ranks 1 to 7.
pub const WHITE_MAN_SQUARES: u32 = 0x0FFF_FFFF;

/// Squares where a black man may stand: ranks 2 to 8.
pub const BLACK_MAN_SQUARES: u32 = 0xFFFF_FFF0;

/// The main road a1–h8.
pub const MAIN_ROAD: u32 = {
    let mut set = 0;
    let mut rank = 0;
    while rank < 8 {
        set |= 1 << (rank * 4 + rank / 2);
        rank += 1;
    }
    set
};

/// The next square in a direction, [`NO_SQUARE`] at the edge.
pub const NEIGHBOUR: [[u8; 32]; 4] = neighbours();

/// All squares in a direction up to the edge, the starting square left out.
pub static RAY: [[u32; 32]; 4] = rays();

/// All squares a king reaches on an empty board.
pub static KING_REACH: [u32; 32] = {
    let rays = rays();
    let mut table = [0; 32];
    let mut square = 0;
    while square < 32 {
        table[square] = rays[0][square] | rays[1][square] | rays[2][square] | rays[3][square];
        square += 1;
    }
    table
};

const fn neighbours() -> [[u8; 32]; 4] {
    let mut table = [[NO_SQUARE; 32]; 4];
    let mut square = 0;
    while square < 32 {
        let (rank, file) = (square / 4, 2 * (square % 4) + (square / 4) % 2);
        let mut direction = 0;
        while direction < 4 {
            let to_rank = if direction < 2 { rank + 1 } else { rank - 1 };
            let to_file = if direction % 2 == 0 { file + 1 } else { file - 1 };
            if to_rank >= 0 && to_rank < 8 && to_file >= 0 && to_file < 8 {
                table[direction][square as usize] = (to_rank * 4 + to_file / 2) as u8;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

const fn rays() -> [[u32; 32]; 4] {
    let mut table = [[0; 32]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut square = 0;
        while square < 32 {
            let mut next = NEIGHBOUR[direction][square];
            while next != NO_SQUARE {
                table[direction][square] |= 1 << next;
                next = NEIGHBOUR[direction][next as usize];
            }
            square += 1;
        }
        direction += 1;
    }
    table
}

/// The nearest square of `blockers` to the square they were found from, which lies behind them
/// against `direction`; `blockers` must be a subset of one ray and not empty.
#[inline(always)]
#[must_use]
pub fn nearest(direction: Direction, blockers: u32) -> usize {
    (if direction < 2 { blockers.trailing_zeros() } else { 31 - blockers.leading_zeros() }) as usize
}

/// [`nearest`] as a set of one square, or of none if there are no blockers.
#[inline(always)]
#[must_use]
pub const fn nearest_set(direction: Direction, blockers: u32) -> u32 {
    if direction < 2 {
        blockers & blockers.wrapping_neg()
    } else {
        // In 64 bits, where a shift by 32 leaves nothing.
        (0x8000_0000_u64 >> blockers.leading_zeros()) as u32
    }
}

/// The squares that a flying king on `square` can slide to when `occupied` blocks its way.
#[inline(always)]
#[must_use]
pub fn king_slides(square: usize, occupied: u32) -> u32 {
    let mut reach = KING_REACH[square];
    for direction in DIRECTIONS {
        let blockers = RAY[direction][square] & occupied;
        if blockers != 0 {
            let nearest = nearest(direction, blockers);
            reach &= !(RAY[direction][nearest] | 1 << nearest);
        }
    }
    reach
}

/// The squares one step away from any square of `set`, in one direction.
#[inline(always)]
#[must_use]
pub const fn shift(set: u32, direction: Direction) -> u32 {
    // Ranks 1, 3, 5, 7 start on the a-file, the others on the b-file.
    const ODD_RANKS: u32 = 0x0F0F_0F0F;
    const EVEN_RANKS: u32 = 0xF0F0_F0F0;
    const LEFTMOST: u32 = 0x1111_1111;
    const RIGHTMOST: u32 = 0x8888_8888;
    match direction {
        0 => (set & ODD_RANKS) << 4 | (set & EVEN_RANKS & !RIGHTMOST) << 5,
        1 => (set & ODD_RANKS & !LEFTMOST) << 3 | (set & EVEN_RANKS) << 4,
        2 => (set & ODD_RANKS) >> 4 | (set & EVEN_RANKS & !RIGHTMOST) >> 3,
        _ => (set & ODD_RANKS & !LEFTMOST) >> 5 | (set & EVEN_RANKS) >> 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_one_square_is_its_neighbour() {
        for direction in DIRECTIONS {
            for (square, &next) in NEIGHBOUR[direction].iter().enumerate() {
                let expected = if next == NO_SQUARE { 0 } else { 1 << next };
                assert_eq!(shift(1 << square, direction), expected, "{direction} {square}");
            }
        }
    }

    #[test]
    fn the_nearest_blocker_is_met_first() {
        for direction in DIRECTIONS {
            assert_eq!(nearest_set(direction, 0), 0);
            for (square, &ray) in RAY[direction].iter().enumerate() {
                // All sets of blockers on the ray.
                let mut blockers = ray;
                while blockers != 0 {
                    let mut met = NEIGHBOUR[direction][square];
                    while blockers >> met & 1 == 0 {
                        met = NEIGHBOUR[direction][usize::from(met)];
                    }
                    assert_eq!(nearest(direction, blockers), usize::from(met));
                    assert_eq!(nearest_set(direction, blockers), 1 << met);
                    blockers = (blockers - 1) & ray;
                }
            }
        }
    }

    #[test]
    fn the_main_road_is_one_long_diagonal() {
        assert_eq!(MAIN_ROAD, RAY[0][0] | 1);
        assert_eq!(MAIN_ROAD.count_ones(), 8);
    }
}
