//! Every question that a stored graph can be asked, as calls of the library. Each call must return
//! an answer or a one-line error.

use std::path::Path;
use std::sync::Arc;

use conceptgraph::export::{ExportContext, ExportRequest, Selection};
use conceptgraph::graph::Graph;
use conceptgraph::place::{self, Placer};
use conceptgraph::query::Limit;
use conceptgraph::query::catalogue::Catalogue;
use conceptgraph::query::parameter::ParameterKind;
use conceptgraph::store::{self, StoredGraph, sqlite};
use conceptgraph::{check, query};
use conceptgraph_engine::base::progress::Progress;

/// Opens the graph anew, so that none of its sections is in memory.
pub type Open<'o> = dyn Fn() -> store::Result<StoredGraph> + 'o;

/// A question: its name and the call that asks it.
pub type Asked<'a> = (String, Box<dyn Fn(&Open<'_>) -> Result<(), String> + 'a>);

/// Names that exist in the graph that is altered.
pub struct Words {
    pub points: [String; 3],
    pub class: String,
    pub concepts: [String; 3],
}

impl Words {
    pub fn of(graph: &Graph) -> Self {
        let points = graph.points().expect("points");
        let name = |at: usize| points.names()[at % points.len()].clone();
        let classes = points.classes();
        let points = [0, 2, 3].map(name);
        Self {
            class: classes.map_or_else(|| "none".to_owned(), |classes| classes.names()[0].clone()),
            concepts: ["c5".to_owned(), format!("c{}", graph.facts().concepts), points[2].clone()],
            points,
        }
    }
}

/// Fails unless `text` is an error of exactly one line.
pub fn one_line(text: String) -> Result<(), String> {
    match text.trim().is_empty() || text.contains('\n') {
        true => Err(format!("not one line: {text:?}")),
        false => Ok(()),
    }
}

fn answered<T, E: std::fmt::Display>(answer: Result<T, E>) -> Result<(), String> {
    answer.map(|_| ()).or_else(|error| one_line(error.to_string()))
}

fn of(open: &Open<'_>, ask: impl FnOnce(&StoredGraph) -> Result<(), String>) -> Result<(), String> {
    match open() {
        Ok(opened) => ask(&opened),
        Err(error) => one_line(error.to_string()),
    }
}

fn to_ask<'a>(
    name: impl Into<String>,
    ask: impl Fn(&Open<'_>) -> Result<(), String> + 'a,
) -> Asked<'a> {
    (name.into(), Box::new(ask))
}

/// Returns every query and selection, a copy into `folder`, a placing and the check.
pub fn everything<'a>(
    catalogue: &'a Catalogue,
    folder: &'a Path,
    words: &'a Words,
) -> Vec<Asked<'a>> {
    let mut all = vec![
        to_ask("features", |open| of(open, |of| answered(of.graph.features()))),
        to_ask("classes", |open| of(open, |of| answered(of.graph.classes()))),
        to_ask("near", |open| of(open, |of| answered(of.graph.near_points()))),
        to_ask("communities", |open| of(open, |of| answered(of.graph.communities()))),
        to_ask("membership", |open| of(open, |of| answered(of.graph.membership()))),
        to_ask("check", |open| of(open, |of| answered(check::check(of, &Progress::default())))),
        to_ask("copy", |open| {
            let target = folder.join("copy.db");
            of(open, |of| answered(sqlite::save(&of.graph, &target, true, &Progress::default())))
        }),
        to_ask("place", |open| {
            let placed = || -> Result<(), place::PlaceError> {
                let graph = Arc::new(open()?.graph);
                let mut placer = Placer::new(&graph, &Progress::default())?;
                let features = graph.features()?;
                let some = features.values.len().min(3 * features.names.len());
                placer.place_values(&features.values[..some], 3).map(drop)
            };
            answered(placed())
        }),
    ];
    for query in catalogue.queries() {
        let kinds: Vec<ParameterKind> = query.parameters.iter().map(|p| p.kind).collect();
        let given = |shift: usize| -> Vec<String> {
            let of = |(at, kind): (usize, &ParameterKind)| match kind {
                ParameterKind::Point => vec![words.points[shift % 3].clone()],
                ParameterKind::Points => words.points.to_vec(),
                ParameterKind::Concept | ParameterKind::Set => {
                    vec![words.concepts[(at + shift) % 3].clone()]
                }
                ParameterKind::Class => vec![words.class.clone()],
                ParameterKind::Community => vec![format!("g{}", 1 + (at + shift) % 3)],
                ParameterKind::Count => vec!["7".to_owned()],
                ParameterKind::Share => vec!["0.5".to_owned()],
                ParameterKind::Intervals => Vec::new(),
            };
            // A parameter of points takes all remaining words.
            let typed = kinds.iter().position(|kind| *kind == ParameterKind::Points);
            let typed = &kinds[..typed.map_or(kinds.len(), |at| at + 1)];
            typed.iter().enumerate().flat_map(of).collect()
        };
        for shift in 0..3 {
            let given = given(shift);
            if shift > 0 && given.is_empty() {
                continue;
            }
            let name = format!("{} {}", query.name, given.join(" "));
            let ask = move |open: &Open<'_>| {
                of(open, |StoredGraph { graph, database }| {
                    let prepared =
                        query::prepare(graph, catalogue, &query.name, &given, Limit::OfQuery);
                    let question = match prepared {
                        Ok(question) => question,
                        Err(error) => return one_line(error.to_string()),
                    };
                    answered(question.answer(Some(&**database)))?;
                    match query.is_computed() {
                        true => Ok(()),
                        false => answered(question.run(&**database)),
                    }
                })
            };
            all.push(to_ask(name, ask));
        }
    }
    for (name, selection) in selections(words) {
        let draw = move |open: &Open<'_>| {
            let request = ExportRequest::default()
                .selection(selection.clone())
                .output(folder.join("picture.dot"))
                .force(true);
            let source = &folder.join("altered.db");
            let progress = &Progress::default();
            of(open, |of| {
                answered(request.write(&of.graph, ExportContext { source, out: None, progress }))
            })
        };
        all.push(to_ask(format!("export {name}"), draw));
    }
    all
}

fn selections(words: &Words) -> Vec<(&'static str, Selection)> {
    let around = |at: usize| Selection::Around { cluster: words.concepts[at].clone(), radius: 2 };
    vec![
        ("all", Selection::All),
        ("largest", Selection::Largest(9)),
        ("around", around(0)),
        ("around a point", around(2)),
        ("up", Selection::Up(words.concepts[1].clone())),
        ("down", Selection::Down(words.concepts[0].clone())),
        ("containing", Selection::Containing(words.points[0].clone())),
        ("lca", Selection::Lca(words.points.to_vec())),
        ("peaks", Selection::Peaks),
        ("tree", Selection::Tree),
    ]
}
