//! The only place where text becomes DOT: any name comes out of Graphviz as itself.
//!
//! Invariant: what is drawn is the name. A control character, which no XML can carry, shows as its
//! picture (U+240A for a newline). Where Graphviz would read more into a name, an invisible word
//! joiner (U+2060) keeps it from that: after each backslash (`\N` would become the node's name, and
//! doubling alone is no remedy, since some attributes are unescaped twice), and after an ampersand
//! that starts an entity (`&lt;` would reach the SVG as `<`).
//! Source: graphviz.org/doc/info/lang.html (quoted strings), /docs/attr-types/escString,
//! /doc/info/shapes.html#html.

/// A ready piece of an HTML-like label for this text.
pub fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in drawn(text) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            ']' => out.push_str("&#93;"), // Graphviz rejects a label whose text is a bare one.
            c => out.push(c),
        }
    }
    if out.is_empty() {
        out.push(JOINER); // Graphviz takes an empty piece for a syntax error.
    }
    out
}

const JOINER: char = '\u{2060}';

/// A ready quoted DOT string for an attribute that Graphviz reads as an escString, such as a tooltip.
///
/// A newline in `text` stays a line break here.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    out.push('"');
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push_str("\\n");
        }
        for c in drawn(line) {
            match c {
                '&' => out.push_str("&amp;"),
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                c => out.push(c),
            }
        }
    }
    out.push('"');
    out
}

/// The characters that can be drawn in place of those of `text`.
fn drawn(text: &str) -> impl Iterator<Item = char> {
    let entity = |rest: &str| {
        let name = rest.trim_start_matches(|c: char| c == '#' || c.is_ascii_alphanumeric());
        name.len() < rest.len() && name.starts_with(';')
    };
    text.char_indices().flat_map(move |(at, c)| {
        let spoilt = c == '\\' || c == '&' && entity(&text[at + 1..]);
        let joiner = spoilt.then_some(JOINER);
        [Some(visible(c)), joiner].into_iter().flatten()
    })
}

/// The character itself, or what stands for one that XML does not allow.
fn visible(c: char) -> char {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).expect("all 32 pictures exist"),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::render::{Format, RenderError, render};
    use super::*;

    /// The texts and the tooltips that the real `dot` draws for these names, or nothing where
    /// Graphviz is not installed.
    fn drawn_by_graphviz(names: &[String]) -> Option<Vec<(String, String)>> {
        let mut graph = String::from("digraph{node[shape=plain]");
        for (at, name) in names.iter().enumerate() {
            let (label, tooltip) = (html(name), quoted(&format!(":{name}")));
            let label =
                format!("<TABLE><TR><TD><FONT COLOR=\"red\">{label}</FONT></TD></TR></TABLE>");
            graph += &format!("n{at}[label=<{label}> tooltip={tooltip}]\n");
        }
        graph.push('}');
        let folder = tempfile::tempdir().expect("a folder for the test");
        let target = folder.path().join("names.svg");
        match render(&graph, Format::Svg, &target) {
            Err(RenderError::NoGraphviz { .. }) => return None,
            drawn => drawn.expect("dot takes any name"),
        }
        let svg = std::fs::read_to_string(target).expect("an SVG is UTF-8");
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
        Some(nodes.collect())
    }

    /// XML text read as a browser does.
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

    /// A name as it may appear: with the two exceptions of the module's invariant.
    fn expected(name: &str) -> String {
        name.chars().map(visible).collect()
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

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_name_comes_out_of_graphviz_as_itself(
            names in prop::collection::vec(name(), 40),
        ) {
            let Some(drawn) = drawn_by_graphviz(&names) else { return Ok(()) };
            prop_assert_eq!(drawn.len(), names.len());
            for (name, (text, tooltip)) in names.iter().zip(drawn) {
                prop_assert_eq!(seen(&text), seen(&expected(name)));
                let lines: Vec<String> = name.split('\n').map(expected).collect();
                prop_assert_eq!(seen(&tooltip), format!(":{}", seen(&lines.join("\n"))));
            }
        }
    }

    #[test]
    fn each_context_escapes_what_it_reads() {
        let joined = |text: &str| text.replace('^', "\u{2060}");
        assert_eq!(html("a<b> & \"c\" {|}"), "a&lt;b&gt; &amp; &quot;c&quot; {|}");
        assert_eq!(html("&lt;\n\u{7f}\\N"), joined("&amp;^lt;␊␡\\^N"));
        assert_eq!(quoted("\"a\"\\\n&"), joined(r#""\"a\"\\^\n&amp;""#));
        assert_eq!(html(""), joined("^"));
    }
}
