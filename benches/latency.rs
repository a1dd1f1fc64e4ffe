//! How long the canned queries take on a store, with random arguments, and whether two stores
//! agree:
//!
//! ```text
//! cargo bench --bench latency -- STORE [COUNT [OTHER_STORE [QUERY...]]]
//! ```
//!
//! STORE is a file, or `bolt://...?graph=NAME` with NEO4J_USERNAME and NEO4J_PASSWORD. Each query
//! runs COUNT times (1,000 unless given) after ten times to warm up; the same seed asks the same.
//! With names of queries, only these.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use conceptgraph::base::rows::Value;
use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::Queryable;
use conceptgraph::store::neo4j::{Address, Credentials, Neo4jStore};
use conceptgraph::store::server_word::names_a_server;
use conceptgraph::store::sqlite::SqliteStore;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

type Answer<T> = Result<T, Box<dyn Error>>;

fn open(word: &str) -> Answer<(Box<dyn Queryable>, Catalogue)> {
    if names_a_server(word) {
        let who = Credentials::from_environment()?.ok_or("set NEO4J_USERNAME, NEO4J_PASSWORD")?;
        let store = Neo4jStore::open(&Address::parse(word)?, &who)?;
        return Ok((Box::new(store), Catalogue::cypher()));
    }
    Ok((Box::new(SqliteStore::open(Path::new(word))?), Catalogue::sql()))
}

/// Random words for each query.
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

    fn words(
        &mut self,
        query: &str,
        store: &dyn Queryable,
        queries: &Catalogue,
    ) -> Answer<Vec<String>> {
        Ok(match query {
            "lca" => vec![self.point(), self.point()],
            "containing" | "nearest" => vec![self.point()],
            "meet" => vec![self.concept(), self.concept()],
            "path" => {
                // Comparable: the cluster that joins two points, and one of them alone.
                let (p, q) = (self.point(), self.point());
                let first = |words: &[String]| -> Answer<String> {
                    let rows = query::ask(store, queries, "lca", words, Limit::OfQuery)?;
                    match rows.rows.first().and_then(|row| row.first()) {
                        Some(Value::Text(id)) => Ok(id.clone()),
                        _ => Err("no cluster".into()),
                    }
                };
                vec![first(std::slice::from_ref(&p))?, first(&[p.clone(), q])?]
            }
            "pure" => {
                let at = self.below(self.classes.len().max(1) as u64);
                self.classes.get(at as usize).cloned().into_iter().collect()
            }
            "points" | "classes" | "largest" | "stats" | "boundary" | "communities" => Vec::new(),
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
    let (store, queries) = open(word)?;
    let other = words.get(2).map(|word| open(word)).transpose()?;
    let stored = store.stored_context()?;
    let classes = stored.points.classes().map_or(Vec::new(), |classes| classes.names().to_vec());
    let mut asker = Asker {
        random: ChaCha8Rng::seed_from_u64(1),
        points: stored.points.names().to_vec(),
        classes,
        concepts: stored.facts.concepts.into(),
    };
    println!("| query | median ms | p95 ms | longest ms |\n|---|---:|---:|---:|");
    let only = words.get(3..).unwrap_or_default();
    for query in queries.queries() {
        if !only.is_empty() && !only.contains(&query.name) {
            continue;
        }
        if query.name == "pure" && asker.classes.is_empty() {
            continue;
        }
        // A query that reads the whole graph does not run a thousand times.
        let is_whole = ["stats", "points", "communities"].contains(&query.name.as_str());
        let count = if is_whole { 10 } else { count };
        let mut times = Vec::new();
        for round in 0..count + 10 {
            let words = asker.words(&query.name, &*store, &queries)?;
            let start = Instant::now();
            let rows = query::ask(&*store, &queries, &query.name, &words, Limit::OfQuery)?;
            if round >= 10 {
                times.push(start.elapsed().as_secs_f64() * 1000.0);
            }
            if let Some((other, queries)) = &other {
                let answer = query::ask(&**other, queries, &query.name, &words, Limit::OfQuery)?;
                if query.name != "profile" && answer != rows {
                    return Err(format!("{} {words:?}: the stores differ", query.name).into());
                }
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!("| {} | {:.2} | {:.2} | {:.2} |", query.name, at(0.5), at(0.95), at(1.0));
    }
    Ok(())
}
