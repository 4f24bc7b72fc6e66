//! Programs in C and C++ against the header and the libraries, as an engine has them.
#![cfg(target_os = "linux")]

use draughts::{Clocks, Color, Ending, Position, RuleSet};
use petrov::{MoveInfo, ProbeError, Tables};
use petrov_capi::types::PetrovStatus;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

const SANITIZERS: &[&str] = &["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
/// What the static library needs; the template of the pkg-config file says the same.
const SYSTEM_LIBRARIES: &[&str] = &["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl"];

fn crate_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn project() -> PathBuf {
    crate_root().join("../..").canonicalize().expect("the project")
}

fn shipped() -> PathBuf {
    project().join("tables/russian")
}

/// The target directory that this test was built in.
fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("tmp is in the target directory")
}

struct Libraries {
    fixed: PathBuf,
    shared: PathBuf,
}

/// The libraries, built by cargo into the directory where this test was built: all or most is there already.
fn libraries() -> &'static Libraries {
    static LIBRARIES: OnceLock<Libraries> = OnceLock::new();
    LIBRARIES.get_or_init(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(project()).args(["build", "--release", "--package", "petrov-capi", "--lib"]);
        cargo.args(["--message-format", "json-render-diagnostics", "--target-dir"]).arg(target());
        let told = succeed(&mut cargo);
        let files: Vec<PathBuf> = String::from_utf8_lossy(&told.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
            .filter(|message| message["reason"] == "compiler-artifact" && message["target"]["name"] == "petrov_capi")
            .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
            .filter_map(|file| file.as_str().map(PathBuf::from))
            .collect();
        let with = |ending: &str| {
            let found = files.iter().find(|file| file.extension().is_some_and(|e| e == ending));
            found.unwrap_or_else(|| panic!("no .{ending} among {files:?}")).clone()
        };
        Libraries { fixed: with("a"), shared: with("so") }
    })
}

fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// Compiles a program of `tests/c` against the static library.
fn compile(source: &str, folder: &Path, flags: &[&str]) -> PathBuf {
    compile_in("tests/c", source, folder, flags)
}

/// Compiles a program of some folder of the crate against the static library.
fn compile_in(sources: &str, source: &str, folder: &Path, flags: &[&str]) -> PathBuf {
    let program = folder.join(source.replace('.', "_"));
    let mut compiler = compiler(source);
    compiler.args(flags).arg(crate_root().join(sources).join(source)).arg("-o").arg(&program);
    succeed(compiler.arg(&libraries().fixed).args(SYSTEM_LIBRARIES));
    program
}

/// The compiler of a source with all its warnings as errors, and the header.
fn compiler(source: &str) -> Command {
    let (program, standard) = if source.ends_with(".cpp") { ("g++", "-std=c++11") } else { ("gcc", "-std=c11") };
    let mut command = Command::new(program);
    command.args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror"]);
    command.arg("-I").arg(crate_root().join("include"));
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Runs a program that must print but its one line.
fn run(program: &Path, arguments: &[&Path]) {
    let mut command = Command::new(program);
    check_run(command.args(arguments));
}

fn check_run(command: &mut Command) {
    // A cache of all memory is one of the things that are asked for.
    command.env("ASAN_OPTIONS", "allocator_may_return_null=1:detect_leaks=1");
    let output = succeed(command);
    let told = String::from_utf8_lossy(&output.stderr);
    // What ASan says of that cache.
    let told: Vec<&str> =
        told.lines().filter(|line| !line.contains("WARNING: AddressSanitizer failed to allocate")).collect();
    assert!(told.is_empty(), "{command:?}: {told:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1, "{command:?}: {output:?}");
}

/// Whether a program that a test can do without is here; says so if not.
fn has(program: &str, left_out: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        // Not with a macro, so that it is seen though the test passes.
        let _ = writeln!(std::io::stderr(), "{program} is not installed: {left_out} is left out");
    }
    found
}

/// Tables with faults, as `contract.c` wants them.
fn damaged_tables() -> TempDir {
    let damaged = folder();
    for class in ["KKvK", "KvK", "KKvKM", "KvM"] {
        for kind in ["ptw", "ptn"] {
            let name = format!("{class}.{kind}");
            std::fs::copy(shipped().join(&name), damaged.path().join(&name)).expect("copied");
        }
    }
    std::fs::copy(shipped().join("KKvK.ptw"), damaged.path().join("KvK.ptw")).expect("copied");
    std::fs::remove_file(damaged.path().join("KvM.ptw")).expect("removed");
    std::fs::create_dir(damaged.path().join("KvM.ptw")).expect("a folder");
    let file = damaged.path().join("KKvKM.ptw");
    let mut bytes = std::fs::read(&file).expect("read");
    let half = bytes.len() / 2;
    bytes[half..].iter_mut().step_by(16).for_each(|byte| *byte ^= 0x55);
    std::fs::write(&file, bytes).expect("written");
    damaged
}

/// Numbers without a pattern, always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % bound
    }

    /// A position of two to five pieces, or none if the pieces fell badly.
    fn position(&mut self) -> Option<Position> {
        let (mut white, mut black, mut kings) = (0u32, 0u32, 0u32);
        // Five now and then: where they are not captured at once, the table is missing.
        let pieces = [2, 3, 3, 4, 4, 4, 4, 5][self.below(8) as usize];
        for number in 0..pieces {
            let square = 1 << self.below(32);
            let white_piece = if number < 2 { number == 0 } else { self.below(2) == 0 };
            *(if white_piece { &mut white } else { &mut black }) |= square;
            if self.below(3) > 0 {
                kings |= square;
            }
        }
        let side = if self.below(2) == 0 { Color::White } else { Color::Black };
        Position::new(white, black, kings, side).ok()
    }

    fn clocks(&mut self) -> Clocks {
        let king = self.below(31) as u16;
        let longer = [0, 4, 30, 60][self.below(4) as usize];
        Clocks::new(king, king + self.below(longer + 1) as u16)
    }
}

/// What the Rust side says of so many positions, as `hammer.c` reads it.
fn answers(folder: &Path, count: usize) -> PathBuf {
    let tables = Tables::open([shipped()], RuleSet::russian()).expect("tables");
    let mut random = Random(6);
    let positions = std::iter::repeat_with(|| random.position().map(|position| (position, random.clocks())));
    let mut text = format!("{count}\n");
    for (position, clocks) in positions.flatten().take(count) {
        write_answer(&mut text, &tables, &position, clocks).expect("text");
    }
    let path = folder.join(format!("answers-{count}.txt"));
    std::fs::write(&path, text).expect("written");
    path
}

fn write_answer(text: &mut String, tables: &Tables, position: &Position, clocks: Clocks) -> std::fmt::Result {
    write_position(text, position)?;
    write_clocks(text, clocks)?;
    for outcome in [tables.outcome(position), tables.probe(position, clocks)] {
        let (status, outcome) = split(outcome);
        write!(text, "{status} {} ", outcome.map_or(0, petrov::Outcome::code))?;
    }
    let (status, needs) = split(tables.needs(position));
    let needs = needs.unwrap_or_default();
    write!(text, "{status} {} ", needs.len())?;
    for need in needs.iter() {
        write!(text, "{} {} {} ", need.king, need.material, need.road)?;
    }
    let (status, moves) = split(tables.rank_moves(position, clocks));
    let moves = moves.unwrap_or_default();
    write!(text, "{status} {} ", moves.len())?;
    moves.iter().try_for_each(|info| write_move(text, info))?;
    let (status, distance) = split(tables.distance(position, clocks));
    write!(text, "{status} {}", distance.flatten().map_or(-1, |plies| plies as i64))?;
    writeln!(text)
}

fn write_position(text: &mut String, position: &Position) -> std::fmt::Result {
    let side = position.side_to_move().index();
    write!(text, "{} {} {} {side} ", position.white(), position.black(), position.kings())
}

fn write_clocks(text: &mut String, clocks: Clocks) -> std::fmt::Result {
    write!(text, "{} {} {} ", clocks.king, clocks.material, clocks.road)
}

fn write_move(text: &mut String, info: &MoveInfo) -> std::fmt::Result {
    write_position(text, &info.after)?;
    write_clocks(text, info.clocks)?;
    let ending = match info.ending {
        None => 0,
        Some(Ending::Loss(_)) => 1,
        Some(Ending::KingClock) => 2,
        Some(Ending::MaterialClock) => 3,
        other => panic!("{other:?}"),
    };
    let (outcome, at_zero) = (info.outcome.code(), info.outcome_at_zero.code());
    let (crowning, conversion) = (u8::from(info.played.is_crowning()), u8::from(info.conversion));
    let path = info.played.path();
    write!(text, "{outcome} {at_zero} {ending} {} {crowning} {conversion} {} ", info.played.captured(), path.len())?;
    info.played.path().try_for_each(|square| write!(text, "{} ", square.index()))
}

/// The status that C must see, and what was found.
fn split<T>(found: Result<T, ProbeError>) -> (i32, Option<T>) {
    match found {
        Ok(found) => (PetrovStatus::Ok as i32, Some(found)),
        Err(ProbeError::MissingTable { .. }) => (PetrovStatus::MissingTable as i32, None),
        Err(ProbeError::Clock(_)) => (PetrovStatus::BadClocks as i32, None),
        Err(error) => panic!("{error}"),
    }
}

fn contract_arguments(damaged: &TempDir) -> [PathBuf; 3] {
    [shipped(), damaged.path().to_path_buf(), crate_root().join("Cargo.toml")]
}

#[test]
fn the_contract_is_kept() {
    let (folder, damaged) = (folder(), damaged_tables());
    let program = compile("contract.c", folder.path(), &["-O2"]);
    run(&program, &contract_arguments(&damaged).each_ref().map(PathBuf::as_path));
}

#[test]
fn the_contract_is_kept_by_the_shared_library() {
    let (folder, damaged) = (folder(), damaged_tables());
    let program = folder.path().join("contract_shared");
    let shared = &libraries().shared;
    let mut gcc = compiler("contract.c");
    gcc.arg(crate_root().join("tests/c/contract.c")).arg("-o").arg(&program).arg(shared);
    succeed(gcc.arg(format!("-Wl,-rpath,{}", shared.parent().expect("a folder").display())));
    run(&program, &contract_arguments(&damaged).each_ref().map(PathBuf::as_path));
}

#[test]
fn endings_are_played_out_from_cpp() {
    let folder = folder();
    run(&compile("play.cpp", folder.path(), &["-O2"]), &[&shipped()]);
}

/// How the example engine's game ends, and how many probes were answered.
fn engine_game(program: &Path, arguments: &[&str]) -> (String, u64) {
    let output = succeed(Command::new(program).arg(shipped()).args(arguments));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("ASCII");
    let lines: Vec<&str> = text.lines().collect();
    let [moves, ending, counts] = lines[..] else { panic!("{text}") };
    assert!(moves.contains('-'), "{text}");
    let hits = counts.split_once(", ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    (ending.to_owned(), hits.unwrap_or_else(|| panic!("{text}")))
}

#[test]
fn the_example_engine_wins_with_tables_what_it_does_not_win_without() {
    let folder = folder();
    let program = compile_in("examples", "engine.c", folder.path(), &["-O2"]);
    // Four pieces: Petrov's triangle. Five, of classes that are shipped too.
    for pieces in [["Ka1,Kc1,Ke1", "Kb8"], ["Kc7,Kg7,g3", "Ke3,f4"], ["Kd2,Kh2,Kd6", "Ka5,g7"]] {
        let (with, _) = engine_game(&program, &pieces);
        assert!(with.starts_with("won in "), "{pieces:?}: {with}");
        let (without, hits) = engine_game(&program, &[pieces[0], pieces[1], "blind"]);
        assert!(without.starts_with("drawn after "), "{pieces:?}: {without}");
        assert_eq!(hits, 0);
    }
    // Five of a class that is not: the search finds its way into the tables. Under the sanitizers.
    let program = compile_in("examples", "engine.c", folder.path(), SANITIZERS);
    let (with, hits) = engine_game(&program, &["Kd2,Kb4,c5", "h2,f6"]);
    assert!(with.starts_with("won in ") && hits > 0, "{with}");
    let (without, _) = engine_game(&program, &["Kd2,Kb4,c5", "h2,f6", "blind"]);
    assert!(without.starts_with("drawn after "), "{without}");
}

#[test]
fn threads_get_what_rust_says() {
    let folder = folder();
    let program = compile("hammer.c", folder.path(), &["-O2", "-pthread"]);
    run(&program, &[&shipped(), &answers(folder.path(), 1000), Path::new("8"), Path::new("2")]);
}

#[test]
fn the_sanitizers_find_nothing() {
    let (folder, damaged) = (folder(), damaged_tables());
    let contract = compile("contract.c", folder.path(), SANITIZERS);
    run(&contract, &contract_arguments(&damaged).each_ref().map(PathBuf::as_path));
    run(&compile("play.cpp", folder.path(), SANITIZERS), &[&shipped()]);
    let hammer = compile("hammer.c", folder.path(), SANITIZERS);
    run(&hammer, &[&shipped(), &answers(folder.path(), 300), Path::new("4"), Path::new("1")]);
}

#[test]
fn valgrind_finds_nothing() {
    if !has("valgrind", "the run under it") {
        return;
    }
    let (folder, damaged) = (folder(), damaged_tables());
    let contract = compile("contract.c", folder.path(), &["-g", "-O1"]);
    valgrind(&contract, &contract_arguments(&damaged).each_ref().map(PathBuf::as_path));
    let hammer = compile("hammer.c", folder.path(), &["-g", "-O1", "-pthread"]);
    valgrind(&hammer, &[&shipped(), &answers(folder.path(), 80), Path::new("3"), Path::new("1")]);
}

fn valgrind(program: &Path, arguments: &[&Path]) {
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--error-exitcode=99", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect"]);
    check_run(command.arg(program).args(arguments));
}

/// What stands in a block of the README.
fn readme_block(language: &str) -> String {
    let readme = std::fs::read_to_string(crate_root().join("README.md")).expect("README.md");
    let block = readme.split(&format!("```{language}\n")).nth(1).and_then(|rest| rest.split("```").next());
    block.unwrap_or_else(|| panic!("no block of {language} in the README")).to_owned()
}

#[test]
fn it_installs_as_the_readme_says() {
    if !has("pkg-config", "the installation") {
        return;
    }
    libraries();
    let prefix = folder();
    let mut shell = Command::new("sh");
    shell.current_dir(project()).args(["-euc", &readme_block("sh")]);
    succeed(shell.env("PREFIX", prefix.path()).env("CARGO_TARGET_DIR", target()));

    let pkg_config = |arguments: &[&str]| {
        let mut command = Command::new("pkg-config");
        command.args(arguments).arg("petrov").env("PKG_CONFIG_PATH", prefix.path().join("lib/pkgconfig"));
        String::from_utf8(succeed(&mut command).stdout).expect("UTF-8").trim().to_owned()
    };
    assert_eq!(pkg_config(&["--modversion"]), env!("CARGO_PKG_VERSION"));
    for library in SYSTEM_LIBRARIES {
        assert!(pkg_config(&["--static", "--libs"]).contains(library), "{library}");
    }
    let source = prefix.path().join("program.c");
    std::fs::write(&source, readme_block("c")).expect("written");
    let program = prefix.path().join("program");
    let mut gcc = Command::new("gcc");
    gcc.args(["-Wall", "-Wextra", "-Werror"]).arg(&source).arg("-o").arg(&program);
    succeed(gcc.args(pkg_config(&["--cflags", "--libs"]).split_whitespace()));
    let mut run = Command::new(&program);
    let told = succeed(run.current_dir(project()).env("LD_LIBRARY_PATH", prefix.path().join("lib"))).stdout;
    let told = String::from_utf8_lossy(&told);
    assert!(told.starts_with("the best of ") && told.trim_end().ends_with("outcome 4"), "{told}");
}
