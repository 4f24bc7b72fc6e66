//! The functions of `petrov.h`: pointers in, pointers out.
// The comments go to petrov.h, for readers of C. What the pointers must be is said once, in its first comment.
#![allow(clippy::missing_safety_doc)]

use crate::failure::{self, Failure};
use crate::guard::{guard, quiet};
use crate::handle::{PetrovTables, read_position};
use crate::last_error;
use crate::types::{
    PetrovClocks, PetrovMove, PetrovNeed, PetrovOutcome, PetrovPosition, PetrovRankedMove, PetrovStatus,
};
use std::ffi::{CStr, c_char};
use std::path::PathBuf;
use std::ptr::NonNull;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// The version of the library, as in `PETROV_VERSION` of the header that it came with.
#[unsafe(no_mangle)]
pub extern "C" fn petrov_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Opens the tables in `folder_count` folders, the first that has a table counting.
///
/// `rule_set` is `russian`, `russian-main-road`, `ukrainian`, `ukrainian-64`, `english` or `brazilian`.
/// `cache_bytes` is how much memory unpacked blocks may take, 0 for the default of 64 MiB. `folders` may be null if
/// there are none.
///
/// A table is opened when it is first needed, and what was found is remembered, a missing file too: open
/// anew after adding tables. A folder that does not exist has none, so ask `petrov_largest_piece_count` whether
/// there is anything. The handle goes to `*tables`, null if there was an error; `petrov_close` frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_open(
    folders: *const *const c_char,
    folder_count: usize,
    rule_set: *const c_char,
    cache_bytes: usize,
    tables: *mut *mut PetrovTables,
) -> PetrovStatus {
    guard(|| {
        // SAFETY: the caller gives room for a pointer or null.
        let handle = unsafe { Output::new(tables, "tables") }?;
        handle.set(std::ptr::null_mut());
        // SAFETY: the caller gives a text or null.
        let rules = unsafe { text(rule_set, "rule_set") }?;
        let rules = rules.to_str().map_err(|_| Failure::BadText("rule_set"))?;
        // SAFETY: the caller gives so many texts, or null if none.
        let folders = unsafe { paths(folders, folder_count) }?;
        let opened = PetrovTables::open(folders, rules, cache_bytes)?;
        handle.set(Box::into_raw(Box::new(opened)));
        Ok(())
    })
}

/// Closes tables. No other thread may still be asking them. Null is nothing to close.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_close(tables: *mut PetrovTables) {
    guard(|| {
        if !tables.is_null() {
            // SAFETY: not null, so it came from `petrov_open`, which leaked the box, and the caller closes it
            // but once.
            drop(unsafe { Box::from_raw(tables) });
        }
        Ok(())
    });
}

/// The largest N such that the outcomes of every class of 2 to N pieces (of both sides together) are there: any
/// position of up to N pieces has an answer at clocks of zero. 0 if not even all of two pieces are there. Tables
/// of some classes above N are used all the same.
///
/// Opens what it looks at; ask once and keep the number. A damaged table is an error here too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_largest_piece_count(tables: *const PetrovTables, count: *mut u32) -> PetrovStatus {
    guard(|| {
        // SAFETY: the caller gives an open handle or null, and room for a number or null.
        let (tables, count) = unsafe { (input(tables, "tables")?, Output::new(count, "count")?) };
        count.set(tables.tables.largest_piece_count()?.into());
        Ok(())
    })
}

/// What a position is worth to the side to move with all clocks at zero, as after a capture or a crowning.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_outcome(
    tables: *const PetrovTables,
    position: *const PetrovPosition,
    outcome: *mut PetrovOutcome,
) -> PetrovStatus {
    guard(|| {
        // SAFETY: the caller gives an open handle, a position and room for an outcome; each may be null.
        let (tables, position, outcome) =
            unsafe { (input(tables, "tables")?, input(position, "position")?, Output::new(outcome, "outcome")?) };
        outcome.set(tables.tables.outcome(&read_position(*position)?)?.into());
        Ok(())
    })
}

/// What a position is worth to the side to move at some clocks, exactly.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_probe(
    tables: *const PetrovTables,
    position: *const PetrovPosition,
    clocks: *const PetrovClocks,
    outcome: *mut PetrovOutcome,
) -> PetrovStatus {
    guard(|| {
        // SAFETY: the caller gives an open handle, a position and room for an outcome; each may be null.
        let (tables, position, outcome) =
            unsafe { (input(tables, "tables")?, input(position, "position")?, Output::new(outcome, "outcome")?) };
        // SAFETY: the caller gives clocks or null.
        let clocks = unsafe { input(clocks, "clocks") }?;
        outcome.set(tables.tables.probe(&read_position(*position)?, (*clocks).into())?.into());
        Ok(())
    })
}

/// What a win (of the side to move) or a loss (then of its opponent) needs: it is one at just those clocks at
/// which some need has no part larger than what is left, limit less clock. In growing `king`; none if the
/// position is neither a win nor a loss at clocks of zero.
///
/// Writes at most `capacity` needs (`needs` may be null if that is 0), and to `*count` how many there are. If there
/// are more than fit it returns `PETROV_STATUS_BUFFER_TOO_SMALL`. Up to eight occur with five pieces, and more with more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_needs(
    tables: *const PetrovTables,
    position: *const PetrovPosition,
    needs: *mut PetrovNeed,
    capacity: usize,
    count: *mut usize,
) -> PetrovStatus {
    guard(|| {
        // SAFETY: the caller gives an open handle and a position; each may be null.
        let (tables, position) = unsafe { (input(tables, "tables")?, input(position, "position")?) };
        // SAFETY: the caller gives room for `capacity` needs and a number; each may be null.
        let needs = unsafe { OutputList::new(needs, capacity, count, "needs") }?;
        let found = tables.tables.needs(&read_position(*position)?)?;
        needs.set(found.iter().map(PetrovNeed::from))
    })
}

/// All legal moves at some clocks, the best first, so that to play the first one is enough: it wins what is won
/// within the limits, whatever was played before and wherever the clocks stand, and no position is repeated; it
/// holds what is drawn and sets the opponent the hardest problem there; in what is lost it resists the longest. None
/// where the side to move has lost.
///
/// Writes at most `capacity` moves (`moves` may be null if that is 0), and to `*count` how many there are. If
/// there are more than fit it returns `PETROV_STATUS_BUFFER_TOO_SMALL`, with the best that fit written: with a
/// capacity of 1 that is the move to play. Room for 128 is enough for all moves without a capture that eight
/// pieces have.
///
/// Meant for the root of a search: it probes what every move leads to, with its needs, and in a drawn position what
/// every reply to it leads to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_ranked_moves(
    tables: *const PetrovTables,
    position: *const PetrovPosition,
    clocks: *const PetrovClocks,
    moves: *mut PetrovRankedMove,
    capacity: usize,
    count: *mut usize,
) -> PetrovStatus {
    guard(|| {
        // SAFETY: the caller gives an open handle, a position and clocks; each may be null.
        let (tables, position, clocks) =
            unsafe { (input(tables, "tables")?, input(position, "position")?, input(clocks, "clocks")?) };
        // SAFETY: the caller gives room for `capacity` moves and a number; each may be null.
        let moves = unsafe { OutputList::new(moves, capacity, count, "moves") }?;
        let found = tables.tables.rank_moves(&read_position(*position)?, (*clocks).into())?;
        moves.set(found.iter().map(PetrovRankedMove::from))
    })
}

/// In how many plies a position is won or lost at some clocks if both sides play the first of the ranked moves; -1
/// if it is neither. It is what that game takes, not the shortest way.
///
/// Costly: the game is played out, with `petrov_ranked_moves` for each ply. For a person who asks or for the end of
/// a game, not for a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_distance(
    tables: *const PetrovTables,
    position: *const PetrovPosition,
    clocks: *const PetrovClocks,
    plies: *mut i32,
) -> PetrovStatus {
    guard(|| {
        // SAFETY: the caller gives an open handle, a position and clocks; each may be null.
        let (tables, position, clocks) =
            unsafe { (input(tables, "tables")?, input(position, "position")?, input(clocks, "clocks")?) };
        // SAFETY: the caller gives room for a number or null.
        let plies = unsafe { Output::new(plies, "plies") }?;
        let distance = tables.tables.distance(&read_position(*position)?, (*clocks).into())?;
        plies.set(distance.map_or(-1, |plies| i32::try_from(plies).unwrap_or(i32::MAX)));
        Ok(())
    })
}

/// All legal moves at some clocks under the rules of a handle, in no order. No table is asked: it takes up to
/// twelve pieces a side, and a handle that was opened without a folder will do. None where the side to move has lost.
///
/// Writes as `petrov_ranked_moves` does. Room for 128 is enough unless there are captures in great number. A
/// capture that can be made along several paths is one move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_legal_moves(
    tables: *const PetrovTables,
    position: *const PetrovPosition,
    clocks: *const PetrovClocks,
    moves: *mut PetrovMove,
    capacity: usize,
    count: *mut usize,
) -> PetrovStatus {
    guard(|| {
        // SAFETY: the caller gives an open handle, a position and clocks; each may be null.
        let (tables, position, clocks) =
            unsafe { (input(tables, "tables")?, input(position, "position")?, input(clocks, "clocks")?) };
        // SAFETY: the caller gives room for `capacity` moves and a number; each may be null.
        let moves = unsafe { OutputList::new(moves, capacity, count, "moves") }?;
        moves.set(tables.legal_moves(&read_position(*position)?, (*clocks).into())?.into_iter())
    })
}

/// What a status means, in a few words; any number may be asked. The text is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn petrov_error_message(status: i32) -> *const c_char {
    failure::message(status).as_ptr()
}

/// What went wrong in the last call on this thread that returned something else than `PETROV_STATUS_OK`, in detail:
/// the file and the block, the table that is missing and how to make it, the square. Empty if nothing did. UTF-8.
/// The text stays until the next such call on this thread, or the thread's end.
#[unsafe(no_mangle)]
pub extern "C" fn petrov_last_error() -> *const c_char {
    quiet(|| last_error::read(CStr::as_ptr)).unwrap_or(c"".as_ptr())
}

/// What a pointer points to.
///
/// # Safety
/// `pointer` is null or points to a `T` that nobody writes to while `'a` lasts.
unsafe fn input<'a, T>(pointer: *const T, name: &'static str) -> Result<&'a T, Failure> {
    // SAFETY: as the caller says.
    unsafe { pointer.as_ref() }.ok_or(Failure::NullPointer(name))
}

/// Where one value goes.
struct Output<T>(NonNull<T>);

impl<T> Output<T> {
    /// # Safety
    /// `pointer` is null or may be written to as long as this lives.
    unsafe fn new(pointer: *mut T, name: &'static str) -> Result<Output<T>, Failure> {
        NonNull::new(pointer).map(Output).ok_or(Failure::NullPointer(name))
    }

    fn set(&self, value: T) {
        // SAFETY: whoever made this said that it may be written to.
        unsafe { self.0.write(value) }
    }
}

/// Where a list and its length go.
struct OutputList<T> {
    /// Dangling if there is no room.
    items: NonNull<T>,
    capacity: usize,
    count: Output<usize>,
}

impl<T> OutputList<T> {
    /// # Safety
    /// `items` has room for `capacity` values, or is null; `count` is null or may be written to; both as long as
    /// this lives.
    unsafe fn new(
        items: *mut T,
        capacity: usize,
        count: *mut usize,
        name: &'static str,
    ) -> Result<OutputList<T>, Failure> {
        let items = match NonNull::new(items) {
            None if capacity > 0 => return Err(Failure::NullPointer(name)),
            None => NonNull::dangling(),
            Some(items) => items,
        };
        // SAFETY: as the caller says.
        let count = unsafe { Output::new(count, "count") }?;
        Ok(OutputList { items, capacity, count })
    }

    fn set(&self, values: impl ExactSizeIterator<Item = T>) -> Result<(), Failure> {
        let (count, capacity) = (values.len(), self.capacity);
        for (at, value) in values.take(capacity).enumerate() {
            // SAFETY: `at` is below the capacity, for which whoever made this said that there is room.
            unsafe { self.items.add(at).write(value) }
        }
        self.count.set(count);
        if count > capacity { Err(Failure::BufferTooSmall { count, capacity }) } else { Ok(()) }
    }
}

/// # Safety
/// `pointer` is null or points to bytes that end with a zero and that nobody writes to while `'a` lasts.
unsafe fn text<'a>(pointer: *const c_char, name: &'static str) -> Result<&'a CStr, Failure> {
    if pointer.is_null() {
        return Err(Failure::NullPointer(name));
    }
    // SAFETY: not null, so as the caller says.
    Ok(unsafe { CStr::from_ptr(pointer) })
}

/// # Safety
/// `pointers` points to `count` texts as for [`text`], or is null.
unsafe fn paths(pointers: *const *const c_char, count: usize) -> Result<Vec<PathBuf>, Failure> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if pointers.is_null() {
        return Err(Failure::NullPointer("folders"));
    }
    // SAFETY: not null, so the caller gives so many.
    let pointers = unsafe { std::slice::from_raw_parts(pointers, count) };
    // SAFETY: as the caller says.
    pointers.iter().map(|&pointer| path(unsafe { text(pointer, "folders") }?)).collect()
}

/// On Unix a path may be any bytes.
#[cfg(unix)]
fn path(text: &CStr) -> Result<PathBuf, Failure> {
    use std::os::unix::ffi::OsStrExt;
    Ok(std::ffi::OsStr::from_bytes(text.to_bytes()).into())
}

#[cfg(not(unix))]
fn path(text: &CStr) -> Result<PathBuf, Failure> {
    Ok(text.to_str().map_err(|_| Failure::BadText("folders"))?.into())
}
