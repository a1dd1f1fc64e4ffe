//! Explains errors of the driver in one line for a person, with a remedy.
//!
//! Invariant: no message holds a password.

use std::io::{self, ErrorKind};

use neo4rs::{Error as Bolt, Neo4jError, Neo4jErrorKind};

use super::address::Address;
use super::credentials::Credentials;
use crate::store::StoreError;

const OUT_OF_MEMORY: &str = "Neo.TransientError.General.MemoryPoolOutOfMemoryError";
const TRANSACTION_LIMIT: &str = "db.memory.transaction.max";
const TOTAL_LIMIT: &str = "dbms.memory.transaction.total.max";

/// Returns `true` if the error is transient: the statement may succeed in a moment.
pub(super) fn is_transient(error: &Bolt) -> bool {
    match error {
        Bolt::Neo4j(error) => {
            (error.kind() == Neo4jErrorKind::Transient && !is_too_large(error))
                || is_half_created(error)
        }
        Bolt::IOError { .. } | Bolt::ConnectionError | Bolt::IncompleteBoltExchange => true,
        _ => false,
    }
}

pub(super) fn is_out_of_memory(error: &Bolt) -> bool {
    matches!(error, Bolt::Neo4j(error) if error.code() == OUT_OF_MEMORY)
}

/// Returns `true` if the statement exceeds the limit of a single one, so that no retry helps.
fn is_too_large(error: &Neo4jError) -> bool {
    error.code() == OUT_OF_MEMORY && error.message().contains(TRANSACTION_LIMIT)
}

fn is_statement_error(error: &Neo4jError) -> bool {
    error.code().starts_with("Neo.ClientError.Statement.") && error.code() != OUT_OF_MEMORY
}

/// Returns `true` if a load, running or killed, may have half created a constraint or an index.
pub(super) fn may_be_half_created(error: &Bolt) -> bool {
    matches!(error, Bolt::Neo4j(error) if is_half_created(error))
}

fn is_half_created(error: &Neo4jError) -> bool {
    let kind = error.code().strip_prefix("Neo.ClientError.Schema.");
    kind.is_some_and(|kind| kind.ends_with("AlreadyExists"))
}

pub(super) fn backend_error(address: &Address, cause: String, kind: ErrorKind) -> StoreError {
    StoreError::Backend { place: address.server().to_owned(), cause, kind }
}

/// Explains an error of the driver; `credentials` are given for an attempt to connect.
pub(super) fn driver_error(
    address: &Address,
    credentials: Option<&Credentials>,
    error: Bolt,
) -> StoreError {
    if let Bolt::Neo4j(error) = &error
        && error.code().starts_with("Neo.ClientError.Schema.")
    {
        let said = error.message().trim_end_matches(['.', ' ', '\n']);
        return StoreError::LabelsTaken { found: format!("{}: {said}", address.server()) };
    }
    let kind = match &error {
        Bolt::IOError { .. } | Bolt::ConnectionError => ErrorKind::NotConnected,
        Bolt::AuthenticationError(_) => ErrorKind::PermissionDenied,
        Bolt::Neo4j(error) if is_statement_error(error) => ErrorKind::InvalidInput,
        _ => ErrorKind::Other,
    };
    let cause = match error {
        Bolt::IOError { detail } => connection_cause(address, credentials.is_some(), &detail),
        Bolt::AuthenticationError(_) if credentials.is_some_and(Credentials::is_anonymous) => {
            return StoreError::LoginRequired { server: address.server().to_owned() };
        }
        Bolt::AuthenticationError(message) => format!(
            "the server rejected {} ({message}); set NEO4J_USERNAME and NEO4J_PASSWORD",
            credentials.map_or("this user".to_owned(), |c| format!("user {:?}", c.user()))
        ),
        Bolt::ProtocolMismatch(_) | Bolt::UnsupportedVersion(..) => {
            "this port does not speak Bolt as Neo4j 5 does; the usual Bolt port is 7687".to_owned()
        }
        Bolt::Neo4j(error) => refusal_cause(address, &error),
        other => other.to_string(),
    };
    backend_error(address, cause, kind)
}

fn connection_cause(address: &Address, connecting: bool, detail: &io::Error) -> String {
    let encrypted = address.server().split("://").next().is_some_and(|s| s.contains("+s"));
    match detail.kind() {
        ErrorKind::ConnectionRefused => {
            "connection refused; check that Neo4j runs and listens on this port".to_owned()
        }
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe
            if connecting && !encrypted =>
        {
            "the server ended the connection; it may require TLS (bolt+s://)".to_owned()
        }
        // The driver describes the faults of certificates only in words.
        _ if encrypted && detail.to_string().contains("not valid for name") => {
            format!("TLS failed ({detail}); use the host name of the certificate")
        }
        _ if encrypted && detail.to_string().contains("certificate") => {
            format!(
                "TLS failed ({detail}); make this system trust the signer of the server's \
                 certificate"
            )
        }
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof if encrypted => {
            format!("TLS failed ({detail}); bolt:// uses no TLS")
        }
        _ => format!("the connection failed ({detail})"),
    }
}

fn refusal_cause(address: &Address, error: &Neo4jError) -> String {
    let name = address.database().map(|name| format!("database {name:?}"));
    let database = name.unwrap_or_else(|| "the default database".to_owned());
    let code = error.code();
    let is = |ends: &[&str]| ends.iter().any(|end| code.ends_with(end));
    if is(&[".DatabaseNotFound"]) {
        let name = address.database().unwrap_or_default();
        format!("there is no database {name:?}; name another with ?database=")
    } else if is(&[".DatabaseUnavailable"]) {
        format!("{database} is stopped or not ready; SHOW DATABASES shows which are")
    } else if is(&["OnReadOnlyDatabase", "ReadOnlyAccessDatabase"]) {
        format!("{database} is read-only, so no graph can be loaded or removed")
    } else if code.contains(".TransactionTimedOut") {
        "the statement took longer than db.transaction.timeout allows; simplify it".to_owned()
    } else if code == OUT_OF_MEMORY {
        let limit = if is_too_large(error) { TRANSACTION_LIMIT } else { TOTAL_LIMIT };
        format!("the statement takes more memory than {limit} allows; simplify it")
    } else if is(&[".AccessMode"]) {
        "this program only reads; write in Neo4j Browser or cypher-shell".to_owned()
    } else {
        format!("{} ({code})", error.message().trim_end())
    }
}
