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
mod interrupt;
mod parts;
mod queries;
mod readme;
mod repl;
mod terminal;

fn main() -> std::process::ExitCode {
    let arguments = libtest_mimic::Arguments::from_args();
    let trials = [
        architecture::trials(),
        bad_input::trials(),
        build::trials(),
        context::trials(),
        counts::trials(),
        docker::trials(),
        drawing::trials(),
        evaluate::trials(),
        export::trials(),
        interrupt::trials(),
        parts::trials(),
        queries::trials(),
        readme::trials(),
        repl::trials(),
        terminal::trials(),
    ];
    libtest_mimic::run(&arguments, trials.into_iter().flatten().collect()).exit_code()
}
