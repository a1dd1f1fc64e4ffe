//! A checked connection to a Neo4j server, with blocking calls.
//!
//! Invariant: Bolt and the async runtime are visible only in `store/neo4j`, no message holds a
//! password, and no attempt to connect takes longer than [`CONNECT_TIMEOUT`].

use std::io::ErrorKind;
use std::time::Duration;

use neo4rs::{ConfigBuilder, DetachedRowStream, Error as Bolt, Graph, Query, Row, query};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::address::Address;
use super::credentials::Credentials;
use super::explain::{
    backend_error, driver_error, is_out_of_memory, is_transient, may_be_half_created,
};
use super::value::{Decoded, get};
use crate::store::{Interrupter, Result, StoreError};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(8);
/// The longest time of a statement, after which the driver counts the connection as dead.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(24 * 3600);
/// The number of rows requested at once; the driver's default of 200 takes twice the time
/// (measured).
const FETCH_SIZE: usize = 1000;
/// The time in which a reading statement is retried after a transient error: a person waits.
const READ_RETRY: Duration = Duration::from_secs(6);
/// The time in which a batch of a load is retried: a server may need it to restart.
const WRITE_RETRY: Duration = Duration::from_secs(60);
/// The pause before the second attempt; the pause doubles after each attempt.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const MAX_PAUSE: Duration = Duration::from_secs(2);
/// The interval at which a waiting load checks whether it is to end.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// The shortest time that the nodes of a replaced graph stay: a program that opens and reads the
/// graph within it gets the whole graph.
pub(super) const GRACE_PERIOD: Duration = Duration::from_secs(1);
/// The longest time that the nodes of a replaced graph stay for older statements.
const MAX_READ_WAIT: Duration = Duration::from_secs(60);
/// The first version with `CALL (variable) { ... }`, which the statements use.
const MIN_VERSION: (u32, u32) = (5, 23);

pub(super) type BoltResult<T> = std::result::Result<T, Bolt>;

/// The access mode of a statement.
#[derive(Clone, Copy, PartialEq)]
enum Access {
    /// A statement that reads, and ends after `most` rows.
    Read { most: Option<usize> },
    /// A statement that writes, whose rows are all fetched.
    Write,
}

/// A connection to a server that has answered.
pub struct Server {
    runtime: Runtime,
    graph: Graph,
    address: Address,
    /// `true` after an interrupt, with which the running statement and all later ones end.
    interrupted: watch::Sender<bool>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Connects to a server, and checks its version, the database and the user.
    ///
    /// # Errors
    /// Returns an error within seconds if there is no server, the user, the password or the
    /// database is wrong, only one side uses TLS, or the version is too old.
    pub fn connect(address: &Address, credentials: &Credentials) -> Result<Self> {
        let failed = |cause: String| backend_error(address, cause, ErrorKind::Other);
        let mut config = ConfigBuilder::default()
            .uri(address.server())
            .user(credentials.user())
            .password(credentials.password())
            .fetch_size(FETCH_SIZE)
            .connection_timeout(STATEMENT_TIMEOUT);
        if let Some(database) = address.database() {
            config = config.db(database);
        }
        // A single worker: the caller prepares the next batch while the server works on the last
        // one.
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| failed(format!("no thread for the connection: {error}")))?;
        let connect = config.build().and_then(Graph::connect);
        let graph = connect.map_err(|error| driver_error(address, Some(credentials), error))?;
        let interrupted = watch::Sender::default();
        let server = Self { runtime, graph, address: address.clone(), interrupted };
        let components = "CALL dbms.components() YIELD name, versions \
                          RETURN name, versions[0] AS version";
        let answer = server.runtime.block_on(async {
            let all = Access::Read { most: None };
            timeout(CONNECT_TIMEOUT, fetch_rows(&server.graph, query(components), all)).await
        });
        let Ok(answer) = answer else {
            let silent = format!("no answer within {} seconds", CONNECT_TIMEOUT.as_secs());
            return Err(backend_error(address, silent, ErrorKind::NotConnected));
        };
        let rows = answer.map_err(|error| driver_error(address, Some(credentials), error))?;
        let kernel = rows.iter().find_map(|row| {
            let (name, version): (String, String) =
                (row.get("name").ok()?, row.get("version").ok()?);
            (name == "Neo4j Kernel").then_some(version)
        });
        match kernel {
            Some(version) if is_new_enough(&version) => Ok(server),
            Some(version) => Err(failed(format!(
                "this is Neo4j {version}; the queries need {}.{} or later",
                MIN_VERSION.0, MIN_VERSION.1
            ))),
            None => Err(failed("this server speaks Bolt but is not Neo4j".to_owned())),
        }
    }

    /// Returns `true` if a server requires a user and a password, `false` after any other fault.
    pub(crate) fn requires_login(address: &Address) -> bool {
        matches!(
            Self::connect(address, &Credentials::anonymous()),
            Err(StoreError::LoginRequired { .. })
        )
    }

    /// Returns the address of the server.
    pub fn address(&self) -> &Address {
        &self.address
    }

    pub(super) fn read<T>(
        &self,
        statement: Query,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.read_most(statement, None, decode)
    }

    /// Runs a reading statement, and ends it after `most` rows.
    pub(super) fn read_most<T>(
        &self,
        statement: Query,
        most: Option<usize>,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.run(statement, Access::Read { most }, decode)
    }

    /// Begins a reading statement, whose rows arrive while the server finds them.
    pub(super) fn stream_rows(&self, statement: Query) -> BoltResult<BoltRows<'_>> {
        let stream = self.runtime.block_on(self.graph.execute_read(statement))?;
        Ok(BoltRows { runtime: &self.runtime, stream })
    }

    /// Runs a writing statement, again after a transient error: running it twice must be harmless.
    pub(super) fn write<T>(
        &self,
        statement: Query,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.run(statement, Access::Write, decode)
    }

    pub(super) fn start(&self, statement: Query) -> RunningStatement {
        let graph = self.graph.clone();
        self.runtime.spawn(run_with_retries(graph, statement, Access::Write, is_transient))
    }

    /// Waits for a begun statement, or until `ended` returns `true`; returns its number of rows.
    pub(super) fn finish(
        &self,
        running: RunningStatement,
        ended: &dyn Fn() -> bool,
    ) -> Result<usize> {
        self.row_count(self.wait(running, ended)?)
    }

    pub(super) fn write_until(&self, statement: Query, ended: &dyn Fn() -> bool) -> Result<usize> {
        self.finish(self.start(statement), ended)
    }

    /// Runs a writing statement, or until `ended` returns `true`. Returns its number of rows;
    /// `None` if the statement needs more memory than the server has for it, and so had no effect.
    pub(super) fn try_write(
        &self,
        statement: Query,
        ended: &dyn Fn() -> bool,
    ) -> Result<Option<usize>> {
        fn may_pass(error: &Bolt) -> bool {
            is_transient(error) && !is_out_of_memory(error)
        }
        let attempts = run_with_retries(self.graph.clone(), statement, Access::Write, may_pass);
        let running = self.runtime.spawn(attempts);
        match self.wait(running, ended)? {
            Err(error) if is_out_of_memory(&error) => Ok(None),
            answer => self.row_count(answer).map(Some),
        }
    }

    /// Repeats a writing statement until it returns no row.
    pub(super) fn repeat_write(&self, statement: &Query, ended: &dyn Fn() -> bool) -> Result<()> {
        while !ended() {
            if self.write_until(statement.clone(), ended)? == 0 {
                return Ok(());
            }
        }
        Err(StoreError::Interrupted)
    }

    fn run<T>(
        &self,
        statement: Query,
        access: Access,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        let decoded: Decoded<_> = self.fetch(statement, access)?.iter().map(decode).collect();
        let place = self.address.server().to_owned();
        decoded.map_err(|damage| StoreError::Damaged { place, damage })
    }

    /// Returns the rows of a statement. It is separate from the decoding, so that the wait is
    /// compiled once and not for each type.
    fn fetch(&self, statement: Query, access: Access) -> Result<Vec<Row>> {
        let attempts = run_with_retries(self.graph.clone(), statement, access, is_transient);
        let rows = self.runtime.block_on(or_interrupt(&self.interrupted, attempts));
        rows.ok_or(StoreError::Interrupted)?
            .map_err(|error| driver_error(&self.address, None, error))
    }

    fn wait(
        &self,
        mut running: RunningStatement,
        ended: &dyn Fn() -> bool,
    ) -> Result<BoltResult<Vec<Row>>> {
        loop {
            let glance = async { timeout(POLL_INTERVAL, &mut running).await };
            match self.runtime.block_on(glance) {
                Ok(answer) => return answer.map_err(|error| self.server_error(error.to_string())),
                Err(_) if ended() => return Err(StoreError::Interrupted),
                Err(_) => {}
            }
        }
    }

    fn row_count(&self, answer: BoltResult<Vec<Row>>) -> Result<usize> {
        answer.map(|rows| rows.len()).map_err(|error| driver_error(&self.address, None, error))
    }

    /// Waits for the statements that began before `moment`, at most for [`MAX_READ_WAIT`] after it.
    pub(super) fn wait_for_older(&self, moment: Instant, ended: &dyn Fn() -> bool) -> Result<()> {
        let older = "SHOW TRANSACTIONS YIELD elapsedTime
                     WHERE elapsedTime.milliseconds > $since RETURN count(*) AS others";
        while moment.elapsed() < MAX_READ_WAIT {
            let since = moment.elapsed().as_millis() as i64;
            let others: Vec<i64> =
                self.read(query(older).param("since", since), |row| get(row, "others"))?;
            if others.iter().sum::<i64>() == 0 {
                break;
            }
            Self::pause(GRACE_PERIOD, ended)?;
        }
        Ok(())
    }

    pub(super) fn pause(time: Duration, ended: &dyn Fn() -> bool) -> Result<()> {
        let until = Instant::now() + time;
        while Instant::now() < until {
            if ended() {
                return Err(StoreError::Interrupted);
            }
            std::thread::sleep(POLL_INTERVAL.min(time));
        }
        Ok(())
    }

    /// Returns a function that ends the running statement by giving up the connection.
    pub(super) fn interrupter(&self) -> Interrupter {
        let interrupted = self.interrupted.clone();
        Box::new(move || {
            interrupted.send_replace(true);
        })
    }

    pub(super) fn clear_interrupt(&self) {
        self.interrupted.send_replace(false);
    }

    pub(super) fn server_error(&self, cause: impl Into<String>) -> StoreError {
        backend_error(&self.address, cause.into(), ErrorKind::Other)
    }
}

/// Returns the output of `work`; `None` if an interrupt comes first or has come before.
async fn or_interrupt<T>(
    interrupted: &watch::Sender<bool>,
    work: impl Future<Output = T>,
) -> Option<T> {
    // Checks and waits in one call, so that an interrupt in between is not lost.
    let mut ended = interrupted.subscribe();
    tokio::select! {
        biased;
        _ = ended.wait_for(|is_interrupted| *is_interrupted) => None,
        done = work => Some(done),
    }
}

pub(super) struct BoltRows<'s> {
    runtime: &'s Runtime,
    stream: DetachedRowStream,
}

impl BoltRows<'_> {
    pub(super) fn next(&mut self) -> BoltResult<Option<Row>> {
        self.runtime.block_on(self.stream.next())
    }
}

pub(super) type RunningStatement = JoinHandle<BoltResult<Vec<Row>>>;

/// Returns the rows of a statement, which is run again after an error for which `passes` returns
/// `true`: a deadlock, a lost connection.
async fn run_with_retries(
    graph: Graph,
    statement: Query,
    access: Access,
    may_retry: fn(&Bolt) -> bool,
) -> BoltResult<Vec<Row>> {
    // The patience counts from the first failure, since a statement may take long.
    let mut last = None;
    let mut pause = FIRST_PAUSE;
    loop {
        match fetch_rows(&graph, statement.clone(), access).await {
            Err(error) if may_retry(&error) => {
                let short = access != Access::Write || may_be_half_created(&error);
                let patience = if short { READ_RETRY } else { WRITE_RETRY };
                if Instant::now() + pause > *last.get_or_insert(Instant::now() + patience) {
                    return Err(error);
                }
                sleep(pause).await;
            }
            ended => return ended,
        }
        pause = MAX_PAUSE.min(pause * 2);
    }
}

async fn fetch_rows(graph: &Graph, statement: Query, access: Access) -> BoltResult<Vec<Row>> {
    let (mut stream, most) = match access {
        Access::Read { most } => (graph.execute_read(statement).await?, most),
        Access::Write => (graph.execute(statement).await?, None),
    };
    let mut rows = Vec::new();
    while most.is_none_or(|most| rows.len() < most)
        && let Some(row) = stream.next().await?
    {
        rows.push(row);
    }
    Ok(rows)
}

fn is_new_enough(version: &str) -> bool {
    let mut parts = version.split(['.', '-']).map(|part| part.parse().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= MIN_VERSION
}

#[cfg(test)]
#[path = "server_tests.rs"]
mod tests;
