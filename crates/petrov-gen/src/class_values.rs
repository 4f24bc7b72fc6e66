//! The values of the class in hand, written by many workers.

use crate::code::{Code, UNDECIDED};
use crate::needs::{NO_NEEDS, NeedSetId};
use petrov_table::TableIndex;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// One code and one set of needs a value. Workers write different slices and read only slices that
/// were done before, so the order of single loads and stores does not matter.
pub(crate) struct ClassValues {
    index: TableIndex,
    codes: Vec<AtomicU8>,
    needs: Vec<AtomicU32>,
}

impl ClassValues {
    pub(crate) fn new(index: TableIndex) -> ClassValues {
        let values = index.values() as usize;
        let mut codes = Vec::new();
        codes.resize_with(values, || AtomicU8::new(UNDECIDED));
        let mut needs = Vec::new();
        needs.resize_with(values, || AtomicU32::new(NO_NEEDS));
        ClassValues { index, codes, needs }
    }

    pub(crate) const fn index(&self) -> &TableIndex {
        &self.index
    }

    #[inline(always)]
    pub(crate) fn code(&self, value: u64) -> Code {
        self.codes[value as usize].load(Relaxed)
    }

    #[inline(always)]
    pub(crate) fn needs(&self, value: u64) -> NeedSetId {
        self.needs[value as usize].load(Relaxed)
    }

    #[inline(always)]
    pub(crate) fn set(&self, value: u64, code: Code, needs: NeedSetId) {
        self.codes[value as usize].store(code, Relaxed);
        self.needs[value as usize].store(needs, Relaxed);
    }
}
