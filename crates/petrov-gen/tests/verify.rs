//! Tables that are right are proved, tables that are wrong are found out: values changed on purpose
//! and packed again, so that every checksum fits.

use draughts::{Color, MaterialClass, RuleSet};
use petrov_gen::{Fault, Generator, Plan, Progress, Sample, Verifier, VerifyError, VerifyReport, WrongValue};
use petrov_table::{
    Need, NeedTable, OneWorker, Outcome, OutcomeTable, SideStatistics, SolvedValues, TableBytes, TableDescription,
    TableIndex, TableKind, pack_needs, pack_outcomes,
};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

fn class(name: &str) -> MaterialClass {
    name.parse().expect("a class")
}

fn generate(rules: &RuleSet, plan: &Plan, folder: &Path) {
    let progress = Progress::default();
    let nowhere = |_, _| None;
    let generator =
        Generator { rules, folder: folder.to_owned(), elsewhere: &nowhere, memory: 4 << 30, progress: &progress };
    generator.run(plan, &mut |_| {}).expect("built");
}

fn verify_some(
    rules: &RuleSet,
    classes: &[MaterialClass],
    folder: &Path,
    sample: Option<Sample>,
) -> Result<Vec<VerifyReport>, VerifyError> {
    let progress = Progress::default();
    let find = |class: MaterialClass, kind: TableKind| {
        let path = folder.join(kind.file_name(class));
        if path.exists() { TableBytes::map(&path).map(Some) } else { Ok(None) }
    };
    let verifier = Verifier { rules, find: &find, memory: 4 << 30, sample, progress: &progress };
    verifier.run(classes, &mut |_| {})
}

fn verify(rules: &RuleSet, classes: &[MaterialClass], folder: &Path) -> Vec<VerifyReport> {
    verify_some(rules, classes, folder, None).expect("verified")
}

fn classes_of(plan: &Plan) -> Vec<MaterialClass> {
    plan.steps.iter().map(|step| step.class).collect()
}

fn assert_proved(rules: &RuleSet, plan: &Plan, folder: &Path) -> Vec<VerifyReport> {
    let reports = verify(rules, &classes_of(plan), folder);
    for report in &reports {
        let fault = report.fault.as_ref().map(ToString::to_string);
        assert_eq!(fault, None, "{} under {}", report.class, rules.name);
        assert_eq!(report.checked, report.values);
    }
    assert_eq!(reports.len(), plan.steps.len());
    reports
}

/// Russian draughts with so few plies that wins run out of them.
fn hasty() -> RuleSet {
    RuleSet { name: Cow::Borrowed("hasty"), king_limit: Some(4), ..RuleSet::russian() }
}

/// Russian draughts without any count, where no clock keeps wins from justifying each other.
fn endless() -> RuleSet {
    RuleSet {
        name: Cow::Borrowed("endless"),
        king_limit: None,
        material_limits: Cow::Borrowed(&[]),
        ..RuleSet::russian()
    }
}

#[test]
fn what_the_generator_makes_is_proved() {
    for rules in RuleSet::all().into_iter().chain([hasty(), endless()]) {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = Plan::up_to(3);
        generate(&rules, &plan, folder.path());
        let reports = assert_proved(&rules, &plan, folder.path());
        let traced: u64 = reports.iter().map(|report| report.traced).sum();
        assert_eq!(traced > 0, ["hasty", "endless"].contains(&&*rules.name), "{}", rules.name);
    }
}

#[test]
fn classes_of_four_pieces_are_proved_and_sampled() {
    let rules = RuleSet::russian();
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan::new([class("KKvKK"), class("KMvMM")]);
    generate(&rules, &plan, folder.path());
    assert_proved(&rules, &plan, folder.path());
    // Named alone, a class rests on what it leads to.
    let alone = verify(&rules, &[class("MMvKM")], folder.path());
    assert_eq!(alone.len(), 1);
    assert!(alone[0].fault.is_none());
    for class in [class("KKvKK"), class("KMvMM"), class("KKvMM")] {
        let sample = Some(Sample { values: 500, seed: 4 });
        let sampled = verify_some(&rules, &[class], folder.path(), sample).expect("sampled");
        assert!(sampled.iter().all(|report| report.fault.is_none() && report.sampled && report.checked == 500));
    }
}

#[test]
fn classes_with_a_road_clock_are_proved() {
    let rules = RuleSet::russian_main_road();
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan::new([class("KKMvK")]);
    generate(&rules, &plan, folder.path());
    assert_proved(&rules, &plan, folder.path());
}

#[test]
fn what_is_missing_or_too_large_is_said() {
    let rules = RuleSet::russian();
    let folder = tempfile::tempdir().expect("a folder");
    generate(&rules, &Plan::new([class("KKvK")]), folder.path());
    std::fs::remove_file(folder.path().join("KvK.ptw")).expect("removed");
    let error = verify_some(&rules, &[class("KKvK")], folder.path(), None).expect_err("missing");
    assert_eq!(error.to_string(), "KvK.ptw is not there");
    std::fs::write(folder.path().join("KvK.ptw"), b"PetrovW\n").expect("written");
    let error = verify_some(&rules, &[class("KKvK")], folder.path(), None).expect_err("damaged");
    assert!(matches!(error, VerifyError::Table(error) if error.is_damage()));
    let progress = Progress::default();
    let find = |_, _| Ok(None);
    let verifier = Verifier { rules: &rules, find: &find, memory: 1 << 20, sample: None, progress: &progress };
    assert!(matches!(verifier.run(&[class("KKvK")], &mut |_| {}), Err(VerifyError::Memory { .. })));
}

/// A class's tables taken apart, to be changed and put together again.
struct Apart {
    index: TableIndex,
    statistics: Vec<SideStatistics>,
    largest_need: Need,
    /// `None` where a capture is compulsory.
    outcomes: Vec<Option<Outcome>>,
    /// The side whose needs were stored.
    side: Color,
    needs: Vec<Option<u32>>,
    sets: Vec<Vec<Need>>,
}

impl Apart {
    fn read(rules: &RuleSet, class: MaterialClass, folder: &Path) -> Apart {
        let map = |kind: TableKind| TableBytes::map(&folder.join(kind.file_name(class))).expect("a file");
        let table = OutcomeTable::open(map(TableKind::Outcomes), class, rules).expect("a table");
        let index = *table.index();
        let mut outcomes = Vec::new();
        for block in 0..table.blocks() {
            let unpacked = table.unpack_block(block).expect("a block");
            let (first, count) = table.values_of_block(block);
            for offset in 0..count {
                let position = index.position_of(first + offset as u64).expect("a position");
                let captures = position.legal_moves(rules.movement).iter().any(draughts::Move::is_capture);
                outcomes.push((!captures).then(|| unpacked.outcome(offset)));
            }
        }
        let table_of_needs = NeedTable::open(map(TableKind::Needs), class, rules).expect("a table");
        let mut needs = vec![None; outcomes.len()];
        for block in 0..table_of_needs.blocks() {
            let unpacked = table_of_needs.unpack_block(block).expect("a block");
            let (first, count) = table_of_needs.values_of_block(block);
            for offset in 0..count {
                let value = first as usize + offset;
                let is_decided = outcomes[value].is_some_and(Outcome::is_decided);
                needs[value] = is_decided.then(|| unpacked.id(offset));
            }
        }
        let sets = (0..table_of_needs.set_count()).map(|id| table_of_needs.needs(id).to_vec()).collect();
        Apart {
            index,
            statistics: table.statistics().to_vec(),
            largest_need: table.header().largest_need,
            outcomes,
            side: table_of_needs.stored_side().unwrap_or(Color::White),
            needs,
            sets,
        }
    }

    fn write(&self, rules: &RuleSet, folder: &Path) {
        let index = self.index;
        let mut statistics = self.statistics.clone();
        if self.outcomes.iter().flatten().any(|outcome| *outcome != outcome.without_clocks()) {
            // The packer leaves cursed values out where none is counted.
            let outcomes = &mut statistics[0].outcomes;
            if outcomes[3] == 0
                && let Some(other) = outcomes.iter_mut().find(|count| **count > 0)
            {
                // A file whose counts do not add up is refused when it is opened.
                *other -= 1;
                outcomes[3] = 1;
            }
        }
        let description = TableDescription { index, rules, statistics: &statistics, largest_need: self.largest_need };
        let outcomes = pack_outcomes(&description, self, &OneWorker).expect("packed");
        let needs = pack_needs(&description, self, &self.sets, &OneWorker).expect("packed");
        std::fs::write(folder.join(TableKind::Outcomes.file_name(index.class())), outcomes).expect("written");
        std::fs::write(folder.join(TableKind::Needs.file_name(index.class())), needs).expect("written");
    }

    fn is_stored(&self, value: usize) -> bool {
        (value as u64 >= self.index.positions()) == (self.side == Color::Black)
    }

    /// The values for which something holds, a few of them picked as if by chance.
    fn pick(&self, count: usize, mut holds: impl FnMut(usize) -> bool) -> Vec<usize> {
        let all: Vec<usize> = (0..self.outcomes.len()).filter(|&value| holds(value)).collect();
        let mut word = 88_172_645_463_325_252u64;
        let mut next = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word as usize
        };
        (0..count.min(all.len())).map(|_| all[next() % all.len()]).collect()
    }
}

impl SolvedValues for Apart {
    fn outcome(&self, value: u64) -> Option<Outcome> {
        self.outcomes[value as usize]
    }

    /// The packer keeps the side that packs smaller, so the other is made as bad as can be.
    fn need_set(&self, value: u64) -> Option<u32> {
        if self.is_stored(value as usize) {
            return self.needs[value as usize];
        }
        Some((value.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u32 % self.sets.len() as u32)
    }
}

/// The wrong value that is found in a class after a change.
fn caught(rules: &RuleSet, apart: &Apart, folder: &Path) -> WrongValue {
    apart.write(rules, folder);
    let class = apart.index.class();
    let reports = verify(rules, &[class], folder);
    match reports.into_iter().next().and_then(|report| report.fault) {
        Some(Fault::Value(wrong)) => *wrong,
        other => panic!("{class}: {other:?}"),
    }
}

/// Whether the value, or one that its moves lead to, is `changed`.
fn names(index: &TableIndex, wrong: &WrongValue, changed: usize) -> bool {
    let changed = changed as u64;
    wrong.value == changed || wrong.moves.iter().any(|m| index.value_of(&m.after) == Some(changed))
}

/// Folder and rules with all tables of three pieces.
fn tables(rules: &RuleSet) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    generate(rules, &Plan::up_to(3), folder.path());
    folder
}

const CHANGED: [&str; 5] = ["KKvK", "KMvK", "KMvM", "MMvK", "MvM"];

#[test]
fn taking_a_table_apart_and_together_changes_nothing() {
    for rules in [RuleSet::russian(), RuleSet::english(), hasty()] {
        let folder = tables(&rules);
        for name in CHANGED {
            Apart::read(&rules, class(name), folder.path()).write(&rules, folder.path());
        }
        assert_proved(&rules, &Plan::up_to(3), folder.path());
    }
}

#[test]
fn a_changed_outcome_is_named() {
    for rules in [RuleSet::russian(), hasty()] {
        let folder = tables(&rules);
        for name in CHANGED {
            let mut apart = Apart::read(&rules, class(name), folder.path());
            // What is won or lost within the limits rests on something, so the fault is found where it is.
            for value in apart.pick(4, |value| apart.outcomes[value].is_some_and(Outcome::is_decided)) {
                let right = apart.outcomes[value];
                let others =
                    Outcome::ALL.into_iter().filter(|&outcome| Some(outcome) != right && !outcome.is_decided());
                for outcome in others.chain(right.map(Outcome::reversed)) {
                    apart.outcomes[value] = Some(outcome);
                    let wrong = caught(&rules, &apart, folder.path());
                    assert_eq!(wrong.value, value as u64, "{name} {right:?} {outcome}: {wrong}");
                    assert_eq!((wrong.stored.outcome, Some(wrong.derived.outcome)), (outcome, right));
                    assert!(wrong.disagreeing > 0);
                }
                apart.outcomes[value] = right;
            }
            apart.write(&rules, folder.path());
        }
    }
}

#[test]
fn a_changed_value_that_no_clock_sees_is_found() {
    for rules in [RuleSet::russian(), hasty()] {
        let folder = tables(&rules);
        for name in CHANGED {
            let mut apart = Apart::read(&rules, class(name), folder.path());
            let undecided = |value: usize| apart.outcomes[value].is_some_and(|outcome| !outcome.is_decided());
            for value in apart.pick(4, undecided) {
                let right = apart.outcomes[value];
                for outcome in [Outcome::CursedWin, Outcome::Draw, Outcome::BlessedLoss] {
                    if Some(outcome) != right {
                        apart.outcomes[value] = Some(outcome);
                        let wrong = caught(&rules, &apart, folder.path());
                        assert!(names(&apart.index, &wrong, value), "{name} {value} {right:?} {outcome}: {wrong}");
                    }
                }
                apart.outcomes[value] = right;
            }
            // A cursed value, where there is one, is no draw.
            let bound = |value: usize| apart.outcomes[value].is_some_and(|o| o != o.without_clocks());
            for value in apart.pick(3, bound) {
                let right = apart.outcomes[value].replace(Outcome::Draw);
                let wrong = caught(&rules, &apart, folder.path());
                assert!(names(&apart.index, &wrong, value), "{name} {value}: {wrong}");
                apart.outcomes[value] = right;
            }
            apart.write(&rules, folder.path());
        }
    }
}

#[test]
fn a_changed_need_is_named() {
    for rules in [RuleSet::russian(), RuleSet::english(), hasty()] {
        let folder = tables(&rules);
        for name in CHANGED {
            let mut apart = Apart::read(&rules, class(name), folder.path());
            for value in apart.pick(4, |value| apart.is_stored(value) && apart.needs[value].is_some()) {
                let right = apart.needs[value];
                let needs = apart.sets[right.expect("needs") as usize].clone();
                let at = value % needs.len();
                for (king, material) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let mut changed = needs.clone();
                    let need = &mut changed[at];
                    let (Some(king), Some(material)) =
                        (need.king.checked_add_signed(king), need.material.checked_add_signed(material))
                    else {
                        continue;
                    };
                    (need.king, need.material) = (king, material);
                    let is_minimal = |i: usize| (0..changed.len()).all(|j| i == j || !changed[j].at_most(changed[i]));
                    if !(0..changed.len()).all(is_minimal) {
                        continue;
                    }
                    apart.sets.push(changed.clone());
                    apart.needs[value] = Some(apart.sets.len() as u32 - 1);
                    let wrong = caught(&rules, &apart, folder.path());
                    assert_eq!(wrong.value, value as u64, "{name} {needs:?} {changed:?}: {wrong}");
                    assert_eq!(wrong.stored.needs.as_deref(), Some(&*changed));
                    assert_eq!(wrong.derived.needs.as_deref(), Some(&*needs));
                    assert_eq!(wrong.moves.len(), wrong.position.legal_moves(rules.movement).len());
                    apart.sets.pop();
                }
                apart.needs[value] = right;
            }
            apart.write(&rules, folder.path());
        }
    }
}

#[test]
fn wins_that_justify_each_other_in_a_circle_are_found() {
    let rules = RuleSet::russian();
    let folder = tables(&rules);
    let mut apart = Apart::read(&rules, class("KKvK"), folder.path());
    let index = apart.index;
    let drawn = |side: Color| {
        let of_side = move |value: &usize| (*value as u64 >= index.positions()) == (side == Color::Black);
        let outcomes = apart.outcomes.clone();
        let drawn = (0..outcomes.len()).filter(of_side);
        drawn.filter(move |&value| outcomes[value] == Some(Outcome::Draw)).collect::<BTreeSet<usize>>()
    };
    let results = |value: usize| -> Vec<(bool, usize)> {
        let position = index.position_of(value as u64).expect("a position");
        let after = |m: &draughts::Move| {
            let after = position.after(m);
            let value = index.value_of(&after);
            (value.is_some(), value.unwrap_or(0) as usize)
        };
        position.legal_moves(rules.movement).iter().map(after).collect()
    };
    // White "wins" and Black "loses" drawn positions that lead to nothing but each other.
    let (mut won, mut lost) = (drawn(Color::White), drawn(Color::Black));
    loop {
        let before = (won.len(), lost.len());
        won.retain(|&value| results(value).iter().any(|(within, after)| *within && lost.contains(after)));
        // Where White must capture it takes the lone king and has won.
        let is_win = |after: usize| apart.outcomes[after].is_none_or(|outcome| outcome == Outcome::Win);
        let is_won = |&(within, after): &(bool, usize)| within && (won.contains(&after) || is_win(after));
        lost.retain(|&value| results(value).iter().all(is_won));
        if before == (won.len(), lost.len()) {
            break;
        }
    }
    assert!(!won.is_empty() && !lost.is_empty(), "the example has no circle");
    won.iter().for_each(|&value| apart.outcomes[value] = Some(Outcome::CursedWin));
    lost.iter().for_each(|&value| apart.outcomes[value] = Some(Outcome::BlessedLoss));
    // With the counts that go with it, nothing but the circle is wrong.
    for (statistics, moved) in apart.statistics.iter_mut().zip([&won, &lost]) {
        statistics.outcomes[2] -= moved.len() as u64;
    }
    apart.statistics[0].outcomes[3] += won.len() as u64;
    apart.statistics[1].outcomes[1] += lost.len() as u64;
    let wrong = caught(&rules, &apart, folder.path());
    assert!(wrong.in_a_circle && wrong.disagreeing == 0, "{wrong}");
    assert_eq!(wrong.value, won.iter().chain(&lost).copied().min().expect("some") as u64);
    assert_eq!(wrong.stored.outcome, Outcome::CursedWin);
}

#[test]
fn wrong_counts_are_found() {
    let rules = RuleSet::russian();
    let folder = tables(&rules);
    let count = |change: &dyn Fn(&mut Apart)| {
        let mut apart = Apart::read(&rules, class("KMvK"), folder.path());
        let (statistics, largest_need) = (apart.statistics.clone(), apart.largest_need);
        change(&mut apart);
        apart.write(&rules, folder.path());
        let fault = verify(&rules, &[class("KMvK")], folder.path())[0].fault.clone();
        (apart.statistics, apart.largest_need) = (statistics, largest_need);
        apart.write(&rules, folder.path());
        match fault {
            Some(Fault::Count(wrong)) => wrong.what,
            other => panic!("{other:?}"),
        }
    };
    let what = count(&|apart| {
        apart.statistics[1].outcomes[0] += 1;
        apart.statistics[1].outcomes[2] -= 1;
    });
    assert_eq!(what, "number of values with the outcome loss, black to move");
    assert_eq!(count(&|apart| apart.largest_need.king += 1), "the largest need");
    assert_eq!(
        count(&|apart| apart.statistics[0].several_needs += 1),
        "number of values with several needs, white to move"
    );
    assert_eq!(
        count(&|apart| apart.statistics[0].king_example += 1),
        "the first value with that king need, white to move"
    );
    assert_proved(&rules, &Plan::new([class("KMvK")]), folder.path());
}

#[test]
fn a_sample_finds_what_it_meets() {
    let rules = RuleSet::russian();
    let folder = tables(&rules);
    let mut apart = Apart::read(&rules, class("KMvK"), folder.path());
    // Every tenth won value of the side whose needs are not stored, so that a sample meets one.
    for value in 0..apart.outcomes.len() {
        if value % 10 == 0 && apart.outcomes[value] == Some(Outcome::Win) && !apart.is_stored(value) {
            apart.outcomes[value] = Some(Outcome::Draw);
        }
    }
    apart.write(&rules, folder.path());
    let sample = Some(Sample { values: 2000, seed: 1 });
    let reports = verify_some(&rules, &[class("KMvK")], folder.path(), sample).expect("sampled");
    match &reports[0].fault {
        Some(Fault::Value(wrong)) => assert!(!wrong.moves.is_empty() && wrong.stored != wrong.derived),
        other => panic!("{other:?}"),
    }
}
