//! The last failure of each thread.

use crate::failure::Failure;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};

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

/// The last failure in words, an empty text if there was none. It stays until the next failure of the thread.
pub(crate) fn text() -> *const c_char {
    let text = |last: &RefCell<LastError>| {
        let LastError { failure, text } = &mut *last.borrow_mut();
        match failure {
            None => c"".as_ptr(),
            Some(failure) => text.get_or_insert_with(|| c_text(failure.to_string())).as_ptr(),
        }
    };
    LAST.try_with(text).unwrap_or(EMPTY.as_ptr())
}

const EMPTY: &CStr = c"";

/// A text up to its first zero byte.
fn c_text(text: String) -> CString {
    let mut bytes = text.into_bytes();
    bytes.truncate(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
    CString::new(bytes).unwrap_or_default()
}
