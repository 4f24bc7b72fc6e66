//! The arguments that every command takes, and how they are read.

use draughts::{MaterialClass, RuleSet};
use petrov_table::{MAX_TABLE_PIECES, TableError};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::rules_file;

/// What every command understands.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Common {
    /// The rule set: a name of which `petrov rules` lists all, or a TOML file as ./mine.toml
    #[arg(long, global = true, value_name = "NAME|FILE", default_value = "russian", value_parser = chosen_rules)]
    pub(crate) rules: ChosenRules,
    /// A folder of tables; may be given more than once. Otherwise those of $PETROV_TABLES, a list of
    /// folders as in $PATH; otherwise tables/RULES below the current folder
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) tables: Vec<PathBuf>,
    /// Print JSON for a program to read
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Print no progress and no notes, only the result and what is wrong
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

impl Common {
    /// The folders that were named, by argument or in the environment.
    fn named_folders(&self) -> Vec<PathBuf> {
        if !self.tables.is_empty() {
            return self.tables.clone();
        }
        let listed = std::env::var_os("PETROV_TABLES").unwrap_or_default();
        std::env::split_paths(&listed).filter(|folder| !folder.as_os_str().is_empty()).collect()
    }

    /// The folders of tables, the first being the one that is written to.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        let folders = self.named_folders();
        if folders.is_empty() { vec![PathBuf::from("tables").join(&*self.rules.name)] } else { folders }
    }

    /// The folders of tables of any rule set: RULES below each of those that were named, and these
    /// themselves for the chosen rule set.
    pub(crate) fn folders_of(&self, rules: &RuleSet) -> Vec<PathBuf> {
        let named = self.named_folders();
        if named.is_empty() {
            return vec![PathBuf::from("tables").join(&*rules.name)];
        }
        let own = named.iter().filter(|_| rules.name == self.rules.name).cloned();
        own.chain(named.iter().map(|folder| folder.join(&*rules.name))).collect()
    }

    /// What makes tables of a rule set where [`folders_of`](Common::folders_of) has them, after
    /// `petrov gen CLASS`; DIR stands for the folders that were named, which are nobody's business.
    pub(crate) fn public_build_arguments(&self, rules: &RuleSet) -> String {
        let mut arguments = String::new();
        if RuleSet::named(&rules.name).is_none() {
            let file = Path::new(&self.rules.written).file_name().unwrap_or_default();
            arguments += &format!(" --rules {}", quoted(&file.to_string_lossy()));
        } else if rules.name != "russian" {
            arguments += &format!(" --rules {}", rules.name);
        }
        if !self.named_folders().is_empty() {
            arguments += " --tables DIR";
            if rules.name != self.rules.name {
                arguments += &format!("/{}", rules.name);
            }
        }
        arguments
    }

    /// The command that makes the tables of a class where this command would find them.
    pub(crate) fn command_to_build(&self, class: MaterialClass) -> String {
        let mut command = format!("petrov gen {}", class.canonical());
        if self.rules.name != "russian" {
            command += &format!(" --rules {}", quoted(&self.rules.written));
        }
        if let Some(folder) = self.tables.first() {
            command += &format!(" --tables {}", quoted(&folder.display().to_string()));
        }
        command
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+,:=@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A rule set and how it was named.
#[derive(Clone, Debug)]
pub(crate) struct ChosenRules {
    rules: RuleSet,
    /// A name or a file.
    written: String,
}

impl std::ops::Deref for ChosenRules {
    type Target = RuleSet;

    fn deref(&self) -> &RuleSet {
        &self.rules
    }
}

/// Reads the name of a rule set, or the file that it is in.
pub(crate) fn chosen_rules(word: &str) -> Result<ChosenRules, String> {
    if rules_file::is_file_name(word) {
        return Ok(ChosenRules { rules: rules_file::read(Path::new(word))?, written: word.to_owned() });
    }
    let rules = RuleSet::named(word).ok_or_else(|| {
        let names: Vec<String> = RuleSet::all().iter().map(|rules| rules.name.to_string()).collect();
        format!("there is no such rule set; there are {}, and files as ./mine.toml", names.join(", "))
    })?;
    Ok(ChosenRules { written: rules.name.to_string(), rules })
}

/// Reads a material class that has a table.
pub(crate) fn class_with_table(text: &str) -> Result<MaterialClass, String> {
    let class: MaterialClass = text.parse().map_err(|error: draughts::ParseClassError| error.to_string())?;
    if class.has_both_sides() && class.pieces() <= MAX_TABLE_PIECES {
        Ok(class)
    } else {
        Err(TableError::NoSuchTable(class).to_string())
    }
}

/// The classes in their order, those that were named before left out.
pub(crate) fn each_once(classes: &[MaterialClass]) -> Vec<MaterialClass> {
    let mut seen = BTreeSet::new();
    classes.iter().copied().filter(|&class| seen.insert(class)).collect()
}

/// Classes by name or by number of pieces.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Selection {
    /// Material classes as KKMvKM: kings and men of both sides, either side first
    #[arg(value_name = "CLASS", value_parser = class_with_table, conflicts_with = "pieces")]
    pub(crate) classes: Vec<MaterialClass>,
    /// All classes of up to N pieces, 2 to 8
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=i64::from(MAX_TABLE_PIECES)))]
    pub(crate) pieces: Option<u8>,
}

impl Selection {
    /// The classes, as they were named, in the order that they were named in, each once.
    pub(crate) fn named(&self) -> Vec<MaterialClass> {
        match self.pieces {
            Some(pieces) => (2..=pieces).flat_map(MaterialClass::all_canonical).collect(),
            None => each_once(&self.classes),
        }
    }

    /// The classes, of which there must be some.
    pub(crate) fn required(&self) -> Result<Vec<MaterialClass>, Failure> {
        let classes = self.named();
        if classes.is_empty() {
            return Err(Failure::bad_input("name some classes, as in KKMvKM, or give --pieces N for all of up to N"));
        }
        Ok(classes)
    }
}
