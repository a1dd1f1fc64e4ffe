//! A concept graph to ask, in memory or stored: what a program calls.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use crate::base::ids::{ConceptId, PointId};
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::build::{self, BuildOptions, Source};
use crate::communities::{Communities, Membership};
use crate::export::{ExportContext, ExportError, ExportRequest};
use crate::graph::ConceptGraph;
use crate::place::{self, Placed, Placer};
use crate::query::catalogue::Catalogue;
use crate::query::{self, Answer};
use crate::select;
use crate::store::sqlite::{self, SqliteStore};
use crate::store::{self, Concept, GraphFacts, LatticeStore};

/// A concept graph: overlapping clusters of points and the order among them.
///
/// It is in memory after [`Graph::build`], in one file after [`Graph::open`], or in any other
/// [store](crate::store); the answers are the same.
pub struct Graph {
    store: Box<dyn LatticeStore + Send>,
    catalogue: Catalogue,
}

impl Graph {
    /// Builds a graph in memory; `name` is what it is called in a store.
    ///
    /// # Errors
    /// A table or a setting that makes no graph, a limit that is reached, an interrupt.
    pub fn build(
        name: &str,
        source: Source,
        options: &BuildOptions,
        progress: &Progress,
    ) -> Result<Self, build::Error> {
        build::build(name, source, options, progress).map(Self::from)
    }

    /// Opens a graph in a SQLite file.
    ///
    /// # Errors
    /// A file that is missing, is no graph, or was made by another version.
    pub fn open(file: impl AsRef<Path>) -> store::Result<Self> {
        Ok(Self::of_store(Box::new(SqliteStore::open(file.as_ref())?), Catalogue::sql()))
    }

    /// A graph in any store, such as a
    #[cfg_attr(feature = "neo4j", doc = "[`Neo4jStore`](crate::store::neo4j::Neo4jStore),")]
    #[cfg_attr(not(feature = "neo4j"), doc = "Neo4j server,")]
    /// and the queries in the language of that store.
    pub fn of_store(store: Box<dyn LatticeStore + Send>, catalogue: Catalogue) -> Self {
        Self { store, catalogue }
    }

    /// Saves it as one SQLite file, whole or not at all; `force` replaces a graph that is there.
    ///
    /// # Errors
    /// A file that is there or cannot be written; an interrupt. The file is then as it was.
    pub fn save(
        &self,
        file: impl AsRef<Path>,
        force: bool,
        progress: &Progress,
    ) -> store::Result<()> {
        sqlite::save(&*self.store, file.as_ref(), force, progress)
    }

    /// The store behind it.
    pub fn store(&self) -> &dyn LatticeStore {
        &*self.store
    }

    /// What it is: how many points, features, clusters and covers, and how it was made.
    ///
    /// # Errors
    /// A failure of the store, as of all that follow.
    pub fn facts(&self) -> store::Result<GraphFacts> {
        self.store.facts()
    }

    /// The points: their names, and their classes where they have any.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn points(&self) -> store::Result<Arc<Points>> {
        Ok(Arc::clone(&self.store.stored_context()?.points))
    }

    /// The point of a name; none where no point has it.
    pub fn point(&self, name: &str) -> Option<PointId> {
        self.points().ok()?.find(name)
    }

    /// Returns the smallest cluster with all of these points, of equally small ones the first;
    /// `None` for no point.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn lca(&self, points: &[PointId]) -> store::Result<Option<Concept>> {
        let lca = select::lca(&*self.store, points)?;
        Ok(self.clusters(&lca.into_iter().collect::<Vec<_>>())?.pop())
    }

    /// Returns the `most` smallest clusters with a point, smallest first.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn containing(&self, point: PointId, most: usize) -> store::Result<Vec<Concept>> {
        let mut ids = self.store.containing(&[point])?.concat();
        ids.truncate(most);
        self.clusters(&ids)
    }

    /// Returns these clusters, in the order given.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn clusters(&self, ids: &[ConceptId]) -> store::Result<Vec<Concept>> {
        self.store.concepts(ids)
    }

    /// The points of a stored cluster, ascending.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn members(&self, id: ConceptId) -> store::Result<Vec<PointId>> {
        Ok(self.store.members(&[id])?.concat())
    }

    /// The next larger stored clusters: those that cover it.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn parents(&self, id: ConceptId) -> store::Result<Vec<Concept>> {
        let upper = self.store.upper(&[id])?.into_iter().map(|(_, upper)| upper);
        self.clusters(&upper.collect::<Vec<_>>())
    }

    /// The next smaller stored clusters: those that it covers.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn children(&self, id: ConceptId) -> store::Result<Vec<Concept>> {
        let lower = self.store.lower(&[id])?.into_iter().map(|(lower, _)| lower);
        self.clusters(&lower.collect::<Vec<_>>())
    }

    /// The groups of points that stand apart, their parts, and what joins several of them.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn communities(&self) -> store::Result<Arc<Communities>> {
        self.store.communities()
    }

    /// The groups and parts that each point belongs to, by row, with its shares.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn membership(&self) -> store::Result<Arc<Membership>> {
        self.store.membership()
    }

    /// Where new rows belong; `values` has a number a feature, row by row, in the order of the
    /// graph's features. Of each row the `nearest` nearest points are told.
    ///
    /// # Errors
    /// A graph without features, a row that is too far to have distances, a failure of the store.
    pub fn place(&self, values: &[f64], nearest: usize) -> Result<Vec<Placed>, place::Error> {
        Placer::of(&*self.store, &Progress::default())?.values(&*self.store, values, nearest)
    }

    /// Draws a part of it, or all, and returns the bytes of the file; the request's
    /// [`output`](ExportRequest::output) is not used, so it has to name its format.
    ///
    /// # Errors
    /// A selection that names nothing, too many clusters, a failure of the store or of Graphviz.
    pub fn draw(
        &self,
        request: &ExportRequest,
        progress: &Progress,
    ) -> Result<Vec<u8>, ExportError> {
        let mut bytes = Vec::new();
        let out: Option<&mut dyn Write> = Some(&mut bytes);
        let request = ExportRequest { output: "-".into(), ..request.clone() };
        request.write(&*self.store, ExportContext { source: Path::new("-"), out, progress })?;
        Ok(bytes)
    }

    /// Answers a canned query in the words that a person types: `ask("containing", &["d1"], None)`.
    /// Without a limit all rows are given.
    ///
    /// # Errors
    /// Every fault of the question in one message; a failure of the store.
    pub fn ask(
        &self,
        query: &str,
        words: &[&str],
        limit: Option<u64>,
    ) -> Result<Answer, query::Error> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        query::prepare(&*self.store, &self.catalogue, query, &words, limit.into())?
            .answer(&*self.store)
    }
}

impl From<ConceptGraph> for Graph {
    fn from(graph: ConceptGraph) -> Self {
        Self::of_store(Box::new(graph), Catalogue::sql())
    }
}
