//! Input of a password at the terminal without echo.

use std::io;

/// Asks a question and returns the line that is typed. Echo is switched off before the question is
/// shown, and no input is lost, so that a script may answer at once.
#[cfg(unix)]
pub(super) fn read_password(question: &str) -> io::Result<String> {
    use crate::base::cleanup::CleanupGuard;
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

    let shown = tcgetattr(io::stdin())?;
    let mut hidden = shown.clone();
    hidden.local_modes.remove(LocalModes::ECHO);
    let show = move || tcsetattr(io::stdin(), OptionalActions::Now, &shown);
    let unfinished = CleanupGuard::new({
        let show = show.clone();
        move || _ = show()
    });
    tcsetattr(io::stdin(), OptionalActions::Now, &hidden)?;
    eprint!("{question}");
    let mut typed = String::new();
    let read = io::stdin().read_line(&mut typed);
    show()?;
    drop(unfinished);
    // The end of the line was not shown either.
    eprintln!();
    read.map(|_| typed.trim_end_matches(['\r', '\n']).to_owned())
}

/// Asks a question and returns the line that is typed. A script must wait for the question.
#[cfg(not(unix))]
pub(super) fn read_password(question: &str) -> io::Result<String> {
    let terminal = console::Term::stderr();
    terminal.write_str(question)?;
    terminal.read_secure_line()
}
