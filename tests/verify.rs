//! `petrov verify` as a user runs it.

#[path = "support/command.rs"]
mod command;

use command::run;
use draughts::RuleSet;
use petrov_gen::{Progress, SmallerTables, SolvedClass, solve};
use petrov_table::{
    OneWorker, Outcome, OutcomeTable, SolvedValues, TableBytes, TableDescription, TableKind, pack_outcomes,
};
use serde_json::json;
use std::path::Path;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A solved class of which one value is told otherwise.
struct Changed<'a> {
    solved: &'a SolvedClass,
    value: u64,
    outcome: Outcome,
}

impl SolvedValues for Changed<'_> {
    fn outcome(&self, value: u64) -> Option<Outcome> {
        if value == self.value { Some(self.outcome) } else { self.solved.outcome(value) }
    }

    fn need_set(&self, value: u64) -> Option<u32> {
        self.solved.need_set(value)
    }
}

/// Writes the outcomes of KvK with the first won value turned into a draw, every checksum right, and
/// gives the FEN of that value.
fn write_wrong_table(folder: &Path) -> String {
    let rules = RuleSet::russian();
    let class = "KvK".parse().expect("a class");
    let solved = solve(&rules, class, &SmallerTables::new(), &Progress::default(), None).expect("solved");
    let right = TableBytes::from_vec("KvK.ptw", solved.pack_outcomes(&rules).expect("packed"));
    let largest_need = OutcomeTable::open(right, class, &rules).expect("a table").header().largest_need;
    let index = *solved.index();
    let value = (0..index.values()).find(|&value| solved.outcome(value) == Some(Outcome::Win)).expect("a win");
    let description = TableDescription { index, rules: &rules, statistics: solved.statistics(), largest_need };
    let changed = Changed { solved: &solved, value, outcome: Outcome::Draw };
    let bytes = pack_outcomes(&description, &changed, &OneWorker).expect("packed");
    std::fs::write(folder.join(TableKind::Outcomes.file_name(class)), bytes).expect("written");
    index.position_of(value).expect("a position").to_string()
}

#[test]
fn the_tables_in_the_program_are_proved() {
    let folder = folder();
    let listing = run(folder.path(), &["verify", "--pieces", "4", "--json", "--quiet"]).json();
    let classes = listing["classes"].as_array().expect("classes");
    assert_eq!(classes.len(), 23);
    assert!(classes.iter().all(|class| class["proved"] == json!(true) && class["fault"].is_null()));
    assert_eq!(listing["trusted"], json!([]));
    let one = run(folder.path(), &["verify", "KKvKM", "--quiet"]).answer();
    assert!(one.contains("proved") && one.contains("if these are right: ") && one.contains(" KKvKK"), "{one}");
    let sample = run(folder.path(), &["verify", "KKvKM", "--quiet", "--sample", "200", "--seed", "5"]).answer();
    assert!(sample.contains("--seed 5") && sample.contains("no proof") && !sample.contains("proved"), "{sample}");
}

#[test]
fn what_is_not_there_is_missing() {
    let folder = folder();
    let message = run(folder.path(), &["verify", "KKMvKM", "--quiet"]).refusal(3);
    assert!(message.contains("petrov gen"), "{message}");
    run(folder.path(), &["verify"]).refusal(2);
    run(folder.path(), &["verify", "KvK", "--sample", "0"]).refusal(2);
}

#[test]
fn a_wrong_value_is_shown_with_its_moves() {
    let folder = folder();
    let tables = folder.path().join("tables");
    std::fs::create_dir(&tables).expect("a folder");
    let fen = write_wrong_table(&tables);
    let wrong = run(folder.path(), &["verify", "KvK", "--quiet", "--tables", "tables"]);
    let shown = &wrong.stdout;
    assert!(shown.contains(&fen) && shown.contains("stored: draw") && shown.contains("from its moves: win"), "{shown}");
    assert!(shown.contains("after which black has: loss"), "{shown}");
    assert_eq!(wrong.status, 4, "{}", wrong.stderr);
    assert!(wrong.stderr.contains("petrov gen KvK") && wrong.stderr.contains(&fen), "{}", wrong.stderr);
    let json = run(folder.path(), &["verify", "KvK", "--quiet", "--json", "--tables", "tables"]);
    let listing: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((json.status, &listing["classes"][0]["fault"]["fen"]), (4, &json!(fen)));
    // What comes after it is not passed over in silence.
    let all = run(folder.path(), &["verify", "--pieces", "3", "--quiet", "--json", "--tables", "tables"]);
    let listing: serde_json::Value = serde_json::from_str(&all.stdout).expect("JSON");
    let looked_at = listing["classes"].as_array().map_or(0, Vec::len);
    assert_eq!((all.status, looked_at + listing["not_looked_at"].as_u64().unwrap_or(0) as usize), (4, 9));
    assert!(looked_at < 9);
}
