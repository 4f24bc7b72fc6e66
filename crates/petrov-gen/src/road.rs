//! The classes with a third clock: a lone king against three pieces, under rules that limit its
//! time on the main road.
//!
//! They are few and small, so they are solved by themselves and plainly, forward and ply by ply.
//! Layer `b` holds, for every value and every road budget, the least king budget with which it is
//! won or lost when the material budget is `b`; it follows from the layer before by the rules
//! themselves. After the first layer each follows from the one before in the same way, so a value
//! is looked at again only if one that its moves lead to has changed, and once nothing changes
//! nothing will.
//!
//! Where the material has no limit (men against a lone king), the layers ask what is won within so
//! many plies. They settle all the same, and what they settle at is the answer.

use crate::class_values::ClassValues;
use crate::code::{BLESSED, CURSED, Code, LARGEST_BUDGET, LOSS, UNDECIDED, is_loss, is_win};
use crate::needs::{CAPTURE, NO_NEEDS, NeedSetId};
use crate::slice::Limits;
use crate::smaller::SmallerTables;
use crate::solve::{Progress, SolveError, limits, values_within};
use crate::solved::SolvedClass;
use draughts::{RuleSet, lone_king_on_road};
use petrov_table::cpu::Portable;
use petrov_table::{Need, Outcome, Pieces, TableIndex};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering::Relaxed;

/// Solves a class in which the road clock has the limit `road`.
pub(crate) fn solve(
    rules: &RuleSet,
    road: u8,
    index: TableIndex,
    smaller: &SmallerTables,
    progress: &Progress,
) -> Result<SolvedClass, SolveError> {
    let class = index.class();
    let (without_clocks, _) = values_within(rules.movement, Limits::NONE, index, smaller, progress, None)?;
    let graph = Graph::new(rules, road, index, smaller).ok_or(SolveError::MissingSmaller { class })?;
    let limits = limits(rules, class);
    let mut layer = Layer::new(&graph, limits);
    for material in 1u16.. {
        if progress.stop.load(Relaxed) {
            return Err(SolveError::Interrupted);
        }
        let past_limit = limits.step > 0 && material > u16::from(limits.material);
        if past_limit || !layer.next(material) {
            break;
        }
    }
    let values = ClassValues::new(index);
    let need_sets = layer.store(&values, &without_clocks);
    Ok(SolvedClass::with_need_sets(rules, values, need_sets))
}

/// All values of a class and how its moves lead from one to another.
struct Graph {
    nodes: Vec<Node>,
    slots: u32,
}

/// A value and its moves.
struct Node {
    /// What is known of it with a road budget of 0, 1, … stands here and in the places that follow;
    /// where no king is on the road its budget is always full, and there is one place.
    first_slot: u32,
    last_slot: u32,
    /// A capture is compulsory.
    must_capture: bool,
    /// There is a move.
    has_move: bool,
    /// A capture or a crowning wins.
    exit_wins: bool,
    /// A capture or a crowning does not lose.
    exit_saves: bool,
    quiet: Box<[QuietMove]>,
}

/// A quiet move to another value.
#[derive(Clone, Copy)]
struct QuietMove {
    to: u32,
    by_king: bool,
    /// It begins and ends with the lone king on the road, so the road clock goes on.
    on_road: bool,
}

impl Graph {
    /// `None` if a smaller table is missing.
    fn new(rules: &RuleSet, road: u8, index: TableIndex, smaller: &SmallerTables) -> Option<Graph> {
        let nodes: Option<Vec<Node>> =
            (0..index.values()).into_par_iter().map(|value| Node::new(rules, road, &index, smaller, value)).collect();
        let mut graph = Graph { nodes: nodes?, slots: 0 };
        for node in &mut graph.nodes {
            let count = node.last_slot + 1;
            (node.first_slot, node.last_slot) = (graph.slots, graph.slots + count - 1);
            graph.slots += count;
        }
        Some(graph)
    }
}

impl Node {
    /// A value and its moves; its slots are numbered as if there were no others.
    fn new(rules: &RuleSet, road: u8, index: &TableIndex, smaller: &SmallerTables, value: u64) -> Option<Node> {
        let position = index.position_of(value)?;
        let on_road = lone_king_on_road(&position);
        let moves = position.legal_moves(rules.movement);
        let mut node = Node {
            first_slot: 0,
            last_slot: if on_road { road.into() } else { 0 },
            must_capture: moves.iter().any(|m| m.is_capture()),
            has_move: !moves.is_empty(),
            exit_wins: false,
            exit_saves: false,
            quiet: Box::default(),
        };
        let mut quiet = Vec::with_capacity(moves.len());
        for m in &moves {
            let after = position.after(m);
            if m.is_conversion() {
                let outcome = smaller.outcome(Portable, Pieces::of(&after), after.side_to_move())?;
                node.exit_wins |= outcome == Outcome::Loss;
                node.exit_saves |= outcome != Outcome::Win;
            } else {
                quiet.push(QuietMove {
                    to: index.value_of(&after)? as u32,
                    by_king: m.is_quiet_king_move(),
                    on_road: on_road && lone_king_on_road(&after),
                });
            }
        }
        node.quiet = quiet.into();
        Some(node)
    }

    fn slots(&self) -> std::ops::Range<usize> {
        self.first_slot as usize..self.last_slot as usize + 1
    }

    /// Whether the road clock runs.
    fn on_road(&self) -> bool {
        self.last_slot > self.first_slot
    }
}

/// What is known with some material budget, and the needs that were met on the way to it.
struct Layer<'a> {
    graph: &'a Graph,
    limits: Limits,
    /// What a king's ply costs of the king budget: nothing if it has no limit.
    king_step: u8,
    /// The largest king budget.
    king_limit: u8,
    /// By slot the outcome and the least king budget, in the form of a [`Code`], which elsewhere
    /// tells the material budget.
    known: Vec<Code>,
    /// The values that changed in this layer.
    changed: Vec<bool>,
    /// By value the outcome and the least material budget, the other two being full.
    codes: Vec<Code>,
    needs: Vec<NeedSetId>,
    sets: Sets,
}

/// The distinct sets of needs, each found by a smaller one and the need that was added.
struct Sets {
    lists: Vec<Vec<Need>>,
    ids: FxHashMap<(NeedSetId, Need), NeedSetId>,
}

/// A least king budget that no budget reaches.
const NEVER: u8 = u8::MAX;

/// The king budget in a code.
fn king_budget(code: Code) -> u8 {
    match code {
        _ if is_win(code) => code,
        _ if is_loss(code) => code - LOSS,
        _ => NEVER,
    }
}

impl<'a> Layer<'a> {
    /// The layer of a material budget of nothing: who has no move has lost, all else is drawn.
    fn new(graph: &'a Graph, limits: Limits) -> Layer<'a> {
        let values = graph.nodes.len();
        let counted = limits.king != u16::MAX;
        let mut layer = Layer {
            graph,
            limits,
            king_step: u8::from(counted),
            king_limit: if counted { limits.king.min(LARGEST_BUDGET.into()) as u8 } else { LARGEST_BUDGET },
            known: vec![UNDECIDED; graph.slots as usize],
            changed: vec![true; values],
            codes: vec![UNDECIDED; values],
            needs: vec![NO_NEEDS; values],
            sets: Sets { lists: vec![Vec::new()], ids: FxHashMap::default() },
        };
        for (value, node) in graph.nodes.iter().enumerate().filter(|(_, node)| !node.has_move) {
            layer.update(value, &vec![LOSS; node.slots().len()], 0);
        }
        layer
    }

    /// Goes on to the next layer; tells whether it differs.
    fn next(&mut self, material: u16) -> bool {
        let layer = &*self;
        let look = |value: usize| {
            let node = &layer.graph.nodes[value];
            let may_change = node.has_move && (material == 1 || layer.leads_to_a_change(node));
            let known = &layer.known[node.slots()];
            let mut new = [UNDECIDED; LARGEST_BUDGET as usize + 1];
            let new = &mut new[..known.len()];
            if !may_change {
                return None;
            }
            // With no road budget left the game is drawn.
            for (road, code) in new.iter_mut().enumerate().skip(node.on_road().into()) {
                *code = layer.worth(node, road);
            }
            (*new != *known).then(|| (value, new.to_vec()))
        };
        let updates: Vec<(usize, Vec<Code>)> =
            (0..self.graph.nodes.len()).into_par_iter().with_min_len(1024).filter_map(look).collect();
        self.changed.fill(false);
        let material = if self.limits.step > 0 { material as u8 } else { 0 };
        for (value, new) in &updates {
            self.update(*value, new, material);
        }
        !updates.is_empty()
    }

    fn leads_to_a_change(&self, node: &Node) -> bool {
        node.quiet.iter().any(|m| self.changed[m.to as usize])
    }

    /// What the side to move gets with a road budget, by the layer before.
    fn worth(&self, node: &Node, road: usize) -> Code {
        let step = self.king_step;
        if node.exit_wins {
            return step;
        }
        let (mut wins_with, mut loses_with) = (NEVER, if node.exit_saves { NEVER } else { step });
        for m in &node.quiet {
            let to = &self.graph.nodes[m.to as usize];
            let slot = if m.on_road { to.first_slot as usize + road - 1 } else { to.last_slot as usize };
            let code = self.known[slot];
            let after = king_budget(code);
            // A man's move fills the king budget again.
            let before = match after {
                NEVER => NEVER,
                after if m.by_king => after + step,
                _ => step,
            };
            let before = if before > self.king_limit { NEVER } else { before };
            if is_loss(code) {
                wins_with = wins_with.min(before);
            }
            loses_with = if is_win(code) { loses_with.max(before) } else { NEVER };
        }
        match (wins_with, loses_with) {
            (NEVER, NEVER) => UNDECIDED,
            (NEVER, budget) => LOSS + budget,
            (budget, _) => budget,
        }
    }

    /// Takes over what a value is worth now.
    fn update(&mut self, value: usize, new: &[Code], material: u8) {
        let node = &self.graph.nodes[value];
        let slots = node.slots();
        self.changed[value] = true;
        if self.limits.step > 0 {
            let before = self.known[slots.clone()].to_vec();
            self.note_needs(value, &before, new, material);
        }
        let full = new.last().copied().unwrap_or(UNDECIDED);
        if self.codes[value] == UNDECIDED && full != UNDECIDED {
            self.codes[value] = if is_loss(full) { LOSS + material } else { material };
        }
        self.known[slots].copy_from_slice(new);
    }

    /// Notes the needs of a value that are met with `material` and were not with less.
    fn note_needs(&mut self, value: usize, before: &[Code], now: &[Code], material: u8) {
        let node = &self.graph.nodes[value];
        let mut with_less_road = NEVER;
        for (road, (&before, &now)) in before.iter().zip(now).enumerate() {
            let king = king_budget(now);
            if king < king_budget(before) && king < with_less_road {
                let road = if node.on_road() { road as u8 } else { 0 };
                let set = &mut self.needs[value];
                *set = self.sets.with(*set, Need { king, material, road });
            }
            with_less_road = king;
        }
    }

    /// Puts what was found into the values of the class; gives the sets of needs.
    fn store(mut self, values: &ClassValues, without_clocks: &ClassValues) -> Vec<Vec<Need>> {
        for value in 0..self.graph.nodes.len() {
            let node = &self.graph.nodes[value];
            if self.limits.step == 0 {
                let (now, before) = (self.known[node.slots()].to_vec(), vec![UNDECIDED; node.slots().len()]);
                self.note_needs(value, &before, &now, 0);
            }
            let code = match (self.codes[value], without_clocks.code(value as u64)) {
                (UNDECIDED, code) if is_win(code) => CURSED,
                (UNDECIDED, code) if is_loss(code) => BLESSED,
                (code, _) => code,
            };
            values.set(value as u64, code, if node.must_capture { CAPTURE } else { self.needs[value] });
        }
        self.sets.lists.iter_mut().for_each(|set| set.sort_unstable());
        self.sets.lists
    }
}

impl Sets {
    /// A set with one need more.
    fn with(&mut self, set: NeedSetId, need: Need) -> NeedSetId {
        let lists = &mut self.lists;
        *self.ids.entry((set, need)).or_insert_with(|| {
            let mut list = lists[set as usize].clone();
            list.push(need);
            lists.push(list);
            lists.len() as NeedSetId - 1
        })
    }
}
