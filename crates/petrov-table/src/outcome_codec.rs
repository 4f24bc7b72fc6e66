//! Packing of outcomes: each value is predicted from its neighbours, and only what the prediction
//! leaves open is written.
//!
//! The symbols of the six [neighbours](crate::neighbours) make a *context*. For each context the
//! model holds an order of the three symbols, most frequent first, and two probabilities: that the
//! value is not the first, and that it is then not the second. Where the side to move must capture
//! the value is a *don't care*: it takes the first symbol of its context.

use crate::cpu::{Cpu, CpuTask, with_cpu};
use crate::index::TableIndex;
use crate::level::{LEVELS, Level, level_for, probability};
use crate::neighbours::{Line, NEIGHBOURS, Visitor, walk};
use crate::outcome::Outcome;
use crate::outcome_block::{BLESSED, CURSED, DRAWN, LOST, OutcomeBlock, Symbol, WON};
use crate::range_coder::{Decoder, Encoder, MissProbability};
use draughts::Color;

/// A neighbour that is missing.
const MISSING: Symbol = 3;

/// Number of contexts: four symbols for each of the neighbours.
const CONTEXTS: usize = 1 << (2 * NEIGHBOURS);

/// The orders of the three symbols.
const ORDERS: [[Symbol; 3]; 6] = [
    [DRAWN, WON, LOST],
    [DRAWN, LOST, WON],
    [WON, DRAWN, LOST],
    [WON, LOST, DRAWN],
    [LOST, DRAWN, WON],
    [LOST, WON, DRAWN],
];

/// Bytes of a model: an order and two levels for each context, and the level of a drawn value that
/// is decided without clocks.
pub(crate) const MODEL_BYTES: usize = 3 * CONTEXTS + 1;

/// What the packer expects of the values of one side to move.
pub(crate) struct OutcomeModel {
    contexts: Box<[Context; CONTEXTS]>,
    /// Probability that a drawn value is not drawn without clocks.
    bound: MissProbability,
    /// Order and levels of each context, as they are written.
    written: Vec<u8>,
}

/// What is expected in a context, in one word, so that all contexts fit a core's first cache: the
/// two probabilities of a miss, twelve bits each, then the third and the second symbol, and at the top, where
/// one shift brings it down, the likeliest.
#[derive(Clone, Copy, Default)]
struct Context(u32);

impl Context {
    fn new(order: u8, levels: [Level; 2]) -> Context {
        let [first, second, third] = ORDERS[usize::from(order) % 6].map(u32::from);
        let [is_not_first, is_not_second] = levels.map(|level| u32::from(probability(level)));
        Context(is_not_first | is_not_second << 12 | third << 26 | second << 28 | first << 30)
    }

    #[inline(always)]
    fn miss(self, rank: u32) -> MissProbability {
        (self.0 >> (12 * rank) & 0xFFF) as MissProbability
    }

    #[inline(always)]
    fn symbol(self, rank: u32) -> Symbol {
        (self.0 >> (30 - 2 * rank) & 3) as Symbol
    }
}

/// A value as the packer sees it; `None`: a don't care.
pub(crate) type Cell = Option<Outcome>;

const fn symbol_of(outcome: Outcome) -> Symbol {
    match outcome {
        Outcome::Win => WON,
        Outcome::Loss => LOST,
        _ => DRAWN,
    }
}

const fn is_bound(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::CursedWin | Outcome::BlessedLoss)
}

/// By square, the symbols of the neighbours 3 and 4 in their places in a context. They are joined for a whole line at
/// once, some dozens of bytes to an instruction.
type Far = [u16; 33];

#[inline(always)]
fn join_far(third: &Line<Symbol>, fourth: &Line<Symbol>) -> Far {
    let mut far = [0; 33];
    for (square, joined) in far[..32].iter_mut().enumerate() {
        *joined = u16::from(third[square]) << 6 | u16::from(fourth[square]) << 8;
    }
    far
}

/// The value just before the first: missing.
const NONE_BEFORE: u32 = (MISSING as u32) << 30;

/// `before` holds the value just before in its two highest bits.
#[inline(always)]
fn context(before: u32, square: usize, near: [Symbol; 3], far: &Far) -> usize {
    let [right, left, sixth] = near.map(usize::from);
    // Sums, of which the processor makes more at once than of shifts. The value just before is known last: it comes in
    // last.
    let others = usize::from(far[square]) + (sixth << 10) + 4 * (right + 4 * left);
    (others & (CONTEXTS - 4)) | (before >> 30) as usize
}

/// How often each symbol was seen in each context.
#[derive(Clone)]
pub(crate) struct Counts {
    seen: Vec<[u64; 3]>,
    bound: [u64; 2],
}

impl Counts {
    pub(crate) fn new() -> Counts {
        Counts { seen: vec![[0; 3]; CONTEXTS], bound: [0; 2] }
    }

    pub(crate) fn add(&mut self, other: &Counts) {
        for (mine, theirs) in self.seen.iter_mut().zip(&other.seen) {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += theirs;
            }
        }
        self.bound[0] += other.bound[0];
        self.bound[1] += other.bound[1];
    }

    /// The model that fits what was counted.
    pub(crate) fn model(&self) -> OutcomeModel {
        let contexts = self.seen.iter().map(|seen| {
            let total: u64 = seen.iter().sum();
            if total == 0 {
                return (0, [LEVELS as Level - 1; 2]);
            }
            let frequent = |order: &[Symbol; 3]| order.map(|symbol| seen[usize::from(symbol)]);
            // The first of equals, so that the choice depends on nothing else.
            let order = (0..6).rev().max_by_key(|&order| frequent(&ORDERS[order])).unwrap_or(0);
            let [_, second, third] = frequent(&ORDERS[order]);
            (order as u8, [level_for(second + third, total), level_for(third, second + third)])
        });
        OutcomeModel::new(contexts, level_for(self.bound[1], self.bound[0] + self.bound[1]))
    }
}

impl OutcomeModel {
    fn new(known: impl Iterator<Item = (u8, [Level; 2])>, bound: Level) -> OutcomeModel {
        let mut contexts = Box::new([Context::default(); CONTEXTS]);
        let mut written = vec![0; MODEL_BYTES];
        for (i, (order, levels)) in known.enumerate().take(CONTEXTS) {
            contexts[i] = Context::new(order, levels);
            written[i] = order;
            written[CONTEXTS + i] = levels[0];
            written[2 * CONTEXTS + i] = levels[1];
        }
        written[3 * CONTEXTS] = bound;
        OutcomeModel { contexts, bound: probability(bound), written }
    }

    /// A model that expects nothing: don't cares take the value before them.
    pub(crate) fn untrained() -> OutcomeModel {
        let contexts = (0..CONTEXTS).map(|context| {
            let before = (context & 3) as Symbol;
            (if before == MISSING { 0 } else { 2 * before }, [8, 8])
        });
        OutcomeModel::new(contexts, 0)
    }

    pub(crate) fn to_bytes(&self) -> &[u8] {
        &self.written
    }

    /// `None` if the bytes are not a model.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<OutcomeModel> {
        if bytes.len() != MODEL_BYTES {
            return None;
        }
        let context = |i: usize| (bytes[i].min(5), [bytes[CONTEXTS + i], bytes[2 * CONTEXTS + i]]);
        Some(OutcomeModel::new((0..CONTEXTS).map(context), bytes[3 * CONTEXTS]))
    }

    /// Counts the symbols of a block's values, with don't cares filled as this model would.
    pub(crate) fn count(&self, index: &TableIndex, side: Color, first: u64, cells: &[Cell], counts: &mut Counts) {
        with_cpu(Visit {
            model: self,
            index,
            side,
            first,
            cells,
            each: |context: usize, symbol, cell: Cell| {
                counts.seen[context][usize::from(symbol)] += 1;
                if let (DRAWN, Some(outcome)) = (symbol, cell) {
                    counts.bound[usize::from(is_bound(outcome))] += 1;
                }
            },
        });
    }

    /// Packs a block.
    pub(crate) fn encode(
        &self,
        index: &TableIndex,
        side: Color,
        first: u64,
        cells: &[Cell],
        any_bound: bool,
    ) -> Vec<u8> {
        let mut encoder = Encoder::new();
        with_cpu(Visit {
            model: self,
            index,
            side,
            first,
            cells,
            each: |context: usize, symbol, cell: Cell| {
                let expected = self.contexts[context];
                encoder.encode(symbol != expected.symbol(0), expected.miss(0));
                if symbol != expected.symbol(0) {
                    encoder.encode(symbol != expected.symbol(1), expected.miss(1));
                }
                if any_bound && symbol == DRAWN {
                    let bound = cell.is_some_and(is_bound);
                    encoder.encode(bound, self.bound);
                    if bound {
                        encoder.encode(cell == Some(Outcome::BlessedLoss), probability(0));
                    }
                }
            },
        });
        encoder.finish()
    }

    /// Unpacks a block of `count` values.
    pub(crate) fn decode(
        &self,
        index: &TableIndex,
        side: Color,
        first: u64,
        count: usize,
        any_bound: bool,
        bytes: &[u8],
    ) -> OutcomeBlock {
        if any_bound {
            with_cpu(Decode::<true> { model: self, index, side, first, count, bytes })
        } else {
            with_cpu(Decode::<false> { model: self, index, side, first, count, bytes })
        }
    }
}

/// Walks over a block that is known, filling the don't cares.
struct Visit<'a, F> {
    model: &'a OutcomeModel,
    index: &'a TableIndex,
    side: Color,
    first: u64,
    cells: &'a [Cell],
    each: F,
}

impl<F: FnMut(usize, Symbol, Cell)> CpuTask for Visit<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let filler = Filler { model: self.model, before: NONE_BEFORE, cells: self.cells.iter(), each: self.each };
        walk(cpu, self.index, self.side, self.first, &mut vec![(); self.cells.len()], filler);
    }
}

/// Fills the don't cares of a block that is known.
struct Filler<'a, F> {
    model: &'a OutcomeModel,
    before: u32,
    cells: std::slice::Iter<'a, Cell>,
    each: F,
}

impl<F: FnMut(usize, Symbol, Cell)> Visitor for Filler<'_, F> {
    type Value = Symbol;
    const MISSING: Symbol = MISSING;
    type Far = Far;
    type Written = ();

    #[inline(always)]
    fn far(third: &Line<Symbol>, fourth: &Line<Symbol>) -> Far {
        join_far(third, fourth)
    }

    #[inline(always)]
    fn visit(&mut self, square: usize, near: [Symbol; 3], far: &Far) -> (Symbol, ()) {
        let context = context(self.before, square, near, far);
        let cell = self.cells.next().copied().flatten();
        let symbol = match cell {
            Some(outcome) => symbol_of(outcome),
            None => self.model.contexts[context].symbol(0),
        };
        (self.each)(context, symbol, cell);
        self.before = u32::from(symbol) << 30;
        (symbol, ())
    }
}

/// To unpack a block; `BOUND`: of a class in which a clock decides some values.
struct Decode<'a, const BOUND: bool> {
    model: &'a OutcomeModel,
    index: &'a TableIndex,
    side: Color,
    first: u64,
    count: usize,
    bytes: &'a [u8],
}

impl<const BOUND: bool> CpuTask for Decode<'_, BOUND> {
    type Output = OutcomeBlock;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> OutcomeBlock {
        let mut symbols = vec![DRAWN; self.count];
        let unpacker = Unpacker::<BOUND> {
            contexts: &self.model.contexts,
            bound: self.model.bound,
            before: NONE_BEFORE,
            decoder: Decoder::new(self.bytes),
        };
        walk(cpu, self.index, self.side, self.first, &mut symbols, unpacker);
        OutcomeBlock::new(&symbols)
    }
}

/// Reads the values of a block, of a class in which a clock decides some of them if `BOUND`. It calls nothing and owns
/// nothing that needs an address, so that the inner loop can keep all of it in registers.
struct Unpacker<'a, const BOUND: bool> {
    contexts: &'a [Context; CONTEXTS],
    /// The probability that a clock decides a drawn value.
    bound: MissProbability,
    /// What was expected of the value before, with what it is in the two highest bits.
    before: u32,
    decoder: Decoder<'a>,
}

impl<const BOUND: bool> Visitor for Unpacker<'_, BOUND> {
    type Value = Symbol;
    const MISSING: Symbol = MISSING;
    type Far = Far;
    type Written = Symbol;

    #[inline(always)]
    fn far(third: &Line<Symbol>, fourth: &Line<Symbol>) -> Far {
        join_far(third, fourth)
    }

    #[inline(always)]
    fn visit(&mut self, square: usize, near: [Symbol; 3], far: &Far) -> (Symbol, Symbol) {
        let expected = self.contexts[context(self.before, square, near, far)];
        self.before = expected.0;
        if BOUND && self.decoder.hit_both(expected.miss(0), self.bound_miss(expected.symbol(0))) {
            let symbol = expected.symbol(0);
            return (symbol, symbol);
        }
        if !self.decoder.hit(expected.miss(0)) {
            self.decoder.miss(expected.miss(0));
            let symbol = expected.symbol(if self.decoder.decode(expected.miss(1)) { 2 } else { 1 });
            self.before = u32::from(symbol) << 30;
        }
        let symbol = (self.before >> 30) as Symbol;
        let mut written = symbol;
        if BOUND {
            let miss = self.bound_miss(symbol);
            if !self.decoder.hit(miss) {
                self.decoder.miss(miss);
                written = if self.decoder.decode(probability(0)) { BLESSED } else { CURSED };
            }
        }
        (symbol, written)
    }
}

impl<const BOUND: bool> Unpacker<'_, BOUND> {
    /// The probability that a clock decides a value: 0, which takes nothing and never happens, unless it is drawn. A mask
    /// and not a choice, of which a branch would be made that hangs on the symbol: all ones for DRAWN, which is 0, else
    /// zeros.
    #[inline(always)]
    fn bound_miss(&self, symbol: Symbol) -> MissProbability {
        self.bound & (u32::from(symbol).wrapping_sub(1) >> 16) as MissProbability
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn index() -> TableIndex {
        "KKvKM".parse().ok().and_then(TableIndex::new).expect("a class")
    }

    /// A model that was trained on some cells.
    fn model_for(index: &TableIndex, side: Color, first: u64, cells: &[Cell]) -> OutcomeModel {
        let mut counts = Counts::new();
        OutcomeModel::untrained().count(index, side, first, cells, &mut counts);
        counts.model()
    }

    fn cell() -> impl Strategy<Value = Cell> {
        // Runs of draws, don't cares, and now and then any outcome.
        prop_oneof![
            6 => Just(Some(Outcome::Draw)),
            2 => Just(None),
            2 => (0u8..5).prop_map(Outcome::from_code),
        ]
    }

    proptest! {
        #[test]
        fn all_five_outcomes_come_back(
            cells in prop::collection::vec(cell(), 0..3000),
            first in 0u64..1_000_000,
            black: bool,
        ) {
            let (index, side) = (index(), if black { Color::Black } else { Color::White });
            let model = model_for(&index, side, first, &cells);
            let bytes = model.encode(&index, side, first, &cells, true);
            let block = model.decode(&index, side, first, cells.len(), true, &bytes);
            for (offset, cell) in cells.iter().enumerate() {
                prop_assert!(cell.is_none_or(|outcome| block.outcome(offset) == outcome), "{offset}");
            }
        }

        #[test]
        fn any_bytes_are_a_block(
            bytes: Vec<u8>,
            ones in 0usize..6,
            trained_on in prop::collection::vec(cell(), 0..300),
            any_bound: bool,
        ) {
            let index = index();
            let model = model_for(&index, Color::White, 0, &trained_on);
            // No packer writes a block that begins with as many ones.
            let bytes = [vec![0xFF; ones], bytes].concat();
            let block = model.decode(&index, Color::White, 77, 1001, any_bound, &bytes);
            prop_assert!((0..1001).all(|offset| any_bound || block.outcome(offset) == block.outcome(offset).without_clocks()));
        }
    }
}
