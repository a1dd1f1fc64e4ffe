//! Drawing by the real `dot`: any name is drawn unchanged, and Graphviz's messages are passed on.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use conceptgraph::picture::escape::{JOINER, quote_dot, visible_char};
use conceptgraph::picture::render::{ImageFormat, RenderError, render};
use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::support::{Need, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(any_name_comes_out_as_itself, Need::Dot),
        trial!(what_graphviz_says_is_passed_on, Need::Dot),
    ]
}

fn any_name_comes_out_as_itself() -> Result<(), Failed> {
    let config = ProptestConfig { cases: 24, failure_persistence: None, ..Default::default() };
    let names = proptest::collection::vec(name(), 40);
    let all = TestRunner::new(config).run(&names, |names| {
        let drawn = drawn_by_graphviz(&names);
        prop_assert_eq!(drawn.len(), names.len());
        for (name, (text, tooltip)) in names.iter().zip(drawn) {
            let lines: Vec<String> = name.split('\n').map(expected).collect();
            prop_assert_eq!(seen(&text), format!(":{}", seen(&lines.concat())));
            prop_assert_eq!(seen(&tooltip), format!(":{}", seen(&lines.join("\n"))));
        }
        Ok(())
    });
    Ok(all?)
}

fn what_graphviz_says_is_passed_on() -> Result<(), Failed> {
    match render("no graph at all", ImageFormat::Pdf, Path::new("a.pdf")) {
        Err(RenderError::Graphviz { cause, .. }) if cause.contains("syntax error") => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}

/// Returns the text and the tooltip that the real `dot` draws for each name.
fn drawn_by_graphviz(names: &[String]) -> Vec<(String, String)> {
    let mut graph = String::from("digraph{node[shape=plain]");
    for (at, name) in names.iter().enumerate() {
        let words = quote_dot(&format!(":{name}"));
        graph += &format!("n{at}[label={words} tooltip={words}]\n");
    }
    graph.push('}');
    let mut dot = Command::new("dot");
    let mut dot =
        dot.arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("dot");
    let mut text = dot.stdin.take().expect("a pipe");
    let written = std::thread::spawn(move || text.write_all(graph.as_bytes()));
    let drawn = dot.wait_with_output().expect("dot takes any name");
    written.join().expect("no panic").expect("dot reads all");
    let svg = String::from_utf8(drawn.stdout).expect("an SVG is UTF-8");
    let nodes = svg.split("class=\"node\"").skip(1).map(|node| {
        let between = |open: &str, close: char| {
            let pieces = node.split(open).skip(1);
            pieces.map(|piece| plain(piece.split(close).next().unwrap_or_default())).collect()
        };
        let texts = node.split("<text").skip(1).filter_map(|piece| piece.split_once('>'));
        let texts = texts.map(|(_, rest)| plain(rest.split('<').next().unwrap_or_default()));
        let tooltips: String = between("xlink:title=\"", '"');
        (texts.collect(), tooltips)
    });
    nodes.collect()
}

/// Decodes the entities of XML text as a browser does.
fn plain(xml: &str) -> String {
    let mut out = String::new();
    let mut rest = xml;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let (entity, after) = rest[at + 1..].split_once(';').expect("XML escapes every &");
        out.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            number => {
                let digits = number.strip_prefix('#').expect("a number or a known entity");
                let code = match digits.strip_prefix('x') {
                    Some(hex) => u32::from_str_radix(hex, 16),
                    None => digits.parse(),
                };
                char::from_u32(code.expect("a number")).expect("a character")
            }
        });
        rest = after;
    }
    out + rest
}

/// Returns a name as it is to appear; characters that XML cannot carry are replaced.
fn expected(name: &str) -> String {
    name.chars().map(visible_char).collect()
}

fn seen(text: &str) -> String {
    text.replace('\u{a0}', " ").replace(JOINER, "")
}

fn name() -> impl Strategy<Value = String> {
    let nasty = prop::sample::select(vec![
        "\"",
        "\\",
        "\n",
        "\\n",
        "\\N",
        "<",
        ">",
        "&",
        "&amp;",
        "&lt;b",
        "&#65;",
        "&#x41;",
        "]]>",
        "{|}",
        "<b>",
        "-->",
        "'",
        "é",
        "日本",
        "🦀",
        "👩‍🔬",
        "\u{7}",
        "\t",
        "\u{85}",
        "\u{ffff}",
        "%",
        " ",
        "  ",
        "\u{a0}",
        "/*",
        "//",
        "#",
        ";",
        "a",
        "Z9",
        "\\\"",
        "]",
    ]);
    let pieces = prop::collection::vec(nasty, 0..8).prop_map(|pieces| pieces.concat());
    prop_oneof![pieces, any::<String>()]
}
