//! Half-solved classes on disk, so that a long class goes on where it was stopped.
//!
//! A checkpoint is a file of frames beside the tables, each the layers that were done since the one
//! before: a length, a checksum, and packed the new sets of needs and the values. A frame that was
//! cut short by a crash is dropped when the file is read. The file is private to one version of
//! the program and goes away when its class is written.

use crate::class_values::ClassValues;
use crate::needs::{KingMaterial, NeedSetId, NeedSets};
use draughts::{MaterialClass, RuleSet};
use petrov_table::{Pieces, TableError};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_64;

/// Work that may be lost: a frame is written after the first layer that ends later than this.
const INTERVAL: Duration = Duration::from_secs(45);
/// Classes with fewer values are done before a checkpoint would pay.
pub(crate) const LEAST_VALUES: u64 = 100_000_000;

const MAGIC: &[u8; 8] = b"PetrovC1";
const HEADER_BYTES: usize = 8 + 8 + 4;
const FRAME_HEADER_BYTES: usize = 16;
/// Speed counts for more than size in a file that lives for minutes.
const LEVEL: i32 = 1;

/// The checkpoint of a class.
pub(crate) struct Checkpoint {
    path: PathBuf,
    header: [u8; HEADER_BYTES],
    /// Layers, sets of needs and bytes that are safe in the file.
    layers: usize,
    sets: usize,
    length: u64,
    saved: Instant,
}

impl Checkpoint {
    /// The checkpoint at a path; nothing is read or written yet.
    pub(crate) fn new(path: PathBuf, rules: &RuleSet, class: MaterialClass) -> Checkpoint {
        let mut header = [0; HEADER_BYTES];
        header[..8].copy_from_slice(MAGIC);
        header[8..16].copy_from_slice(&rules.digest().to_le_bytes());
        header[16..].copy_from_slice(&[class.white_kings, class.white_men, class.black_kings, class.black_men]);
        Checkpoint { path, header, layers: 0, sets: 0, length: 0, saved: Instant::now() }
    }

    /// Reads back what is there; gives the number of layers that need not be solved again.
    pub(crate) fn restore(
        &mut self,
        values: &ClassValues,
        need_sets: &NeedSets,
        layers: &[Vec<u64>],
    ) -> Result<usize, TableError> {
        let mut file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(TableError::io(&self.path)(error)),
        };
        let mut header = [0; HEADER_BYTES];
        if file.read_exact(&mut header).is_err() || header != self.header {
            return Ok(0);
        }
        self.length = HEADER_BYTES as u64;
        while let Some(frame) = read_frame(&mut file) {
            let Some((end, sets)) = restore_frame(&frame, self.layers, self.sets, values, need_sets, layers) else {
                break;
            };
            (self.layers, self.sets) = (end, sets);
            self.length += (FRAME_HEADER_BYTES + frame.len()) as u64;
        }
        Ok(self.layers)
    }

    /// Saves the layers before `end`, if it is time or `now`.
    pub(crate) fn save(
        &mut self,
        end: usize,
        now: bool,
        values: &ClassValues,
        need_sets: &NeedSets,
        layers: &[Vec<u64>],
    ) -> Result<(), TableError> {
        if end <= self.layers || !now && self.saved.elapsed() < INTERVAL {
            return Ok(());
        }
        self.append(end, values, need_sets, layers).map_err(TableError::io(&self.path))?;
        self.saved = Instant::now();
        Ok(())
    }

    fn append(
        &mut self,
        end: usize,
        values: &ClassValues,
        need_sets: &NeedSets,
        layers: &[Vec<u64>],
    ) -> std::io::Result<()> {
        let mut packer = zstd::stream::Encoder::new(Vec::new(), LEVEL)?;
        packer.write_all(&(self.layers as u64).to_le_bytes())?;
        packer.write_all(&(end as u64).to_le_bytes())?;
        let nodes = need_sets.nodes_from(self.sets);
        packer.write_all(&(nodes.len() as u64).to_le_bytes())?;
        for (parent, (king, material)) in &nodes {
            packer.write_all(&parent.to_le_bytes())?;
            packer.write_all(&king.to_le_bytes())?;
            packer.write_all(&[*material])?;
        }
        for stretch in stretches(values, &layers[self.layers..end]) {
            let codes: Vec<u8> = stretch.clone().map(|value| values.code(value)).collect();
            packer.write_all(&codes)?;
            let sets: Vec<u8> = stretch.flat_map(|value| values.needs(value).to_le_bytes()).collect();
            packer.write_all(&sets)?;
        }
        let frame = packer.finish()?;
        let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(&self.path)?;
        if self.length == 0 {
            file.set_len(0)?;
            file.write_all(&self.header)?;
            self.length = HEADER_BYTES as u64;
        }
        // What a crash left behind the last whole frame goes.
        file.set_len(self.length)?;
        file.seek(SeekFrom::Start(self.length))?;
        file.write_all(&(frame.len() as u64).to_le_bytes())?;
        file.write_all(&xxh3_64(&frame).to_le_bytes())?;
        file.write_all(&frame)?;
        file.sync_all()?;
        self.length += (FRAME_HEADER_BYTES + frame.len()) as u64;
        self.layers = end;
        self.sets += nodes.len();
        Ok(())
    }

    /// Removes the file, if there is one.
    pub(crate) fn remove(path: &Path) -> Result<(), TableError> {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(TableError::io(path)(error)),
            _ => Ok(()),
        }
    }
}

/// The next frame's bytes, `None` at the end or where it is not whole.
fn read_frame(file: &mut File) -> Option<Vec<u8>> {
    let mut header = [0; FRAME_HEADER_BYTES];
    file.read_exact(&mut header).ok()?;
    let (length, digest) = header.split_at(8);
    let (length, digest) = (u64::from_le_bytes(length.try_into().ok()?), u64::from_le_bytes(digest.try_into().ok()?));
    let mut frame = Vec::new();
    file.take(length).read_to_end(&mut frame).ok()?;
    (frame.len() as u64 == length && xxh3_64(&frame) == digest).then_some(frame)
}

fn restore_frame(
    frame: &[u8],
    first: usize,
    sets_before: usize,
    values: &ClassValues,
    need_sets: &NeedSets,
    layers: &[Vec<u64>],
) -> Option<(usize, usize)> {
    let mut unpacker = zstd::stream::Decoder::new(frame).ok()?;
    let mut number = || {
        let mut bytes = [0; 8];
        unpacker.read_exact(&mut bytes).ok()?;
        Some(u64::from_le_bytes(bytes))
    };
    let (start, end, count) = (number()? as usize, number()? as usize, number()?);
    if start != first || end <= start || end > layers.len() {
        return None;
    }
    let mut nodes: Vec<(NeedSetId, KingMaterial)> = Vec::new();
    for _ in 0..count {
        let mut bytes = [0; 7];
        unpacker.read_exact(&mut bytes).ok()?;
        let [a, b, c, d, e, f, material] = bytes;
        nodes.push((NeedSetId::from_le_bytes([a, b, c, d]), (u16::from_le_bytes([e, f]), material)));
    }
    need_sets.append(sets_before, &nodes)?;
    for stretch in stretches(values, &layers[start..end]) {
        let length = (stretch.end - stretch.start) as usize;
        let mut bytes = vec![0; 5 * length];
        unpacker.read_exact(&mut bytes).ok()?;
        let (codes, sets) = bytes.split_at(length);
        for ((value, &code), set) in stretch.zip(codes).zip(sets.chunks_exact(4)) {
            values.set(value, code, NeedSetId::from_le_bytes([set[0], set[1], set[2], set[3]]));
        }
    }
    Some((end, sets_before + nodes.len()))
}

/// The values that solving these layers sets, as stretches of indices.
fn stretches<'a>(values: &'a ClassValues, layers: &'a [Vec<u64>]) -> impl Iterator<Item = std::ops::Range<u64>> + 'a {
    let index = *values.index();
    let size = index.slice_size();
    layers.iter().flatten().flat_map(move |&slice| {
        let other = if index.class().is_symmetric() {
            let (white_men, black_men) = index.men_of_slice(slice);
            let mirror = Pieces { white_men, black_men, ..Pieces::default() }.mirrored();
            let mirror = index.slice_of(petrov_table::cpu::Portable, mirror.white_men, mirror.black_men);
            (mirror != slice).then_some(mirror * size)
        } else {
            Some(index.positions() + slice * size)
        };
        [Some(slice * size), other].into_iter().flatten().map(move |first| first..first + size)
    })
}
