//! `scripts/read_table.py`, which follows `tables/FORMAT.md` and shares no code with the library, against the prober.

use draughts::{Clocks, Color, MaterialClass, Position, RuleSet};
use petrov::{Budgets, Tables};
use petrov_table::TableIndex;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Positions of each class.
const POSITIONS: u64 = 130;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn shipped() -> PathBuf {
    project().join("tables/russian")
}

/// Whether the script can run here. Where it cannot, the test is left out, but not on a machine that
/// checks changes for others.
fn can_run() -> bool {
    let found =
        Command::new("python3").args(["-c", "import sys, zstandard; assert sys.version_info >= (3, 10)"]).output();
    let fault = match found {
        Ok(output) if output.status.success() => return true,
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        Err(error) => format!("python3: {error}"),
    };
    let told = format!(
        "scripts/read_table.py needs Python 3.10 or later with a module: python3 -m pip install zstandard\n{fault}"
    );
    assert!(std::env::var_os("CI").is_none_or(|ci| ci.is_empty()), "{told}");
    // Not with a macro, so that it is seen though the test passes.
    let _ = writeln!(std::io::stderr(), "format_reader is left out: {told}");
    false
}

/// Runs the script on some lines.
fn read_table(folder: &Path, positions: &str) -> Output {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), positions).expect("written");
    let mut command = Command::new("python3");
    command.arg("-B").arg(project().join("scripts/read_table.py"));
    command.arg("--tables").arg(folder).arg("--batch").arg(file.path());
    command.env("PYTHONUTF8", "1").output().expect("python3 runs")
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
}

/// Clocks that a game can be going on with, every other time at zero.
fn clocks(rules: &RuleSet, position: &Position, random: &mut Random) -> Clocks {
    if random.below(2) == 0 {
        return Clocks::ZERO;
    }
    let full = Budgets::full(rules, position.class());
    let king = random.below(full.king.min(full.material).into());
    let last = if full.material == u16::MAX { king + 100 } else { full.material.into() };
    let material = king + random.below(last - king);
    Clocks::new(king as u16, material as u16)
}

#[test]
fn the_script_says_what_the_prober_says() {
    if !can_run() {
        return;
    }
    let rules = RuleSet::russian();
    let tables = Tables::open([shipped()], rules.clone()).expect("a folder");
    let mut random = Random(7);
    let (mut asked, mut expected) = (String::new(), String::new());
    let (mut with_needs, mut black) = (0, 0);
    for class in (2..=4).flat_map(MaterialClass::all_canonical) {
        let index = TableIndex::new(class).expect("a class of both sides");
        for _ in 0..POSITIONS {
            let position = index.position_of(random.below(index.values())).expect("a value");
            let position = if random.below(2) == 0 { position } else { position.mirrored() };
            let clocks = clocks(&rules, &position, &mut random);
            let needs = tables.needs(&position).expect("a table");
            let needs: Vec<String> = needs.iter().map(|need| format!("{}:{}", need.king, need.material)).collect();
            let shown = if needs.is_empty() { "-".to_owned() } else { needs.join(",") };
            let outcome = tables.probe(&position, clocks).expect("a table");
            let line = format!("{position}:H{}:M{}", clocks.king, clocks.material);
            writeln!(asked, "{line}").expect("written");
            writeln!(expected, "{line}\t{outcome}\t{shown}").expect("written");
            with_needs += u32::from(!needs.is_empty());
            black += u32::from(position.side_to_move() == Color::Black);
        }
    }
    assert!(with_needs > 1000 && black > 1000);

    let output = read_table(&shipped(), &asked);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8(output.stdout).expect("UTF-8");
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

#[test]
fn the_script_refuses_what_it_must_not_read() {
    if !can_run() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("KvK.ptw");
    let whole = std::fs::read(shipped().join("KvK.ptw")).expect("a table");
    let refused = |bytes: &[u8], told: &str, status: i32| {
        std::fs::write(&place, bytes).expect("written");
        let output = read_table(folder.path(), "W:WKa1:BKf8");
        let answer = String::from_utf8_lossy(&output.stdout);
        assert!(answer.contains("\terror\t") && answer.contains(told), "{told}: {answer}");
        assert_eq!((output.status.code(), answer.lines().count()), (Some(status), 1), "{answer}");
    };
    let with = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    refused(&with(8, 2), "table format 2, but this program reads 1", 4);
    refused(&with(0, b'p'), "not such a table", 4);
    refused(&with(24, 1), "damaged", 4);
    refused(&with(whole.len() - 1, 1), "the checksum of block 0 does not fit", 4);
    refused(&whole[..whole.len() - 1], "damaged", 4);
    refused(&whole[..100], "damaged", 4);
    refused(&std::fs::read(shipped().join("KKvK.ptw")).expect("a table"), "holds the class KKvK, not KvK", 4);

    std::fs::remove_file(&place).expect("removed");
    let output = read_table(folder.path(), "W:WKa1:BKf8\nW:WKa2:BKf8\n");
    let answer = String::from_utf8_lossy(&output.stdout);
    assert!(answer.contains("KvK.ptw is missing") && answer.contains("`a2` is not a dark square"), "{answer}");
    assert_eq!(output.status.code(), Some(3));
}
