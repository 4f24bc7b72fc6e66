//! The end of games.

use draughts::{Clocks, Color, Ending, Game, PlayError, RuleSet};
use std::error::Error;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn game(rules: RuleSet, fen: &str, king: u16, material: u16, road: u16) -> Result<Game> {
    Ok(Game::with_clocks(rules, fen.parse()?, Clocks { king, material, road })?)
}

#[test]
fn a_side_without_a_move_has_lost() -> Result<()> {
    let game = Game::new(RuleSet::russian(), "B:WKa1:B".parse()?);
    assert_eq!(game.ending(), Some(Ending::Loss(Color::Black)));
    assert_eq!(game.ending().and_then(Ending::winner), Some(Color::White));
    assert!(game.legal_moves().is_empty());
    Ok(())
}

#[test]
fn clocks_draw_at_their_limit_and_not_before() -> Result<()> {
    let mut kings = game(RuleSet::english(), "W:WKa1:BKh2", 78, 78, 0)?;
    kings.play_text("a1-b2")?;
    assert_eq!((kings.ending(), kings.clocks()), (None, Clocks::new(79, 79)));
    kings.play_text("h2-g1")?;
    assert_eq!(kings.ending(), Some(Ending::KingClock));
    assert!(kings.ending().is_some_and(Ending::is_draw));

    let mut material = game(RuleSet::russian(), "W:WKh2:BKa3", 3, 8, 0)?;
    material.play_text("h2-g1")?;
    assert_eq!(material.ending(), None);
    material.play_text("a3-b2")?;
    assert_eq!(material.ending(), Some(Ending::MaterialClock));

    // A man's move leaves the material clock running.
    let mut man = game(RuleSet::russian(), "W:WKh2,c1:BKa5", 3, 9, 0)?;
    man.play_text("c1-b2")?;
    assert_eq!((man.ending(), man.clocks()), (Some(Ending::MaterialClock), Clocks::new(0, 10)));
    Ok(())
}

#[test]
fn of_two_clocks_the_king_clock_speaks_first() -> Result<()> {
    let mut both = game(RuleSet::russian(), "W:WKc1,Kh2,Kg1:BKa5", 29, 29, 0)?;
    both.play_text("h2-g3")?;
    assert_eq!(both.ending(), Some(Ending::KingClock));
    Ok(())
}

#[test]
fn a_loss_goes_before_a_clock_that_runs_out() -> Result<()> {
    let mut game = game(RuleSet::russian(), "W:WKc1,Kd4:Ba3", 29, 29, 0)?;
    game.play_text("d4-b2")?;
    assert_eq!((game.clocks().king, game.ending()), (30, Some(Ending::Loss(Color::Black))));
    Ok(())
}

#[test]
fn the_road_clock_counts_where_there_is_one() -> Result<()> {
    let fen = "W:WKa3,Kb8,Kh2:BKh8";
    let mut road = game(RuleSet::russian_main_road(), fen, 8, 8, 8)?;
    road.play_text("a3-c1")?;
    assert_eq!((road.ending(), road.clocks().road), (None, 9));
    let mut stays = road.clone();
    stays.play_text("h8-g7")?;
    assert_eq!(stays.ending(), Some(Ending::RoadClock));
    assert!(Game::with_clocks(RuleSet::russian(), fen.parse()?, Clocks { king: 9, material: 9, road: 9 }).is_err());

    let mut off = game(RuleSet::russian_main_road(), "B:WKc1,Kb8,Kh2:BKg7", 9, 9, 9)?;
    off.play_text("g7-h6")?;
    assert_eq!(off.clocks().road, 0);
    Ok(())
}

#[test]
fn what_sets_which_clock_back() -> Result<()> {
    // King move, man's move, capture, crowning; the lone king on the road all the time.
    let after = |fen: &str, m: &str| -> Result<Clocks> {
        let mut game = game(RuleSet::russian_main_road(), fen, 5, 7, 6)?;
        game.play_text(m)?;
        Ok(game.clocks())
    };
    assert_eq!(after("W:WKa5,g5,a7:BKh8", "a5-b6")?, Clocks { king: 6, material: 8, road: 7 });
    assert_eq!(after("W:WKa5,g5,a7:BKh8", "g5-h6")?, Clocks { king: 0, material: 8, road: 7 });
    assert_eq!(after("W:WKa5,g5,a7:BKh8", "a7-b8")?, Clocks::ZERO);
    assert_eq!(after("B:WKa5,g5,c3:BKh8", "h8:b2")?, Clocks::ZERO);
    assert_eq!(after("B:WKa5,g5,a7:BKh8", "h8-g7")?, Clocks { king: 6, material: 8, road: 7 });
    Ok(())
}

#[test]
fn the_third_time_is_a_draw() -> Result<()> {
    let mut game = Game::new(RuleSet::russian(), "W:WKh2:BKa3".parse()?);
    for ply in 0..8 {
        assert_eq!(game.ending(), None, "ply {ply}");
        game.play_text(["h2-g1", "a3-b2", "g1-h2", "b2-a3"][ply % 4])?;
    }
    assert_eq!((game.ending(), game.plies()), (Some(Ending::Repetition), 8));
    let error = game.play_text("h2-g1");
    assert!(matches!(error, Err(PlayError::Over(Ending::Repetition))), "{error:?}");
    Ok(())
}

#[test]
fn a_clock_goes_before_the_third_time() -> Result<()> {
    let mut game = game(RuleSet::russian(), "W:WKh2:BKa3", 2, 2, 0)?;
    for ply in 0..8 {
        game.play_text(["h2-g1", "a3-b2", "g1-h2", "b2-a3"][ply % 4])?;
    }
    assert_eq!(game.ending(), Some(Ending::MaterialClock));
    Ok(())
}

#[test]
fn illegal_moves_change_nothing() -> Result<()> {
    let mut game = Game::new(RuleSet::russian(), "W:WKh2:BKa3,h8".parse()?);
    let elsewhere = Game::new(RuleSet::russian(), "W:WKa1:BKh2".parse()?).legal_moves()[0];
    let before = (*game.position(), game.clocks(), game.plies(), game.ending());
    assert_eq!(game.play(&elsewhere), Err(PlayError::Illegal(elsewhere)));
    assert!(matches!(game.play_text("h2-h3"), Err(PlayError::Text(_))));
    assert_eq!((*game.position(), game.clocks(), game.plies(), game.ending()), before);
    Ok(())
}

#[test]
fn clocks_that_cannot_be_start_no_game() -> Result<()> {
    for (king, material) in [(4, 3), (30, 30), (0, 10)] {
        let clocks = Clocks::new(king, material);
        assert!(Game::with_clocks(RuleSet::russian(), "W:WKh2:BKa3".parse()?, clocks).is_err(), "{clocks:?}");
    }
    Ok(())
}

#[test]
fn an_ending_is_seen_without_a_game() -> Result<()> {
    let at = |fen: &str, king, material| -> Result<Option<Ending>> {
        Ok(Ending::at(&fen.parse()?, Clocks::new(king, material), &RuleSet::russian()))
    };
    assert_eq!(at("W:WKh2:BKa3", 9, 9)?, None);
    assert_eq!(at("W:WKh2:BKa3", 9, 10)?, Some(Ending::MaterialClock));
    assert_eq!(at("W:WKh2,Kg1:BKa3,a5", 30, 30)?, Some(Ending::KingClock));
    assert_eq!(at("B:WKh2:B", 30, 30)?, Some(Ending::Loss(Color::Black)));
    // Shut in.
    assert_eq!(at("B:Wd2,b2,c1:Ba3,c3", 0, 0)?, None);
    assert_eq!(at("B:Wb2,c1:Ba3", 0, 0)?, Some(Ending::Loss(Color::Black)));
    Ok(())
}
