//! The faults of a connection are reported within seconds, in one line, without the password.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;

use conceptgraph::store::neo4j::{Address, Credentials, Neo4jStore, ready_graphs, remove};
use conceptgraph_engine::base::progress::Progress;
use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::graphs::graph;
use crate::support::trial;
use crate::{Lent, Shared, load};

pub fn trials(shared: &Arc<Shared>, servers: &Arc<Lent>) -> Vec<Trial> {
    vec![
        trial!(nobody_answers),
        trial!(nobody_there),
        trial!(something_else_answers),
        on!(shared, LTS, what_the_server_refuses),
        alone!(servers, which_graph),
    ]
}

const SECRET: &str = "sesame, open";

/// Fails unless opening fails with these words and without the password.
fn refused(address: &Address, user: &str, words: &[&str]) -> Result<(), Failed> {
    let answer = match Neo4jStore::open(address, &Credentials::new(user, SECRET)) {
        Ok(_) => return Err(format!("{address} was opened").into()),
        Err(error) => format!("{error} {error:?}"),
    };
    let line = answer.lines().next().unwrap_or_default();
    if answer.contains(SECRET) || !words.iter().all(|word| line.contains(word)) {
        return Err(format!("{address}: {answer}\nexpected {words:?}").into());
    }
    Ok(())
}

fn local(scheme: &str, listener: &TcpListener) -> Result<Address, Failed> {
    Ok(Address::parse(&format!("{scheme}://{}", listener.local_addr()?))?)
}

fn nobody_there() -> Result<(), Failed> {
    let closed = TcpListener::bind("127.0.0.1:0")?;
    let address = local("bolt", &closed)?;
    drop(closed);
    refused(&address, "neo4j", &["connection refused", address.server()])?;
    let unknown = Address::parse("bolt://no-such-host.invalid")?;
    refused(&unknown, "neo4j", &["bolt://no-such-host.invalid:7687", "the connection failed"])
}

fn nobody_answers() -> Result<(), Failed> {
    let silent = TcpListener::bind("127.0.0.1:0")?;
    for scheme in ["bolt", "bolt+ssc"] {
        refused(&local(scheme, &silent)?, "neo4j", &["no answer within 8 seconds"])?;
    }
    Ok(())
}

fn something_else_answers() -> Result<(), Failed> {
    for (answer, words) in [
        (&b"HTTP/1.1 400 Bad Request\r\n\r\n"[..], "does not speak Bolt"),
        (b"", "may require TLS"),
        (b"\0\0\0\0", "does not speak Bolt"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = local("bolt", &listener)?;
        let answering = std::thread::spawn(move || -> std::io::Result<()> {
            let (mut stream, _) = listener.accept()?;
            stream.read_exact(&mut [0; 20])?;
            stream.write_all(answer)
        });
        let answer = refused(&address, "neo4j", &[words]);
        answering.join().map_err(|_| "the listener panicked")??;
        answer?;
    }
    Ok(())
}

fn what_the_server_refuses(server: &Server) -> Result<(), Failed> {
    // Another user than that of the tests, because the server locks out a user who fails too often.
    refused(&server.address(), "nobody", &["rejected user \"nobody\"", "NEO4J_PASSWORD"])?;
    let tls = server.url().replace("bolt://", "bolt+s://");
    refused(&Address::parse(&tls)?, "neo4j", &["TLS failed", "bolt:// uses no TLS"])?;
    let database = Address::parse(&format!("{}?database=nowhere", server.url()))?;
    let answer = Neo4jStore::open(&database, server.credentials()).err().map(|e| e.to_string());
    let answer = answer.unwrap_or_default();
    if !answer.contains("there is no database \"nowhere\"") {
        return Err(answer.into());
    }
    if answer.contains(server.password()) {
        return Err("the password is in the message".into());
    }
    // The server does the routing.
    let routed = Address::parse(&server.url().replace("bolt://", "neo4j://"))?;
    Ok(ready_graphs(&routed, server.credentials()).map(|_| ())?)
}

/// Without a name the only graph is opened, or the error lists the graphs; a name that is taken and
/// an unknown one are errors.
fn which_graph(own: &mut Server) -> Result<(), Failed> {
    let open = |address: &Address| Neo4jStore::open(address, own.credentials());
    let report = |address: &Address| match open(address) {
        Ok(store) => store.name().to_owned(),
        Err(error) => error.to_string(),
    };
    let expect = |answer: String, words: &str| match answer.contains(words) {
        true => Ok(()),
        false => Err(Failed::from(format!("{answer}\nexpected {words}"))),
    };
    expect(report(&own.address()), "there is no graph here")?;
    expect(report(&own.graph("a")), "there is no graph here")?;
    let figure = graph("figure1")?;
    load(own, &figure, "a", false, &mut |_, _| {})?;
    expect(report(&own.address()), "a")?;
    load(own, &figure, "b", false, &mut |_, _| {})?;
    expect(report(&own.address()), "there are several graphs, name one with ?graph=: a, b")?;
    expect(report(&own.graph("c")), "there is no graph \"c\"; there are a, b")?;
    let taken = load(own, &figure, "a", false, &mut |_, _| {}).err();
    expect(
        taken.map(|e| e.to_string()).unwrap_or_default(),
        "name another by ?graph=, or replace",
    )?;
    let progress = Progress::default();
    let gone = remove(&own.graph("c"), own.credentials(), &progress).err();
    expect(gone.map(|e| e.to_string()).unwrap_or_default(), "there is no graph \"c\"")?;
    remove(&own.graph("a"), own.credentials(), &progress)?;
    expect(ready_graphs(&own.address(), own.credentials())?.join(" "), "b")?;
    expect(report(&own.address()), "b")
}
