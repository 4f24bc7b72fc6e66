//! The Russian tables of up to four pieces, carried inside the program so that it answers them with
//! no file at hand.

use draughts::{MaterialClass, RuleSet};
use petrov_table::{TableBytes, TableKind};

/// A file's name and its bytes.
pub(crate) type File = (&'static str, &'static [u8]);

macro_rules! files {
    ($($class:literal)*) => {
        &[$(
            (concat!($class, ".ptw"), include_bytes!(concat!("../../../tables/russian/", $class, ".ptw"))),
            (concat!($class, ".ptn"), include_bytes!(concat!("../../../tables/russian/", $class, ".ptn"))),
        )*]
    };
}

/// All classes of up to four pieces.
static RUSSIAN: &[File] = files!(
    "KvK" "KvM" "MvM"
    "KKvK" "KKvM" "KMvK" "KMvM" "MMvK" "MMvM"
    "KKKvK" "KKvKK" "KKKvM" "KKMvK" "KKvKM" "KKMvM" "KMMvK" "KKvMM" "KMvKM" "KMMvM" "MMMvK" "KMvMM" "MMMvM" "MMvMM"
);

/// The files that the program carries for a rule set: only for `russian` are there any.
pub(crate) fn files(rules: &RuleSet) -> &'static [File] {
    if rules.digest() == RuleSet::russian().digest() { RUSSIAN } else { &[] }
}

/// A file of a class, if the program carries it.
pub(crate) fn find(rules: &RuleSet, class: MaterialClass, kind: TableKind) -> Option<TableBytes> {
    let name = kind.file_name(class);
    let (_, bytes) = files(rules).iter().find(|(file, _)| *file == name)?;
    Some(TableBytes::from_static(&format!("{name} (inside the program)"), bytes))
}

/// The classes that the program carries for a rule set.
pub(crate) fn classes(rules: &RuleSet) -> Vec<MaterialClass> {
    let all = (2..=4).flat_map(MaterialClass::all_canonical);
    all.filter(|&class| find(rules, class, TableKind::Outcomes).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use petrov_table::{NeedTable, OutcomeTable};

    #[test]
    fn all_small_classes_are_carried_and_sound() {
        let rules = RuleSet::russian();
        let mut carried = 0;
        for class in (2..=4).flat_map(MaterialClass::all_canonical) {
            let bytes = |kind| find(&rules, class, kind).unwrap_or_else(|| panic!("{class} is not carried"));
            let outcomes = OutcomeTable::open(bytes(TableKind::Outcomes), class, &rules).expect("sound");
            let needs = NeedTable::open(bytes(TableKind::Needs), class, &rules).expect("sound");
            outcomes.check_all().expect("sound");
            needs.check_all().expect("sound");
            carried += 2;
        }
        assert_eq!(carried, RUSSIAN.len());
        assert!(files(&RuleSet::english()).is_empty());
    }
}
