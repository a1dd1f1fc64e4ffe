//! The words after `export` as people type them, put in order: `lca d1 d51 to x.png` and
//! `around c5 x.svg` are as good as `lca d1,d51 to x.png` and `around c5 to x.svg`.

use crate::base::generator_notation;
use crate::export::request::WORDS;

/// The words as [`Request::parse`](crate::export::Request::parse) takes them.
pub(super) fn forgiving(words: Vec<String>) -> Vec<String> {
    let own = |word: &str| WORDS.contains(&word.trim_start_matches("--"));
    let mut words: Vec<String> = words
        .into_iter()
        .map(|word| match word.as_str() {
            "-o" | "--output" | ">" | "into" => "to".to_owned(),
            _ => word,
        })
        .collect();
    let file = words.pop();
    let is_named = words.last().is_some_and(|word| own(word));
    if let Some(file) = file {
        let looks_so = file.contains('.') && !file.starts_with('{');
        if looks_so && !is_named && !words.iter().any(|word| word == "to") {
            words.push("to".to_owned());
        }
        words.push(file);
    }
    let mut ordered = Vec::new();
    let mut left = words.into_iter().peekable();
    while let Some(word) = left.next() {
        let joins = word.trim_start_matches("--") == "lca";
        ordered.push(word);
        if joins {
            let mut points = Vec::new();
            while let Some(point) = left.next_if(|word| !own(word)) {
                points.push(point);
            }
            ordered.extend(listed(points));
        }
    }
    ordered
}

/// Several points as one word.
fn listed(points: Vec<String>) -> Option<String> {
    match &points[..] {
        [_, _, ..] => Some(generator_notation::joined(&points)),
        _ => points.into_iter().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_files_may_stand_as_people_type_them() {
        let forgive =
            |line: &str| forgiving(line.split(' ').map(str::to_owned).collect()).join(" ");
        assert_eq!(forgive("lca d1 d51 to x.png"), "lca {d1,d51} to x.png");
        assert_eq!(forgive("lca d1, d2,d3 x.png"), "lca {d1,d2,d3} to x.png");
        assert_eq!(forgive("--lca d1,d51 -o x.png"), "--lca d1,d51 to x.png");
        assert_eq!(forgive("around c5 radius 2 x.svg"), "around c5 radius 2 to x.svg");
        assert_eq!(forgive("to x.svg lca a b all"), "to x.svg lca {a,b} all");
        assert_eq!(forgive("around c1"), "around c1");
    }
}
