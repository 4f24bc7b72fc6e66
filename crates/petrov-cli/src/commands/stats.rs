//! `petrov stats`.

use crate::arguments::{Common, Selection};
use crate::failure::Failure;
use crate::output::{Columns, Output, thousands};
use crate::sources::Sources;
use draughts::{Color, MaterialClass};
use petrov_answer::{ClassJson, SideJson};

/// Show the outcomes of a class by side to move, and its largest needs
///
/// The counts stand in the table; nothing is counted anew. A class may be named from either side:
/// KMvKKM shows the table of KKMvKM with White and Black exchanged.
#[derive(clap::Args)]
#[command(after_help = "A need is the least number of plies that must be left before a draw by count.\n\
    With --tsv each class and its mirror get a row, seen from White to move.\n\n\
    Examples:\n  petrov stats KKMvKM\n  petrov stats --pieces 5 --tsv")]
pub(crate) struct Stats {
    #[command(flatten)]
    selection: Selection,
    /// Print tab-separated rows, one for each class and its mirror with White to move
    #[arg(long, conflicts_with = "json")]
    tsv: bool,
}

impl Stats {
    pub(crate) fn run(&self, common: &Common, output: &mut Output) -> Result<(), Failure> {
        let sources = Sources::new(common);
        let classes = self.selection.required()?;
        if self.tsv {
            output.line(
                "class\tpositions\twin\tcursed_win\tdraw\tblessed_loss\tloss\tmax_king_need\tmax_material_need\tseveral_needs",
            )?;
        }
        for (i, &class) in classes.iter().enumerate() {
            let table = sources.outcomes(class)?;
            if self.tsv {
                let mirror = Some(class.mirrored()).filter(|&mirror| mirror != class);
                for class in [Some(class), mirror].into_iter().flatten() {
                    output.line(row(class, &SideJson::of(&table, class, Color::White)))?;
                }
                continue;
            }
            let of_class = ClassJson::of(&table, class, &common.rules.name);
            if common.json {
                output.json(&of_class)?;
            } else {
                if i > 0 {
                    output.line("")?;
                }
                print(&of_class, output)?;
            }
        }
        Ok(())
    }
}

fn row(class: MaterialClass, side: &SideJson) -> String {
    let mut row = format!("{class}\t{}", side.positions);
    for (_, count) in side.outcomes() {
        row += &format!("\t{count}");
    }
    row += &format!("\t{}\t{}\t{}", side.max_king_need, side.max_material_need, side.several_needs);
    row
}

fn print(of_class: &ClassJson, output: &mut Output) -> Result<(), Failure> {
    output.line(format!("{}, rule set {}", of_class.class, of_class.rules))?;
    let mut columns = Columns::new(["", "White to move", "", "Black to move", ""]);
    let [white, black] = &of_class.sides;
    let share = |count: u64, side: &SideJson| {
        if count == 0 { String::new() } else { format!("{:.2} %", count as f64 * 100.0 / side.positions.max(1) as f64) }
    };
    let no_share = String::new;
    columns.row([
        "positions".to_owned(),
        thousands(white.positions),
        no_share(),
        thousands(black.positions),
        no_share(),
    ]);
    for ((name, of_white), (_, of_black)) in white.outcomes().into_iter().zip(black.outcomes()) {
        columns.row([
            name.to_owned(),
            thousands(of_white),
            share(of_white, white),
            thousands(of_black),
            share(of_black, black),
        ]);
    }
    let mut counts = |name: &str, of: fn(&SideJson) -> u64| {
        columns.row([name.to_owned(), thousands(of(white)), no_share(), thousands(of(black)), no_share()]);
    };
    counts("several needs", |side| side.several_needs);
    counts("largest king need", |side| side.max_king_need.into());
    counts("largest material need", |side| side.max_material_need.into());
    columns.print(output)?;
    for side in &of_class.sides {
        let examples = [
            ("king", side.max_king_need, side.king_example),
            ("material", side.max_material_need, side.material_example),
        ];
        for (clock, plies, example) in examples {
            if let Some(position) = example.filter(|_| plies > 0) {
                output.line(format!("needs {plies} plies of the {clock} clock: {position}"))?;
            }
        }
    }
    Ok(())
}
