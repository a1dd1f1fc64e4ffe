//! A Neo4j server for tests: fetched with Maven, started on a free port with fresh data, killed and
//! restarted at will, and removed at the end; or the running one named by `NEO4J_TEST_URI`.

#![allow(dead_code, reason = "each test target uses its own part")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use conceptgraph::store::neo4j::{Address, Credentials, Server as Connection};

use crate::install;

/// The longest time in which a server must be ready; other tests run meanwhile.
const PATIENCE: Duration = Duration::from_secs(180);
const PASSWORD: &str = "of the tests";
/// The options of a JVM that lives for seconds or minutes: the quick compiler alone, which by
/// default has 48 MB for compiled code; a server of the whole suite fills them and fails.
const QUICK: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m"];
/// The options by which the stock scripts open packages of Java to a server and to its commands.
const OPENED: [&str; 3] = [
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
];

/// A server, whose process and data are removed when it is dropped, unless somebody else runs it.
pub struct Server {
    url: String,
    credentials: Credentials,
    password: String,
    own: Option<Own>,
    done: Mutex<BTreeMap<String, Once>>,
}

type Once = Arc<OnceLock<Result<(), String>>>;

/// A server that the tests started.
struct Own {
    java: PathBuf,
    lib: PathBuf,
    /// The port of Neo4j Browser.
    http: u16,
    /// The main class.
    main: &'static str,
    home: tempfile::TempDir,
    running: Option<Child>,
}

/// Returns the reason why no server of `version` can be had here; `None` if one can.
pub fn missing(version: &str) -> Option<String> {
    if is_named() { None } else { install::missing(version) }
}

/// Returns `true` if the environment names a running server.
pub fn is_named() -> bool {
    named().is_some()
}

fn named() -> Option<(String, String, String)> {
    let variable = |name| std::env::var(name).ok();
    let user = variable("NEO4J_USERNAME").unwrap_or_else(|| "neo4j".to_owned());
    Some((variable("NEO4J_TEST_URI")?, user, variable("NEO4J_PASSWORD")?))
}

fn runtime() -> Result<tokio::runtime::Runtime, String> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(1).enable_all().build().map_err(|error| error.to_string())
}

fn free_port() -> Result<u16, String> {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    port.map(|address| address.port()).map_err(|error| error.to_string())
}

impl Server {
    /// Starts a server with no data, or returns the one that the environment names.
    pub fn start(version: &str) -> Result<Self, String> {
        let mut server = Self::create(version)?;
        server.start_first()?;
        Ok(server)
    }

    /// Creates a server with no data, not started, or returns the one that the environment names.
    pub fn create(version: &str) -> Result<Self, String> {
        if let Some((url, user, password)) = named() {
            let credentials = Credentials::new(user, password.clone());
            return Ok(Self { url, credentials, password, own: None, done: Mutex::default() });
        }
        let lib = install::server_jars(version)?;
        let java = install::java(version).ok_or("there is no Java that is new enough")?;
        let home = tempfile::tempdir().map_err(|error| error.to_string())?;
        let (port, http) = (free_port()?, free_port()?);
        let conf = format!(
            "server.bolt.listen_address=127.0.0.1:{port}\n\
             server.bolt.advertised_address=127.0.0.1:{port}\n\
             server.http.listen_address=127.0.0.1:{http}\n\
             server.http.advertised_address=127.0.0.1:{http}\n\
             server.https.enabled=false\n\
             server.memory.pagecache.size=512m\n\
             dbms.usage_report.enabled=false\n\
             dbms.cypher.statistics_divergence_threshold=1.0\n"
        );
        let write = fs::create_dir(home.path().join("conf"))
            .and_then(|()| fs::write(home.path().join("conf/neo4j.conf"), conf));
        write.map_err(|error| error.to_string())?;
        let main = match version.starts_with("5.") {
            true => "org.neo4j.server.CommunityEntryPoint",
            false => "org.neo4j.server.Neo4jCommunity",
        };
        let own = Own { java, lib, http, main, home, running: None };
        Ok(Self {
            url: format!("bolt://127.0.0.1:{port}"),
            credentials: Credentials::new("neo4j", PASSWORD),
            password: PASSWORD.to_owned(),
            own: Some(own),
            done: Mutex::default(),
        })
    }

    /// Starts the server for the first time and sets its password.
    pub fn start_first(&mut self) -> Result<(), String> {
        if !self.is_own() {
            return Ok(());
        }
        self.run()?;
        self.wait(|server| server.set_password())
    }

    /// Starts the process.
    ///
    /// A shell holds it by a pipe: a line in it ends the server in order; when this process ends,
    /// however it does, the pipe closes and the shell kills the server.
    fn run(&mut self) -> Result<(), String> {
        let Some(own) = &mut self.own else { return Ok(()) };
        let home = own.home.path().display();
        let log = fs::File::create(own.home.path().join("console.log"));
        let log = log.map_err(|error| error.to_string())?;
        let mut shell = Command::new("sh");
        let held = "exec 3<&0; \"$@\" & server=$!; \
                    (read line <&3 && kill -TERM $server; cat <&3 > /dev/null; \
                    kill -KILL $server) & wait $server";
        shell.args(["-c", held, "sh"]);
        shell.arg(&own.java).args(QUICK).args(["-Xmx2g", "-XX:+UseSerialGC"]);
        shell.args(OPENED);
        let jars = own.lib.display();
        let browser = install::browser_jars();
        let browser = browser.map(|lib| format!(":{}/*", lib.display())).unwrap_or_default();
        shell.arg("-cp").arg(format!("{jars}/*:{home}/plugins/*{browser}"));
        shell.arg(own.main);
        shell.arg(format!("--home-dir={home}")).arg(format!("--config-dir={home}/conf"));
        let error = log.try_clone().map_err(|error| error.to_string())?;
        let child = shell.stdin(Stdio::piped()).stdout(log).stderr(error).spawn();
        own.running = Some(child.map_err(|error| format!("sh: {error}"))?);
        Ok(())
    }

    /// Changes the first password, without which a new server refuses logins.
    fn set_password(&self) -> Result<(), String> {
        let runtime = runtime()?;
        let config = neo4rs::ConfigBuilder::default()
            .uri(&self.url)
            .user("neo4j")
            .password("neo4j")
            .db("system")
            .build();
        let graph = config.and_then(neo4rs::Graph::connect).map_err(|error| error.to_string())?;
        let change = "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password";
        let change = neo4rs::query(change).param("password", PASSWORD);
        runtime.block_on(graph.run(change)).map_err(|error| error.to_string())?;
        self.connect().map(|_| ())
    }

    /// Repeats `step` until it succeeds, the process ends or `PATIENCE` is exceeded.
    fn wait(&mut self, step: impl Fn(&Self) -> Result<(), String>) -> Result<(), String> {
        let start = Instant::now();
        loop {
            let running = self.own.as_mut().and_then(|own| own.running.as_mut());
            let ended = running.is_some_and(|child| !matches!(child.try_wait(), Ok(None)));
            match step(self) {
                Ok(()) => return Ok(()),
                Err(error) if ended || start.elapsed() > PATIENCE => {
                    return Err(format!("the server is not ready: {error}\n{}", self.log()));
                }
                Err(_) => std::thread::sleep(Duration::from_millis(200)),
            }
        }
    }

    /// Returns the output of the server, its log and the causes of errors in its debug log.
    fn log(&self) -> String {
        let Some(own) = &self.own else { return String::new() };
        let read = |file: &str| fs::read_to_string(own.home.path().join(file)).unwrap_or_default();
        let debug = read("logs/debug.log");
        let causes: BTreeSet<&str> = debug.lines().filter(|l| l.contains("Caused by")).collect();
        let causes = Vec::from_iter(causes).join("\n");
        [read("console.log"), read("logs/neo4j.log"), causes].concat()
    }

    pub fn connect(&self) -> Result<Connection, String> {
        Connection::connect(&self.address(), &self.credentials).map_err(|error| error.to_string())
    }

    /// Returns `bolt://127.0.0.1:PORT`, or the URL that the environment names.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the address of Neo4j Browser that connects to this server.
    pub fn browser(&self) -> Result<String, String> {
        let own = self.own.as_ref().ok_or("this server is somebody else's")?;
        install::browser_jars()?;
        Ok(format!("http://127.0.0.1:{}/browser/?dbms={}", own.http, self.url))
    }

    /// Returns the address of the server, without a graph.
    pub fn address(&self) -> Address {
        Address::parse(&self.url).expect("a URL of this module")
    }

    pub fn graph(&self, name: &str) -> Address {
        self.address().with_graph(name)
    }

    /// Runs a statement that writes foreign data; `$g` is the name of a graph.
    pub fn write(&self, statement: &str, graph: &str) -> Result<(), String> {
        let runtime = runtime()?;
        let config = neo4rs::ConfigBuilder::default()
            .uri(&self.url)
            .user(self.credentials.user())
            .password(&self.password)
            .build();
        let server = config.and_then(neo4rs::Graph::connect).map_err(|error| error.to_string())?;
        let statement = neo4rs::query(statement).param("g", graph);
        runtime.block_on(server.run(statement)).map_err(|error| error.to_string())
    }

    pub fn credentials(&self) -> &Credentials {
        &self.credentials
    }

    /// Returns the password, which no message may contain.
    pub fn password(&self) -> &str {
        &self.password
    }

    /// Runs `work` on this server once per `name`, however many tests call it.
    pub fn once(
        &self,
        name: &str,
        work: impl FnOnce() -> Result<(), String>,
    ) -> Result<(), String> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let once = Arc::clone(done.entry(name.to_owned()).or_default());
        drop(done);
        once.get_or_init(work).clone()
    }

    /// Returns `true` if the tests started the server, and so can kill it.
    pub fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// Kills the process, as a power cut would.
    pub fn kill(&mut self) {
        let Some(mut child) = self.own.as_mut().and_then(|own| own.running.take()) else { return };
        drop(child.stdin.take());
        child.wait().expect("the shell that holds the server ends");
    }

    /// Terminates the process in order, which leaves nothing to recover.
    fn stop(&mut self) -> Result<(), String> {
        let Some(mut child) = self.own.as_mut().and_then(|own| own.running.take()) else {
            return Ok(());
        };
        // `Child::wait` closes the pipe; taken out, it stays open until the server has ended.
        let mut pipe = child.stdin.take();
        let mut stop = || {
            pipe.as_mut().map_or(Ok(()), |pipe| pipe.write_all(b"stop\n"))?;
            child.wait()
        };
        stop().map(|_| ()).map_err(|error| error.to_string())
    }

    /// Starts the server again on its data and port, after [`Self::kill`].
    pub fn restart(&mut self) -> Result<(), String> {
        self.run()?;
        self.wait(|server| server.connect().map(|_| ()))
    }

    /// Stops the server and starts it again with `lines` appended to its configuration and with the
    /// jars of the folder `plugins`, if there is one, as plugins.
    pub fn restart_with(&mut self, lines: &str, plugins: Option<&Path>) -> Result<(), String> {
        // A killed server has to recover, which it cannot if its databases are read-only.
        self.stop()?;
        let own = self.own.as_ref().ok_or("this server is somebody else's")?;
        let set_up = || -> std::io::Result<()> {
            let file = own.home.path().join("conf/neo4j.conf");
            fs::OpenOptions::new().append(true).open(file)?.write_all(lines.as_bytes())?;
            let folder = own.home.path().join("plugins");
            let Some(plugins) = plugins else { return Ok(()) };
            fs::create_dir_all(&folder)?;
            for jar in fs::read_dir(plugins)? {
                let jar = jar?;
                fs::copy(jar.path(), folder.join(jar.file_name()))?;
            }
            Ok(())
        };
        set_up().map_err(|error| error.to_string())?;
        self.restart()
    }

    /// Restarts the server with `lines` after which it accepts TLS only.
    pub fn restart_with_tls(&mut self, lines: &str) -> Result<(), String> {
        self.url = self.url.replace("bolt://", "bolt+ssc://");
        self.restart_with(lines, None)
    }

    /// Runs a command of `neo4j-admin` on the data of a stopped server.
    pub fn admin(&self, words: &[&str]) -> Result<String, String> {
        let own = self.own.as_ref().ok_or("this server is somebody else's")?;
        let home = own.home.path();
        let mut admin = Command::new(&own.java);
        admin.args(QUICK).args(OPENED).arg("-cp").arg(format!("{}/*", own.lib.display()));
        admin.arg(format!("-Dbasedir={}", home.display()));
        admin.arg("org.neo4j.server.startup.Neo4jAdminCommand").args(words);
        admin.env("NEO4J_HOME", home).env("NEO4J_CONF", home.join("conf"));
        // An import starts a process of its own.
        admin.env("JDK_JAVA_OPTIONS", OPENED.join(" "));
        let ran = admin.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        let answer = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
        if ran.status.success() { Ok(answer) } else { Err(answer) }
    }

    /// Returns the command line of cypher-shell; `None` if somebody else runs the server.
    pub fn cypher_shell(&self) -> Option<Vec<String>> {
        let own = self.own.as_ref()?;
        let (java, jars) = (own.java.display().to_string(), format!("{}/*", own.lib.display()));
        let [compiler, room] = QUICK;
        let words = [&java, compiler, room, "-cp", &jars, "org.neo4j.shell.Main"];
        Some(words.map(str::to_owned).to_vec())
    }

    /// Runs a script in cypher-shell and returns its output; `None` if there is no cypher-shell.
    pub fn shell(&self, format: &str, script: &str) -> Result<Option<String>, String> {
        let Some(words) = self.cypher_shell() else { return Ok(None) };
        let mut shell = Command::new(&words[0]);
        shell.args(&words[1..]);
        shell.args(["-a", &self.url, "-u", "neo4j", "--format", format]);
        shell.env("NEO4J_PASSWORD", PASSWORD);
        let shell = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = shell.spawn().map_err(|error| error.to_string())?;
        let mut input = child.stdin.take().expect("it is piped");
        input.write_all(script.as_bytes()).map_err(|error| error.to_string())?;
        drop(input);
        let ran = child.wait_with_output().map_err(|error| error.to_string())?;
        if ran.status.success() {
            return Ok(Some(String::from_utf8_lossy(&ran.stdout).into_owned()));
        }
        Err(String::from_utf8_lossy(&ran.stderr).into_owned())
    }

    /// Returns the output of cypher-shell for each script; `None` if there is no cypher-shell. All
    /// run in one session, because a session takes seconds to start.
    pub fn answers(&self, scripts: &[String]) -> Result<Option<Vec<String>>, String> {
        let marked = scripts.iter().map(|script| format!("{script}\nRETURN 'next' AS mark;\n"));
        let Some(answer) = self.shell("plain", &marked.collect::<String>())? else {
            return Ok(None);
        };
        let mut answers: Vec<String> =
            answer.split("mark\n\"next\"\n").map(str::to_owned).collect();
        match answers.pop() {
            Some(rest) if rest.is_empty() && answers.len() == scripts.len() => Ok(Some(answers)),
            _ => Err(format!("{} answers to {} scripts:\n{answer}", answers.len(), scripts.len())),
        }
    }
    /// Returns the plans that cypher-shell prints for scripts that each end with an EXPLAIN.
    pub fn plans(&self, scripts: &[String]) -> Result<Option<Vec<String>>, String> {
        let Some(answer) = self.shell("verbose", &scripts.join("\n"))? else { return Ok(None) };
        let plans: Vec<String> = answer.split("\"EXPLAIN\"").skip(1).map(str::to_owned).collect();
        match plans.len() == scripts.len() {
            true => Ok(Some(plans)),
            false => Err(format!("{} plans of {} scripts:\n{answer}", plans.len(), scripts.len())),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
