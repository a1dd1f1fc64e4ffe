use super::*;
use crate::picture::colour::{INK, WHITE};

impl Figure {
    /// Returns the texts.
    pub(super) fn words(&self) -> Vec<&str> {
        let words = self.elements.iter().filter_map(|element| match &element.form {
            Form::Text { words, .. } => Some(words.as_str()),
            _ => None,
        });
        words.collect()
    }
}

fn figure() -> Figure {
    let mut figure = Figure::new([300.0, 200.0], Some(1.0), Theme::Light);
    let curve = vec![[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [2.0, 2.0]];
    figure.elements = vec![
        Element {
            tooltip: Some("<d1>".into()),
            ..Element::circle([100.0, 50.004], 5.0).with_fill(Paint(INK, 0.5))
        },
        Element::new(Form::Curve(curve)).with_stroke(INK, 1.5),
        Element::text([10.0, 20.0], 9.0, "a \"é\\").bold().with_fill(INK).with_stroke(WHITE, 3.0),
    ];
    figure
}

#[test]
fn an_svg_holds_the_shapes() {
    let svg = figure().to_svg();
    for said in [
        "width=\"72pt\" height=\"48pt\" viewBox=\"0 0 300 200\"",
        "<circle cx=\"100\" cy=\"50\" r=\"5\" fill=\"#1f2328\" fill-opacity=\"0.5\">\
         <title>&lt;d1&gt;</title></circle>",
        "<path d=\"M0 0C1 0 2 1 2 2\" fill=\"none\" stroke=\"#1f2328\" stroke-width=\"1.5\"/>",
        "font-weight=\"bold\" font-size=\"9\" fill=\"#1f2328\" stroke=\"#ffffff\"",
        "paint-order=\"stroke\">a &quot;é\\</text>",
    ] {
        assert!(svg.contains(said), "{said} is not in {svg}");
    }
}

#[test]
fn graphviz_gets_the_same_shapes_upside_down() {
    let dot = figure().to_dot();
    for said in [
        "bb=\"0,0,72,48\"",
        "C 9 -#1f232880 E 24 36 1.2 1.2",
        "B 4 0 48 0.24 48 0.48 47.76 0.48 47.52",
        // The length counts the bytes before DOT's escapes.
        "T 2.4 43.2 -1 0 9 -a \\\"é\\\u{2060} ",
    ] {
        assert!(dot.contains(said), "{said} is not in {dot}");
    }
}

#[test]
fn tex_gets_the_same_shapes() {
    let tex = figure().to_tikz();
    for said in [
        "\\definecolor{c1f2328}{RGB}{31,35,40}",
        "scale=0.24, transform shape]",
        "\\path[fill=c1f2328, fill opacity=0.5] (100,50) circle (5);",
        "\\path[draw=c1f2328, line width=1.5bp] (0,0) .. controls (1,0) and (2,1) .. (2,2);",
        "\\bfseries a \\textquotedbl{}é\\textbackslash{}};",
    ] {
        assert!(tex.contains(said), "{said} is not in {tex}");
    }
}

#[test]
fn no_string_is_longer_than_graphviz_reads() {
    let mut figure = figure();
    figure.elements = vec![figure.elements[0].clone(); 5000];
    assert!(figure.to_dot().lines().all(|line| line.len() < 16_000));
}
