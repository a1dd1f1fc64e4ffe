//! The language of the source: documentation that is understood when an item is shown alone, and
//! names with one meaning.

use std::collections::{BTreeMap, BTreeSet};

use libtest_mimic::{Failed, Trial};

use crate::architecture::{Source, code_lines, module, sources};
use crate::support::{same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(documentation_names_its_subject),
        trial!(functions_are_verbs_and_nouns),
        trial!(a_type_name_has_one_meaning),
    ]
}

/// The words that begin no documentation, since they stand for a subject that rustdoc does not
/// show.
const PRONOUNS: [&str; 20] = [
    "What ",
    "That ",
    "Those ",
    "These ",
    "This ",
    "The same ",
    "None",
    "As ",
    "So ",
    "It ",
    "Its ",
    "They ",
    "Which ",
    "Who ",
    "Whether ",
    "Where ",
    "How ",
    "Of ",
    "For ",
    "With ",
];

/// The words that name no function by themselves; nor does a participle in -ed.
const PREPOSITIONS: [&str; 42] = [
    "of", "at", "by", "in_", "on", "to", "for_", "from", "with", "without", "within", "over",
    "under", "above", "below", "beside", "behind", "before", "after", "between", "among", "around",
    "near", "about", "until", "unless", "said", "told", "kept", "held", "found", "taken", "made",
    "met", "shown", "drawn", "given", "written", "seen", "known", "begun", "left",
];

/// The functions that may be called by such a word.
const EXCEPTIONS: [&str; 1] = ["unlimited"];

/// The types that may be declared twice: two are alternatives of a feature, one is an alias by
/// convention.
const TWICE: [&str; 3] = ["Login", "Neo4jArgs", "Result"];

/// Returns the first lines of documentation that begin with a pronoun.
fn nameless_subjects(text: &str) -> Vec<String> {
    let doc = |line: &str| {
        let line = line.trim_start();
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
        Some(text.trim_start().to_owned())
    };
    let (mut found, mut before) = (Vec::new(), None);
    for line in text.lines().map(doc) {
        if let (None, Some(first)) = (&before, &line)
            && PRONOUNS.iter().any(|word| first.starts_with(word))
        {
            found.push(first.clone());
        }
        before = line;
    }
    found
}

/// Returns the public functions that are called by a preposition or a participle alone.
fn lone_words(code: &str) -> Vec<String> {
    let is_lone = |name: &&str| {
        let is_participle = name.len() > 4 && name.ends_with("ed") && !name.contains('_');
        (is_participle || PREPOSITIONS.contains(name)) && !EXCEPTIONS.contains(name)
    };
    let declared = code_lines(code).filter_map(|line| {
        let (visibility, name) = line.trim_start().split_once("fn ")?;
        visibility.starts_with("pub").then_some(name.split(['(', '<']).next()?)
    });
    declared.filter(is_lone).map(str::to_owned).collect()
}

/// Returns the type that a line declares.
fn declared_type(line: &str) -> Option<&str> {
    let private = line.strip_prefix("pub").unwrap_or(line);
    let scope = private.strip_prefix('(').and_then(|scope| scope.split_once(')'));
    let declaration = scope.map_or(private, |(_, declaration)| declaration);
    let mut words = declaration.split(['<', '(', '{', ';', ':', '=']).next()?.split_whitespace();
    match words.next()? {
        "struct" | "enum" | "trait" | "union" | "type" => words.next(),
        _ => None,
    }
}

fn none_of(faults: Vec<String>) -> Result<(), Failed> {
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// The documentation of an item is read alone, so its first line names its subject.
fn documentation_names_its_subject() -> Result<(), Failed> {
    let example = "/// The same of a range.\nfn a() {}\n/// Returns b.\n/// It is fast.\nfn b() {}";
    same("an example", nameless_subjects(example), vec!["The same of a range.".to_owned()])?;
    let faults = |source: Source| {
        let Source { file, text, .. } = source;
        nameless_subjects(&text).into_iter().map(move |line| format!("{file}: {line}"))
    };
    none_of(sources().into_iter().flat_map(faults).collect())
}

fn functions_are_verbs_and_nouns() -> Result<(), Failed> {
    let example = "pub fn of(x: u8) {}\npub(crate) fn asked<T>() {}\npub fn seed() {}\nfn at() {}";
    same("an example", lone_words(example), ["of", "asked"].map(str::to_owned).to_vec())?;
    let faults = |Source { file, code, .. }: Source| {
        lone_words(&code).into_iter().map(move |name| format!("{file}: {name}"))
    };
    none_of(sources().into_iter().flat_map(faults).collect())
}

/// A reader who meets the name of a type finds one type in the crate.
fn a_type_name_has_one_meaning() -> Result<(), Failed> {
    let names =
        ["pub struct Row<'a> {", "enum Row {", "type Row = u8;", "pub(crate) trait Row: A {"];
    same("an example", names.map(declared_type), [Some("Row"); 4])?;
    let mut homes: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for Source { file, code, .. } in sources() {
        let kernel = if file.starts_with("conceptgraph_") { module(&file) } else { "" };
        // What is indented belongs to a trait or to a function.
        for name in code.lines().filter(|line| !line.starts_with(' ')).filter_map(declared_type) {
            let homes = homes.entry((kernel.to_owned(), name.to_owned())).or_default();
            homes.insert(file.clone());
        }
    }
    let is_known = |name: &str| TWICE.contains(&name);
    let twice = homes.iter().filter(|((_, name), homes)| homes.len() > 1 && !is_known(name));
    none_of(twice.map(|((_, name), homes)| format!("{name}: {homes:?}")).collect())
}
