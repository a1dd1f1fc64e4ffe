//! The words of `export` as people type them in the shell or as their own shell leaves them:
//! `lca d1 d51 to x.svg`, `--lca d1 d51`, and `--around d1 d5` for `{d1,d5}` without quotes.

use std::collections::VecDeque;
use std::ffi::OsString;

use clap::Command;

use super::leading_dashes::option;
use crate::base::generator_notation;
use crate::export::request::WORDS;

/// Options that take a cluster, which may be written in braces.
const OF_CLUSTERS: [&str; 3] = ["--around", "--up", "--down"];

/// The words of a command line, those of `export` with dashes and several points as one word.
pub(super) fn as_options(words: Vec<OsString>, command: &Command) -> Vec<OsString> {
    let Some(export) = command.find_subcommand("export") else { return words };
    if words.get(1).is_none_or(|word| word != "export") {
        return words;
    }
    let mut left: VecDeque<OsString> = words.into();
    let mut ordered: Vec<OsString> = left.drain(..2).collect();
    let mut has_store = false;
    while let Some(word) = left.pop_front() {
        if word == "--" {
            ordered.push(word);
            ordered.extend(left);
            break;
        }
        let is_option = word.to_str().is_some_and(|word| word.starts_with('-') && word.len() > 1);
        let word = match word.to_str() {
            _ if is_option => word,
            Some("to") if has_store => "-o".into(),
            Some(name) if has_store && WORDS.contains(&name) => format!("--{name}").into(),
            _ => {
                has_store = true;
                ordered.push(word);
                continue;
            }
        };
        let takes_next = option(&word, export, command) == Some(true);
        let name = word.to_string_lossy().into_owned();
        ordered.push(word);
        if !takes_next || name == "--map" && !is_number(left.front()) {
            continue;
        }
        let mut values: Vec<OsString> = left.pop_front().into_iter().collect();
        if name == "--lca" || OF_CLUSTERS.contains(&&*name) {
            values.extend(plain(&mut left, has_store));
        }
        let texts: Option<Vec<String>> =
            values.iter().map(|value| value.to_str().map(str::to_owned)).collect();
        match texts {
            Some(texts) if texts.len() > 1 && name == "--lca" => {
                ordered.push(generator_notation::joined(&texts).into());
            }
            Some(texts) if texts.len() > 1 => ordered.push(texts.join(" ").into()),
            _ => ordered.extend(values),
        }
    }
    ordered
}

fn is_number(word: Option<&OsString>) -> bool {
    word.and_then(|word| word.to_str()).is_some_and(|word| word.parse::<u32>().is_ok())
}

/// The next words that are neither options nor begin another selection. The last of them is the
/// store, where none was named before.
fn plain(left: &mut VecDeque<OsString>, has_store: bool) -> Vec<OsString> {
    let is_plain = |word: &OsString| {
        let word = word.to_string_lossy();
        !(word.starts_with('-') || has_store && WORDS.contains(&&*word))
    };
    let mut many = left.iter().take_while(|word| is_plain(word)).count();
    if !has_store {
        many = many.saturating_sub(1);
    }
    left.drain(..many).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::arg;

    #[test]
    fn words_become_options_and_points_one_word() {
        let export = Command::new("export").args([
            arg!(<STORE>),
            arg!(--lca <A>),
            arg!(--around <C>),
            arg!(--radius <N>),
            arg!(--map[N]),
            arg!(--all),
            arg!(-o --output <F>),
        ]);
        let command = Command::new("x").subcommand(export);
        let ordered = |words: &str| {
            let words = words.split(' ').map(OsString::from).collect();
            let ordered = as_options(words, &command);
            ordered.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join("|")
        };
        assert_eq!(ordered("x export s --lca d1 d51 -o f"), "x|export|s|--lca|{d1,d51}|-o|f");
        assert_eq!(ordered("x export s lca d1,d2 d3 to f"), "x|export|s|--lca|{d1,d2,d3}|-o|f");
        assert_eq!(ordered("x export --lca d1,d2 s -o f"), "x|export|--lca|d1,d2|s|-o|f");
        assert_eq!(ordered("x export s --lca d1,d2 -o f"), "x|export|s|--lca|d1,d2|-o|f");
        assert_eq!(ordered("x export s --around d1 d2 -o f"), "x|export|s|--around|d1 d2|-o|f");
        assert_eq!(
            ordered("x export s around c1 radius 2 map to f"),
            "x|export|s|--around|c1|--radius|2|--map|-o|f"
        );
        assert_eq!(ordered("x export s --map 5 all -o f"), "x|export|s|--map|5|--all|-o|f");
        assert_eq!(ordered("x query s lca d1"), "x|query|s|lca|d1");
    }
}
