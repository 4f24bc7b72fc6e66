//! All tables of a rule set, each found when it is first asked.

use crate::error::Fault;
use crate::finder::Finder;
use crate::table::{Blocks, Outcomes, StoredNeeds};
use crate::{ProbeError, TablesOptions};
use draughts::{Color, MaterialClass, RuleSet};
use petrov_table::cpu::{Cpu, CpuTask, with_cpu};
use petrov_table::{Budgets, MAX_TABLE_PIECES, Need, NeedTable, Outcome, OutcomeTable, Pieces, TableError};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

/// All tables of a rule set.
pub(crate) struct Store {
    pub(crate) rules: RuleSet,
    finder: Finder,
    /// Held by who opens a table, so that it is not read and unpacked by many at once.
    opening: Mutex<()>,
    unpacked_pieces: u8,
    cache: Blocks,
    slots: Box<[ClassSlot]>,
    /// By [`material_code`].
    places: Box<[Place; MATERIAL_CODES]>,
}

/// The two tables of a class. What was found, or why nothing was, is remembered.
struct ClassSlot {
    class: MaterialClass,
    full: Budgets,
    outcomes: OnceLock<Result<Outcomes, ProbeError>>,
    needs: OnceLock<Result<StoredNeeds, ProbeError>>,
}

/// Where the tables of some material are: the slot, and whether the board must be turned.
#[derive(Clone, Copy)]
struct Place {
    slot: u16,
    mirrored: bool,
}

/// Of material that no table has.
const NOWHERE: Place = Place { slot: u16::MAX, mirrored: false };

/// Three bits for each of the four counts: with a piece on either side and eight in all none is above seven.
const MATERIAL_CODES: usize = 1 << 12;

#[inline(always)]
fn material_code(pieces: Pieces) -> usize {
    let count = |set: u32, place: u32| (set.count_ones() as usize) << (3 * place);
    count(pieces.white_kings, 0)
        | count(pieces.white_men, 1)
        | count(pieces.black_kings, 2)
        | count(pieces.black_men, 3)
}

#[inline(always)]
fn has_both_sides(pieces: Pieces) -> bool {
    pieces.white_men | pieces.white_kings != 0 && pieces.black_men | pieces.black_kings != 0
}

fn class_code(class: MaterialClass) -> usize {
    let counts = [class.white_kings, class.white_men, class.black_kings, class.black_men];
    counts.iter().rev().fold(0, |code, &count| code << 3 | usize::from(count))
}

impl Store {
    pub(crate) fn new(dirs: Vec<PathBuf>, rules: RuleSet, options: &TablesOptions) -> Result<Store, ProbeError> {
        let finder = Finder::new(dirs, options.embedded)?;
        let classes = (2..=MAX_TABLE_PIECES).flat_map(MaterialClass::all_canonical);
        let slot = |class| ClassSlot {
            class,
            full: Budgets::full(&rules, class),
            outcomes: OnceLock::new(),
            needs: OnceLock::new(),
        };
        let slots: Box<[ClassSlot]> = classes.map(slot).collect();
        let mut places = Box::new([NOWHERE; MATERIAL_CODES]);
        for (number, slot) in slots.iter().enumerate() {
            let number = number as u16;
            places[class_code(slot.class.mirrored())] = Place { slot: number, mirrored: true };
            places[class_code(slot.class)] = Place { slot: number, mirrored: false };
        }
        let cache = Blocks::new(options.cache_bytes).ok_or(ProbeError::CacheTooLarge { bytes: options.cache_bytes })?;
        Ok(Store {
            finder,
            opening: Mutex::new(()),
            unpacked_pieces: options.unpacked_pieces,
            cache,
            slots,
            places,
            rules,
        })
    }

    /// The outcome that the tables have for pieces of both colours, at full budgets. Where a
    /// capture is compulsory it means nothing.
    #[inline(always)]
    pub(crate) fn outcome<C: Cpu>(&self, cpu: C, pieces: Pieces, side: Color) -> Result<Outcome, Fault> {
        let (number, pieces, side) = self.canonical(pieces, side)?;
        let outcomes = self.outcomes(number)?;
        outcomes.outcome(&self.cache, outcomes.index().value_of_pieces(cpu, pieces, side))
    }

    /// The needs that the tables have for a won or lost position that has a move and is not a
    /// capture, or `None` if they have those of the other side to move only.
    pub(crate) fn stored_needs(&self, pieces: Pieces, side: Color) -> Result<Option<&[Need]>, Fault> {
        struct Ask<'a>(&'a Store, Pieces, Color);
        impl<'a> CpuTask for Ask<'a> {
            type Output = Result<Option<&'a [Need]>, Fault>;
            #[inline(always)]
            fn run<C: Cpu>(self, cpu: C) -> Self::Output {
                let Ask(store, pieces, side) = self;
                let (number, pieces, side) = store.canonical(pieces, side)?;
                let needs = store.needs(number)?;
                let index = needs.table.index();
                let both_sides_are_one = index.class().is_symmetric();
                if !both_sides_are_one && needs.table.stored_side().is_some_and(|stored| stored != side) {
                    return Ok(None);
                }
                needs.needs(&store.cache, index.value_of_pieces(cpu, pieces, side)).map(Some)
            }
        }
        with_cpu(Ask(self, pieces, side))
    }

    /// What no position with this material needs more than.
    pub(crate) fn largest_need(&self, pieces: Pieces) -> Result<Need, Fault> {
        let (number, ..) = self.canonical(pieces, Color::White)?;
        Ok(self.needs(number)?.table.largest())
    }

    /// The budgets with all clocks at zero.
    pub(crate) fn full_budgets(&self, pieces: Pieces) -> Budgets {
        match self.places.get(material_code(pieces)) {
            Some(place) if place.slot != NOWHERE.slot && has_both_sides(pieces) => {
                self.slots[usize::from(place.slot)].full
            }
            _ => Budgets::full(&self.rules, pieces.with_side_to_move(Color::White).class()),
        }
    }

    /// Finds the table of outcomes of a class, if that was not done before.
    pub(crate) fn find_outcomes(&self, class: MaterialClass) -> Result<(), Fault> {
        let place = self.places.get(class_code(class)).filter(|_| class.pieces() <= MAX_TABLE_PIECES);
        match place {
            Some(place) if place.slot != NOWHERE.slot => self.outcomes(place.slot).map(|_| ()),
            _ => Err(Box::new(TableError::NoSuchTable(class).into())),
        }
    }

    /// The slot of the pieces, and the pieces and the side to move as its class has them.
    #[inline(always)]
    fn canonical(&self, pieces: Pieces, side: Color) -> Result<(u16, Pieces, Color), Fault> {
        match self.places.get(material_code(pieces)) {
            Some(&Place { slot, mirrored }) if slot != NOWHERE.slot => {
                Ok(if mirrored { (slot, pieces.mirrored(), side.other()) } else { (slot, pieces, side) })
            }
            _ => Err(too_many_pieces(pieces)),
        }
    }

    #[inline(always)]
    fn outcomes(&self, number: u16) -> Result<&Outcomes, Fault> {
        let slot = &self.slots[usize::from(number)];
        match slot.outcomes.get() {
            Some(Ok(outcomes)) => Ok(outcomes),
            _ => self.open_outcomes(slot, number),
        }
    }

    #[cold]
    #[inline(never)]
    fn open_outcomes<'a>(&self, slot: &'a ClassSlot, number: u16) -> Result<&'a Outcomes, Fault> {
        let open = || {
            let bytes = self.finder.find(slot.class, "ptw")?.ok_or_else(|| self.missing(slot.class, "ptw"))?;
            let table = OutcomeTable::open(bytes, slot.class, &self.rules)?;
            let unpack = slot.class.pieces() <= self.unpacked_pieces;
            Ok(Outcomes::new(table, 2 * u64::from(number), unpack)?)
        };
        self.opened_once(&slot.outcomes, open)
    }

    fn needs(&self, number: u16) -> Result<&StoredNeeds, Fault> {
        let slot = &self.slots[usize::from(number)];
        let open = || {
            let bytes = self.finder.find(slot.class, "ptn")?.ok_or_else(|| self.missing(slot.class, "ptn"))?;
            let table = NeedTable::open(bytes, slot.class, &self.rules)?;
            Ok(StoredNeeds::new(table, 2 * u64::from(number) + 1))
        };
        self.opened_once(&slot.needs, open)
    }

    /// What was opened, or why it cannot be, which is remembered; but not what the system would not do just now,
    /// for lack of open files or memory: that is tried again.
    fn opened_once<'a, T>(
        &self,
        slot: &'a OnceLock<Result<T, ProbeError>>,
        open: impl FnOnce() -> Result<T, ProbeError>,
    ) -> Result<&'a T, Fault> {
        let known = match slot.get() {
            Some(known) => known,
            None => {
                // There is nothing behind the lock that a panic could leave half done.
                let _opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
                match slot.get() {
                    Some(known) => known,
                    None => match open() {
                        Err(ProbeError::Table(error)) if matches!(*error, TableError::Io { .. }) => {
                            return Err(Box::new(ProbeError::Table(error)));
                        }
                        opened => slot.get_or_init(|| opened),
                    },
                }
            }
        };
        known.as_ref().map_err(|error| Box::new(error.clone()))
    }

    fn missing(&self, class: MaterialClass, extension: &'static str) -> ProbeError {
        ProbeError::MissingTable { class, extension, rules: self.rules.name.clone() }
    }
}

#[cold]
fn too_many_pieces(pieces: Pieces) -> Fault {
    Box::new(ProbeError::TooManyPieces { pieces: (pieces.men() | pieces.kings()).count_ones() as u8 })
}
