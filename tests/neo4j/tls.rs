//! A server that accepts TLS only, with a certificate made here, and gives a statement little time
//! and memory: its refusals are reported in one line.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use libtest_mimic::Failed;

use crate::server::Server;
use crate::set_up::run_with;
use crate::support::{Folder, Ran};

/// Arguments of openssl: a signer's `ca.crt`, and `server.crt` with its key for `localhost`.
const CERTIFICATES: [&str; 3] = [
    "req -x509 -newkey rsa:2048 -nodes -subj /CN=tests -keyout ca.key -out ca.crt",
    "req -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost \
     -keyout server.key -out server.csr",
    "x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -copy_extensions copyall \
     -out server.crt",
];

/// The time limit of a statement: more than the first short one takes on a busy machine.
const SHORT: Duration = Duration::from_secs(8);
fn certificates(folder: &Folder) -> Result<(), Failed> {
    for command in CERTIFICATES {
        let mut openssl = Command::new("openssl");
        openssl.args(command.split(' ')).current_dir(folder.path("")).stdin(Stdio::null());
        let ran = openssl.output()?;
        if !ran.status.success() {
            return Err(String::from_utf8_lossy(&ran.stderr).into_owned().into());
        }
    }
    Ok(())
}

pub fn tls_and_limits(server: &mut Server) -> Result<(), Failed> {
    let folder = Folder::new();
    certificates(&folder)?;
    server.restart_with_tls(&format!(
        "server.bolt.tls_level=REQUIRED\n\
         dbms.ssl.policy.bolt.enabled=true\n\
         dbms.ssl.policy.bolt.base_directory={}\n\
         dbms.ssl.policy.bolt.private_key=server.key\n\
         dbms.ssl.policy.bolt.public_certificate=server.crt\n\
         dbms.ssl.policy.bolt.client_auth=NONE\n\
         db.transaction.timeout={}s\n\
         db.memory.transaction.max=2m\n",
        folder.path("").display(),
        SHORT.as_secs()
    ))?;
    certificates_are_looked_at(server, &folder.path("ca.crt"))?;
    statements_have_limits(server)
}

/// Asks a question over `scheme`, with the server given by its address or its name.
fn ask(server: &Server, scheme: &str, host: &str, variables: &[(&str, &Path)]) -> Ran {
    let url = server.graph("iris").to_string();
    let url = url.replace("bolt+ssc", scheme).replace("127.0.0.1", host);
    run_with(&["query", &url, "lca", "d1", "d2"], variables)
}

fn certificates_are_looked_at(server: &Server, signer: &Path) -> Result<(), Failed> {
    let (number, name) = ("127.0.0.1", "localhost");
    let trusted: &[(&str, &Path)] = &[("SSL_CERT_FILE", signer)];
    for (scheme, host, variables) in [
        ("bolt+ssc", number, &[][..]),
        ("neo4j+ssc", name, &[]),
        ("bolt+s", name, trusted),
        ("neo4j+s", name, trusted),
    ] {
        let ran = ask(server, scheme, host, variables);
        if ran.code != 0 || !ran.err.is_empty() {
            return Err(ran.report("an answer").into());
        }
    }
    for scheme in ["bolt+s", "neo4j+s"] {
        let unknown = ask(server, scheme, name, &[]);
        unknown.fails(1, "certificate")?;
        let other = ask(server, scheme, number, trusted);
        other.fails(1, "certificate")?;
    }
    for scheme in ["bolt", "neo4j"] {
        ask(server, scheme, name, &[]).fails(1, "bolt+s://")?;
    }
    Ok(())
}

fn statements_have_limits(server: &Server) -> Result<(), Failed> {
    let url = server.graph("iris").to_string();
    for (statement, setting) in [
        (
            "UNWIND range(1, 100000000000) AS x RETURN max(x * x % 7) AS most;",
            "db.transaction.timeout",
        ),
        (
            "UNWIND range(1, 10000000) AS x WITH collect(x) AS many RETURN size(many) AS n;",
            "db.memory.transaction.max",
        ),
    ] {
        let statement = format!("cypher {statement}");
        let ran = run_with(&["repl", &url, "-c", &statement], &[]);
        ran.fails(1, setting)?;
    }
    Ok(())
}
