//! The reference data: values that another solver found.

#![allow(dead_code)] // Each test uses its own part.

use draughts::{Clocks, Color, Position, lone_king_on_road};
use petrov::{Budgets, Need, Needs, Outcome, Tables};

/// A line of a `needs_*.tsv`.
pub(crate) struct Row {
    pub(crate) position: Position,
    /// With clocks at zero.
    outcome: Outcome,
    needs: Needs,
}

/// Reads a `needs_*.tsv`.
pub(crate) fn rows(tsv: &str) -> Vec<Row> {
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[class, fen, outcome, needs] = columns.as_slice() else { panic!("{line}") };
        let needs = needs.split(',').filter(|&need| need != "-").map(|need| {
            let mut plies = need.split(':').map(|plies| plies.parse().expect("plies"));
            let mut next = || plies.next();
            let (king, material) = (next().expect("a king budget"), next().expect("a material budget"));
            Need { king, material, road: next().unwrap_or(0) }
        });
        let outcome = Outcome::ALL.into_iter().find(|known| known.name() == outcome);
        let position: Position = fen.parse().expect("a position");
        // The class as the side to move sees it.
        let seen = if position.side_to_move() == Color::White { position } else { position.mirrored() };
        assert_eq!(seen.class().to_string(), class, "{line}");
        Row { position, outcome: outcome.expect("an outcome"), needs: needs.collect() }
    };
    tsv.lines().skip(1).map(row).collect()
}

/// What a position is worth at some clocks if its needs are these.
fn outcome_by_needs(row: &Row, left: Budgets) -> Outcome {
    match row.outcome {
        Outcome::Win if !row.needs.met_by(left) => Outcome::CursedWin,
        Outcome::Loss if !row.needs.met_by(left) => Outcome::BlessedLoss,
        outcome => outcome,
    }
}

/// Compares a row with the tables; returns the number of clock readings that it was looked at with.
pub(crate) fn check(row: &Row, tables: &Tables) -> u64 {
    let Row { position, outcome, needs } = row;
    assert_eq!(tables.outcome(position).expect("a table"), *outcome, "{position}");
    assert_eq!(tables.needs(position).expect("a table"), *needs, "{position}");
    let rules = tables.rules();
    let king_limit = u16::from(rules.king_limit.expect("a limit"));
    let road_limit = rules.road_limit(position.class()).filter(|_| lone_king_on_road(position)).map_or(1, u16::from);
    let mut readings = 0;
    for (king, road) in (0..king_limit).flat_map(|king| (0..road_limit).map(move |road| (king, road))) {
        let least = king.max(road);
        // Without a limit the material clock says nothing, wherever it stands.
        let material = match rules.material_limit(position.class()) {
            Some(limit) => (least..limit.into()).step_by(1),
            None => (least..least + 200).step_by(99),
        };
        for material in material {
            let clocks = Clocks { king, material, road };
            let left = Budgets::left(rules, position.class(), clocks);
            let found = tables.probe(position, clocks).expect("a table");
            assert_eq!(found, outcome_by_needs(row, left), "{position} at {clocks:?}");
            readings += 1;
        }
    }
    readings
}

/// Compares rows with the tables, shared out between two threads.
pub(crate) fn check_rows(rows: &[Row], tables: &Tables) -> u64 {
    std::thread::scope(|scope| {
        let parts: Vec<_> = rows
            .chunks(rows.len().div_ceil(2))
            .map(|part| scope.spawn(move || part.iter().map(|row| check(row, tables)).sum::<u64>()))
            .collect();
        parts.into_iter().map(|part| part.join().expect("all rows agree")).sum()
    })
}
