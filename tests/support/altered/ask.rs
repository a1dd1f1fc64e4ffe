//! Everything the program can be asked of a stored graph, by calls of the library: each must give
//! an answer or one line.

use std::path::Path;

use conceptgraph::base::progress::Progress;
use conceptgraph::export::{ExportContext, ExportRequest, Selection};
use conceptgraph::graph::ConceptGraph;
use conceptgraph::place::{self, Placer};
use conceptgraph::query::Limit;
use conceptgraph::query::catalogue::{Catalogue, ParameterKind};
use conceptgraph::store::Queryable;
use conceptgraph::store::sqlite;
use conceptgraph::{check, query};

/// Something to ask, by a name and by what does it.
pub type Asked<'a> = (String, Box<dyn Fn(&dyn Queryable) -> Result<(), String> + 'a>);

/// Words that mean something in the graph that is altered.
pub struct Words {
    pub points: [String; 3],
    pub class: String,
    pub concepts: [String; 3],
}

impl Words {
    pub fn of(graph: &ConceptGraph) -> Self {
        let name = |at: usize| graph.points.names()[at % graph.points.len()].clone();
        let points = [0, 2, 3].map(name);
        let classes = graph.points.classes();
        Self {
            class: classes.map_or_else(|| "none".to_owned(), |classes| classes.names()[0].clone()),
            concepts: ["c5".to_owned(), format!("c{}", graph.lattice.len()), points[2].clone()],
            points,
        }
    }
}

/// An error as it should be.
pub fn one_line(text: String) -> Result<(), String> {
    match text.trim().is_empty() || text.contains('\n') {
        true => Err(format!("not one line: {text:?}")),
        false => Ok(()),
    }
}

fn answered<T, E: std::fmt::Display>(answer: Result<T, E>) -> Result<(), String> {
    answer.map(|_| ()).or_else(|error| one_line(error.to_string()))
}

fn to_ask<'a>(
    name: impl Into<String>,
    ask: impl Fn(&dyn Queryable) -> Result<(), String> + 'a,
) -> Asked<'a> {
    (name.into(), Box::new(ask))
}

/// Every canned query in every way, every selection, a copy into `folder`, and the check.
pub fn everything<'a>(
    catalogue: &'a Catalogue,
    folder: &'a Path,
    words: &'a Words,
) -> Vec<Asked<'a>> {
    let mut all = vec![
        to_ask("facts", |store| answered(store.facts())),
        to_ask("features", |store| answered(store.features())),
        to_ask("classes", |store| answered(store.classes())),
        to_ask("near", |store| answered(store.near())),
        to_ask("communities", |store| answered(store.communities())),
        to_ask("membership", |store| answered(store.membership())),
        to_ask("check", |store| answered(check::check(store, &Progress::default()))),
        to_ask("copy", |store| {
            let target = folder.join("copy.db");
            answered(sqlite::save(store, &target, true, &Progress::default()))
        }),
        to_ask("place", |store| {
            let placed = || -> Result<(), place::Error> {
                let mut placer = Placer::of(store, &Progress::default())?;
                let features = store.features()?;
                let some = features.values.len().min(3 * features.names.len());
                placer.values(store, &features.values[..some], 3).map(drop)
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
                ParameterKind::Concept => vec![words.concepts[(at + shift) % 3].clone()],
                ParameterKind::Class => vec![words.class.clone()],
                ParameterKind::Community => vec![format!("g{}", 1 + (at + shift) % 3)],
                ParameterKind::Count => vec!["7".to_owned()],
                ParameterKind::Share => vec!["0.5".to_owned()],
                ParameterKind::Intervals => Vec::new(),
            };
            // Points take all words.
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
            let ask = move |store: &dyn Queryable| {
                let prepared =
                    query::prepare(store, catalogue, &query.name, &given, Limit::OfQuery);
                let question = match prepared {
                    Ok(question) => question,
                    Err(error) => return one_line(error.to_string()),
                };
                answered(question.answer(store))?;
                answered(question.run(store))
            };
            all.push(to_ask(name, ask));
        }
    }
    for (name, selection) in selections(words) {
        let draw = move |store: &dyn Queryable| {
            let request = ExportRequest {
                selection: Some(selection.clone()),
                output: folder.join("picture.dot"),
                force: true,
                ..ExportRequest::default()
            };
            let source = &folder.join("altered.db");
            let progress = &Progress::default();
            answered(request.write(store, ExportContext { source, out: None, progress }))
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
        ("map", Selection::Map(9)),
        ("tree", Selection::Tree),
    ]
}
