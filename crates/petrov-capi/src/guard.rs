//! Nothing leaves but a status.

use crate::failure::Failure;
use crate::last_error;
use crate::types::PetrovStatus;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether the thread is inside a function of the library.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    /// What the panic said, and where.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Does what a function of the library has to do, and remembers why it could not.
pub(crate) fn guard(work: impl FnOnce() -> Result<(), Failure>) -> PetrovStatus {
    match quiet(work) {
        Ok(Ok(())) => PetrovStatus::Ok,
        Ok(Err(failure)) | Err(failure) => {
            let status = failure.status();
            last_error::record(failure);
            status
        }
    }
}

/// Runs `work`; a panic becomes a failure and prints nothing.
pub(crate) fn quiet<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    keep_quiet();
    let outer = INSIDE.try_with(|inside| inside.replace(true));
    // Tables keep nothing half done when they unwind: what they share is behind atomics and cells that are
    // set once, whole. What `work` would write to is given up.
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    if let Ok(outer) = outer {
        let _ = INSIDE.try_with(|inside| inside.set(outer));
    }
    done.map_err(|payload| {
        // To drop what was thrown could panic again.
        std::mem::forget(payload);
        let said = PANIC.try_with(|said| said.take()).ok().flatten();
        Failure::Panic(said.unwrap_or_else(|| "it panicked".to_owned()))
    })
}

/// Puts a hook before the present one that says nothing of panics inside the library, and notes them.
fn keep_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if INSIDE.try_with(Cell::get).unwrap_or(false) {
                let _ = PANIC.try_with(|said| said.replace(Some(info.to_string())));
            } else {
                before(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    const CHILD: &str = "PETROV_CAPI_TEST_CHILD";

    #[test]
    fn a_panic_is_a_status_and_prints_nothing() {
        if std::env::var_os(CHILD).is_some() {
            let status = guard(|| panic!("a fault that was put here"));
            assert_eq!(status, PetrovStatus::Internal);
            let text = last_error::read(|text| text.to_string_lossy().into_owned());
            assert!(text.contains("a fault that was put here") && text.contains("guard.rs"), "{text}");
            assert_eq!(guard(|| Ok(())), PetrovStatus::Ok);
            let outside = panic::catch_unwind(|| panic!("told as ever"));
            assert!(outside.is_err());
            return;
        }
        let this = std::env::current_exe().expect("the test");
        let name = "guard::tests::a_panic_is_a_status_and_prints_nothing";
        let child = Command::new(this).args(["--exact", name, "--nocapture"]).env(CHILD, "1").output().expect("runs");
        let told = String::from_utf8_lossy(&child.stderr);
        assert!(child.status.success(), "{told}");
        assert!(!told.contains("a fault that was put here"), "{told}");
        assert!(told.contains("told as ever"), "{told}");
    }
}
