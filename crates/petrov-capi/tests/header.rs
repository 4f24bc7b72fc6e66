//! `include/petrov.h` is what cbindgen makes of the sources.

use std::path::Path;

/// Set to write the header instead of comparing it.
const WRITE: &str = "PETROV_WRITE_HEADER";

#[test]
fn the_header_is_that_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml");
    // File by file, and not as a crate: that would ask `cargo metadata`, and so the network.
    let builder = ["types", "handle", "ffi"]
        .iter()
        .fold(cbindgen::Builder::new(), |builder, name| builder.with_src(root.join(format!("src/{name}.rs"))));
    let mut made = Vec::new();
    builder.with_config(config).generate().expect("a header").write(&mut made);
    let made = String::from_utf8(made).expect("UTF-8");

    let path = root.join("include/petrov.h");
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, &made).expect("written");
    }
    // A checkout on Windows may have other line ends.
    let there = std::fs::read_to_string(&path).expect("a header").replace("\r\n", "\n");
    assert!(
        there == made,
        "include/petrov.h is stale; {WRITE}=1 cargo test -p petrov-capi --test header writes it anew"
    );
    let version = format!("#define PETROV_VERSION \"{}\"\n", env!("CARGO_PKG_VERSION"));
    assert!(there.contains(&version), "cbindgen.toml has another version than Cargo.toml");
}
