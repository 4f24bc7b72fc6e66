//! Sets of needs as they grow in the solver, each known by a number.

use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// The number of a set of needs; the set without any is [`NO_NEEDS`].
pub(crate) type NeedSetId = u32;

/// The empty set: drawn, or won or lost without clocks only.
pub(crate) const NO_NEEDS: NeedSetId = 0;

/// Not a set: a capture is compulsory, so outcome and needs follow from smaller tables.
pub(crate) const CAPTURE: NeedSetId = u32::MAX;

/// A need as the solver finds it: king and material budget, in plies.
pub(crate) type KingMaterial = (u16, u8);

/// The distinct sets of needs of a class. A set is its parent, the set without its last need, and
/// that need; needs are added in growing king budget.
#[derive(Default)]
pub(crate) struct NeedSets {
    shared: Mutex<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Parent and last need of set `i + 1`.
    nodes: Vec<(NeedSetId, KingMaterial)>,
    ids: FxHashMap<(NeedSetId, KingMaterial), NeedSetId>,
}

impl NeedSets {
    fn extend(&self, parent: NeedSetId, need: KingMaterial) -> NeedSetId {
        // A thread that panicked while it held the lock left the two collections whole.
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&id) = shared.ids.get(&(parent, need)) {
            return id;
        }
        shared.nodes.push((parent, need));
        let id = shared.nodes.len() as NeedSetId;
        shared.ids.insert((parent, need), id);
        id
    }

    /// The sets from a number of them on, as parent and last need, in the order in which they were met.
    pub(crate) fn nodes_from(&self, first: usize) -> Vec<(NeedSetId, KingMaterial)> {
        let shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.nodes.get(first..).unwrap_or(&[]).to_vec()
    }

    /// Adds sets as [`nodes_from`](NeedSets::nodes_from) gave them; `None` if they do not follow on
    /// what is there.
    pub(crate) fn append(&self, first: usize, nodes: &[(NeedSetId, KingMaterial)]) -> Option<()> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if shared.nodes.len() != first {
            return None;
        }
        for &(parent, need) in nodes {
            if parent as usize > shared.nodes.len() {
                return None;
            }
            shared.nodes.push((parent, need));
            let id = shared.nodes.len() as NeedSetId;
            shared.ids.insert((parent, need), id);
        }
        Some(())
    }

    /// The needs of every set, in growing king budget; the place in the list is the set's number.
    pub(crate) fn into_lists(self) -> Vec<Vec<KingMaterial>> {
        let shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut lists: Vec<Vec<KingMaterial>> = vec![Vec::new()];
        for (parent, need) in shared.nodes {
            let mut list = lists[parent as usize].clone();
            list.push(need);
            lists.push(list);
        }
        lists
    }
}

/// What a worker remembers of the sets it has met, so that it seldom asks for the lock.
pub(crate) struct NeedCache {
    /// Sets of one need, by king and material budget below [`SINGLE`]; 0 where not met yet.
    single: Vec<NeedSetId>,
    longer: FxHashMap<(NeedSetId, KingMaterial), NeedSetId>,
}

const SINGLE: usize = 128;

impl NeedCache {
    pub(crate) fn new() -> NeedCache {
        NeedCache { single: vec![NO_NEEDS; SINGLE * SINGLE], longer: FxHashMap::default() }
    }

    /// The set `parent` with one need more.
    #[inline(always)]
    pub(crate) fn extend(&mut self, sets: &NeedSets, parent: NeedSetId, need: KingMaterial) -> NeedSetId {
        let (king, material) = (usize::from(need.0), usize::from(need.1));
        if parent == NO_NEEDS && king < SINGLE && material < SINGLE {
            let known = &mut self.single[king * SINGLE + material];
            if *known == NO_NEEDS {
                *known = sets.extend(parent, need);
            }
            return *known;
        }
        *self.longer.entry((parent, need)).or_insert_with(|| sets.extend(parent, need))
    }
}
