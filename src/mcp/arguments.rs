//! From the arguments of a call to the words of a query, as a person would type them.

use rmcp::model::JsonObject;
use serde_json::Value as Json;

use crate::base::input_error::did_you_mean;
use crate::query::catalogue::{Parameter, ParameterKind, Query};

/// What says how many rows are wanted.
pub(super) const LIMIT: &str = "limit";
/// So many where nobody says.
const ROWS: u64 = 20;
/// More are not given at once.
pub(super) const MOST_ROWS: u64 = 1000;

/// Whether `limit` stands for a parameter: one that cuts an answer, or is how many are chosen.
pub(super) fn is_limit(parameter: &Parameter) -> bool {
    parameter.kind == ParameterKind::Count && [LIMIT, "count"].contains(&&*parameter.name)
}

/// How many rows a query gives where nobody says.
pub(super) fn usual_limit(parameters: &[Parameter]) -> u64 {
    let own = parameters.iter().filter(|parameter| parameter.name == "count");
    own.filter_map(|parameter| parameter.default.as_ref()?.parse().ok()).next().unwrap_or(ROWS)
}

/// The limit of a call.
pub(super) fn limit(arguments: &JsonObject, usual: u64) -> Result<u64, String> {
    let Some(given) = arguments.get(LIMIT).filter(|given| !given.is_null()) else {
        return Ok(usual);
    };
    let number = given.as_u64().or_else(|| given.as_str()?.parse().ok());
    let number = number.filter(|&number| number > 0);
    let fault = || format!("{LIMIT} must be a positive integer, not {given}");
    number.map(|number| number.min(MOST_ROWS)).ok_or_else(fault)
}

/// Refuses arguments that a tool does not take.
pub(super) fn only(arguments: &JsonObject, known: &[&str]) -> Result<(), String> {
    let Some(extra) = arguments.keys().find(|name| !known.contains(&name.as_str())) else {
        return Ok(());
    };
    let near = did_you_mean(extra, known.iter().copied());
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    Err(format!("there is no argument {extra:?}{near}; this tool takes {known}"))
}

/// The words of an argument; none where it is not given.
pub(super) fn words(arguments: &JsonObject, name: &str) -> Result<Vec<String>, String> {
    let one = |value: &Json| match value {
        Json::String(text) => Ok(text.clone()),
        Json::Number(number) => Ok(number.to_string()),
        other => Err(format!("{name} must be a text, not {other}")),
    };
    match arguments.get(name) {
        None | Some(Json::Null) => Ok(Vec::new()),
        Some(Json::Array(several)) => several.iter().map(one).collect(),
        Some(value) => Ok(vec![one(value)?]),
    }
}

/// The words of one that has to be given.
pub(super) fn word(arguments: &JsonObject, name: &str) -> Result<String, String> {
    match &mut words(arguments, name)?[..] {
        [] => Err(format!("{name} is missing")),
        [one] => Ok(std::mem::take(one)),
        _ => Err(format!("{name} must be one text, not a list")),
    }
}

/// The words of a query, in the order of its parameters.
pub(super) fn of_query(query: &Query, arguments: &JsonObject) -> Result<Vec<String>, String> {
    let typed = query.parameters.iter().filter(|p| p.kind != ParameterKind::Intervals);
    let typed: Vec<&Parameter> = typed.filter(|parameter| !is_limit(parameter)).collect();
    let mut known: Vec<&str> = typed.iter().map(|parameter| &*parameter.name).collect();
    known.push(LIMIT);
    only(arguments, &known)?;
    let (mut all, mut left_out): (Vec<String>, Option<&str>) = (Vec::new(), None);
    for parameter in typed {
        let name = &*parameter.name;
        let mut given = words(arguments, name)?;
        match (given.len(), &parameter.default, left_out) {
            (0, None, _) => return Err(format!("{name} is missing; {}", takes(query))),
            (0, Some(default), _) => match parameter.kind {
                // Its value stands for itself, so that words behind it have their place.
                ParameterKind::Count | ParameterKind::Share => given.push(default.clone()),
                _ => left_out = Some(name),
            },
            (_, _, Some(before)) => {
                return Err(format!("{name} needs {before} too; {}", takes(query)));
            }
            (1, ..) => {}
            _ if parameter.kind == ParameterKind::Points => {}
            _ => return Err(format!("{name} must be one text, not a list")),
        }
        if left_out.is_none() {
            all.append(&mut given);
        }
    }
    Ok(all)
}

fn takes(query: &Query) -> String {
    format!("usage: {}", query.usage())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::query::catalogue::Catalogue;

    fn asked(query: &str, arguments: Json) -> Result<Vec<String>, String> {
        let catalogue = Catalogue::sql();
        let query = catalogue.find(query).expect("a query");
        of_query(query, arguments.as_object().expect("an object"))
    }

    #[test]
    fn arguments_become_words_in_the_order_of_the_query() {
        let words = |query, arguments| asked(query, arguments).unwrap().join(" ");
        assert_eq!(words("lca", json!({"points": ["d1", "d51"]})), "d1 d51");
        assert_eq!(words("lca", json!({"points": "d1,d51"})), "d1,d51");
        assert_eq!(words("contrast", json!({"other": "g2", "one": "g1", "limit": 3})), "g1 g2");
        assert_eq!(words("between", json!({})), "");
        assert_eq!(words("nearest", json!({"point": 7})), "7");
        assert_eq!(words("pure", json!({"class": "setosa", "size": 9})), "setosa 1 9");
    }

    #[test]
    fn faults_say_what_is_possible() {
        let fault = |query, arguments| asked(query, arguments).unwrap_err();
        let said = fault("contrast", json!({"one": "g1", "othr": "g2"}));
        assert_eq!(
            said,
            "there is no argument \"othr\" (did you mean \"other\"?); this tool takes one, other, \
             limit"
        );
        let said = fault("contrast", json!({"other": "g2"}));
        assert_eq!(said, "one is missing; usage: contrast ONE OTHER [LIMIT]");
        let said = fault("between", json!({"other": "g2"}));
        assert_eq!(said, "other needs community too; usage: between [COMMUNITY OTHER] [LIMIT]");
        assert_eq!(fault("why", json!({"point": true})), "point must be a text, not true");
        assert_eq!(
            fault("members", json!({"concept": ["c1", "c2"]})),
            "concept must be one text, not a list"
        );
    }

    #[test]
    fn a_limit_is_a_positive_number_within_bounds() {
        let of = |value: Json| limit(json!({"limit": value}).as_object().unwrap(), 20);
        assert_eq!(of(json!(null)), Ok(20));
        assert_eq!(of(json!("7")), Ok(7));
        assert_eq!(of(json!(1_000_000)), Ok(MOST_ROWS));
        for wrong in [json!(0), json!(-1), json!(1.5), json!("many"), json!([3])] {
            assert!(of(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
