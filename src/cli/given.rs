//! Neighbours and distances that are given, not found from features.

use std::path::Path;

use super::choices::K;
use super::error::{CliError, say};
use super::flags;
use super::input::{TableArgs, first, refused};
use super::input_name::file;
use crate::base::amount::Amount;
use crate::base::numbers::counted;
use crate::context::mtx;
use crate::context::neighbor_lists::NeighborLists;
use crate::table::links::{self, Links};
use crate::table::{Table, distances};

/// Why options of tables are refused.
const WHY: &str = "is for tables, and these are neighbours";

impl TableArgs {
    /// Reads neighbour lists from a sparse matrix.
    pub(super) fn matrix(&self, input: &Path) -> Result<NeighborLists, CliError> {
        self.refuse(WHY, input, &[])?;
        let k = self.given_k(input)?;
        Ok(self.said(mtx::read(input, k)?, input))
    }

    /// Reads neighbour lists from rows that are links.
    pub(super) fn links(&self, input: &Path) -> Result<NeighborLists, CliError> {
        refused(self.of_classes().or_else(|| self.of_columns()), WHY, input)?;
        let k = self.given_k(input)?;
        let links: Links = match self.statement(input)? {
            None => links::read(input, !self.no_header)?,
            Some(statement) => links::read_statement(&*statement)?,
        };
        let lists = NeighborLists::of_names(links.iter(), k);
        Ok(self.said(lists.map_err(|fault| fault.in_file(file(input)))?, input))
    }

    /// How many of the given neighbours count; none is all of them.
    fn given_k(&self, input: &Path) -> Result<Option<usize>, CliError> {
        let others = [
            ("--anchors", self.anchors.is_some()),
            ("--metric", self.metric.is_some()),
            ("--scale", self.scale.is_some()),
            ("--k auto", matches!(self.k, Some(K::Auto))),
            ("--k P%", matches!(self.k, Some(K::Given(Amount::Percent(_))))),
        ];
        refused(first(&others), WHY, input)?;
        Ok(self.k.and_then(|k| match k {
            K::Given(Amount::Count(k)) => Some(k),
            K::Given(Amount::Percent(_)) | K::Auto => None,
        }))
    }

    /// The lists, after saying which points have fewer than k.
    fn said(&self, lists: NeighborLists, input: &Path) -> NeighborLists {
        if lists.short > 0 {
            let points = counted(lists.short as u64, "point has", "points have");
            say(&format!("{}: {points} fewer neighbours than k, and keep all", file(input)));
        }
        lists
    }

    /// Reads the distances of all pairs of points.
    pub(super) fn distances(&self, input: &Path) -> Result<Table, CliError> {
        let others = [("--metric", self.metric.is_some()), ("--scale", self.scale.is_some())];
        let why = "is for features, and these are distances";
        refused(self.of_columns().or(first(&others)), why, input)?;
        let read = distances::read(input, self.label.as_deref(), self.memory())?;
        read.map_err(|too_large| {
            let said = format!("{}: the distances of all pairs {too_large}", file(input));
            CliError::Limit(flags::with(said, "--max-memory"))
        })
    }
}
