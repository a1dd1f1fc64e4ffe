//! A server for assistants: the queries on one graph as tools of the Model Context Protocol, over
//! standard input and output.
//!
//! A store is read by one thread at a time. So one thread has the graph and answers ([`reader`]),
//! while another takes requests as they come ([`server`]); between them is a [`line`](mod@line).
//! [`tools`] says what can be asked, and [`arguments`] how a call becomes the words of a query.
//!
//! Answers are text alone ([`text`]). Structured content beside it would say the same again, and
//! many clients show an assistant both.

mod about;
mod arguments;
mod line;
mod reader;
mod server;
mod text;
mod tools;

use std::fmt::Display;
use std::io;

use rmcp::service::{QuitReason, ServerInitializeError, serve_server};
use rmcp::transport::stdio;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::query::catalogue::Catalogue;
use crate::store::{self, Queryable};
use line::Line;
use reader::Reader;
use server::Assistant;

/// A graph, and the queries in its language.
pub(crate) type Opened = (Box<dyn Queryable>, Catalogue);

/// Serves the graph that `open` opens until the input ends. It is opened again where it was
/// replaced.
///
/// # Errors
/// A graph that cannot be opened or read; a client that does not speak the protocol.
pub(crate) fn serve<E>(open: impl FnMut() -> Result<Opened, E> + Send + 'static) -> Result<(), E>
where
    E: Display + From<store::Error> + From<Failed> + Send + 'static,
{
    let (line, end) = Line::new();
    let (started, has_started) = oneshot::channel();
    // The thread is not waited for: what it still computes when the input ends, nobody reads.
    std::thread::spawn(move || match Reader::open(open, &end) {
        Ok((mut reader, welcome)) => {
            if started.send(Ok(welcome)).is_ok() {
                end.serve(|question| reader.answer(question));
            }
        }
        Err(failure) => drop(started.send(Err(failure))),
    });
    let welcome = has_started.blocking_recv();
    let welcome = welcome.map_err(|_| Failed("the graph could not be read".to_owned()))??;
    let runtime = Builder::new_current_thread().enable_all().build().map_err(Failed::from)?;
    let ended = runtime.block_on(run(Assistant::new(welcome, line)));
    // A reader of standard input cannot be stopped, so it is left behind.
    runtime.shutdown_background();
    Ok(ended?)
}

async fn run(assistant: Assistant) -> Result<(), Failed> {
    let service = match serve_server(assistant, stdio()).await {
        Ok(service) => service,
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
            let fault = "this is a server for assistants, and what was sent does not begin with \
                         a request to initialize; start it from a client of the Model Context \
                         Protocol";
            return Err(Failed(fault.to_owned()));
        }
        Err(error) => return Err(Failed(format!("the client could not be greeted: {error}"))),
    };
    match service.waiting().await {
        Ok(QuitReason::Closed | QuitReason::Cancelled) => Ok(()),
        Ok(_) | Err(_) => Err(Failed("the server has failed; start it again".to_owned())),
    }
}

/// Why the server ended, in words.
#[derive(Debug)]
pub(crate) struct Failed(pub(crate) String);

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self(format!("no runtime for the server: {error}"))
    }
}
