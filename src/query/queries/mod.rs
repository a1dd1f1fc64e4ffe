//! The canned queries, one file each: its answer, what an empty answer means, and notes.
//!
//! The head of its statement in `queries/` says what a query takes and what its columns are.

mod between;
mod boundary;
mod children;
mod classes;
mod communities;
mod community;
mod concept;
mod containing;
mod contrast;
mod describe;
mod intent;
mod landmarks;
mod largest;
mod lca;
mod meet;
mod members;
mod membership;
mod nearest;
mod parents;
mod path;
mod points;
mod profile;
mod pure;
mod purity;
mod rows;
pub(super) mod rule;
mod stats;
mod why;

pub(crate) use rows::cluster as cluster_row;

use super::error::Error;
use super::{Answer, Question};

/// A query that the program answers.
#[derive(Debug)]
pub(super) struct Canned {
    /// Its name: the stem of its files.
    pub(super) name: &'static str,
    /// Its statement in SQL, after a head; a head alone where the program alone answers.
    pub(super) sql: &'static str,
    /// Its statement in Cypher, likewise.
    pub(super) cypher: &'static str,
    /// Answers it.
    pub(super) answer: fn(&Question<'_>) -> Result<Answer, Error>,
}

/// A query whose statements are in `queries/`.
macro_rules! canned {
    ($name:literal) => {
        pub(super) static QUERY: super::Canned = super::Canned {
            name: $name,
            sql: include_str!(concat!("../../../queries/", $name, ".sql")),
            cypher: include_str!(concat!("../../../queries/", $name, ".cypher")),
            answer,
        };
    };
    ($name:literal, $head:literal) => {
        pub(super) static QUERY: super::Canned =
            super::Canned { name: $name, sql: $head, cypher: $head, answer };
    };
}
use canned;

/// All of them, by name.
pub(super) static CANNED: [&Canned; 27] = [
    &between::QUERY,
    &boundary::QUERY,
    &children::QUERY,
    &classes::QUERY,
    &communities::QUERY,
    &community::QUERY,
    &concept::QUERY,
    &containing::QUERY,
    &contrast::QUERY,
    &describe::QUERY,
    &intent::QUERY,
    &landmarks::QUERY,
    &largest::QUERY,
    &lca::QUERY,
    &meet::QUERY,
    &members::QUERY,
    &membership::QUERY,
    &nearest::QUERY,
    &parents::QUERY,
    &path::QUERY,
    &points::QUERY,
    &profile::QUERY,
    &pure::QUERY,
    &purity::QUERY,
    &rule::QUERY,
    &stats::QUERY,
    &why::QUERY,
];

/// What is said of a graph without classes.
const NO_CLASSES: &str = "this graph has no classes; build it with a label";
/// What is said of a graph without features.
const NO_TABLE: &str = "this graph has no features: it was not made from a table of them";
