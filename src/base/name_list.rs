//! Lists of names in one word or cell: `{d1,d5}`.
//!
//! Names are written bare unless they are empty or contain one of `, { } [ ] " \` or white space;
//! then they are written as JSON strings. Any name survives being written and read.

/// The characters that cannot stand in a bare name.
const RESERVED: [char; 11] = [',', '{', '}', '[', ']', '"', '\\', ' ', '\t', '\n', '\r'];

/// The white space that may surround a name; any other, such as U+2000, is part of the name.
const WHITE_SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// Returns a name as it is written between braces.
pub fn quote(name: &str) -> String {
    if name.is_empty() || name.contains(RESERVED) {
        serde_json::Value::from(name).to_string()
    } else {
        name.to_owned()
    }
}

/// Writes names between braces.
pub fn write<'a>(all: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = all.into_iter().map(quote).collect();
    format!("{{{}}}", names.join(","))
}

/// Reads names separated by commas, with or without braces; `None` if the text has another form.
pub fn parse(text: &str) -> Option<Vec<String>> {
    let text = text.trim_matches(WHITE_SPACE);
    let inside = text.strip_prefix('{').map_or(Some(text), |rest| rest.strip_suffix('}'));
    let mut rest = inside?.trim_matches(WHITE_SPACE);
    let mut names = Vec::new();
    while !rest.is_empty() {
        let (name, after) = if rest.starts_with('"') {
            let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            let name = strings.next()?.ok()?;
            (name, &rest[strings.byte_offset()..])
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            (rest[..end].trim_matches(WHITE_SPACE).to_owned(), &rest[end..])
        };
        names.push(name);
        rest = match after.trim_start_matches(WHITE_SPACE).strip_prefix(',') {
            Some(more) => more.trim_start_matches(WHITE_SPACE),
            None if after.trim_matches(WHITE_SPACE).is_empty() => "",
            None => return None,
        };
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_names_stand_bare_and_spaces_are_forgiven() {
        assert_eq!(write(["d1", "d5"]), "{d1,d5}");
        assert_eq!(write(["a,b", "c"]), "{\"a,b\",c}");
        assert_eq!(parse("{ d1 , d5 }"), Some(vec!["d1".to_owned(), "d5".to_owned()]));
        assert_eq!(parse("{}"), Some(vec![]));
        assert_eq!(parse(&write(["\u{2000}"])), Some(vec!["\u{2000}".to_owned()]));
        assert_eq!(parse("d1,d5"), Some(vec!["d1".to_owned(), "d5".to_owned()]));
        assert_eq!((parse("{d1"), parse("{\"a\"b}")), (None, None));
    }

    proptest! {
        #[test]
        fn any_names_survive(names in proptest::collection::vec("\\PC*|[ ,{}\"\\\\\n]*", 0..4)) {
            prop_assert_eq!(parse(&write(names.iter().map(String::as_str))), Some(names));
        }
    }
}
