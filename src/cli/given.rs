//! Neighbours and distances that are given: files of them, and which options they take.

use std::path::Path;

use super::failure::{Failure, say};
use super::flags;
use super::input::{How, K, file, first};
use crate::base::amount::Amount;
use crate::base::numbers::counted;
use crate::context::mtx;
use crate::context::neighbor_lists::NeighborLists;
use crate::table::{Table, distances};

impl How {
    /// Reads neighbour lists, and says which points have fewer than k.
    pub(super) fn lists(&self, input: &Path) -> Result<NeighborLists, Failure> {
        let others = [
            ("--anchors", self.anchors.is_some()),
            ("--metric", self.metric.is_some()),
            ("--scale", self.scale.is_some()),
            ("--k auto", matches!(self.k, Some(K::Auto))),
            ("--k P%", matches!(self.k, Some(K::Given(Amount::Percent(_))))),
        ];
        self.refuse("is for tables, and these are neighbours", input, &others)?;
        let k = self.k.and_then(|k| match k {
            K::Given(Amount::Count(k)) => Some(k),
            K::Given(Amount::Percent(_)) | K::Auto => None,
        });
        let lists = mtx::read(input, k)?;
        if lists.short > 0 {
            let points = counted(lists.short as u64, "point has", "points have");
            say(&format!("{}: {points} fewer neighbours than k, and keep all", file(input)));
        }
        Ok(lists)
    }

    /// Reads the distances of all pairs of points.
    pub(super) fn distances(&self, input: &Path) -> Result<Table, Failure> {
        let others = [("--metric", self.metric.is_some()), ("--scale", self.scale.is_some())];
        if let Some(option) = self.of_columns().or(first(&others)) {
            let place = file(input);
            let why = "is for features, and these are distances; leave it out";
            return Err(Failure::Usage(format!("{place}: {option} {why}")));
        }
        let read = distances::read(input, self.label.as_deref(), self.memory())?;
        read.map_err(|too_large| {
            let said = format!("{}: the distances of all pairs {too_large}", file(input));
            Failure::Limit(flags::with(said, "--max-memory"))
        })
    }
}
