//! Times of the canned queries on a stored graph, with random arguments, and a comparison of the
//! answers of two graphs:
//!
//! ```text
//! cargo bench --bench latency -- STORE [COUNT [OTHER_STORE [QUERY...]]]
//! ```
//!
//! STORE is a file, or `bolt://...?graph=NAME` with NEO4J_USERNAME and NEO4J_PASSWORD. Each query
//! runs COUNT times (1,000 by default), with equal arguments in every run of the benchmark. The
//! first answer is that of a graph that was just opened, and reads the sections that the query
//! needs. If names of queries are given, only these are run.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use conceptgraph::Graph;
use conceptgraph::query::{self, Cell, Limit, catalogue::Catalogue};
use conceptgraph::store::neo4j::{Address, Credentials, Neo4jStore};
use conceptgraph::store::server_url::is_server_url;
use conceptgraph::store::sqlite::SqliteStore;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

type Answer<T> = Result<T, Box<dyn Error>>;

fn open(word: &str) -> Answer<Graph> {
    if is_server_url(word) {
        let who = Credentials::from_environment()?.ok_or("set NEO4J_USERNAME, NEO4J_PASSWORD")?;
        return Ok(Neo4jStore::graph(&Address::parse(word)?, &who)?);
    }
    Ok(SqliteStore::graph(Path::new(word))?)
}

/// A generator of random arguments for each query.
struct Asker {
    random: ChaCha8Rng,
    points: Vec<String>,
    classes: Vec<String>,
    concepts: u64,
}

impl Asker {
    fn below(&mut self, n: u64) -> u64 {
        self.random.next_u64() % n
    }

    fn point(&mut self) -> String {
        let at = self.below(self.points.len() as u64);
        self.points[at as usize].clone()
    }

    fn concept(&mut self) -> String {
        format!("c{}", 1 + self.below(self.concepts))
    }

    fn words(&mut self, query: &str, graph: &Graph, queries: &Catalogue) -> Answer<Vec<String>> {
        Ok(match query {
            "lca" => vec![self.point(), self.point()],
            "containing" | "nearest" => vec![self.point()],
            "meet" => vec![self.concept(), self.concept()],
            "path" => {
                // Comparable clusters: the join of two points, and the smallest cluster of one.
                let (p, q) = (self.point(), self.point());
                let first = |words: &[String]| -> Answer<String> {
                    let answer = query::ask(graph, queries, "lca", words, Limit::OfQuery)?;
                    match answer.rows.first().and_then(|row| row.first()) {
                        Some(Cell::Cluster(id)) => Ok(id.to_string()),
                        _ => Ok(graph.top().to_string()),
                    }
                };
                vec![first(std::slice::from_ref(&p))?, first(&[p.clone(), q])?]
            }
            "pure" => {
                let at = self.below(self.classes.len().max(1) as u64);
                self.classes.get(at as usize).cloned().into_iter().collect()
            }
            "points" | "classes" | "largest" | "stats" | "boundary" | "communities" | "between"
            | "membership" | "landmarks" => Vec::new(),
            "community" => vec!["g1".to_owned()],
            "contrast" => vec![self.concept(), self.concept()],
            "why" => vec![self.point(), self.point()],
            _ => vec![self.concept()],
        })
    }
}

fn main() -> Answer<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let Some(word) = words.first() else {
        println!("usage: cargo bench --bench latency -- STORE [COUNT [OTHER_STORE [QUERY...]]]");
        return Ok(());
    };
    let count: usize = words.get(1).map_or(Ok(1000), |count| count.parse())?;
    let (graph, queries) = (open(word)?, Catalogue::sql());
    let other = words.get(2).map(|word| open(word)).transpose()?;
    let points = graph.points()?;
    let classes = points.classes().map_or(Vec::new(), |classes| classes.names().to_vec());
    let mut asker = Asker {
        random: ChaCha8Rng::seed_from_u64(1),
        points: points.names().to_vec(),
        classes,
        concepts: graph.facts().concepts.into(),
    };
    println!("| query | first ms | median ms | p95 ms | longest ms |\n|---|---:|---:|---:|---:|");
    let only = words.get(3..).unwrap_or_default();
    for query in queries.queries() {
        if !only.is_empty() && !only.contains(&query.name) {
            continue;
        }
        if query.name == "pure" && asker.classes.is_empty() {
            continue;
        }
        // A query about the whole graph takes too long to be run a thousand times.
        let whole = ["stats", "points", "landmarks", "boundary", "membership", "between"];
        let count = if whole.contains(&query.name.as_str()) { count.min(10) } else { count };
        let ask = |graph: &Graph, words: &[String]| {
            query::ask(graph, &queries, &query.name, words, Limit::OfQuery)
        };
        let words = asker.words(&query.name, &graph, &queries)?;
        let start = Instant::now();
        ask(&open(word)?, &words)?;
        let first = start.elapsed().as_secs_f64() * 1000.0;
        let mut times = Vec::new();
        for _ in 0..count {
            let words = asker.words(&query.name, &graph, &queries)?;
            let start = Instant::now();
            let answer = ask(&graph, &words)?;
            times.push(start.elapsed().as_secs_f64() * 1000.0);
            if let Some(other) = &other
                && ask(other, &words)? != answer
            {
                return Err(format!("{} {words:?}: the graphs differ", query.name).into());
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        let name = &query.name;
        println!("| {name} | {first:.1} | {:.2} | {:.2} | {:.2} |", at(0.5), at(0.95), at(1.0));
    }
    Ok(())
}
