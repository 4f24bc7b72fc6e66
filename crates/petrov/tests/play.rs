//! Proof by play: who plays the first of the ranked moves gets what the tables promise, whatever the
//! other side does, from any reading of the clocks. The referee has all draws on.

mod playing;

use draughts::{Clocks, Color, Ending, Game, MaterialClass, Position, RuleSet};
use petrov::{Budgets, Outcome, Tables, TablesOptions};
use petrov_gen::{Generator, Plan, Progress};
use petrov_table::{OutcomeTable, TableBytes, TableIndex, TableKind};
use playing::{Numbers, Opponent, Played, play};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const SEED: u64 = 0x0050_4554_524F_5601;

/// The tables of the repository: all of up to four pieces, some of five.
fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/russian")
}

/// How many values of five pieces are cursed wins and blessed losses.
fn published_counts() -> (usize, usize) {
    let rows = include_str!("../../../tables/russian/COUNTS.tsv").lines().skip(1);
    let counts = rows.filter_map(|row| {
        let columns: Vec<&str> = row.split('\t').collect();
        let class: MaterialClass = columns[0].parse().expect("a class");
        let number = |column: usize| columns[column].parse::<usize>().expect("a number");
        (class.pieces() == 5).then(|| (number(3), number(5)))
    });
    counts.fold((0, 0), |(cursed, blessed), row| (cursed + row.0, blessed + row.1))
}

/// A position, the clocks, and the number that the chance of its games begins with.
#[derive(Clone, Copy)]
struct Start {
    position: Position,
    clocks: Clocks,
    seed: u64,
}

/// What came of many games.
#[derive(Default, Debug)]
struct Figures {
    games: usize,
    plies: usize,
    longest: usize,
    /// Drawn by king clock, by material clock, by repetition.
    draws: [usize; 3],
    /// Won by the side that the ranking did not play for more than a draw.
    gifts: usize,
}

impl Figures {
    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.plies += played.plies;
        self.longest = self.longest.max(played.plies);
        match played.ending {
            Ending::KingClock => self.draws[0] += 1,
            Ending::MaterialClock => self.draws[1] += 1,
            Ending::Repetition => self.draws[2] += 1,
            _ => self.gifts += 1,
        }
    }
}

#[test]
fn the_first_of_the_ranked_moves_is_enough() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    generate(folder.path());
    let tables =
        TablesOptions::new().unpack_up_to(5).open([folder.path(), &shipped()], RuleSet::russian()).expect("a folder");

    let won = starts(&tables, 2000, Outcome::is_decided);
    play_all("won", &tables, &won, |start, outcome| {
        let mover = start.position.side_to_move();
        (if outcome == Outcome::Win { mover } else { mover.other() }, true)
    });
    let drawn = starts(&tables, 400, |outcome| !outcome.is_decided());
    for color in [Color::White, Color::Black] {
        play_all("drawn", &tables, &drawn, |_, _| (color, false));
    }
    let (cursed, blessed) = held_by_the_clocks(&tables, folder.path());
    assert_eq!((cursed.len(), blessed.len()), published_counts());
    assert!(!cursed.is_empty() && !blessed.is_empty());
    // The side that is to move has the better pieces in the one, the clocks in the other.
    play_all("cursed wins", &tables, &cursed, |start, _| (start.position.side_to_move().other(), false));
    play_all("blessed losses", &tables, &blessed, |start, _| (start.position.side_to_move(), false));

    for start in &won[..200] {
        line_is_the_game_of_the_ranking(&tables, start);
    }
}

/// Builds the tables of five pieces that are not shipped.
fn generate(folder: &Path) {
    let generator = Generator {
        rules: &RuleSet::russian(),
        folder: folder.to_owned(),
        elsewhere: &|class: MaterialClass, kind: TableKind| {
            TableBytes::map(&shipped().join(kind.file_name(class))).ok()
        },
        memory: 2 << 30,
        progress: &Progress::default(),
    };
    generator.run(&Plan::new((2..=5).flat_map(MaterialClass::all_canonical)), &mut |_| ()).expect("tables");
}

/// Random positions of three to five pieces with an outcome that is wanted at random clocks. A third
/// of them have just what is needed left of the clocks.
fn starts(tables: &Tables, count: usize, wanted: impl Fn(Outcome) -> bool) -> Vec<Start> {
    let by_size = [3, 4, 5].map(|pieces| -> Vec<TableIndex> {
        MaterialClass::all_canonical(pieces).into_iter().filter_map(TableIndex::new).collect()
    });
    let mut numbers = Numbers(SEED);
    let mut starts = Vec::new();
    while starts.len() < count {
        let indices = &by_size[starts.len() % 3];
        let index = &indices[numbers.below(indices.len() as u64) as usize];
        let Some(position) = index.position_of(numbers.below(index.values())) else { continue };
        let position = if numbers.below(2) == 0 { position } else { position.mirrored() };
        let clocks = if starts.len() / 3 % 3 == 0 {
            let Some(clocks) = latest_clocks(tables, &position, &mut numbers) else { continue };
            clocks
        } else {
            random_clocks(tables.rules(), &position, &mut numbers)
        };
        let going_on = !position.legal_moves(tables.rules().movement).is_empty();
        if going_on && wanted(tables.probe(&position, clocks).expect("a table")) {
            starts.push(Start { position, clocks, seed: numbers.below(u64::MAX) });
        }
    }
    starts
}

fn random_clocks(rules: &RuleSet, position: &Position, numbers: &mut Numbers) -> Clocks {
    let material = numbers.below(rules.material_limit(position.class()).map_or(100, u64::from));
    let king = numbers.below(rules.king_limit.map_or(100, u64::from).min(material + 1));
    Clocks::new(king as u16, material as u16)
}

/// The latest clocks at which some need is met, or a ply later: then it is held.
fn latest_clocks(tables: &Tables, position: &Position, numbers: &mut Numbers) -> Option<Clocks> {
    let full = Budgets::full(tables.rules(), position.class());
    let needs = tables.needs(position).expect("a table");
    let need = needs.get(numbers.below(needs.len().max(1) as u64) as usize)?;
    let late = numbers.below(2) as u16;
    let king = (full.king + late).checked_sub(need.king.into())?;
    let material = match full.material {
        u16::MAX => king + numbers.below(50) as u16,
        limit => limit.checked_sub(need.material.into())?,
    };
    let clocks = Clocks::new(king.min(material), material);
    clocks.check(tables.rules(), position).is_ok().then_some(clocks)
}

/// All cursed wins and all blessed losses of five pieces.
fn held_by_the_clocks(tables: &Tables, folder: &Path) -> (Vec<Start>, Vec<Start>) {
    let (mut cursed, mut blessed) = (Vec::new(), Vec::new());
    for class in MaterialClass::all_canonical(5) {
        let name = TableKind::Outcomes.file_name(class);
        let file = [folder.join(&name), shipped().join(&name)].into_iter().find(|file| file.exists());
        let bytes = TableBytes::map(&file.expect("a table")).expect("a file");
        let table = OutcomeTable::open(bytes, class, tables.rules()).expect("a table");
        for number in 0..table.blocks() {
            let (first, count) = table.values_of_block(number);
            let block = table.unpack_block(number).expect("a sound block");
            for offset in (0..count).filter(|&offset| !matches!(block.outcome(offset).code(), 0 | 2 | 4)) {
                let position = table.index().position_of(first + offset as u64).expect("a position");
                let start = Start { position, clocks: Clocks::ZERO, seed: SEED + first + offset as u64 };
                // Where a capture is compulsory the table means nothing.
                match tables.outcome(&position).expect("a table") {
                    Outcome::CursedWin => cursed.push(start),
                    Outcome::BlessedLoss => blessed.push(start),
                    _ => {}
                }
            }
        }
    }
    (cursed, blessed)
}

/// Plays from all starts against all opponents, on two threads. `ranked` says which side the ranking
/// plays for, and whether it must win or not lose.
fn play_all(
    name: &str,
    tables: &Tables,
    starts: &[Start],
    ranked: impl Fn(&Start, Outcome) -> (Color, bool) + Send + Sync + Copy,
) {
    let all = Mutex::new([(); Opponent::ALL.len()].map(|()| Figures::default()));
    std::thread::scope(|scope| {
        for part in starts.chunks(starts.len().div_ceil(2).max(1)) {
            let all = &all;
            scope.spawn(move || {
                for start in part {
                    let outcome = tables.probe(&start.position, start.clocks).expect("a table");
                    let (side, must_win) = ranked(start, outcome);
                    for (number, opponent) in Opponent::ALL.into_iter().enumerate() {
                        let played = play_one(tables, start, side, opponent);
                        let good = match played.ending.winner() {
                            Some(winner) => winner == side,
                            None => !must_win,
                        };
                        assert!(good, "{name}: {}", told(start, side, opponent, &played));
                        assert!(
                            !must_win || !played.came_again,
                            "{name}, to and fro: {}",
                            told(start, side, opponent, &played)
                        );
                        all.lock().expect("no other panic")[number].add(&played);
                    }
                }
            });
        }
    });
    for (opponent, figures) in Opponent::ALL.into_iter().zip(all.into_inner().expect("no panic")) {
        eprintln!("{name} against {opponent:?}: {figures:?}");
    }
}

fn play_one(tables: &Tables, start: &Start, side: Color, opponent: Opponent) -> Played {
    let game = Game::with_clocks(tables.rules().clone(), start.position, start.clocks).expect("clocks that can be");
    play(tables, game, side, opponent, Numbers(start.seed))
}

fn told(start: &Start, side: Color, opponent: Opponent, played: &Played) -> String {
    let Start { position, clocks, seed } = start;
    format!(
        "{position} at {clocks:?}, ranked moves for {side} against {opponent:?} (seed {seed:#x} of {SEED:#x}): \
         {:?} after {}",
        played.ending,
        played.moves.join(" ")
    )
}

/// A line has the plies of the game between two who play by the ranking, and a won one is as long as
/// the distance says; cut short it is the beginning of the same.
fn line_is_the_game_of_the_ranking(tables: &Tables, start: &Start) {
    let Start { position, clocks, .. } = start;
    let line = tables.line(position, *clocks, usize::MAX).expect("a table");
    let names = |plies: &[petrov::MoveInfo]| plies.iter().map(|ply| ply.played.to_string()).collect::<Vec<_>>();
    let played = play_one(tables, start, position.side_to_move(), Opponent::Ranked);
    assert_eq!((names(&line.plies), line.ending), (played.moves, Some(played.ending)), "{position} at {clocks:?}");
    let distance = tables.distance(position, *clocks).expect("a table");
    assert_eq!(distance, Some(line.plies.len()), "{position} at {clocks:?}");
    let short = tables.line(position, *clocks, line.plies.len() - 1).expect("a table");
    assert_eq!((names(&short.plies), short.ending), (names(&line.plies[..short.plies.len()]), None));
    assert_eq!(short.plies.len() + 1, line.plies.len());
}
