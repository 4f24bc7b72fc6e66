//! Rule sets from files: movement and limits in TOML, see `rules/example.toml`.

use draughts::{
    CrowningInCapture, Landing, MAX_PIECES_A_SIDE, MaterialClass, MaterialCondition, MaterialLimit, MovementRules,
    RuleSet,
};
use std::borrow::Cow;
use std::path::Path;
use toml::{Table, Value};

/// Most letters of a name: as many bytes as the header of a table has room for.
const LONGEST_NAME: usize = 32;
/// No limit is larger: budgets up to this are what tables can hold.
const LARGEST_LIMIT: i64 = 120;
/// No need for a larger file.
const LARGEST_FILE: u64 = 1 << 20;

/// Names that some system keeps for devices.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Whether the word after `--rules` is a file and not a name.
pub(crate) fn is_file_name(word: &str) -> bool {
    word.contains(['/', '\\']) || Path::new(word).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// Reads a rule set from a file. What is wrong is told with file and field.
pub(crate) fn read(path: &Path) -> Result<RuleSet, String> {
    let in_file = |what: String| format!("{}: {what}", path.display());
    let size = std::fs::metadata(path).map_err(|error| in_file(error.to_string()))?.len();
    if size > LARGEST_FILE {
        return Err(in_file("too large for a rule set".to_owned()));
    }
    let text = std::fs::read_to_string(path).map_err(|error| in_file(error.to_string()))?;
    parse(&text).map_err(in_file)
}

/// Reads a rule set.
fn parse(text: &str) -> Result<RuleSet, String> {
    let file: Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let place = line.map_or_else(String::new, |line| format!("line {line}: "));
        format!("{place}not TOML: {}", error.message())
    })?;
    let file = Section { path: String::new(), fields: &file };
    file.allow(&["name", "source", "notes", "movement", "limits"])?;
    let limits = file.section("limits")?;
    limits.allow(&["king", "road", "material"])?;
    Ok(RuleSet {
        name: Cow::Owned(name(&file)?),
        source: Cow::Owned(line(&file, "source")?),
        notes: match file.fields.contains_key("notes") {
            true => Cow::Owned(line(&file, "notes")?),
            false => Cow::Borrowed(""),
        },
        movement: movement(&file.section("movement")?)?,
        king_limit: limits.limit("king")?,
        material_limits: Cow::Owned(material_limits(&limits)?),
        road_limit: limits.limit("road")?,
    })
}

/// A table of the file and where it is.
struct Section<'a> {
    path: String,
    fields: &'a Table,
}

impl<'a> Section<'a> {
    fn path(&self, field: &str) -> String {
        if self.path.is_empty() { field.to_owned() } else { format!("{}.{field}", self.path) }
    }

    fn wrong<T>(&self, field: &str, what: &str) -> Result<T, String> {
        Err(format!("{}: {what}", self.path(field)))
    }

    /// Refuses fields of other names.
    fn allow(&self, known: &[&str]) -> Result<(), String> {
        match self.fields.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => self.wrong(key, &format!("there is no such field; there are {}", known.join(", "))),
            None => Ok(()),
        }
    }

    fn required(&self, field: &str, expected: &str) -> Result<&'a Value, String> {
        match self.fields.get(field) {
            Some(value) => Ok(value),
            None => self.wrong(field, &format!("is missing; it is {expected}")),
        }
    }

    fn section(&self, field: &str) -> Result<Section<'a>, String> {
        let expected = "a table of fields";
        match self.required(field, expected)? {
            Value::Table(fields) => Ok(Section { path: self.path(field), fields }),
            other => self.wrong(field, &format!("is {expected}, not {}", kind(other))),
        }
    }

    fn text(&self, field: &str) -> Result<&'a str, String> {
        match self.required(field, "a text in quotes")? {
            Value::String(text) => Ok(text),
            other => self.wrong(field, &format!("is a text in quotes, not {}", kind(other))),
        }
    }

    fn flag(&self, field: &str) -> Result<bool, String> {
        match self.required(field, "true or false")? {
            Value::Boolean(flag) => Ok(*flag),
            other => self.wrong(field, &format!("is true or false, not {}", kind(other))),
        }
    }

    fn choice<T: Copy>(&self, field: &str, choices: &[(&str, T)]) -> Result<T, String> {
        let names: Vec<String> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let names = names.join(" or ");
        let text = match self.required(field, &names)? {
            Value::String(text) => text,
            other => return self.wrong(field, &format!("is {names}, not {}", kind(other))),
        };
        match choices.iter().find(|(name, _)| name == text) {
            Some((_, choice)) => Ok(*choice),
            None => self.wrong(field, &format!("is {names}, not {text:?}")),
        }
    }

    fn number(&self, field: &str, least: i64, most: i64) -> Result<u8, String> {
        let expected = format!("a whole number from {least} to {most}");
        match self.required(field, &expected)? {
            Value::Integer(number) if (least..=most).contains(number) => Ok(*number as u8),
            Value::Integer(number) => self.wrong(field, &format!("is {expected}, not {number}")),
            other => self.wrong(field, &format!("is {expected}, not {}", kind(other))),
        }
    }

    /// A limit in plies; without the field there is none.
    fn limit(&self, field: &str) -> Result<Option<u8>, String> {
        if self.fields.contains_key(field) { self.number(field, 1, LARGEST_LIMIT).map(Some) } else { Ok(None) }
    }
}

/// What a value is.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text",
        Value::Integer(_) => "a number",
        Value::Float(_) => "a fraction",
        Value::Boolean(_) => "true or false",
        Value::Datetime(_) => "a date",
        Value::Array(_) => "a list",
        Value::Table(_) => "a table of fields",
    }
}

/// A name that is safe as that of a folder on any system.
fn name(file: &Section<'_>) -> Result<String, String> {
    let name = file.text("name")?;
    let letters = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(letters) || name.starts_with('-') {
        let expected = format!("1 to {LONGEST_NAME} of the letters a to z, digits and `-`, not with `-` first");
        return file.wrong("name", &format!("is {expected}, since it names the folder of the tables; not {name:?}"));
    }
    let is_port = |name: &str| name.len() == 4 && (name.starts_with("com") || name.starts_with("lpt"));
    if DEVICES.contains(&name) || is_port(name) {
        return file.wrong("name", &format!("{name:?} is no name for a folder on some systems"));
    }
    if RuleSet::named(name).is_some() {
        return file.wrong("name", &format!("{name:?} is the name of a rule set that petrov knows; take another"));
    }
    Ok(name.to_owned())
}

/// A line of words.
fn line(file: &Section<'_>, field: &str) -> Result<String, String> {
    let text = file.text(field)?.trim();
    if text.is_empty() || text.chars().any(char::is_control) {
        return file.wrong(field, "is some words in one line");
    }
    Ok(text.to_owned())
}

fn movement(movement: &Section<'_>) -> Result<MovementRules, String> {
    movement.allow(&["men_capture_backward", "kings_fly", "most_pieces", "crowning", "landing"])?;
    let kings_fly = movement.flag("kings_fly")?;
    let landings = [("where-it-jumps-on", Landing::WhereItJumpsOn), ("anywhere", Landing::Anywhere)];
    // Short kings always land next to what they take, so nothing need be said of them.
    let landing = if kings_fly || movement.fields.contains_key("landing") {
        movement.choice("landing", &landings)?
    } else {
        Landing::WhereItJumpsOn
    };
    let crownings = [
        ("goes-on-as-king", CrowningInCapture::GoesOnAsKing),
        ("ends-move", CrowningInCapture::EndsMove),
        ("stays-man", CrowningInCapture::StaysMan),
    ];
    Ok(MovementRules {
        men_capture_backward: movement.flag("men_capture_backward")?,
        kings_fly,
        most_pieces: movement.flag("most_pieces")?,
        crowning: movement.choice("crowning", &crownings)?,
        landing,
    })
}

fn material_limits(limits: &Section<'_>) -> Result<Vec<MaterialLimit>, String> {
    let list = match limits.fields.get("material") {
        None => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(other) => {
            return limits.wrong("material", &format!("is a list, each [[limits.material]], not {}", kind(other)));
        }
    };
    let mut read = Vec::new();
    for (i, entry) in list.iter().enumerate() {
        let path = format!("{}[{}]", limits.path("material"), i + 1);
        let Value::Table(fields) = entry else {
            return Err(format!("{path}: is a table of fields, not {}", kind(entry)));
        };
        read.push(material_limit(&Section { path, fields })?);
    }
    Ok(read)
}

const CONDITIONS: [&str; 3] = ["class", "king_on_each_side", "kings_against_lone_king"];

fn material_limit(limit: &Section<'_>) -> Result<MaterialLimit, String> {
    limit.allow(&["plies", CONDITIONS[0], CONDITIONS[1], CONDITIONS[2]])?;
    let given: Vec<&str> = CONDITIONS.into_iter().filter(|&field| limit.fields.contains_key(field)).collect();
    let &[condition] = given.as_slice() else {
        return Err(format!("{}: says what it holds for by just one of {}", limit.path, CONDITIONS.join(", ")));
    };
    let most_kings = i64::from(MAX_PIECES_A_SIDE);
    let holds = match condition {
        "class" => {
            let class = limit.text(condition)?.parse::<MaterialClass>();
            match class {
                Ok(class) if class.has_both_sides() => MaterialCondition::Class(class),
                Ok(_) => return limit.wrong(condition, "both sides need a piece, as in KKvKM"),
                Err(error) => return limit.wrong(condition, &error.to_string()),
            }
        }
        "king_on_each_side" => {
            let pieces = limit.section(condition)?;
            pieces.allow(&["min_pieces", "max_pieces"])?;
            let min_pieces = pieces.number("min_pieces", 2, 2 * most_kings)?;
            let max_pieces = pieces.number("max_pieces", min_pieces.into(), 2 * most_kings)?;
            MaterialCondition::KingOnEachSide { min_pieces, max_pieces }
        }
        _ => MaterialCondition::KingsAgainstLoneKing { min_kings: limit.number(condition, 1, most_kings)? },
    };
    Ok(MaterialLimit { holds, plies: limit.number("plies", 1, LARGEST_LIMIT)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = include_str!("../../../rules/example.toml");

    #[test]
    fn the_example_is_as_it_says() {
        let rules = parse(EXAMPLE).expect("a rule set");
        assert_eq!(rules.name, "club");
        assert_eq!(rules.movement, MovementRules::RUSSIAN);
        assert_eq!((rules.king_limit, rules.road_limit), (Some(40), Some(12)));
        let limit = |class: &str| rules.material_limit(class.parse().expect("a class"));
        assert_eq!(
            ["KvK", "KvKM", "KKMvKM", "KKKvK", "KvKKKK", "KKvM"].map(limit),
            [Some(10), Some(16), Some(60), Some(30), Some(30), None]
        );
    }

    #[test]
    fn what_is_wrong_is_said_with_the_field() {
        let wrong = [
            ("name = \"club\"", "name = \"../club\"", "name: is 1 to 32 of the letters a to z"),
            ("name = \"club\"", "name = \"russian\"", "name: \"russian\" is the name of a rule set that petrov knows"),
            ("name = \"club\"", "name = \"nul\"", "name: \"nul\" is no name for a folder"),
            ("name = \"club\"", "", "name: is missing; it is a text in quotes"),
            ("name = \"club\"", "name = club", "not TOML"),
            ("name = \"club\"", "name = \"club\"\ncolour = 3", "colour: there is no such field; there are name,"),
            ("kings_fly = true", "kings_fly = 1", "movement.kings_fly: is true or false, not a number"),
            (
                "crowning = \"goes-on-as-king\"",
                "crowning = \"stops\"",
                "movement.crowning: is \"goes-on-as-king\" or \"ends-move\" or",
            ),
            ("king = 40", "king = 0", "limits.king: is a whole number from 1 to 120, not 0"),
            ("king = 40", "king = 121", "limits.king: is a whole number from 1 to 120, not 121"),
            ("king = 40", "king = 1.5", "limits.king: is a whole number from 1 to 120, not a fraction"),
            ("road = 12", "road = -3", "limits.road: is a whole number from 1 to 120, not -3"),
            ("plies = 10", "plies = 1000", "limits.material[1].plies: is a whole number from 1 to 120, not 1000"),
            ("plies = 10", "", "limits.material[1].plies: is missing"),
            ("class = \"KvK\"", "class = \"KvQ\"", "limits.material[1].class: `KvQ` is not a material class"),
            ("class = \"KvK\"", "class = \"Kv\"", "limits.material[1].class: both sides need a piece"),
            ("class = \"KvK\"", "", "limits.material[1]: says what it holds for by just one of class,"),
            ("min_pieces = 4", "min_pieces = 9", "limits.material[3].king_on_each_side.max_pieces: is a whole number"),
        ];
        for (part, instead, told) in wrong {
            assert!(EXAMPLE.contains(part), "{part}");
            let error = parse(&EXAMPLE.replacen(part, instead, 1)).expect_err(instead);
            assert!(error.contains(told), "{instead}: {error}");
        }
    }

    #[test]
    fn files_and_names_are_told_apart() {
        assert!(["./x.toml", "x.toml", "X.TOML", "rules/x", "C:\\x"].into_iter().all(is_file_name));
        assert!(["russian", "ukrainian-64", "toml"].into_iter().all(|word| !is_file_name(word)));
    }
}
