//! The header of a table file: fixed size, little-endian.

use crate::{Need, TableError, TableIndex};
use draughts::{Color, MaterialClass, RuleSet};

/// The format that this version writes. Version policy: a reader refuses a file with a larger
/// number; a change that an old reader would misread always raises it.
pub const FORMAT_VERSION: u16 = 1;

/// Size of the header in bytes.
pub(crate) const HEADER_BYTES: usize = 128;

/// What a file says of each value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TableKind {
    /// The outcome at full budgets, `.ptw`.
    Outcomes,
    /// The needs, `.ptn`.
    Needs,
}

impl TableKind {
    /// The ending of such a file's name, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            TableKind::Outcomes => "ptw",
            TableKind::Needs => "ptn",
        }
    }

    /// The file name of a class's table.
    #[must_use]
    pub fn file_name(self, class: MaterialClass) -> String {
        format!("{}.{}", class.canonical(), self.extension())
    }

    const fn magic(self) -> [u8; 8] {
        match self {
            TableKind::Outcomes => *b"PetrovW\n",
            TableKind::Needs => *b"PetrovN\n",
        }
    }

    const fn noun(self) -> &'static str {
        match self {
            TableKind::Outcomes => "outcomes",
            TableKind::Needs => "needs",
        }
    }
}

/// What stands in the header of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// What the file says of each value.
    pub kind: TableKind,
    /// The canonical class.
    pub class: MaterialClass,
    /// The sides to move (White, Black of the canonical class) whose values the file holds.
    pub sides: [bool; 2],
    /// Whether a value is a cursed win or a blessed loss.
    pub bound_by_a_clock: bool,
    /// Digest of the rule set's data.
    pub rules_digest: u64,
    /// Name of the rule set, at most 32 bytes; for messages, the digest decides.
    pub rules_name: String,
    /// Values in a full block.
    pub block_values: u32,
    /// Length of the statistics, in bytes.
    pub(crate) statistics_bytes: u32,
    /// Length of the packed model and of what it unpacks to, in bytes.
    pub(crate) model_bytes: [u32; 2],
    /// Length of the packed list of need sets and of what it unpacks to, in bytes.
    pub(crate) need_set_bytes: [u32; 2],
    /// Number of blocks.
    pub blocks: u64,
    /// Length of all blocks, in bytes.
    pub data_bytes: u64,
    /// XXH3 of all blocks.
    pub data_digest: u64,
    /// XXH3 of all that comes before the blocks, with this field as zero; since the blocks' digest
    /// is a part of that, it stands for the whole file.
    pub digest: u64,
    /// The largest needs of any value of the class, each clock by itself.
    pub largest_need: Need,
}

const DIGEST_AT: usize = 80;

impl Header {
    pub(crate) fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        put(0, &self.kind.magic());
        put(8, &FORMAT_VERSION.to_le_bytes());
        let class = self.class;
        put(10, &[class.white_kings, class.white_men, class.black_kings, class.black_men]);
        put(14, &[u8::from(self.sides[0]) | u8::from(self.sides[1]) << 1, u8::from(self.bound_by_a_clock)]);
        put(16, &self.rules_digest.to_le_bytes());
        put(24, &self.block_values.to_le_bytes());
        put(28, &self.statistics_bytes.to_le_bytes());
        put(32, &self.model_bytes[0].to_le_bytes());
        put(36, &self.model_bytes[1].to_le_bytes());
        put(40, &self.need_set_bytes[0].to_le_bytes());
        put(44, &self.need_set_bytes[1].to_le_bytes());
        put(48, &0u64.to_le_bytes());
        put(56, &self.blocks.to_le_bytes());
        put(64, &self.data_bytes.to_le_bytes());
        put(72, &self.data_digest.to_le_bytes());
        put(DIGEST_AT, &self.digest.to_le_bytes());
        put(88, &[self.largest_need.king, self.largest_need.material, self.largest_need.road, 0]);
        let name = self.rules_name.as_bytes();
        put(96, &name[..name.len().min(32)]);
        bytes
    }

    /// The digest of what comes before the blocks.
    pub(crate) fn digest_of(before_blocks: &[u8]) -> u64 {
        let mut hasher = xxhash_rust::xxh3::Xxh3Default::new();
        let split = before_blocks.len().min(DIGEST_AT);
        hasher.update(&before_blocks[..split]);
        hasher.update(&[0; 8]);
        hasher.update(before_blocks.get(DIGEST_AT + 8..).unwrap_or(&[]));
        hasher.digest()
    }

    /// Reads a header and checks all of it that needs nothing but the file's length and the bytes
    /// before the blocks.
    pub(crate) fn read(
        file: &str,
        bytes: &[u8],
        kind: TableKind,
        class: MaterialClass,
        rules: &RuleSet,
    ) -> Result<Header, TableError> {
        let header = Header::parse(file, bytes)?;
        if header.rules_digest != rules.digest() {
            let found = if header.rules_name == rules.name {
                format!("{} (with other limits)", header.rules_name)
            } else {
                header.rules_name
            };
            return Err(TableError::WrongRules { file: file.to_owned(), found, wanted: rules.name.to_string() });
        }
        if header.kind != kind || header.class != class.canonical() {
            return Err(TableError::WrongTable {
                file: file.to_owned(),
                found: format!("{} of {}", header.kind.noun(), header.class),
                wanted: format!("{} of {}", kind.noun(), class.canonical()),
            });
        }
        Ok(header)
    }

    /// Reads the header of any table; the digest is checked, so all fields are as they were written.
    ///
    /// # Errors
    /// If the bytes are no table, of a newer format, or damaged before the blocks.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Header, TableError> {
        let damaged = |what| TableError::Damaged { file: file.to_owned(), block: None, what };
        let not_a_table = || TableError::NotATable { file: file.to_owned() };
        if bytes.is_empty() {
            return Err(damaged("the file is empty"));
        }
        let magic = bytes.get(..8).ok_or_else(not_a_table)?;
        let kind = [TableKind::Outcomes, TableKind::Needs]
            .into_iter()
            .find(|kind| kind.magic() == magic)
            .ok_or_else(not_a_table)?;
        let fixed = bytes.get(..HEADER_BYTES).ok_or_else(|| damaged("the file ends within its header"))?;
        let u16_at = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let u32_at = |at: usize| u32::from(u16_at(at)) | u32::from(u16_at(at + 2)) << 16;
        let u64_at = |at: usize| u64::from(u32_at(at)) | u64::from(u32_at(at + 4)) << 32;
        let version = u16_at(8);
        if version > FORMAT_VERSION {
            return Err(TableError::Version { file: file.to_owned(), found: version, known: FORMAT_VERSION });
        }
        let class = MaterialClass {
            white_kings: fixed[10],
            white_men: fixed[11],
            black_kings: fixed[12],
            black_men: fixed[13],
        };
        let name = &fixed[96..];
        let name = &name[..name.iter().position(|&byte| byte == 0).unwrap_or(name.len())];
        let header = Header {
            kind,
            class,
            sides: [fixed[14] & 1 != 0, fixed[14] & 2 != 0],
            bound_by_a_clock: fixed[15] & 1 != 0,
            rules_digest: u64_at(16),
            rules_name: String::from_utf8_lossy(name).into_owned(),
            block_values: u32_at(24),
            statistics_bytes: u32_at(28),
            model_bytes: [u32_at(32), u32_at(36)],
            need_set_bytes: [u32_at(40), u32_at(44)],
            blocks: u64_at(56),
            data_bytes: u64_at(64),
            data_digest: u64_at(72),
            digest: u64_at(DIGEST_AT),
            largest_need: Need { king: fixed[88], material: fixed[89], road: fixed[90] },
        };
        let before_blocks = header.before_blocks().filter(|&length| length <= bytes.len() as u64);
        let before_blocks = before_blocks.ok_or_else(|| damaged("the file is cut short"))? as usize;
        if Header::digest_of(&bytes[..before_blocks]) != header.digest || version != FORMAT_VERSION {
            return Err(damaged("the header or a list behind it is not what was written"));
        }
        if header.data_bytes != (bytes.len() - before_blocks) as u64 {
            return Err(damaged("the file's length is not what its header says"));
        }
        let index = TableIndex::new(class).filter(|index| index.class() == class);
        let index = index.ok_or_else(|| damaged("the class is none that can have a table"))?;
        if header.block_values == 0
            || header.block_values > MAX_BLOCK_VALUES
            || header.blocks != header.blocks_a_side(&index) * header.sides_stored()
        {
            return Err(damaged("the number of blocks does not fit the class"));
        }
        Ok(header)
    }

    /// Number of sides to move whose values the file holds.
    pub(crate) fn sides_stored(&self) -> u64 {
        self.sides.iter().map(|&stored| u64::from(stored)).sum()
    }

    /// Number of blocks of one side to move.
    pub(crate) fn blocks_a_side(&self, index: &TableIndex) -> u64 {
        index.positions().div_ceil(u64::from(self.block_values.max(1)))
    }

    /// Length of all that comes before the blocks, in bytes.
    pub(crate) fn before_blocks(&self) -> Option<u64> {
        let lists =
            u64::from(self.statistics_bytes) + u64::from(self.model_bytes[0]) + u64::from(self.need_set_bytes[0]);
        directory_bytes(self.blocks)?.checked_add(HEADER_BYTES as u64 + lists)
    }

    /// The side to move whose values the file holds, if it is not both of two.
    #[must_use]
    pub fn only_side(&self) -> Option<Color> {
        match self.sides {
            _ if self.class.is_symmetric() => None,
            [true, false] => Some(Color::White),
            [false, true] => Some(Color::Black),
            _ => None,
        }
    }

    /// Number of values that the file holds.
    #[must_use]
    pub fn values(&self) -> u64 {
        TableIndex::new(self.class).map_or(0, |index| index.positions() * self.sides_stored())
    }
}

/// Most values a block may have: a reader never needs more memory than this at once.
pub(crate) const MAX_BLOCK_VALUES: u32 = 1 << 16;

/// Blocks in a group of the directory.
pub(crate) const GROUP_BLOCKS: u64 = 64;
/// Bytes of the directory for a group (where its first block starts) and for a block (length and checksum).
pub(crate) const GROUP_BYTES: u64 = 8;
pub(crate) const ENTRY_BYTES: u64 = 5;

/// Length of the directory of so many blocks, in bytes; `None` past what a file can hold.
pub(crate) fn directory_bytes(blocks: u64) -> Option<u64> {
    blocks.checked_mul(ENTRY_BYTES)?.checked_add(blocks.div_ceil(GROUP_BLOCKS).checked_mul(GROUP_BYTES)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_hold_for_eight_pieces() {
        for class in MaterialClass::all_canonical(8) {
            let index = TableIndex::new(class).expect("a class");
            let blocks = 2 * index.positions().div_ceil(4096);
            assert!(directory_bytes(blocks).is_some_and(|bytes| bytes < 1 << 40), "{class}");
        }
        assert_eq!(directory_bytes(u64::MAX), None);
    }
}
