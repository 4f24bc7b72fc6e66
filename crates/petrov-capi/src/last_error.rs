//! The last failure of each thread.

use crate::failure::Failure;
use std::cell::RefCell;
use std::ffi::{CStr, CString};

struct LastError {
    failure: Option<Failure>,
    /// Made when it is asked for: a search that meets a missing table a million times pays nothing for words.
    text: Option<CString>,
}

thread_local! {
    static LAST: RefCell<LastError> = const { RefCell::new(LastError { failure: None, text: None }) };
}

/// Keeps a failure in place of the one before. Where the thread is ending it is not kept.
pub(crate) fn record(failure: Failure) {
    let _ = LAST.try_with(|last| *last.borrow_mut() = LastError { failure: Some(failure), text: None });
}

/// Reads the last failure in words, an empty text if there was none. The text stays where it is until the next
/// failure of the thread.
pub(crate) fn read<T>(read: impl Fn(&CStr) -> T) -> T {
    let last = LAST.try_with(|last| {
        let LastError { failure, text } = &mut *last.borrow_mut();
        failure.as_ref().map(|failure| read(text.get_or_insert_with(|| c_text(failure.to_string()))))
    });
    last.ok().flatten().unwrap_or_else(|| read(c""))
}

/// A text up to its first zero byte.
fn c_text(text: String) -> CString {
    let mut bytes = text.into_bytes();
    bytes.truncate(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
    CString::new(bytes).unwrap_or_default()
}
