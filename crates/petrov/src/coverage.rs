//! Which positions the tables have an answer for.

use crate::{ProbeError, TableError, Tables};
use draughts::MaterialClass;

impl Tables {
    /// The largest number of pieces, both sides together, such that the outcomes of every class of 2
    /// to that many are there: any position of up to so many pieces has an answer at clocks of zero.
    /// 0 if not even all of two pieces are there. Tables of some classes above it are used all the same.
    ///
    /// It opens the tables that it looks at, so ask once and keep the number.
    ///
    /// # Errors
    /// If there is a file that cannot be used.
    pub fn largest_piece_count(&self) -> Result<u8, ProbeError> {
        let mut largest = 0;
        for pieces in 2.. {
            for class in MaterialClass::all_canonical(pieces) {
                match self.has(class) {
                    Ok(true) => {}
                    Ok(false) => return Ok(largest),
                    Err(ProbeError::Table(error)) if matches!(*error, TableError::NoSuchTable(_)) => {
                        return Ok(largest);
                    }
                    Err(error) => return Err(error),
                }
            }
            largest = pieces;
        }
        Ok(largest)
    }
}
