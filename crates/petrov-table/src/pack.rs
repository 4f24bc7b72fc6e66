//! Tables packed for writing.

use crate::Need;
use crate::error::TableError;
use crate::header::{GROUP_BLOCKS, HEADER_BYTES, Header, TableKind};
use crate::index::TableIndex;
use crate::need_codec::{self, NeedModel};
use crate::outcome::Outcome;
use crate::outcome_codec::{self, OutcomeModel};
use crate::statistics::SideStatistics;
use crate::table::{checksum, write_need_sets};
use draughts::{Color, RuleSet};
use std::io::Write;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Values in a block: small enough that one is unpacked in a few microseconds.
pub const BLOCK_VALUES: u32 = 4096;

/// Blocks of each side that the models are trained on, at most.
const TRAINING_BLOCKS: u64 = 256;
/// Blocks of each side in each round of training: fillers and model settle together, for which a few are
/// enough, and only the last round counts for the probabilities.
const TRAINING_ROUNDS: [u64; 4] = [16, 32, 64, TRAINING_BLOCKS];
/// Blocks of each side by which the side whose needs are stored is chosen.
const CHOOSING_BLOCKS: u64 = 32;
/// Effort put into the small lists before the blocks.
const LIST_LEVEL: i32 = 19;

/// The values of a solved class, for packing.
pub trait SolvedValues: Sync {
    /// The outcome of a value; `None` where the side to move must capture.
    fn outcome(&self, value: u64) -> Option<Outcome>;
    /// The number of a value's set of needs; `None` where the side to move must capture or the value
    /// is neither won nor lost within the limits.
    fn need_set(&self, value: u64) -> Option<u32>;
}

/// Who does the work of packing: one thread, or a pool of them.
pub trait Workers {
    /// The results of `job` for 0, 1, … `count - 1`, in this order.
    fn map<T: Send>(&self, count: u64, job: impl Fn(u64) -> T + Sync) -> Vec<T>;
}

/// The calling thread.
#[derive(Clone, Copy, Debug)]
pub struct OneWorker;

impl Workers for OneWorker {
    fn map<T: Send>(&self, count: u64, job: impl Fn(u64) -> T + Sync) -> Vec<T> {
        (0..count).map(job).collect()
    }
}

/// What a table says besides its values.
pub struct TableDescription<'a> {
    /// The index.
    pub index: TableIndex,
    /// The rules it was made under.
    pub rules: &'a RuleSet,
    /// Counts, White to move first; one side only in a symmetric class.
    pub statistics: &'a [SideStatistics],
    /// The largest needs, each clock by itself.
    pub largest_need: Need,
}

/// A stretch of values of one side to move.
#[derive(Clone, Copy)]
struct Extent {
    side: Color,
    first: u64,
    count: u64,
}

/// The blocks of one side to move, spread evenly if `most` is less than there are.
fn extents(index: &TableIndex, side: Color, most: u64) -> Vec<Extent> {
    let size = u64::from(BLOCK_VALUES);
    let blocks = index.positions().div_ceil(size);
    let taken = blocks.min(most);
    let extent = |i: u64| {
        let first = (u128::from(i) * u128::from(blocks) / u128::from(taken)) as u64 * size;
        Extent { side, first, count: size.min(index.positions() - first) }
    };
    (0..taken).map(extent).collect()
}

fn sides_of(index: &TableIndex) -> &'static [Color] {
    if index.class().is_symmetric() { &[Color::White] } else { &[Color::White, Color::Black] }
}

impl Extent {
    fn values<T>(&self, index: &TableIndex, get: impl Fn(u64) -> T) -> Vec<T> {
        let start = self.side.index() as u64 * index.positions() + self.first;
        (start..start + self.count).map(get).collect()
    }
}

/// Packs a class's outcomes into the bytes of its `.ptw` file.
///
/// # Errors
/// If a list cannot be packed, which only a lack of memory can bring about.
pub fn pack_outcomes(
    description: &TableDescription<'_>,
    values: &impl SolvedValues,
    workers: &impl Workers,
) -> std::io::Result<Vec<u8>> {
    let index = &description.index;
    let any_bound =
        description.statistics.iter().any(|side| side.count(Outcome::CursedWin) + side.count(Outcome::BlessedLoss) > 0);
    let mut model_bytes = Vec::new();
    let mut blocks = Vec::new();
    for &side in sides_of(index) {
        let mut model = OutcomeModel::untrained();
        for most in TRAINING_ROUNDS {
            let sample = extents(index, side, most);
            // A few large jobs, since each brings a set of counts.
            let jobs = sample.chunks(sample.len().div_ceil(16).max(1)).collect::<Vec<_>>();
            let parts = workers.map(jobs.len() as u64, |job| {
                let mut counts = outcome_codec::Counts::new();
                for extent in jobs[job as usize] {
                    let cells = extent.values(index, |value| values.outcome(value));
                    model.count(index, side, extent.first, &cells, &mut counts);
                }
                counts
            });
            let mut counts = outcome_codec::Counts::new();
            parts.iter().for_each(|part| counts.add(part));
            model = counts.model();
        }
        let extents = extents(index, side, u64::MAX);
        blocks.extend(workers.map(extents.len() as u64, |block| {
            let extent = extents[block as usize];
            let cells = extent.values(index, |value| values.outcome(value));
            model.encode(index, side, extent.first, &cells, any_bound)
        }));
        model_bytes.extend(model.to_bytes());
    }
    let stored = [true, sides_of(index).len() == 2];
    assemble(description, TableKind::Outcomes, stored, any_bound, &model_bytes, &[], &blocks)
}

/// Packs a class's needs into the bytes of its `.ptn` file. Of two sides to move only the one that
/// packs smaller is kept. `sets` are the sets that the values' numbers mean, in any order.
///
/// # Errors
/// If a list cannot be packed, which only a lack of memory can bring about.
pub fn pack_needs(
    description: &TableDescription<'_>,
    values: &impl SolvedValues,
    sets: &[Vec<Need>],
    workers: &impl Workers,
) -> std::io::Result<Vec<u8>> {
    let index = &description.index;
    let candidates = sides_of(index);
    let numbers = |ranks: &[u32], extent: &Extent| {
        extent.values(index, |value| values.need_set(value).and_then(|set| ranks.get(set as usize).copied()))
    };
    let train = |side: Color, ranks: &[u32], sample: &[Extent]| {
        let parts = workers.map(sample.len() as u64, |block| {
            let extent = &sample[block as usize];
            let mut counts = need_codec::Counts::new();
            NeedModel::count(index, side, extent.first, &numbers(ranks, extent), &mut counts);
            counts
        });
        let mut counts = need_codec::Counts::new();
        parts.iter().for_each(|part| counts.add(part));
        counts.model()
    };
    let pack = |side: Color, ranks: &[u32], model: &NeedModel, sample: &[Extent]| {
        workers.map(sample.len() as u64, |block| {
            let extent = &sample[block as usize];
            model.encode(index, side, extent.first, &numbers(ranks, extent))
        })
    };
    let mut best: Option<(usize, Color, Vec<u32>)> = None;
    for &side in candidates {
        let ranks = ranks(index, side, values, sets, workers);
        let size = if candidates.len() > 1 {
            let sample = extents(index, side, CHOOSING_BLOCKS);
            let model = train(side, &ranks, &sample);
            pack(side, &ranks, &model, &sample).iter().map(Vec::len).sum::<usize>()
        } else {
            0
        };
        if best.as_ref().is_none_or(|&(least, ..)| size < least) {
            best = Some((size, side, ranks));
        }
    }
    let Some((_, side, ranks)) = best else {
        return Err(std::io::Error::other("a class has a side to move"));
    };
    let model = train(side, &ranks, &extents(index, side, TRAINING_BLOCKS));
    let blocks = pack(side, &ranks, &model, &extents(index, side, u64::MAX));
    let mut list = vec![Vec::new(); ranks.iter().filter(|&&rank| rank != UNUSED).count()];
    for (set, &rank) in sets.iter().zip(&ranks) {
        if let Some(place) = list.get_mut(rank as usize) {
            place.clone_from(set);
        }
    }
    let stored = [side == Color::White, side == Color::Black];
    assemble(description, TableKind::Needs, stored, false, &model.to_bytes(), &write_need_sets(&list), &blocks)
}

/// A set of needs that no value has.
const UNUSED: u32 = u32::MAX;

/// For each set its place in the table's list: the most frequent first, equals by what they say.
fn ranks(
    index: &TableIndex,
    side: Color,
    values: &impl SolvedValues,
    sets: &[Vec<Need>],
    workers: &impl Workers,
) -> Vec<u32> {
    const STRETCH: u64 = 1 << 22;
    let stretches = index.positions().div_ceil(STRETCH);
    let parts = workers.map(stretches, |stretch| {
        let start = side.index() as u64 * index.positions() + stretch * STRETCH;
        let count = STRETCH.min(index.positions() - stretch * STRETCH);
        let mut counts = vec![0u32; sets.len()];
        for set in (start..start + count).filter_map(|value| values.need_set(value)) {
            if let Some(count) = counts.get_mut(set as usize) {
                *count += 1;
            }
        }
        counts
    });
    let mut counts = vec![0u64; sets.len()];
    for part in parts {
        for (count, more) in counts.iter_mut().zip(part) {
            *count += u64::from(more);
        }
    }
    let mut order: Vec<usize> = (0..sets.len()).filter(|&set| counts[set] > 0).collect();
    order.sort_by(|&a, &b| counts[b].cmp(&counts[a]).then_with(|| sets[a].cmp(&sets[b])));
    let mut ranks = vec![UNUSED; sets.len()];
    for (rank, set) in order.into_iter().enumerate() {
        ranks[set] = rank as u32;
    }
    ranks
}

/// Puts header, lists, directory and blocks together.
fn assemble(
    description: &TableDescription<'_>,
    kind: TableKind,
    sides: [bool; 2],
    bound_by_a_clock: bool,
    model: &[u8],
    need_sets: &[u8],
    blocks: &[Vec<u8>],
) -> std::io::Result<Vec<u8>> {
    let statistics = SideStatistics::to_bytes(description.statistics);
    let packed_model = zstd::bulk::compress(model, LIST_LEVEL)?;
    let packed_sets = zstd::bulk::compress(need_sets, LIST_LEVEL)?;
    let data: Vec<u8> = blocks.concat();
    let mut header = Header {
        kind,
        class: description.index.class(),
        sides,
        bound_by_a_clock,
        rules_digest: description.rules.digest(),
        rules_name: description.rules.name.to_string(),
        block_values: BLOCK_VALUES,
        statistics_bytes: statistics.len() as u32,
        model_bytes: [packed_model.len() as u32, model.len() as u32],
        need_set_bytes: [packed_sets.len() as u32, need_sets.len() as u32],
        blocks: blocks.len() as u64,
        data_bytes: data.len() as u64,
        data_digest: xxh3_64(&data),
        digest: 0,
        largest_need: description.largest_need,
    };
    let mut directory = Vec::new();
    let mut start = 0u64;
    for group in blocks.chunks(GROUP_BLOCKS as usize) {
        directory.extend(start.to_le_bytes());
        for block in group {
            let length =
                u16::try_from(block.len()).map_err(|_| std::io::Error::other("a block of more than 64 KiB"))?;
            directory.extend(length.to_le_bytes());
            directory.extend(&checksum(block).to_le_bytes()[..3]);
            start += u64::from(length);
        }
    }
    let mut bytes = header.to_bytes().to_vec();
    bytes.extend(statistics);
    bytes.extend(packed_model);
    bytes.extend(packed_sets);
    bytes.extend(directory);
    header.digest = Header::digest_of(&bytes);
    bytes[..HEADER_BYTES].copy_from_slice(&header.to_bytes());
    bytes.extend(data);
    Ok(bytes)
}

/// Writes a file whole or not at all: under a temporary name beside it, synced, then renamed.
///
/// # Errors
/// What the system says, with the name of the file. Nothing is left behind but, after a crash, a
/// file that ends in `.tmp`.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TableError> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = std::fs::File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        std::fs::rename(&temporary, path)?;
        // The new name is safe only once the folder is; not all systems can sync one.
        if let Some(folder) = path.parent().and_then(|folder| std::fs::File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
        Ok(())
    };
    write().map_err(|source| {
        let _ = std::fs::remove_file(&temporary);
        TableError::Io { path: path.to_owned(), source }
    })
}
