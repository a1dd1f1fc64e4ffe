//! The programs that a server of the tests runs on: a Java, and jars that Maven fetches once into
//! the user's cache.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::support::installed::{runs, says};
use crate::support::project;

/// The long-term support version, which has cypher-shell.
pub const LTS: &str = "5.26.30";
/// The newest version, which needs Java 21.
pub const NEWEST: &str = "2026.08.1";
/// Neo4j Browser; servers of every version can serve its page.
const BROWSER: &str = "org.neo4j.client:neo4j-browser:5.24.0";

/// The version of the open part of the Graph Data Science plugin for [`LTS`], with its
/// dependencies.
const DATA_SCIENCE: &str = "2.13.9";
/// The dependencies of the plugin that the server has in versions of its own.
const OF_THE_SERVER: &str = "caffeine,commons-lang3,commons-text,eclipse-collections,\
    eclipse-collections-api,jackson-annotations,jackson-core,jackson-databind,javassist,slf4j-api";

/// Returns the reason why no server of that version can be started here; `None` if one can.
pub fn missing(version: &str) -> Option<String> {
    let java = java(version)
        .is_none()
        .then(|| format!("needs Java {} or later: apt install default-jre", least_java(version)));
    let fetched = lib(version).is_some_and(|lib| lib.is_dir());
    java.or_else(|| {
        let lacking = !fetched && !runs("mvn", "--version");
        lacking.then(|| "needs Maven: apt install maven".to_owned())
    })
}

/// Returns the reason why no certificate can be made here; `None` if one can.
pub fn missing_openssl() -> Option<String> {
    (!runs("openssl", "version")).then(|| "needs openssl: apt install openssl".to_owned())
}

fn least_java(version: &str) -> u32 {
    if version.starts_with("5.") { 17 } else { 21 }
}

/// Returns a Java that is new enough: of `JAVA_HOME`, on the path, or any that is installed.
pub fn java(version: &str) -> Option<PathBuf> {
    let home = std::env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin/java"));
    let installed = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    let installed = installed.map(|entry| entry.path().join("bin/java"));
    let mut all = home.into_iter().chain([PathBuf::from("java")]).chain(installed);
    all.find(|java| java_version(java).is_some_and(|found| found >= least_java(version)))
}

fn java_version(java: &Path) -> Option<u32> {
    // openjdk version "17.0.15" 2025-04-15
    let answer = says(java, "-version")?;
    let version = answer.split('"').nth(1)?;
    version.split(['.', '-', '+']).next()?.parse().ok()
}

/// Returns the folder of the cache in which the tests keep fetched files.
fn cache() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    Some(named.or_else(home)?.join("conceptgraph"))
}

/// Returns the folder for the jars of a version.
fn lib(version: &str) -> Option<PathBuf> {
    Some(cache()?.join(format!("neo4j-{version}")))
}

/// Returns the folder for the jar of Neo4j Browser.
fn browser_lib() -> Option<PathBuf> {
    Some(cache()?.join(BROWSER.rsplit_once(':').map(|(_, version)| format!("browser-{version}"))?))
}

/// Returns the reason why Neo4j Browser cannot be fetched here; `None` if it can.
pub fn missing_browser() -> Option<String> {
    let fetched = browser_lib().is_some_and(|lib| lib.is_dir());
    (!fetched && !runs("mvn", "--version")).then(|| "needs Maven: apt install maven".to_owned())
}

/// Returns the folder with the jars of a version, which are fetched once.
pub fn server_jars(version: &str) -> Result<PathBuf, String> {
    let mut words = vec![
        "-f".to_owned(),
        project().join("tests/neo4j").display().to_string(),
        format!("-Dneo4j.version={version}"),
    ];
    if version != LTS {
        words.extend(["-P", "!shell"].map(str::to_owned));
    }
    words.extend(["dependency:copy-dependencies", "-DincludeScope=runtime"].map(str::to_owned));
    fetched(lib(version), &words)
}

/// Returns the folder with the jar of Neo4j Browser, which is fetched once.
pub fn browser_jars() -> Result<PathBuf, String> {
    fetched(browser_lib(), &["dependency:copy".to_owned(), format!("-Dartifact={BROWSER}")])
}

/// Returns the folder with the jars of the Graph Data Science plugin, which are fetched once.
pub fn data_science_jars() -> Result<PathBuf, String> {
    let data_science = project().join("tests/neo4j/data_science.xml").display().to_string();
    let words = [
        "-f",
        &data_science,
        &format!("-Dgds.version={DATA_SCIENCE}"),
        "dependency:copy-dependencies",
        "-DincludeScope=runtime",
        &format!("-DexcludeArtifactIds={OF_THE_SERVER}"),
    ];
    let lib = cache().map(|cache| cache.join(format!("gds-{DATA_SCIENCE}")));
    fetched(lib, &words.map(str::to_owned))
}

/// Returns the folder `lib`, filled by Maven with these arguments if it does not exist; it appears
/// when all jars are there.
fn fetched(lib: Option<PathBuf>, words: &[String]) -> Result<PathBuf, String> {
    // Maven's local repository is not made for two processes at once.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let lib = lib.ok_or("there is no HOME to keep the server in")?;
    if lib.is_dir() {
        return Ok(lib);
    }
    let cache = lib.parent().ok_or("the cache has no folder")?;
    let failed = |error: std::io::Error| format!("{}: {error}", cache.display());
    fs::create_dir_all(cache).map_err(failed)?;
    let fresh = tempfile::tempdir_in(cache).map_err(failed)?;
    let mut maven = Command::new("mvn");
    maven.args(["-q", "-B"]).args(words);
    maven.arg(format!("-DoutputDirectory={}", fresh.path().display()));
    let ran = maven.stdin(Stdio::null()).output().map_err(|error| format!("mvn: {error}"))?;
    if !ran.status.success() {
        return Err(format!("mvn: {}", String::from_utf8_lossy(&ran.stdout)));
    }
    match fs::rename(fresh.path(), &lib) {
        // Another run may have been faster.
        Err(error) if !lib.is_dir() => Err(failed(error)),
        _ => Ok(lib),
    }
}
