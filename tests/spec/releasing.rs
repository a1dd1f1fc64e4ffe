//! The checks of `.ci/release` before it makes a release, and its refusals. Nothing is built.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, Ran, project, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_tag_of_this_version_can_be_released, Need::Git),
        trial!(what_is_no_release_is_refused, Need::Git),
    ]
}

const MANIFESTS: [&str; 7] = [
    "Cargo.toml",
    "src/engine/Cargo.toml",
    "src/knn/Cargo.toml",
    "src/mine/Cargo.toml",
    "src/sets/Cargo.toml",
    "python/Cargo.toml",
    "spark/Cargo.toml",
];

/// A repository with the files that the script reads, tagged as version 7.1.0.
struct Repository(Folder);

impl Repository {
    fn new() -> Result<Self, Failed> {
        let folder = Folder::new();
        for name in
            ["src/engine", "src/knn", "src/mine", "src/sets", "python", "spark", ".ci", "programs"]
        {
            fs::create_dir_all(folder.path(name))?;
        }
        fs::copy(project().join(".ci/release"), folder.path(".ci/release"))?;
        for name in MANIFESTS {
            folder.file(name, "[package]\nversion = \"7.1.0\"\n[dependencies]\nversion = \"2\"\n");
        }
        folder.file("CHANGELOG.md", "# Changelog\n\n## [7.1.0] - 2026-11-26\n");
        folder.file(".gitignore", "/programs\n");
        // No machine needs an engine for containers to ask whether a tag is right.
        for name in ["bash", "date", "dirname", "env", "git", "head", "sed", "grep"] {
            symlink(found(name)?, folder.path("programs").join(name))?;
        }
        symlink(found("true")?, folder.path("programs/buildah"))?;
        let made = Self(folder);
        made.git(&["init", "--quiet"])?;
        made.commit()?;
        made.git(&["tag", "v7.1.0"])?;
        Ok(made)
    }

    fn git(&self, words: &[&str]) -> Result<(), Failed> {
        let name = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let ran = Ran::of(self.0.command("git", &[&name, words].concat()), words);
        if ran.code == 0 { Ok(()) } else { Err(ran.report("exit code 0").into()) }
    }

    fn commit(&self) -> Result<(), Failed> {
        self.git(&["add", "."])?;
        self.git(&["commit", "--quiet", "--message", "All"])
    }

    /// Changes a file, commits it and moves the tag to the commit.
    fn tagged_with(&self, name: &str, text: &str) -> Result<(), Failed> {
        self.0.file(name, text);
        self.commit()?;
        self.git(&["tag", "--force", "v7.1.0"])
    }

    fn checked(&self, words: &[&str]) -> Ran {
        let mut script = self.0.command(".ci/release", words);
        script.env("PATH", self.0.path("programs"));
        Ran::of(script, words)
    }

    /// Fails unless the script refuses with an error that begins with `said`.
    fn refuses(&self, words: &[&str], said: &str) -> Result<(), Failed> {
        let ran = self.checked(words);
        let is_refused = ran.code == 1 && ran.out.is_empty() && ran.err.starts_with(said);
        if is_refused { Ok(()) } else { Err(ran.report(said).into()) }
    }
}

fn found(name: &str) -> Result<PathBuf, Failed> {
    let path = std::env::var_os("PATH").ok_or("no PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(name));
    Ok(places.find(|place| place.is_file()).ok_or_else(|| format!("there is no {name}"))?)
}

fn a_tag_of_this_version_can_be_released() -> Result<(), Failed> {
    let ran = Repository::new()?.checked(&["--check", "v7.1.0"]);
    same(&ran.err, ran.out.starts_with("v7.1.0 can be released; the image by "), true)?;
    same("exit code", ran.code, 0)
}

fn what_is_no_release_is_refused() -> Result<(), Failed> {
    let at = Repository::new()?;
    at.refuses(&["--check"], "give one tag: .ci/release v0.3.0")?;
    at.refuses(&["--check", "v7.2.0"], "there is no tag v7.2.0; make it: git tag v7.2.0")?;
    at.git(&["tag", "v7.2.0"])?;
    at.refuses(&["v7.2.0"], "Cargo.toml says version 7.1.0, which is not that of v7.2.0")?;
    at.git(&["tag", "7.1.0"])?;
    at.refuses(&["7.1.0"], "Cargo.toml says version 7.1.0, which is not that of 7.1.0")?;

    at.0.file("new", "");
    at.refuses(
        &["v7.1.0"],
        "the folder differs from the last commit; commit or stash this:\n?? new",
    )?;
    at.commit()?;
    at.refuses(&["v7.1.0"], "v7.1.0 is another commit; go there: git checkout v7.1.0")?;

    at.tagged_with("CHANGELOG.md", "## [7.1.0] - unreleased\n## [7.0.0] - 2026-01-01\n")?;
    at.refuses(&["v7.1.0"], "CHANGELOG.md has no line \"## [7.1.0] - 20")?;
    at.tagged_with("CHANGELOG.md", "## [7.1.0] - 2026-11-26\n")?;
    fs::remove_file(at.0.path("programs/buildah"))?;
    at.refuses(&["v7.1.0"], "the image needs Docker, running, or buildah: apt install buildah")?;
    let idle = at.0.path("programs/docker");
    fs::write(&idle, "#!/usr/bin/env bash\nexit 1\n")?;
    fs::set_permissions(&idle, Permissions::from_mode(0o755))?;
    at.refuses(&["v7.1.0"], "the image needs Docker, running")?;

    for name in &MANIFESTS[1..] {
        at.tagged_with(name, "version = \"7.0.9\"\n")?;
        at.refuses(
            &["v7.1.0"],
            &format!("{name} says version 7.0.9, which is not that of v7.1.0"),
        )?;
        at.tagged_with(name, "version = \"7.1.0\"\n")?;
    }
    Ok(())
}
