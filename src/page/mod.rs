//! A page to explore: one file of HTML that requests nothing.
//!
//! Invariant: a name never becomes markup. Names reach the page as JSON without a `<`, and its
//! script writes them as text alone. The page's policy forbids every request and every script but
//! its own, by the digest of each. The same picture gives the same bytes.
//!
//! The page holds the points, the nearest points of each, and the members of each cluster; of a
//! ready context it holds the attributes of each point too. So its script (`web/*.js`) finds the
//! smallest of its clusters with some points, and the clusters above and below a cluster, from
//! members alone. If there are many points, it holds a sample ([`mod@sample`]).

mod communities;
mod content;
pub(crate) mod packing;
mod sample;

use sha2::{Digest, Sha256};

use self::communities::{Grouping, html_summary};
use self::packing::encode_base64;
use self::sample::{MAX_ENTRIES, PageSample};
use crate::base::display_safe;
use crate::base::ids::PointId;
use crate::base::numbers::group_thousands;
use crate::base::points::Position;
use crate::base::progress::Progress;
use crate::graph::{self, Graph};
use crate::picture::Picture;
use crate::picture::escape::escape_xml;

const TEMPLATE: &str = include_str!("web/page.html");
const STYLE: &str = include_str!("web/page.css");
/// The scripts, each after those from which it imports.
const SCRIPTS: [(&str, &str); 33] = [
    ("packed", include_str!("web/packed.js")),
    ("context", include_str!("web/context.js")),
    ("join", include_str!("web/join.js")),
    ("camera", include_str!("web/camera.js")),
    ("elements", include_str!("web/elements.js")),
    ("table", include_str!("web/table.js")),
    ("differences", include_str!("web/differences.js")),
    ("colours", include_str!("web/colours.js")),
    ("writing", include_str!("web/writing.js")),
    ("unfolding", include_str!("web/unfolding.js")),
    ("state", include_str!("web/state.js")),
    ("places", include_str!("web/places.js")),
    ("colouring", include_str!("web/colouring.js")),
    ("circles", include_str!("web/circles.js")),
    ("islands", include_str!("web/islands.js")),
    ("peaks", include_str!("web/peaks.js")),
    ("map_names", include_str!("web/map_names.js")),
    ("map", include_str!("web/map.js")),
    ("view", include_str!("web/view.js")),
    ("drawing", include_str!("web/drawing.js")),
    ("lighting", include_str!("web/lighting.js")),
    ("link", include_str!("web/link.js")),
    ("parts", include_str!("web/parts.js")),
    ("why", include_str!("web/why.js")),
    ("panel", include_str!("web/panel.js")),
    ("search", include_str!("web/search.js")),
    ("rows", include_str!("web/rows.js")),
    ("focus", include_str!("web/focus.js")),
    ("gestures", include_str!("web/gestures.js")),
    ("input", include_str!("web/input.js")),
    ("map_input", include_str!("web/map_input.js")),
    ("peaks_input", include_str!("web/peaks_input.js")),
    ("page", include_str!("web/page.js")),
];

/// An error of a page.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// Clusters with too many members.
    #[error(
        "a page holds clusters with their members, and the points of a context with their \
         attributes, and here these are {held}, more than {most}; choose fewer clusters, or \
         another format",
        held = group_thousands(*.0 as u64), most = group_thousands(MAX_ENTRIES as u64)
    )]
    TooMany(usize),
    /// A section that cannot be read.
    #[error(transparent)]
    Graph(#[from] graph::GraphError),
}

/// The most points that are marked as far from all groups.
const MAX_FAR_POINTS: usize = 1_000;

/// Returns the page of a picture of a graph: its clusters with their members, and its points with
/// the data of the graph on them.
///
/// # Errors
/// Returns an error if there are more members than a page holds, or if a section cannot be read.
pub(crate) fn html(graph: &Graph, picture: Picture) -> Result<String, PageError> {
    let points = graph.points()?;
    let (communities, membership) = (graph.communities()?, graph.membership()?);
    let far = graph.far_points()?;
    let far = far[..far.len().min(MAX_FAR_POINTS)].to_vec();
    let typical = communities.all.iter().flat_map(|one| &one.typical);
    let typical: Vec<PointId> = typical.filter_map(|name| points.find(name)).collect();
    let rows = graph.ready_context()?.map(|context| context.rows());
    let sample = PageSample::new(picture, far, &typical, rows)?;
    let picture = &sample.picture;
    let is_doubtful = graph.facts().is_close_look();
    let groups = Grouping { communities, membership, verdict: &graph.findings()?, is_doubtful };
    // A graph without points has no positions.
    let places = graph.positions(&Progress::default())?;
    let place = |point: &PointId| places.get(point.index()).copied().unwrap_or_default();
    let places: Vec<Position> = sample.points.iter().map(place).collect();
    let script = join_scripts();
    let style = format!("\n{STYLE}");
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        csp_source(&script),
        csp_source(&style)
    );
    let title = escape_xml(&display_safe::escape_line(content::page_title(picture, graph.facts())));
    let parts = [
        ("policy", policy),
        ("words", html_summary(points, &groups)),
        ("title", title),
        ("style", style),
        ("data", content::to_json(graph, &sample, groups, &places)?),
        ("script", script),
    ];
    Ok(fill_template(TEMPLATE, &parts))
}

/// Joins all scripts into one, since a page of one file has nowhere to import from. Each stays in
/// its own scope: a function that takes its imports and returns its exports.
fn join_scripts() -> String {
    let mut all = String::new();
    for (name, script) in SCRIPTS {
        let mut body = script.replace("import {", "const {").replace("export {", "return {");
        for (other, _) in SCRIPTS {
            let from = format!("}} from \"./{other}.js\";");
            body = body.replace(&from, &format!("}} = {other}_js;"));
        }
        all += &format!("\nconst {name}_js = (() => {{\n{body}}})();\n");
    }
    all
}

/// Returns the source by which a policy allows a script or a style.
fn csp_source(text: &str) -> String {
    format!("'sha256-{}'", encode_base64(&Sha256::digest(text)))
}

/// Replaces every `{{name}}` in a template; replacements are not read again.
fn fill_template(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").expect("the template closes what it opens");
        let part = parts.iter().find(|(known, _)| *known == name).expect("the part is known");
        page += before;
        page += &part.1;
        rest = after;
    }
    page + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<&str> {
        let list = list.split('}').next().unwrap_or_default();
        list.split([',', ' ', '\n']).filter(|name| !name.is_empty()).collect()
    }

    #[test]
    fn a_script_imports_what_one_before_it_exports() {
        let mut exported: Vec<(String, Vec<&str>)> = Vec::new();
        let mut imported = Vec::new();
        for (script, text) in SCRIPTS {
            for import in text.split("import {").skip(1) {
                let (from, known) = exported
                    .iter()
                    .find(|(from, _)| import[..import.find(';').unwrap_or(0)].ends_with(from))
                    .unwrap_or_else(|| panic!("{script} imports from no earlier script"));
                for name in names(import) {
                    assert!(known.contains(&name), "{script} imports {name} {from}");
                    imported.push((from.clone(), name));
                }
            }
            let exports = text.split_once("export {").map_or("", |(_, exports)| exports);
            exported.push((format!("from \"./{script}.js\""), names(exports)));
        }
        for (from, names) in exported {
            let unused = |name: &&str| !imported.contains(&(from.clone(), *name));
            assert_eq!(names.into_iter().find(unused), None, "exported for no script {from}");
        }
        let all = join_scripts();
        assert!(!all.contains("import ") && !all.contains("export "));
    }
}
