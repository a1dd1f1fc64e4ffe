//! The only module that turns text into DOT or XML; any name comes out as itself.
//!
//! Invariant: the drawn text is the name. A control character, which no XML can carry, is drawn as
//! its picture (U+240A for a newline). Where Graphviz would interpret a name, an invisible word
//! joiner (U+2060) keeps it from that: after each backslash (`\N` would become the node's name, and
//! doubling alone is not enough, since some attributes are unescaped twice), and after an ampersand
//! that starts an entity (`&lt;` would reach the SVG as `<`). Source:
//! graphviz.org/doc/info/lang.html (quoted strings), /docs/attr-types/escString.

/// The invisible character that keeps Graphviz from interpreting a name.
pub const JOINER: char = '\u{2060}';

/// Returns text as a quoted DOT string for an attribute that Graphviz reads as an escString, such
/// as a tooltip.
///
/// A newline in `text` stays a line break.
pub fn quote_dot(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    out.push('"');
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push_str("\\n");
        }
        for c in visible_chars(line) {
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

/// Escapes text for an element or an attribute of an SVG or of a page.
pub(crate) fn escape_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            c => out.push(visible_char(c)),
        }
    }
    out
}

/// Returns the characters that are drawn for `text`, with joiners.
fn visible_chars(text: &str) -> impl Iterator<Item = char> {
    let entity = |rest: &str| {
        let name = rest.trim_start_matches(|c: char| c == '#' || c.is_ascii_alphanumeric());
        name.len() < rest.len() && name.starts_with(';')
    };
    text.char_indices().flat_map(move |(at, c)| {
        let spoilt = c == '\\' || c == '&' && entity(&text[at + 1..]);
        let joiner = spoilt.then_some(JOINER);
        [Some(visible_char(c)), joiner].into_iter().flatten()
    })
}

/// Returns the character itself, or a substitute if XML does not allow it.
pub fn visible_char(c: char) -> char {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).expect("all 32 pictures exist"),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_context_escapes_what_it_reads() {
        let joined = |text: &str| text.replace('^', "\u{2060}");
        assert_eq!(escape_xml("a<b> & \"c\" {|}\u{7f}"), "a&lt;b&gt; &amp; &quot;c&quot; {|}␡");
        assert_eq!(quote_dot("\"a\"\\\n&"), joined(r#""\"a\"\\^\n&amp;""#));
    }
}
