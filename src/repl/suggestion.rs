//! What a statement that SQLite refuses may have meant: a table, a column or a word that is near.

use super::vocabulary::WORDS_OF_SQL;
use crate::base::input_error::did_you_mean;
use crate::store::SchemaObject;

/// What SQLite says of a statement, with the nearest name that there is.
pub(super) fn with_suggestion(said: &str, askable: &[SchemaObject]) -> String {
    let after = |words: &str| said.split_once(words).map(|(_, rest)| rest);
    let word = |rest: &str| rest.split([' ', '\n']).next().unwrap_or_default().to_owned();
    let tables = || askable.iter().map(|one| one.name.as_str());
    let (near, more) = if let Some(rest) = after("no such table: ") {
        (did_you_mean(&word(rest), tables()), "; .tables lists them")
    } else if let Some(rest) = after("no such column: ") {
        let word = word(rest);
        let column = word.rsplit('.').next().unwrap_or_default();
        let columns = askable.iter().flat_map(|one| one.columns.iter().map(String::as_str));
        (did_you_mean(column, columns), "; .tables lists tables with their columns")
    } else if let Some(rest) = after("near \"") {
        let word = rest.split('"').next().unwrap_or_default();
        let is_own = WORDS_OF_SQL.iter().any(|known| known.eq_ignore_ascii_case(word));
        (if is_own { String::new() } else { did_you_mean(word, WORDS_OF_SQL) }, "")
    } else {
        (String::new(), "")
    };
    // Behind what is wrong, before the statement in which it is.
    match said.split_once(" in ") {
        Some((said, rest)) => format!("{said}{near} in {rest}{more}"),
        None => format!("{said}{near}{more}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        let askable = |name: &str, columns: &str| SchemaObject {
            name: name.into(),
            columns: columns.split(' ').map(str::to_owned).collect(),
            definition: String::new(),
        };
        let all = [askable("point", "id name"), askable("concept", "id size purity")];
        let specification = [
            (
                "g.db: no such table: pont",
                "g.db: no such table: pont (did you mean \"point\"?); .tables lists them",
            ),
            (
                "g.db: no such column: concept.sise",
                "g.db: no such column: concept.sise (did you mean \"size\"?); .tables lists tables \
                 with their columns",
            ),
            (
                "g.db: near \"form\": syntax error",
                "g.db: near \"form\": syntax error (did you mean \"FROM\"?)",
            ),
            ("g.db: near \"from\": syntax error", "g.db: near \"from\": syntax error"),
            ("g.db: incomplete input", "g.db: incomplete input"),
            (
                "g.db: near \"form\": syntax error in select * form point at offset 9",
                "g.db: near \"form\": syntax error (did you mean \"FROM\"?) in select * form point \
                 at offset 9",
            ),
        ];
        for (said, expected) in specification {
            assert_eq!(with_suggestion(said, &all), expected);
        }
    }
}
