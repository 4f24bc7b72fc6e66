//! Tables opened for reading.

use crate::error::TableError;
use crate::header::{ENTRY_BYTES, GROUP_BLOCKS, GROUP_BYTES, HEADER_BYTES, Header, TableKind, directory_bytes};
use crate::index::TableIndex;
use crate::need_codec::{self, NeedBlock, NeedModel};
use crate::outcome_block::OutcomeBlock;
use crate::outcome_codec::{self, OutcomeModel};
use crate::statistics::SideStatistics;
use crate::{Need, TableBytes};
use draughts::{Color, MaterialClass, RuleSet};
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// What both kinds of files have in common: header, lists, directory, blocks.
#[derive(Debug)]
struct File {
    bytes: TableBytes,
    header: Header,
    index: TableIndex,
    statistics: Vec<SideStatistics>,
    directory: usize,
    data: usize,
    blocks_a_side: u64,
    /// The logarithm of the values in a block, which are a power of two in all files written so far:
    /// a probe then divides by a shift.
    block_shift: Option<u32>,
}

/// Bits of a block's checksum.
pub(crate) fn checksum(block: &[u8]) -> u32 {
    (xxh3_64(block) & 0x00FF_FFFF) as u32
}

impl File {
    /// Opens a file and unpacks its model and its list of need sets.
    fn open(
        bytes: TableBytes,
        kind: TableKind,
        class: MaterialClass,
        rules: &RuleSet,
    ) -> Result<(File, Vec<u8>, Vec<u8>), TableError> {
        let header = Header::read(bytes.name(), &bytes, kind, class, rules)?;
        let index = TableIndex::new(class).ok_or(TableError::NoSuchTable(class))?;
        let damaged = |what| TableError::Damaged { file: bytes.name().to_owned(), block: None, what };
        let mut at = HEADER_BYTES;
        let mut list = |length: u32| {
            at += length as usize;
            bytes.get(at - length as usize..at)
        };
        let statistics = list(header.statistics_bytes).map(SideStatistics::from_bytes);
        let mut unpacked = |[packed, full]: [u32; 2]| {
            let packed = list(packed)?;
            // No list of any table is larger; a damaged length must not ask for all memory.
            let full = usize::try_from(full).ok().filter(|&full| full <= MAX_LIST_BYTES)?;
            let unpacked = zstd::bulk::decompress(packed, full).ok()?;
            (unpacked.len() == full).then_some(unpacked)
        };
        let model = unpacked(header.model_bytes);
        let need_sets = unpacked(header.need_set_bytes);
        let (Some(statistics), Some(model), Some(need_sets)) = (statistics, model, need_sets) else {
            return Err(damaged("a list before the blocks cannot be unpacked"));
        };
        let sides = if index.class().is_symmetric() { 1 } else { 2 };
        let all_counted = |side: &SideStatistics| side.checked_positions() == Some(index.positions());
        if statistics.len() != sides || !statistics.iter().all(all_counted) {
            return Err(damaged("the statistics do not count the positions of the class"));
        }
        let directory_length = directory_bytes(header.blocks).ok_or_else(|| damaged("too many blocks"))? as usize;
        let blocks_a_side = header.blocks_a_side(&index);
        let block_shift = header.block_values.is_power_of_two().then(|| header.block_values.trailing_zeros());
        let data = at + directory_length;
        let file = File { directory: at, data, bytes, header, index, statistics, blocks_a_side, block_shift };
        // The last block must end where the data ends, so every length before it is sound as well.
        if file.header.blocks > 0 && file.range_of(file.header.blocks - 1)?.end != file.bytes.len() {
            return Err(file.damaged(None, "the directory does not fit the file's length"));
        }
        Ok((file, model, need_sets))
    }

    fn damaged(&self, block: Option<u64>, what: &'static str) -> TableError {
        TableError::Damaged { file: self.bytes.name().to_owned(), block, what }
    }

    /// Directory bytes of a group: where it starts, then its entries.
    fn group(&self, group: u64) -> Option<&[u8]> {
        let start = self.directory as u64 + group * (GROUP_BYTES + GROUP_BLOCKS * ENTRY_BYTES);
        let entries = (self.header.blocks - group * GROUP_BLOCKS).min(GROUP_BLOCKS);
        self.bytes.get(usize::try_from(start).ok()?..usize::try_from(start + GROUP_BYTES + entries * ENTRY_BYTES).ok()?)
    }

    /// Where a block lies in the file.
    fn range_of(&self, block: u64) -> Result<Range<usize>, TableError> {
        self.entry(block).map(|(range, _)| range)
    }

    fn entry(&self, block: u64) -> Result<(Range<usize>, u32), TableError> {
        let bad = || self.damaged(Some(block), "the directory leads out of the file");
        if block >= self.header.blocks {
            return Err(bad());
        }
        let group = self.group(block / GROUP_BLOCKS).ok_or_else(bad)?;
        let (start, entries) = group.split_at(GROUP_BYTES as usize);
        let start = start.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
        let (entries, rest) = entries.split_at((block % GROUP_BLOCKS * ENTRY_BYTES) as usize);
        let length = |entry: &[u8]| u64::from(entry[0]) | u64::from(entry[1]) << 8;
        let before: u64 = entries.chunks_exact(ENTRY_BYTES as usize).map(length).sum();
        let start =
            (self.data as u64).checked_add(start).and_then(|start| start.checked_add(before)).ok_or_else(bad)?;
        let end = start.checked_add(length(rest)).filter(|&end| end <= self.bytes.len() as u64).ok_or_else(bad)?;
        let checksum = u32::from(rest[2]) | u32::from(rest[3]) << 8 | u32::from(rest[4]) << 16;
        Ok((start as usize..end as usize, checksum))
    }

    /// The bytes of a block, checked.
    fn block(&self, block: u64) -> Result<&[u8], TableError> {
        let (range, expected) = self.entry(block)?;
        let bytes = self.bytes.get(range).unwrap_or(&[]);
        if checksum(bytes) == expected {
            Ok(bytes)
        } else {
            Err(self.damaged(Some(block), "its checksum does not fit"))
        }
    }

    /// The side to move, the first value within the side and the number of values of a block.
    fn extent(&self, block: u64) -> (Color, u64, usize) {
        let (turn, within) = (block / self.blocks_a_side.max(1), block % self.blocks_a_side.max(1));
        let stored = [Color::White, Color::Black].into_iter().filter(|side| self.header.sides[side.index()]);
        let side = stored.into_iter().nth(turn as usize).unwrap_or(Color::White);
        let first = within * u64::from(self.header.block_values);
        (side, first, u64::from(self.header.block_values).min(self.index.positions() - first) as usize)
    }

    #[inline(always)]
    fn place_of(&self, value: u64) -> Option<(u64, usize)> {
        let positions = self.index.positions();
        let (side, within) = if value < positions { (0, value) } else { (1, value - positions) };
        if within >= positions || !self.header.sides[side] {
            return None;
        }
        let turn = if side == 1 && self.header.sides[0] { self.blocks_a_side } else { 0 };
        let (block, offset) = match self.block_shift {
            Some(shift) => (within >> shift, within & ((1 << shift) - 1)),
            None => {
                let block_values = u64::from(self.header.block_values);
                (within / block_values, within % block_values)
            }
        };
        Some((turn + block, offset as usize))
    }

    fn check_all(&self) -> Result<(), TableError> {
        for block in 0..self.header.blocks {
            self.block(block)?;
        }
        if xxh3_64(self.bytes.get(self.data..).unwrap_or(&[])) != self.header.data_digest {
            return Err(self.damaged(None, "the digest of all blocks does not fit"));
        }
        Ok(())
    }
}

/// Largest list before the blocks, unpacked, in bytes.
const MAX_LIST_BYTES: usize = 1 << 28;

macro_rules! common_methods {
    () => {
        /// The header.
        #[must_use]
        pub fn header(&self) -> &Header {
            &self.file.header
        }

        /// The index of the table.
        #[inline(always)]
        #[must_use]
        pub fn index(&self) -> &TableIndex {
            &self.file.index
        }

        /// Counts of the values, White to move first; one side only in a symmetric class.
        #[must_use]
        pub fn statistics(&self) -> &[SideStatistics] {
            &self.file.statistics
        }

        /// Size of the file in bytes.
        #[must_use]
        pub fn file_bytes(&self) -> u64 {
            self.file.bytes.len() as u64
        }

        /// The file's path or name.
        #[must_use]
        pub fn name(&self) -> &str {
            self.file.bytes.name()
        }

        /// Number of blocks.
        #[must_use]
        pub fn blocks(&self) -> u64 {
            self.file.header.blocks
        }

        /// Number of values in a full block.
        #[inline(always)]
        #[must_use]
        pub fn block_values(&self) -> u64 {
            u64::from(self.file.header.block_values)
        }

        /// The block of a value and its offset there; `None` if the file does not hold it.
        #[inline(always)]
        #[must_use]
        pub fn place_of(&self, value: u64) -> Option<(u64, usize)> {
            self.file.place_of(value)
        }

        /// The index of the first value of a block and the number of its values.
        #[must_use]
        pub fn values_of_block(&self, block: u64) -> (u64, usize) {
            let (side, first, count) = self.file.extent(block);
            (side.index() as u64 * self.file.index.positions() + first, count)
        }

        /// Reads the whole file and checks every checksum.
        ///
        /// # Errors
        /// If one does not fit; the first such block is named.
        pub fn check_all(&self) -> Result<(), TableError> {
            self.file.check_all()
        }
    };
}

/// A table of outcomes, `.ptw`.
pub struct OutcomeTable {
    file: File,
    /// By side to move.
    models: [Option<OutcomeModel>; 2],
}

impl OutcomeTable {
    common_methods!();

    /// Opens a table with every check that can be made without reading a block.
    ///
    /// # Errors
    /// If the bytes are not the outcomes of that class under these rules, or are damaged.
    pub fn open(bytes: TableBytes, class: MaterialClass, rules: &RuleSet) -> Result<OutcomeTable, TableError> {
        let (file, model_bytes, _) = File::open(bytes, TableKind::Outcomes, class, rules)?;
        if file.header.sides != [true, !file.index.class().is_symmetric()] {
            return Err(file.damaged(None, "a side to move is missing"));
        }
        let mut chunks = model_bytes.chunks(outcome_codec::MODEL_BYTES);
        let mut models = [None, None];
        for (model, stored) in models.iter_mut().zip(file.header.sides) {
            if stored {
                let bytes = chunks.next().unwrap_or(&[]);
                *model = Some(
                    OutcomeModel::from_bytes(bytes).ok_or_else(|| file.damaged(None, "the model has a wrong size"))?,
                );
            }
        }
        Ok(OutcomeTable { file, models })
    }

    /// Checks and unpacks a block.
    ///
    /// # Errors
    /// If there is no such block or its checksum does not fit.
    pub fn unpack_block(&self, block: u64) -> Result<OutcomeBlock, TableError> {
        let bytes = self.file.block(block)?;
        let (side, first, count) = self.file.extent(block);
        let model = self.models[side.index()].as_ref();
        let model = model.ok_or_else(|| self.file.damaged(Some(block), "the side to move has no model"))?;
        Ok(model.decode(&self.file.index, side, first, count, self.file.header.bound_by_a_clock, bytes))
    }

    /// Whether the table holds cursed wins or blessed losses.
    #[must_use]
    pub fn has_clock_bound(&self) -> bool {
        self.file.header.bound_by_a_clock
    }
}

/// A table of needs, `.ptn`.
pub struct NeedTable {
    file: File,
    model: NeedModel,
    /// Where each set starts in the list of all needs; one more than there are sets.
    starts: Vec<u32>,
    needs: Vec<Need>,
}

impl NeedTable {
    common_methods!();

    /// Opens a table with every check that can be made without reading a block.
    ///
    /// # Errors
    /// If the bytes are not the needs of that class under these rules, or are damaged.
    pub fn open(bytes: TableBytes, class: MaterialClass, rules: &RuleSet) -> Result<NeedTable, TableError> {
        let (file, model, list) = File::open(bytes, TableKind::Needs, class, rules)?;
        let model = if file.header.blocks == 0 && model.is_empty() {
            need_codec::Counts::new().model()
        } else {
            NeedModel::from_bytes(&model).ok_or_else(|| file.damaged(None, "the model has a wrong size"))?
        };
        let (starts, needs) =
            read_need_sets(&list).ok_or_else(|| file.damaged(None, "the list of need sets is broken"))?;
        Ok(NeedTable { file, model, starts, needs })
    }

    /// Checks and unpacks a block.
    ///
    /// # Errors
    /// If there is no such block or its checksum does not fit.
    pub fn unpack_block(&self, block: u64) -> Result<NeedBlock, TableError> {
        let bytes = self.file.block(block)?;
        let (side, first, count) = self.file.extent(block);
        Ok(self.model.decode(&self.file.index, side, first, count, self.set_count(), bytes))
    }

    /// The side to move whose needs the file holds, if it does not hold all; those of the other
    /// side follow from its moves.
    #[must_use]
    pub fn stored_side(&self) -> Option<Color> {
        self.file.header.only_side()
    }

    /// The largest needs of any value of the class, each clock by itself.
    #[must_use]
    pub fn largest(&self) -> Need {
        self.file.header.largest_need
    }

    /// Number of distinct sets of needs.
    #[must_use]
    pub fn set_count(&self) -> u32 {
        self.starts.len().saturating_sub(1) as u32
    }

    /// A set of needs by its number, in growing king budget; empty past the last.
    #[inline(always)]
    #[must_use]
    pub fn needs(&self, id: u32) -> &[Need] {
        match (self.starts.get(id as usize), self.starts.get(id as usize + 1)) {
            (Some(&start), Some(&end)) => self.needs.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }
}

/// The list of need sets as bytes: for each set the number of its needs and then each need's king,
/// material and road budget.
pub(crate) fn write_need_sets(sets: &[Vec<Need>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for set in sets {
        bytes.push(set.len() as u8);
    }
    for part in [|need: &Need| need.king, |need: &Need| need.material, |need: &Need| need.road] {
        bytes.extend(sets.iter().flatten().map(part));
    }
    let mut list = (sets.len() as u32).to_le_bytes().to_vec();
    list.append(&mut bytes);
    list
}

fn read_need_sets(list: &[u8]) -> Option<(Vec<u32>, Vec<Need>)> {
    if list.is_empty() {
        return Some((vec![0], Vec::new()));
    }
    let (count, rest) = list.split_at_checked(4)?;
    let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]) as usize;
    let (lengths, rest) = rest.split_at_checked(count)?;
    let mut starts = vec![0];
    let mut total = 0u32;
    for &length in lengths {
        total = total.checked_add(u32::from(length))?;
        starts.push(total);
    }
    let total = total as usize;
    if rest.len() != 3 * total {
        return None;
    }
    let need = |i: usize| Need { king: rest[i], material: rest[total + i], road: rest[2 * total + i] };
    Some((starts, (0..total).map(need).collect()))
}
