//! The searches that place new rows in a graph.

use std::sync::{Arc, Mutex, OnceLock};

use conceptgraph::place::{CommunitySearch, PLACEMENT_COLUMNS, PlaceError, Placer};
use conceptgraph::{Graph, Progress, Rows};
use conceptgraph_engine::base::lock::lock;

/// The searches that place new rows in one graph, each created on first use. No thread waits for
/// another one here, since no signal could end such a wait; a second thread creates its own search.
#[derive(Default)]
pub(crate) struct Placers {
    groups: OnceLock<CommunitySearch>,
    /// The placer of typed rows while no thread uses it.
    words: Mutex<Option<Placer>>,
}

impl Placers {
    /// Returns the search for the communities of rows.
    pub(crate) fn groups(
        &self,
        graph: &Arc<Graph>,
        progress: &Progress,
    ) -> Result<&CommunitySearch, PlaceError> {
        if let Some(groups) = self.groups.get() {
            return Ok(groups);
        }
        let groups = CommunitySearch::new(graph, progress)?;
        Ok(self.groups.get_or_init(|| groups))
    }

    /// Returns a row of [`PLACEMENT_COLUMNS`] for a new row that is typed as words, `name=value`,
    /// with at most `nearest` of its nearest points.
    pub(crate) fn place_words(
        &self,
        graph: &Arc<Graph>,
        words: &[String],
        nearest: usize,
        progress: &Progress,
    ) -> Result<Rows, PlaceError> {
        let idle = lock(&self.words).take();
        let mut placer = idle.map_or_else(|| Placer::new(graph, progress), Ok)?;
        let row = placer.place_typed(words, nearest);
        *lock(&self.words) = Some(placer);
        Ok(Rows { columns: PLACEMENT_COLUMNS.map(str::to_owned).to_vec(), rows: vec![row?] })
    }
}
