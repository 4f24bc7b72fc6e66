//! Unpacked blocks, kept while there is room.

use arc_swap::ArcSwapOption;
use std::array;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Number of blocks that may have the same place.
const WAYS: usize = 4;
/// A place is made for every so many bytes of the cache: about half of what a block takes, so that
/// few are without a place while there is room.
const BYTES_A_WAY: usize = 512;
/// No block.
const NO_KEY: u64 = u64::MAX;

/// What a cache can hold.
pub(crate) trait Weighed {
    /// Memory held, in bytes.
    fn bytes(&self) -> usize;
}

/// Blocks by number, with a bound on the bytes they take.
///
/// The places are fixed: four for each value of a hash. Reading takes no lock, and two readers of
/// the same block write to nothing that they share. What was not read since the last look goes
/// first.
pub(crate) struct BlockCache<B> {
    sets: Box<[Set<B>]>,
    /// Bits of a hash that choose no set.
    shift: u32,
    budget: usize,
    bytes: AtomicUsize,
    /// The set in which room is made next.
    hand: AtomicUsize,
}

/// One cache line: the keys tell which entry, if any, is worth a look.
#[repr(align(64))]
struct Set<B> {
    keys: [AtomicU64; WAYS],
    entries: [ArcSwapOption<Entry<B>>; WAYS],
}

struct Entry<B> {
    key: u64,
    bytes: usize,
    block: B,
    used: AtomicBool,
}

impl<B: Weighed> BlockCache<B> {
    /// `None` if there is no memory for the places.
    pub(crate) fn new(budget: usize) -> Option<BlockCache<B>> {
        let count = (budget / (BYTES_A_WAY * WAYS)).max(1).next_power_of_two();
        let mut sets = Vec::new();
        sets.try_reserve_exact(count).ok()?;
        sets.resize_with(count, Set::new);
        Some(BlockCache {
            sets: sets.into(),
            shift: 64 - count.trailing_zeros(),
            budget,
            bytes: AtomicUsize::new(0),
            hand: AtomicUsize::new(0),
        })
    }

    #[inline(always)]
    fn set(&self, key: u64) -> &Set<B> {
        // The highest bits: only they hang on all bits of the key.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15).checked_shr(self.shift).unwrap_or(0);
        &self.sets[hash as usize & (self.sets.len() - 1)]
    }

    /// Reads the block with a key, if it is here.
    #[inline(always)]
    pub(crate) fn read<R>(&self, key: u64, read: impl FnOnce(&B) -> R) -> Option<R> {
        let set = self.set(key);
        for (known, entry) in set.keys.iter().zip(&set.entries) {
            if known.load(Relaxed) == key
                && let Some(entry) = entry.load().as_deref()
                && entry.key == key
            {
                // Written only when it changes anything, so that readers share the line in peace.
                if !entry.used.load(Relaxed) {
                    entry.used.store(true, Relaxed);
                }
                return Some(read(&entry.block));
            }
        }
        None
    }

    /// Keeps a block, and drops others if there is no room.
    pub(crate) fn insert(&self, key: u64, block: B) {
        let bytes = block.bytes() + size_of::<Entry<B>>();
        if bytes > self.budget {
            return;
        }
        let set = self.set(key);
        let way = set.way_for(key);
        self.bytes.fetch_add(bytes, Relaxed);
        self.put(set, way, Some(Arc::new(Entry { key, bytes, block, used: AtomicBool::new(true) })));
        set.keys[way].store(key, Relaxed);
        self.make_room();
    }

    fn put(&self, set: &Set<B>, way: usize, entry: Option<Arc<Entry<B>>>) {
        if let Some(old) = set.entries[way].swap(entry) {
            self.bytes.fetch_sub(old.bytes, Relaxed);
        }
    }

    /// Goes around the sets and drops what was not read since the last time, until the rest fits.
    fn make_room(&self) {
        // In two rounds everything that no other thread reads would be dropped.
        for _ in 0..2 * self.sets.len() {
            if self.bytes.load(Relaxed) <= self.budget {
                return;
            }
            let set = &self.sets[self.hand.fetch_add(1, Relaxed) & (self.sets.len() - 1)];
            for way in 0..WAYS {
                let used = set.entries[way].load().as_ref().map(|entry| entry.used.swap(false, Relaxed));
                if used == Some(false) {
                    set.keys[way].store(NO_KEY, Relaxed);
                    self.put(set, way, None);
                }
            }
        }
    }
}

impl<B> Set<B> {
    fn new() -> Set<B> {
        Set { keys: array::from_fn(|_| AtomicU64::new(NO_KEY)), entries: array::from_fn(|_| ArcSwapOption::empty()) }
    }

    /// Where a block goes: to its own place if it is here, else to a free one, else where a block
    /// is that was not read since the last look.
    fn way_for(&self, key: u64) -> usize {
        let with_key = |wanted| (0..WAYS).find(|&way| self.keys[way].load(Relaxed) == wanted);
        with_key(key).or_else(|| with_key(NO_KEY)).unwrap_or_else(|| {
            let unused =
                |way: usize| self.entries[way].load().as_ref().is_none_or(|entry| !entry.used.swap(false, Relaxed));
            // To start at a place that hangs on the key spares the first from being always the one.
            let first = key as usize % WAYS;
            (0..WAYS).map(|way| (first + way) % WAYS).find(|&way| unused(way)).unwrap_or(first)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Number(u64);

    impl Weighed for Number {
        fn bytes(&self) -> usize {
            1000
        }
    }

    #[test]
    fn blocks_are_kept_while_there_is_room() {
        let cache = BlockCache::new(1 << 20).expect("memory");
        for key in 0..500 {
            cache.insert(key, Number(key * key));
        }
        let kept = (0..500).filter(|&key| cache.read(key, |block| block.0) == Some(key * key)).count();
        assert!(kept > 480, "{kept}");
        assert_eq!(cache.read(500, |block| block.0), None);
    }

    #[test]
    fn the_bound_holds_and_what_is_read_stays() {
        let cache = BlockCache::new(1 << 20).expect("memory");
        for key in 0..20_000 {
            cache.insert(key, Number(key));
            assert!(cache.bytes.load(Relaxed) <= 1 << 20);
            // Ten blocks that are wanted again and again.
            cache.read(key % 10, |_| ());
        }
        let hot = (0..10).filter(|&key| cache.read(key, |_| ()).is_some()).count();
        assert!(hot >= 8, "{hot}");
        let held = (0..20_000).filter(|&key| cache.read(key, |_| ()).is_some()).count();
        assert!(held > 700, "{held}");
    }

    #[test]
    fn a_cache_that_memory_does_not_hold_is_none() {
        assert!(BlockCache::<Number>::new(usize::MAX).is_none());
    }

    #[test]
    fn a_cache_without_room_holds_nothing() {
        let cache = BlockCache::new(0).expect("memory");
        cache.insert(1, Number(1));
        assert_eq!(cache.read(1, |block| block.0), None);
    }

    #[test]
    fn threads_read_what_was_written_for_the_key() {
        let cache: BlockCache<Number> = BlockCache::new(1 << 16).expect("memory");
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let cache = &cache;
                scope.spawn(move || {
                    for i in 0..20_000u64 {
                        let key = (i * (thread + 1)) % 300;
                        match cache.read(key, |block: &Number| block.0) {
                            Some(number) => assert_eq!(number, key + 7),
                            None => cache.insert(key, Number(key + 7)),
                        }
                    }
                });
            }
        });
        let held: usize =
            cache.sets.iter().flat_map(|set| &set.entries).filter_map(|e| e.load().as_ref().map(|e| e.bytes)).sum();
        assert_eq!(held, cache.bytes.load(Relaxed));
        assert!(held <= 1 << 16);
    }
}
