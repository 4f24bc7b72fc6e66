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
use crate::neighbours::{NEIGHBOURS, Visitor, walk};
use crate::outcome::Outcome;
use crate::range_coder::{Decoder, Encoder, MissProbability};
use draughts::Color;

/// Neither won nor lost within the limits; then win and loss, and a neighbour that is missing.
pub(crate) type Symbol = u8;
pub(crate) const DRAWN: Symbol = 0;
const WON: Symbol = 1;
const LOST: Symbol = 2;
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

#[inline(always)]
fn context(neighbours: [Symbol; NEIGHBOURS]) -> usize {
    // The first, the value just before, is known last: it comes in last.
    let others =
        neighbours.iter().enumerate().skip(1).fold(0, |others, (i, &symbol)| others | usize::from(symbol) << (2 * i));
    (others | usize::from(neighbours[0])) % CONTEXTS
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
        with_cpu(Decode { model: self, index, side, first, count, any_bound, bytes })
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
        let mut filler = Filler { model: self.model, cells: self.cells.iter(), each: self.each };
        walk(cpu, self.index, self.side, self.first, self.cells.len(), &mut filler);
    }
}

/// Fills the don't cares of a block that is known.
struct Filler<'a, F> {
    model: &'a OutcomeModel,
    cells: std::slice::Iter<'a, Cell>,
    each: F,
}

impl<F: FnMut(usize, Symbol, Cell)> Visitor for Filler<'_, F> {
    type Value = Symbol;
    const MISSING: Symbol = MISSING;

    #[inline(always)]
    fn visit(&mut self, neighbours: [Symbol; NEIGHBOURS]) -> Symbol {
        let context = context(neighbours);
        let cell = self.cells.next().copied().flatten();
        let symbol = match cell {
            Some(outcome) => symbol_of(outcome),
            None => self.model.contexts[context].symbol(0),
        };
        (self.each)(context, symbol, cell);
        symbol
    }
}

struct Decode<'a> {
    model: &'a OutcomeModel,
    index: &'a TableIndex,
    side: Color,
    first: u64,
    count: usize,
    any_bound: bool,
    bytes: &'a [u8],
}

impl CpuTask for Decode<'_> {
    type Output = OutcomeBlock;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> OutcomeBlock {
        let mut symbols = vec![DRAWN; self.count];
        let mut bound = Vec::new();
        let (model, decoder) = (self.model, Decoder::new(self.bytes));
        let (symbols_out, bound_out) = (&mut symbols, &mut bound);
        if self.any_bound {
            let mut unpacker = Unpacker::<BOUND> { model, decoder, symbols: symbols_out, done: 0, bound: bound_out };
            walk(cpu, self.index, self.side, self.first, self.count, &mut unpacker);
        } else {
            let mut unpacker = Unpacker::<PLAIN> { model, decoder, symbols: symbols_out, done: 0, bound: bound_out };
            walk(cpu, self.index, self.side, self.first, self.count, &mut unpacker);
        }
        OutcomeBlock::new(&symbols, bound)
    }
}

/// Kinds of blocks: with nothing written, so that each value is the likeliest in its context; of a class in
/// which no clock decides anything; of one in which some does.
const EMPTY: u8 = 0;
const PLAIN: u8 = 1;
const BOUND: u8 = 2;

/// Reads the values of a block of one of the kinds. It owns nothing that needs an address, so that the inner loop can
/// keep all of it in registers.
struct Unpacker<'a, const KIND: u8> {
    model: &'a OutcomeModel,
    decoder: Decoder<'a>,
    symbols: &'a mut [Symbol],
    done: usize,
    bound: &'a mut Vec<(u32, bool)>,
}

/// Reads on after a miss. The decoder goes in and out by value: were its address taken, the inner
/// loop would keep it in memory and not in registers.
#[cold]
#[inline(never)]
fn not_the_first(mut decoder: Decoder<'_>, expected: Context) -> (Decoder<'_>, Symbol) {
    decoder.miss(expected.miss(0));
    let symbol = expected.symbol(if decoder.decode(expected.miss(1)) { 2 } else { 1 });
    (decoder, symbol)
}

/// Reads whether a value that a clock decides is a blessed loss.
#[cold]
#[inline(never)]
fn bound_by_a_clock(mut decoder: Decoder<'_>, miss: MissProbability) -> (Decoder<'_>, bool) {
    decoder.miss(miss);
    let blessed = decoder.decode(probability(0));
    (decoder, blessed)
}

impl<const KIND: u8> Visitor for Unpacker<'_, KIND> {
    type Value = Symbol;
    const MISSING: Symbol = MISSING;

    #[inline(always)]
    fn visit(&mut self, neighbours: [Symbol; NEIGHBOURS]) -> Symbol {
        let expected = self.model.contexts[context(neighbours)];
        let mut symbol = expected.symbol(0);
        if KIND != EMPTY && !self.decoder.hit(expected.miss(0)) {
            (self.decoder, symbol) = not_the_first(self.decoder, expected);
        }
        if KIND == BOUND {
            // A miss of probability 0 takes nothing and never happens: so no branch hangs on the symbol.
            let miss = if symbol == DRAWN { self.model.bound } else { 0 };
            if !self.decoder.hit(miss) {
                let (decoder, blessed) = bound_by_a_clock(self.decoder, miss);
                self.decoder = decoder;
                self.bound.push((self.done as u32, blessed));
            }
        }
        if let Some(place) = self.symbols.get_mut(self.done) {
            *place = symbol;
        }
        self.done += 1;
        symbol
    }
}

/// The outcomes of a block, two bits a value.
///
/// Where the side to move must capture, the outcome is a filler without meaning.
#[derive(Debug)]
pub struct OutcomeBlock {
    codes: Box<[u8]>,
    /// Offsets of the values that a clock decides, in growing order, and whether each is a blessed
    /// loss.
    bound: Box<[(u32, bool)]>,
}

const BOUND_CODE: u8 = 3;

impl OutcomeBlock {
    fn new(symbols: &[Symbol], bound: Vec<(u32, bool)>) -> OutcomeBlock {
        let mut codes = vec![0u8; symbols.len().div_ceil(4)].into_boxed_slice();
        let (eights, rest) = symbols.as_chunks::<8>();
        let (pairs, _) = codes.as_chunks_mut::<2>();
        for (pair, &eight) in pairs.iter_mut().zip(eights) {
            // Eight symbols, each in a byte, move together by halves.
            let mut word = u64::from_le_bytes(eight) & 0x0303_0303_0303_0303;
            word = (word | word >> 6) & 0x000F_000F_000F_000F;
            word = (word | word >> 12) & 0x0000_00FF_0000_00FF;
            *pair = [word as u8, (word >> 32) as u8];
        }
        let rest_at = 2 * eights.len();
        for (i, &symbol) in rest.iter().enumerate() {
            codes[rest_at + i / 4] |= (symbol & 3) << (2 * (i % 4));
        }
        for &(offset, _) in &bound {
            codes[offset as usize / 4] |= BOUND_CODE << (2 * (offset % 4));
        }
        OutcomeBlock { codes, bound: bound.into() }
    }

    /// The outcome of the value at an offset within the block; past its end it means nothing.
    #[inline(always)]
    #[must_use]
    pub fn outcome(&self, offset: usize) -> Outcome {
        let code = self.codes.get(offset / 4).map_or(DRAWN, |byte| byte >> (2 * (offset % 4)) & 3);
        if code == BOUND_CODE { self.bound_outcome(offset) } else { Outcome::of_two_bits(code) }
    }

    #[cold]
    fn bound_outcome(&self, offset: usize) -> Outcome {
        match self.bound.binary_search_by_key(&(offset as u32), |&(offset, _)| offset) {
            Ok(at) if self.bound[at].1 => Outcome::BlessedLoss,
            _ => Outcome::CursedWin,
        }
    }

    /// Memory held, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<OutcomeBlock>() + self.codes.len() + self.bound.len() * std::mem::size_of::<(u32, bool)>()
    }
}
