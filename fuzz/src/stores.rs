//! Fuzzing of graph files: the bytes alter a file, which is asked some of the questions. All of
//! them take ten times as long, and a fuzzer comes back.

use conceptgraph::build::{BuildOptions, GraphSelection, Source, build};
use conceptgraph::query::catalogue::Catalogue;
use conceptgraph::store::sqlite;
use conceptgraph::table::ReadOptions;
use conceptgraph::table::read_from;
use conceptgraph_engine::base::count_or_percent::CountOrPercent;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::dataset::NeighborOptions;

use crate::altered as alterations;
use alterations::ask::Words;

const TABLE: &str = "x,y,c\n2.2,2.6,a\n6.6,2.0,b\n9.5,5.8,b\n4.0,2.1,a\n0.9,8.5,a\n5.0,5.3,b\n\
                     2.4,6.8,a\n6.1,7.0,b\n";

struct Made {
    folder: tempfile::TempDir,
    catalogue: Catalogue,
    files: Vec<(Vec<u8>, Words)>,
}

fn made() -> Made {
    // In memory if there is such a folder, so that nothing waits for the disk.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    let folder = folder.expect("a temporary folder");
    let graph = |wanted: GraphSelection, min_size: usize| {
        let reading = ReadOptions::default().label("c".to_owned());
        let table = read_from(TABLE.as_bytes(), &reading).expect("a table").table;
        let options = BuildOptions::default()
            .neighbors(NeighborOptions::default().k(CountOrPercent::Count(4)))
            .selection(wanted)
            .min_size(CountOrPercent::Count(min_size));
        let graph = build("t", Source::Table(table), &options, &Progress::default());
        let graph = graph.expect("a graph");
        let path = folder.path().join("whole.db");
        let saved = sqlite::save(&graph, &path, true, &Progress::default());
        saved.expect("it is stored");
        (std::fs::read(&path).expect("it is there"), Words::of(&graph))
    };
    let full = GraphSelection::Full;
    let files = vec![graph(full, 0), graph(GraphSelection::Scales, 0), graph(full, 3)];
    Made { catalogue: Catalogue::sql(), files, folder }
}

/// The divisor of the questions: one in this many is asked.
const EVERY: usize = 16;

/// Alters a graph and asks it; the first byte chooses the graph and the questions.
pub fn altered(data: &[u8]) {
    thread_local! {
        static MADE: Made = made();
    }
    let Some((&choice, bytes)) = data.split_first() else { return };
    MADE.with(|made| {
        let (graphs, choice) = (made.files.len(), usize::from(choice));
        let (file, words) = &made.files[choice % graphs];
        let is_asked = |place| place % EVERY == choice / graphs % EVERY;
        let path = made.folder.path().join("altered.db");
        std::fs::write(&path, file).expect("a file in the temporary folder");
        let told = alterations::altered(&path, bytes);
        let folder = made.folder.path();
        let asked =
            alterations::asked(&path, &made.catalogue, words, folder, is_asked, |_, ask| ask());
        if let Err(fault) = asked {
            panic!("{told:?}: {fault}");
        }
    });
}
