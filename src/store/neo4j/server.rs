//! A checked connection to a Neo4j server, with blocking calls.
//!
//! Invariant: nothing outside of `store/neo4j` sees Bolt or an async runtime, no message holds a
//! password, and no attempt to connect takes longer than [`PATIENCE`].

use std::io::ErrorKind;
use std::time::Duration;

use neo4rs::{ConfigBuilder, DetachedRowStream, Error as Bolt, Graph, Query, Row, query};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::address::Address;
use super::credentials::Credentials;
use super::explain::{backend, explained, may_be_half_made, passes, takes_too_much};
use super::value::{Decoded, get};
use crate::store::{Error, Interrupter, Result};

/// How long a server may take to answer the first question.
const PATIENCE: Duration = Duration::from_secs(8);
/// How long a statement may take before the driver counts the connection as dead.
const LONGEST_SILENCE: Duration = Duration::from_secs(24 * 3600);
/// Rows requested at once; the driver's own 200 take twice the time (measured).
const FETCH: usize = 1000;
/// How long a reading statement is retried after a passing error: a person waits.
const QUESTION: Duration = Duration::from_secs(6);
/// How long a part of a load is retried: a server that starts again needs its time.
const LOAD: Duration = Duration::from_secs(60);
/// The pause before the second attempt; each one after it is twice as long, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// How often a load that waits looks whether it is to end.
const GLANCE: Duration = Duration::from_millis(200);
/// How long the nodes of a graph that was replaced stay at least: a program that opens and reads it
/// in a shorter time has it whole.
pub(super) const GRACE: Duration = Duration::from_secs(1);
/// How long the nodes of a graph that was replaced stay at most for older statements.
const LONGEST_READ: Duration = Duration::from_secs(60);
/// The first version with `CALL (variable) { ... }`, which the statements are written in.
const OLDEST: (u32, u32) = (5, 23);

/// The result of a call of the driver.
pub(super) type Answer<T> = std::result::Result<T, Bolt>;

/// A server that answered.
pub struct Server {
    runtime: Runtime,
    graph: Graph,
    address: Address,
    /// Whether running statements are to end, and the next ones too: a section may take many.
    interrupted: watch::Sender<bool>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Connects, and checks the version of the server, the database and the user.
    ///
    /// # Errors
    /// Within seconds: no server, the wrong user or password, no such database, TLS on one side
    /// only, an old version.
    pub fn connect(address: &Address, credentials: &Credentials) -> Result<Self> {
        let failed = |cause: String| backend(address, cause, ErrorKind::Other);
        let mut config = ConfigBuilder::default()
            .uri(address.server())
            .user(credentials.user())
            .password(credentials.password())
            .fetch_size(FETCH)
            .connection_timeout(LONGEST_SILENCE);
        if let Some(database) = address.database() {
            config = config.db(database);
        }
        // One worker: the caller prepares the next batch while the server works on the last.
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| failed(format!("no thread for the connection: {error}")))?;
        let connect = config.build().and_then(Graph::connect);
        let graph = connect.map_err(|error| explained(address, Some(credentials), error))?;
        let interrupted = watch::Sender::default();
        let server = Self { runtime, graph, address: address.clone(), interrupted };
        let components = "CALL dbms.components() YIELD name, versions \
                          RETURN name, versions[0] AS version";
        let answer = server.runtime.block_on(async {
            timeout(PATIENCE, rows(&server.graph, query(components), true)).await
        });
        let Ok(answer) = answer else {
            let silent = format!("no answer within {} seconds", PATIENCE.as_secs());
            return Err(backend(address, silent, ErrorKind::NotConnected));
        };
        let rows = answer.map_err(|error| explained(address, Some(credentials), error))?;
        let kernel = rows.iter().find_map(|row| {
            let (name, version): (String, String) =
                (row.get("name").ok()?, row.get("version").ok()?);
            (name == "Neo4j Kernel").then_some(version)
        });
        match kernel {
            Some(version) if is_new_enough(&version) => Ok(server),
            Some(version) => Err(failed(format!(
                "this is Neo4j {version}; the queries need {}.{} or later",
                OLDEST.0, OLDEST.1
            ))),
            None => Err(failed("this server speaks Bolt but is not Neo4j".to_owned())),
        }
    }

    /// Returns `true` if a server requires a user and a password. [`Self::connect`] reports what
    /// else is wrong.
    pub fn wants_login(address: &Address) -> bool {
        matches!(Self::connect(address, &Credentials::none()), Err(Error::Login { .. }))
    }

    /// Returns the address.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Runs a statement that only reads, and decodes its rows.
    pub(super) fn read<T>(
        &self,
        statement: Query,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.run(statement, true, decode)
    }

    /// Begins a statement that only reads; its rows come while the server finds them.
    pub(super) fn rows(&self, statement: Query) -> Answer<Rows<'_>> {
        let stream = self.runtime.block_on(self.graph.execute_read(statement))?;
        Ok(Rows { runtime: &self.runtime, stream })
    }

    /// Runs a statement that may write in a transaction of its own. After a passing error it runs
    /// again, so running it twice must be harmless.
    pub(super) fn write<T>(
        &self,
        statement: Query,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.run(statement, false, decode)
    }

    /// Begins a writing statement.
    pub(super) fn start(&self, statement: Query) -> Pending {
        let graph = self.graph.clone();
        self.runtime.spawn(attempts(graph, statement, false, passes))
    }

    /// Waits for a statement that was begun, or until `ended`; returns its number of rows.
    pub(super) fn finish(&self, running: Pending, ended: &dyn Fn() -> bool) -> Result<usize> {
        self.counted(self.wait(running, ended)?)
    }

    /// Runs a writing statement, or until `ended`; returns its number of rows.
    pub(super) fn write_until(&self, statement: Query, ended: &dyn Fn() -> bool) -> Result<usize> {
        self.finish(self.start(statement), ended)
    }

    /// Runs a writing statement, or until `ended`; returns its number of rows, `None` if it takes
    /// more memory than the server has for it. Then nothing is done.
    pub(super) fn write_if_it_fits(
        &self,
        statement: Query,
        ended: &dyn Fn() -> bool,
    ) -> Result<Option<usize>> {
        fn may_pass(error: &Bolt) -> bool {
            passes(error) && !takes_too_much(error)
        }
        let running = self.runtime.spawn(attempts(self.graph.clone(), statement, false, may_pass));
        match self.wait(running, ended)? {
            Err(error) if takes_too_much(&error) => Ok(None),
            answer => self.counted(answer).map(Some),
        }
    }

    /// Runs a writing statement again and again until it has no row.
    pub(super) fn until_done(&self, statement: &Query, ended: &dyn Fn() -> bool) -> Result<()> {
        while !ended() {
            if self.write_until(statement.clone(), ended)? == 0 {
                return Ok(());
            }
        }
        Err(Error::Interrupted)
    }

    fn run<T>(
        &self,
        statement: Query,
        reading: bool,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        let decoded: Decoded<_> = self.answer(statement, reading)?.iter().map(decode).collect();
        let place = self.address.server().to_owned();
        decoded.map_err(|damage| Error::Damaged { place, damage })
    }

    /// Returns the rows of a statement. It is apart from what decodes them, so that the wait is
    /// compiled once, not once for each type.
    fn answer(&self, statement: Query, reading: bool) -> Result<Vec<Row>> {
        let attempts = attempts(self.graph.clone(), statement, reading, passes);
        let rows = self.runtime.block_on(unless(&self.interrupted, attempts));
        rows.ok_or(Error::Interrupted)?.map_err(|error| explained(&self.address, None, error))
    }

    /// Waits for a statement, or until `ended`.
    fn wait(&self, mut running: Pending, ended: &dyn Fn() -> bool) -> Result<Answer<Vec<Row>>> {
        loop {
            let glance = async { timeout(GLANCE, &mut running).await };
            match self.runtime.block_on(glance) {
                Ok(answer) => return answer.map_err(|error| self.failed(error.to_string())),
                Err(_) if ended() => return Err(Error::Interrupted),
                Err(_) => {}
            }
        }
    }

    /// Returns the number of rows of an answer.
    fn counted(&self, answer: Answer<Vec<Row>>) -> Result<usize> {
        answer.map(|rows| rows.len()).map_err(|error| explained(&self.address, None, error))
    }

    /// Waits for statements that began before a moment, at most for [`LONGEST_READ`].
    pub(super) fn let_finish(&self, moment: Instant, ended: &dyn Fn() -> bool) -> Result<()> {
        let older = "SHOW TRANSACTIONS YIELD elapsedTime
                     WHERE elapsedTime.milliseconds > $since RETURN count(*) AS others";
        while moment.elapsed() < LONGEST_READ {
            let since = moment.elapsed().as_millis() as i64;
            let others: Vec<i64> =
                self.read(query(older).param("since", since), |row| get(row, "others"))?;
            if others.iter().sum::<i64>() == 0 {
                break;
            }
            Self::pause(GRACE, ended)?;
        }
        Ok(())
    }

    /// Waits for some time, or until `ended`.
    pub(super) fn pause(time: Duration, ended: &dyn Fn() -> bool) -> Result<()> {
        let until = Instant::now() + time;
        while Instant::now() < until {
            if ended() {
                return Err(Error::Interrupted);
            }
            std::thread::sleep(GLANCE.min(time));
        }
        Ok(())
    }

    /// Returns what ends a running statement: the connection is given up, and the server ends the
    /// statement with it.
    pub(super) fn interrupter(&self) -> Interrupter {
        let interrupted = self.interrupted.clone();
        Box::new(move || {
            interrupted.send_replace(true);
        })
    }

    /// Forgets an interrupt, so that the next statements run.
    pub(super) fn go_on(&self) {
        self.interrupted.send_replace(false);
    }

    /// Returns an error of this server.
    pub(super) fn failed(&self, cause: impl Into<String>) -> Error {
        backend(&self.address, cause.into(), ErrorKind::Other)
    }
}

/// What some work gives, unless it is interrupted first or was already.
async fn unless<T>(interrupted: &watch::Sender<bool>, work: impl Future<Output = T>) -> Option<T> {
    // Looks and waits at once, so that an interrupt in between is not lost.
    let mut ended = interrupted.subscribe();
    tokio::select! {
        biased;
        _ = ended.wait_for(|is_interrupted| *is_interrupted) => None,
        done = work => Some(done),
    }
}

/// The rows of a statement, one by one.
pub(super) struct Rows<'s> {
    runtime: &'s Runtime,
    stream: DetachedRowStream,
}

impl Rows<'_> {
    /// Returns the next row; `None` at the end.
    pub(super) fn next(&mut self) -> Answer<Option<Row>> {
        self.runtime.block_on(self.stream.next())
    }
}

/// A statement that runs.
pub(super) type Pending = JoinHandle<Answer<Vec<Row>>>;

/// Returns the rows of a statement. It runs again after an error that `passes`: a deadlock, a lost
/// connection.
async fn attempts(
    graph: Graph,
    statement: Query,
    reading: bool,
    passes: fn(&Bolt) -> bool,
) -> Answer<Vec<Row>> {
    // From the first failure on: a statement may take long.
    let mut last = None;
    let mut pause = FIRST_PAUSE;
    loop {
        match rows(&graph, statement.clone(), reading).await {
            Err(error) if passes(&error) => {
                let short = reading || may_be_half_made(&error);
                let patience = if short { QUESTION } else { LOAD };
                if Instant::now() + pause > *last.get_or_insert(Instant::now() + patience) {
                    return Err(error);
                }
                sleep(pause).await;
            }
            ended => return ended,
        }
        pause = LONGEST_PAUSE.min(pause * 2);
    }
}

async fn rows(graph: &Graph, statement: Query, reading: bool) -> Answer<Vec<Row>> {
    let mut stream = match reading {
        true => graph.execute_read(statement).await?,
        false => graph.execute(statement).await?,
    };
    let mut rows = Vec::new();
    while let Some(row) = stream.next().await? {
        rows.push(row);
    }
    Ok(rows)
}

fn is_new_enough(version: &str) -> bool {
    let mut parts = version.split(['.', '-']).map(|part| part.parse().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= OLDEST
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn versions_are_compared_by_their_numbers() {
        for new in ["5.23.0", "5.26.30", "2026.08.1", "5.100-aura", "6.0"] {
            assert!(is_new_enough(new), "{new}");
        }
        for old in ["5.22.9", "4.4.40", "5.9", ""] {
            assert!(!is_new_enough(old), "{old}");
        }
    }

    /// The interrupt comes before the wait, while it begins, and after that.
    #[test]
    fn no_interrupt_is_lost() {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let begun = AtomicUsize::new(0);
        let interrupted = watch::Sender::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for turn in 1..=TURNS {
                    while begun.load(Ordering::Acquire) < turn {
                        std::hint::spin_loop();
                    }
                    (0..turn % 1000).for_each(|_| std::hint::spin_loop());
                    interrupted.send_replace(true);
                }
            });
            for turn in 1..=TURNS {
                begun.store(turn, Ordering::Release);
                let endless = std::future::pending::<()>();
                let patience = Duration::from_secs(10);
                let wait = async { timeout(patience, unless(&interrupted, endless)).await };
                let ended = runtime.block_on(wait);
                if ended != Ok(None) {
                    begun.store(TURNS, Ordering::Release);
                }
                assert_eq!(ended, Ok(None), "turn {turn}");
                interrupted.send_replace(false);
            }
        });
        assert_eq!(runtime.block_on(unless(&interrupted, async { 7 })), Some(7));
    }

    const TURNS: usize = 20_000;
}
