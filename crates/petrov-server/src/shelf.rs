//! The tables of one rule set, as they lie in its folders now.

use crate::problem::Problem;
use crate::settings::RuleSetTables;
use draughts::MaterialClass;
use petrov::{ProbeError, Tables, TablesOptions};
use petrov_table::{Header, MAX_TABLE_PIECES, OutcomeTable, TableBytes, TableError, TableKind};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, TryLockError};
use std::time::{Duration, Instant, SystemTime};
use xxhash_rust::xxh3::Xxh3Default;

/// After so long it is looked again what lies in the folders.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// The tables of one rule set; they are opened when they are first asked.
pub(crate) struct Shelf {
    pub(crate) source: RuleSetTables,
    cache_bytes: usize,
    stock: RwLock<Option<Arc<Stock>>>,
    looked: Mutex<Option<Instant>>,
}

/// The tables as they were at the last look.
pub(crate) struct Stock {
    pub(crate) tables: Tables,
    /// Of the rule set, the program and the digests of all tables: equal digests, equal answers.
    pub(crate) digest: u64,
    files: BTreeMap<String, FoundFile>,
    /// The overview of all classes, once it was asked for.
    pub(crate) overview: OnceLock<axum::body::Bytes>,
}

/// A file and what tells whether it is another one by now.
#[derive(Clone, PartialEq, Eq)]
struct FoundFile {
    path: PathBuf,
    bytes: u64,
    modified: Option<SystemTime>,
}

impl Shelf {
    pub(crate) fn new(source: RuleSetTables, cache_bytes: usize) -> Shelf {
        Shelf { source, cache_bytes, stock: RwLock::new(None), looked: Mutex::new(None) }
    }

    /// The tables, opened anew if the folders have changed. Waits for the disk.
    pub(crate) fn stock(&self) -> Result<Arc<Stock>, Problem> {
        if let Some(stock) = self.known()
            && !self.is_time_to_look()
        {
            return Ok(stock);
        }
        // Who comes meanwhile waits here, if there is nothing yet, and else is served from what is known.
        let mut looked = match self.looked.try_lock() {
            Ok(looked) => looked,
            Err(TryLockError::WouldBlock) if self.known().is_some() => return self.known_or_fault(),
            _ => self.looked.lock().unwrap_or_else(PoisonError::into_inner),
        };
        if let Some(stock) = self.known()
            && looked.is_some_and(|looked| looked.elapsed() < LOOK_AGAIN)
        {
            return Ok(stock);
        }
        let files = self.look();
        let stock = match self.known() {
            Some(stock) if stock.files == files => stock,
            _ => {
                let stock = Arc::new(self.open(files)?);
                *self.stock.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&stock));
                stock
            }
        };
        *looked = Some(Instant::now());
        Ok(stock)
    }

    fn known(&self) -> Option<Arc<Stock>> {
        self.stock.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn known_or_fault(&self) -> Result<Arc<Stock>, Problem> {
        self.known().ok_or_else(|| Problem::internal("the tables were opened and are not there"))
    }

    fn is_time_to_look(&self) -> bool {
        let is_long_ago = |looked: &Option<Instant>| looked.is_none_or(|looked| looked.elapsed() >= LOOK_AGAIN);
        match self.looked.try_lock() {
            Ok(looked) => is_long_ago(&looked),
            // A panic while looking leaves nothing half done.
            Err(TryLockError::Poisoned(looked)) => is_long_ago(&looked.into_inner()),
            // Somebody looks just now.
            Err(TryLockError::WouldBlock) => false,
        }
    }

    /// The files of tables in the folders, by name, the first folder that has one counting.
    fn look(&self) -> BTreeMap<String, FoundFile> {
        let mut files = BTreeMap::new();
        for folder in &self.source.folders {
            // A folder that is not there has no tables.
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let Ok(name) = entry.file_name().into_string() else { continue };
                if class_of(&name).is_none() || files.contains_key(&name) {
                    continue;
                }
                let path = entry.path();
                // Of the file that a link leads to.
                let metadata = std::fs::metadata(&path).ok();
                let bytes = metadata.as_ref().map_or(0, std::fs::Metadata::len);
                let modified = metadata.and_then(|metadata| metadata.modified().ok());
                files.insert(name, FoundFile { path, bytes, modified });
            }
        }
        files
    }

    fn open(&self, files: BTreeMap<String, FoundFile>) -> Result<Stock, Problem> {
        let source = &self.source;
        let options = TablesOptions::new().embedded(source.embedded).cache_bytes(self.cache_bytes);
        let tables = options.open(source.folders.clone(), source.rules.clone());
        let tables = tables.map_err(|error| self.problem(&error))?;
        let digest = self.digest(&files);
        Ok(Stock { tables, digest, files, overview: OnceLock::new() })
    }

    fn digest(&self, files: &BTreeMap<String, FoundFile>) -> u64 {
        let mut hasher = Xxh3Default::new();
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        hasher.update(&self.source.rules.digest().to_le_bytes());
        hasher.update(self.source.rules.name.as_bytes());
        let carried =
            self.source.embedded.iter().map(|&(name, bytes)| (name.to_owned(), TableBytes::from_static(name, bytes)));
        let mut digests: BTreeMap<String, u64> = carried
            .map(|(name, bytes)| {
                let digest = digest_of(&bytes);
                (name, digest.unwrap_or_default())
            })
            .collect();
        for (name, file) in files {
            // What cannot be read is known by what the folder says of it.
            let digest = TableBytes::map(&file.path).ok().and_then(|bytes| digest_of(&bytes)).unwrap_or(file.bytes);
            digests.insert(name.clone(), digest);
        }
        for (name, digest) in digests {
            hasher.update(name.as_bytes());
            hasher.update(&digest.to_le_bytes());
        }
        hasher.digest()
    }

    /// The outcomes of a class.
    pub(crate) fn outcomes(&self, stock: &Stock, class: MaterialClass) -> Result<OutcomeTable, Problem> {
        let bytes = self.bytes(stock, class, TableKind::Outcomes).map_err(|error| Problem::of_table(&error))?;
        let bytes = bytes.ok_or_else(|| {
            let file = TableKind::Outcomes.file_name(class);
            let class = class.canonical().to_string();
            Problem::missing(&class, &file, &self.source.rules.name, &self.source.build_arguments)
        })?;
        OutcomeTable::open(bytes, class, &self.source.rules).map_err(|error| Problem::of_table(&error))
    }

    /// A file of a class; `None` if it is nowhere.
    pub(crate) fn bytes(
        &self,
        stock: &Stock,
        class: MaterialClass,
        kind: TableKind,
    ) -> Result<Option<TableBytes>, TableError> {
        let name = kind.file_name(class);
        if let Some(file) = stock.files.get(&name) {
            return TableBytes::map(&file.path).map(Some);
        }
        let carried = self.source.embedded.iter().find(|(carried, _)| *carried == name);
        Ok(carried.map(|&(name, bytes)| TableBytes::from_static(name, bytes)))
    }

    /// The classes of which there are outcomes, those with fewer pieces and fewer men first.
    pub(crate) fn classes(&self, stock: &Stock) -> Vec<MaterialClass> {
        let carried = self.source.embedded.iter().map(|&(name, _)| name);
        let outcomes = |name: &&str| name.ends_with(&format!(".{}", TableKind::Outcomes.extension()));
        let names = stock.files.keys().map(String::as_str).chain(carried).filter(outcomes);
        let mut classes: Vec<MaterialClass> = names.filter_map(class_of).collect();
        classes.sort_by_key(|class| {
            (class.pieces(), class.men(), std::cmp::Reverse(class.white_pieces()), std::cmp::Reverse(class.white_kings))
        });
        classes.dedup();
        classes
    }

    pub(crate) fn problem(&self, error: &ProbeError) -> Problem {
        Problem::of_probe(error, &self.source.build_arguments)
    }
}

fn digest_of(bytes: &TableBytes) -> Option<u64> {
    Header::parse(bytes.name(), bytes).ok().map(|header| header.digest)
}

/// The class that a file of a table is named after.
fn class_of(name: &str) -> Option<MaterialClass> {
    let path = Path::new(name);
    let extension = path.extension()?.to_str()?;
    [TableKind::Outcomes, TableKind::Needs].into_iter().find(|kind| kind.extension() == extension)?;
    let class: MaterialClass = path.file_stem()?.to_str()?.parse().ok()?;
    let is_table = class.has_both_sides() && class.is_canonical() && class.pieces() <= MAX_TABLE_PIECES;
    // Another way of writing the class is not looked for.
    (is_table && class.to_string() == path.file_stem()?.to_str()?).then_some(class)
}
