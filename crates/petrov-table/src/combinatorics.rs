//! Sets of a given size as numbers: the colexicographic order.
//!
//! Of the sets of `k` out of `n` places, the set `{p₁ < p₂ < … < pₖ}` has the rank
//! `C(p₁, 1) + C(p₂, 2) + … + C(pₖ, k)`, from 0 to `C(n, k) - 1`, whatever `n` is.

/// Largest set that is ranked.
const MAX_SIZE: usize = 13;

/// `BINOMIAL[k][n]` = C(n, k) for n up to 32.
pub(crate) static BINOMIAL: [[u32; 33]; MAX_SIZE] = {
    let mut table = [[0; 33]; MAX_SIZE];
    let mut n = 0;
    while n <= 32 {
        table[0][n] = 1;
        let mut k = 1;
        while k < MAX_SIZE {
            table[k][n] = if n == 0 { 0 } else { table[k - 1][n - 1] + table[k][n - 1] };
            k += 1;
        }
        n += 1;
    }
    table
};

/// `STEPS[k][n]` = C(n, k) for a place `n`, and 0 where the set ended (`n` is 32 then), with rows that no index
/// leads out of once it is masked: ranking is the innermost loop of everything.
static STEPS: [[u32; 64]; 16] = {
    let mut table = [[0; 64]; 16];
    let mut k = 0;
    while k < MAX_SIZE {
        let mut n = 0;
        while n < 32 {
            table[k][n] = BINOMIAL[k][n];
            n += 1;
        }
        k += 1;
    }
    table
};

/// C(n, k) for n up to 32 and k up to 12, else 0.
#[must_use]
pub fn binomial(n: u32, k: u32) -> u64 {
    BINOMIAL.get(k as usize).and_then(|row| row.get(n as usize)).map_or(0, |&count| u64::from(count))
}

/// The rank of a set of at most 12 places among the sets of its size.
#[inline(always)]
#[must_use]
pub fn rank_of_set(set: u32) -> u32 {
    let step = |size: usize, set: u32| STEPS[size % 16][set.trailing_zeros() as usize % 64];
    let without_lowest = |set: u32| set & set.wrapping_sub(1);
    // Most sets have at most two places, and no branch can be mistaken about those.
    let second = without_lowest(set);
    let mut rank = step(1, set) + step(2, second);
    let mut rest = without_lowest(second);
    let mut size = 3;
    while rest != 0 {
        rank += step(size, rest);
        rest = without_lowest(rest);
        size += 1;
    }
    rank
}

/// The set of `size` (at most 12) places with a rank below `C(32, size)`.
#[must_use]
pub fn set_of_rank(mut rank: u32, size: u32) -> u32 {
    let mut set = 0;
    let mut place = 32;
    for k in (1..=size.min(12) as usize).rev() {
        // The highest place whose binomial does not exceed the rank, below the one before.
        loop {
            place -= 1;
            if place == 0 || BINOMIAL[k][place] <= rank {
                break;
            }
        }
        rank = rank.saturating_sub(BINOMIAL[k][place]);
        set |= 1 << place;
    }
    set
}

/// The next set of the same size in colexicographic order; `set` must not be empty.
#[inline(always)]
#[must_use]
pub fn next_set(set: u32) -> u32 {
    // Gosper's hack, in 64 bits so that the last set has a successor beyond the board.
    let set = u64::from(set);
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    // Divided by the lowest bit.
    (carried | ((set ^ carried) >> 2) >> (set.trailing_zeros() % 64)) as u32
}

/// The sets of `size` out of `places` places, in the order of their ranks.
pub fn sets(size: u32, places: u32) -> impl Iterator<Item = u32> {
    let mut set = if size == 0 { 0 } else { u32::MAX >> (32 - size) };
    (0..binomial(places, size)).map(move |_| {
        let current = set;
        if set != 0 {
            set = next_set(set);
        }
        current
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_in_the_order_of_their_ranks() {
        for (size, places) in [(0, 5), (1, 32), (2, 30), (3, 32), (5, 17), (4, 4)] {
            let mut count = 0;
            for (rank, set) in sets(size, places).enumerate() {
                assert_eq!(rank_of_set(set), rank as u32);
                assert_eq!(set_of_rank(rank as u32, size), set);
                assert_eq!(set.count_ones(), size);
                assert_eq!(u64::from(set) >> places, 0);
                count += 1;
            }
            assert_eq!(count, binomial(places, size));
        }
        assert_eq!(set_of_rank(0, 12), 0xFFF);
        assert_eq!(rank_of_set(0xFFF0_0000), binomial(32, 12) as u32 - 1);
    }
}
