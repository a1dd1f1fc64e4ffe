//! The program as its users meet it: the command line, files, the stock sqlite3 shell, Graphviz.

#[path = "../support/mod.rs"]
mod support;

mod altered;
mod anchors;
mod answers;
mod architecture;
mod attributes;
mod build;
mod check;
mod compare;
mod context;
mod corpus;
mod counts;
mod damage;
mod databases;
mod docker;
mod drawing;
mod evaluate;
mod export;
mod figures;
mod formats;
mod given;
mod graph_files;
mod groups;
mod hostile;
mod in_use;
mod install;
mod interrupt;
mod killed;
mod landmarks;
mod language;
mod memory;
mod no_features;
mod overwriting;
mod own_table;
mod page;
mod parts;
mod placing;
mod queries;
mod readme;
mod releasing;
mod repl;
mod rows;
mod rules;
mod shell;
mod sizes;
mod terminal;
mod texts;
mod titles;
mod tree;

fn main() -> std::process::ExitCode {
    // Altered stores are queried by this program, started with a variable and less memory.
    if let Some(seeds) = std::env::var_os(altered::SEEDS) {
        return altered::run(&seeds.to_string_lossy());
    }
    let trials = [
        // The longest come first, so that none runs alone at the end.
        parts::trials(),
        altered::trials(),
        anchors::trials(),
        answers::trials(),
        architecture::trials(),
        language::trials(),
        attributes::trials(),
        build::trials(),
        check::trials(),
        compare::trials(),
        context::trials(),
        corpus::trials(),
        counts::trials(),
        damage::trials(),
        databases::trials(),
        docker::trials(),
        drawing::trials(),
        evaluate::trials(),
        export::trials(),
        figures::trials(),
        formats::trials(),
        given::trials(),
        placing::trials(),
        graph_files::trials(),
        groups::trials(),
        hostile::trials(),
        in_use::trials(),
        install::trials(),
        interrupt::trials(),
        killed::trials(),
        landmarks::trials(),
        memory::trials(),
        no_features::trials(),
        overwriting::trials(),
        own_table::trials(),
        page::trials(),
        queries::trials(),
        readme::trials(),
        releasing::trials(),
        repl::trials(),
        rows::trials(),
        rules::trials(),
        shell::trials(),
        sizes::trials(),
        terminal::trials(),
        texts::trials(),
        titles::trials(),
        tree::trials(),
    ];
    support::run(trials.into_iter().flatten().collect())
}
