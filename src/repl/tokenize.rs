//! A line into words.
//!
//! Words stand apart by white space; `"two words"` is one, written as a JSON string, and so is
//! everything between braces: `{d1,"a b"}`. A semicolon ends a command, unless a point is called
//! so.

/// A line that cannot be taken apart.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A word that begins with a quotation mark.
    #[error("a quotation mark is not closed")]
    Quote,
    /// Points of a cluster.
    #[error("a brace is not closed")]
    Brace,
    /// A word between quotation marks.
    #[error("{0} is not written as a JSON string")]
    Json(String),
}

/// The words of a line.
///
/// # Errors
/// A quotation mark or a brace that is not closed; a word that is not a JSON string.
pub fn split(line: &str) -> Result<Vec<String>, Fault> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = &rest[..end(rest)?];
        words.push(match first {
            '"' => serde_json::from_str(word).map_err(|_| Fault::Json(word.to_owned()))?,
            _ => word.to_owned(),
        });
        rest = rest[word.len()..].trim_start();
    }
    Ok(words)
}

/// Where the word that begins here ends.
fn end(text: &str) -> Result<usize, Fault> {
    match text.chars().next() {
        Some('"') => quoted(text).ok_or(Fault::Quote),
        Some('{') => braced(text).ok_or(match text.matches('"').count() % 2 {
            0 => Fault::Brace,
            _ => Fault::Quote,
        }),
        _ => Ok(text.find(char::is_whitespace).unwrap_or(text.len())),
    }
}

/// The first command of a line and what follows its semicolon; one within a name is of the name.
pub fn first_command(line: &str, is_name: impl Fn(&str) -> bool) -> (&str, &str) {
    let mut at = 0;
    loop {
        at += line[at..].len() - line[at..].trim_start().len();
        let rest = &line[at..];
        let Some(end) = end(rest).ok().filter(|&end| end > 0) else { return (line, "") };
        let word = &rest[..end];
        let is_whole = word.starts_with(['"', '{']) || is_name(word);
        if let Some(semicolon) = word.find(';').filter(|_| !is_whole) {
            // `a;b;` may be the name `a;b` and the end of the command.
            let ended = word.strip_suffix(';').filter(|word| is_name(word));
            let semicolon = at + ended.map_or(semicolon, str::len);
            return (&line[..semicolon], &line[semicolon + 1..]);
        }
        at += end;
    }
}

/// Where the string that begins here ends.
fn quoted(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Where the braces that begin here end.
fn braced(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        let rest = &text[at..];
        let step = rest.find(['"', '}'])?;
        at += step;
        if rest[step..].starts_with('}') {
            return Some(at + 1);
        }
        at += quoted(&rest[step..])?;
    }
}

/// A word as [`split`] reads it back.
pub fn quote(word: &str) -> String {
    let is_plain = !word.is_empty()
        && !word.starts_with(['"', '{'])
        && !word.contains(';')
        && !word.contains(char::is_whitespace)
        && !word.contains(char::is_control);
    if is_plain { word.to_owned() } else { serde_json::Value::from(word).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn strings_and_braces_hold_together() {
        let words = split(r#"lca  it's "two words" {d1, "a}b"}  {d2}"#).unwrap();
        assert_eq!(words, ["lca", "it's", "two words", r#"{d1, "a}b"}"#, "{d2}"]);
        assert_eq!(split("  ").unwrap(), [""; 0]);
        for open in ["lca \"d1", "members {d1", "members {\"d1}", "lca {\"d1,d2}"] {
            assert!(split(open).unwrap_err().to_string().ends_with("is not closed"), "{open}");
        }
    }

    #[test]
    fn a_semicolon_behind_a_word_ends_a_command() {
        let cases = [
            ("lca d1 d51; concept", ("lca d1 d51", " concept")),
            (r#"lca "d1; " {a;b; "c"}; x"#, (r#"lca "d1; " {a;b; "c"}"#, " x")),
            ("lca a;b", ("lca a;b", "")),
            ("lca a;b;concept", ("lca a", "b;concept")),
            ("lca a;b; concept", ("lca a;b", " concept")),
            ("lca d1 d51;concept", ("lca d1 d51", "concept")),
            ("members {d1};concept", ("members {d1}", "concept")),
            ("lca \"open;  x", ("lca \"open;  x", "")),
            (" ; x", (" ", " x")),
            ("", ("", "")),
        ];
        for (line, parts) in cases {
            assert_eq!(first_command(line, |word| word == "a;b"), parts, "{line}");
        }
    }

    proptest! {
        #[test]
        fn a_quoted_word_is_read_back(word in any::<String>()) {
            prop_assert_eq!(split(&quote(&word)).unwrap(), [word]);
        }
    }
}
