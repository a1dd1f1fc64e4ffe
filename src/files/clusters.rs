//! The tables of the clusters and of the covers of a picture, the same in every format.

use std::path::{Path, PathBuf};

use super::table::{FileCell, FileColumn, FileTable};
use crate::base::shown_columns::ColumnKind;
use crate::graph::{Graph, Result};
use crate::picture::Picture;
use crate::picture::style::Labels;

/// Returns a row for each cluster, with the id first; `labels` says which points or attributes a
/// cluster names.
pub(crate) fn cluster_table<'a>(
    graph: &'a Graph,
    picture: &'a Picture,
    labels: Labels,
) -> Result<FileTable<'a>> {
    let (points, nodes) = (graph.points()?, &picture.nodes);
    let all = points.names();
    let mut columns = vec![
        FileColumn::text("id", |row| Some(&nodes[row].name)),
        FileColumn::text("label", |row| Some(&nodes[row].name)),
        FileColumn::integer("size", |row| Some(nodes[row].size)),
        FileColumn::text("centre", |row| Some(&all[nodes[row].center?])),
        FileColumn::real("cohesion", |row| nodes[row].cohesion),
    ];
    if let Some(classes) = points.classes() {
        let majority = |row: usize| nodes[row].majority();
        let class = move |row| Some(&classes.names()[majority(row)?.0]);
        columns.push(FileColumn::text("class", class));
        columns.push(FileColumn::real("purity", move |row| Some(majority(row)?.1)));
        for (at, name) in classes.names().iter().enumerate() {
            let count = move |row: usize| nodes[row].counts.get(at).copied();
            let column = FileColumn::integer(&format!("count_{name}"), count);
            columns.push(FileColumn { key: format!("count_{}", at + 1), ..column });
        }
    }
    let mut add = |name: &str, list: fn(&'a Picture, usize) -> Vec<&'a str>| {
        let cell = move |row| Some(FileCell::Names(list(picture, row)));
        columns.push(FileColumn::new(name, ColumnKind::Text, cell));
    };
    if labels == Labels::Members {
        add("members", |of, row| of.names(of.nodes[row].members.as_deref().unwrap_or_default()));
    }
    if labels.names_objects() {
        add("introduced", |of, row| of.names(&of.nodes[row].introduced));
    }
    if labels.names_attributes(graph.ready_context()?.is_some()) {
        add("introduced_attributes", |of, row| {
            of.nodes[row].attributes.iter().map(String::as_str).collect()
        });
    }
    Ok(FileTable { rows: nodes.len(), columns })
}

/// Returns a row for each cover, from the lower cluster to the upper one.
pub(crate) fn cover_table(picture: &Picture) -> FileTable<'_> {
    let (nodes, edges) = (&picture.nodes, &picture.edges);
    let columns = vec![
        FileColumn::text("source", |row| Some(&nodes[edges[row].0].name)),
        FileColumn::text("target", |row| Some(&nodes[edges[row].1].name)),
    ];
    FileTable { rows: edges.len(), columns }
}

/// Returns the files of both tables as CSV: `x.nodes.csv` and `x.edges.csv` for `x.csv`.
pub(crate) fn file_pair(target: &Path) -> [PathBuf; 2] {
    let is_csv = target.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("csv"));
    let stem = if is_csv { target.with_extension("") } else { target.to_owned() };
    ["nodes", "edges"].map(|of| {
        let mut name = stem.clone().into_os_string();
        name.push(format!(".{of}.csv"));
        name.into()
    })
}
