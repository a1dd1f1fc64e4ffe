//! Values of the server in a form for people: numbers, texts, lists and maps as they are, other
//! values as `cypher-shell` writes them.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime};
use neo4rs::{BoltDuration, BoltMap, BoltNode, BoltPath, BoltType, BoltUnboundedRelation};
use serde_json::Value as Json;

use crate::base::rows::Value;

pub(super) fn to_value(bolt: BoltType) -> Value {
    match bolt {
        BoltType::Null(_) => Value::Null,
        BoltType::Integer(number) => Value::Int(number.value),
        BoltType::Float(number) => Value::Real(number.value),
        BoltType::String(text) => Value::Text(text.value),
        BoltType::Boolean(_) | BoltType::List(_) | BoltType::Map(_) => Value::Json(to_json(&bolt)),
        other => Value::Text(format_bolt(&other)),
    }
}

pub(super) fn to_json(bolt: &BoltType) -> Json {
    match bolt {
        BoltType::Null(_) => Json::Null,
        BoltType::Boolean(truth) => Json::from(truth.value),
        BoltType::Integer(number) => Json::from(number.value),
        BoltType::Float(number) => Json::from(number.value),
        BoltType::String(text) => Json::from(text.value.as_str()),
        BoltType::List(list) => list.value.iter().map(to_json).collect(),
        BoltType::Map(map) => {
            map.value.iter().map(|(key, value)| (key.value.clone(), to_json(value))).collect()
        }
        other => Json::from(format_bolt(other)),
    }
}

/// Writes a value in one line, as Cypher does.
pub(super) fn format_bolt(bolt: &BoltType) -> String {
    match bolt {
        BoltType::Null(_) => "null".to_owned(),
        BoltType::Boolean(truth) => truth.value.to_string(),
        BoltType::Integer(number) => number.value.to_string(),
        BoltType::Float(number) => format!("{:?}", number.value),
        BoltType::String(text) => Json::from(text.value.as_str()).to_string(),
        BoltType::List(list) => {
            let items: Vec<String> = list.value.iter().map(format_bolt).collect();
            format!("[{}]", items.join(", "))
        }
        BoltType::Map(map) => format_properties(map),
        BoltType::Node(one) => format_node(one),
        BoltType::Relation(one) => format_relationship(&one.typ.value, &one.properties),
        BoltType::UnboundedRelation(one) => format_relationship(&one.typ.value, &one.properties),
        BoltType::Path(one) => format_path(one),
        BoltType::Point2D(at) => {
            let (srid, x, y) = (at.sr_id.value, at.x.value, at.y.value);
            format!("point({{srid: {srid}, x: {x:?}, y: {y:?}}})")
        }
        BoltType::Point3D(at) => {
            let (srid, x, y, z) = (at.sr_id.value, at.x.value, at.y.value, at.z.value);
            format!("point({{srid: {srid}, x: {x:?}, y: {y:?}, z: {z:?}}})")
        }
        BoltType::Bytes(bytes) => {
            bytes.value.iter().fold("0x".to_owned(), |text, byte| format!("{text}{byte:02x}"))
        }
        BoltType::Duration(length) => format_duration(length),
        BoltType::Date(date) => format_moment(NaiveDate::try_from(date), |date| date.to_string()),
        BoltType::LocalTime(time) => NaiveTime::from(time).to_string(),
        BoltType::Time(time) => {
            let (time, offset) = <(NaiveTime, FixedOffset)>::from(time);
            format!("{time}{}", format_offset(offset))
        }
        BoltType::DateTime(moment) => {
            format_moment(DateTime::<FixedOffset>::try_from(moment), format_date_time)
        }
        BoltType::LocalDateTime(moment) => {
            format_moment(NaiveDateTime::try_from(moment), |moment| {
                moment.format("%FT%T%.f").to_string()
            })
        }
        BoltType::DateTimeZoneId(moment) => {
            format_moment(DateTime::<FixedOffset>::try_from(moment), |of| {
                format!("{}[{}]", format_date_time(of), moment.tz_id())
            })
        }
    }
}

/// Writes a date or a time, if the calendar has it.
fn format_moment<T, E>(moment: Result<T, E>, words: impl Fn(T) -> String) -> String {
    moment.map_or("(beyond the calendar)".to_owned(), words)
}

fn format_date_time(moment: DateTime<FixedOffset>) -> String {
    format!("{}{}", moment.format("%FT%T%.f"), format_offset(*moment.offset()))
}

fn format_offset(offset: FixedOffset) -> String {
    if offset.local_minus_utc() == 0 { "Z".to_owned() } else { offset.to_string() }
}

/// Writes properties in braces, ordered by name.
fn format_properties(map: &BoltMap) -> String {
    let mut all: Vec<(&str, String)> =
        map.value.iter().map(|(key, value)| (key.value.as_str(), format_bolt(value))).collect();
    all.sort_unstable();
    let all: Vec<String> = all.into_iter().map(|(key, value)| format!("{key}: {value}")).collect();
    format!("{{{}}}", all.join(", "))
}

fn spaced_properties(map: &BoltMap) -> String {
    if map.value.is_empty() { String::new() } else { format!(" {}", format_properties(map)) }
}

fn format_node(node: &BoltNode) -> String {
    let label = |label: &BoltType| match label {
        BoltType::String(name) => format!(":{}", name.value),
        other => format!(":{}", format_bolt(other)),
    };
    let labels: String = node.labels.value.iter().map(label).collect();
    format!("({labels}{})", spaced_properties(&node.properties))
}

fn format_relationship(kind: &str, properties: &BoltMap) -> String {
    format!("[:{kind}{}]", spaced_properties(properties))
}

/// Writes a path. Bolt encodes a path as nodes, relationships and steps: the number of a
/// relationship, negative against its direction, and the index of the node that it leads to.
fn format_path(path: &BoltPath) -> String {
    let (nodes, ties) = (path.nodes(), path.rels());
    let steps: Vec<i64> = path.indices().iter().map(|index| index.value).collect();
    let mut text = nodes.first().map(format_node).unwrap_or_default();
    for step in steps.chunks_exact(2) {
        let tie = step[0].unsigned_abs().checked_sub(1).and_then(|at| ties.get(at as usize));
        let kind =
            |tie: &BoltUnboundedRelation| format_relationship(&tie.typ.value, &tie.properties);
        let tie = tie.map(kind).unwrap_or_default();
        text += &if step[0] < 0 { format!("<-{tie}-") } else { format!("-{tie}->") };
        text += &nodes.get(step[1] as usize).map(format_node).unwrap_or_default();
    }
    text
}

/// Writes a duration in ISO 8601. The driver keeps the parts private; they are the numbers of its
/// `Debug` output, in this order.
fn format_duration(length: &BoltDuration) -> String {
    let described = format!("{length:?}");
    let words = described.split(|c: char| !(c.is_ascii_digit() || c == '-'));
    let mut parts = words.filter_map(|word| word.parse::<i64>().ok());
    let [months, days, seconds, nanoseconds] = [(); 4].map(|()| parts.next().unwrap_or_default());
    let part = |number: i64, unit: &str| match number {
        0 => String::new(),
        number => format!("{number}{unit}"),
    };
    let date = part(months / 12, "Y") + &part(months % 12, "M") + &part(days, "D");
    // The nanoseconds count up from the seconds, which may be negative.
    let all = i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds);
    let (sign, all) = (if all < 0 { "-" } else { "" }, all.unsigned_abs());
    let time = format!("{}.{:09}", all / 1_000_000_000, all % 1_000_000_000);
    match (all, date.is_empty()) {
        (0, true) => "PT0S".to_owned(),
        (0, false) => format!("P{date}"),
        _ => format!("P{date}T{sign}{}S", time.trim_end_matches('0').trim_end_matches('.')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_written_as_iso_8601_does() {
        for ([months, days, seconds, nanoseconds], text) in [
            ([14, 3, 3_600, 0], "P1Y2M3DT3600S"),
            ([0, 0, 0, 0], "PT0S"),
            ([0, 0, 1, 500_000_000], "PT1.5S"),
            ([0, -1, -2, 500_000_000], "P-1DT-1.5S"),
        ] {
            let parts = [months, days, seconds, nanoseconds].map(i64::into);
            let [months, days, seconds, nanoseconds] = parts;
            let length = BoltDuration::new(months, days, seconds, nanoseconds);
            assert_eq!(format_duration(&length), text);
        }
    }
}
