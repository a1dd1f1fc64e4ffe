//! The canned queries, one file each: the answer, the reason for an empty answer, and notes.
//!
//! The header of a query's statement in `queries/` declares its parameters and columns.

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
mod outliers;
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

pub(crate) use rows::cluster_row;

use super::error::QueryError;
use super::{Answer, Question};

/// A query that the program answers.
#[derive(Debug)]
pub(super) struct Canned {
    pub(super) name: &'static str,
    /// The header and the statement in SQL; the header alone if only the program can answer.
    pub(super) sql: &'static str,
    /// The header and the statement in Cypher; the header alone if only the program can answer.
    pub(super) cypher: &'static str,
    pub(super) answer: fn(&Question<'_>) -> Result<Answer, QueryError>,
}

/// Defines the query of a module, with statements in `queries/` or with a header alone.
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

macro_rules! all {
    ($($name:ident)*) => { [$(&$name::QUERY),*] };
}

/// All canned queries, sorted by name.
pub(super) static CANNED: [&Canned; 28] = all!(
    between boundary children classes communities community concept containing contrast describe
    intent landmarks largest lca meet members membership nearest outliers parents path points
    profile pure purity rule stats why
);

const NO_CLASSES: &str = "this graph has no classes; build it with a label";
const NO_TABLE: &str = "this graph has no features: it was not built from a table";
