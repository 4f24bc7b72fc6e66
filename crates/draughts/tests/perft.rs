//! The move generator against published counts of move sequences.

use draughts::{MovementRules, Position, perft};
use serde::Deserialize;
use std::error::Error;

#[derive(Deserialize)]
struct Case {
    variant: String,
    kind: String,
    fen: String,
    depth_from: u32,
    nodes_drop_duplicates: Option<Vec<u64>>,
}

/// Most nodes counted for one number: from the start 11 plies when optimised, 8 plies otherwise.
const MOST_NODES: u64 = if cfg!(debug_assertions) { 1_000_000 } else { 120_000_000 };

/// How deep the numbers from the start must at least go.
const DEPTH: u32 = if cfg!(debug_assertions) { 8 } else { 11 };

fn cases(variant: &str) -> Result<Vec<(Case, Position)>, Box<dyn Error>> {
    let cases: Vec<Case> = serde_json::from_str(include_str!("data/perft.json"))?;
    let of_variant = cases.into_iter().filter(|case| case.variant == variant);
    Ok(of_variant.map(|case| case.fen.parse().map(|position| (case, position))).collect::<Result<_, _>>()?)
}

/// Checks the numbers of a variant; says how many there were and the deepest from the start.
fn check(variant: &str, rules: MovementRules) -> Result<(usize, u32), Box<dyn Error>> {
    let cases = cases(variant)?;
    let (mut checked, mut deepest) = (0, 0);
    for (case, position) in &cases {
        // Without numbers of its own a position has those of its mirror.
        let mirror = || cases.iter().find(|(_, other)| *other == position.mirrored());
        let nodes = case.nodes_drop_duplicates.as_ref();
        let nodes = nodes.or_else(|| mirror()?.0.nodes_drop_duplicates.as_ref());
        let nodes = nodes.ok_or_else(|| format!("no numbers for {}", case.fen))?;
        for (&expected, depth) in nodes.iter().zip(case.depth_from..) {
            if expected > MOST_NODES {
                break;
            }
            assert_eq!(perft(position, rules, depth), expected, "{variant} {} depth {depth}", case.fen);
            checked += 1;
            if case.kind == "start" {
                deepest = deepest.max(depth);
            }
        }
    }
    Ok((checked, deepest))
}

#[test]
fn russian() -> Result<(), Box<dyn Error>> {
    let (checked, deepest) = check("russian", MovementRules::RUSSIAN)?;
    assert!(checked > 100 && deepest >= DEPTH, "{checked} numbers, depth {deepest}");
    Ok(())
}

#[test]
fn english() -> Result<(), Box<dyn Error>> {
    let (checked, deepest) = check("english", MovementRules::ENGLISH)?;
    assert!(checked > 200 && deepest >= DEPTH, "{checked} numbers, depth {deepest}");
    Ok(())
}

#[test]
fn brazilian() -> Result<(), Box<dyn Error>> {
    let (checked, deepest) = check("brazilian", MovementRules::BRAZILIAN)?;
    assert!(checked > 100 && deepest >= DEPTH, "{checked} numbers, depth {deepest}");
    Ok(())
}
