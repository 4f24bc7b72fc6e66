//! What a probe costs, on random legal positions of five pieces, compulsory captures included.
//!
//! The tables come from `$PETROV_TABLES`, else from `target/bench-tables/russian`, where the first
//! run builds them (all of up to five pieces: under a minute). Dated results are in
//! `probe.results.txt`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use draughts::{Clocks, MaterialClass, Position, RuleSet};
use petrov::{Tables, TablesOptions};
use petrov_gen::{Generator, Plan, Progress};
use petrov_table::{NeedTable, OutcomeTable, TableBytes, TableIndex};
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const PIECES: u8 = 5;
/// So many positions are asked in turn: many more than the branch predictor or the caches learn.
const POSITIONS: usize = 1 << 20;

/// Numbers that look random and are the same each time (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * u128::from(bound)) >> 64) as u64
    }
}

/// The folder with all tables of up to five pieces.
fn folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("PETROV_TABLES") {
        return folder.into();
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/bench-tables/russian");
    let progress = Progress::default();
    let rules = RuleSet::russian();
    let generator = Generator {
        rules: &rules,
        folder: folder.clone(),
        elsewhere: &|_, _| None,
        memory: 2 << 30,
        progress: &progress,
    };
    generator.run(&Plan::up_to(PIECES), &mut |_| {}).expect("the tables can be built");
    folder
}

/// Positions of five pieces, every one as likely as any other.
fn positions(count: usize) -> Vec<Position> {
    let indices: Vec<TableIndex> =
        MaterialClass::all_canonical(PIECES).into_iter().filter_map(TableIndex::new).collect();
    let all: u64 = indices.iter().map(TableIndex::values).sum();
    let mut numbers = Numbers(1);
    let any = || {
        let mut value = numbers.below(all);
        for index in &indices {
            match index.position_of(value) {
                // The canonical side is White's half the time only.
                Some(position) if numbers.below(2) == 0 => return position,
                Some(position) => return position.mirrored(),
                None => value -= index.values(),
            }
        }
        unreachable!("less than the number of all values")
    };
    std::iter::repeat_with(any).take(count).collect()
}

/// Clocks that a position may stand at, drawn at random.
fn clocks(positions: &[Position]) -> Vec<Clocks> {
    let mut numbers = Numbers(2);
    let rules = RuleSet::russian();
    let mut any = |position: &Position| {
        loop {
            let material = numbers.below(60) as u16;
            let clocks = Clocks::new(numbers.below(30) as u16, material);
            if clocks.check(&rules, position).is_ok() {
                return clocks;
            }
        }
    };
    positions.iter().map(&mut any).collect()
}

fn probes(criterion: &mut Criterion) {
    let folder = folder();
    let positions = positions(POSITIONS);
    let clocks = clocks(&positions);
    let open = |options: TablesOptions| options.open([&folder], RuleSet::russian()).expect("the tables");
    let held = [
        ("cache of 64 MiB", open(TablesOptions::new())),
        ("unpacked", open(TablesOptions::new().unpack_up_to(PIECES))),
    ];
    for (_, tables) in &held {
        for _ in 0..2 {
            positions.iter().for_each(|position| _ = tables.outcome(position).expect("an answer"));
        }
    }
    let mut group = criterion.benchmark_group("outcome");
    group.throughput(Throughput::Elements(1));
    for (name, tables) in &held {
        let mut next = positions.iter().cycle();
        group.bench_function(*name, |bench| {
            bench.iter(|| tables.outcome(black_box(next.next().expect("endless"))).expect("an answer"));
        });
        for threads in [1, 2] {
            group.bench_function(BenchmarkId::new(format!("{name}, threads"), threads), |bench| {
                bench.iter_custom(|count| time_threads(tables, &positions, threads, count));
            });
        }
    }
    group.finish();

    let mut group = criterion.benchmark_group("at clocks");
    group.throughput(Throughput::Elements(1));
    for (name, tables) in &held {
        let mut next = positions.iter().zip(&clocks).cycle();
        group.bench_function(BenchmarkId::new("outcome", name), |bench| {
            bench.iter(|| {
                let (position, &clocks) = next.next().expect("endless");
                tables.probe(black_box(position), clocks).expect("an answer")
            });
        });
        let mut next = positions.iter().cycle();
        group.bench_function(BenchmarkId::new("needs", name), |bench| {
            bench.iter(|| tables.needs(black_box(next.next().expect("endless"))).expect("an answer"));
        });
        let mut next = positions.iter().zip(&clocks).cycle();
        group.bench_function(BenchmarkId::new("ranked moves", name), |bench| {
            bench.iter(|| {
                let (position, &clocks) = next.next().expect("endless");
                tables.rank_moves(black_box(position), clocks).expect("an answer")
            });
        });
    }
    group.finish();
}

/// The time that threads take which share `count` probes, each of them on its own positions.
fn time_threads(tables: &Tables, positions: &[Position], threads: usize, count: u64) -> Duration {
    let start = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let skip = thread * positions.len() / threads;
            scope.spawn(move || {
                let share = (count as usize).div_ceil(threads);
                for position in positions.iter().cycle().skip(skip).take(share) {
                    black_box(tables.outcome(black_box(position)).expect("an answer"));
                }
            });
        }
    });
    start.elapsed()
}

/// Blocks unpacked from the file, which the system has in memory.
fn cold_blocks(criterion: &mut Criterion) {
    let folder = folder();
    let rules = RuleSet::russian();
    let classes = MaterialClass::all_canonical(PIECES);
    let map = |class: MaterialClass, extension: &str| {
        TableBytes::map(&folder.join(format!("{class}.{extension}"))).expect("a table")
    };
    let outcomes: Vec<OutcomeTable> =
        classes.iter().map(|&class| OutcomeTable::open(map(class, "ptw"), class, &rules).expect("a table")).collect();
    let needs: Vec<NeedTable> =
        classes.iter().map(|&class| NeedTable::open(map(class, "ptn"), class, &rules).expect("a table")).collect();
    // In an order in which neighbours in a file do not follow one another.
    let mut blocks: Vec<(usize, u64)> =
        outcomes.iter().enumerate().flat_map(|(table, t)| (0..t.blocks()).map(move |block| (table, block))).collect();
    blocks.sort_by_key(|&(table, block)| Numbers(table as u64 ^ block << 8).below(u64::MAX));
    let mut group = criterion.benchmark_group("cold block");
    let mut next = blocks.iter().cycle();
    group.bench_function("outcomes", |bench| {
        bench.iter(|| {
            let &(table, block) = next.next().expect("endless");
            outcomes[table].unpack_block(block).expect("a sound block")
        });
    });
    let mut blocks: Vec<(usize, u64)> =
        needs.iter().enumerate().flat_map(|(table, t)| (0..t.blocks()).map(move |block| (table, block))).collect();
    blocks.sort_by_key(|&(table, block)| Numbers(table as u64 ^ block << 8).below(u64::MAX));
    let mut next = blocks.iter().cycle();
    group.bench_function("needs", |bench| {
        bench.iter(|| {
            let &(table, block) = next.next().expect("endless");
            needs[table].unpack_block(block).expect("a sound block")
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(5));
    targets = probes, cold_blocks
}
criterion_main!(benches);
