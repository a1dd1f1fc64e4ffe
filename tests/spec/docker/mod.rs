//! The files of `docker/`: the Dockerfile copies the files that cargo needs, the image runs, and
//! docker-compose accepts the compose file. The health check is tested with Neo4j.

mod copied;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::support::installed::runs;
use crate::support::{Folder, Need, Ran, example, project, same, trial};

pub fn trials() -> Vec<Trial> {
    let mut trials = copied::trials();
    trials.push(for_who_asks(trial!(the_image_is_built_and_runs)));
    trials.push(trial!(compose_file_is_valid, Need::Compose));
    trials
}

fn read(name: &str) -> Result<String, Failed> {
    Ok(fs::read_to_string(project().join("docker").join(name))?)
}

/// Ignores a test unless `CONCEPTGRAPH_TEST_IMAGE` asks for it, even with `CONCEPTGRAPH_TESTS`:
/// it takes minutes, and images that few machines have.
fn for_who_asks(trial: Trial) -> Trial {
    match missing() {
        Some(reason) => trial.with_kind(reason).with_ignored_flag(true),
        None => trial,
    }
}

/// Returns the reason why the image is not built here; `None` if it is.
fn missing() -> Option<&'static str> {
    if std::env::var_os("CONCEPTGRAPH_TEST_IMAGE").is_none() {
        return Some("builds the image, which takes minutes: set CONCEPTGRAPH_TEST_IMAGE=1");
    }
    if !runs("buildah", "--version") {
        return Some("needs buildah: apt install buildah");
    }
    let dockerfile = read("Dockerfile").unwrap_or_default();
    let bases = dockerfile.lines().filter_map(|line| line.strip_prefix("FROM "));
    let mut bases = bases.filter_map(|base| base.split_whitespace().next());
    let there = |base| buildah(&["inspect", "--type", "image", base]).is_ok();
    (!bases.all(there)).then_some("needs the images that docker/Dockerfile starts from")
}

fn buildah(words: &[&str]) -> Result<String, Failed> {
    let mut buildah = Command::new("buildah");
    buildah.args(words).current_dir(project());
    let ran = Ran::of(buildah, &[&["buildah"], words].concat());
    if ran.code == 0 { Ok(ran.out) } else { Err(ran.report("exit code 0").into()) }
}

/// An image or a container, which the given command of buildah removes when it is dropped.
struct Made(&'static str, String);

impl Drop for Made {
    fn drop(&mut self) {
        if let Err(failed) = buildah(&[self.0, &self.1]) {
            eprintln!("{}", failed.message().unwrap_or_default());
        }
    }
}

/// Crates and Debian packages are downloaded, but no image is pulled.
fn the_image_is_built_and_runs() -> Result<(), Failed> {
    let image = Made("rmi", format!("localhost/conceptgraph-test-{}", std::process::id()));
    buildah(&["bud", "--pull-never", "-f", "docker/Dockerfile", "-t", &image.1, "."])?;
    let format = "{{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}} {{.OCIv1.Config.WorkingDir}}";
    let start = buildah(&["inspect", "--type", "image", "--format", format, &image.1])?;
    same("what it starts, and where", start.trim(), "[conceptgraph] [--help] /work")?;

    let container = Made("rm", buildah(&["from", "--pull-never", &image.1])?.trim().to_owned());
    let folder = Folder::new();
    folder.file("iris.csv", fs::read(example("iris.csv"))?);
    // The user of the container differs from this one.
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o777))?;
    let volume = format!("{}:/work", folder.path("").display());
    let run = |words: &[&str]| {
        buildah(&[&["run", "--volume", &volume, &container.1, "--"], words].concat())
    };
    same("user", run(&["id", "-u"])?.trim(), "1000")?;
    let build = ["build", "iris.csv", "--label", "class", "--to"];
    run(&[&["conceptgraph"], &build[..], &["iris.db"]].concat())?;
    same("built here", folder.run(&[&build[..], &["here.db"]].concat()).code, 0)?;
    same("the same graph as here", folder.read("iris.db") == folder.read("here.db"), true)?;
    for (picture, start) in [("iris.svg", &b"<?xml"[..]), ("iris.png", b"\x89PNG")] {
        run(&["conceptgraph", "export", "iris.db", "--lca", "d1,d51", "-o", picture])?;
        same(picture, folder.read(picture).starts_with(start), true)?;
    }
    Ok(())
}

fn compose_file_is_valid() -> Result<(), Failed> {
    let file = project().join("docker/compose.yaml");
    let ask = |password: Option<&str>| -> Result<Ran, Failed> {
        let mut command = Command::new("docker-compose");
        command.arg("-f").arg(&file).args(["--profile", "tool", "config"]);
        command.env_remove("NEO4J_PASSWORD");
        command.envs(password.map(|password| ("NEO4J_PASSWORD", password)));
        Ok(Ran::new(&["docker-compose config"], command.output()?))
    };
    let read = ask(Some("chosen-one"))?;
    for part in ["neo4j:5.26.30-community", "healthcheck", "conceptgraph", "/data"] {
        if read.code != 0 || !read.out.contains(part) {
            return Err(read.report(part).into());
        }
    }
    // There is no default password.
    let refused = ask(None)?;
    if refused.code == 0 || !refused.err.contains("set NEO4J_PASSWORD") {
        return Err(refused.report("a refusal").into());
    }
    Ok(())
}
