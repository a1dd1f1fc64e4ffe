//! A TikZ figure for LaTeX: what `dot` laid out, drawn by LaTeX in the letters of the paper.
//!
//! Invariant: any name comes out as itself, character by character, but for the middle of a
//! very long one. The file needs the class `standalone` and the package `tikz`, and for names
//! beyond ASCII an engine and a font that have them.

use std::collections::HashMap;
use std::fmt::Write;

use super::colour::{Colour, INK, NEUTRAL, of_class};
use super::data::{Node, Picture};
use super::escape::visible;
use super::heading::most_named;
use super::label::relative_length;
use super::style::{Style, Title};
use crate::base::display_safe::short;
use crate::base::numbers::grouped;

const PREAMBLE: &str = "\
    % Drawn by conceptgraph. Compile it with lualatex, xelatex or pdflatex, or \\input the\n\
    % tikzpicture into a paper that loads tikz.\n\
    \\documentclass[tikz,border=2pt]{standalone}\n\\begin{document}\n";
const STYLES: &str = "\n  \
    cluster/.style={draw,rounded corners=2pt,inner sep=1pt,align=center,font=\\scriptsize},\n  \
    asked/.style={line width=1.2pt},\n  cover/.style={draw=black!35},\n  \
    frame/.style={draw=black!40,fill=black!4,rounded corners=4pt,align=left,font=\\scriptsize},\n  \
    road/.style={draw=black!30}";
const HEADING: &str = "anchor=south west,align=left,font=\\small";
const ABOVE: &str = "(current bounding box.north west)";

/// The figure; `plain` is what `dot -Tplain` made of the picture.
pub fn figure(picture: &Picture, style: &Style, plain: &str) -> String {
    let places = Places::read(plain);
    let scale = places.scale;
    let title = match &style.title {
        Title::OfTheSelection => picture.title.as_str(),
        Title::None => "",
        Title::Text(text) => text,
    };
    let mut out = format!("{PREAMBLE}\\begin{{tikzpicture}}[x={scale}in,y={scale}in,{STYLES}]\n");
    colours(picture, &mut out);
    frames(picture, &places, &mut out);
    for (&(lower, upper), bends) in picture.edges.iter().zip(places.in_order(picture)) {
        let style = match picture.shortened.contains_key(&(lower, upper)) {
            true => "cover,dashed",
            false => "cover",
        };
        let _ = writeln!(out, "\\draw[{style}] {bends};");
    }
    for node in &picture.nodes {
        if let Some([x, y, wide, high]) = places.nodes.get(&node.id) {
            // As large as `dot` took it for, so that lines end where it begins.
            let (wide, high) = (wide * scale, high * scale);
            let size = format!(",minimum width={wide:.3}in,minimum height={high:.3}in");
            let (style, text) = (outline(node) + &size, text(picture, node));
            let _ = writeln!(out, "\\node[cluster{style}] ({}) at ({x},{y}) {{{text}}};", node.id);
        }
    }
    let legend: Vec<String> = picture
        .classes
        .iter()
        .enumerate()
        .take(most_named(picture.classes.len()))
        .map(entry)
        .collect();
    let mut rows = Vec::new();
    rows.extend((!title.is_empty()).then(|| escaped(title)));
    rows.extend((style.legend && !legend.is_empty()).then(|| legend.join("\\quad ")));
    if !rows.is_empty() {
        let _ = writeln!(out, "\\node[{HEADING}] at {ABOVE} {{{}}};", rows.join("\\\\"));
    }
    out.push_str("\\end{tikzpicture}\n\\end{document}\n");
    out
}

/// A name that LaTeX prints as it is.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', c]),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            // The one font of LaTeX's first ones that has it.
            '≤' => out.push_str("$\\leq$"),
            '≥' => out.push_str("$\\geq$"),
            '−' => out.push_str("$-$"),
            '"' => out.push_str("{\\ttfamily\\char34}"),
            // Two of these would become another sign.
            '-' | '\'' | '`' | ',' | '?' | '!' => out.extend([c, '{', '}']),
            // What no font has is named.
            c if visible(c) != c => {
                let _ = write!(out, "\\textless{{}}{:02X}\\textgreater{{}}", c as u32);
            }
            c => out.push(c),
        }
    }
    out
}

fn colours(picture: &Picture, out: &mut String) {
    let define = |(at, Colour(red, green, blue)): (String, Colour)| {
        format!("\\definecolor{{{at}}}{{RGB}}{{{red},{green},{blue}}}\n")
    };
    let classes = (0..picture.classes.len()).map(|at| (format!("class{at}"), of_class(at)));
    let all = classes.chain([("neutral".to_owned(), NEUTRAL), ("ink".to_owned(), INK)]);
    out.extend(all.map(define));
}

/// The communities of a map around their clusters, and the roads between them, below all else.
fn frames(picture: &Picture, places: &Places, out: &mut String) {
    let scale = places.scale;
    let mut frames = Vec::new();
    for group in &picture.groups {
        let inside = group.nodes.iter().filter_map(|&at| places.nodes.get(&picture.nodes[at].id));
        let bounds = inside.fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |b, [x, y, w, h]| {
            [
                b[0].min(x - w / 2.0),
                b[1].min(y - h / 2.0),
                b[2].max(x + w / 2.0),
                b[3].max(y + h / 2.0),
            ]
        });
        if bounds[0] > bounds[2] {
            continue;
        }
        // `dot` leaves this room around the clusters, and that above for the caption.
        let [left, low, right, high] = [
            bounds[0] - MARGIN,
            bounds[1] - MARGIN,
            bounds[2] + MARGIN,
            bounds[3] + MARGIN + CAPTION,
        ];
        let place = format!("({:.3},{:.3})", (left + right) / 2.0, (low + high) / 2.0);
        let (wide, high_in) = ((right - left) * scale, (high - low) * scale);
        let size = format!("minimum width={wide:.3}in,minimum height={high_in:.3}in");
        let first = format!(
            "\\small\\textbf{{{}: {} points}}\\scriptsize",
            group.id,
            grouped(group.points.into())
        );
        let lines = group.lines.iter().map(|line| escaped(&short(line)));
        let caption: Vec<String> = std::iter::once(first).chain(lines).collect();
        let caption = format!("({left:.3},{high:.3}) {{{}}};", caption.join("\\\\"));
        frames.push((group.id.clone(), size, place, caption));
    }
    for (id, size, place, _) in &frames {
        let _ = writeln!(out, "\\node[{size}] ({id}) at {place} {{}};");
    }
    for road in &picture.roads {
        let [from, to] = [road.from, road.to].map(|at| &picture.groups[at].id);
        let share = f64::from(road.points) / f64::from(picture.size.max(1));
        let width = (36.0 * share.sqrt()).max(0.8);
        let points = grouped(road.points.into());
        let label = format!("node[font=\\scriptsize,auto,inner sep=2pt] {{{points}}}");
        let _ = writeln!(out, "\\draw[road,line width={width:.1}pt] ({from}) -- {label} ({to});");
    }
    for (_, size, place, caption) in frames {
        let _ = writeln!(out, "\\node[frame,{size}] at {place} {{}};");
        let _ =
            writeln!(out, "\\node[anchor=north west,align=left,font=\\scriptsize] at {caption}");
    }
}

/// What a frame leaves around its clusters, and above them, in inches.
const MARGIN: f64 = 0.11;
const CAPTION: f64 = 0.45;

/// The fill: the colour of the majority class, the paler the more mixed.
fn outline(node: &Node) -> String {
    let asked = if node.asked { ",asked" } else { "" };
    let (name, share) = match node.majority() {
        _ if node.size == 0 => return format!(",fill=white{asked}"),
        Some((class, purity)) => (format!("class{class}"), 30.0 * purity * purity),
        None => ("neutral".to_owned(), 8.0),
    };
    format!(",draw={name}!85!ink,fill={name}!{share:.0}!white{asked}")
}

/// The attributes that it introduces, its size, a bar of the classes, and the points that it
/// introduces or has.
fn text(picture: &Picture, node: &Node) -> String {
    let names = |of: &[usize], between: &str| -> String {
        let shown: Vec<String> = of
            .iter()
            .take(MOST_NAMES)
            .map(|&at| escaped(&short(&picture.points[at].name)))
            .collect();
        let mut lines: Vec<String> = shown.chunks(A_LINE).map(|line| line.join(between)).collect();
        let more = of.len() - shown.len();
        lines.extend((more > 0).then(|| format!("+{more}")));
        lines.join("\\\\[-2pt]")
    };
    let bar = bar(picture, node);
    let above: Vec<String> =
        node.attributes.iter().take(MOST_NAMES).map(|name| escaped(&short(name))).collect();
    let mut above: Vec<String> = above.chunks(2).map(|line| line.join(" ")).collect();
    let more = node.attributes.len().saturating_sub(MOST_NAMES);
    above.extend((more > 0).then(|| format!("+{more}")));
    let above = match above.is_empty() {
        true => String::new(),
        false => {
            let lines = above.join("\\\\[-3pt]");
            format!("\\tiny\\itshape {lines}\\\\[-1pt]\\upshape\\scriptsize ")
        }
    };
    let lines: Vec<String> = node.card_lines.iter().map(|line| escaped(&short(line))).collect();
    let lines = match lines.is_empty() {
        true => String::new(),
        false => format!("\\\\{}", lines.join("\\\\")),
    };
    let below = match &node.members {
        _ if node.size == 0 => "$\\emptyset$".to_owned(),
        Some(members) => format!("\\{{{}\\}}{bar}", names(members, ", ")),
        _ if !picture.groups.is_empty() || node.introduced.is_empty() => {
            let size = grouped(node.size.into());
            format!("{{\\small\\textbf{{{size}}}}}{bar}{lines}")
        }
        None => {
            let names = names(&node.introduced, " ");
            let size = grouped(node.size.into());
            format!("\\textbf{{{size}}}{bar}{lines}\\\\[-1pt]\\tiny {names}")
        }
    };
    above + &below
}

const MOST_NAMES: usize = 20;
/// How many names stand on a line.
const A_LINE: usize = 5;

/// A bar as long as the square root of the size, divided by class.
fn bar(picture: &Picture, node: &Node) -> String {
    let all: u32 = node.counts.iter().sum();
    if all == 0 {
        return String::new();
    }
    let points = 50.0 * (0.2 + 0.8 * relative_length(picture, node)) / f64::from(all);
    let rule = |(class, &count): (usize, &u32)| {
        let wide = points * f64::from(count);
        format!("\\textcolor{{class{class}}}{{\\rule{{{wide:.1}pt}}{{3pt}}}}")
    };
    let counts = node.counts.iter().enumerate().filter(|&(_, &count)| count > 0);
    format!("\\\\[-2pt]{}", counts.map(rule).collect::<String>())
}

/// A class of the legend.
fn entry((at, name): (usize, &String)) -> String {
    format!("\\textcolor{{class{at}}}{{\\rule{{1.2ex}}{{1.2ex}}}} {}", escaped(&short(name)))
}

/// Where `dot` put everything.
struct Places {
    /// By how much it is to be drawn smaller.
    scale: f64,
    /// The middle of each node, how wide it is and how high.
    nodes: HashMap<String, [f64; 4]>,
    edges: HashMap<(String, String), String>,
}

impl Places {
    /// Lines such as `node c1 1.5 2 0.6 0.4 ...` and `edge c1 c2 4 x y x y x y x y ...`.
    fn read(plain: &str) -> Self {
        let mut places = Self { scale: 1.0, nodes: HashMap::new(), edges: HashMap::new() };
        for line in plain.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |at: usize| words.get(at).and_then(|word| word.parse::<f64>().ok());
            match words[..] {
                ["graph", scale, ..] => places.scale = scale.parse().unwrap_or(1.0),
                ["node", id, ..] => {
                    let place = [2, 3, 4, 5].map(number);
                    if let [Some(x), Some(y), Some(wide), Some(high)] = place {
                        places.nodes.insert(id.to_owned(), [x, y, wide, high]);
                    }
                }
                ["edge", tail, head, count, ..] => {
                    let count: usize = count.parse().unwrap_or(0);
                    let at =
                        |i: usize| Some(format!("({},{})", number(4 + 2 * i)?, number(5 + 2 * i)?));
                    let bends: Option<Vec<String>> = (0..count).map(at).collect();
                    let bends = bends.unwrap_or_default();
                    let Some((first, rest)) = bends.split_first() else { continue };
                    let curves = rest.chunks_exact(3).map(|three| {
                        format!(" .. controls {} and {} .. {}", three[0], three[1], three[2])
                    });
                    let path = first.clone() + &curves.collect::<String>();
                    places.edges.insert((tail.to_owned(), head.to_owned()), path);
                }
                _ => {}
            }
        }
        places
    }

    /// The path of each edge of the picture.
    fn in_order<'a>(&'a self, picture: &'a Picture) -> impl Iterator<Item = String> + 'a {
        picture.edges.iter().map(|&(lower, upper)| {
            let [lower, upper] = [lower, upper].map(|at| picture.nodes[at].id.clone());
            let straight = || format!("({lower}) -- ({upper})");
            self.edges.get(&(lower.clone(), upper.clone())).cloned().unwrap_or_else(straight)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_dot_laid_out_is_drawn() {
        let node = |id: &str, size| Node { id: id.into(), size, ..Node::default() };
        let nodes = vec![node("c1", 1), node("c2", 2)];
        let picture = Picture { nodes, edges: vec![(0, 1)], size: 2, ..Picture::default() };
        let plain = "graph 1 2 2\nnode c1 0.5 1 1 1 <x> filled box red red\n\
                     node c2 1.5 1 1 1 <x y> filled box red red\n\
                     edge c1 c2 4 0.6 1 0.7 1 0.8 1 0.9 1 solid black\nstop\n";
        let drawn = figure(&picture, &Style::default(), plain);
        assert!(drawn.contains("(c2) at (1.5,1)"), "{drawn}");
        let path = "\\draw[cover] (0.6,1) .. controls (0.7,1) and (0.8,1) .. (0.9,1);";
        assert!(drawn.contains(path), "{drawn}");
    }

    #[test]
    fn no_name_is_a_command() {
        assert_eq!(escaped("50 % \\input{a}"), "50 \\% \\textbackslash{}input\\{a\\}");
        assert_eq!(
            escaped("a\nb\u{7}"),
            "a\\textless{}0A\\textgreater{}b\\textless{}07\\textgreater{}"
        );
    }
}
