//! A table that was found, ready to be asked.

use crate::ProbeError;
use crate::block_cache::{BlockCache, Weighed};
use crate::error::Fault;
use petrov_table::{
    Need, NeedBlock, NeedTable, Outcome, OutcomeBlock, OutcomeTable, TableError, TableIndex, UnpackedOutcomes,
};

/// The unpacked blocks of all tables.
pub(crate) type Blocks = BlockCache<Block>;

/// An unpacked block.
pub(crate) enum Block {
    Outcomes(OutcomeBlock),
    Needs(NeedBlock),
}

impl Weighed for Block {
    fn bytes(&self) -> usize {
        match self {
            Block::Outcomes(block) => block.bytes(),
            Block::Needs(block) => block.bytes(),
        }
    }
}

/// The outcomes of one class.
pub(crate) enum Outcomes {
    /// All of them in memory.
    Unpacked(UnpackedOutcomes),
    /// Block by block.
    Packed(Box<PackedOutcomes>),
}

/// A file of outcomes whose blocks are unpacked as they are asked for.
pub(crate) struct PackedOutcomes {
    table: OutcomeTable,
    first_key: u64,
}

/// The needs of one class.
pub(crate) struct StoredNeeds {
    pub(crate) table: NeedTable,
    first_key: u64,
    /// The need of all values, where the file has no blocks because there is but one.
    only: [Need; 1],
}

/// The number that the cache knows the first block of a table by; the others follow.
const fn first_key(table_number: u64) -> u64 {
    table_number << 40
}

impl Outcomes {
    /// With `unpack` the whole table is unpacked at once.
    pub(crate) fn new(table: OutcomeTable, table_number: u64, unpack: bool) -> Result<Outcomes, TableError> {
        if unpack {
            unpack_all(&table).map(Outcomes::Unpacked)
        } else {
            Ok(Outcomes::Packed(Box::new(PackedOutcomes { table, first_key: first_key(table_number) })))
        }
    }

    #[inline(always)]
    pub(crate) fn index(&self) -> &TableIndex {
        match self {
            Outcomes::Unpacked(unpacked) => unpacked.index(),
            Outcomes::Packed(packed) => packed.table.index(),
        }
    }

    /// The outcome of a value. Where a capture is compulsory it means nothing.
    #[inline(always)]
    pub(crate) fn outcome(&self, cache: &Blocks, value: u64) -> Result<Outcome, Fault> {
        match self {
            Outcomes::Unpacked(unpacked) => Ok(unpacked.outcome(value)),
            Outcomes::Packed(packed) => packed.outcome(cache, value),
        }
    }
}

fn unpack_all(table: &OutcomeTable) -> Result<UnpackedOutcomes, TableError> {
    let mut fault = None;
    let blocks = (0..table.blocks()).map_while(|number| match table.unpack_block(number) {
        Ok(block) => Some((table.values_of_block(number).1, block)),
        Err(error) => {
            fault = Some(error);
            None
        }
    });
    let outcomes = blocks.flat_map(|(count, block)| (0..count).map(move |offset| block.outcome(offset)));
    let unpacked = UnpackedOutcomes::new(*table.index(), outcomes);
    fault.map_or(Ok(unpacked), Err)
}

impl PackedOutcomes {
    #[inline(always)]
    fn outcome(&self, cache: &Blocks, value: u64) -> Result<Outcome, Fault> {
        // A file of outcomes holds every value of its index, so there is always a place.
        let (block, offset) = self.table.place_of(value).unwrap_or_default();
        let read = |found: &Block| match found {
            Block::Outcomes(outcomes) => outcomes.outcome(offset),
            Block::Needs(_) => Outcome::Draw,
        };
        match cache.read(self.first_key + block, read) {
            Some(outcome) => Ok(outcome),
            None => self.unpack(cache, block, offset),
        }
    }

    #[cold]
    #[inline(never)]
    fn unpack(&self, cache: &Blocks, block: u64, offset: usize) -> Result<Outcome, Fault> {
        let unpacked = self.table.unpack_block(block).map_err(|error| Box::new(ProbeError::from(error)))?;
        let outcome = unpacked.outcome(offset);
        cache.insert(self.first_key + block, Block::Outcomes(unpacked));
        Ok(outcome)
    }
}

impl StoredNeeds {
    pub(crate) fn new(table: NeedTable, table_number: u64) -> StoredNeeds {
        StoredNeeds { only: [table.largest()], table, first_key: first_key(table_number) }
    }

    /// The needs of a value that is won or lost, has a move and is not a capture.
    pub(crate) fn needs(&self, cache: &Blocks, value: u64) -> Result<&[Need], Fault> {
        let Some((block, offset)) = self.table.place_of(value) else {
            return Ok(&self.only);
        };
        let key = self.first_key + block;
        let read = |found: &Block| match found {
            Block::Needs(needs) => needs.id(offset),
            Block::Outcomes(_) => 0,
        };
        let id = match cache.read(key, read) {
            Some(id) => id,
            None => {
                let unpacked = self.table.unpack_block(block).map_err(|error| Box::new(ProbeError::from(error)))?;
                let id = unpacked.id(offset);
                cache.insert(key, Block::Needs(unpacked));
                id
            }
        };
        Ok(self.table.needs(id))
    }
}
