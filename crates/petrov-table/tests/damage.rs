//! A damaged file is an error or the right answer, and a file made to do harm does none.

use draughts::{MaterialClass, RuleSet};
use petrov_table::{Need, NeedTable, Outcome, OutcomeTable, TableBytes, TableError};
use proptest::prelude::*;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

const HEADER_BYTES: usize = 128;
const DIGEST: std::ops::Range<usize> = 80..88;

/// A shipped table.
fn shipped(class: &str, extension: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/russian");
    std::fs::read(folder.join(format!("{class}.{extension}"))).expect("a shipped table")
}

/// All that a file says.
#[derive(PartialEq, Eq, Debug)]
enum Said {
    Outcomes(Vec<Outcome>),
    Needs(Vec<Vec<Need>>),
}

/// Reads all of a table, block by block, as a prober would; without the digest of the whole.
fn read(bytes: Vec<u8>, class: &str, extension: &str) -> Result<Said, TableError> {
    let class: MaterialClass = class.parse().expect("a class");
    let bytes = TableBytes::from_vec("damaged", bytes);
    if extension == "ptw" {
        let table = OutcomeTable::open(bytes, class, &RuleSet::russian())?;
        let mut outcomes = Vec::new();
        for block in 0..table.blocks() {
            let unpacked = table.unpack_block(block)?;
            outcomes.extend((0..table.values_of_block(block).1).map(|offset| unpacked.outcome(offset)));
        }
        Ok(Said::Outcomes(outcomes))
    } else {
        let table = NeedTable::open(bytes, class, &RuleSet::russian())?;
        let mut needs = Vec::new();
        for block in 0..table.blocks() {
            let unpacked = table.unpack_block(block)?;
            needs.extend((0..table.values_of_block(block).1).map(|offset| table.needs(unpacked.id(offset)).to_vec()));
        }
        needs.push(vec![table.largest()]);
        Ok(Said::Needs(needs))
    }
}

/// Whether reading every byte finds the damage.
fn is_found(bytes: Vec<u8>, class: &str, extension: &str) -> bool {
    let class: MaterialClass = class.parse().expect("a class");
    let bytes = TableBytes::from_vec("damaged", bytes);
    let checked = if extension == "ptw" {
        OutcomeTable::open(bytes, class, &RuleSet::russian()).and_then(|table| table.check_all())
    } else {
        NeedTable::open(bytes, class, &RuleSet::russian()).and_then(|table| table.check_all())
    };
    checked.is_err()
}

/// Small tables of each make: one side and two, with blocks of needs and without, of several blocks.
const SMALL: [(&str, &str); 6] =
    [("KvK", "ptw"), ("KvK", "ptn"), ("MvM", "ptw"), ("MvM", "ptn"), ("KvM", "ptw"), ("KvM", "ptn")];

#[test]
fn a_file_cut_anywhere_or_with_more_behind_it_is_refused() {
    for (class, extension) in SMALL.into_iter().chain([("KKvK", "ptw"), ("KKvK", "ptn")]) {
        let whole = shipped(class, extension);
        assert!(read(whole.clone(), class, extension).is_ok());
        for length in 0..whole.len() {
            let error = read(whole[..length].to_vec(), class, extension).expect_err("a file cut short");
            assert!(error.is_damage(), "{class}.{extension} cut to {length}: {error}");
        }
        for more in [1, 8, 4096] {
            let longer = [whole.as_slice(), &vec![0; more]].concat();
            assert!(read(longer, class, extension).is_err(), "{class}.{extension} and {more} bytes");
        }
    }
}

#[test]
fn any_single_wrong_bit_is_an_error_or_does_not_matter() {
    for (class, extension) in SMALL {
        let whole = shipped(class, extension);
        let right = read(whole.clone(), class, extension).expect("a sound table");
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            if let Ok(said) = read(bytes.clone(), class, extension) {
                assert_eq!(said, right, "{class}.{extension}, bit {bit}");
            }
            assert!(is_found(bytes, class, extension), "{class}.{extension}, bit {bit}: not found");
        }
    }
}

/// Where the parts of a file begin, as its header has it.
struct Parts {
    directory: usize,
    data: usize,
    blocks: usize,
}

fn u32_at(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
}

fn parts(bytes: &[u8]) -> Parts {
    let directory = HEADER_BYTES + u32_at(bytes, 28) + u32_at(bytes, 32) + u32_at(bytes, 40);
    let blocks = u32_at(bytes, 56);
    Parts { directory, data: directory + 5 * blocks + 8 * blocks.div_ceil(64), blocks }
}

/// Gives all that comes before the blocks a sound digest.
fn seal(bytes: &mut [u8], data: usize) {
    bytes[DIGEST].fill(0);
    let digest = xxh3_64(&bytes[..data]);
    bytes[DIGEST].copy_from_slice(&digest.to_le_bytes());
}

/// Writes the checksums of the blocks that the directory of a file of one group tells of.
fn seal_blocks(bytes: &mut [u8]) {
    let Parts { directory, data, blocks } = parts(bytes);
    assert!(blocks <= 64, "one group");
    let mut start = data;
    for block in 0..blocks {
        let entry = directory + 8 + 5 * block;
        let length = usize::from(bytes[entry]) | usize::from(bytes[entry + 1]) << 8;
        let checksum = xxh3_64(&bytes[start..start + length]).to_le_bytes();
        bytes[entry + 2..entry + 5].copy_from_slice(&checksum[..3]);
        start += length;
    }
    seal(bytes, data);
}

fn table() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop::sample::select(SMALL.to_vec())
}

/// Places in a file, from the start of some range on, with what to write there.
fn changes(most: usize) -> impl Strategy<Value = Vec<(prop::sample::Index, u8)>> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// Lies in header, statistics, lists and directory under a digest that fits them.
    #[test]
    fn sealed_lies_before_the_blocks_do_no_harm((class, extension) in table(), changes in changes(4)) {
        let mut bytes = shipped(class, extension);
        let data = parts(&bytes).data;
        for (at, byte) in changes {
            bytes[at.index(data)] = byte;
        }
        // Both where the blocks begin by the true header and where they do by the new one.
        let mut lying = bytes.clone();
        seal(&mut lying, data);
        let _ = read(lying, class, extension);
        let Parts { data, .. } = parts(&bytes);
        if (HEADER_BYTES..=bytes.len()).contains(&data) {
            seal(&mut bytes, data);
            let _ = read(bytes, class, extension);
        }
    }

    /// The same for the header alone, most of which a change elsewhere never meets.
    #[test]
    fn sealed_lies_in_the_header_do_no_harm((class, extension) in table(), changes in changes(3)) {
        let mut bytes = shipped(class, extension);
        for (at, byte) in changes {
            bytes[8 + at.index(HEADER_BYTES - 8)] = byte;
        }
        let Parts { data, .. } = parts(&bytes);
        if (HEADER_BYTES..=bytes.len()).contains(&data) {
            seal(&mut bytes, data);
        }
        let _ = read(bytes, class, extension);
    }

    /// Blocks of any bytes under sound checksums can be unpacked.
    #[test]
    fn sealed_blocks_of_any_bytes_can_be_unpacked(
        (class, extension) in table(),
        noise in prop::collection::vec(any::<u8>(), 1..64),
        from in any::<prop::sample::Index>(),
    ) {
        let mut bytes = shipped(class, extension);
        let data = parts(&bytes).data;
        if data < bytes.len() {
            let from = data + from.index(bytes.len() - data);
            for (byte, noise) in bytes[from..].iter_mut().zip(noise.iter().cycle()) {
                *byte = *noise;
            }
        }
        seal_blocks(&mut bytes);
        prop_assert!(read(bytes, class, extension).is_ok());
    }

    /// No bytes at all make a reader panic.
    #[test]
    fn any_bytes_are_refused(kind in prop::sample::select(vec![&b"PetrovW\n\x01\0"[..], b"PetrovN\n\x01\0", b""]),
        rest in prop::collection::vec(any::<u8>(), 0..400)) {
        for extension in ["ptw", "ptn"] {
            prop_assert!(read([kind, &rest].concat(), "KvK", extension).is_err());
        }
    }
}
