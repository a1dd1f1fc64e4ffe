//! Communities as tools for GraphRAG ask for them.

use std::sync::Arc;

use conceptgraph::base::progress::Progress;
use conceptgraph::base::rows::Value;
use conceptgraph::check;
use conceptgraph::communities::Level;
use conceptgraph::store::neo4j::{self, Extras, Neo4jStore, Target};
use conceptgraph::store::{LatticeStore, Queryable};
use libtest_mimic::{Failed, Trial};

use crate::browser::{each_answers, shown};
use crate::install::LTS;
use crate::server::Server;
use crate::support::{example, graphs, same};
use crate::{Shared, load};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    vec![on!(shared, LTS, communities_are_retrieved)]
}

/// What llm-graph-builder asks: what is said of the communities of some entities.
const LOCAL: &str = "MATCH (node:Point {graph: $graph}) WHERE node.name IN ['d1', 'd2']
     WITH collect(node) AS nodes
     RETURN COLLECT {
       UNWIND nodes AS n
       MATCH (n)-[:IN_COMMUNITY]->(c:__Community__)
       WITH DISTINCT c, c.community_rank AS rank, c.weight AS weight
       RETURN c.summary ORDER BY rank, weight DESC LIMIT 3
     } AS reports";
/// What a search over all communities of a level reads.
const GLOBAL: &str = "MATCH (community:__Community__ {graph: $graph}) WHERE community.level = 1
     RETURN community.id AS id, community.full_content AS output ORDER BY community.community_rank";
/// The tree, from below.
const TREE: &str = "MATCH (c:__Community__ {graph: $graph})-[:PARENT_COMMUNITY]->(p:__Community__)
     WHERE p.level > c.level RETURN count(*) AS ties";

fn communities_are_retrieved(server: &Server) -> Result<(), Failed> {
    let (name, theirs) = ("retrieved", "CREATE (:__Community__ {id: '0-1', level: 1, of: $g})");
    server.write(theirs, name)?;
    let graph = graphs::table(&example("iris.csv"), Some("class"), None, 20, 0)?;
    let (address, progress) = (server.address(), Progress::default());
    let with = Extras { graph_rag: true, ..Extras::default() };
    let target = Target { with, ..Target::new(&address, server.credentials(), name) };
    target.load(&graph, &progress, &mut |_, _| {})?;
    is_told(server, name)?;
    let shown = shown("## Communities for GraphRAG")?;
    let shown = shown.replace("'wine'", &format!("'{name}'"));
    same("statements of the document", each_answers(server, &shown)?, 2)?;
    // A replacement keeps them, of the new graph, and no old ones stay.
    load(server, &graphs::graph("iris")?, name, true, &mut |_, _| {})?;
    is_told(server, name)?;
    neo4j::remove(&server.graph(name), server.credentials(), &progress)?;
    let left = format!(
        "MATCH (c:__Community__) WHERE c.load STARTS WITH '{name}' OR c.of = '{name}'
         RETURN collect(c.id) AS left;"
    );
    let left = server.shell("plain", &left)?.unwrap_or_default();
    same("left", left.trim(), "left\n[\"0-1\"]")?;
    Ok(server.write("MATCH (c:__Community__ {of: $g}) DELETE c", name)?)
}

fn is_told(server: &Server, name: &str) -> Result<(), Failed> {
    let store = Neo4jStore::open(&server.graph(name), server.credentials())?;
    let (communities, summaries) = (store.communities()?, store.summaries()?);
    same("faults", check::check(&store, &Progress::default())?.faults, Vec::new())?;
    let groups = communities.all.iter().enumerate().filter(|(_, one)| one.level == Level::Group);
    let mut expected: Vec<_> = groups
        .map(|(at, one)| {
            let id = format!("{name}-1-{}", at + 1);
            let content = format!("# {}\n\n{}", one.title, summaries[at]);
            (one.points, vec![Value::Text(id), Value::Text(content)])
        })
        .collect();
    expected.sort_by_key(|(points, _)| *points);
    let expected: Vec<_> = expected.into_iter().map(|(_, row)| row).collect();
    let mut found = store.run(GLOBAL, &[])?.rows;
    // Of equal rank in any order.
    found.sort_by_key(|row| expected.iter().position(|one| one == row));
    same("of a level", found, expected)?;
    let ties = communities.all.iter().filter(|one| one.parent.is_some()).count();
    same("ties", store.run(TREE, &[])?.rows, vec![vec![Value::Int(ties as i64)]])?;
    let told = store.run(LOCAL, &[])?.rows.remove(0).remove(0);
    let Value::Json(told) = told else { return Err(format!("{told:?}").into()) };
    let told = told.as_array().map(Vec::as_slice).unwrap_or_default();
    let known = |text: &serde_json::Value| summaries.iter().any(|one| text == one);
    same("reports", (told.is_empty(), told.iter().all(known)), (false, true))
}
