//! The receiver of a unit's clusters: rows are written in batches, and unsearched nodes are kept.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, Schema};

use crate::arrow::{ClusterRow, RowBatch, schema};
use crate::objects::SearchObjects;
use crate::run::Run;
use conceptgraph_engine::base::ids::PointId;
use conceptgraph_engine::base::keys::KeyPair;
use conceptgraph_engine::base::lock::lock;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::cohesion::Cohesion;
use conceptgraph_engine::context::clarified::Objects;
use conceptgraph_engine::dataset::Origin;
use conceptgraph_engine::lattice::center;
use conceptgraph_engine::purity::ClassCounts;
use conceptgraph_mine::{MinedConcept, OpenNode, Sink};

#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) clusters: AtomicU64,
    pub(crate) covers: AtomicU64,
}

/// The output of rows, and the data that rows are made with; all threads share one.
pub(crate) struct Output<'a, W: Write> {
    run: &'a Run,
    cohesion: Option<Cohesion<'a>>,
    schema: Arc<Schema>,
    writer: Mutex<StreamWriter<W>>,
    first_error: Mutex<Option<io::Error>>,
    progress: &'a Progress,
}

fn into_io_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other.to_string()),
    }
}

impl<'a, W: Write> Output<'a, W> {
    pub(crate) fn new(run: &'a Run, out: W, progress: &'a Progress) -> io::Result<Self> {
        let schema = Arc::new(schema(&run.description.digest));
        let SearchObjects { context, origin, anchors, .. } = &run.objects;
        Ok(Self {
            run,
            cohesion: Cohesion::new(Objects::from_points(context), *origin, anchors),
            writer: Mutex::new(StreamWriter::try_new(out, &schema).map_err(into_io_error)?),
            schema,
            first_error: Mutex::new(None),
            progress,
        })
    }

    /// Writes rows as a batch. A failure interrupts the search.
    fn write_rows(&self, rows: &mut RowBatch) {
        let batch = rows.take_batch(self.run.objects.context.object_count(), &self.schema);
        let written = batch.and_then(|batch| lock(&self.writer).write(&batch));
        if let Err(error) = written {
            lock(&self.first_error).get_or_insert(into_io_error(error));
            self.progress.interrupt();
        }
    }

    pub(crate) fn take_error(&self) -> Option<io::Error> {
        lock(&self.first_error).take()
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        if let Some(error) = self.take_error() {
            return Err(error);
        }
        let mut writer = self.writer.into_inner().unwrap_or_else(PoisonError::into_inner);
        writer.finish().map_err(into_io_error)?;
        writer.get_mut().flush()
    }
}

pub(crate) struct UnitSink<'a, W: Write> {
    output: &'a Output<'a, W>,
    tally: &'a Tally,
    budget: u64,
    rows: RowBatch,
    left: Vec<OpenNode>,
}

impl<'a, W: Write> UnitSink<'a, W> {
    pub(crate) fn new(output: &'a Output<'a, W>, tally: &'a Tally, budget: u64) -> Self {
        Self { output, tally, budget, rows: RowBatch::default(), left: Vec::new() }
    }

    /// Writes the remaining rows and returns the nodes that were not searched.
    pub(crate) fn finish(mut self) -> Vec<OpenNode> {
        if !self.rows.is_empty() {
            self.output.write_rows(&mut self.rows);
        }
        self.left
    }
}

impl<W: Write + Send> Sink<KeyPair> for UnitSink<'_, W> {
    fn add_concept(&mut self, found: MinedConcept<'_, KeyPair>) {
        self.tally.clusters.fetch_add(1, Ordering::Relaxed);
        self.tally.covers.fetch_add(found.lower.len() as u64, Ordering::Relaxed);
        let members: Vec<PointId> = found.members.iter().copied().map(PointId).collect();
        let Output { run, cohesion, .. } = self.output;
        let SearchObjects { context, origin, anchors, counter, .. } = &run.objects;
        let anchors = (*origin != Origin::Ready).then_some(&anchors[..]);
        let counts = counter.as_ref().map(|of| of.count(&members));
        let majority = counts.as_ref().and_then(ClassCounts::majority_and_purity);
        let cohesion = cohesion.as_ref().and_then(|of| of.cohesion(&members));
        self.rows.push(ClusterRow {
            key: found.key,
            size: context.size(&members),
            center: center(context, &members, anchors),
            members,
            majority: majority.map(|(class, purity)| (class.number() as i32, purity)),
            classes: counts.map_or(Vec::new(), |counts| counts.counts().to_vec()),
            lower: found.lower.to_vec(),
            cohesion,
        });
        if self.rows.is_full() {
            self.output.write_rows(&mut self.rows);
        }
    }

    fn is_full(&self) -> bool {
        self.tally.clusters.load(Ordering::Relaxed) >= self.budget
    }

    fn leave_children(&mut self, extent: &[u32], children: &[Vec<u32>]) {
        self.left.extend(self.output.run.tree().child_nodes(extent, children));
    }
}
