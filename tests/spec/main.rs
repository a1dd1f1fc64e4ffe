//! The program as its users meet it: the command line, files, the stock sqlite3 shell, Graphviz.

#[path = "../support/mod.rs"]
mod support;

mod architecture;
mod bad_input;
mod build;
mod context;
mod counts;
mod docker;
mod drawing;
mod evaluate;
mod export;
mod hostile;
mod interrupt;
mod overwriting;
mod parts;
mod queries;
mod readme;
mod repl;
mod sizes;
mod terminal;

fn main() -> std::process::ExitCode {
    let trials = [
        // The longest first, so that none is left alone at the end.
        parts::trials(),
        architecture::trials(),
        bad_input::trials(),
        build::trials(),
        context::trials(),
        counts::trials(),
        docker::trials(),
        drawing::trials(),
        evaluate::trials(),
        export::trials(),
        hostile::trials(),
        interrupt::trials(),
        overwriting::trials(),
        queries::trials(),
        readme::trials(),
        repl::trials(),
        sizes::trials(),
        terminal::trials(),
    ];
    support::run(trials.into_iter().flatten().collect())
}
