//! A graph as CSV for `neo4j-admin database import`, the fastest way into an empty server.
//!
//! One file for each label and each relationship type, with typed headers, and the constraints and
//! indexes as scripts, since the import makes none. Nodes and properties are those of a load, so
//! the program reads an imported graph like a loaded one. The folder appears whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use csv::{QuoteStyle, Writer, WriterBuilder};

use super::import_cell::{BETWEEN, column, identifier, is_taken_apart, list, maybe, plain, text};
use super::purity_above::PurityAbove;
use super::{CONSTRAINTS, INDEXES, SCHEMA, look, names};
use crate::base::atomic_file::AtomicFolder;
use crate::base::generator_notation;
use crate::base::ids::{ClassId, ConceptId};
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::purity::ClassCounts;
use crate::store::{Damage, Error, GraphFacts, LatticeStore, Result, StoredContext};

/// Concepts written together.
const BATCH: u32 = 1 << 14;

/// Writes the files for a graph of that name into a new folder. Returns the words of the command
/// that imports them.
///
/// # Errors
/// A folder that exists already, or cannot be written; a failure of the source; an interrupt.
pub fn write(
    source: &dyn LatticeStore,
    name: &str,
    folder: &Path,
    progress: &Progress,
) -> Result<Vec<String>> {
    let failed = |error: io::Error| Error::Backend {
        place: folder.display().to_string(),
        cause: format!("cannot be written ({error})"),
    };
    if folder.exists() {
        return Err(Error::Refused(format!(
            "{}: this exists already; name a new folder",
            folder.display()
        )));
    }
    if folder.to_string_lossy().contains(',') {
        return Err(Error::Refused(format!(
            "{}: for neo4j-admin a comma ends the name of a file; name a folder without one",
            folder.display()
        )));
    }
    let hidden = AtomicFolder::new(folder).map_err(failed)?;
    let facts = GraphFacts { name: name.to_owned(), ..source.facts()? };
    let (stored, at) = (source.stored_context()?, hidden.path());
    let bulk = Bulk { source, name, facts, stored, at };
    let command = bulk.write(progress)?;
    hidden.persist().map_err(failed)?;
    let folder = folder.display().to_string();
    Ok(command.into_iter().map(|word| word.replace("{folder}", &folder)).collect())
}

/// A graph on its way into files.
pub(super) struct Bulk<'a> {
    pub(super) source: &'a dyn LatticeStore,
    pub(super) name: &'a str,
    facts: GraphFacts,
    pub(super) stored: Arc<StoredContext>,
    at: &'a Path,
}

/// A file of rows.
pub(super) type Rows = Writer<BufWriter<File>>;

impl Bulk<'_> {
    /// The words of the command, in which `{folder}` stands for the folder.
    fn write(&self, progress: &Progress) -> Result<Vec<String>> {
        let mut nodes = vec!["Graph", "Class", "Point", "Concept", "Community"];
        let mut relationships = vec!["COVERED_BY", "HAS_CLASS", "OF_CLASS", "INTRODUCED_IN"];
        relationships.extend(["BELONGS_TO", "PART_OF", "OVERLAPS"]);
        self.graph()?;
        self.classes()?;
        self.points()?;
        if self.stored.is_neighbor_graph() {
            relationships.push("NEIGHBOR");
            self.context("NEIGHBOR", "Point")?;
        } else {
            nodes.push("Attribute");
            relationships.push("HAS");
            self.attributes()?;
            self.context("HAS", "Attribute")?;
            relationships.push("INTRODUCED_IN.Attribute");
            self.attributes_introduced()?;
        }
        self.concepts(progress)?;
        self.communities()?;
        let scripts = [
            ("constraints.cypher", CONSTRAINTS.to_owned()),
            ("indexes.cypher", INDEXES.to_owned() + &self.completing()?),
        ];
        for (name, text) in scripts {
            let written =
                File::create(self.at.join(name)).and_then(|mut f| f.write_all(text.as_bytes()));
            written.map_err(|error| self.failed(error))?;
        }
        let nodes = nodes.iter().map(|label| format!("--nodes={label}={{folder}}/{label}.csv"));
        // Behind a point stands where relationships of one kind begin.
        let relationships = relationships.iter().map(|file| {
            let kind = file.split('.').next().unwrap_or(file);
            format!("--relationships={kind}={{folder}}/{file}.csv")
        });
        let command = "neo4j-admin database import full neo4j --overwrite-destination=true \
                       --multiline-fields=true --array-delimiter=U+001F \
                       --report-file={folder}/import.report";
        let words = command.split(' ').map(str::to_owned);
        Ok(words.chain(nodes).chain(relationships).collect())
    }

    /// Statements for what the files cannot say: an empty list, which only the smallest cluster
    /// can have, and names of columns that are not for a header.
    fn completing(&self) -> Result<String> {
        let graph = serde_json::Value::from(self.name);
        let generated = format!(
            "// The import leaves empty lists out.\n\
             MATCH (c:Concept {{graph: {graph}, id: 1}}) WHERE c.generatorIds IS NULL\n\
             SET c.generatorIds = [];\n"
        );
        let columns = [self.source.features()?.names, self.stored.points.kept().names().to_vec()];
        let columns = columns.concat();
        let renamed = columns.iter().enumerate().filter(|(_, name)| is_taken_apart(name));
        let steps: Vec<String> = renamed
            .map(|(at, name)| {
                let (name, column) = (names::of_feature(name), column(at, name));
                format!("SET p.{} = p.{1} REMOVE p.{1}", identifier(&name), identifier(&column))
            })
            .collect();
        if steps.is_empty() {
            return Ok(generated);
        }
        Ok(format!(
            "{generated}// Names of columns that the header of an import cannot hold.\n\
             MATCH (p:Point {{graph: {graph}}}) WHERE p.id > 0\n{};\n",
            steps.join("\n")
        ))
    }

    fn failed(&self, error: impl std::fmt::Display) -> Error {
        Error::Backend { place: self.at.display().to_string(), cause: error.to_string() }
    }

    pub(super) fn rows(&self, name: &str, header: &[&str]) -> Result<Rows> {
        let file = File::create(self.at.join(format!("{name}.csv")));
        let file = BufWriter::new(file.map_err(|e| self.failed(e))?);
        let mut rows = WriterBuilder::new().quote_style(QuoteStyle::Never).from_writer(file);
        rows.write_record(header.iter().map(|name| text(name)))
            .map_err(|error| self.failed(error))?;
        Ok(rows)
    }

    pub(super) fn row<S: AsRef<[u8]>>(
        &self,
        rows: &mut Rows,
        row: impl IntoIterator<Item = S>,
    ) -> Result<()> {
        rows.write_record(row).map_err(|error| self.failed(error))
    }

    pub(super) fn end(&self, mut rows: Rows) -> Result<()> {
        rows.flush().map_err(|error| self.failed(error))
    }

    fn graph(&self) -> Result<()> {
        let own = [
            ":ID(Graph)",
            "graph",
            "status",
            "schema:long",
            "featureNames:string[]",
            "featureProperties:string[]",
            "keptNames:string[]",
            "keptProperties:string[]",
            "facts:string[]",
        ];
        let entries = self.facts.entries();
        let facts: Vec<(String, &Value)> = entries
            .iter()
            .map(|(key, value)| {
                let kind = match value {
                    Value::Int(_) => ":long",
                    Value::Real(_) => ":double",
                    Value::Null | Value::Text(_) | Value::Json(_) => "",
                };
                (names::of_fact(key) + kind, value)
            })
            .collect();
        let header: Vec<&str> =
            own.into_iter().chain(facts.iter().map(|(name, _)| name.as_str())).collect();
        let features = self.source.features()?.names;
        let both = |names: &[String]| {
            let properties: Vec<_> = names.iter().map(|name| names::of_feature(name)).collect();
            [list(names), list(&properties)]
        };
        let [features, properties] = both(&features);
        let [kept, shown] = both(self.stored.points.kept().names());
        let keys: Vec<&str> = entries.iter().map(|&(key, _)| key).collect();
        let name = || text(self.name);
        let [status, schema] = [text("ready"), SCHEMA.to_string()];
        let columns = [features, properties, kept, shown, list(&keys)];
        let own = [name(), name(), status, schema].into_iter().chain(columns);
        let mut rows = self.rows("Graph", &header)?;
        self.row(&mut rows, own.chain(facts.iter().map(|(_, value)| plain(value))))?;
        self.end(rows)
    }

    fn classes(&self) -> Result<()> {
        let header: Vec<&str> = ":ID(Class) graph id:long name size:long concepts:long \
             largestPure:long dendrogramPurity:double chance:double :LABEL"
            .split(' ')
            .collect();
        let mut rows = self.rows("Class", &header)?;
        for (at, class) in self.source.classes()?.into_iter().enumerate() {
            let id = (at + 1).to_string();
            let row = [
                id.clone(),
                text(self.name),
                id,
                text(&class.name),
                class.size.to_string(),
                class.concepts.to_string(),
                class.largest_pure.map_or(String::new(), |id| id.number().to_string()),
                maybe(class.dendrogram_purity),
                maybe(class.chance),
                look::of_class(at).to_owned(),
            ];
            self.row(&mut rows, row)?;
        }
        self.end(rows)
    }

    fn concepts(&self, progress: &Progress) -> Result<()> {
        let header = [
            ":ID(Concept)",
            "graph",
            "id:long",
            "name",
            "size:long",
            "intentSize:long",
            "purity:double",
            "majorityClass",
            "key:long",
            "delta:long",
            "cohesion:double",
            "gap:long",
            "community",
            "generator",
            "generatorIds:long[]",
            ":LABEL",
        ];
        let mut concepts = self.rows("Concept", &header)?;
        let mut covers = self.rows("COVERED_BY", &[":START_ID(Concept)", ":END_ID(Concept)"])?;
        let header = [
            ":START_ID(Concept)",
            ":END_ID(Class)",
            "count:long",
            "purity:double",
            "purityAbove:double",
        ];
        let mut has = self.rows("HAS_CLASS", &header)?;
        let (all, points) = (self.facts.concepts, &self.stored.points);
        let mut above = PurityAbove::new(all);
        let mut covering = 0;
        progress.parts(all.into());
        for last in (1..=all).rev().step_by(BATCH as usize) {
            let batch: Vec<ConceptId> =
                (last.saturating_sub(BATCH)..last).rev().map(ConceptId).collect();
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let read = self.source.concepts(&batch)?;
            let above = above.of(self.source, &read)?;
            for (concept, above) in read.into_iter().zip(above) {
                let id = concept.id.number().to_string();
                let majority = concept.majority_and_purity();
                let class = majority.zip(self.stored.points.classes());
                let ids: Vec<String> =
                    concept.generator.iter().map(|point| point.number().to_string()).collect();
                let generator = concept.generator.iter().map(|&point| points.name(point));
                let colour = majority.map(|(class, _)| look::of_class(class.index()));
                let size = look::of_size(concept.size.into(), points.len());
                let labels: Vec<&str> = colour.into_iter().chain([size]).collect();
                let row = [
                    id.clone(),
                    text(self.name),
                    id.clone(),
                    text(&concept.id.to_string()),
                    concept.size.to_string(),
                    concept.intent_size.to_string(),
                    maybe(majority.map(|(_, purity)| purity)),
                    class.map_or(String::new(), |((c, _), all)| text(all.name(c))),
                    concept.key.to_string(),
                    concept.delta.to_string(),
                    maybe(concept.cohesion),
                    concept.gap.map_or(String::new(), |gap| gap.to_string()),
                    concept.group().map_or(String::new(), |name| text(&name)),
                    text(&generator_notation::write(generator)),
                    ids.join(BETWEEN),
                    labels.join(BETWEEN),
                ];
                self.row(&mut concepts, row)?;
                let counts = ClassCounts::from_counts(concept.counts);
                let classes = (0..).map(ClassId).zip(counts.counts());
                for (class, &count) in classes.filter(|&(_, &count)| count > 0) {
                    let (class, purities) =
                        (class.number(), [counts.purity_in(class), above[class.index()]]);
                    let [purity, above] = purities.map(maybe);
                    self.row(
                        &mut has,
                        [&id, &class.to_string(), &count.to_string(), &purity, &above],
                    )?;
                }
            }
            for (lower, upper) in self.source.upper(&batch)? {
                covering += 1;
                self.row(&mut covers, [lower.number().to_string(), upper.number().to_string()])?;
            }
            progress.did(batch.len() as u64);
        }
        if covering != self.facts.covers {
            let claimed = self.facts.covers;
            let damage = Damage(format!("it has {covering} covers, but claims {claimed}"));
            return Err(Error::Damaged { place: self.facts.name.clone(), damage });
        }
        self.end(concepts)?;
        self.end(covers)?;
        self.end(has)
    }
}
